/* `add`, `remove`, `forget`, `note`, `list`, `show`, `activity`. Rows are written in the order of the ids. */
/* SPDX-License-Identifier: MIT */
#include "each.h"

#include "steno/app/project.h"
#include "steno/core/activity.h"
#include "steno/core/rows.h"

#define ADD_READS 100 /* `add` reads at most this many projects from the server */

/* --- add, remove, forget, note --- */

static int cmd_list_done(struct cli *cli, const struct id_list *ids, bool ok, struct error *err)
{
    int code = ok ? 0 : cli_fail(cli, ids->count == 1 ? ids->ids[0] : 0, err);
    for (size_t i = 0; ok && i < ids->count; i++)
        cli_put_ok(cli, ids->ids[i]);
    return code;
}

struct add_run {
    size_t read, gone;
    size_t failed; /* failures for another reason than an unknown id */
    struct error why;
};

static bool cmd_add_failed(struct each_item *item, struct error *err)
{
    struct add_run *run = item->arg;
    run->gone += err->kind == ERROR_NOT_FOUND;
    if (err->kind == ERROR_NOT_FOUND || err->unreached[0])
        return false;
    if (run->failed++ == 0 || call_fails_others(err))
        run->why = *err;
    return true;
}

static int cmd_add_show(struct each_item *item)
{
    ((struct add_run *)item->arg)->read++;
    cli_settle_writes(item->cli, item->id, item->result->project, item->result->sent_ms, NULL);
    return 0;
}

/* Reads the added projects. Returns the exit code if an id is unknown or after a signal, else 0. */
static int cmd_add_read(struct cli *cli, const struct id_list *added)
{
    struct add_run run = {0};
    struct each_user user = {
        .op = ENDPOINT_GET_PROJECT, .arg = &run, .failed = cmd_add_failed, .show = cmd_add_show};
    struct id_list ids = {.ids = added->ids, .count = added->count < ADD_READS ? added->count : ADD_READS};
    if (!cli_may_call(cli, &run.why)) {
        cli_remark("not read: %s", run.why.text);
        return 0;
    }
    int code = each_run(cli, &ids, &user), gone = error_kind_exit_code(ERROR_NOT_FOUND);
    if (call_fails_others(&run.why)) /* untried projects count as failed, too */
        run.failed = ids.count - run.read - run.gone;
    if (run.gone > 0)
        cli_remark("ids that the server does not know are on the list, too; steno remove ID removes them");
    if (run.failed > 0)
        cli_say("could not read %zu project%s: %s", run.failed, run.failed == 1 ? "" : "s", run.why.text);
    return code == gone || code == error_kind_exit_code(ERROR_CANCELLED) ? code : 0;
}

int cli_add(struct cli *cli, struct error *err)
{
    struct id_list ids = {0};
    struct store *store = NULL;
    size_t added = 0;
    if (!cli_need_url(cli, err))
        return CLI_FAILED;
    bool ok = cli_read_ids(cli, cli->args->word_count, &ids, err) && (store = cli_store(cli, err)) &&
              store_list_add(store, ids.ids, ids.count, &added, err);
    int code = cmd_list_done(cli, &ids, ok, err);
    if (ok && isatty(STDERR_FILENO) && added < ids.count)
        cli_remark("%zu of %zu projects added to the list: the others are already on it", added, ids.count);
    else if (ok && isatty(STDERR_FILENO))
        cli_remark("%zu project%s added to the list", added, added == 1 ? "" : "s");
    if (ok && !args_has(cli->args, OPTION_OFFLINE))
        code = cmd_add_read(cli, &ids);
    id_list_free(&ids);
    return code;
}

int cli_remove(struct cli *cli, struct error *err)
{
    struct id_list ids = {0};
    struct store *store = NULL;
    bool ok = cli_read_ids(cli, cli->args->word_count, &ids, err) && (store = cli_store(cli, err)) &&
              store_list_remove(store, ids.ids, ids.count, NULL, err);
    int code = cmd_list_done(cli, &ids, ok, err);
    id_list_free(&ids);
    return code;
}

