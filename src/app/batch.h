/* A batch: one operation on the marked projects. It has one question, a few calls at a time, and an outcome
 * for each project. Only one batch runs at a time; a second one is refused. */
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
    BATCH_LEFT, /* not sent: the row waits or cannot be sent, or the batch was stopped */
    BATCH_RUNNING,
    BATCH_DONE,
    BATCH_FAILED,
    BATCH_UNKNOWN, /* no answer: the call may have taken effect; not counted as a failure */
    BATCH_OUTCOMES
};

struct batch_row {
    int64_t id;
    enum batch_outcome outcome;
    enum error_kind kind; /* why the call failed */
    int status;           /* HTTP status if the server gave a reason, else 0 */
    char *text;           /* why it failed or was not sent, in the server's words, else steno's; NULL: none */
    int64_t bytes;        /* size of the exported file */
    bool is_kept;         /* the outcome is saved in the store */
    int64_t asked_row;    /* the user agreed to ignore open enqueues up to this store row; 0: none */
};

/* What a batch does: one constant for each operation, in the file of its topic. Functions may be NULL,
 * except where their comment says "never NULL". */
struct batch_ops {
    enum endpoint_id op;
    const char *verb;    /* "Enqueue", the first word of the questions */
    const char *running; /* "Enqueuing" */
    const char *past;    /* "Enqueued" */
    const char *noun;    /* "Deletion", as in "Deletion of 3 projects", "Deletion of the tag "x" from 3" */
    /* Sets in `call` what only this operation needs. The id and version of the project and the parameters of
     * the form are set already. Never NULL. */
    void (*fill)(struct app *app, struct call *call);
    app_call_reply *took;   /* called when a call succeeded; never NULL */
    app_call_reply *failed; /* called when a call failed and the outcome was saved */
    /* Asks the operator if necessary, then sends the form of one project or, if `form` is NULL, the
     * prepared batch. refused: why an earlier try was not sent (the question says so); NULL: this is the
     * first try. */
    void (*ask)(struct app *app, struct app_form *form, const struct call_result *refused);
    /* Called before each call of a batch of several projects. Returns why the call must not be sent (a static
     * text), or NULL to send it. */
    const char *(*bar)(const struct app *app, int64_t id);
};

/* app->batch is the running batch. It stays there after its end, because a later reading may still show the
 * outcome of a row. app->prepared is the batch that the open question is about. While a batch runs, the
 * message line shows its progress, updated once a second: "Enqueuing 11 projects: 3 sent, 5 refused",
 * "Exporting 3 projects: 1 done, now 7 Evening news, 310 of 462 kB". */
struct batch {
    bool active;
    const struct batch_ops *ops;
    struct batch_row *rows;   /* first the rows to be sent, in the order of sending, then the others */
    size_t all, count;        /* all: number of rows; count: number of rows to be sent */
    size_t started;           /* number of rows that were sent or skipped so far */
    bool stopped;             /* nothing more is sent */
    const char *why;          /* why the batch was stopped: "login expired"; NULL: by the operator */
    bool is_barred;           /* a row was skipped because of batch_ops.bar or another program's enqueue */
    int64_t act;              /* id of this batch in the store; 0: not recorded yet */
    char *tag;                /* the tag to be deleted; NULL for other operations */
    struct param_set *params; /* parameters from the form; NULL: none */
    struct ledger ledger;     /* export: files written earlier; filled once the question is answered */
    bool overwrites;          /* export: existing files are replaced */
    const struct form *form;  /* the form that the batch is sent from; NULL: none */
    const struct form_ops *draft_ops; /* to delete the draft once a call may have had effect; or NULL */
    char *told;                       /* the progress line; NULL: not built yet */
    int64_t told_ms;                  /* monotonic: when the progress line was built */
    int64_t ended_ms;                 /* wall clock: when the batch ended; 0: not yet */
    uint64_t summary_said; /* number (said_count) of the message with the summary; 0: none was shown */
};

/* Asks, then sends the form for its project or projects. With several projects, Yes closes the form. */
void batch_ask(struct app *app, struct app_form *form);
/* The answers to the question about the prepared batch. Yes (batch_go) sends its rows, except those whose
 * `text` says why they cannot be sent. No (batch_refused) drops the batch. */
void batch_go(struct app *app, int64_t id);
void batch_refused(struct app *app, int64_t id);
/* Asks, then deletes a tag from the marked projects. tag "": a prompt asks for the tag first. */
void batch_delete_tag(struct app *app, const char *tag);
/* Looks at the marked projects or, without marks, at the project at hand. Returns the first of them that the
 * running batch is sending or will send; 0: none. */
int64_t batch_being_sent(const struct app *app);
/* For the key bar: true if a marked project (no marks: the one in the details) can be sent or exported. */
bool batch_can_send(const struct app *app);
bool batch_can_export(const struct app *app);
/* Call when a reading shows the outcome of a call whose answer was lost. Returns true if the caller need not
 * report the outcome: a summary tells it, now or when the running batch ends. */
bool batch_settle(struct app *app, int64_t id, enum write_outcome came);
/* Sends nothing more; calls under way continue. why: a static text; NULL: the operator stopped the batch. */
void batch_stop(struct app *app, const char *why);
/* Sends nothing more and cancels the calls under way; their answers still count. */
void batch_cancel(struct app *app);
/* Returns how many projects of the running batch were not sent. ids: gets their ids, in order; or NULL. */
size_t batch_unsent(const struct app *app, int64_t *ids);

/* Text of a row that was not sent because another program enqueued the project first. */
#define BATCH_MEANWHILE "enqueued meanwhile"

#endif
