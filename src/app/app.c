/* Creates and frees the application, combines the tables of its parts, and runs turns. This file must not
 * depend on what a part does, or on the meaning of a key. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/app.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "part.h"
#include "steno/api/record.h"
#include "steno/app/calls.h"
#include "steno/app/keys.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/prompt.h"
#include "steno/app/say.h"
#include "steno/app/session.h"
#include "steno/app/watchlist.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/settings.h"
#include "steno/core/write.h"
#include "steno/store/store.h"
#include "steno/widget/form.h"
#include "steno/widget/overlay.h"
#include "writes.h"

#define HALF_A_DAY_MS INT64_C(43200000)
#define LOOK_MS       1000

const struct overlay_ops *app_top(const struct app *app)
{
    return overlay_top(&app->overlays)->ops;
}

struct effect *app_emit(struct app *app, enum effect_kind kind)
{
    return effects_add(app->out, kind);
}

void app_time_text(const struct app *app, char *out, size_t size, int64_t wall_ms)
{
    int64_t apart = app->wall_ms > wall_ms ? app->wall_ms - wall_ms : wall_ms - app->wall_ms;
    if (apart < HALF_A_DAY_MS)
        date_format_minute(out, size, wall_ms, app->zone);
    else
        date_format(out, size, &(struct date){.ms = wall_ms, .has_zone = true}, app->zone);
}

const char *app_host(const struct app *app)
{
    const char *host = strstr(app->url, "://");
    return host ? host + 3 : app->url;
}

const char *app_key_of(const struct app *app, const char *action)
{
    return keymap_key_of(app->keymap, action, app_where(app));
}

/* clang-format off */
#define PART_ADDRESS(name) &part_##name,
const struct part *const app_parts[] = {PARTS(PART_ADDRESS)};
/* clang-format on */

void *part_state(const struct app *app, const struct part *part)
{
    size_t at = 0;
    while (app_parts[at] != part)
        at++;
    return app->part_states[at];
}

int part_panes(const struct part *const *parts, size_t count, const struct pane_ops **panes)
{
    int used = PANE_LIST + 1;
    for (size_t i = 0; i < count; i++) {
        const struct pane_ops *ops = parts[i]->pane;
        if (ops && ops->build && used == PANES_MAX)
            mem_die("more panes than PANES_MAX");
        if (ops)
            panes[ops->build ? used++ : PANE_LIST] = ops;
    }
    return used;
}

/* IN_OWN, IN_GROUPED, IN_ADDING and IN_ERASING each stand for several panes (see keys.h). Replaces them in
 * `where` with the bits of these panes. IN_OWN also stays set. */
static unsigned part_where(const struct part *part, unsigned where, const struct pane_ops *const *panes,
                           int pane_count)
{
    for (int pane = 0; pane < pane_count; pane++) {
        const struct pane_ops *ops = panes[pane];
        if (((where & IN_OWN) && ops == part->pane) || ((where & IN_GROUPED) && ops->grouped) ||
            ((where & IN_ADDING) && ops->add) || ((where & IN_ERASING) && ops->erase))
            where |= 1u << pane;
    }
    return where & ~(IN_GROUPED | IN_ADDING | IN_ERASING);
}

struct action *app_actions(size_t *count)
{
    const struct pane_ops *panes[PANES_MAX];
    int pane_count = part_panes(app_parts, PART_COUNT, panes);
    size_t total = 0, used = 0;
    for (size_t i = 0; i < PART_COUNT; i++)
        total += app_parts[i]->action_count;
    struct action *rows = mem_zero(total + 1, sizeof *rows);
    for (size_t at = 0; at < GROUP_COUNT * PART_COUNT; at++) {
        const struct part *part = app_parts[at % PART_COUNT];
        for (size_t i = 0; i < part->action_count; i++) {
            if (part->actions[i].group != (enum action_group)(at / PART_COUNT))
                continue;
            rows[used] = part->actions[i];
            rows[used].where = part_where(part, rows[used].where, panes, pane_count);
            used++;
        }
    }
    *count = used;
    return rows;
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
    app->part_states = mem_zero(PART_COUNT, sizeof *app->part_states);
    app->settings = settings;
    app->store = store;
    app->keymap = keymap;
    app->interrupt_ms = app->closed_ms = INT64_MIN / 2;
    overlay_init(&app->overlays, &app_pane_overlay);
    for (size_t i = 0; i < PART_COUNT; i++) {
        if (app_parts[i]->state_size > 0)
            app->part_states[i] = mem_zero(1, app_parts[i]->state_size);
    }
    part_tell(begin, app);
    return app;
}

