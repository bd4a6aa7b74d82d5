/* A batch: one operation on the marked projects, with one question, a few calls at a time, and an outcome for
 * each project. Only one batch runs at a time; a second one is refused. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_BATCH_H
#define STENO_APP_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/app/calls.h"
#include "steno/app/project.h"
#include "steno/core/rows.h"
#include "steno/core/write.h"

struct app;
struct app_form;
struct form;
struct form_ops;
struct param_set;

/* The outcome for one project. */
enum batch_outcome {
    BATCH_LEFT, /* not sent: not yet, or not possible, or the batch was stopped first */
    BATCH_RUNNING,
    BATCH_DONE,
    BATCH_FAILED,
    BATCH_UNKNOWN, /* it may have taken effect; not counted as a failure */
    BATCH_OUTCOMES
};

struct batch_row {
    int64_t id;
    enum batch_outcome outcome;
    enum error_kind kind; /* kind of the failure */
    int status;           /* HTTP status if the server gave a reason, else 0 */
    char *text;           /* the server's reason, else steno's; short if not sent; NULL: none */
    int64_t bytes;        /* of an exported file */
    bool is_kept;         /* the store has a row with the outcome */
    int64_t asked_row;    /* row of the open enqueue that the operator was asked about; 0: none */
};

/* The operation of a batch: one constant for each action, in the file of its topic. A function may be NULL
 * unless its comment says otherwise. */
struct batch_ops {
    enum endpoint_id op;
    const char *verb;    /* "Enqueue": first word of its questions */
    const char *running; /* "Enqueuing" */
    const char *past;    /* "Enqueued" */
    const char *noun;    /* "Enqueue", as in "Enqueue of 3 projects"; the name of a tag follows it */
    /* Completes a call that has the project's id and version and the form's parameters. Never NULL. */
    void (*fill)(struct app *app, struct call *call);
    app_call_reply *took;   /* the call succeeded; never NULL */
    app_call_reply *failed; /* the call failed; the message is already shown */
    /* Asks the operator if necessary, then sends: the form of one project, or (NULL) the prepared batch.
     * refused: result of an earlier try of this form, which the question is about; NULL: first try. */
    void (*ask)(struct app *app, struct app_form *form, const struct call_result *refused);
    /* Called before each call of several projects. Returns why it must not be sent (static), or NULL. */
    const char *(*bar)(const struct app *app, int64_t id);
};

/* app->batch is the running batch, or the last one: a later reading may still show the outcome of a row.
 * app->prepared is the batch of the open question. The message line shows the progress, updated once a
 * second: "Enqueuing 11 projects: 3 sent, 5 refused", "Exporting 3 projects: 1 done, now 7 Evening news, 310
 * of 462 kB". */
struct batch {
    bool active; /* the batch is running */
    const struct batch_ops *ops;
    struct batch_row *rows;           /* first the rows to be sent, in their order, then the others */
    size_t all, count;                /* number of rows; number of rows to be sent */
    size_t started;                   /* number of rows that were sent or skipped */
    bool stopped;                     /* nothing more is sent */
    const char *why;                  /* reason of the stop, "login expired"; NULL: the operator */
    bool is_barred;                   /* a row was skipped, see batch_ops.bar */
    int64_t act;                      /* id of the act in the store; 0: not recorded yet */
    char *tag;                        /* the tag to be deleted; NULL for other operations */
    struct param_set *params;         /* of the form */
    struct ledger ledger;             /* export: what is known of the files once the question is answered */
    bool overwrites;                  /* export: existing files are replaced */
    const struct form *form;          /* the form it was sent from; NULL: none */
    const struct form_ops *draft_ops; /* draft to delete once a call may have taken effect; or NULL */
    char *told;                       /* the progress line; NULL: not built yet */
    int64_t told_ms;                  /* monotonic: when the progress line was built */
    int64_t ended_ms;                 /* wall clock; 0: not yet */
    uint64_t summary_said;            /* said_count of the summary; 0: no summary was shown */
};

/* Asks before the form is sent for its project or all its projects. With several, Yes closes the form. */
void batch_ask(struct app *app, struct app_form *form);
/* Yes and No to the question about the prepared batch. Yes sends all rows without a `text`, which is the
 * reason not to send a row. No drops the batch. */
void batch_go(struct app *app, int64_t id);
void batch_refused(struct app *app, int64_t id);
/* Deletes a tag of the marked projects, after a question; tag "": a prompt asks for the tag first. */
void batch_delete_tag(struct app *app, const char *tag);
/* Of the projects that an action would apply to (the marked ones, else the one at hand): the first that the
 * batch is sending or will send. 0: none. */
int64_t batch_being_sent(const struct app *app);
/* Can one of the marked projects, else the one in the details, be sent or exported? For the key bar. */
bool batch_can_send(const struct app *app);
bool batch_can_export(const struct app *app);
/* A reading showed the outcome of a call whose answer was lost. True if the batch's summary reports that: it
 * is updated now, or will be shown when the batch ends. */
bool batch_settle(struct app *app, int64_t id, enum write_outcome came);
/* Sends nothing more, for this reason (static; NULL: the operator). Calls under way continue. */
void batch_stop(struct app *app, const char *why);
/* Sends nothing more and cancels the calls under way; their answers still count. */
void batch_cancel(struct app *app);
/* The number of projects of the running batch that were not sent. `ids` gets their ids, in order; NULL: only
 * count. */
size_t batch_unsent(const struct app *app, int64_t *ids);

/* Reason of a row that was not sent because another program enqueued the project first. */
#define BATCH_MEANWHILE "enqueued meanwhile"

#endif
