/* Tags, metadata and notes of projects. In the tags pane a tag can be deleted. The metadata pane lists
 * metadata that the server shows, and metadata set from this computer. Notes are texts of the operator. They
 * are saved on this computer only. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "batch.h"
#include "writes.h"
#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/api/request.h"
#include "steno/app/app.h"
#include "steno/app/calls.h"
#include "steno/app/forms.h"
#include "steno/app/keys.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/prompt.h"
#include "steno/app/say.h"
#include "steno/app/watchlist.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/forms.h"
#include "steno/core/write.h"
#include "steno/store/store.h"
#include "steno/widget/form.h"
#include "steno/widget/page.h"

#define NOTE_CELLS  24 /* width of an old note in the question of notes_ask() */
#define NOTES_SHOWN 6  /* number of old notes in the question of notes_ask(); more notes are only counted */

/* --- deleting a tag or a key --- */

/* Asks whether to delete the tag or key under the cursor. `none` is the message if nothing can be deleted. */
static void erase_ask(struct app *app, const char *none, const char *words, const char *note,
                      app_answer_with *yes)
{
    const struct page_line *line = app_line_of_current(app);
    if (!line) {
        app_say(app, "%s", none);
        return;
    }
    app_ask(app, &(struct app_question_ask){.parts = {{.words = words},
                                                      {.piece = line->target},
                                                      {.words = "\" of "},
                                                      {.project = app->current, .with_state = true},
                                                      {.words = "?"}},
                                            .note = note,
                                            .verb = {.word = "Delete"},
                                            .spares = "keeps it",
                                            .id = app->current,
                                            .arg = line->target,
                                            .yes_with = yes,
                                            .refused = "Nothing was deleted"});
}

static bool line_works(const struct app *app, const char *action)
{
    return strcmp(action, "delete") != 0 || app_line_of_current(app);
}

/* --- tags --- */

static void tags_build(struct app *app, struct page *page, int cells)
{
    const struct app_project *project = app_project_find(app, app->current);
    if (!project || !project->full) {
        page_title(page, "Tags");
        pages_note_missing(app, page, project);
        return;
    }
    page_title(page, "Tags of #%" PRId64 "  %s", project->id, project->name);
    const json_t *tags = json_object_get(project->full->record.shown, "Tags");
    for (size_t i = 0; i < json_array_size(tags); i++) {
        const char *tag = json_string_value(json_array_get(tags, i));
        if (tag)
            page_add_wrapped(page, LINE_TEXT, NULL, tag, cells - 1, tag);
    }
    for (size_t i = 0; i < page->count; i++)
        page->lines[i].col++; /* leave one cell blank after the gutter, like the rows of the list */
    if (page->count == 0)
        page_add(page, LINE_NOTE, NULL, "No tags");
}

static void tags_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    if (result->ok)
        app_report_done(app, call, result, true);
    else
        app_report_failed(app, call, result);
}

/* Called after Yes: finds the tag by its cleaned text `tag`, and sends its original text. */
static void tags_delete(struct app *app, int64_t id, const char *tag)
{
    const struct app_project *project = app_project_find(app, id);
    const struct record *record = project && project->full ? &project->full->record : NULL;
    const json_t *shown = record ? json_object_get(record->shown, "Tags") : NULL, *found = NULL;
    for (size_t i = 0; i < json_array_size(shown) && !found; i++) {
        const char *one = json_string_value(json_array_get(shown, i));
        if (one && strcmp(one, tag) == 0)
            found = json_array_get(json_object_get(record->raw, "Tags"), i);
    }
    const char *raw = json_string_value(found);
    if (!raw) {
        app_say_bad(app, "Project %" PRId64 ": the tag \"%s\" no longer exists; nothing was sent", id, tag);
        return;
    }
    if (strlen(raw) != json_string_length(found)) { /* a C string would end at the zero character */
        app_say_bad(app,
                    "Project %" PRId64 ": the tag \"%s\" contains a zero character, so steno cannot send it",
                    id, tag);
        return;
    }
    struct call *call = app_call_new(app, ENDPOINT_DELETE_TAG, id);
    call->version = project->version;
    call->seen = project_copy(project->full);
    call->value = mem_copy(raw);
    char *what = mem_printf("Delete tag \"%s\" of %" PRId64, tag, id);
    app_call_send(app, call, &(struct app_reply){.done = tags_done, .what = what});
}

