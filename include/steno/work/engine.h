/* The engine: the screen's loop around somebody who takes events and wants effects, without a terminal.
 *
 * The screen turns what is typed into events, waits for the mailbox and the deadline, and shows the state.
 * Every effect is carried out here; the few that need a terminal are handed to the screen. One thread uses an
 * engine; what may take its time is done by workers, whose answers are mail.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_ENGINE_H
#define STENO_WORK_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/mem.h"
#include "steno/base/error.h"
#include "steno/core/call.h"
#include "steno/core/settings.h"

struct app_input;
struct mailbox;
struct workers;

/* Who decides: a turn for each event. */
struct engine_user {
    void *self;
    void (*handle)(void *self, const struct event *event, int64_t now_ms, struct effects *effects);
};

enum finish_wish {
    FINISH_WAIT,
    FINISH_LEAVE, /* q was typed */
    FINISH_GIVE_UP
};

/* What only a terminal can do. Each function is called within a turn. */
struct terminal_ops {
    void *context;
    bool (*copy)(void *context, const char *text,
                 struct error *err);                /* no program copies: by the terminal itself */
    const char *copied;                             /* what to say when that went well */
    void (*send)(void *context, const char *bytes); /* the bell */
    void (*suspend)(void *context);                 /* stop as ^Z does; returns after fg */
    void (*repaint)(void *context);                 /* what is shown is to be shown anew */
    void (*show)(void *context);                    /* while the end waits: what was said is to be seen */
    enum finish_wish (*typed)(void *context);       /* while the end waits: something was */
};

struct engine {
    struct engine_user user;
    bool has_news;       /* events came since the screen last drew, which clears it */
    int64_t deadline_ms; /* monotonic; EVENT_TICK is due then, INT64_MAX for never */
    bool quit;           /* the user has ended, */
    int code;            /* with this exit code, */
    int signal;          /* by this signal, 0 for none, */
    bool gone;           /* and the terminal hung up */

    /* its own */
    const struct settings *settings;
    const struct terminal_ops *terminal;
    char *url; /* of the session: a login may be to another server than that of the settings */
    struct mailbox *box;
    struct workers *workers;
    bool is_started;
    bool has_ended;         /* the workers were stopped */
    struct effects waiting; /* until it is started */
    char **hooks;           /* "12 (Completed)": those that have not ended, in the order in which they run */
    size_t hook_count;
    struct buffer last_words; /* lines for standard error after the end */
};

/* Settings and terminal are borrowed. What turns want before engine_start waits for it, so that the first
 * picture is shown at once. False with a sentence; engine_stop all the same. */
bool engine_init(struct engine *engine, const struct settings *settings, const struct engine_user *user,
                 const struct terminal_ops *terminal, struct error *err);

/* Carries out what waits, and from now on at once. */
void engine_start(struct engine *engine);

#define ENGINE_INPUT    (1u << 0) /* the terminal may have something to read */
#define ENGINE_MAIL     (1u << 1)
#define ENGINE_SIGNAL   (1u << 2)
#define ENGINE_DEADLINE (1u << 3)
#define ENGINE_HANGUP   (1u << 4) /* the terminal hung up */

/* The one wait of the program: until one of them is there. deadline_ms is monotonic and absolute, INT64_MAX
 * for none; a descriptor of -1 is not waited for. A wait that was interrupted counts as ENGINE_INPUT: looking
 * costs nothing. */
unsigned engine_wait(int tty_fd, int mail_fd, int signal_fd, int64_t deadline_ms);

/* Readable while mail waits. */
int engine_fd(const struct engine *engine);

/* One turn of the user with all that it wants done. event->wall_ms is filled here. */
void engine_event(struct engine *engine, struct event *event);

/* A turn with what was typed or chosen. */
void engine_input(struct engine *engine, const struct app_input *input);

/* Stops as ^Z does, by the terminal, and goes on afterwards. */
void engine_suspend(struct engine *engine);

/* A turn for each letter that waits: for 64 of them, or as many as 5 ms are enough for, so that keys are
 * looked at however fast they come. True where there may be more. */
bool engine_mail(struct engine *engine);

/* A turn when the deadline has come. */
void engine_tick(struct engine *engine);

/* The end is near and cannot be refused: drafts are saved. `sig` may be 0. */
void engine_end(struct engine *engine, int sig, bool gone);

/* The wait at the end, after `quit`, for hooks that were started: as long as each may take; after half a
 * second a word says so. A q that was typed after that ends it, a signal and ^C do at once. */
void engine_finish(struct engine *engine, int tty_fd);

/* Ends the workers, hands the answers that have come to the user, and begins nothing more. Then says on
 * standard error what was not kept and which hooks were not run, once the terminal is its owner's again, to
 * whoever is still there to read it. Returns the exit code, or the signal as a negative number. */
int engine_report(struct engine *engine);

/* Ends the workers in the same way, so the user still lives, and frees everything but what a thread that
 * hangs still uses. */
void engine_stop(struct engine *engine);

/* Ends the program: as exit() does, or at once where a thread was left hanging. */
_Noreturn void engine_exit(int code);

#endif
