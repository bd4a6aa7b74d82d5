/* Owns the life of the application and one turn of it: an event in, effects out. It must not know what any
 * part does. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/turn.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>

#include "acts.h"
#include "open_writes.h"
#include "steno/app/project.h"
#include "session.h"
#include "quit.h"
#include "steno/app/action.h"
#include "steno/app/calls.h"
#include "steno/app/app_input.h"
#include "steno/core/write.h"
#include "steno/app/keymap.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/panes.h"
#include "part.h"
#include "steno/app/watchlist.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/settings.h"
#include "steno/store/store.h"
#include "steno/widget/overlay.h"

#define LOOK_MS 1000

/* clang-format off */
#define PART_ADDRESS(name) &part_##name,
static const struct part *const parts[] = {PARTS(PART_ADDRESS)};
/* clang-format on */

#define PART_COUNT (sizeof parts / sizeof parts[0])

struct action *app_actions(size_t *count)
{
    return part_actions(parts, PART_COUNT, count);
}

struct keymap *app_keymap(const struct settings *settings, struct error *err)
{
    size_t count;
    struct action *actions = app_actions(&count);
    struct keymap *keymap = keymap_new(actions, count, settings, err);
    free(actions);
    return keymap;
}

struct app *app_new(const struct settings *settings, struct store *store, struct error *err)
{
    struct keymap *keymap = app_keymap(settings, err);
    if (!keymap)
        return NULL;
    struct app *app = mem_zero(1, sizeof *app);
    app->settings = settings;
    app->store = store;
    app->keymap = keymap;
    app->interrupt_ms = INT64_MIN / 2;
    overlay_init(&app->overlays, &app_pane_overlay);
    session_begin(app);
    part_begin_all(app, parts, PART_COUNT);
    return app;
}

void app_free(struct app *app)
{
    if (!app)
        return;
    app_readings_commit(app);
    part_end_all(app);
    app_calls_free(app);
    session_end(app);
    keymap_free(app->keymap);
    free(app);
}

/* A sentence of the loop. */
static void turn_take_notice(struct app *app, const char *text, bool bad)
{
    if (bad) {
        app_log_activity(app, ACTIVITY_ERROR, 0, "%s", text); /* it may be longer than the line */
        app_count_failure(app);
        app_say_bad(app, "%s", text);
    } else {
        app_say(app, "%s", text);
    }
}

/* What another program has changed is looked for with each key and reading, and once a second while something
 * is due anyway. */
static void turn_look(struct app *app, enum event_kind kind)
{
    bool is_time = kind == EVENT_INPUT || kind == EVENT_CALL_DONE || app->now_ms >= app->looked_ms + LOOK_MS;
    if (!is_time || app->quitting)
        return;
    app->looked_ms = app->now_ms;
    if (!store_has_changed(app->store))
        return;
    app_list_reload(app);
    app_acts_changed(app);
    app_open_writes_changed(app);
}

/* Hands one event to whom it is for. */
static void turn_take(struct app *app, const struct event *event)
{
    switch (event->kind) {
    case EVENT_INPUT:
        app_take_input(app, event->input);
        break;
    case EVENT_CALL_DONE:
        app_call_done(app, event->call);
        break;
    case EVENT_CALL_PROGRESS:
        app_call_progress(app, event->progress);
        break;
    case EVENT_TOKEN:
        session_take_token(app, event->text, event->value);
        break;
    case EVENT_NOTICE:
        turn_take_notice(app, event->text, event->code != 0);
        break;
    case EVENT_WAITING:
        app_say(app, "Running the hook of %d %s. q leaves", event->code,
                event->code == 1 ? "change" : "changes");
        break;
    case EVENT_HANGUP:
        app_quit(app, 128 + SIGHUP);
        break;
    case EVENT_RESUMED:
        app_dirty(app, DIRTY_ALL);
        app_emit(app, EFFECT_REPAINT);
        break;
    case EVENT_TICK: /* the end of the turn does what is due */
    case EVENT_MAIL_TAKEN:
        break;
    }
}

void app_handle(void *self, const struct event *event, int64_t now_ms, struct effects *effects)
{
    struct app *app = self;
    app->now_ms = now_ms;
    if (event->wall_ms) /* else the last one counts */
        app->wall_ms = event->wall_ms;
    app->out = effects;
    app->early = false;
    app->act = (struct app_act){0};
    if (event->kind != EVENT_CALL_DONE && event->kind != EVENT_CALL_PROGRESS)
        app_readings_commit(app);
    turn_look(app, event->kind);
    turn_take(app, event);
    int64_t deadline = part_turn_all(app);
    effects->deadline_ms = app->quitting ? INT64_MAX : deadline;
    app->out = NULL;
}