void app_free(struct app *app)
{
    if (!app)
        return;
    app_readings_commit(app);
    for (size_t i = PART_COUNT; i-- > 0;) { /* in the reverse order of `begin` */
        if (app_parts[i]->end)
            app_parts[i]->end(app);
    }
    for (size_t i = 0; i < PART_COUNT; i++)
        free(app->part_states[i]);
    free(app->part_states);
    app_calls_free(app);
    keymap_free(app->keymap);
    free(app);
}

/* Loads what another program changed in the store. Checks the store after each input and answer. After other
 * events, checks at most once a second. */
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

/* Adds the projects of the command line and shows the first one. A single project is opened in the
 * details. */
static void turn_start(struct app *app, const struct app_input *input)
{
    app->is_unseen = input->draws_later;
    app->cols = input->cols;
    app->rows = input->rows;
    app_layout(app);
    session_start(app);
    app_activity_start(app);
    app_watchlist_start(app, input->id_count > 0);
    if (input->id_count == 0)
        return;
    if (!*app->url) {
        app_say_bad(app, "No server is set: log in first");
        return;
    }
    if (!app_watchlist_add(app, input->ids, input->id_count))
        return;
    app_watchlist_arrange(app);
    app_project_select(app, input->ids[0]);
    app_project_show(app, input->ids[0]);
    if (input->id_count == 1)
        app_pane_open(app, "details");
}

static void turn_take_input(struct app *app, const struct app_input *input)
{
    if (input->kind == INPUT_START) {
        turn_start(app, input);
        return;
    }
    if (input->kind == INPUT_DRAW) {
        app->is_unseen = false;
        return;
    }
    app_watchlist_load_rest(app);
    if (input->kind == INPUT_KEY) {
        app->early = input->seen < app->overlays.generation;
        app_message_key(app, input->key);
        app_lower_rest(app);
    } else if (input->kind == INPUT_PASTE) {
        app_paste(app, input->text, input->lost);
    } else if (input->kind == INPUT_RESIZE) {
        app->cols = input->cols;
        app->rows = input->rows;
    }
    if (input->kind != INPUT_DRAWN)
        session_look(app); /* last: it can close the login form, which gets this key first */
}

void app_handle(void *self, const struct event *event, int64_t now_ms, struct effects *effects)
{
    struct app *app = self;
    int64_t deadline = INT64_MAX, due_ms;
    bool is_mail = event->kind == EVENT_CALL_DONE || event->kind == EVENT_CALL_PROGRESS;
    app->now_ms = now_ms;
    if (event->wall_ms) /* 0: keep the previous time */
        app->wall_ms = event->wall_ms;
    app->out = effects;
    app->early = false;
    app->act = (struct app_act){0};
    if (!is_mail)
        app_readings_commit(app);
    turn_look(app, event->kind);
    switch (event->kind) {
    case EVENT_INPUT:
        turn_take_input(app, event->input);
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
    case EVENT_NOTICE: /* a message from the event loop */
        if (event->code) {
            app_log_activity(app, ACTIVITY_ERROR, 0, "%s", event->text); /* the message line can cut `text` */
            app_count_failure(app);
        }
        (event->code ? app_say_bad : app_say)(app, "%s", event->text);
        break;
    case EVENT_WAITING:
        app_say(app, "Running the hook for %d %s. q quits without waiting", event->code,
                event->code == 1 ? "change" : "changes");
        break;
    case EVENT_HANGUP:
        app_quit(app, 128 + SIGHUP);
        break;
    case EVENT_RESUMED:
        app_emit(app, EFFECT_REPAINT);
        break;
    case EVENT_TICK:
    case EVENT_MAIL_TAKEN:
        break;
    }
    for (size_t i = 0; !is_mail && i < PART_COUNT; i++) { /* answers: one turn at EVENT_MAIL_TAKEN */
        if (app_parts[i]->turn && !(app_parts[i]->until_quit && app->quitting))
            app_parts[i]->turn(app);
    }
    for (size_t i = 0; !is_mail && i < PART_COUNT; i++) { /* after the turns, which change deadlines */
        due_ms = app_parts[i]->deadline ? app_parts[i]->deadline(app) : INT64_MAX;
        deadline = due_ms < deadline ? due_ms : deadline;
    }
    effects->deadline_ms = app->quitting ? INT64_MAX : is_mail ? now_ms : deadline;
    app->out = NULL;
}
