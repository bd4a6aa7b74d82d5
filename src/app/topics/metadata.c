/* Owns the metadata pane: what the reply carries, what was set from here, each labelled for what it is;
 * setting by a short form, deleting asked. */
#include "topics/metadata.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "draft.h"
#include "outcome.h"
#include "store.h"
#include "steno/api/endpoint.h"
#include "steno/api/json.h"
#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/app/action.h"
#include "steno/app/ask.h"
#include "steno/app/calls.h"
#include "steno/app/effect.h"
#include "steno/app/form_keys.h"
#include "steno/app/forms.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/topic.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/call.h"
#include "steno/core/receipt.h"
#include "steno/core/short_forms.h"
#include "steno/core/store_op.h"
#include "steno/widget/form.h"
#include "steno/widget/page.h"

/* Metadata that was set from here on one project. */
struct metadata_entry {
    char *key;
    char *value; /* NULL: deleted from here */
    int64_t when_ms;
};

struct metadata_state {
    struct metadata_entry *entries;
    size_t count;
    int64_t asked;      /* the store was asked for those of this project */
    bool server_is_new; /* no metadata of this server was ever changed from here */
};

static struct metadata_state *metadata_state(const struct app *app)
{
    return topic_state(app, &topic_metadata);
}

/* Forgets the entries. */
static void metadata_forget(void *state)
{
    struct metadata_state *metadata = state;
    for (size_t i = 0; i < metadata->count; i++) {
        free(metadata->entries[i].key);
        free(metadata->entries[i].value);
    }
    free(metadata->entries);
    metadata->entries = NULL;
    metadata->count = 0;
}

/* What was set from here on a project. */
static void metadata_listed(struct app *app, const struct store_result *result)
{
    if (!result->ok || result->id != app->current)
        return;
    struct metadata_state *state = metadata_state(app);
    metadata_forget(state);
    state->entries = mem_zero(result->entry_count + 1, sizeof *state->entries);
    for (size_t i = 0; i < result->entry_count; i++) {
        const struct store_entry *entry = &result->entries[i];
        state->entries[state->count++] = (struct metadata_entry){
            .key = mem_copy(entry->name), .value = mem_copy_or_null(entry->text), .when_ms = entry->when_ms};
    }
    app_page_touch(app, "metadata");
}

/* Asks the store for what was set from here. */
static void metadata_list(struct app *app, int64_t id)
{
    metadata_state(app)->asked = id;
    app_store_ask(app, STORE_METADATA_LIST, id, metadata_listed);
}

/* One pair as a line whose target is the key. */
static void metadata_line(struct page *page, const char *key, const char *value, int cells)
{
    char *clean = text_clean_copy(key);
    page_add_wrapped(page, LINE_FIELD, clean, value, cells, key);
    free(clean);
}

/* The same with a value of JSON: a string as it is, anything else as JSON. */
static void metadata_json_line(struct page *page, const char *key, const json_t *value, int cells)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    if (json_is_string(value))
        buffer_append_text(&text, json_string_value(value));
    else
        json_write(&text, value);
    metadata_line(page, key, buffer_text(&text), cells);
    buffer_free(&text);
}

/* The field Metadata of the reply, in either shape: an object, or a list of {Key, Value}. */
static void metadata_from_server(struct page *page, const json_t *field, int cells)
{
    const char *key;
    json_t *value;
    page_add(page, LINE_HEADING, NULL, "In the server's reply");
    if (json_object_size(field) == 0 && json_array_size(field) == 0)
        page_add(page, LINE_NOTE, NULL, "None");
    json_object_foreach((json_t *)(uintptr_t)field, key, value) metadata_json_line(page, key, value, cells);
    for (size_t i = 0; i < json_array_size(field); i++) {
        const json_t *pair = json_array_get(field, i);
        key = json_string_value(json_object_get(pair, "Key"));
        value = json_object_get(pair, "Value");
        metadata_json_line(page, key ? key : "-", value ? value : pair, cells);
    }
}

/* What this client set or deleted, with the time. */
static void metadata_from_here(struct app *app, struct page *page, int cells)
{
    page_add(page, LINE_HEADING, NULL, "Set from here");
    for (size_t i = 0; i < metadata_state(app)->count; i++) {
        const struct metadata_entry *entry = &metadata_state(app)->entries[i];
        char when[DATE_TEXT_SIZE];
        date_format(when, sizeof when, &(struct date){.ms = entry->when_ms, .has_zone = true}, app->zone);
        char *clean = text_clean_copy(entry->value ? entry->value : "");
        char *line =
            entry->value ? mem_printf("%s  (set %s)", clean, when) : mem_printf("(deleted %s)", when);
        metadata_line(page, entry->key, line, cells);
        free(line);
        free(clean);
    }
    if (metadata_state(app)->count == 0)
        page_add(page, LINE_NOTE, NULL, "Nothing was set from here yet");
}

