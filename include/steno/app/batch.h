/* One action over the marked projects: asked once, a few at a time, a receipt for each. */
#ifndef STENO_APP_BATCH_H
#define STENO_APP_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/app/calls.h"

struct app;
struct app_form;
struct param_set;

/* One action over many projects. */
struct app_batch {
    bool active;
    enum endpoint_id op;
    app_call_reply *took; /* what one of them that went well means */
    int64_t *ids;         /* those still to do, in order */
    size_t count, next;
    size_t done, failed, unknown; /* unknown: they may have been done, and are no failures */
    size_t running;
    size_t stopped_of; /* how many it was for when ^C stopped it, 0 while it goes on */
    char *tag;         /* delete-tag */
    struct param_set *params;
};

/* How far the batch is: "Enqueue: 1 done, 0 failed, 2 left". */
void app_batch_text(const struct app *app, char *out, size_t size);
/* Asks before a form is sent for all its projects; `took` says what one that went well means. */
void app_batch_ask(struct app *app, struct app_form *form, enum endpoint_id op, app_call_reply *took);
void app_batch_delete_tag(struct app *app, const char *tag);
void app_batch_step(struct app *app);
void app_batch_cancel(struct app *app);
void app_batch_free(struct app *app);
/* The call that ^C would cancel: the newest that somebody asked for; NULL without one, or while ^C stops a
 * batch. */
const struct app_call *app_call_to_cancel(const struct app *app);

#endif