int cli_forget(struct cli *cli, struct error *err)
{
    struct id_list ids = {0};
    struct store *store = NULL;
    size_t open = 0, sum = 0;
    bool all = args_has(cli->args, OPTION_ALL);
    if (all == (cli->args->word_count > 0)) {
        error_set(err, ERROR_USAGE, "forget: give project ids, or --all");
        return CLI_FAILED;
    }
    bool begun = (all || cli_read_ids(cli, cli->args->word_count, &ids, err)) &&
                 (store = cli_store(cli, err)) && store_begin(store, err);
    bool ok = begun;
    for (size_t i = 0; ok && i < (all ? 1 : ids.count); i++) {
        ok = store_forget(store, all ? 0 : ids.ids[i], all, &open, err);
        sum += open;
    }
    if (begun && !ok)
        store_roll_back(store);
    ok = ok && store_commit(store, err);
    int code = cmd_list_done(cli, &ids, ok, err);
    id_list_free(&ids);
    if (ok && all)
        cli_put_ok(cli, 0);
    if (ok)
        cli_say_kept(sum);
    return code;
}

int cli_note(struct cli *cli, struct error *err)
{
    struct store *store = NULL;
    char *text = NULL, *before = NULL;
    int64_t id = 0;
    bool ok = cli_read_id(cli, &id, err) && (text = entry_read_value(cli->args->words[1], "the note", err)) &&
              (store = cli_store(cli, err)) && store_note_save(store, id, text, &before, err);
    if (ok && before && strcmp(before, text) != 0) {
        char *clean = text_clean_copy(before);
        cli_remark("the old note was “%s”", clean);
        free(clean);
    }
    if (ok)
        cli_put_ok(cli, id);
    free(before);
    free(text);
    return ok ? 0 : cli_fail(cli, id, err);
}

/* --- filter and order of the list --- */

static bool cmd_list_is_chosen(const struct cli *cli)
{
    return cli->args->word_count > 0 || cli->args->options[OPTION_SORT];
}

/* Returns the values of a row for filter and order. `open`: writes whose outcome is not known yet. */
static struct listed cmd_list_listed(const struct cli *cli, const struct store_row *row, size_t place,
                                     const struct write_list *open)
{
    struct listed listed = {
        .id = row->id,
        .name = row->name ? row->name : "",
        .state = row->state ? row->state : "",
        .tags = row->tags ? row->tags : "",
        .note = row->note ? row->note : "",
        .is_today = listed_is_today(row->state_since_ms, clock_wall_ms(), DATE_LOCAL),
        .exported = ledger_age(&row->exported, row->version, row->updated_ms),
        .length_ms = -1,
        .since_ms = since_time(row->state_since_ms),
        .place = place,
        .label = row->label ? row->label : "",
        .lang = row->lang ? row->lang : "",
        .author = row->author ? row->author : "",
        .has_no_media = row->has_no_media,
        .is_read_only = row->is_read_only,
        .expiry = row->expiry,
        .updated_ms = row->updated_ms,
    };
    listed.mark = settings_state_mark(&cli->settings, listed.state);
    if (!row->length || !length_parse(row->length, &listed.length_ms))
        listed.length_ms = -1;
    for (size_t i = 0; i < open->count; i++) {
        if (open->rows[i].id != row->id || open->rows[i].op != ENDPOINT_ENQUEUE)
            continue;
        listed.is_sent = true;
        listed.is_lost |= open->rows[i].outcome == WRITE_OPEN;
    }
    return listed;
}

struct list_sort {
    enum column column;
    bool is_down;
};

static int cmd_list_compare(const void *a, const void *b, void *arg)
{
    const struct list_sort *sort = arg;
    return listed_compare(a, b, sort->column, sort->is_down);
}

/* Loads the list. Sets `places` to the indexes of the rows that match the filter words, sorted by --sort. An
 * unknown word or column is an error. Caller frees `list` and `places`. */
