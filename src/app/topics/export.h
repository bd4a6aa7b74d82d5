/* The export form. */
#ifndef STENO_APP_EXPORT_H
#define STENO_APP_EXPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/app/topic.h"

struct app;

bool app_project_is_completed(const struct app *app, int64_t id);
/* The path by the pattern, {ext} still in it. Caller frees. */
char *app_export_path(const struct app *app, int64_t id);
void act_export(struct app *app, const char *arg);

extern const struct topic topic_export;

#endif
