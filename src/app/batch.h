/* A batch is one operation on the marked projects. It has one question, a few calls at a time, and an outcome
 * for each project. While a batch runs, a second one is refused. */
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

enum batch_outcome {
    BATCH_LEFT, /* not sent yet, cannot be sent, or the batch was stopped */
    BATCH_RUNNING,
    BATCH_DONE,
    BATCH_FAILED,
    BATCH_UNKNOWN, /* no answer: the call may have had an effect; not counted as a failure */
    BATCH_OUTCOMES
};

struct batch_row {
    int64_t id;
    enum batch_outcome outcome;
    enum error_kind kind; /* why the call failed */
    int status;           /* HTTP status; 0: the server gave no reason */
    char *text;           /* why it failed or was not sent, in the server's words or steno's; or NULL */
    int64_t bytes;        /* size of the exported file */
    bool is_kept;         /* the outcome is saved in the store */
    int64_t asked_row;    /* the user agreed to ignore open enqueues up to this row of the store; 0: none */
};

/* What a batch does. The file of each topic has a constant for its operation. Functions can be
 * NULL; the exceptions say "never NULL". */
struct batch_ops {
    enum endpoint_id op;
    const char *verb;    /* "Enqueue", the first word of the questions */
    const char *running; /* "Enqueuing" */
    const char *past;    /* "Enqueued" */
    const char *noun;    /* "Deletion", as in "Deletion of 3 projects" */
    /* Sets what only this operation needs in `call`. The project's id and version and the parameters are
     * already set. Never NULL. */
    void (*fill)(struct app *app, struct call *call);
    app_call_reply *took;   /* called after a call succeeded; never NULL */
    app_call_reply *failed; /* called after a call failed and its outcome was saved; NULL: nothing to do */
    /* Asks the operator if necessary and sends the form of one project. If `form` is NULL, sends the prepared
     * batch. `refused`: why an earlier try was not sent. NULL: this is the first try. */
    void (*ask)(struct app *app, struct app_form *form, const struct call_result *refused);
    /* True if a batch of several projects sends this one. False: it is left out. An export also leaves out a
     * project whose file has the name of another's. Never NULL if a form sends the batch. */
    bool (*sends)(const struct app *app, int64_t id);
    /* Called before each call of a batch of several projects. Returns why the call must not be sent (static),
     * or NULL to send it. */
    const char *(*bar)(const struct app *app, int64_t id);
};

/* app->batch is the running batch. It stays after the end, because a later reading can show the outcome of a
 * row. app->prepared is the batch of the open question. The message line shows the progress of the running
 * batch, such as "Enqueuing 11 projects: 3 sent, 5 refused". */
struct batch {
    bool active;
    const struct batch_ops *ops;
    struct batch_row *rows;   /* first the rows to send, in their order, then the rows that cannot be sent */
    size_t all, count;        /* number of rows, number of rows to send */
    size_t started;           /* number of rows that were sent or skipped */
    bool stopped;             /* no further row is sent */
    const char *why;          /* why the batch was stopped: "login expired"; NULL: by the operator */
    bool is_barred;           /* a row was skipped because of batch_ops.bar or another program's enqueue */
    int64_t act;              /* id of this batch in the store; 0: not recorded yet */
    char *tag;                /* the tag to be deleted; NULL: the operation is another one */
    struct param_set *params; /* parameters from the form; NULL: none */
    struct ledger ledger;     /* export: files written earlier; filled after the question is answered */
    bool overwrites;          /* export: existing files are replaced */
    const struct form *form;  /* the form that the batch is sent from; NULL: no form */
    const struct form_ops *draft_ops; /* whose draft is deleted once a call had an effect; or NULL */
    char *told;                       /* the progress line; NULL: not built yet */
    int64_t told_ms;                  /* monotonic: when the progress line was built */
    int64_t ended_ms;                 /* wall clock: when the batch ended; 0: it has not ended */
    uint64_t summary_said; /* said_count of the message with the summary; 0: no summary was shown */
};

/* Asks the operator and sends the form. For several projects, Yes closes the form. */
void batch_ask(struct app *app, struct app_form *form);
/* The answers to the question about the prepared batch. batch_go (Yes) sends the rows whose `text` is NULL.
 * batch_refused (No) drops the batch. */
void batch_go(struct app *app, int64_t id);
void batch_refused(struct app *app, int64_t id);
/* Asks the operator and deletes a tag from the marked projects. tag "": first asks for the tag. */
void batch_delete_tag(struct app *app, const char *tag);
/* Returns the first marked project that the running batch is sending or will send. 0: none. With no marks,
 * checks only the project at hand. */
int64_t batch_being_sent(const struct app *app);
/* For the key bar: true if a marked project can be sent or exported. With no marks, checks the project in the
 * details. */
bool batch_can_send(const struct app *app);
bool batch_can_export(const struct app *app);
/* Call when a reading shows the outcome of a call whose answer was lost. True: the summary of the batch
 * contains this outcome, so the caller need not show it. */
bool batch_settle(struct app *app, int64_t id, enum write_outcome came);
/* Stops the sending. Calls under way continue. why: a static text; NULL: the operator stopped the batch. */
void batch_stop(struct app *app, const char *why);
/* Stops the sending and cancels the calls under way. Their answers still count. */
void batch_cancel(struct app *app);
/* Returns how many projects of the running batch were not sent. ids: gets their ids, in order; or NULL. */
size_t batch_unsent(const struct app *app, int64_t *ids);

/* Reason of a row that was not sent because another program enqueued the project first. */
#define BATCH_MEANWHILE "enqueued meanwhile"

#endif
