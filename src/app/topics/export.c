/* The export form, the question before an export, and the requests. core/names.c decides which files are
 * written. Also the captions pane, which opens from the form. It fetches the subtitles as SubRip and checks
 * them by the chosen house style. If no style is chosen, the options of the form are the limits. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ask.h"
#include "batch.h"
#include "writes.h"
#include "steno/api/param.h"
#include "steno/api/request.h"
#include "steno/app/app.h"
#include "steno/app/calls.h"
#include "steno/app/forms.h"
#include "steno/app/keys.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/reads.h"
#include "steno/app/say.h"
#include "steno/base/error.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/caption/styles.h"
#include "steno/core/forms.h"
#include "steno/core/names.h"
#include "steno/core/settings.h"
#include "steno/core/write.h"
#include "steno/store/store.h"
#include "steno/widget/form.h"
#include "steno/work/export_file.h"

#define WIDE_CELLS 72 /* a captions pane at least this wide has all columns */

static const struct form_ops export_form;

/* Returns the plan of the open question: the files that would be written. */
static struct export_plan *export_plan(const struct app *app)
{
    return part_state(app, &part_export);
}

static void export_end(struct app *app)
{
    export_plan_clear(export_plan(app));
}

/* --- where the file goes --- */

/* Returns the folder in the form. If none is set, the folder in the settings. "": the current directory. */
static const char *export_folder(const struct app *app, const struct param_set *values)
{
    const char *folder = param_set_get(values, param_find(values->table, "Folder"));
    return folder ? folder : settings_text(app->settings, SETTING_EXPORT_DIR);
}

/* Returns the file name that a pattern gives for a project, with {ext} still in it. Caller frees. */
static char *export_name(const struct app *app, const char *pattern, int64_t id)
{
    const struct app_project *project = app_project_find(app, id);
    return export_name_make(pattern, id, project ? project->name : "", project ? project->state : "");
}

/* Returns folder and file name for a project, with {ext} still in it. Caller frees. */
static char *export_file_of(const struct app *app, const struct param_set *values, int64_t id)
{
    const char *dir = export_folder(app, values);
    const char *pattern = param_set_get(values, param_find(values->table, "Name"));
    char *name = export_name(app, pattern ? pattern : settings_text(app->settings, SETTING_NAME_PATTERN), id);
    char *path = mem_printf("%s%s%s", dir, !*dir || dir[strlen(dir) - 1] == '/' ? "" : "/", name);
    free(name);
    return path;
}

/* Returns the export folder if it is missing and its parent exists, else NULL. Caller frees. */
static char *export_missing_folder(const struct app *app, const struct param_set *params)
{
    struct stat facts;
    char *folder = file_expand_home(export_folder(app, params));
    size_t len = strlen(folder);
    while (len > 1 && folder[len - 1] == '/')
        folder[--len] = '\0';
    if (len > 0 && stat(folder, &facts) != 0 && errno == ENOENT) {
        char *slash = strrchr(folder, '/'),
             *above = slash ? mem_copy_n(folder, (size_t)(slash - folder) + 1) : mem_copy(".");
        bool can_be_made = stat(above, &facts) == 0 && S_ISDIR(facts.st_mode);
        free(above);
        if (can_be_made)
            return folder;
    }
    free(folder);
    return NULL;
}

/* --- the requests --- */

static void export_set_replace(struct call *call, bool overwrites, const struct ledger *ledger)
{
    call->replace = overwrites ? EXPORT_OVERWRITE : EXPORT_IF_NEWER;
    ledger_add_of(&call->ledger, ledger, call->project_id);
}

static void export_fill(struct app *app, struct call *call)
{
    call->path = export_file_of(app, app->batch->params, call->project_id);
    export_set_replace(call, app->batch->overwrites, &app->batch->ledger);
}

static void export_written(struct app *app, const struct app_call *call, struct call_result *result)
{
    app_report_done(app, call, result, true);
}

static void export_ask(struct app *app, struct app_form *form, const struct call_result *refused);

/* Handles the answer to the export of a form. If the answer says that the file exists or was edited, asks
 * whether to replace the file. */
