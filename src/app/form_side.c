/* Owns what stands in the right part of a wide form. It must not know how it is drawn. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/form_side.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/client/store_calls.h"
#include "steno/api/param.h"
#include "steno/api/request.h"
#include "steno/core/effect.h"
#include "forms.h"
#include "steno/app/keymap.h"
#include "steno/app/project.h"
#include "state.h"
#include "part.h"
#include "steno/client/client_state.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/last_run.h"
#include "steno/core/store_op.h"
#include "steno/widget/form.h"
#include "steno/widget/page.h"

#define REST_MS 100

struct app_aside {
    struct page page;
    const struct form *form; /* that it was built for, only to be compared */
    int64_t due_ms;          /* when it is built again; INT64_MAX: not */
    char *presets;           /* names of that form's presets, NULL before the store has answered */
    uint64_t asked;          /* the operation that asks for them */
    int cells;               /* that it was wrapped to */
};

static struct app_aside *form_side_state(const struct app *app)
{
    return part_state(app, &part_form_side);
}

static void form_side_begin(struct app *app)
{
    form_side_state(app)->due_ms = INT64_MAX;
}

static void form_side_end(struct app *app)
{
    page_free(&form_side_state(app)->page);
    free(form_side_state(app)->presets);
}

/* The form that it belongs to, or NULL. */
static struct app_form *form_side_form(const struct app *app)
{
    struct app_form *form = app_form_top(app);
    return form && app_form_has_request(form) && app_aside_cells(app) > 0 ? form : NULL;
}

/* Adds a text, wrapped; it is taken. */
static void form_side_add(struct app *app, enum page_line_kind kind, char *text)
{
    char *clean = text_clean_copy(text);
    page_add_wrapped(&form_side_state(app)->page, kind, NULL, clean, form_side_state(app)->cells, NULL);
    free(clean);
    free(text);
}

/* A heading, with a blank line above it. */
static void form_side_head(struct app *app, char *text)
{
    if (form_side_state(app)->page.count > 0)
        page_add(&form_side_state(app)->page, LINE_TEXT, NULL, "");
    form_side_add(app, LINE_HEADING, text);
}

/* "WithSpeakerId: true or false, false by default". */
static char *form_side_kind(const struct param_def *def)
{
    static const char *const kinds[] = {[PARAM_BOOL] = "true or false",
                                        [PARAM_INT] = "a whole number",
                                        [PARAM_NUMBER] = "a number",
                                        [PARAM_TEXT] = "text"};
    return mem_printf("%s: %s%s%s%s%s", def->name, kinds[def->type], def->unit ? ", " : "",
                      def->unit ? def->unit : "", def->def ? ", " : "", def->def ? def->def : "");
}

/* The field in focus: its help, how it is sent, and when it was last. */
static void form_side_add_field(struct app *app, const struct form *form)
{
    struct form_row row;
    struct form_choice used;
    char when[DATE_TEXT_SIZE];
    if (form_rows(form, 1, &row) == 0)
        return;
    form_side_head(app, mem_copy(row.label));
    form_side_add(app, LINE_TEXT, mem_printf("%s.", form_help(form)));
    if (!row.def || row.def->local)
        return;
    char *kind = form_side_kind(row.def);
    form_side_add(app, LINE_TEXT, row.def->def ? mem_printf("%s by default", kind) : mem_copy(kind));
    free(kind);
    if (form_choices(form, row.def->name, &used, 1) == 0 || used.uses == 0)
        return;
    date_format_short(when, sizeof when, used.last_ms, app->client->wall_ms, app->client->zone, DATE_SINCE);
    form_side_add(app, LINE_TEXT, mem_printf("Last sent: %s, %s", used.value, when));
}

/* The request: its path, then a parameter a line. */
static void form_side_add_request(struct app *app, const struct app_form *form)
{
    struct param_set *sent = param_set_sent(form_values(form->form));
    struct api_config config = {.base_url = app->client->url, .api_path = app->client->api_path};
    struct request_args args = {.project_id = form->id_count ? form->ids[0] : form->project_id,
                                .params = sent};
    struct request request = {0};
    struct error err;
    form_side_head(app, mem_copy(form->id_count > 1 ? "Request, the first of them" : "Request"));
    if (!request_build(&request, &config, form->ops->op, &args, &err)) {
        form_side_add(app, LINE_BAD, mem_copy(err.text));
    } else {
        const char *path = strncmp(request.url, app->client->url, strlen(app->client->url)) == 0
                               ? request.url + strlen(app->client->url)
                               : request.url;
        size_t len = strcspn(path, "?");
        form_side_add(app, LINE_TEXT, mem_printf("%s %.*s", request.endpoint->method, (int)len, path));
        for (path += len; *path; path += len) {
            len = 1 + strcspn(path + 1, "&");
            form_side_add(app, LINE_TEXT, mem_printf("  %.*s", (int)len, path));
        }
    }
    request_free(&request);
    param_set_free(sent);
}

