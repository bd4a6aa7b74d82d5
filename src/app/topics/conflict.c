/* Owns the decision after a conflict: a write was refused because somebody else had changed the project, and
 * would go over that change. It is shown, and written only when `apply` is asked for; what was typed is kept
 * as a draft. When a conflict is one: api/versioned. */
#include "topics/conflict.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "draft.h"
#include "long_form.h"
#include "store.h"
#include "topics/conflict_private.h"
#include "steno/api/look.h"
#include "steno/api/record.h"
#include "steno/app/action.h"
#include "steno/app/form_keys.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/watchlist.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/call.h"
#include "steno/core/store_op.h"
#include "steno/widget/form.h"
#include "steno/widget/list.h"

static struct conflict *conflict_state(const struct app *app)
{
    return topic_state(app, &topic_conflict);
}

const struct conflict *conflict_of(const struct app *app)
{
    return conflict_state(app);
}

/* Forgets what was to be decided. */
static void conflict_forget(void *state)
{
    struct conflict *conflict = state;
    call_free(conflict->asked);
    project_free(conflict->now);
    param_set_free(conflict->typed);
    free(conflict->what);
    free(conflict->said);
    free(conflict->set);
    *conflict = (struct conflict){0};
}

/* --- how it comes to be shown --- */

/* What was last set from here, of the key. */
static void conflict_ledger(struct app *app, const struct store_result *result)
{
    struct conflict *conflict = conflict_state(app);
    if (!conflict->asked || !conflict->wants_ledger || result->id != conflict->asked->project_id)
        return;
    conflict->wants_ledger = false;
    for (size_t i = 0; i < result->entry_count; i++) {
        const struct store_entry *entry = &result->entries[i];
        if (!entry->name || strcmp(entry->name, conflict->asked->key) != 0)
            continue;
        free(conflict->set);
        conflict->set = mem_copy_or_null(entry->text);
        conflict->set_ms = entry->when_ms;
    }
}

/* Where the wish came from: the form that waits for the answer, or that of the try before. */
static void conflict_take_form(struct app *app, struct conflict *conflict, const struct app_call *call,
                               const struct conflict *before)
{
    const struct app_project *project = app_project_find(app, call->project_id);
    const struct app_form *form = app_form_find(app, call->serial);
    conflict->seen_ms = project ? project->fetched_ms : 0;
    if (form) {
        conflict->form = form->ops;
        conflict->typed = param_set_copy(form_values(form->form));
        if (form->opened_on && call->asked->seen && form->opened_on->version == call->asked->seen->version)
            conflict->seen_ms = form->opened_ms;
    } else if (before->applied == call->serial) {
        conflict->form = before->form;
        conflict->typed = before->typed ? param_set_copy(before->typed) : NULL;
        conflict->seen_ms = before->now_ms;
    }
}

/* Is a decision due that another conflict must not take the place of? One that was left for later gives way.
 */
static bool conflict_is_busy(const struct app *app, const struct conflict *conflict)
{
    return conflict->asked &&
           (conflict->applied || !conflict->is_open || app_focus_ops(app) == topic_conflict.pane);
}

/* Is there nothing to decide? The project was never seen, another decision is due, or the tag is gone. */
static bool conflict_is_idle(const struct app *app, const struct conflict *before,
                             const struct app_call *call, const struct call_result *result)
{
    const struct call *asked = call->asked;
    if (!asked || !asked->seen || (conflict_is_busy(app, before) && before->applied != call->serial))
        return true;
    return asked->op == ENDPOINT_DELETE_TAG && result->project &&
           !look_finds_tag(result->project, asked->value);
}

static void conflict_begin(struct app *app, const struct app_call *call, const struct call_result *result)
{
    struct conflict *state = conflict_state(app), before = *state;
    if (conflict_is_idle(app, &before, call, result))
        return;
    *state = (struct conflict){.asked = call_copy(call->asked),
                               .done = call->done,
                               .what = mem_copy(call->what),
                               .said = mem_copy(result->error.text),
                               .now = result->project ? project_copy(result->project) : NULL,
                               .now_ms = app->wall_ms,
                               .since = app->next_serial};
    conflict_take_form(app, state, call, &before);
    if (before.applied == call->serial)
        state->done = before.done;
    conflict_forget(&before);
    if (!state->asked->key)
        return;
    state->wants_ledger = true;
    app_store_ask(app, STORE_METADATA_LIST, call->project_id, conflict_ledger);
}

