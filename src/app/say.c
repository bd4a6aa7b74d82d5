/* The message line, the counts in the first line, the key bar, and history lines outside batches. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/say.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "part.h"
#include "steno/api/request.h"
#include "steno/app/app.h"
#include "steno/app/calls.h"
#include "steno/app/forms.h"
#include "steno/app/keys.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/reads.h"
#include "steno/app/session.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/write.h"
#include "steno/store/store.h"
#include "steno/widget/key.h"
#include "writes.h"

/* Returns the subject of a message: the call that has just been answered, else the running action. */
static struct app_act status_act(const struct app *app)
{
    const struct app_call *call = app->answering;
    return call ? (struct app_act){.what = &endpoints[call->op], .id = call->project_id} : app->act;
}

void app_status_end_failure(struct app *app)
{
    free(app->failure);
    app->failure = NULL;
}

void app_status_end_said(struct app *app)
{
    app->outcome_stands = false;
    app_status_end_failure(app);
}

void app_status_take_back(struct app *app, const char *text)
{
    if (strcmp(app->status, text) == 0)
        app->outcome_stands = false;
    if (app->failure && strcmp(app->failure, text) == 0)
        app_status_end_failure(app);
}

static void status_begin(struct app *app)
{
    app->status = mem_copy("");
}

static void status_end(struct app *app)
{
    free(app->status);
    free(app->failure);
}

/* Sets the message; takes ownership of `text`. */
static void status_set(struct app *app, bool is_bad, char *text)
{
    free(app->status);
    app->status = text;
    app->status_is_bad = is_bad;
    app->outcome_stands = !is_bad;
    app->said_count++;
}

void app_say(struct app *app, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    status_set(app, false, mem_vprintf(format, args));
    struct app_act act = status_act(app);
    if (act.what && act.what == app->failure_act.what && act.id == app->failure_act.id)
        app_status_end_failure(app);
    va_end(args);
}

void app_say_bad(struct app *app, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    status_set(app, true, mem_vprintf(format, args));
    free(app->failure); /* a failure stays on the screen until it is seen or its action succeeds */
    app->failure = mem_copy(app->status);
    app->failure_said = app->said_count;
    app->failure_act = status_act(app);
    va_end(args);
}

bool app_kept(struct app *app, bool ok, const char *what, const struct error *err)
{
    if (ok)
        return true;
    if (app->quitting && app->out) { /* the screen closes, so the message goes to standard error */
        struct effect *effect = app_emit(app, EFFECT_REPORT);
        effect->text = mem_printf("not saved: %s. %s", what, err->text);
        effect->code = error_kind_exit_code(ERROR_IO);
    }
    app_say_bad(app, "Not saved: %s. %s", what, err->text);
    return false;
}

void app_count_failure(struct app *app)
{
    app->failures_unseen++;
}

void app_log_activity(struct app *app, enum activity_kind kind, int64_t id, const char *format, ...)
{
    struct error err;
    va_list args;
    va_start(args, format);
    char *text = mem_vprintf(format, args);
    va_end(args);
    store_history_log(app->store, id, kind == ACTIVITY_ERROR ? "error" : "note", text, app->wall_ms, &err);
    free(text);
}

const struct part part_status = {.name = "status", .begin = status_begin, .end = status_end};

#define WORD_CELLS  16 /* width of a state's name in the first line */
#define WORDS_MAX   32 /* limit on the counted states; a server has fewer */
#define HINTS_MAX   32
#define REASON_COLS 60 /* with fewer columns, the reason of an outage is left out */
#define HINTS_GAP   2

struct count {
    const char *state; /* borrowed; "": unknown */
    char mark;         /* sign of the state, from app_state_mark() */
    size_t count;
};

/* The signs of states, in the order of their counts in the first line. */
static const char count_marks[] = "*+! ";

/* Compares two states for qsort: by sign in the order of count_marks, known before unknown, by name. */
static int foot_compare_counts(const void *a, const void *b)
{
    const struct count *one = a, *two = b;
    long between = strchr(count_marks, one->mark) - strchr(count_marks, two->mark);
    if (between != 0)
        return between < 0 ? -1 : 1;
    if (!*one->state != !*two->state)
        return *one->state ? -1 : 1;
    /* names of states with '!' are in reverse order: Failed before Canceled */
    int words = strcmp(two->state, one->state);
    return one->mark == '!' ? words : -words;
}

/* Counts the projects of each state. Returns the number of states, at most WORDS_MAX. */
static size_t foot_count(const struct app *app, struct count counts[WORDS_MAX])
{
    size_t used = 0;
    for (size_t i = 0; app->loaded && i < app->project_count; i++) {
        const struct app_project *project = &app->projects[i];
        size_t at = 0;
        while (at < used && strcmp(counts[at].state, project->state) != 0)
            at++;
        if (at == WORDS_MAX)
            continue;
        if (at == used)
            counts[used++] = (struct count){.state = project->state, .mark = project->mark};
        counts[at].count++;
    }
    qsort(counts, used, sizeof *counts, foot_compare_counts);
    return used;
}

