/* Workers are threads for slow work: calls to the server, exports to files, hooks, copy commands and token
 * commands. Workers answer by mail. At most `connections` calls, one program and one token command run at
 * once. Jobs of one kind start in the order of their submission.
 *
 * Each call ends with exactly one MAIL_CALL. The error of a cancelled call is ERROR_CANCELLED. If the server
 * refuses a timed read (call->timed) with 429 or 401, all waiting timed reads of the session end unsent, that
 * is with `is_unsent`. Timed reads submitted before the mail about the refusal has come end unsent too. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_WORKERS_H
#define STENO_WORK_WORKERS_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/api/request.h"
#include "steno/core/write.h"
#include "steno/core/settings.h"

enum mail_kind {
    MAIL_CALL,     /* call: the result of a call */
    MAIL_PROGRESS, /* progress: bytes of an export, or a wait before a retry */
    MAIL_TOKEN,    /* secret: the token; NULL: there is no token. text: why the command failed, or NULL */
    MAIL_NOTICE,   /* text: a message for the operator */
    MAIL_PROGRAM,  /* text: name of a hook that was never started; NULL: a hook ended */
    MAIL_COPY      /* text: for the terminal to copy, because the copy program failed */
};

/* A mail owns its contents. */
struct mail {
    enum mail_kind kind;
    struct call_result *call;
    struct call_progress progress;
    char *text;
    char *secret; /* wiped when freed */
    bool good;    /* false: the notice is about a failure */
};

struct workers;

struct workers *workers_new(int connections, struct error *err);

/* Cancels all calls and drops waiting hooks. Other waiting programs still run. Waits at most limit_ms for the
 * end of all threads. False: a thread is stuck in a resolver or on a disk. In this case free nothing, and end
 * the program by _exit(). */
bool workers_stop(struct workers *workers, int limit_ms);
void workers_free(struct workers *workers); /* only after workers_stop returned true */

/* Returns a descriptor that is readable while mail waits. Use it only with poll(). */
int workers_fd(const struct workers *workers);
/* Moves the oldest mail to *mail; false: there is no mail. */
bool workers_take(struct workers *workers, struct mail *mail);
void mail_clear(struct mail *mail);
/* Adds mail to the queue. Any thread can call this function. The queue takes over the contents: *mail is
 * then empty. A new byte count of a call replaces an older byte count in the queue. */
void workers_post(struct workers *workers, struct mail *mail);

/* Sets server, token and limits for later calls. Copies everything. */
void workers_set_session(struct workers *workers, const struct api_config *config);

/* Queues a call. The workers take over the call. */
void workers_call(struct workers *workers, struct call *call);

/* Cancels the waiting or running call with this serial number; 0: all calls. False: there is no such call.
 * Perhaps the server has already done a cancelled write. */
bool workers_cancel(struct workers *workers, uint64_t serial);

struct program {
    char **argv;        /* NULL-ended */
    char **env;         /* additional environment variables, "NAME=value", NULL-ended; or NULL */
    char *input;        /* text for standard input, or NULL */
    char *done;         /* notice after success; NULL: none */
    const char *failed; /* start of the notice after a failure; not freed; NULL: only the error */
    bool copy_else;     /* after a failure, MAIL_COPY with `input` comes in place of the notice */
    char *name;         /* name of a hook, which ends with a MAIL_PROGRAM; NULL: not a hook */
    int limit_ms;
};

/* Queues a program. The workers take over all members; *program becomes zero. */
void workers_program(struct workers *workers, struct program *program);

/* Calls config_read_token() in a thread, with these arguments. The answer is a MAIL_TOKEN. */
void workers_read_token(struct workers *workers, const char *profile, const char *url, const char *email,
                        const char *command);

/* --- programs of the operator --- */

#define COPY_OSC_MAX 74994 /* most bytes of a text for OSC 52: terminals cut base64 at 100,000 bytes */

/* Returns the escape sequence OSC 52, which makes a terminal copy the text. Inside tmux, the sequence is
 * wrapped for tmux. NULL: the text is too long. Caller frees. */
char *copy_osc52(const char *text);

/* Fills in the program that copies the text: copy_command, or inside tmux the program tmux. program->argv
 * NULL: there is no program, and the terminal must copy. False: copy_command has bad syntax. */
bool copy_program(const struct settings *settings, const char *text, struct program *program,
                  struct error *err);

#define NOTIFY_HOOK_LIMIT_MS 10000

struct notify_change {
    int64_t id;
    const char *from, *to, *name; /* cleaned */
    const char *url;              /* the server's address; NULL: the one in the settings */
};

/* Makes the hook's arguments and environment. The arguments are the words of the setting, with {id} replaced.
 * The environment is STENO_ID, STENO_FROM, STENO_STATE, STENO_NAME, STENO_PROFILE and STENO_URL. Both are
 * NULL-ended; free both with spawn_argv_free. Texts from the server are never arguments, because a text
 * with "-" at its begin could become an option. False: bad syntax. True with *argv NULL: no hook is set. */
bool notify_hook(const struct settings *settings, const struct notify_change *change, char ***argv,
                 char ***env, struct error *err);

#endif
