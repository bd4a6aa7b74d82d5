/* Workers: threads for all that may take its time. Calls of the server, exports to files, hooks and copy
 * commands, the command of a token; and the mail in which they tell how that ended.
 *
 * A thread is started when there is a job for it. As many calls are under way as there are connections, and
 * beside them one job of each other kind: no program takes the place of a call, and none waits for calls.
 * Jobs of one kind begin in their order.
 *
 * Every call ends in exactly one MAIL_CALL, cancelled ones with ERROR_CANCELLED. Where a read of the refresh
 * machine is refused for now (429) or for its token (401), those of the same session that wait end with it,
 * `is_unsent`, and so do those that are submitted before the refusal was heard of.
 */
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
    MAIL_PROGRESS, /* progress: an export goes on, or a retry waits */
    MAIL_TOKEN,    /* secret: what a token's command has printed; NULL: nothing, for the reason in `text` */
    MAIL_NOTICE,   /* text: a sentence for the operator, said once */
    MAIL_PROGRAM,  /* a program with a name has ended; text: its name, if the end came before it ran */
    MAIL_COPY      /* text: to be copied by the terminal, because a program could not */
};

/* Owns its contents. */
struct mail {
    enum mail_kind kind;
    struct call_result *call;
    struct call_progress progress;
    char *text;
    char *secret; /* wiped */
    bool good;    /* the notice tells of no failure */
};

struct workers;

struct workers *workers_new(int connections, struct error *err);

/* Cancels all calls, lets a copy that waits run and drops programs with a name, and waits until every thread
 * has ended, at most limit_ms. False: one hangs, in a resolver or on a disk. Then nothing may be freed, and
 * the program ends by _exit(). */
bool workers_stop(struct workers *workers, int limit_ms);
void workers_free(struct workers *workers); /* once they have stopped */

/* Readable while mail waits. For poll(); never read it. */
int workers_fd(const struct workers *workers);
/* Fills *mail with the oldest; false when none waits. */
bool workers_take(struct workers *workers, struct mail *mail);
void mail_clear(struct mail *mail);
/* Any thread posts. Takes the contents over and empties the mail. Byte counts of one call that nobody has
 * taken yet are replaced: the queue stays short. */
void workers_post(struct workers *workers, struct mail *mail);

/* Server, token and limits for the calls submitted from now on; everything is copied. */
void workers_set_session(struct workers *workers, const struct api_config *config);

/* Takes the call over. */
void workers_call(struct workers *workers, struct call *call);

/* Ends a waiting or running call at once, all of them for 0; false when there is none. Calls that are writes
 * may have been done. */
bool workers_cancel(struct workers *workers, uint64_t serial);

struct program {
    char **argv;        /* NULL-ended */
    char **env;         /* "NAME=value" beside our own, NULL-ended, or NULL */
    char *input;        /* for its standard input, or NULL */
    char *done;         /* notice when it ended well, or NULL: nothing is said */
    const char *failed; /* what to say before the reason when it did not, or NULL; not freed */
    bool copy_else;     /* when it fails, `input` goes back as MAIL_COPY for the terminal to copy */
    char *name;         /* MAIL_PROGRAM follows, whatever was said; NULL: none does */
    int limit_ms;
};

/* Takes all members over; how it ended is a MAIL_NOTICE. */
void workers_program(struct workers *workers, struct program *program);

/* Has a command print the token of a profile for this address and login; MAIL_TOKEN. */
void workers_read_token(struct workers *workers, const char *profile, const char *url, const char *email,
                        const char *command);

/* --- programs of the operator --- */

#define COPY_OSC_MAX 74994 /* bytes of text that OSC 52 may carry: terminals cut at 100,000 of base64 */

/* The sequence with which a terminal copies a text (OSC 52), wrapped for tmux where that is around us; NULL
 * when it is too long. Caller frees. */
char *copy_osc52(const char *text);

/* Fills the program that copies the text: copy_command, or tmux's buffer; program->argv NULL: the terminal
 * must do it. False on a bad copy_command. */
bool copy_program(const struct settings *settings, const char *text, struct program *program,
                  struct error *err);

#define NOTIFY_HOOK_LIMIT_MS 10000

struct notify_change {
    int64_t id;
    const char *from, *to, *name; /* cleaned */
    const char *url;              /* the server's address; NULL: that of the settings */
};

/* The words of the setting, with the id in place of each {id}, and the hook's environment: STENO_ID,
 * STENO_FROM, STENO_STATE, STENO_NAME, STENO_PROFILE and STENO_URL. Both NULL-ended, freed with
 * spawn_argv_free. Texts of the server are no arguments: a program would take one that begins with "-" for an
 * option. False with a sentence on a bad command, true with *argv NULL when no hook is set. */
bool notify_hook(const struct settings *settings, const struct notify_change *change, char ***argv,
                 char ***env, struct error *err);

#endif