static void tags_erase(struct app *app, const char *arg)
{
    (void)arg;
    const struct page_line *line = app_line_of_current(app);
    if (line && list_is_marked(&app->list, app->current))
        batch_delete_tag(app, line->target);
    else
        erase_ask(app, "There is no tag to delete", "Delete the tag \"", app_ask_tag_note, tags_delete);
}

/* clang-format off */
static const struct pane_hint tags_hints[] = {
    {"delete", "Delete"}, {"enqueue", NULL}, {"export", NULL}, {"copy", "Copy"}, {"zoom", "Zoom"}, {0}};
static const struct action tags_actions[] = {
    {.name = "tags", .keys = "t", .where = IN_PANES | NEEDS_PROJECT, .group = GROUP_PANES, .help = "Tags",
     .run_named = app_pane_open},
};
/* clang-format on */

static const struct pane_ops tags_pane = {.name = "tags",
                                          .title = "Tags",
                                          .walked = true,
                                          .about_project = true,
                                          .build = tags_build,
                                          .erase = tags_erase,
                                          .works = line_works,
                                          .usual_hints = tags_hints};

const struct part part_tags = {.name = "tags", .pane = &tags_pane, PART_ACTIONS(tags_actions)};

/* --- metadata --- */

/* The write that metadata_retry() sends again after Yes. `call` NULL: no question is open. */
struct metadata_state {
    struct call *call;
    char *what; /* name of the write, as in struct app_call */
};

/* Adds metadata that the server shows. Then adds metadata set from here, each with its time. A remark says if
 * the server shows the same value. */
