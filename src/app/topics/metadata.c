/* Owns the metadata pane: what the reply carries, what was set from here, each labelled for what it is;
 * setting by a short form, deleting asked. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "steno/api/endpoint.h"
#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/app/action.h"
#include "ask.h"
#include "steno/app/calls.h"
#include "form_actions.h"
#include "steno/app/forms.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
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

/* One pair as a line whose target is the key. */
static void metadata_line(struct page *page, const char *key, const char *value, int cells)
{
    char *clean = text_clean_copy(key);
    page_add_wrapped(page, LINE_FIELD, clean, value, cells, key);
    free(clean);
}

/* What the reply shows. */
static void metadata_from_server(struct page *page, const json_t *pairs, int cells)
{
    page_add(page, LINE_HEADING, NULL, "Shown by the server");
    if (json_array_size(pairs) == 0)
        page_add(page, LINE_NOTE, NULL, "None");
    for (size_t i = 0; i < json_array_size(pairs); i++) {
        const json_t *pair = json_array_get(pairs, i);
        char *text = last_run_text(json_object_get(pair, "Value"));
        metadata_line(page, json_string_value(json_object_get(pair, "Key")), text, cells);
        free(text);
    }
}

/* What was last set from here of each key of a project; 0: of all of this server. To be cleared. */
static struct store_entries metadata_set_here(const struct app *app, int64_t id)
{
    struct store_entries entries = {0};
    struct error err;
    store_metadata_list(app->store, id, &entries, &err);
    return entries;
}

/* One entry, with its time, and whether the server shows the same. */
static void metadata_entry_line(const struct app *app, struct page *page, const struct store_entry *entry,
                                const json_t *pairs, int cells)
{
    const char *shown = json_string_value(metadata_reply_value(pairs, entry->name));
    bool same = entry->text && shown && strcmp(shown, entry->text) == 0;
    char when[DATE_TEXT_SIZE];
    date_format(when, sizeof when, &(struct date){.ms = entry->when_ms, .has_zone = true}, app->zone);
    char *clean = text_clean_copy(entry->text ? entry->text : ""), *key = text_clean_copy(entry->name);
    char *line = entry->text ? mem_printf("%s  (set %s%s)", clean, when, same ? ", shown by the server" : "")
                             : mem_printf("(deleted %s)", when);
    page_add_wrapped(page, LINE_FIELD, key, line, cells, entry->name);
    free(line);
    free(key);
    free(clean);
}

static void metadata_from_here(const struct app *app, struct page *page, const json_t *pairs, int cells)
{
    struct store_entries entries = metadata_set_here(app, app->current);
    page_add(page, LINE_HEADING, NULL, "Set from here");
    if (entries.count == 0)
        page_add(page, LINE_NOTE, NULL, "Nothing was set from here yet");
    for (size_t i = 0; i < entries.count; i++)
        metadata_entry_line(app, page, &entries.items[i], pairs, cells);
    store_entries_clear(&entries);
}

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
        metadata_from_server(page, pairs, cells);
    metadata_from_here(app, page, pairs, cells);
    json_decref(pairs);
    page_add_wrapped(page, LINE_NOTE, NULL, "The API has no call to read metadata.", cells, NULL);
}

static void metadata_send(struct app *app, struct app_form *form);

static const struct form_ops metadata_form = {
    .title = "Set metadata of", .table = &params_metadata, .send = metadata_send};

static void metadata_add(struct app *app)
{
    int64_t id = app->current;
    if (!id)
        return;
    struct app_form *form = app_form_open(app, &metadata_form, id);
    if (form)
        app_draft_restore(app, form);
}

static app_call_reply metadata_done;

/* Sends what was typed. */
static void metadata_send(struct app *app, struct app_form *form)
{
    const char *key = param_set_get(form_values(form->form), METADATA_KEY);
    const char *value = param_set_get(form_values(form->form), METADATA_VALUE);
    const struct app_project *project = app_project_find(app, form->project_id);
    if (!key || !*key || !project) {
        form_field_error(form->form, params_metadata.rows[METADATA_KEY].name, "a key is required");
        app_dirty(app, DIRTY_FORM);
        return;
    }
    struct call *call = app_call_new(app, ENDPOINT_ADD_METADATA, form->project_id);
    call->version = project->version;
    call->seen = form->opened_on ? project_copy(form->opened_on)
                 : project->full ? project_copy(project->full)
                                 : NULL;
    call->key = mem_copy(key);
    call->value = mem_copy(value ? value : "");
    char *clean = text_clean_copy(key);
    char *what = mem_printf("Set metadata \"%s\" of %" PRId64, clean, form->project_id);
    free(clean);
    app_form_send(app, form, call, &(struct app_reply){.done = metadata_done, .what = what}, "Sending…");
}

static void metadata_delete(struct app *app, int64_t id, const char *key)
{
    const struct app_project *project = app_project_find(app, id);
    if (!project) {
        app_say_bad(app, "%" PRId64 " is no longer on the watchlist; nothing was sent", id);
        return;
    }
    struct call *call = app_call_new(app, ENDPOINT_DELETE_METADATA, id);
    call->version = project->version;
    call->seen = project->full ? project_copy(project->full) : NULL;
    call->key = mem_copy(key);
    char *clean = text_clean_copy(key);
    char *what = mem_printf("Delete metadata \"%s\" of %" PRId64, clean, id);
    free(clean);
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
    app_stale_project(app, call->project_id);
}

/* A key can be deleted that was not. */
static bool metadata_works(const struct app *app, const char *action)
{
    const struct page_line *line = app_line_of_current(app);
    if (strcmp(action, "delete") != 0 || !line)
        return line || strcmp(action, "delete") != 0;
    struct store_entries entries = metadata_set_here(app, app->current);
    bool is_deleted = false;
    for (size_t i = 0; i < entries.count; i++)
        is_deleted |= !entries.items[i].text && strcmp(entries.items[i].name, line->target) == 0;
    store_entries_clear(&entries);
    return !is_deleted;
}

static const struct pane_hint *metadata_hints(const struct app *app)
{
    static const struct pane_hint rows[] = {{"add", "Set", 100},  {"delete", "Delete", 90},
                                            {"copy", "Copy", 60}, {"zoom", "Zoom", 40},
                                            {"back", NULL, 95},   {NULL, NULL, 0}};
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
     .with = "details", .help = "Metadata", .run_named = app_pane_open},
};
/* clang-format on */

const struct part part_metadata = {.name = "metadata",
                                   .state_size = sizeof(struct metadata_state),
                                   .pane = &metadata_pane,
                                   .end = metadata_forget,
                                   .server_changed = metadata_forget,
                                   PART_ACTIONS(metadata_actions)};