void app_counts_marks(const struct app *app, char *out, size_t size)
{
    struct count counts[WORDS_MAX] = {{0}};
    size_t sums[sizeof count_marks] = {0}, used = foot_count(app, counts);
    for (size_t i = 0; i < used; i++)
        sums[strchr(count_marks, counts[i].mark) - count_marks] += counts[i].count;
    *out = '\0';
    for (size_t i = 0, len = 0; count_marks[i] > ' ' && len < size; i++) {
        if (sums[i] > 0)
            len +=
                (size_t)snprintf(out + len, size - len, "%s%c%zu", len ? " " : "", count_marks[i], sums[i]);
    }
}

void app_counts_words(const struct app *app, const char *between, char *out, size_t size)
{
    struct count counts[WORDS_MAX] = {{0}};
    size_t len = 0, used = foot_count(app, counts), others = used > 0 ? app->project_count : 0;
    *out = '\0';
    for (size_t i = 0; i < used && i < COUNTS_MAX && len < size; i++) {
        char word[COUNTS_WORD];
        text_clip(word, sizeof word, counts[i].state, WORD_CELLS);
        len += (size_t)snprintf(out + len, size - len, "%s%zu %s", len ? between : "", counts[i].count,
                                *word ? word : "not read");
        others -= counts[i].count;
    }
    if (others > 0 && len < size)
        snprintf(out + len, size - len, "%s%zu other", between, others);
}

void app_counts_total(const struct app *app, char *out, size_t size)
{
    if (!app->loaded)
        *out = '\0';
    else if (app->project_count == 0)
        snprintf(out, size, "no projects");
    else
        snprintf(out, size, "%zu project%s", app->project_count, app->project_count == 1 ? "" : "s");
}

/* --- the message --- */

/* Writes the progress of a call: "Export 1: 310 of 462 kB", "Export 1: next try in 20 s". */
static void foot_describe_call(const struct app *app, char *out, size_t size, const struct app_call *call)
{
    char amount[AMOUNT_TEXT_SIZE], wait[DATE_TEXT_SIZE];
    int64_t wait_ms = app_call_waits(app, call);
    if (call->cancelling)
        snprintf(out, size, "Cancelling: %s", call->what);
    else if (wait_ms > 0) {
        wait_format(wait, sizeof wait, wait_ms);
        snprintf(out, size, "%s: next try in %s", call->what, wait);
    } else if (call->bytes > 0) {
        amount_bytes_of(amount, sizeof amount, call->bytes, call->total > 0 ? call->total : -1);
        snprintf(out, size, "%s: %s", call->what, amount);
    } else
        snprintf(out, size, "%s …", call->what);
}

/* Writes the progress of the batch or call that ^C would stop. If there is none, writes the progress of the
 * refresh that the operator waits for. False: nothing is under way. */
static bool foot_running(const struct app *app, char *out, size_t size)
{
    const struct app_call *call = app_call_in_sight(app);
    if (app->batch->active)
        snprintf(out, size, "%s", app->batch->told ? app->batch->told : "");
    else if (call)
        foot_describe_call(app, out, size, call);
    else
        return app_reads_running(app, out, size);
    return true;
}

enum message_kind app_message(const struct app *app, char *out, size_t size)
{
    bool shares = layout_shares_bottom(&app->layout); /* message and keys share one line */
    const char *asked = app_top(app)->message;
    /* true if a key was refused during a batch; this message hides the progress line until the next key */
    bool is_answer = app->answered && app->answered == app->said_count && app->outcome_stands;
    if (asked) {
        snprintf(out, size, "%s", shares ? "" : asked);
        return MESSAGE_STANDING;
    }
    if (!is_answer && foot_running(app, out, size))
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
    if (app_offline_sentence(app, app->cols < REASON_COLS, out, size) || app_reads_standing(app, out, size))
        return MESSAGE_STANDING;
    if (app->focus != app_pane_find(app, "help") || shares)
        return MESSAGE_NONE;
    snprintf(out, size, "* in progress  + completed  ! failed, canceled  ? no answer  = marked  n note");
    return MESSAGE_STANDING;
}

void app_message_key(struct app *app, struct key key)
{
    int focus = app->focus, forms = app->form_count;
    uint64_t said = app->said_count;
    const struct action *action = keymap_find(app->keymap, app_where(app), key);
    enum form_action act = action ? keymap_form_action(app->keymap, action) : FORM_ACT_NONE;
    bool is_move = action && (action->group == GROUP_MOVE || (act >= FORM_ACT_UP && act <= FORM_ACT_END));
    app_key(app, key);
    if (app->answered <= said)
        app->answered = 0;
    if (app->said_count == said && !is_move)
        app->outcome_stands = false;
    bool is_elsewhere = app->focus != focus || app->form_count != forms;
    if (app->failure && app->failure_said <= said && (is_elsewhere || key.kind == K_ESC))
        app_status_end_failure(app);
}

/* --- the key bar --- */

struct hints {
    char text[HINTS_MAX][64];
    int count;
};

/* Adds a hint with the first key of an action, if the action has an effect here. word NULL: the action's own
 * word. A word that begins with a dash follows the key directly: "1-5 Views". */
