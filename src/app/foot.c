/* Owns the last lines: which sentence stands in the message line and which key ends it; the hints of the key
 * bar, in which order, and which give way. It must not know how they are drawn. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/foot.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "acts.h"
#include "dispatch.h"
#include "form_actions.h"
#include "steno/app/keymap.h"
#include "batch.h"
#include "steno/app/pages.h"
#include "steno/app/state.h"
#include "steno/app/reads.h"
#include "steno/app/status.h"
#include "quit.h"
#include "steno/app/action.h"
#include "steno/app/pane.h"
#include "steno/app/panes.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/app/calls.h"
#include "steno/app/offline.h"
#include "steno/widget/key.h"

#define HINTS_MAX   48
#define REASON_COLS 60 /* room for the reason of an outage */
#define HINTS_GAP   2
#define TEXT_SIZE   64

/* "Export 1: 310 of 462 kB", without a percentage that would have to tick; "Export 1: waits till 14:02:30
 * UTC". */
static void foot_message_describe_call(const struct app *app, char *out, size_t size,
                                       const struct app_call *call)
{
    char amount[AMOUNT_TEXT_SIZE], until[DATE_TEXT_SIZE];
    int64_t again_ms = app_call_again(app, call);
    date_format_clock(until, sizeof until, again_ms, app->zone);
    if (call->cancelling)
        snprintf(out, size, "Cancelling: %s", call->what);
    else if (again_ms)
        snprintf(out, size, "%s: waits till %s", call->what, until);
    else if (call->bytes > 0) {
        amount_bytes_of(amount, sizeof amount, call->bytes, call->total > 0 ? call->total : -1);
        snprintf(out, size, "%s: %s", call->what, amount);
    } else
        snprintf(out, size, "%s …", call->what);
}

/* What is under way and ^C would stop, else what somebody waits for. */
static bool foot_message_running(const struct app *app, char *out, size_t size)
{
    const struct app_call *call = app_call_in_sight(app);
    if (app->batch->active)
        snprintf(out, size, "%s", app->batch->told ? app->batch->told : "");
    else if (call)
        foot_message_describe_call(app, out, size, call);
    else
        return app_reads_running(app, out, size);
    return true;
}

/* What is so until its cause ends: the connection first, then what the marks in the help mean. */
static bool foot_message_standing(const struct app *app, char *out, size_t size)
{
    if (app_offline_sentence(app, app->cols < REASON_COLS, out, size) || app_reads_standing(app, out, size))
        return true;
    if (app->focus != app_pane_find(app, "help") || layout_shares_bottom(&app->layout))
        return false; /* on few rows the keys are worth more */
    snprintf(out, size, "* working  + completed  ! failed, canceled  ? answer lost  > here  - shown below");
    return true;
}

/* Is the newest sentence the refusal of the last key, amid a batch? Then it hides that till the next one. */
static bool foot_message_answers(const struct app *app)
{
    return app->answered && app->answered == app->said_count && app->outcome_stands;
}

enum message_kind app_message(const struct app *app, char *out, size_t size)
{
    const char *asked = app_top(app)->message;
    if (asked) { /* beside the keys there is no room for it */
        snprintf(out, size, "%s", layout_shares_bottom(&app->layout) ? "" : asked);
        return MESSAGE_STANDING;
    }
    if (!foot_message_answers(app) && foot_message_running(app, out, size))
        return MESSAGE_RUNNING;
    if (app->outcome_stands) {
        snprintf(out, size, "%s", app->status);
        return MESSAGE_OUTCOME;
    }
    if (app->failure) {
        snprintf(out, size, "%s", app->failure);
        return MESSAGE_FAILURE;
    }
    *out = '\0';
    return foot_message_standing(app, out, size) ? MESSAGE_STANDING : MESSAGE_NONE;
}

/* Does the action only lead somewhere else, in a pane or in a form? */
static bool foot_message_is_move(const struct app *app, const struct action *action)
{
    enum form_action act = keymap_form_action(app->keymap, action);
    return action->group == GROUP_MOVE || (act >= FORM_ACT_UP && act <= FORM_ACT_END);
}

struct message_mark app_message_before_key(const struct app *app, struct key key)
{
    const struct action *action = keymap_find(app->keymap, app_where(app), key);
    return (struct message_mark){.focus = app->focus,
                                 .forms = app->form_count,
                                 .said = app->said_count,
                                 .is_move = action && foot_message_is_move(app, action)};
}

void app_message_after_key(struct app *app, const struct message_mark *before, struct key key)
{
    bool elsewhere = app->focus != before->focus || app->form_count != before->forms;
    if (app->answered && app->answered <= before->said) {
        app->answered = 0;
        app_dirty(app, DIRTY_STATUS);
    }
    if (app->said_count == before->said && !before->is_move)
        app_status_end_outcome(app);
    if (app->failure && app->failure_said <= before->said && (elsewhere || key.kind == K_ESC))
        app_status_end_failure(app);
}