static bool cmd_list_choose(struct cli *cli, struct store_list *list, size_t **places, size_t *count,
                            struct error *err)
{
    const char *by = cli->args->options[OPTION_SORT];
    struct list_sort sort = {.column = COLUMN_ADDED};
    struct write_list open = {0};
    struct buffer text;
    if (!cli_store(cli, err) || !store_list_load(cli->store, 0, 0, list, err))
        return false;
    *places = mem_alloc((list->count + 1) * sizeof **places);
    for (*count = 0; !cmd_list_is_chosen(cli) && *count < list->count; ++*count)
        (*places)[*count] = *count;
    if (!cmd_list_is_chosen(cli))
        return true;
    if (by && !column_sort_parse(by, &sort.column, &sort.is_down))
        return error_set(err, ERROR_USAGE, "--sort: “%s” is invalid: use one of %s", by, column_sort_names);
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < cli->args->word_count; i++)
        buffer_printf(&text, "%s%s", i ? " " : "", cli->args->words[i]);
    bool ok = filter_check(buffer_text(&text), err) && store_write_list(cli->store, 0, &open, err);
    struct filter *filter = filter_new(buffer_text(&text));
    struct listed *chosen = mem_alloc((list->count + 1) * sizeof *chosen);
    for (size_t i = 0; ok && i < list->count; i++) {
        chosen[*count] = cmd_list_listed(cli, &list->rows[i], i, &open);
        *count += filter_takes(filter, &chosen[*count]);
    }
    qsort_r(chosen, *count, sizeof *chosen, cmd_list_compare, &sort);
    for (size_t i = 0; i < *count; i++)
        (*places)[i] = chosen[i].place;
    write_list_clear(&open);
    filter_free(filter);
    buffer_free(&text);
    free(chosen);
    return ok;
}

/* --- list --- */

/* Writes a row as a line with its note, or for --json as {"id","ok","project"|null,"fetched"|null}. */
static void cmd_list_put_row(struct cli *cli, const struct store_row *row)
{
    struct buffer line;
    struct error err;
    json_t *raw = NULL;
    int64_t when_ms;
    buffer_init(&line, TEXT_MAX);
    if (cli->json) {
        store_project_load(cli->store, row->id, &raw, &when_ms, &err);
        print_project_json(&line, row->id, raw, NULL, row->fetched_ms, &row->exported, row->version,
                           row->updated_ms);
    } else {
        print_project_line(&line, row->id, row->state, row->length, row->has_no_media, row->name);
        if (row->note && row->note[0]) {
            char *note = text_clean_copy(row->note);
            line.data[--line.len] = '\0';
            buffer_printf(&line, "  # %s\n", note);
            free(note);
        }
    }
    json_decref(raw);
    cli_put_buffer(cli, &line);
}