static void export_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_form *form = app_form_find(app, call->serial);
    if (result->ok) {
        app_form_accepted(app, &export_form, form, call->project_id);
        export_written(app, call, result);
        return;
    }
    app_report_failed_export(app, call, result);
    if (!form) {
        app_say_bad(app, "%s", result->error.text);
    } else if ((result->error.kind == ERROR_EXISTS || result->found == EXPORT_EDITED) && result->path &&
               form == app_form_top(app) && !app->question->text) {
        form->serial = 0;
        app_form_tell(form, false, NULL);
        export_ask(app, form, result);
    } else {
        app_form_failed(app, form, &result->error);
    }
}

/* --- the question --- */

/* Returns the export form of a project. NULL: no form is open, or its call is under way. */
static struct app_form *export_waiting(struct app *app, int64_t id)
{
    struct app_form *form = app_form_about(app, &export_form, id);
    return form && !form->serial ? form : NULL;
}

/* Sends the form of project `id`. If `id` is 0, sends the batch app->prepared. */
static void export_go(struct app *app, int64_t id)
{
    struct export_plan *plan = export_plan(app);
    bool overwrites = export_plan_asks(plan) && export_plan_replaces(plan);
    struct app_form *form = id ? export_waiting(app, id) : NULL;
    struct batch *batch = app->prepared;
    if (form) {
        const struct app_project *project = app_project_find(app, id);
        struct call *call = app_call_new(app, ENDPOINT_EXPORT, id);
        call->version = project ? project->version : -1;
        call->params = param_set_sent(form_values(form->form));
        call->path = export_file_of(app, form_values(form->form), id);
        export_set_replace(call, overwrites, &plan->ledger);
        const struct app_reply reply = {.done = export_done, .what = mem_printf("Export %" PRId64, id)};
        app_form_send(app, form, call, &reply, "Exporting…");
    }
    if (id)
        return;
    for (size_t i = 0; i < batch->all; i++)
        batch->rows[i].text = mem_copy_or_null(plan->items[i].bar);
    batch->overwrites = overwrites;
    batch->ledger = plan->ledger; /* moved, because the plan can change before the batch ends */
    plan->ledger = (struct ledger){0};
    batch_go(app, 0);
}

/* Called after Yes: creates the missing folder, then checks the files. */
static void export_folder_made(struct app *app, int64_t id, const char *folder)
{
    struct app_form *form = id ? export_waiting(app, id) : NULL;
    struct error err;
    if (id && !form)
        return;
    if (export_folder_make(folder, &err)) {
        export_ask(app, form, NULL);
        return;
    }
    app_say_bad(app, "%s", err.text);
    batch_refused(app, 0);
}

/* Returns why a project has nothing to export, in a word or two; NULL: it is exported. */
static const char *export_bar(const struct app *app, int64_t id)
{
    const struct app_project *project = app_project_find(app, id);
    if (project && project->trouble_status == 404)
        return "not found";
    bool has_captions = !project || !*project->state || settings_state_is_done(app->settings, project->state);
    return has_captions ? NULL : project->state;
}

static bool export_sends(const struct app *app, int64_t id)
{
    return !export_bar(app, id);
}

/* Returns the item of the plan for a project; takes ownership of the path. */
static struct export_item export_item(const struct app *app, int64_t id, const struct param_set *params,
                                      char *path)
{
    const struct app_project *project = app_project_find(app, id);
    struct export_item item = {.id = id, .version = project ? project->version : -1, .path = path};
    item.bar = mem_copy_or_null(export_bar(app, id));
    if (export_name_is_certain(path, params)) {
        item.path = export_name_close(path, params, NULL);
        free(path);
    }
    return item;
}

/* Checks which files exist, and asks if necessary. Sends `form`, or app->prepared if `form` is NULL.
 * `refused`: the result of an export that was refused because its file exists: asks about this file. NULL:
 * the files come from the options. */
