/* Owns the metadata pane: what the reply carries, what was set from here, each labelled for what it is;
 * setting by a short form, deleting asked. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "writes.h"
#include "steno/api/endpoint.h"
#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/app/keys.h"
#include "ask.h"
#include "steno/app/calls.h"
#include "steno/app/forms.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/app.h"
#include "steno/app/say.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/call.h"
#include "steno/core/forms.h"
#include "steno/core/write.h"
#include "steno/store/store.h"
#include "steno/widget/form.h"
#include "steno/widget/page.h"

struct metadata_state {
    struct call *again; /* refused for a change that may be the same one: what Yes to the question sends; or
                         * NULL */
    char *what;
};

static struct metadata_state *metadata_state(const struct app *app)
{
    return part_state(app, &part_metadata);
}

/* What was last set from here of each key of a project; 0: of all of this server. To be cleared. */
static struct store_entries metadata_set_here(const struct app *app, int64_t id)
{
    struct store_entries entries = {0};
    struct error err;
    store_metadata_list(app->store, id, &entries, &err);
    return entries;
}

/* A line whose target is the key; the text is taken. */
static void metadata_line(struct page *page, const char *key, char *text, int cells)
{
    char *clean = text_clean_copy(key);
    page_add_wrapped(page, LINE_FIELD, clean, text, cells, key);
    free(clean);
    free(text);
}

/* What the reply shows, and what was set from here, each with its time and whether the server shows the
 * same. */
static void metadata_build(struct app *app, struct page *page, int cells)
{
    const struct app_project *project = app_project_find(app, app->current);
    if (!project) {
        page_title(page, "Metadata");
        pages_note_missing(app, page, NULL);
        return;
    }
    page_title(page, "Metadata of %" PRId64 "  %s", project->id, project->name);
    json_t *pairs = project->full ? metadata_reply_pairs(project->full->record.shown) : NULL;
    if (pairs)
        page_add(page, LINE_HEADING, NULL, "Shown by the server");
    if (pairs && json_array_size(pairs) == 0)
        page_add(page, LINE_NOTE, NULL, "None");
    for (size_t i = 0; i < json_array_size(pairs); i++) {
        const json_t *pair = json_array_get(pairs, i);
        metadata_line(page, json_string_value(json_object_get(pair, "Key")),
                      last_run_text(json_object_get(pair, "Value")), cells);
    }
    struct store_entries entries = metadata_set_here(app, app->current);
    page_add(page, LINE_HEADING, NULL, "Set from here");
    if (entries.count == 0)
        page_add(page, LINE_NOTE, NULL, "Nothing was set from here yet");
    for (size_t i = 0; i < entries.count; i++) {
        const struct store_entry *entry = &entries.items[i];
        const char *shown = json_string_value(metadata_reply_value(pairs, entry->name));
        bool same = entry->text && shown && strcmp(shown, entry->text) == 0;
        char when[DATE_TEXT_SIZE], *clean = text_clean_copy(entry->text ? entry->text : "");
        date_format(when, sizeof when, &(struct date){.ms = entry->when_ms, .has_zone = true}, app->zone);
        metadata_line(page, entry->name,
                      entry->text
                          ? mem_printf("%s  (set %s%s)", clean, when, same ? ", shown by the server" : "")
                          : mem_printf("(deleted %s)", when),
                      cells);
        free(clean);
    }
    store_entries_clear(&entries);
    json_decref(pairs);
    page_add_wrapped(page, LINE_NOTE, NULL, "The API has no call to read metadata.", cells, NULL);
}

static void metadata_send(struct app *app, struct app_form *form);

static const struct form_ops metadata_form = {
    .title = "Set metadata of", .table = &params_metadata, .send = metadata_send};

static void metadata_add(struct app *app)
{
    struct app_form *form = app->current ? app_form_open(app, &metadata_form, app->current) : NULL;
    if (form)
        app_draft_restore(app, form);
}

static app_call_reply metadata_done;

/* A write of this key that rests on what is seen of the project, and what it is in words. */
static struct call *metadata_call(struct app *app, enum endpoint_id op, const struct app_project *project,
                                  const struct project *seen, const char *key, char **what)
{
    struct call *call = app_call_new(app, op, project->id);
    call->version = project->version;
    call->seen = seen ? project_copy(seen) : NULL;
    call->key = mem_copy(key);
    char *clean = text_clean_copy(key);
    *what = mem_printf("%s metadata \"%s\" of %" PRId64, op == ENDPOINT_ADD_METADATA ? "Set" : "Delete",
                       clean, project->id);
    free(clean);
    return call;
}

/* Sends what was typed. */
static void metadata_send(struct app *app, struct app_form *form)
{
    const char *key = param_set_get(form_values(form->form), METADATA_KEY);
    const char *value = param_set_get(form_values(form->form), METADATA_VALUE);
    const struct app_project *project = app_project_find(app, form->project_id);
    char *what;
    if (!key || !*key || !project) {
        form_field_error(form->form, params_metadata.rows[METADATA_KEY].name, "a key is required");
        return;
    }
    struct call *call = metadata_call(app, ENDPOINT_ADD_METADATA, project,
                                      form->opened_on ? form->opened_on : project->full, key, &what);
    call->value = mem_copy(value ? value : "");
    app_form_send(app, form, call, &(struct app_reply){.done = metadata_done, .what = what}, "Sending…");
}

static void metadata_delete(struct app *app, int64_t id, const char *key)
{
    const struct app_project *project = app_project_find(app, id);
    char *what;
    if (!project) {
        app_say_bad(app, "%" PRId64 " is no longer on the watchlist; nothing was sent", id);
        return;
    }
    struct call *call = metadata_call(app, ENDPOINT_DELETE_METADATA, project, project->full, key, &what);
    app_call_send(app, call, &(struct app_reply){.done = metadata_done, .what = what});
}

