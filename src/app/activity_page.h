/* Lines that say what happened. */
#ifndef STENO_APP_ACTIVITY_PAGE_H
#define STENO_APP_ACTIVITY_PAGE_H

#include <stdint.h>

struct app;
struct page;

/* What happened, newest first: to this project alone, or (0) everything, each with its project's id. `zone`:
 * that of times whose zone the title names; "" where it names none. */
void app_page_activity(const struct app *app, struct page *page, int cells, int64_t id, const char *zone);

#endif