static void export_ask(struct app *app, struct app_form *form, const struct call_result *refused)
{
    struct export_plan *plan = export_plan(app);
    const struct batch *batch = app->prepared;
    const struct param_set *params = form ? form_values(form->form) : batch->params;
    size_t count = form ? 1 : batch->all;
    struct app_question_ask ask = {.id = form ? form->project_id : 0,
                                   .yes = export_go,
                                   .no = batch_refused,
                                   .of_marked = !form,
                                   .refused = "Nothing was exported"};
    char *folder = export_missing_folder(app, params), *words, *note = NULL, *why = NULL;
    struct error err;
    if (folder) {
        ask.parts[0].words = "The folder ";
        ask.parts[1].piece = ask.arg = folder;
        ask.parts[2].words = " does not exist. y creates it.";
        ask.verb.word = "Create";
        ask.yes_with = export_folder_made;
        ask.of_marked = false;
        app_ask(app, &ask);
        free(folder);
        return;
    }
    int64_t *ids = mem_alloc((count + 1) * sizeof *ids);
    export_plan_clear(plan);
    plan->items = mem_zero(count + 1, sizeof *plan->items);
    plan->count = count;
    for (size_t i = 0; i < count; i++) {
        ids[i] = form ? form->project_id : batch->rows[i].id;
        plan->items[i] = export_item(app, ids[i], params,
                                     refused ? mem_copy(refused->path) : export_file_of(app, params, ids[i]));
    }
    if (!store_exports_list(app->store, ids, count, &plan->ledger, &err))
        why = mem_copy(err.text);
    free(ids);
    export_look_run(plan);
    export_plan_make(plan);
    if (!why)
        why = plan->can == 0 ? export_plan_bars(plan, "Not exported: ", app->cols)
                             : mem_copy_or_null(plan->trouble);
    if (why) {
        app_form_say(app, true, why);
        batch_refused(app, 0);
        free(why);
        return;
    }
    if (!export_plan_asks(plan)) {
        export_go(app, ask.id);
        return;
    }
    ask.parts[0].words = words = export_plan_words(plan);
    ask.note = note = export_plan_note(plan, app->cols - 1);
    ask.verb.word = export_plan_replaces(plan) ? "Replace" : "Export";
    ask.is_list = true;
    app_ask(app, &ask);
    free(note);
    free(words);
}

static const struct batch_ops export_batch = {.op = ENDPOINT_EXPORT,
                                              .verb = "Export",
                                              .running = "Exporting",
                                              .past = "Exported",
                                              .noun = "Export",
                                              .fill = export_fill,
                                              .sends = export_sends,
                                              .took = export_written,
                                              .ask = export_ask};

/* --- the form --- */

static char *export_path(struct app *app, const struct app_form *form, int64_t id)
{
    return export_file_of(app, form_values(form->form), id);
}

/* Adds `-o FILE` to the command. For a batch, or a name with {...}, adds `-o FOLDER --name-pattern NAME`. */
static char *export_command(const struct app *app, const struct app_form *form, char *command)
{
    const struct param_set *values = form_values(form->form);
    const char *dir = export_folder(app, values),
               *name = param_set_get(values, param_find(values->table, "Name"));
    const char *slash = !*dir ? "./" : dir[strlen(dir) - 1] == '/' ? "" : "/";
    bool is_pattern = form->id_count > 1 || !name || strchr(name, '{');
    char *file = is_pattern ? mem_copy("") : export_name(app, name, form->project_id);
    char *path = mem_printf("%s%s%s", dir, is_pattern || *dir || *name == '-' ? slash : "", file);
    command = command_line_add(command, "-o", path);
    if (is_pattern && name)
        command = command_line_add(command, "--name-pattern", name);
    free(path);
    free(file);
    return command;
}

/* Shows the file that will be written, if its name is certain. Shows the default of the field Name: a file
 * name, or for a batch the pattern. */
static void export_check(struct app *app, struct app_form *form)
{
    const struct param_set *values = form_values(form->form);
    const char *dir = settings_text(app->settings, SETTING_EXPORT_DIR),
               *pattern = settings_text(app->settings, SETTING_NAME_PATTERN);
    form_set_default(form->form, "Folder", *dir ? dir : ".");
    if (form->id_count) {
        form_set_default(form->form, "Name", pattern);
        form_set_facts(form->form, NULL, 0);
        return;
    }
    char *name = export_name(app, pattern, form->project_id), *fact = NULL;
    char *whole = export_name_is_certain(name, values) ? export_name_close(name, values, NULL) : NULL;
    form_set_default(form->form, "Name", whole ? whole : name);
    free(whole);
    free(name);
    char *path = export_file_of(app, values, form->project_id);
    if (export_name_is_certain(path, values)) {
        whole = export_name_close(path, values, NULL);
        fact = mem_printf("Writes %s.", whole);
        free(whole);
    }
    form_set_facts(form->form, (const char *const *)&fact, fact != NULL);
    free(fact);
    free(path);
}

