/* Lines that say what happened. */
#ifndef STENO_APP_ACTIVITY_PAGE_H
#define STENO_APP_ACTIVITY_PAGE_H

#include <stdint.h>

struct app;
struct app_activity;
struct page;

/* The mark of an entry, as in the list: '!' failed, '?' outcome unknown, '+' done, '*' working, ' ' else. */
char app_activity_mark(const struct app *app, const struct app_activity *entry);

/* What happened to a project, newest first. */
void app_page_activity(const struct app *app, struct page *page, int cells, int64_t id);

/* One entry with its project's id, over as many rows as it takes. `zone`: that of times whose zone the title
 * names; "" where it names none. */
void app_page_activity_entry(const struct app *app, struct page *page, int cells,
                             const struct app_activity *entry, const char *zone);

/* Says where older entries are, of a project or (0) of all, when these are not all. */
void app_page_activity_end(const struct app *app, struct page *page, int64_t id);

#endif