static void metadata_delete_ask(struct app *app, const char *arg)
{
    (void)arg;
    const struct page_line *line = app_line_of_current(app);
    if (!line) {
        app_say(app, "No key under the cursor");
        return;
    }
    app_ask(app, &(struct app_question_ask){.parts = {{.words = "Delete the metadata \""},
                                                      {.piece = line->target},
                                                      {.words = "\" of "},
                                                      {.project = app->current, .with_state = true},
                                                      {.words = "?"}},
                                            .verb = {.word = "Delete"},
                                            .spares = "keeps it",
                                            .id = app->current,
                                            .arg = line->target,
                                            .yes_with = metadata_delete,
                                            .refused = "Nothing was deleted"});
}

/* Forgets the wish that waits for an answer. */
static void metadata_forget(struct app *app)
{
    struct metadata_state *state = metadata_state(app);
    call_free(state->again);
    free(state->what);
    state->again = NULL;
    state->what = NULL;
}

/* Yes: the same is sent with the version that was read after the refusal. */
static void metadata_again(struct app *app, int64_t id)
{
    struct metadata_state *state = metadata_state(app);
    struct app_form *form = app_form_about(app, &metadata_form, id);
    struct call *call = state->again;
    if (!call)
        return;
    state->again = NULL;
    call->serial = ++app->next_serial;
    const struct app_reply reply = {.done = metadata_done, .what = state->what};
    state->what = NULL;
    if (form && call->op == ENDPOINT_ADD_METADATA)
        app_form_send(app, form, call, &reply, "Sending…");
    else
        app_call_send(app, call, &reply);
}

static void metadata_not_again(struct app *app, int64_t id)
{
    struct app_form *form = app_form_about(app, &metadata_form, id);
    metadata_forget(app);
    if (form)
        app_draft_save(app, form);
}

/* What changed in the meantime may be the same metadata: asks before that is covered. */
static void metadata_ask_again(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct metadata_state *state = metadata_state(app);
    struct conflict_question ask;
    char since[DATE_TEXT_SIZE];
    struct app_form *form = app_form_find(app, call->serial);
    const struct app_project *project = app_project_find(app, call->project_id);
    app_time_text(app, since, sizeof since,
                  form && form->opened_on ? form->opened_ms
                  : project               ? project->fetched_ms
                                          : app->wall_ms);
    if (conflict_question_make(&ask, call->asked, result, since) &&
        !app->question->text) { /* else the error tells */
        metadata_forget(app);
        if (app->failures_unseen > 0)
            app->failures_unseen--; /* nobody has to look it up in the activity */
        state->again = call_copy(call->asked);
        project_free(state->again->seen);
        state->again->seen = project_copy(result->project);
        state->again->version = result->project->version;
        state->what = mem_copy(call->what);
        app_ask(app, &(struct app_question_ask){
                         .parts = {{.words = ask.lead}, {.piece = ask.changes}, {.words = ask.asks}},
                         .verb = {.word = call->op == ENDPOINT_ADD_METADATA ? "Set" : "Delete"},
                         .spares = "keeps it as it is now",
                         .id = call->project_id,
                         .yes = metadata_again,
                         .no = metadata_not_again,
                         .refused = "Nothing was changed"});
    }
    conflict_question_clear(&ask);
}

static void metadata_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_form *form = app_form_find(app, call->serial);
    if (!result->ok) {
        if (!call->is_left)
            metadata_ask_again(app, call, result);
        app_report_failed(app, call, result);
        if (form)
            app_form_failed(app, form, &result->error);
        return;
    }
    if (form) {
        app_draft_discard(app, form);
        app_form_close(app, form);
    }
    struct store_entries before = metadata_set_here(app, 0);
    app_report_done_first(app, call, result, before.count == 0);
    store_entries_clear(&before);
}

/* A key can be deleted that was not. */
static bool metadata_works(const struct app *app, const char *action)
{
    const struct page_line *line = app_line_of_current(app);
    if (strcmp(action, "delete") != 0)
        return true;
    if (!line)
        return false;
    struct store_entries entries = metadata_set_here(app, app->current);
    bool is_deleted = false;
    for (size_t i = 0; i < entries.count; i++)
        is_deleted |= !entries.items[i].text && strcmp(entries.items[i].name, line->target) == 0;
    store_entries_clear(&entries);
    return !is_deleted;
}

static const struct pane_hint *metadata_hints(const struct app *app)
{
    static const struct pane_hint rows[] = {
        {"add", "Set"}, {"delete", "Delete"}, {"copy", "Copy"}, {"zoom", "Zoom"}, {0}};
    (void)app;
    return rows;
}

static const struct pane_ops metadata_pane = {.name = "metadata",
                                              .title = "Metadata",
                                              .walked = true,
                                              .about_project = true,
                                              .grouped = true,
                                              .label_least = 20,
                                              .label_most = 40,
                                              .build = metadata_build,
                                              .add = metadata_add,
                                              .erase = metadata_delete_ask,
                                              .works = metadata_works,
                                              .hints = metadata_hints};

/* clang-format off */
static const struct action metadata_actions[] = {
    {.name = "metadata", .keys = "m", .where = IN_PANES | NEEDS_PROJECT, .group = GROUP_PANES,
     .help = "Metadata", .run_named = app_pane_open},
};
/* clang-format on */

const struct part part_metadata = {.name = "metadata",
                                   .state_size = sizeof(struct metadata_state),
                                   .pane = &metadata_pane,
                                   .end = metadata_forget,
                                   .server_changed = metadata_forget,
                                   PART_ACTIONS(metadata_actions)};