static void metadata_build(struct app *app, struct page *page, int cells)
{
    const struct app_project *project = app_project_find(app, app->current);
    struct store_entries entries = {0};
    struct error err;
    if (!project) {
        page_title(page, "Metadata");
        pages_note_missing(app, page, NULL);
        return;
    }
    page_title(page, "Metadata of #%" PRId64 "  %s", project->id, project->name);
    json_t *pairs = project->full ? metadata_reply_pairs(project->full->record.shown) : NULL;
    if (pairs)
        page_add(page, LINE_HEADING, NULL, "In the server's answer");
    if (pairs && json_array_size(pairs) == 0)
        page_add(page, LINE_NOTE, NULL, "None");
    for (size_t i = 0; i < json_array_size(pairs); i++) {
        const json_t *pair = json_array_get(pairs, i);
        const char *key = json_string_value(json_object_get(pair, "Key"));
        char *clean = text_clean_copy(key);
        page_add_taken(page, LINE_FIELD, clean, last_run_text(json_object_get(pair, "Value")), cells, key);
        free(clean);
    }
    store_metadata_list(app->store, app->current, &entries, &err);
    page_add(page, LINE_HEADING, NULL, "Set from this computer");
    if (entries.count == 0)
        page_add(page, LINE_NOTE, NULL, "Nothing was set from this computer yet");
    for (size_t i = 0; i < entries.count; i++) {
        const struct store_entry *entry = &entries.items[i];
        const char *shown = json_string_value(metadata_reply_value(pairs, entry->name));
        bool same = entry->text && shown && strcmp(shown, entry->text) == 0;
        char when[DATE_TEXT_SIZE], *clean = text_clean_copy(entry->text ? entry->text : "");
        char *key = text_clean_copy(entry->name);
        date_format(when, sizeof when, &(struct date){.ms = entry->when_ms, .has_zone = true}, app->zone);
        page_add_taken(page, LINE_FIELD, key,
                       entry->text
                           ? mem_printf("%s  (set %s%s)", clean, when, same ? "; the server shows it" : "")
                           : mem_printf("(deleted %s)", when),
                       cells, entry->name);
        free(key);
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

/* Sends the call for `form` (may be NULL). Takes ownership of `call` and `what`. */
static void metadata_put(struct app *app, struct app_form *form, struct call *call, char *what)
{
    const struct app_reply reply = {.done = metadata_done, .what = what};
    if (form)
        app_form_send(app, form, call, &reply, "Sending…");
    else
        app_call_send(app, call, &reply);
}

static void metadata_write(struct app *app, struct app_form *form, const struct app_project *project,
                           const char *key, const char *value)
{
    const struct project *seen = form && form->opened_on ? form->opened_on : project->full;
    struct call *call =
        app_call_new(app, value ? ENDPOINT_ADD_METADATA : ENDPOINT_DELETE_METADATA, project->id);
    call->version = project->version;
    call->seen = seen ? project_copy(seen) : NULL;
    call->key = mem_copy(key);
    call->value = mem_copy_or_null(value);
    char *clean = text_clean_copy(key);
    metadata_put(app, form, call,
                 mem_printf("%s metadata \"%s\" of %" PRId64, value ? "Set" : "Delete", clean, project->id));
    free(clean);
}

static void metadata_send(struct app *app, struct app_form *form)
{
    const char *key = param_set_get(form_values(form->form), METADATA_KEY);
    const char *value = param_set_get(form_values(form->form), METADATA_VALUE);
    const struct app_project *project = app_project_find(app, form->project_id);
    if (key && *key && project)
        metadata_write(app, form, project, key, value ? value : "");
    else
        form_field_error(form->form, params_metadata.rows[METADATA_KEY].name, "a key is required");
}

static void metadata_delete(struct app *app, int64_t id, const char *key)
{
    const struct app_project *project = app_project_find(app, id);
    if (project)
        metadata_write(app, NULL, project, key, NULL);
    else
        app_say_bad(app, "Project %" PRId64 " is no longer on the list; nothing was sent", id);
}

static void metadata_erase(struct app *app, const char *arg)
{
    (void)arg;
    erase_ask(app, "No metadata under the cursor", "Delete the metadata \"", NULL, metadata_delete);
}

static void metadata_forget(struct app *app)
{
    struct metadata_state *state = part_state(app, &part_metadata);
    call_free(state->call);
    free(state->what);
    *state = (struct metadata_state){0};
}

/* Called after Yes: sends the write again, with the project version that was read after the 409. */
static void metadata_retry(struct app *app, int64_t id)
{
    struct metadata_state *state = part_state(app, &part_metadata);
    const struct metadata_state retry = *state;
    if (!retry.call)
        return;
    *state = (struct metadata_state){0};
    retry.call->serial = ++app->next_serial;
    bool is_set = retry.call->op == ENDPOINT_ADD_METADATA;
    metadata_put(app, is_set ? app_form_about(app, &metadata_form, id) : NULL, retry.call, retry.what);
}

static void metadata_no_retry(struct app *app, int64_t id)
{
    struct app_form *form = app_form_about(app, &metadata_form, id);
    metadata_forget(app);
    if (form)
        app_draft_save(app, form);
}

/* After a 409: asks before overwriting metadata that somebody else may have changed. */
static void metadata_ask_retry(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct metadata_state *state = part_state(app, &part_metadata);
    struct conflict_question ask;
    char since[DATE_TEXT_SIZE];
    const struct app_form *form = app_form_find(app, call->serial);
    const struct app_project *project = app_project_find(app, call->project_id);
    app_time_text(app, since, sizeof since,
                  form && form->opened_on ? form->opened_ms
                  : project               ? project->fetched_ms
                                          : app->wall_ms);
    if (conflict_question_make(&ask, call->asked, result, since) && !app->question->text) {
        metadata_forget(app);
        if (app->failures_unseen > 0)
            app->failures_unseen--; /* the question already shows this failure */
        state->call = call_copy(call->asked);
        project_free(state->call->seen);
        state->call->seen = project_copy(result->project);
        state->call->version = result->project->version;
        state->what = mem_copy(call->what);
        app_ask(app, &(struct app_question_ask){
                         .parts = {{.words = ask.lead}, {.piece = ask.changes}, {.words = ask.asks}},
                         .verb = {.word = call->op == ENDPOINT_ADD_METADATA ? "Set" : "Delete"},
                         .spares = "changes nothing",
                         .id = call->project_id,
                         .yes = metadata_retry,
                         .no = metadata_no_retry,
                         .refused = "Nothing was changed"});
    }
    conflict_question_clear(&ask);
}

static void metadata_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_form *form = app_form_find(app, call->serial);
    if (!result->ok && !call->is_left)
        metadata_ask_retry(app, call, result);
    if (result->ok && form) {
        app_draft_discard(app, form);
        app_form_close(app, form);
    }
    tags_done(app, call, result);
    if (!result->ok && form)
        app_form_failed(app, form, &result->error);
}

/* clang-format off */
static const struct pane_hint metadata_hints[] = {
    {"add", "Set"}, {"delete", "Delete"}, {"copy", "Copy"}, {"zoom", "Zoom"}, {0}};
static const struct action metadata_actions[] = {
    {.name = "metadata", .keys = "m", .where = IN_PANES | NEEDS_PROJECT, .group = GROUP_PANES, .help = "Metadata",
     .run_named = app_pane_open},
};
/* clang-format on */

static const struct pane_ops metadata_pane = {.name = "metadata",
                                              .title = "Metadata",
                                              .walked = true,
                                              .about_project = true,
                                              .grouped = true,
                                              .label_least = 20,
                                              .label_most = 40,
                                              .build = metadata_build,
                                              .add = metadata_add,
                                              .erase = metadata_erase,
                                              .works = line_works,
                                              .usual_hints = metadata_hints};

const struct part part_metadata = {.name = "metadata",
                                   .state_size = sizeof(struct metadata_state),
                                   .pane = &metadata_pane,
                                   .end = metadata_forget,
                                   .server_changed = metadata_forget,
                                   PART_ACTIONS(metadata_actions)};

/* --- notes --- */

static bool notes_is_same(const char *one, const char *two)
{
    return strcmp(one ? one : "", two ? two : "") == 0;
}

/* Loads a project's note; *note NULL: none. Caller frees. On failure, shows a message and returns false. */
static bool notes_load(struct app *app, int64_t id, char **note)
{
    struct error err;
    *note = NULL;
    bool ok = store_note_load(app->store, id, note, &err);
    if (!ok)
        app_say_bad(app, "Cannot read the note: %s", err.text);
    return ok;
}

/* Saves the same note for several projects, in one transaction. what: how an error message names the note. */
static bool notes_set(struct app *app, const int64_t *ids, size_t count, const char *text, const char *what)
{
    struct error err;
    bool has_begun = store_begin(app->store, &err), ok = has_begun;
    for (size_t i = 0; i < count && ok; i++)
        ok = store_note_save(app->store, ids[i], text, NULL, &err);
    if (has_begun && !ok)
        store_roll_back(app->store);
    if (!app_kept(app, ok && store_commit(app->store, &err), what, &err))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct app_project *project = app_project_find(app, ids[i]);
        if (!project)
            continue;
        free(project->note);
        project->note = *text ? text_clean_copy(text) : NULL;
        app->order_may_differ = true;
    }
    return true;
}

