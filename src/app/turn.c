/* Owns the life of the application and one turn of it: an event in, effects out. It must not know what any
 * part does. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/turn.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>

#include "acts.h"
#include "app_client.h"
#include "form_draft.h"
#include "unload.h"
#include "steno/app/action.h"
#include "app_input.h"
#include "steno/core/effect.h"
#include "steno/core/event.h"
#include "keymap.h"
#include "state.h"
#include "steno/client/client.h"
#include "status.h"
#include "panes.h"
#include "part.h"
#include "watchlist.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/settings.h"
#include "steno/widget/overlay.h"

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

struct app *app_new(const struct settings *settings, struct error *err)
{
    struct keymap *keymap = app_keymap(settings, err);
    if (!keymap)
        return NULL;
    struct app *app = mem_zero(1, sizeof *app);
    app->settings = settings;
    app->client = client_new(settings, &app_client_user, app);
    app->keymap = keymap;
    app->interrupt_ms = INT64_MIN / 2;
    overlay_init(&app->overlays, &app_pane_overlay);
    part_begin_all(app, parts, PART_COUNT);
    return app;
}

void app_free(struct app *app)
{
    if (!app)
        return;
    part_end_all(app);
    keymap_free(app->keymap);
    client_free(app->client);
    free(app);
}

/* A signal that ends the program does so with its number; the interrupt is the key. */
static void turn_signal(struct app *app, int number)
{
    if (number == SIGINT)
        app_interrupt(app);
    else
        app_quit(app, 128 + number);
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

/* Hands one event to whom it is for. */
static void turn_take(struct app *app, const struct event *event)
{
    switch (event->kind) {
    case EVENT_INPUT:
        app_take_input(app, event->input);
        break;
    case EVENT_STORE_CHANGED:
        app_watchlist_load(app);
        app_drafts_look(app);
        app_acts_changed(app);
        client_take(app->client, event);
        break;
    case EVENT_NOTICE:
        turn_take_notice(app, event->text, event->code != 0);
        break;
    case EVENT_WAITING:
        app_leave_say_waiting(app, (size_t)event->code);
        break;
    case EVENT_ENDED:
        app_leave_report(app);
        break;
    case EVENT_HANGUP:
        app_quit(app, 128 + SIGHUP);
        break;
    case EVENT_RESUMED:
        app_dirty(app, DIRTY_ALL);
        app_emit(app, EFFECT_REPAINT);
        break;
    case EVENT_SIGNAL:
        turn_signal(app, event->code);
        break;
    case EVENT_TICK: /* the end of the turn does what is due */
        break;
    default:
        client_take(app->client, event);
        break;
    }
}

void app_handle(void *self, const struct event *event, int64_t now_ms, struct effects *effects)
{
    struct app *app = self;
    client_turn(app->client, now_ms, event->wall_ms, effects);
    app->early = false;
    app->act = (struct app_act){0};
    turn_take(app, event);
    int64_t deadline = part_turn_all(app);
    effects->deadline_ms = app->client->quitting ? INT64_MAX : deadline;
    app->client->out = NULL;
}
