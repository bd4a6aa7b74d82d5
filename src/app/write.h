/* What follows a write that failed. */
#ifndef STENO_APP_WRITE_H
#define STENO_APP_WRITE_H

#include <stdbool.h>

#include "steno/app/calls.h"

struct app;

/* A failed write: said; where it may have been done or the project is another now, it is read, never sent
 * again. False when it went well. */
bool app_write_failed(struct app *app, const struct app_call *call, const struct call_result *result);

#endif
