/* One action over the marked projects: asked once, a few at a time, a receipt for each. */
#ifndef STENO_APP_BATCH_H
#define STENO_APP_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/app/calls.h"
#include "steno/core/batch.h"

struct app;
struct app_form;
struct param_set;

/* What is done to each of the projects: one constant an action, in the file that owns it. A function that is
 * NULL has nothing to do. */
struct batch_ops {
    enum endpoint_id op;
    const char *verb; /* "Enqueue": how sentences begin */
    /* What the call needs beside the project's id and version and the parameters of the form. */
    void (*fill)(struct app *app, struct call *call);
    app_call_reply *took;                                /* it went well; never NULL */
    app_call_reply *failed;                              /* it did not, which has been said already */
    bool (*is_again)(const struct app *app, int64_t id); /* would it be done a second time? */
};

/* The batch; there is one at a time. */
struct app_batch {
    bool active; /* it was confirmed, and is not over */
    const struct batch_ops *ops;
    int64_t *ids; /* in the order in which they are sent */
    struct batch order;
    size_t done, failed,
        unknown;              /* of those that have ended; unknown: may have been done, and is no failure */
    char *tag;                /* to be deleted; NULL for a form's batch */
    struct param_set *params; /* of the form */
};

/* How far the batch is: "Enqueue: 1 done, 0 failed, 2 left". */
void app_batch_text(const struct app *app, char *out, size_t size);
/* Asks before a form is sent for all its projects; on Yes the form closes. */
void app_batch_ask(struct app *app, struct app_form *form, const struct batch_ops *ops);
/* Deletes a tag of the marked projects, after a question; asks for the tag where it is "". */
void app_batch_delete_tag(struct app *app, const char *tag);
/* Sends what may be sent by now; at the end of a turn. */
void app_batch_step(struct app *app);
/* Sends no more, and cancels what is in progress; its answers still count. */
void app_batch_cancel(struct app *app);
void app_batch_free(struct app *app);
/* The call that ^C would cancel: the newest that somebody asked for; NULL without one, or while ^C stops a
 * batch. */
const struct app_call *app_call_to_cancel(const struct app *app);

#endif