static void metadata_build(struct app *app, struct page *page, int cells)
{
    const struct app_project *project = app_project_find(app, app->current);
    if (!project) {
        page_title(page, "Metadata");
        page_note_missing(app, page, NULL);
        return;
    }
    page_title(page, "Metadata of %" PRId64 "  %s", project->id, project->name);
    const json_t *member = project->full ? json_object_get(project->full->record.shown, "Metadata") : NULL;
    if (json_is_object(member) || json_is_array(member))
        metadata_from_server(page, member, cells);
    metadata_from_here(app, page, cells);
    page_add_wrapped(page, LINE_NOTE, NULL, "The contract lists no call that reads metadata back.", cells,
                     NULL);
}

/* The servers whose metadata was changed from here. */
static void metadata_servers(struct app *app, const struct store_result *result)
{
    if (!result->ok)
        return;
    bool known = false;
    for (size_t i = 0; i < result->entry_count; i++)
        known = known || (result->entries[i].text && strcmp(result->entries[i].text, app->url) == 0);
    metadata_state(app)->server_is_new = !known;
}

/* The first change on a server deserves a word: was there one before? */
static void metadata_ask_known(struct app *app)
{
    app_store_ask(app, STORE_USED_LIST, 0, metadata_servers)->name = mem_copy(RECEIPT_SERVERS);
}

static void metadata_send(struct app *app, struct app_form *form);

static const struct form_ops metadata_form = {
    .title = "Set metadata of", .table = &params_metadata, .style = FORM_SHORT, .send = metadata_send};

static void metadata_add(struct app *app)
{
    int64_t id = app->current;
    if (!id)
        return;
    struct app_form *form = app_form_open(app, &metadata_form, id);
    if (!form)
        return;
    app_draft_want(app, form);
    metadata_ask_known(app);
}

static app_call_reply metadata_done;

/* Sends what was typed. */
static void metadata_send(struct app *app, struct app_form *form)
{
    const char *key = param_set_get(form_values(form->form), METADATA_KEY);
    const char *value = param_set_get(form_values(form->form), METADATA_VALUE);
    const struct app_project *project = app_project_find(app, form->project_id);
    if (!key || !*key || !project) {
        form_field_error(form->form, params_metadata.rows[METADATA_KEY].name, "a key is needed");
        app_dirty(app, DIRTY_FORM);
        return;
    }
    struct call *call = app_call_new(app, ENDPOINT_ADD_METADATA, form->project_id);
    call->version = project->version;
    call->seen = project->full ? project_copy(project->full) : NULL;
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
    const struct page *page = app_focus_page(app);
    const struct page_line *line = page->id == app->current ? page_line_at_hand(page) : NULL;
    if (!line || !line->target) {
        app_say(app, "There is no key under the cursor");
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
                                            .yes = metadata_delete,
                                            .refused = "Nothing was deleted"});
    metadata_ask_known(app);
}

static void metadata_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_form *form = app_form_find(app, call->serial);
    if (!result->ok) {
        app_outcome_failed(app, call, result);
        if (form)
            app_form_failed(app, form, &result->error);
        return;
    }
    if (form) {
        app_draft_discard(app, form);
        app_form_close(app, form);
    }
    app_outcome_done_first(app, call, result, metadata_state(app)->server_is_new);
    metadata_state(app)->server_is_new = false;
    metadata_list(app, call->project_id); /* with what the receipt has added */
}

static void metadata_open(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_open(app, "metadata");
}

static const struct pane_ops metadata_pane = {.name = "metadata",
                                              .title = "Metadata",
                                              .walked = true,
                                              .about_project = true,
                                              .numbered = true,
                                              .grouped = true,
                                              .label_least = 20,
                                              .label_most = 40,
                                              .build = metadata_build,
                                              .add = metadata_add,
                                              .erase = metadata_delete_ask};

static void metadata_project_changed(struct app *app, int64_t id)
{
    if (id == app->current && id != metadata_state(app)->asked)
        metadata_list(app, id);
}

/* What was set on the other server is not this one's. */
static void metadata_server_changed(struct app *app)
{
    metadata_forget(metadata_state(app));
    metadata_state(app)->asked = 0;
}

/* clang-format off */
static const struct action metadata_actions[] = {
    {.name = "metadata", .keys = "m", .where = IN_PANES | NEEDS_PROJECT, .group = GROUP_PANES,
     .with = "details", .help = "Metadata", .run = metadata_open},
};
/* clang-format on */

const struct topic topic_metadata = {.name = "metadata",
                                     .state_size = sizeof(struct metadata_state),
                                     .end = metadata_forget,
                                     .pane = &metadata_pane,
                                     .server_changed = metadata_server_changed,
                                     .project_changed = metadata_project_changed,
                                     TOPIC_ACTIONS(metadata_actions)};