static void foot_add(struct hints *hints, const struct app *app, const char *name, const char *word)
{
    char key[KEY_NAME_SIZE];
    const struct pane_ops *ops = app_focus_ops(app);
    const struct action *action = keymap_named(app->keymap, name);
    if (!action || hints->count == HINTS_MAX || !app_can_run(app, action) ||
        (action->works && !action->works(app)) || (ops->works && !ops->works(app, name)))
        return;
    if (!word)
        word = app->list.mark_count > 0 && action->marked_hint ? action->marked_hint : action->hint;
    keymap_first_key(app->keymap, action, key, sizeof key);
    if (word && *key && keymap_leads(app->keymap, action, app_where(app)))
        snprintf(hints->text[hints->count++], sizeof *hints->text, "%s%s%s", key, *word == '-' ? "" : " ",
                 word);
}

/* Adds the hints that all panes have: Stop, and Activity if there are unseen failures. During a batch there
 * is no hint Activity, because the progress line counts failures. */
static void foot_add_state(struct hints *hints, const struct app *app)
{
    if (app->batch->active || app_call_in_sight(app))
        foot_add(hints, app, "interrupt", "Stop");
    if (!app_is_offline(app) && (app_acts_unseen(app) > 0 || app->failures_unseen > 0) &&
        !app->batch->active && !app_focus_ops(app)->about_activity)
        foot_add(hints, app, "activity", "Activity");
}

/* Adds hints for the actions on marked projects that `rows`, the hints of the pane, lack. */
static void foot_add_marked(struct hints *hints, const struct app *app, const struct pane_hint *rows)
{
    size_t count;
    const struct action *actions = keymap_actions(app->keymap, &count);
    for (size_t i = 0; i < count; i++) {
        const struct pane_hint *row = rows;
        while (row->action && strcmp(row->action, actions[i].name) != 0)
            row++;
        if ((actions[i].where & ON_MARKED) && !row->action)
            foot_add(hints, app, actions[i].name, NULL);
    }
}

/* Collects the hints. `first` gets the hints of the pane, in order of importance. `last` gets help and the
 * way out. If space is short, hints of `first` are left out. */
static void foot_collect(const struct app *app, struct hints *first, struct hints *last)
{
    static const struct pane_hint usual[] = {{"enqueue", NULL}, {"export", NULL}, {"open", NULL}, {0}};
    const struct pane_ops *ops = app_focus_ops(app);
    struct pane_hint form[FORM_HINTS_MAX];
    bool over = overlay_has(&app->overlays, OVERLAY_OVER_FORM);
    bool is_form = !over && overlay_has(&app->overlays, OVERLAY_FORM);
    const struct pane_hint *rows = is_form            ? form
                                   : ops->hints       ? ops->hints(app)
                                   : ops->usual_hints ? ops->usual_hints
                                                      : usual;
    first->count = last->count = 0;
    foot_add_state(first, app);
    if (is_form)
        app_form_hints(app, form);
    for (const struct pane_hint *row = rows; row->action; row++) {
        foot_add(first, app, row->action,
                 app->zoomed && strcmp(row->action, "zoom") == 0 ? "Unzoom" : row->word);
        if (row == rows + 1 && rows != form && app->focus == PANE_LIST && app->filter && *app->filter &&
            !app->failure) /* while a failure stands, Esc ends its message */
            snprintf(first->text[first->count++], sizeof *first->text, "Esc Show all");
    }
    if (!is_form && !over && app->list.mark_count > 0)
        foot_add_marked(first, app, rows);
    if (is_form || strcmp(ops->name, "help") != 0)
        foot_add(last, app, "help", "Help");
    if (is_form)
        foot_add(last, app, "form-leave", "Back");
    else
        foot_add(last, app, "back", app->focus == PANE_LIST && !app->zoomed ? "Quit" : "Back");
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
    struct hints first, last;
    const struct overlay_ops *top = app_top(app);
    *out = '\0';
    if (top->hints && top->hints(app, out, size)) {
        app_hints_cut(out, cells);
        return text_width(out);
    }
    foot_collect(app, &first, &last);
    for (int i = 0; i < last.count; i++)
        cells -= text_width(last.text[i]) + HINTS_GAP;
    if (first.count > 0 && last.count > 1 && text_width(first.text[0]) > cells)
        cells += text_width(last.text[--last.count]) + HINTS_GAP; /* Back or Quit is left out */
    int fits = 0;
    while (fits < first.count && (cells -= text_width(first.text[fits])) >= 0) {
        cells -= HINTS_GAP;
        fits++;
    }
    for (int i = 0; i < fits + last.count; i++) {
        size_t len = strlen(out);
        snprintf(out + len, size - len, "%s%s", len ? "  " : "",
                 i < fits ? first.text[i] : last.text[i - fits]);
    }
    return text_width(out);
}

int app_hints_least(const struct app *app)
{
    struct hints first, last;
    foot_collect(app, &first, &last);
    int cells = last.count > 0 ? text_width(last.text[0]) : 0;
    return first.count > 0 ? cells + HINTS_GAP + text_width(first.text[0]) : cells;
}