/* The reading after an enqueue that was refused. */
static void conflict_read(struct app *app, const struct project *now, const struct app_call *call)
{
    struct conflict *conflict = conflict_state(app);
    if (!conflict->asked || conflict->now || conflict->asked->project_id != now->id ||
        call->serial <= conflict->since)
        return;
    conflict->now = project_copy(now);
    conflict->now_ms = app->wall_ms;
}

/* The form that the wish came from, where it is on top and sends nothing; NULL for none. */
static struct app_form *conflict_form(const struct app *app, const struct conflict *conflict)
{
    struct app_form *form =
        conflict->form ? app_form_about(app, conflict->form, conflict->asked->project_id) : NULL;
    bool on_top = form && form == app_form_top(app) && !form->serial && !app_form_is_covered(app);
    return on_top ? form : NULL;
}

/* Would the sheet take the keys of somebody who is doing something else? A form that was sent and not touched
 * since is not being filled in. */
static bool conflict_would_disturb(const struct app *app, const struct conflict *conflict)
{
    const struct app_form *form = conflict_form(app, conflict);
    if (!form)
        return app_top(app)->kind != OVERLAY_PANE;
    return draft_differences(form_values(form->form), conflict->typed) != 0 ||
           (!form_is_short(form->form) && form_is_typing(form->form));
}

static const struct pane_ops conflict_pane;

/* Shows the sheet; what was typed becomes a draft, and its form closes. */
static void conflict_open(struct app *app, struct conflict *conflict)
{
    struct app_form *form = conflict_form(app, conflict);
    conflict->is_open = true;
    if (form) {
        app_draft_save(app, form);
        app_form_close(app, form);
    }
    if (!app->linear)
        app_status_take_back(app, conflict->said);
    if (app->failures_unseen > 0)
        app->failures_unseen--;    /* nobody has to look it up in the activity */
    overlay_touch(&app->overlays); /* no key from before decides */
    app_pane_open(app, conflict_pane.name);
    app_page_touch(app, conflict_pane.name);
    app_pages_build(app);
    if (!app->linear && app_focus_page(app)->count > 2)
        app_focus_jump(app, app_focus_page(app)->lines[0].value[0] ? 0 : 2, 0);
}

static void conflict_turn_end(struct app *app)
{
    struct conflict *conflict = conflict_state(app);
    if (app->quitting || !conflict->asked || conflict->is_open || conflict->applied || !conflict->now ||
        conflict->wants_ledger || conflict_would_disturb(app, conflict))
        return;
    conflict_open(app, conflict);
}

/* --- what is decided --- */

/* Leaves the sheet. */
static void conflict_leave(struct app *app)
{
    app_pane_back(app);
    app_page_touch(app, conflict_pane.name);
}

/* The answer to another try. */
static void conflict_applied(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct conflict *conflict = conflict_state(app);
    const struct form_ops *form = conflict->form;
    bool ok = result->ok;
    if (conflict->applied != call->serial)
        return; /* the server is another one by now */
    conflict->done(app, call, result);
    if (conflict->applied != call->serial)
        return; /* it was another conflict */
    if (ok && form)
        app_form_accepted(app, form, NULL, call->project_id);
    conflict_forget(conflict);
}

static void conflict_apply(struct app *app, const char *arg)
{
    struct conflict *conflict = conflict_state(app);
    (void)arg;
    if (!conflict->asked || !conflict->now || conflict->applied) {
        app_say(app, "Nothing waits for a decision");
        return;
    }
    struct call *call = app_call_new(app, conflict->asked->op, conflict->asked->project_id);
    call->version = conflict->now->version;
    call->seen = project_copy(conflict->now);
    call->key = mem_copy_or_null(conflict->asked->key);
    call->value = mem_copy_or_null(conflict->asked->value);
    call->params = conflict->asked->params ? param_set_copy(conflict->asked->params) : NULL;
    char *what = mem_copy(conflict->what);
    conflict_leave(app);
    conflict->applied = app_call_send(app, call, &(struct app_reply){.done = conflict_applied, .what = what});
}

