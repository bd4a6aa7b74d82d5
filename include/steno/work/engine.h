/* The engine passes events to its user, the application, and carries out the effects that the user wants. One
 * event with its effects is a turn.
 * The screen turns keys into events, waits for mail and the deadline, and draws. For an effect on the
 * terminal, the engine calls a function of the screen (struct terminal_ops). Workers do slow work and answer
 * by mail. Only one thread can use an engine. */
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
                 struct error *err); /* lets the terminal copy; called if no program can copy */
    const char *copied;              /* message after a successful copy */
    void (*send)(void *context, const char *bytes); /* sends bytes to the terminal, such as the bell */
    void (*suspend)(void *context);           /* stops the program as ^Z does; returns after the shell's fg */
    void (*repaint)(void *context);           /* sends the whole screen again */
    void (*show)(void *context);              /* draws while engine_finish waits */
    enum finish_wish (*typed)(void *context); /* reads keys while engine_finish waits */
};

struct engine {
    struct engine_user user;
    bool has_news;       /* true: an event came after the screen was drawn */
    int64_t deadline_ms; /* time of the next EVENT_TICK, monotonic; INT64_MAX: never */
    bool quit;           /* the program must end */
    int code;            /* exit code */
    int signal;          /* signal that ends the program; 0: none */
    bool gone;           /* the terminal hung up */

    /* private */
    const struct settings *settings;
    const struct terminal_ops *terminal;
    char *url; /* address of the server in use; after a login not always the address in the settings */
    struct workers *workers;
    bool is_started;
    struct effects waiting;  /* effects that came before engine_start */
    size_t hook_count;       /* number of hooks that wait or run */
    struct buffer end_lines; /* lines that engine_stop prints to standard error */
};

/* `settings` and `terminal` must outlive the engine. Effects that come before engine_start() are kept, so
 * that the first screen is drawn at once. Call engine_stop() even if engine_init() fails. */
bool engine_init(struct engine *engine, const struct settings *settings, const struct engine_user *user,
                 const struct terminal_ops *terminal, struct error *err);

/* Carries out the effects that were kept since engine_init. Later effects are carried out at once. */
void engine_start(struct engine *engine);

#define ENGINE_INPUT    (1u << 0) /* perhaps the terminal has input */
#define ENGINE_MAIL     (1u << 1)
#define ENGINE_SIGNAL   (1u << 2)
#define ENGINE_DEADLINE (1u << 3)
#define ENGINE_HANGUP   (1u << 4)

/* Waits for input, mail, a signal, a hangup or the deadline. Returns the bits of all that came. deadline_ms
 * is monotonic; INT64_MAX: no deadline. A descriptor of -1 is ignored. If a signal interrupts poll(),
 * ENGINE_INPUT is set even if there is no input. */
unsigned engine_wait(int tty_fd, int mail_fd, int signal_fd, int64_t deadline_ms);

/* Returns a descriptor that is readable while mail waits. */
int engine_fd(const struct engine *engine);

/* Makes a turn: engine->user handles the event, then the effects are carried out. Fills event->wall_ms. */
void engine_event(struct engine *engine, struct event *event);

/* Makes a turn for a key, or for a choice in a menu. */
void engine_input(struct engine *engine, const struct app_input *input);

/* Stops the program as ^Z does. After fg, makes a turn with EVENT_RESUMED. */
void engine_suspend(struct engine *engine);

/* Makes a turn for each waiting mail. Stops after 64 mails or 5 ms, so that keys are handled even if mails
 * come fast. True: more mail can be waiting. */
bool engine_mail(struct engine *engine);

/* Makes a turn with EVENT_TICK if its time has come. */
void engine_tick(struct engine *engine);

/* Ends the program without asking the operator; drafts are saved. `sig`: the signal that ends the program, or
 * 0. `gone`: the terminal hung up. */
void engine_end(struct engine *engine, int sig, bool gone);

/* Call when `quit` is true. Waits for the end of all hooks, for each at most its time limit. After half a
 * second a message says that steno waits; from then on q ends the waiting. A signal or ^C always ends it. */
void engine_finish(struct engine *engine, int tty_fd);

/* Stops the workers, and passes the last answers to engine->user, which must still exist. Prints to standard
 * error which data were not saved and which hooks did not run. After a hangup, prints nothing to the
 * terminal. Call after the terminal is restored. Frees all data but the data of a stuck thread. Returns the
 * exit code, or the signal as a negative number. */
int engine_stop(struct engine *engine);

/* Ends the program by exit(), or by _exit() if a thread is stuck. */
_Noreturn void engine_exit(int code);

#endif