/* Ranks of what stands beside the tables of panes: an action without a table ranks by its place. */
#define RANK_STOP   120
#define RANK_FAILED 110
#define RANK_HELP   105
#define RANK_WAY    85
#define RANK_PLAIN  80
#define RANK_MARKED 70

struct hint {
    char text[TEXT_SIZE];
    int cells, rank;
    bool is_dropped;
};

struct hint_list {
    struct hint items[HINTS_MAX];
    int count;
};

/* The row of an action; NULL where there is none. */
static const struct action *foot_hints_action(const struct app *app, const char *name)
{
    size_t count;
    const struct action *rows = keymap_actions(app->keymap, &count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    }
    return NULL;
}

/* The word of an action's row: it may have another one while projects are marked. */
static const char *foot_hints_word(const struct app *app, const struct action *action)
{
    return app->list.mark_count > 0 && action->marked_hint ? action->marked_hint : action->hint;
}

/* Would the action do something to what stands here? */
static bool foot_hints_works(const struct app *app, const struct action *action)
{
    const struct pane_ops *ops = app_focus_ops(app);
    return (!action->works || action->works(app)) && (!ops->works || ops->works(app, action->name));
}

/* Adds a hint with the first key of its action, if that can run here and does something. A word that begins
 * with a dash goes on from the key: "1-5 Views". */
static void foot_hints_add(struct hint_list *list, const struct app *app, const struct action *action,
                           const char *word, int rank)
{
    char key[KEY_NAME_SIZE];
    if (!action || !word || list->count == HINTS_MAX || !app_can_run(app, action) ||
        !foot_hints_works(app, action))
        return;
    keymap_first_key(app->keymap, action, key, sizeof key);
    if (!*key || !keymap_leads(app->keymap, action, app_where(app)))
        return;
    struct hint *hint = &list->items[list->count++];
    snprintf(hint->text, sizeof hint->text, "%s%s%s", key, *word == '-' ? "" : " ", word);
    hint->cells = text_width(hint->text);
    hint->rank = rank;
    hint->is_dropped = false;
}

/* What is so in every pane: something to stop, failures that nobody has looked at. Those of a batch that runs
 * are counted in its message alone, so that the bar does not change with each. */
static void foot_add_state(struct hint_list *list, const struct app *app)
{
    char failed[TEXT_SIZE];
    if (app->batch->active || app_call_in_sight(app))
        foot_hints_add(list, app, foot_hints_action(app, "interrupt"), "Stop", RANK_STOP);
    size_t unseen = app_acts_unseen(app);
    unseen = unseen > app->failures_unseen ? unseen : app->failures_unseen;
    if (unseen == 0 || app->batch->active || app_focus_ops(app)->about_activity)
        return;
    snprintf(failed, sizeof failed, "%zu failed", unseen);
    foot_hints_add(list, app, foot_hints_action(app, "activity"), failed, RANK_FAILED);
}

/* The rows that have a hint of their own; those of a form first, from the end of its table, where it is sent.
 */
static void foot_add_rows(struct hint_list *list, const struct app *app)
{
    size_t count, form_rows = 0;
    const struct action *rows = keymap_actions(app->keymap, &count);
    while (form_rows < count && rows[count - 1 - form_rows].group == GROUP_FORM)
        form_rows++;
    for (size_t n = 0; n < count; n++) {
        const struct action *row = n < form_rows ? &rows[count - 1 - n] : &rows[n - form_rows];
        if (strcmp(row->name, "help") != 0)
            foot_hints_add(list, app, row, foot_hints_word(app, row), RANK_PLAIN - (int)n);
    }
}

/* Is an action in a pane's table? */
static bool foot_hints_has(const struct pane_hint *rows, const char *name)
{
    while (rows->action && strcmp(rows->action, name) != 0)
        rows++;
    return rows->action != NULL;
}

/* What can be done to the marked projects from any pane, where its table does not say so. */
static void foot_add_marked(struct hint_list *list, const struct app *app, const struct pane_hint *rows)
{
    size_t count;
    const struct action *actions = keymap_actions(app->keymap, &count);
    bool over = overlay_has(&app->overlays, OVERLAY_OVER_FORM); /* there all is about the form */
    for (size_t i = 0; i < count && app->list.mark_count > 0 && !over; i++) {
        if ((actions[i].where & ON_MARKED) && !foot_hints_has(rows, actions[i].name))
            foot_hints_add(list, app, &actions[i], foot_hints_word(app, &actions[i]), RANK_MARKED);
    }
}

/* Where `q` leads from here. */
static const char *foot_hints_way_word(const struct app *app)
{
    return app->focus == PANE_LIST && !app->zoomed ? "Quit" : "Back";
}