static bool notes_set_one(struct app *app, int64_t id, const char *text)
{
    char *what = mem_printf("note of %" PRId64, id);
    bool ok = notes_set(app, &id, 1, text, what);
    free(what);
    return ok;
}

static const struct prompt_ops note_prompt, notes_prompt;

/* Saves a copy of the typed note, in case steno ends during a question. `text` NULL deletes the copy. */
static void notes_keep_line(struct app *app, int64_t id, const char *text)
{
    struct error err;
    json_t *line = text && *text ? json_pack("{s:s}", "line", text) : NULL;
    bool ok = store_draft_save(app->store, note_prompt.kept_as, id, line, app->wall_ms, &err);
    json_decref(line);
    app_kept(app, ok, "the note that you typed", &err);
}

static void notes_replace(struct app *app, int64_t id, const char *text)
{
    if (notes_set_one(app, id, text))
        notes_keep_line(app, id, NULL);
    else
        app_prompt_reopen(app, &note_prompt, id, text);
}

static void notes_leave(struct app *app, int64_t id)
{
    notes_keep_line(app, id, NULL);
}

/* Saves the typed note. Asks first if another program has changed the note since the prompt opened. */
static void notes_accept(struct app *app, int64_t id, const char *text)
{
    char *now;
    if (!notes_load(app, id, &now)) {
        app_prompt_reopen(app, &note_prompt, id, text);
    } else if (notes_is_same(now, app->prompt->opened) || notes_is_same(now, text)) {
        if (!notes_set_one(app, id, text))
            app_prompt_reopen(app, &note_prompt, id, text);
    } else {
        notes_keep_line(app, id, text);
        app_ask(app, &(struct app_question_ask){
                         .parts = {{.words = now ? "The note was changed meanwhile to “"
                                                 : "The note was removed meanwhile: y saves yours"},
                                   {.piece = now},
                                   {.words = now ? "”: y replaces it with yours" : NULL}},
                         .verb = {.word = now ? "Replace" : "Save"},
                         .spares = now ? "keeps it" : "discards yours",
                         .id = id,
                         .arg = text,
                         .no = notes_leave,
                         .yes_with = notes_replace,
                         .refused = "Nothing was changed"});
    }
    free(now);
}

