/* Workers: threads for slow work, that is calls to the server, exports to files, hooks, copy commands and
 * token commands. They report by mail.
 * Threads are started when they are needed. At most `connections` calls, one program and one token command
 * run at once: programs and calls do not wait for each other. Jobs of one kind start in the order of their
 * submission.
 * Every call ends with exactly one MAIL_CALL; a cancelled call has ERROR_CANCELLED. If the server refuses a
 * timed read (call->timed) with 429 or 401, all timed reads that wait in its session end unsent
 * (`is_unsent`). A timed read that is submitted before this refusal has arrived by mail ends unsent too. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_WORKERS_H
#define STENO_WORK_WORKERS_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/api/request.h"
#include "steno/core/write.h"
#include "steno/core/settings.h"

enum mail_kind {
    MAIL_CALL,     /* call: an API operation ended */
    MAIL_PROGRESS, /* progress: bytes of an export, or a wait before a retry */
    MAIL_TOKEN,    /* secret: the token that the command printed; NULL: the command failed, `text` says why */
    MAIL_NOTICE,   /* text: a message for the operator */
    MAIL_PROGRAM,  /* a hook ended (text NULL), or was never started (text: its name) */
    MAIL_COPY      /* text: the copy program failed, so the terminal must copy this text */
};

/* A mail owns its contents. */
struct mail {
    enum mail_kind kind;
    struct call_result *call;
    struct call_progress progress;
    char *text;
    char *secret; /* wiped when it is freed */
    bool good;    /* false: the notice reports a failure */
};

struct workers;

struct workers *workers_new(int connections, struct error *err);

/* Cancels all calls, drops waiting hooks, runs other waiting programs, and waits at most limit_ms for the end
 * of all threads. False: a thread is stuck in a resolver or on a disk. Then free nothing and end the program
 * by _exit(). */
bool workers_stop(struct workers *workers, int limit_ms);
void workers_free(struct workers *workers); /* only after workers_stop returned true */

/* Returns a descriptor that is readable while mail waits. Use it only with poll(). */
int workers_fd(const struct workers *workers);
/* Moves the oldest mail to *mail; false when no mail waits. */
bool workers_take(struct workers *workers, struct mail *mail);
void mail_clear(struct mail *mail);
/* Adds mail to the queue; any thread may call this. Afterwards *mail is empty: the queue owns its contents.
 * To keep the queue short, a new byte count of a call replaces an older one that still waits. */
void workers_post(struct workers *workers, struct mail *mail);

/* Sets server, token and limits for later calls. Copies everything. */
void workers_set_session(struct workers *workers, const struct api_config *config);

/* Queues a call. The workers then own it. */
void workers_call(struct workers *workers, struct call *call);

/* Cancels the call with this serial number (0: all calls), whether it waits or runs. False: there is no such
 * call. If a write is cancelled, the server may have done it. */
bool workers_cancel(struct workers *workers, uint64_t serial);

struct program {
    char **argv;        /* NULL-ended */
    char **env;         /* "NAME=value" to add to our environment, NULL-ended, or NULL */
    char *input;        /* text for its standard input, or NULL */
    char *done;         /* notice after success; NULL: none */
    const char *failed; /* start of the notice after a failure; NULL: only the error is shown; not freed */
    bool copy_else;     /* if the program fails, post `input` as MAIL_COPY, and no notice */
    char *name;         /* name of a hook, whose end MAIL_PROGRAM reports; NULL: not a hook */
    int limit_ms;
};

/* Runs a program. The workers then own all members; *program is zeroed. */
void workers_program(struct workers *workers, struct program *program);

/* Runs the command that prints the token of a profile for this address and email. Answers by MAIL_TOKEN. */
void workers_read_token(struct workers *workers, const char *profile, const char *url, const char *email,
                        const char *command);

/* --- programs of the operator --- */

#define COPY_OSC_MAX 74994 /* largest text for OSC 52: terminals cut base64 at 100,000 bytes */

/* Returns the escape sequence that makes a terminal copy the text (OSC 52), wrapped for tmux if we run in it.
 * NULL when the text is too long. Caller frees. */
char *copy_osc52(const char *text);

/* Fills in the program that copies the text: copy_command, or tmux if we run in it. If program->argv is NULL,
 * the terminal must copy. False if copy_command cannot be split. */
bool copy_program(const struct settings *settings, const char *text, struct program *program,
                  struct error *err);

#define NOTIFY_HOOK_LIMIT_MS 10000

struct notify_change {
    int64_t id;
    const char *from, *to, *name; /* cleaned */
    const char *url;              /* the server's address; NULL: the one in the settings */
};

/* Makes the hook's arguments, which are the words of the setting with each {id} replaced, and its
 * environment: STENO_ID, STENO_FROM, STENO_STATE, STENO_NAME, STENO_PROFILE and STENO_URL. Both are
 * NULL-ended; free them with spawn_argv_free. The server's texts are never arguments: a text that begins with
 * "-" could be taken for an option. False: a bad command, see err. True with *argv NULL: no hook is set. */
bool notify_hook(const struct settings *settings, const struct notify_change *change, char ***argv,
                 char ***env, struct error *err);

#endif