static const struct form_ops export_form = {.title = "Export",
                                            .table = &params_export_form,
                                            .send = batch_ask,
                                            .batch = &export_batch,
                                            .path = export_path,
                                            .sends = "Export",
                                            .check = export_check,
                                            .command = export_command,
                                            .op = ENDPOINT_EXPORT};

static void export_open(struct app *app)
{
    struct app_form *form =
        app_long_form_open(app, &export_form, settings_param_set(app->settings, &params_export_form));
    if (!form)
        return;
    app->style = NULL;
    /* unfold the group of the STL header only for the format STL */
    form_set_fold(form->form, form_warn_unused_group);
}

/* clang-format off */
static const struct action export_actions[] = {
    {.name = "export", .keys = "x", .where = IN_PANES | NEEDS_PROJECT | ON_MARKED | NOT_IN_ACT,
     .group = GROUP_PROJECT, .hint = "Export",
     .help = "Export subtitles",
     .works = batch_can_export, .run = export_open},
};
/* clang-format on */

const struct part part_export = {.name = "export",
                                 .state_size = sizeof(struct export_plan),
                                 .end = export_end,
                                 PART_ACTIONS(export_actions)};

/* --- captions: fetching --- */

struct captions_state {
    int64_t id;             /* the project */
    uint64_t serial;        /* serial number of the call under way; 0: none */
    struct param_set *sent; /* parameters of the last call; NULL: no call was sent */
    char *trouble;          /* why captions are missing; NULL: no trouble */
    struct caption_limits limits;
    struct caption_file file;
    struct caption_findings found;
};

static struct captions_state *captions_state(const struct app *app)
{
    return part_state(app, &part_captions);
}

static void captions_clear(struct captions_state *state)
{
    free(state->trouble);
    state->trouble = NULL;
    caption_file_free(&state->file);
    caption_findings_free(&state->found);
}

static void captions_cancel(struct app *app)
{
    struct captions_state *state = captions_state(app);
    if (state->serial)
        app_call_cancel(app, state->serial);
    state->serial = 0;
    param_set_free(state->sent);
    state->sent = NULL;
}

static void captions_end(struct app *app)
{
    captions_clear(captions_state(app));
    param_set_free(captions_state(app)->sent);
}

static void captions_fetched(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct captions_state *state = captions_state(app);
    if (call->serial != state->serial)
        return;
    state->serial = 0;
    captions_clear(state);
    if (result->ok &&
        caption_read(&state->file, buffer_text(&result->data), result->data.len, &result->error))
        caption_check(&state->file, &state->limits, &state->found);
    else
        state->trouble = result->error.kind == ERROR_CANCELLED
                             ? mem_printf("Fetching was cancelled: %s fetches the captions again",
                                          app_key_of(app, "refresh"))
                             : mem_copy(result->error.text);
    overlay_touch(&app->overlays); /* a key typed before the captions were shown must not start a write */
}

static void captions_fetch(struct app *app)
{
    struct captions_state *state = captions_state(app);
    const struct app_form *form = app_form_top(app);
    struct param_set *sent = captions_params(form_values(form->form));
    captions_cancel(app);
    state->id = form->id_count ? form->ids[0] : form->project_id;
    state->sent = sent;
    if (app->style)
        state->limits = app->style->limits;
    else
        captions_limits(sent, true, &state->limits);
    struct call *call = app_call_new(app, ENDPOINT_EXPORT, state->id);
    call->params = param_set_copy(sent);
    call->into_memory = true;
    app_reads_count(app);
    const struct app_reply reply = {
        .done = captions_fetched, .what = mem_printf("Captions %" PRId64, state->id), .is_quiet = true};
    state->serial = app_call_send(app, call, &reply);
}

static void captions_closed(struct app *app)
{
    captions_cancel(app);
    captions_clear(captions_state(app));
}

/* --- captions: the lines --- */

/* Writes "00:38.25", or "1:00:38.25" from one hour on. */
static void captions_put_clock(char *out, size_t size, int64_t ms)
{
    int64_t s = ms / 1000;
    int used = s < 3600 ? 0 : snprintf(out, size, "%" PRId64 ":", s / 3600);
    snprintf(out + used, size - (size_t)used, "%02" PRId64 ":%02" PRId64 ".%02" PRId64, s / 60 % 60, s % 60,
             ms % 1000 / 10);
}