/* The hints of the pane in focus. */
static void foot_add_pane(struct hint_list *list, const struct app *app)
{
    const struct pane_ops *ops = app_focus_ops(app);
    int way_rank = RANK_WAY;
    const char *way_word = foot_hints_way_word(app);
    const struct pane_hint *rows = ops->hints ? ops->hints(app) : NULL;
    if (rows)
        foot_add_marked(list, app, rows);
    else
        foot_add_rows(list, app);
    for (const struct pane_hint *row = rows; row && row->action; row++) {
        const struct action *action = foot_hints_action(app, row->action);
        const char *word = row->word ? row->word : action ? foot_hints_word(app, action) : NULL;
        if (strcmp(row->action, "back") == 0) {
            way_rank = row->rank;
            way_word = row->word ? row->word : way_word;
        } else
            foot_hints_add(list, app, action,
                           app->zoomed && strcmp(row->action, "zoom") == 0 ? "Unzoom" : word, row->rank);
    }
    if (strcmp(ops->name, "help") != 0)
        foot_hints_add(list, app, foot_hints_action(app, "help"), "Help", RANK_HELP);
    foot_hints_add(list, app, foot_hints_action(app, "back"), way_word, way_rank);
}

/* The hints of the form on top. */
static void foot_add_form(struct hint_list *list, const struct app *app)
{
    struct pane_hint rows[FORM_HINTS_MAX];
    app_form_hints(app, rows);
    for (const struct pane_hint *row = rows; row->action; row++) {
        if (row->rank > 0)
            foot_hints_add(list, app, foot_hints_action(app, row->action), row->word, row->rank);
    }
    foot_hints_add(list, app, foot_hints_action(app, "help"), "Help", RANK_HELP);
    foot_hints_add(list, app, foot_hints_action(app, "form-leave"), "Back", RANK_WAY);
}

/* Cells of those that are left. */
static int foot_hints_cells(const struct hint_list *list)
{
    int cells = 0;
    for (int i = 0; i < list->count; i++) {
        if (!list->items[i].is_dropped)
            cells += list->items[i].cells + (cells ? HINTS_GAP : 0);
    }
    return cells;
}

/* Drops the last of the lowest rank; false when nothing is left. */
static bool foot_hints_drop(struct hint_list *list)
{
    struct hint *lowest = NULL;
    for (int i = 0; i < list->count; i++) {
        struct hint *hint = &list->items[i];
        if (!hint->is_dropped && (!lowest || hint->rank <= lowest->rank))
            lowest = hint;
    }
    if (lowest)
        lowest->is_dropped = true;
    return lowest != NULL;
}

/* All hints for what has the keys. */
static void foot_hints_collect(struct hint_list *list, const struct app *app)
{
    list->count = 0;
    foot_add_state(list, app);
    if (overlay_has(&app->overlays, OVERLAY_FORM) && !overlay_has(&app->overlays, OVERLAY_OVER_FORM))
        foot_add_form(list, app);
    else
        foot_add_pane(list, app);
}

void app_hints_cut(char *hints, int cells)
{
    while (*hints && text_width(hints) > cells) {
        char *end = hints;
        for (char *at = hints; (at = strstr(at, "  ")) != NULL; at += HINTS_GAP)
            end = at;
        *end = '\0';
    }
}

int app_hints(const struct app *app, char *out, size_t size, int cells)
{
    const struct overlay_ops *top = app_top(app);
    char fixed[HINTS_SIZE];
    if (top->hints && top->hints(app, fixed, sizeof fixed)) {
        app_hints_cut(fixed, cells);
        snprintf(out, size, "%s", fixed);
        return text_width(out);
    }
    struct hint_list list;
    foot_hints_collect(&list, app);
    while (foot_hints_cells(&list) > cells && foot_hints_drop(&list))
        ;
    size_t len = 0;
    *out = '\0';
    for (int i = 0; i < list.count; i++) {
        if (!list.items[i].is_dropped && len + 1 < size)
            len += (size_t)snprintf(out + len, size - len, "%s%s", len ? "  " : "", list.items[i].text);
    }
    return foot_hints_cells(&list);
}

int app_hints_least(const struct app *app)
{
    struct hint_list list;
    int first = 0, second = 0;
    foot_hints_collect(&list, app);
    for (int i = 0; i < list.count; i++) {
        const struct hint *hint = &list.items[i];
        if (first == 0 || hint->rank > list.items[first - 1].rank) {
            second = first;
            first = i + 1;
        } else if (second == 0 || hint->rank > list.items[second - 1].rank) {
            second = i + 1;
        }
    }
    return (first ? list.items[first - 1].cells : 0) +
           (second ? list.items[second - 1].cells + HINTS_GAP : 0);
}