static const struct prompt_ops note_prompt = {
    .label = "Note: ", .kept_as = "line.note", .overwrites = true, .accept = notes_accept};

static void notes_set_marked(struct app *app, int64_t id, const char *text)
{
    (void)id;
    size_t count = app->list.mark_count;
    char *what = mem_printf(*text ? "note of %zu projects" : "notes of %zu projects", count);
    if (notes_set(app, app->list.marks, count, text, what))
        app_say(app, *text ? "Note of %zu projects saved" : "Notes of %zu projects removed", count);
    free(what);
}

/* Asks before the marked projects get one note. The question names the notes that would be lost: "It replaces
 * “ask Jana” of 1, “legal” of 7." */
static void notes_ask(struct app *app, int64_t id, const char *text)
{
    (void)id;
    const struct list *list = &app->list;
    struct buffer note;
    size_t count = 0;
    buffer_init(&note, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < list->mark_count; i++) {
        const struct app_project *project = app_project_find(app, list->marks[i]);
        if (!project || !project->note || count++ >= NOTES_SHOWN)
            continue;
        char old[NOTE_CELLS * 8];
        text_clip(old, sizeof old, project->note, NOTE_CELLS);
        buffer_printf(&note, "%s“%s” of %" PRId64,
                      note.len ? ", "
                      : *text  ? "It replaces "
                               : "Removes ",
                      old, project->id);
    }
    if (count > NOTES_SHOWN)
        buffer_printf(&note, " and %zu more", count - NOTES_SHOWN);
    if (count > 0)
        buffer_append_text(&note, ".");
    char *ids = app_ask_ids(app, list->marks, list->mark_count);
    char *all = mem_printf("%s%zu projects (%s)?", *text ? "Set this note on " : "Remove the notes of ",
                           list->mark_count, ids);
    app_ask(app, &(struct app_question_ask){.parts = {{.words = all}},
                                            .note = count > 0 ? buffer_text(&note) : NULL,
                                            .verb = {.word = *text ? "Set" : "Remove"},
                                            .spares = "keeps them",
                                            .arg = text,
                                            .yes_with = notes_set_marked,
                                            .refused = "Nothing was changed"});
    buffer_free(&note);
    free(all);
    free(ids);
}

static const struct prompt_ops notes_prompt = {.label = "Note for the marked projects: ",
                                               .kept_as = "line.notes",
                                               .overwrites = true,
                                               .accept = notes_ask};

static void notes_write(struct app *app, const char *arg)
{
    bool many = app->list.mark_count > 0;
    const struct app_project *project = many ? NULL : app_project_at_hand(app);
    char *note;
    if (*arg && app->early) { /* the text was typed early, perhaps for another project */
        if (!many && !notes_load(app, project->id, &note))
            return;
        if (!many) {
            free(app->prompt->opened);
            app->prompt->opened = note ? note : mem_copy("");
        }
        app_prompt_reopen(app, many ? &notes_prompt : &note_prompt, many ? 0 : project->id, arg);
        app_prompt_hint(app, mem_copy(PROMPT_TYPED_EARLY));
    } else if (many && *arg) {
        notes_ask(app, 0, arg);
    } else if (many) {
        app_prompt_open(app, &notes_prompt, 0, "");
    } else if (*arg) {
        notes_set_one(app, project->id, arg);
    } else if (notes_load(app, project->id, &note)) {
        app_prompt_open(app, &note_prompt, project->id, note ? note : "");
        free(note);
    }
}

/* clang-format off */
static const struct action notes_actions[] = {
    {.name = "note", .keys = "b", .where = IN_PANES | NEEDS_PROJECT | ON_MARKED, .group = GROUP_PROJECT,
     .arg = "TEXT", .help = "Write a note of your own on the project", .run_with = notes_write},
};
/* clang-format on */

const struct part part_notes = {.name = "notes", PART_ACTIONS(notes_actions)};
