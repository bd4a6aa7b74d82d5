/* The engine: the application with its workers, its store and its programs around it, and no terminal.
 *
 * Both faces of the program, the screen and the dialogue by lines, run on it: they
 * turn what is typed into events, wait for the mailbox and the deadline, and show
 * the state.  Every effect is carried out here; the few that need a terminal are
 * handed to the face.  One thread uses an engine.
 */
#ifndef STENO_WORK_ENGINE_H
#define STENO_WORK_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/effect.h"
#include "steno/core/event.h"
#include "steno/base/error.h"
#include "steno/app/state.h"
#include "steno/app/turn.h"
#include "steno/core/settings.h"
#include "steno/work/api_workers.h"
#include "steno/work/hooks.h"
#include "steno/work/mailbox.h"
#include "steno/work/programs.h"
#include "steno/work/store_worker.h"

struct outbox;

/* What only a terminal can do. Each is called within a turn. */
struct engine_face {
    void *context;
    bool (*copy)(void *context, const char *text,
                 struct error *err);                /* no program copies: by the terminal itself */
    const char *copied;                             /* what to say when that went well */
    void (*send)(void *context, const char *bytes); /* BEL and OSC of a notice, as the settings want */
    void (*suspend)(void *context);                 /* stop as ^Z does; returns after fg */
    void (*repaint)(void *context);                 /* what is shown is to be shown anew */
    void (*turned)(void *context);                  /* a turn has ended; may be NULL */
};

struct engine {
    struct app *app;
    unsigned dirty;       /* what changed since the face last looked: DIRTY_ bits, cleared by the face */
    int64_t deadline_ms;  /* monotonic; EVENT_TICK is due then, INT64_MAX for never */
    bool quit;            /* the application has ended */
    int code;             /* its exit code */
    size_t store_waiting; /* operations of the store without an answer yet, */
    size_t saves_waiting; /* those among them that save something */

    /* its own */
    const struct settings *settings;
    const struct engine_face *face;
    struct mailbox *box;
    struct api_workers *workers;
    struct store_worker *store;
    struct programs *programs;
    struct outbox *computed; /* of the threads that compute */
    struct effects waiting;  /* those that need workers, until they stand */
    struct hooks *hooks;
    struct buffer
        last_words; /* what went wrong with programs once the end had begun: lines for standard error */
};

/* The application and its mailbox. Settings and face are borrowed. False with a sentence; engine_stop all the
 * same. */
bool engine_init(struct engine *engine, const struct settings *settings, const struct engine_face *face,
                 struct error *err);

/* Starts the store alone, so that it opens its file while the terminal is prepared. engine_start does it
 * otherwise. */
bool engine_open(struct engine *engine, struct error *err);

/* The first turn; its effects wait for engine_start, those for an open store excepted, so that it can be
 * shown at once. */
void engine_begin(struct engine *engine, int cols, int rows, const int64_t *ids, size_t id_count);

/* Starts the workers and carries out what waits. */
bool engine_start(struct engine *engine, struct error *err);

/* Readable while mail waits. */
int engine_fd(const struct engine *engine);

/* One turn of the application with all that it wants done. event->wall_ms is filled here. */
void engine_event(struct engine *engine, struct event *event);

/* A turn with what was typed or chosen. */
void engine_input(struct engine *engine, const struct app_input *input);

/* Tells the operator something as if the application had found it. */
void engine_notice(struct engine *engine, const char *text, bool bad);

/* Stops as ^Z does, by the face, and goes on afterwards. */
void engine_suspend(struct engine *engine);

/* A turn for each letter that waits. */
void engine_mail(struct engine *engine);

/* A turn for each answer of the store that waits, and for nothing but hooks else: the end has begun. True
 * when one of them went well. */
bool engine_drain(struct engine *engine);

/* A turn when the deadline has come. */
void engine_tick(struct engine *engine);

/* Ends workers and store within a second, whatever they hang in, and frees everything. */
void engine_stop(struct engine *engine);

#endif
