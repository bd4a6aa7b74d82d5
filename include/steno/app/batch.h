/* One action over the marked projects: asked once, a few at a time, and what became of each. */
#ifndef STENO_APP_BATCH_H
#define STENO_APP_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/client/calls.h"
#include "steno/core/batch_order.h"

struct app;
struct app_form;
struct app_project;
struct param_set;

/* What became of one of them, in the order in which a receipt lists them. */
enum batch_outcome {
    BATCH_FAILED,
    BATCH_UNKNOWN, /* it may have been done, and is no failure */
    BATCH_LEFT,    /* not sent: the batch was stopped before */
    BATCH_DONE,
    BATCH_SKIPPED, /* its file exists, and was kept as agreed */
    BATCH_RUNNING
};

struct batch_row {
    int64_t id;
    enum batch_outcome outcome;
    enum error_kind kind; /* why it failed, */
    char *text;           /* in a sentence; NULL where it did not */
    char *path;           /* export: the file written, or the one that exists; NULL for none */
    int64_t bytes;        /* export */
    int64_t asked_row;    /* of the open enqueue that was asked about; 0 for none */
};

/* What becomes of files that exist: asked once before a batch, or said by its form. */
enum batch_existing { BATCH_ASK, BATCH_OVERWRITE, BATCH_SKIP };

/* What is done to each of the projects: one constant an action, in the file that owns it. A function that is
 * NULL has nothing to do. */
struct batch_ops {
    enum endpoint_id op;
    const char *verb;    /* "Enqueue": how questions begin */
    const char *running; /* "Enqueuing" */
    const char *past;    /* "Enqueued" */
    const char *noun;    /* "Enqueue": of 3 projects; a tag is named behind it */
    /* What the call needs beside the project's id and version and the parameters of the form. */
    void (*fill)(struct app *app, struct call *call);
    client_call_reply *took;                             /* it went well; never NULL but for a reading */
    client_call_reply *failed;                           /* it did not, which has been said already */
    bool (*is_again)(const struct app *app, int64_t id); /* would it be done a second time? */
    /* The file that would be written, where its name is certain before the answer; taken. NULL: none. */
    char *(*path)(struct app *app, int64_t id);
    /* What becomes of files that exist. */
    enum batch_existing (*existing)(const struct param_set *params);
    bool is_reading; /* no call of its own: each project is read again, as the refresh machine does */
};

/* What the running line says: taken at most once a second. */
struct batch_told {
    size_t done, failed;
    int64_t now;          /* the oldest one under way, 0 for none */
    int64_t bytes, total; /* of it; total -1 unknown */
};

/* The batch; there is one at a time. */
struct app_batch {
    bool active; /* it was confirmed, and is not over */
    const struct batch_ops *ops;
    struct batch_row *rows; /* in the order in which they are sent */
    struct batch order;
    size_t oldest;                /* all before this place have ended */
    size_t counts[BATCH_RUNNING]; /* of those that have ended, by outcome */
    char *tag;                    /* to be deleted; NULL for others */
    struct param_set *params;     /* of the form */
    enum batch_existing existing; /* export: as it was answered */
    uint64_t looking;             /* operation that looks which files exist; 0 for none */
    const struct form *form;      /* that it came from; NULL for none */
    struct batch_told told;
    int64_t told_ms;            /* monotonic; when that was taken */
    struct batch_receipt *last; /* of the last one that has ended; NULL for none */
};

/* A batch that has ended; its rows by outcome. */
struct batch_receipt {
    uint64_t number; /* no other one has it */
    const struct batch_ops *ops;
    struct batch_row *rows;
    size_t count;
    size_t counts[BATCH_RUNNING];
    bool stopped;
    int64_t ended_ms; /* wall clock */
    char *tag;
    struct param_set *params;
};

/* How far the batch is, in so many cells: "Exporting 3 marked: 1 done, now 7 Evening news, 310 of 462 kB". */
void app_batch_text(const struct app *app, char *out, size_t size, int cells);
/* "Export of 3 projects, 19:11: 2 done, 1 failed and still marked"; shorter where it would not fit. */
void app_batch_heading(const struct app *app, const struct batch_receipt *receipt, char *out, size_t size,
                       int cells);
/* Asks before a form is sent for all its projects; on Yes the form closes. */
void app_batch_ask(struct app *app, struct app_form *form, const struct batch_ops *ops);
/* Deletes a tag of the marked projects, after a question; asks for the tag where it is "". */
void app_batch_delete_tag(struct app *app, const char *tag);
/* Reads the marked projects again. */
void app_batch_refresh(struct app *app);
/* Asks before those of the last batch that failed are done again; `overwrite`: those whose file exists. False
 * when there are none. */
bool app_batch_ask_again(struct app *app, bool overwrite);
/* Is a row of a receipt one of them? */
bool batch_row_is_again(const struct batch_row *row, bool overwrite);
/* Sends what may be sent by now; at the end of a turn. */
/* When the running line is due to say more. */
int64_t app_batch_deadline(const struct app *app);
/* Sends no more of it. What is in progress goes on. */
void app_batch_stop(struct app *app);
/* Sends no more, and cancels what is in progress; its answers still count. */
void app_batch_cancel(struct app *app);
/* Forgets the batch, or, of app_free, the receipt too. */
void app_batch_free(struct app *app);
/* Those of a batch under way of which nothing was sent, in their order: how many; `ids`, where it is not
 * NULL, has room for all of the batch. */
size_t app_batch_unsent(const struct app *app, int64_t *ids);
/* The call that ^C would cancel: the newest that somebody asked for; NULL without one, or while ^C stops a
 * batch. */
const struct client_call *app_call_to_cancel(const struct app *app);
/* That call, where it is worth a word: a quiet read is when it has not been answered for APP_CALL_QUIET_MS.
 */
#define APP_CALL_QUIET_MS 1000
const struct client_call *app_call_in_sight(const struct app *app);

#endif