static int compare_ids(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Prints the chosen rows, or for --ids their ids. Ids in `left_out` (unreadable projects) are skipped. */
static void cmd_list_put(struct cli *cli, const struct store_list *list, const size_t *places, size_t count,
                         struct id_list *left_out)
{
    bool only_ids = args_has(cli->args, OPTION_IDS);
    int64_t *ids = mem_zero(count + 1, sizeof *ids);
    size_t unread = 0;
    qsort(left_out->ids, left_out->count, sizeof *left_out->ids, compare_ids);
    for (size_t i = 0; i < count; i++) {
        ids[i] = list->rows[places[i]].id;
        unread += !list->rows[places[i]].known;
        if (only_ids && !bsearch(&ids[i], left_out->ids, left_out->count, sizeof ids[i], compare_ids))
            buffer_printf(cli_rows(cli), "%" PRId64 "\n", ids[i]);
    }
    cli_put_rows(cli);
    if (count == 0 && !only_ids && !cli->json && isatty(STDERR_FILENO))
        cli_remark("no project matches");
    if (!only_ids) {
        cli_mark_open(cli, ids, count);
        for (size_t i = 0; i < count && !cli->out_errno; i++)
            cmd_list_put_row(cli, &list->rows[places[i]]);
        if (unread > 0 && !args_has(cli->args, OPTION_REFRESH) && !cli->json && isatty(STDERR_FILENO))
            cli_remark("%zu %s never fetched; to fetch them and see the errors: steno list --refresh", unread,
                       unread == 1 ? "project was" : "projects were");
    }
    free(ids);
}

struct list_run {
    const struct store_list *stored; /* the saved rows, before this run */
    size_t written;                  /* all rows with a smaller index are written */
    bool is_quiet;                   /* the list is printed after all reads, not row by row */
    struct id_list *unread;          /* projects that could not be read */
};

/* Prints the saved row of a project that could not be read. For --json, each.c prints the error. */
static bool cmd_list_failed(struct each_item *item, struct error *err)
{
    struct list_run *run = item->arg;
    (void)err;
    if (!item->cli->json && !item->cli->out_errno && !run->is_quiet)
        cmd_list_put_row(item->cli, &run->stored->rows[item->place]);
    run->written = item->place + 1;
    run->unread->ids[run->unread->count++] = run->stored->rows[item->place].id;
    return false;
}

static int cmd_list_show(struct each_item *item)
{
    struct cli *cli = item->cli;
    struct list_run *run = item->arg;
    const struct exported *exported = &run->stored->rows[item->place].exported;
    const struct project *project = item->result->project;
    struct listed listed = {0};
    run->written = item->place + 1;
    cli_say_problems(project);
    if (!cli->json || exported->when_ms)
        listed_read(&listed, project->record.shown);
    if (!run->is_quiet && cli->json)
        print_project_json(cli_rows(cli), project->id, project->record.raw, item->result->text,
                           item->result->sent_ms, exported, project->version, listed.updated_ms);
    else if (!run->is_quiet)
        print_project_line(cli_rows(cli), project->id, project->state, project->length, listed.has_no_media,
                           project->name);
    cli_settle_writes(cli, item->id, project, item->result->sent_ms, NULL);
    return 0;
}

/* Reads the projects. Puts the ids of unreadable projects into `unread`, which has room for all ids. */
static int cmd_list_refresh(struct cli *cli, const struct store_list *list, bool is_quiet,
                            struct id_list *unread)
{
    struct list_run run = {.stored = list, .is_quiet = is_quiet, .unread = unread};
    struct each_user user = {
        .op = ENDPOINT_GET_PROJECT, .arg = &run, .failed = cmd_list_failed, .show = cmd_list_show};
    struct id_list ids = {.ids = mem_zero(list->count + 1, sizeof *ids.ids), .count = list->count};
    for (size_t i = 0; i < list->count; i++)
        ids.ids[i] = list->rows[i].id;
    int code = each_run(cli, &ids, &user);
    while (run.written < ids.count)
        cmd_list_failed(&(struct each_item){.cli = cli, .arg = &run, .place = run.written}, NULL);
    id_list_free(&ids);
    return code;
}

int cli_list(struct cli *cli, struct error *err)
{
    struct store_list list = {0};
    struct id_list unread = {0};
    size_t *places = NULL, count = 0;
    int code = 0;
    bool refreshes = args_has(cli->args, OPTION_REFRESH), only_ids = args_has(cli->args, OPTION_IDS);
    bool is_quiet = refreshes && (cmd_list_is_chosen(cli) || only_ids);
    if (refreshes)
        crew_load();
    bool ok =
        (!(cli->json && only_ids) || error_set(err, ERROR_USAGE, "give only one of --ids and --json")) &&
        cmd_list_choose(cli, &list, &places, &count, err) &&
        /* Without a login the list is empty. A script must not take this for “no projects”. */
        (list.count > 0 || !refreshes || cli_may_call(cli, err));
    if (ok && list.count == 0)
        cli_remark("the list is empty: add projects with steno add ID");
    unread.ids = mem_alloc((list.count + 1) * sizeof *unread.ids);
    if (ok && list.count > 0 && refreshes)
        code = cmd_list_refresh(cli, &list, is_quiet, &unread);
    if (ok && list.count > 0 && is_quiet) {
        store_list_clear(&list);
        free(places);
        places = NULL;
        ok = cmd_list_choose(cli, &list, &places, &count, err);
    }
    if (ok && list.count > 0 && (!refreshes || is_quiet))
        cmd_list_put(cli, &list, places, count, &unread);
    id_list_free(&unread);
    free(places);
    store_list_clear(&list);
    return ok ? code : CLI_FAILED;
}

/* --- show --- */

struct show_run {
    struct id_list ids;
    struct store_list list;
    int shown;
};

static const struct store_row *cmd_show_row(const struct show_run *run, int64_t id)
{
    for (size_t i = 0; i < run->list.count; i++)
        if (run->list.rows[i].id == id)
            return &run->list.rows[i];
    return NULL;
}

/* Prints a project as the console's details pane shows it. stored_ms: time of the reading; 0: now. */
static void cmd_show_text(struct cli *cli, struct show_run *run, const struct project *project,
                          const struct exported *exported, int64_t updated_ms, int64_t stored_ms)
{
    const struct store_row *row = cmd_show_row(run, project->id);
    bool is_same = row && row->known && strcmp(row->state, project->state) == 0;
    char *tags = listed_tags(project->record.shown);
    const struct app_project shown = {
        .id = project->id,
        .known = true,
        .fresh = !stored_ms,
        .fetched_ms = stored_ms,
        .note = row && row->note && *row->note ? text_clean_copy(row->note) : NULL,
        .name = project->name,
        .state = project->state,
        .length = project->length,
        .length_ms = project->length_ms,
        .tags = tags,
        .version = project->version,
        .exported = *exported,
        .updated_ms = updated_ms,
        .state_since_ms = is_same && row->state_since_ms ? row->state_since_ms : -updated_ms,
    };
    if (run->shown++ > 0)
        buffer_append_char(cli_rows(cli), '\n');
    app_details_write(cli_rows(cli), cli_store_or_none(cli), clock_wall_ms(), &shown, project->record.shown);
    free(shown.note);
    free(tags);
}

/* Prints a project as text, or for --json as {"id","ok","project","exported"}. "exported" is missing if there
 * was no export. `text` is the project as JSON text, or NULL. */
static void cmd_show_put(struct cli *cli, struct show_run *run, const struct project *project,
                         const char *text, int64_t stored_ms)
{
    struct store *store = cli_store_or_none(cli);
    struct ledger ledger = {0};
    struct exported exported = {0};
    struct listed listed;
    struct error err;
    cli_say_problems(project);
    if (store && !store_exports_list(store, &project->id, 1, &ledger, &err))
        cli_store_give_up(cli, &err);
    const struct ledger_file *last = ledger_last(&ledger, project->id);
    if (last) {
        exported = (struct exported){.when_ms = last->when_ms, .version = last->version};
        snprintf(exported.format, sizeof exported.format, "%s", last->format);
    }
    listed_read(&listed, project->record.shown);
    if (cli->json)
        print_project_json(cli_rows(cli), project->id, project->record.raw, text, -1, &exported,
                           project->version, listed.updated_ms);
    else
        cmd_show_text(cli, run, project, &exported, listed.updated_ms, stored_ms);
    ledger_clear(&ledger);
}

static int cmd_show_stored(struct cli *cli, int64_t id, void *arg, struct error *err)
{
    char when[DATE_TEXT_SIZE];
    int64_t read_ms;
    struct project *project = cli_stored_project(cli, id, &read_ms, err);
    if (!project && err->kind == ERROR_NONE)
        error_set(err, ERROR_NOT_FOUND,
                  "project %" PRId64 " has not been fetched yet; omit --offline to fetch it", id);
    if (!project)
        return CLI_FAILED;
    date_format(when, sizeof when, &(struct date){.ms = read_ms, .has_zone = true}, DATE_LOCAL);
    cli_remark("project %" PRId64 " was last fetched %s", id, when);
    cli_mark_open(cli, &id, 1);
    cmd_show_put(cli, arg, project, NULL, read_ms);
    cli_put_rows(cli);
    project_free(project);
    return 0;
}

static int cmd_show_read(struct each_item *item)
{
    cmd_show_put(item->cli, item->arg, item->result->project, item->result->text, 0);
    cli_settle_writes(item->cli, item->id, item->result->project, item->result->sent_ms, NULL);
    return 0;
}

int cli_show(struct cli *cli, struct error *err)
{
    struct show_run run = {0};
    struct each_user user = {.op = ENDPOINT_GET_PROJECT, .arg = &run, .show = cmd_show_read};
    int code;
    bool ok = cli_read_ids(cli, cli->args->word_count, &run.ids, err);
    struct store *store = ok && !cli->json ? cli_store_or_none(cli) : NULL;
    struct error unlisted;
    if (store && !store_list_load(store, 0, 0, &run.list, &unlisted))
        cli_store_give_up(cli, &unlisted);
    if (!ok)
        code = CLI_FAILED;
    else if (args_has(cli->args, OPTION_OFFLINE))
        code = cli_each_of(cli, &run.ids, cmd_show_stored, &run);
    else
        code = each_run(cli, &run.ids, &user);
    store_list_clear(&run.list);
    id_list_free(&run.ids);
    return code;
}

/* --- activity --- */

struct cmd_activity {
    struct cli *cli;
    int64_t id; /* only this project; 0: all */
    int64_t since_ms;
    struct act *acts; /* newest first */
    size_t count;
};

/* Writes an entry as a line. The id is "-" for several projects. For --json, writes
 * {"time","act","id","kind","text"}, and for a batch (act) also
 * {"operation","count","ended","options","rows"}. A row is
 * {"id","time","outcome","status","reason","version","state","ended"}. "outcome" is null without an
 * answer. */
static void cmd_activity_put(struct cli *cli, int64_t when_ms, int64_t number, int64_t id, const char *kind,
                             const char *text, const struct act *act)
{
    char when[DATE_TEXT_SIZE], shown[24] = "-";
    json_t *rows = act && cli->json ? json_array() : NULL;
    for (size_t i = 0; rows && i < act->row_count; i++) {
        const struct write *row = &act->rows[i];
        json_array_append_new(rows, json_pack("{s:I, s:o, s:s?, s:o, s:s?, s:o, s:s?, s:o}", "id",
                                              (json_int_t)row->id, "time", cli_json_time(row->when_ms),
                                              "outcome", write_outcome_name(row->outcome), "status",
                                              cli_json_number(row->status), "reason", row->reason, "version",
                                              cli_json_number(row->version > 0 ? row->version : 0), "state",
                                              row->after, "ended", cli_json_time(row->ended_ms)));
    }
    if (cli->json) {
        json_t *options = act && !act->options ? json_null() : act ? json_incref(act->options) : NULL;
        cli_put_pack(cli, "{s:o, s:o, s:o, s:s, s:s, s:s*, s:o*, s:o*, s:o*, s:o*}", "time",
                     cli_json_time(when_ms), "act", cli_json_number(number), "id", cli_json_number(id),
                     "kind", kind ? kind : "", "text", text ? text : "", "operation",
                     act ? endpoints[act->op].name : NULL, "count", act ? json_integer(act->count) : NULL,
                     "ended", act ? cli_json_time(act->ended_ms) : NULL, "options", options, "rows", rows);
        return;
    }
    date_format_utc(when, sizeof when, when_ms);
    if (id)
        snprintf(shown, sizeof shown, "%" PRId64, id);
    char *clean = text_clean_copy(text ? text : "");
    cli_put_text(cli, "%s  %s  %s\n", when, shown, clean);
    free(clean);
}

/* Returns a batch (act) as text, with the number of projects for each result. If only one project is shown,
 * adds the reason for its result. Caller frees. */
static char *cmd_activity_words(const struct cmd_activity *all, const struct act *act)
{
    struct act_part *parts = mem_zero(act->row_count + 1, sizeof *parts);
    const struct act_part *one = NULL;
    char ended[DATE_TEXT_SIZE] = "", *why = NULL;
    for (size_t i = 0; i < act->row_count; i++) {
        parts[i] = act_part_of(act, &act->rows[i], NULL, clock_wall_ms(), &all->cli->settings);
        if (parts[i].reason && (act->row_count == 1 || parts[i].id == all->id))
            one = &parts[i];
    }
    if (one)
        why =
            one->status ? mem_printf("; %s (%d)", one->reason, one->status) : mem_printf("; %s", one->reason);
    int64_t ended_ms = act_ended_ms(act);
    if (ended_ms)
        date_format_utc(ended, sizeof ended, ended_ms);
    struct act_sums counted = act_sums_of(parts, act->row_count);
    char *words = act_sums_words(&counted);
    char *sums = mem_printf("%s%s%s%s", words, why ? why : "", *ended ? "; ended " : "", ended);
    char *text = act_line_words(act, sums);
    free(sums);
    free(words);
    free(why);
    free(parts);
    return text;
}

static bool cmd_activity_load_acts(struct cmd_activity *all, struct error *err)
{
    struct store *store = cli_store(all->cli, err);
    size_t got = STORE_ACTS_MAX;
    while (store && got == STORE_ACTS_MAX) {
        struct act *acts = NULL;
        int64_t before = all->count ? all->acts[all->count - 1].act : 0;
        if (!store_act_list(store, all->id, before, all->since_ms, &acts, &got, err))
            return false;
        all->acts = mem_grow(all->acts, all->count + got + 1, sizeof *all->acts);
        if (got > 0) /* if `got` is 0, `acts` is NULL */
            memcpy(&all->acts[all->count], acts, got * sizeof *acts);
        all->count += got;
        free(acts);
    }
    return store != NULL;
}

int cli_activity(struct cli *cli, struct error *err)
{
    const char *given = cli->args->options[OPTION_SINCE];
    struct cmd_activity all = {.cli = cli};
    struct store_entries history = {0};
    struct date since = {0}; /* a time without a zone is UTC, as in the output */
    if (given && !date_parse(given, &since)) {
        error_set(err, ERROR_USAGE, "--since: “%s” is not a time such as 2026-11-22T15:30:00Z", given);
        return CLI_FAILED;
    }
    all.since_ms = since.ms;
    bool ok = (cli->args->word_count == 0 || cli_read_id(cli, &all.id, err)) &&
              cmd_activity_load_acts(&all, err) && store_history_load(cli->store, all.id, 0, &history, err);
    /* The newest entry comes first. Plain output leaves out history rows of a batch that is listed itself. */
    for (size_t act = 0, entry = 0; ok && (act < all.count || entry < history.count) && !cli->out_errno;) {
        const struct store_entry *next = entry < history.count ? &history.items[entry] : NULL;
        if (act < all.count && (!next || all.acts[act].begun_ms > next->when_ms)) {
            const struct act *own = &all.acts[act++];
            char *words = cmd_activity_words(&all, own);
            int64_t id = own->count == 1 && own->row_count == 1 ? own->rows[0].id : 0;
            cmd_activity_put(cli, own->begun_ms, own->act, id, "act", words, own);
            free(words);
            continue;
        }
        size_t at = 0;
        while (at < all.count && all.acts[at].act != next->act)
            at++;
        bool is_listed = next->act && at < all.count;
        if (next->when_ms >= all.since_ms && (cli->json || !is_listed))
            cmd_activity_put(cli, next->when_ms, next->act, next->id, next->name, next->text, NULL);
        entry++;
    }
    if (ok && all.count == 0 && history.count == 0 && !cli->json && isatty(STDERR_FILENO))
        cli_remark("no activity to show");
    store_acts_free(all.acts, all.count);
    store_entries_clear(&history);
    return ok ? 0 : CLI_FAILED;
}
