/* The engine passes events to its user (the application) and carries out the effects that the user wants. One
 * event with its effects is a turn.
 * The screen makes events of keys, waits for mail and the deadline, and draws. An effect that needs a
 * terminal calls a function of the screen (struct terminal_ops). Workers do slow work and answer by mail.
 * Only one thread uses an engine. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_ENGINE_H
#define STENO_WORK_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/mem.h"
#include "steno/base/error.h"
#include "steno/core/settings.h"
#include "steno/core/write.h"

struct app_input;
struct workers;

/* Handles every event and returns effects. The engine knows nothing else about its user. */
struct engine_user {
    void *self;
    void (*handle)(void *self, const struct event *event, int64_t now_ms, struct effects *effects);
};

enum finish_wish {
    FINISH_WAIT,
    FINISH_LEAVE, /* q was typed */
    FINISH_GIVE_UP
};

struct terminal_ops {
    void *context;
    bool (*copy)(void *context, const char *text,
                 struct error *err); /* asks the terminal to copy; called if no program can copy */
    const char *copied;              /* message after a successful copy */
    void (*send)(void *context, const char *bytes); /* sends bytes to the terminal, such as the bell */
    void (*suspend)(void *context);                 /* stops the program as ^Z does; returns after fg */
    void (*repaint)(void *context);                 /* sends the whole screen again */
    void (*show)(void *context);                    /* draws while engine_finish waits */
    enum finish_wish (*typed)(void *context);       /* reads keys while engine_finish waits */
};

struct engine {
    struct engine_user user;
    bool has_news;       /* true after an event; the screen clears it when it draws */
    int64_t deadline_ms; /* time of the next EVENT_TICK, monotonic; INT64_MAX: none */
    bool quit;           /* the program must end */
    int code;            /* exit code */
    int signal;          /* signal that ends the program, 0: none */
    bool gone;           /* the terminal hung up */

    /* private */
    const struct settings *settings;
    const struct terminal_ops *terminal;
    char *url; /* address of the server in use; after a login it may differ from the settings */
    struct workers *workers;
    bool is_started;
    struct effects waiting;  /* effects that came before engine_start */
    size_t hook_count;       /* number of hooks that wait or run */
    struct buffer end_lines; /* lines that engine_stop prints to standard error */
};

/* Settings and terminal are not copied and must outlive the engine. Effects that come before engine_start are
 * kept until then, so that the first screen is drawn at once. On a failure returns false and fills err; call
 * engine_stop even then. */
bool engine_init(struct engine *engine, const struct settings *settings, const struct engine_user *user,
                 const struct terminal_ops *terminal, struct error *err);

/* Carries out the effects that were kept since engine_init. Later effects are carried out at once. */
void engine_start(struct engine *engine);

#define ENGINE_INPUT    (1u << 0) /* the terminal may have something to read */
#define ENGINE_MAIL     (1u << 1)
#define ENGINE_SIGNAL   (1u << 2)
#define ENGINE_DEADLINE (1u << 3)
#define ENGINE_HANGUP   (1u << 4)

/* Waits for input, mail, a signal, a hangup or the deadline; returns the bits of all that came. The main loop
 * waits nowhere else. deadline_ms is monotonic; INT64_MAX: none. A descriptor of -1 is ignored. If a signal
 * interrupts the wait, ENGINE_INPUT is set too, which is harmless. */
unsigned engine_wait(int tty_fd, int mail_fd, int signal_fd, int64_t deadline_ms);

/* Returns a descriptor that is readable while mail waits. */
int engine_fd(const struct engine *engine);

/* Makes a turn: engine->user handles the event, then the effects are carried out. Fills event->wall_ms. */
void engine_event(struct engine *engine, struct event *event);

/* Makes a turn for a key, or for a choice in a menu. */
void engine_input(struct engine *engine, const struct app_input *input);

/* Stops the program as ^Z does. After fg, makes a turn with EVENT_RESUMED. */
void engine_suspend(struct engine *engine);

/* Makes a turn for each waiting mail, for at most 64 mails and about 5 ms, so that keys are handled even if
 * mails come fast. True if more mail may wait. */
bool engine_mail(struct engine *engine);

/* Makes a turn with EVENT_TICK if its time has come. */
void engine_tick(struct engine *engine);

/* Ends the program without asking the operator; drafts are saved. `sig`: the signal that ends the program, or
 * 0. `gone`: the terminal hung up. */
void engine_end(struct engine *engine, int sig, bool gone);

/* Call when `quit` is set. Waits for hooks that were started, for each at most its time limit. After half a
 * second a message tells of the wait; from then on q ends it. A signal or ^C ends the wait at any time. */
void engine_finish(struct engine *engine, int tty_fd);

/* Stops the workers, and passes the answers that arrived to engine->user, which must still exist. Starts
 * nothing new. Then prints on standard error what was not saved and which hooks did not run, unless the
 * terminal hung up. Call after the terminal is restored. Frees everything except the data of a stuck thread.
 * Returns the exit code, or the signal as a negative number. */
int engine_stop(struct engine *engine);

/* Ends the program by exit(), or by _exit() if a thread is stuck. */
_Noreturn void engine_exit(int code);

#endif