/* Adds a row for each caption. A caption with findings has E (error) or w (warning), for its worst one. */
static void captions_add_rows(const struct captions_state *state, struct page *page)
{
    bool is_wide = page->width >= WIDE_CELLS;
    int first = is_wide ? 18 : 16, cps = is_wide ? 31 : 0, mark = (is_wide ? cps : first) + 1;
    const struct page_column columns[] = {{.end = first - 12},
                                          {.end = first},
                                          {.end = is_wide ? 25 : 0},
                                          {.end = cps},
                                          {.col = mark, .end = mark + 1, .is_toned = true}};
    page->column_count = sizeof columns / sizeof columns[0];
    memcpy(page->columns, columns, sizeof columns);
    page->text_col = mark + 2;
    page->is_list = true;
    size_t at = 0;
    while (at < state->found.count && state->found.rows[at].caption == 0)
        at++;
    for (size_t i = 0; i < state->file.count; i++) {
        const struct caption *caption = &state->file.captions[i];
        char start[32] = "", rest[48] = "\t", line[128];
        int64_t ms = caption->end_ms - caption->start_ms, speed = caption_speed(caption);
        int worst = -1;
        for (; at < state->found.count && state->found.rows[at].caption == i + 1; at++)
            worst = (int)state->found.rows[at].level > worst ? (int)state->found.rows[at].level : worst;
        if (caption->is_timed)
            captions_put_clock(start, sizeof start, caption->start_ms);
        if (ms > 0)
            snprintf(rest, sizeof rest, "%" PRId64 ".%02" PRId64 "\t%" PRId64 ".%" PRId64, ms / 1000,
                     ms % 1000 / 10, speed / 10, speed % 10);
        snprintf(line, sizeof line, "%zu\t%s\t%s\t%s", i + 1, start, rest,
                 worst < 0              ? ""
                 : worst == LEVEL_ERROR ? "E"
                                        : "w");
        char *text = text_replace(caption->text, "\n", " / ");
        page_add_cells(page, worst == LEVEL_ERROR ? LINE_BAD : LINE_WARN, line, text);
        free(text);
    }
}

static void captions_build(struct app *app, struct page *page, int cells)
{
    const struct captions_state *state = captions_state(app);
    const struct app_form *form = app_form_top(app);
    const struct app_project *project = app_project_find(app, state->id);
    bool is_awaited = state->serial && state->file.count == 0, is_old = false;
    char counts[CAPTIONS_COUNTS_SIZE], finding[CAPTION_FINDING_SIZE];
    if (form && form->id_count > 1)
        page_title(page, "Captions #%" PRId64 " (one of %zu projects)", state->id, form->id_count);
    else
        page_title(page, "Captions #%" PRId64 "  %s", state->id, project ? project->name : "");
    if (is_awaited)
        page_note(page, "Fetching the captions …");
    else if (state->trouble)
        page_add_wrapped(page, LINE_BAD, NULL, state->trouble, cells, NULL);
    else
        captions_add_rows(state, page);
    if (!is_awaited && !state->trouble) {
        captions_counts(counts, state->file.count, &state->found);
        page->aside_stays = true;
        page->aside = page->width < WIDE_CELLS
                          ? mem_printf("%zuE %zuw", state->found.by_level[LEVEL_ERROR],
                                       state->found.by_level[LEVEL_WARNING])
                          : mem_printf("%s%s%s%s", app->style ? "style " : "",
                                       app->style ? app->style->name : "", app->style ? ": " : "", counts);
    }
    if (form && form->form == app->over.form) {
        struct param_set *now = captions_params(form_values(form->form));
        is_old = !param_set_is_same(now, state->sent);
        param_set_free(now);
    }
    if (is_old) {
        char *old =
            mem_printf("The options have changed: %s fetches the captions again", app_key_of(app, "refresh"));
        page_head(page, LINE_WARN, NULL, old);
        free(old);
    } else if (state->found.count > 0 && state->found.rows[0].caption == 0) { /* for the whole file */
        caption_finding_text(finding, &state->found.rows[0], &state->limits);
        page_head(page, LINE_BAD, NULL, finding);
    } else if (state->file.count > 0) {
        page_head(page, LINE_NOTE, "no.\tstart\tdur\tcps\t", "text");
    }
}