/* What is known before it is sent, and what should be thought of. */
static void form_side_add_checks(struct app *app, const struct form *form)
{
    if (form_fact_count(form) + form_warning_count(form) == 0)
        return;
    form_side_head(app, mem_copy("Before it is sent"));
    for (size_t i = 0; i < form_fact_count(form); i++)
        form_side_add(app, LINE_TEXT, mem_copy(form_fact(form, i)));
    for (size_t i = 0; i < form_warning_count(form); i++)
        form_side_add(app, LINE_BAD, mem_printf("! %s", form_warning(form, i)));
}

/* Where the values differ from those of the last transcription, of what has a form as a text. */
static void form_side_add_last(struct app *app, const struct app_form *form)
{
    const struct app_project *project = app_project_find(app, form->project_id);
    const struct param_set *values = form_values(form->form);
    const char *field;
    json_t *value, *config = project && project->full
                                 ? json_object_get(project->full->record.raw, "TranscriptionConfig")
                                 : NULL;
    bool any = false;
    json_object_foreach(form->ops->op == ENDPOINT_ENQUEUE ? config : NULL, field, value)
    {
        int row = last_run_row(values->table, field);
        if (row < 0 || json_is_null(value) || json_is_object(value) || json_is_array(value))
            continue;
        const struct param_def *def = &values->table->rows[row];
        const char *own = param_set_get(values, row), *now = own ? own : def->def ? def->def : "not sent";
        char *was = last_run_text(value);
        if (*was && strcmp(was, now) != 0) {
            if (!any)
                form_side_head(app, mem_copy("Last transcription of this project"));
            form_side_add(app, LINE_TEXT, mem_printf("%s %s → %s", def->name, was, now));
            any = true;
        }
        free(was);
    }
}

/* The names of the presets. */
static void form_side_add_presets(struct app *app)
{
    const char *names = form_side_state(app)->presets;
    if (!names || !*names)
        return;
    form_side_head(app, mem_printf("Presets (%s)", app_key_of(app, "form-presets")));
    form_side_add(app, LINE_TEXT, mem_copy(names));
}

/* Builds all of it. */
static void form_side_build(struct app *app, const struct app_form *form)
{
    struct app_aside *aside = form_side_state(app);
    aside->cells = app_aside_cells(app);
    page_begin(&aside->page);
    form_side_add_field(app, form->form);
    form_side_add_request(app, form);
    form_side_head(app, mem_printf("As a command (%s copies it)", app_key_of(app, "form-copy-command")));
    form_side_add(app, LINE_TEXT, app_form_command(app, form));
    form_side_add_checks(app, form->form);
    form_side_add_last(app, form);
    form_side_add_presets(app);
    page_end(&aside->page, 1);
    aside->form = form->form;
    aside->due_ms = INT64_MAX;
    app_dirty(app, DIRTY_FORM);
}

/* The names of the presets have come. */
static void form_side_presets_listed(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct app_aside *aside = form_side_state(app);
    if (!result->ok || result->serial != aside->asked)
        return;
    struct buffer names;
    buffer_init(&names, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < result->entry_count; i++)
        buffer_printf(&names, "%s%s", i ? ", " : "", result->entries[i].name);
    free(aside->presets);
    aside->presets = buffer_take(&names);
    if (form_side_form(app) && aside->form)
        aside->due_ms = app->client->now_ms;
}

/* Asks for the names of another form's presets. */
static void form_side_ask_presets(struct app *app, const struct app_form *form)
{
    free(form_side_state(app)->presets);
    form_side_state(app)->presets = NULL;
    struct store_op *op = client_store_ask(app->client, STORE_PRESET_LIST, 0, form_side_presets_listed);
    op->text = mem_copy(form_table(form->form)->name);
    form_side_state(app)->asked = op->serial;
}

const struct page *app_aside_page(const struct app *app)
{
    const struct app_form *form = form_side_form(app);
    return form && form_side_state(app)->form == form->form ? &form_side_state(app)->page : NULL;
}

static void form_side_turn(struct app *app)
{
    struct app_aside *aside = form_side_state(app);
    const struct app_form *form = form_side_form(app);
    bool changed = app->stale & STALE_FORM;
    app->stale &= ~STALE_FORM;
    if (app->form_count > 0) /* the terminal may become wide enough for it, its presets come */
        part_wake(app, &part_form_side);
    if (!form) {
        aside->form = NULL;
        aside->due_ms = INT64_MAX;
        return;
    }
    if (aside->form != form->form) {
        form_side_ask_presets(app, form);
        form_side_build(app, form);
    } else if (aside->due_ms <= app->client->now_ms || aside->cells != app_aside_cells(app)) {
        form_side_build(app, form);
    } else if (changed) {
        aside->due_ms = app->client->now_ms + REST_MS;
    }
}

static int64_t form_side_deadline(const struct app *app)
{
    return form_side_state(app)->due_ms;
}

const struct part part_form_side = {.name = "form_side",
                                    .state_size = sizeof(struct app_aside),
                                    .begin = form_side_begin,
                                    .end = form_side_end,
                                    .wakes = STALE_FORM,
                                    .turn = form_side_turn,
                                    .deadline = form_side_deadline};
