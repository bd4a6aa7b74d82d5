/* The life of the application, the walks over the table of its parts, and one turn: an event in, effects out.
 * It must not know what any part does, nor what a key means. */
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
#include "steno/core/call.h"
#include "steno/core/settings.h"
#include "steno/store/store.h"
#include "steno/widget/form.h"
#include "steno/widget/overlay.h"
#include "writes.h"

#define HALF_A_DAY_MS    INT64_C(43200000)
#define DETAIL_TALL_FROM 30 /* rows of a pane that has a tall detail below its list, */
#define DETAIL_FROM      14 /* and of one that has any */

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

/* Where it is in the table. */
static size_t part_place(const struct app *app, const struct part *part)
{
    size_t at = 0;
    while (app->parts[at] != part)
        at++;
    return at;
}

void part_begin_all(struct app *app, const struct part *const *parts, size_t count)
{
    app->parts = parts;
    app->part_count = count;
    app->part_states = mem_zero(count + 1, sizeof *app->part_states);
    for (size_t i = 0; i < count; i++) {
        if (parts[i]->state_size > 0)
            app->part_states[i] = mem_zero(1, parts[i]->state_size);
    }
    for (size_t i = 0; i < count; i++) {
        if (parts[i]->begin)
            parts[i]->begin(app);
    }
}

void part_end_all(struct app *app)
{
    for (size_t i = app->part_count; i-- > 0;) {
        if (app->parts[i]->end)
            app->parts[i]->end(app);
    }
    for (size_t i = 0; i < app->part_count; i++)
        free(app->part_states[i]);
    free(app->part_states);
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

/* The bits of the panes that `where` means by what they are. */
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

/* Copies the part's actions that are of a group; returns how many. */
static size_t part_actions_of(const struct part *part, enum action_group group, struct action *out)
{
    size_t count = 0;
    for (size_t i = 0; i < part->action_count; i++) {
        if (part->actions[i].group == group)
            out[count++] = part->actions[i];
    }
    return count;
}

struct action *part_actions(const struct part *const *parts, size_t count, size_t *action_count)
{
    const struct pane_ops *panes[PANES_MAX];
    int pane_count = part_panes(parts, count, panes);
    size_t total = 0, used = 0;
    for (size_t i = 0; i < count; i++)
        total += parts[i]->action_count;
    struct action *rows = mem_zero(total + 1, sizeof *rows);
    for (size_t at = 0; at < GROUP_COUNT * count; at++) {
        const struct part *part = parts[at % count];
        size_t end = used + part_actions_of(part, (enum action_group)(at / count), rows + used);
        for (; used < end; used++)
            rows[used].where = part_where(part, rows[used].where, panes, pane_count);
    }
    *action_count = used;
    return rows;
}

void *part_state(const struct app *app, const struct part *part)
{
    return app->part_states[part_place(app, part)];
}

void part_tell_session_up(struct app *app)
{
    for (size_t i = 0; i < app->part_count; i++) {
        if (app->parts[i]->session_up)
            app->parts[i]->session_up(app);
    }
}

void part_tell_session_lost(struct app *app, bool wanted)
{
    for (size_t i = 0; i < app->part_count; i++) {
        if (app->parts[i]->session_lost)
            app->parts[i]->session_lost(app, wanted);
    }
}

void part_tell_server_changed(struct app *app)
{
    for (size_t i = 0; i < app->part_count; i++) {
        if (app->parts[i]->server_changed)
            app->parts[i]->server_changed(app);
    }
}

void part_tell_account_changed(struct app *app)
{
    for (size_t i = 0; i < app->part_count; i++) {
        if (app->parts[i]->account_changed)
            app->parts[i]->account_changed(app);
    }
}

void part_tell_project_changed(struct app *app, int64_t id)
{
    for (size_t i = 0; i < app->part_count; i++) {
        if (app->parts[i]->project_changed)
            app->parts[i]->project_changed(app, id);
    }
}

bool part_take_paste(struct app *app, const char *text)
{
    for (size_t i = 0; i < app->part_count; i++) {
        if (app->parts[i]->paste && app->parts[i]->paste(app, text))
            return true;
    }
    return false;
}

int64_t part_turn_all(struct app *app)
{
    int64_t first = INT64_MAX;
    for (size_t i = 0; i < app->part_count; i++) {
        if (app->parts[i]->turn && !(app->parts[i]->until_quit && app->quitting))
            app->parts[i]->turn(app);
    }
    for (size_t i = 0; i < app->part_count; i++) { /* after all turns, since one may change that of another */
        int64_t due_ms = app->parts[i]->deadline ? app->parts[i]->deadline(app) : INT64_MAX;
        first = due_ms < first ? due_ms : first;
    }
    return first;
}

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
    bool is_mail = event->kind == EVENT_CALL_DONE || event->kind == EVENT_CALL_PROGRESS;
    if (!is_mail)
        app_readings_commit(app);
    turn_look(app, event->kind);
    turn_take(app, event);
    int64_t deadline = is_mail ? now_ms : part_turn_all(app); /* after all of it: EVENT_MAIL_TAKEN */
    effects->deadline_ms = app->quitting ? INT64_MAX : deadline;
    app->out = NULL;
}

/* The projects of the command line: there at once, the first one shown, a single one with its details in
 * focus. */
static void app_input_open_ids(struct app *app, const int64_t *ids, size_t count)
{
    if (count == 0)
        return;
    if (!*app->url) {
        app_say_bad(app, "No server is set: log in first");
        return;
    }
    if (!app_watchlist_add(app, ids, count))
        return;
    app_watchlist_arrange(app);
    app_project_select(app, ids[0]);
    app_project_show(app, ids[0]);
    if (count == 1)
        app_pane_open(app, "details");
}

/* The terminal has another size: everything finds its place anew; cursors and texts stay. */
static void app_input_resize(struct app *app, int cols, int rows)
{
    app->cols = cols;
    app->rows = rows;
    app_layout(app);
}

/* The first turn. */
static void app_input_start(struct app *app, const struct app_input *input)
{
    app->is_unseen = input->draws_later;
    app_input_resize(app, input->cols, input->rows);
    session_start(app);
    app_activity_start(app);
    app_watchlist_start(app, input->id_count > 0);
    app_input_open_ids(app, input->ids, input->id_count);
}

/* A key, which ends messages that were seen. */
static void app_input_take_key(struct app *app, struct key key)
{
    struct message_mark before = app_message_before_key(app, key);
    app_key(app, key);
    app_message_after_key(app, &before, key);
    app_lower_rest(app);
}

void app_take_input(struct app *app, const struct app_input *input)
{
    if (input->kind != INPUT_START && input->kind != INPUT_DRAW)
        app_watchlist_load_rest(app);
    switch (input->kind) {
    case INPUT_START:
        app_input_start(app, input);
        break;
    case INPUT_KEY:
        app->early = input->seen < app->overlays.generation;
        app_input_take_key(app, input->key);
        break;
    case INPUT_PASTE:
        app_paste(app, input->text, input->lost);
        break;
    case INPUT_RESIZE:
        app_input_resize(app, input->cols, input->rows);
        break;
    case INPUT_DRAW:
        app->is_unseen = false;
        break;
    case INPUT_DRAWN:
    case INPUT_NONE:
        break;
    }
    if (input->kind != INPUT_START && input->kind != INPUT_DRAW && input->kind != INPUT_DRAWN)
        session_look(app); /* after the key, which was meant for the login */
}