static void captions_build_detail(struct app *app, struct page *page, int cells, size_t most)
{
    const struct captions_state *state = captions_state(app);
    size_t row = app_page_of(app, "captions")->list.selected;
    if (row >= state->file.count)
        return;
    for (size_t i = 0; i < state->found.count; i++) {
        const struct caption_finding *finding = &state->found.rows[i];
        char text[CAPTION_FINDING_SIZE];
        if (finding->caption != row + 1)
            continue;
        caption_finding_text(text, finding, &state->limits);
        page_add_taken(page, finding->level == LEVEL_ERROR ? LINE_BAD : LINE_WARN, NULL,
                       mem_printf("%s: %s  [%s]", caption_level_name(finding->level), text,
                                  caption_rules[finding->rule].name),
                       cells, NULL);
    }
    page_add_lines(page, state->file.captions[row].text, cells);
    if (page->count > most)
        page_cut(page, most);
}

/* --- captions: what can be done --- */

static void captions_open(struct app *app)
{
    const struct app_form *form = app_form_top(app);
    if (overlay_has(&app->overlays, OVERLAY_OVER_FORM)) {
        app_pane_over_close(app);
    } else if (!form || form->ops->op != ENDPOINT_EXPORT) {
        app_say(app, "%s works only in the export form: it shows captions", app_key_of(app, "captions"));
    } else {
        captions_fetch(app);
        app_pane_open_over(app, "captions");
    }
}

/* Puts the cursor on the next or previous caption with a finding. On a small screen, the message line shows
 * the finding. */
static void captions_find(struct app *app, const char *action)
{
    bool back = strcmp(action, "previous-finding") == 0;
    const struct captions_state *state = captions_state(app);
    struct list *list = &app_page_of(app, "captions")->list;
    const struct caption_finding *at = NULL;
    char text[CAPTION_FINDING_SIZE];
    for (size_t i = 0; i < state->found.count; i++) {
        const struct caption_finding *row = &state->found.rows[i];
        size_t number = row->caption;
        if (number > 0 && (back ? number - 1 < list->selected && (!at || at->caption != number)
                                : number - 1 > list->selected && !at))
            at = row;
    }
    if (!at) {
        app_say(app,
                back ? "There is no finding before this caption" : "There is no finding after this caption");
        return;
    }
    if (list_select_row(list, at->caption - 1, app_pane_height(app, app_pane_find(app, "captions"))))
        app_focus_moved(app);
    caption_finding_text(text, at, &state->limits);
    if (app->layout.is_small)
        app_say(app, "%s", text);
}

static void captions_export(struct app *app)
{
    app_pane_over_close(app);
    app_form_do(app, FORM_ACT_SUBMIT);
}

/* clang-format off */
static const struct pane_hint captions_hints[] = {
    {"captions-export", NULL}, {"next-finding", NULL}, {"refresh", "Fetch again"}, {"search", "Find"}, {0}};
static const struct action captions_actions[] = {
    {.name = "captions", .keys = "x", .where = IN_FORM | IN_OWN | NEEDS_EXPORT, .group = GROUP_CAPTIONS,
     .hint = "Captions", .help = "Show or hide the subtitles that would be exported", .run = captions_open},
    {.name = "next-finding", .keys = ". ]", .where = IN_OWN, .group = GROUP_CAPTIONS, .hint = "Next problem",
     .help = "Next error or warning", .run_named = captions_find},
    {.name = "previous-finding", .keys = "Comma [", .where = IN_OWN, .group = GROUP_CAPTIONS,
     .help = "Previous error or warning", .run_named = captions_find},
    {.name = "captions-export", .keys = "X", .where = IN_OWN, .group = GROUP_CAPTIONS, .hint = "Export",
     .help = "Close the captions and export the file", .run = captions_export},
};
/* clang-format on */

static const struct pane_ops captions_pane = {.name = "captions",
                                              .title = "Captions",
                                              .covers = true,
                                              .over_form = true,
                                              .build = captions_build,
                                              .detail = captions_build_detail,
                                              .refresh = captions_fetch,
                                              .closed = captions_closed,
                                              .usual_hints = captions_hints};

const struct part part_captions = {.name = "captions",
                                   .state_size = sizeof(struct captions_state),
                                   .end = captions_end,
                                   .pane = &captions_pane,
                                   PART_ACTIONS(captions_actions)};