static void conflict_edit(struct app *app, const char *arg)
{
    struct conflict *conflict = conflict_state(app);
    (void)arg;
    if (!conflict->asked || !conflict->form) {
        app_say(app, "There is no form to go back to");
        return;
    }
    const struct form_ops *ops = conflict->form;
    int64_t id = conflict->asked->project_id;
    conflict_leave(app);
    conflict_forget(conflict);
    app_project_show(app, id);
    if (ops->style == FORM_LONG) {
        app_long_form_open(app, ops);
        return;
    }
    struct app_form *form = app_form_open(app, ops, id);
    if (form)
        app_draft_want(app, form); /* what was typed */
}

/* "Metadata Episode not set: conflict (409), dropped". Caller frees. */
static char *conflict_dropped(const struct conflict *conflict)
{
    const struct call *asked = conflict->asked;
    char *key = text_clean_copy(asked->key ? asked->key : asked->value ? asked->value : ""), *text;
    if (asked->op == ENDPOINT_ENQUEUE)
        text = mem_copy("Not enqueued: conflict (409), dropped");
    else if (asked->op == ENDPOINT_DELETE_TAG)
        text = mem_printf("Tag \"%s\" not deleted: conflict (409), dropped", key);
    else
        text = mem_printf("Metadata %s not %s: conflict (409), dropped", key,
                          asked->op == ENDPOINT_ADD_METADATA ? "set" : "deleted");
    free(key);
    return text;
}

static void conflict_drop(struct app *app, const char *arg)
{
    struct conflict *conflict = conflict_state(app);
    (void)arg;
    if (!conflict->asked || conflict->applied) {
        app_say(app, "Nothing waits for a decision");
        return;
    }
    int64_t id = conflict->asked->project_id;
    char *text = conflict_dropped(conflict);
    app_log_activity(app, ACTIVITY_NOTE, id, "%s", text);
    struct store_op *op = app_store(app, STORE_HISTORY_ADD, id);
    op->name = mem_copy("conflict");
    op->text = mem_copy(text);
    op->when_ms = app->wall_ms;
    if (conflict->form)
        app_form_accepted(app, conflict->form, NULL, id); /* its draft goes */
    conflict_leave(app);
    conflict_forget(conflict);
    app_say(app, "%" PRId64 ": %s", id, text);
    free(text);
}

/* What was wanted was for the other server. */
static void conflict_server_changed(struct app *app)
{
    conflict_forget(conflict_state(app));
    app_page_touch(app, conflict_pane.name);
}

static void conflict_show(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_open(app, conflict_pane.name);
}

/* What can be decided; `edit` only where there is a form to go back to. */
static const struct pane_hint *conflict_hints(const struct app *app)
{
    static const struct pane_hint with_form[] = {{"apply", NULL, 80},   {"edit-again", NULL, 75},
                                                 {"drop", NULL, 70},    {"copy", "Copy", 20},
                                                 {"back", "Later", 30}, {0}},
                                  without_form[] = {{"apply", NULL, 80},
                                                    {"drop", NULL, 70},
                                                    {"copy", "Copy", 20},
                                                    {"back", "Later", 30},
                                                    {0}};
    return conflict_state(app)->form ? with_form : without_form;
}

static const struct pane_ops conflict_pane = {.name = "conflict",
                                              .title = "Conflict",
                                              .covers = true,
                                              .build = conflict_build,
                                              .hints = conflict_hints};

/* clang-format off */
static const struct action conflict_actions[] = {
    {.name = "conflict", .where = IN_PANES, .group = GROUP_PANES,
     .help = "Conflict: a write that waits for a decision", .run = conflict_show},
    {.name = "apply", .keys = "a", .where = IN_OWN | IS_WRITE, .group = GROUP_PROJECT, .hint = "Apply",
     .help = "Write it on top of what is there now", .run = conflict_apply},
    {.name = "edit-again", .keys = "e", .where = IN_OWN, .group = GROUP_PROJECT, .hint = "Edit",
     .help = "Back to the form with what was typed", .run = conflict_edit},
    {.name = "drop", .keys = "d", .where = IN_OWN, .group = GROUP_PROJECT, .hint = "Drop",
     .help = "Leave it as it is now", .run = conflict_drop},
};
/* clang-format on */

const struct topic topic_conflict = {.name = "conflict",
                                     .state_size = sizeof(struct conflict),
                                     .end = conflict_forget,
                                     .pane = &conflict_pane,
                                     .server_changed = conflict_server_changed,
                                     .write_conflicted = conflict_begin,
                                     .project_read = conflict_read,
                                     .turn_end = conflict_turn_end,
                                     TOPIC_ACTIONS(conflict_actions)};
