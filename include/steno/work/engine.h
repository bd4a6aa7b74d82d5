/* The engine: workers, store and programs around somebody who takes events and wants effects, and no
 * terminal.
 *
 * The screen and subcommands that wait or send to many projects run on it: they
 * turn what is typed into events, wait for the mailbox and the deadline, and show
 * the state.  Every effect is carried out here; the few that need a terminal are
 * handed to the front end.  One thread uses an engine.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_ENGINE_H
#define STENO_WORK_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "steno/base/error.h"
#include "steno/core/effect.h"
#include "steno/core/event.h"
#include "steno/core/settings.h"

struct api_workers;
struct hooks;
struct mailbox;
struct outbox;
struct programs;
struct store_worker;

/* Who decides: a turn for each event. Nothing else is known here of what stands above. */
struct engine_user {
    void *self;
    void (*handle)(void *self, const struct event *event, int64_t now_ms, struct effects *effects);
};

enum finish_wish {
    FINISH_WAIT,
    FINISH_LEAVE, /* q was typed: what is saved is waited for all the same */
    FINISH_HURRY, /* the end was ordered by a signal: little time is left */
    FINISH_GIVE_UP
};

/* What only a terminal can do, and what is its front end's way. Each function is called within a turn; one
 * that no effect of the user wants may be NULL. */
struct terminal_ops {
    void *context;
    bool (*copy)(void *context, const char *text,
                 struct error *err);                /* no program copies: by the terminal itself */
    const char *copied;                             /* what to say when that went well */
    void (*send)(void *context, const char *bytes); /* BEL and OSC of a notice, as the settings want */
    void (*suspend)(void *context);                 /* stop as ^Z does; returns after fg */
    void (*repaint)(void *context);                 /* what is shown is to be shown anew */
    void (*turned)(void *context);                  /* a turn has ended; may be NULL */
    bool needs_store;                               /* it does not start without one */
    void (*show)(void *context); /* while the end waits: what was said is to be seen; may be NULL */
    enum finish_wish (*typed)(void *context); /* while the end waits: something was */
};

struct engine {
    struct engine_user user;
    unsigned dirty;       /* what changed since the front end last looked: the user's bits, cleared by it */
    int64_t deadline_ms;  /* monotonic; EVENT_TICK is due then, INT64_MAX for never */
    bool quit;            /* the user has ended, */
    int code;             /* with this exit code, */
    int signal;           /* by this signal, 0 for none, */
    bool gone;            /* and nobody is there any more */
    size_t store_waiting; /* operations of the store without an answer yet, */
    size_t saves_waiting; /* those among them that save something */

    /* its own */
    const struct settings *settings;
    const struct terminal_ops *terminal;
    char *url; /* of the session: a login may be to another server than that of the settings */
    struct mailbox *box;
    struct api_workers *workers;
    struct store_worker *store;
    struct programs *programs;
    struct effects waiting; /* those that need workers, until they stand */
    struct hooks *hooks;
    struct stat login_file;   /* the file of the logins when it was last looked at; zeroed: there was none, or
                                 it could not be read */
    struct buffer last_words; /* lines for standard error after the end */
};

/* Makes the mailbox. Settings and terminal are borrowed. What turns want before engine_start waits for it,
 * operations for an open store excepted, so that the first one can be shown at once. False with a sentence;
 * engine_stop all the same. */
bool engine_init(struct engine *engine, const struct settings *settings, const struct engine_user *user,
                 const struct terminal_ops *terminal, struct error *err);

/* Starts the store alone, so that it opens its file while the terminal is prepared. engine_start does it
 * otherwise. */
bool engine_open(struct engine *engine, struct error *err);

/* Starts the workers and carries out what waits. */
bool engine_start(struct engine *engine, struct error *err);

/* Readable while mail waits. */
int engine_fd(const struct engine *engine);

/* One turn of the user with all that it wants done. event->wall_ms is filled here. */
void engine_event(struct engine *engine, struct event *event);

/* A turn with what was typed or chosen. */
void engine_input(struct engine *engine, const struct app_input *input);

/* Stops as ^Z does, by the front end, and goes on afterwards. */
void engine_suspend(struct engine *engine);

/* A turn for each letter that waits: for 64 of them, or as many as 5 ms are enough for, so that keys are
 * looked at however fast they come. True where there may be more. */
bool engine_mail(struct engine *engine);

/* A turn when the deadline has come. */
void engine_tick(struct engine *engine);

/* The end is near and cannot be refused: drafts are saved. `sig` may be 0. */
void engine_end(struct engine *engine, int sig, bool gone);

/* The wait at the end, after `quit`: what was handed to the store is answered, and hooks have run, before the
 * program goes.
 *
 * As long as one operation may take, and again after each that went well; after half a
 * second a word says what is waited for.  A second q does not wait for hooks.  `tty_fd`: -1 where nobody
 * types. */
void engine_finish(struct engine *engine, int tty_fd);

/* Says on standard error what was not kept and which hooks were not run, once the terminal is its owner's
 * again, to whoever is still there to read it. Returns the exit code, or the signal as a negative number. */
int engine_report(struct engine *engine);

/* Ends workers and store within a second, whatever they hang in, and frees everything. */
void engine_stop(struct engine *engine);

#endif
