/* `add`, `remove`, `forget`, `note`, `list`, `show`: the list of projects, and their fields. Only `list
 * --refresh` and `show` make requests; their rows are written in the order of the ids, each as soon as all
 * before it are there. */
/* SPDX-License-Identifier: MIT */
#include "each.h"
#include "handlers.h"
#include "steno/core/rows.h"

/* --- add, remove, forget, note --- */

/* Reports what was done in the store to these ids, and frees them. */
static int cmd_list_done(struct cli *cli, struct id_list *ids, bool ok, struct error *err)
{
    int code = ok ? 0 : cli_fail(cli, ids->count == 1 ? ids->ids[0] : 0, err);
    for (size_t i = 0; ok && i < ids->count; i++)
        cli_put_ok(cli, ids->ids[i]);
    id_list_free(ids);
    return code;
}

/* Adds the ids of the line, or removes them. */
static int cmd_list_change(struct cli *cli,
                           bool (*change)(struct store *store, const int64_t *ids, size_t count,
                                          size_t *changed, struct error *err),
                           struct error *err)
{
    struct id_list ids = {0};
    struct store *store = NULL;
    bool ok = cli_read_ids(cli, cli->args->word_count, &ids, err) && (store = cli_store(cli, err)) &&
              change(store, ids.ids, ids.count, NULL, err);
    return cmd_list_done(cli, &ids, ok, err);
}

int cli_add(struct cli *cli, struct error *err)
{
    return cli_need_url(cli, err) ? cmd_list_change(cli, store_list_add, err) : CLI_FAILED;
}

int cli_remove(struct cli *cli, struct error *err)
{
    return cmd_list_change(cli, store_list_remove, err);
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
        cli_remark("it replaces the note “%s”", clean);
        free(clean);
    }
    if (ok)
        cli_put_ok(cli, id);
    free(before);
    free(text);
    return ok ? 0 : cli_fail(cli, id, err);
}

/* --- which rows, in which order --- */

static bool cmd_list_is_chosen(const struct cli *cli)
{
    return cli->args->word_count > 0 || cli->args->options[OPTION_SORT];
}

static const char *cmd_list_or_none(const char *text)
{
    return text ? text : "";
}

/* What filter and order look at. */
static struct listed cmd_list_listed(const struct cli *cli, const struct store_row *row, size_t place,
                                     const struct write_list *open)
{
    const char *state = cmd_list_or_none(row->state);
    bool is_open = false, is_lost = false;
    for (size_t i = 0; i < open->count; i++) {
        if (open->rows[i].id != row->id || open->rows[i].op != ENDPOINT_ENQUEUE)
            continue;
        is_open = true;
        is_lost |= open->rows[i].outcome == WRITE_OPEN;
    }
    struct listed listed = {
        .id = row->id,
        .name = cmd_list_or_none(row->name),
        .state = state,
        .tags = cmd_list_or_none(row->tags),
        .note = cmd_list_or_none(row->note),
        .mark = settings_state_mark(&cli->settings, state),
        .is_lost = is_lost,
        .is_sent = is_open,
        .is_refused = row->is_refused,
        .is_today = listed_is_today(row->state_since_ms, clock_wall_ms(), DATE_LOCAL),
        .exported = ledger_age(&row->exported, row->version, row->updated_ms),
        .since_ms = since_time(row->state_since_ms),
        .place = place,
        .label = cmd_list_or_none(row->label),
        .lang = cmd_list_or_none(row->lang),
        .author = cmd_list_or_none(row->author),
        .has_no_media = row->has_no_media,
        .is_read_only = row->is_read_only,
        .expiry = row->expiry,
        .updated_ms = row->updated_ms,
    };
    if (!length_parse(cmd_list_or_none(row->length), &listed.length_ms))
        listed.length_ms = -1;
    return listed;
}

/* A column with its direction. */
struct list_sort {
    enum column column;
    bool is_down;
};

static int cmd_list_compare(const void *a, const void *b, void *arg)
{
    const struct list_sort *sort = arg;
    return listed_compare(a, b, sort->column, sort->is_down);
}

/* The places of the rows that match the words, in the order of --sort; all of them where neither was given.
 * False, with an error, where a word or the column is unknown. Caller frees. */
static bool cmd_list_choose(struct cli *cli, const struct store_list *list, size_t **places, size_t *count,
                            struct error *err)
{
    const char *by = cli->args->options[OPTION_SORT];
    struct list_sort sort = {.column = COLUMN_ADDED};
    struct write_list open = {0};
    *places = mem_alloc((list->count + 1) * sizeof **places);
    *count = 0;
    for (size_t i = 0; !cmd_list_is_chosen(cli) && i < list->count; i++)
        (*places)[(*count)++] = i;
    if (!cmd_list_is_chosen(cli))
        return true;
    if (by && !column_sort_parse(by, &sort.column, &sort.is_down))
        return error_set(err, ERROR_USAGE, "--sort: “%s” is invalid: use one of %s", by, column_sort_names);
    struct buffer text;
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

/* Writes one row: {"id","ok","project"|null,"fetched"|null}, or its line with the note. */
static void cmd_list_put_row(struct cli *cli, const struct store_row *row)
{
    struct buffer line;
    struct error err;
    json_t *raw = NULL;
    int64_t when_ms;
    buffer_init(&line, TEXT_MAX);
    if (cli->json) {
        store_project_load(cli->store, row->id, &raw, &when_ms, &err);
        print_project_json(&line, row->id, raw, NULL, row->fetched_ms,
                           print_exported(&row->exported, row->version, row->updated_ms));
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

static void cmd_list_put(struct cli *cli, const struct store_list *list, const size_t *places, size_t count)
{
    bool only_ids = args_has(cli->args, OPTION_IDS);
    int64_t *ids = mem_zero(count + 1, sizeof *ids);
    size_t unread = 0;
    for (size_t i = 0; i < count; i++) {
        ids[i] = list->rows[places[i]].id;
        unread += !list->rows[places[i]].known;
        if (only_ids)
            buffer_printf(cli_rows(cli), "%" PRId64 "\n", ids[i]);
    }
    cli_put_rows(cli);
    if (!only_ids) {
        cli_mark_open(cli, ids, count);
        for (size_t i = 0; i < count && !cli->out_errno; i++)
            cmd_list_put_row(cli, &list->rows[places[i]]);
        if (unread > 0 && !args_has(cli->args, OPTION_REFRESH) && !cli->json && isatty(STDERR_FILENO))
            cli_remark("%zu %s never read: steno list --refresh reads all, and says why one cannot be read",
                       unread, unread == 1 ? "project was" : "projects were");
    }
    free(ids);
}

struct list_run {
    const struct store_list *stored; /* the rows as they were read last */
    size_t written;                  /* the places before this one have their row */
    bool is_quiet;                   /* no row is written: they are listed when all have come */
};

/* What could not be read is shown as it was, as text: its failure is told beside it. */
static void cmd_list_put_unread(struct cli *cli, struct list_run *run, size_t place)
{
    if (!cli->json && !cli->out_errno && !run->is_quiet)
        cmd_list_put_row(cli, &run->stored->rows[place]);
    run->written = place + 1;
}

static bool cmd_list_failed(struct each_item *item, struct error *err)
{
    (void)err;
    cmd_list_put_unread(item->cli, item->arg, item->place);
    return false;
}

static int cmd_list_show(struct each_item *item)
{
    struct cli *cli = item->cli;
    struct list_run *run = item->arg;
    const struct store_row *row = &run->stored->rows[item->place];
    const struct project *project = item->result->project;
    struct listed listed = {0};
    run->written = item->place + 1;
    cli_say_problems(project);
    if (!cli->json || row->exported.when_ms)
        listed_read(&listed, project->record.shown);
    if (!run->is_quiet && cli->json)
        print_project_json(cli_rows(cli), project->id, project->record.raw, item->result->text,
                           item->result->sent_ms,
                           print_exported(&row->exported, project->version, listed.updated_ms));
    else if (!run->is_quiet)
        print_project_line(cli_rows(cli), project->id, project->state, project->length, listed.has_no_media,
                           project->name);
    cli_settle_writes(cli, item->id, project, item->result->sent_ms, NULL);
    return 0;
}

static int cmd_list_refresh(struct cli *cli, const struct store_list *list, bool is_quiet)
{
    struct list_run run = {.stored = list, .is_quiet = is_quiet};
    struct each_user user = {
        .op = ENDPOINT_GET_PROJECT, .arg = &run, .failed = cmd_list_failed, .show = cmd_list_show};
    struct id_list ids = {.ids = mem_zero(list->count + 1, sizeof *ids.ids), .count = list->count};
    for (size_t i = 0; i < list->count; i++)
        ids.ids[i] = list->rows[i].id;
    int code = each_run(cli, &ids, &user);
    while (run.written < ids.count)
        cmd_list_put_unread(cli, &run, run.written);
    id_list_free(&ids);
    return code;
}

int cli_list(struct cli *cli, struct error *err)
{
    struct store_list list = {0};
    struct store *store = NULL;
    size_t *places = NULL, count = 0;
    int code = 0;
    bool refreshes = args_has(cli->args, OPTION_REFRESH);
    bool is_chosen = cmd_list_is_chosen(cli) || args_has(cli->args, OPTION_IDS);
    bool ok = !(cli->json && args_has(cli->args, OPTION_IDS)) ||
              error_set(err, ERROR_USAGE, "--ids and --json exclude each other");
    if (ok && refreshes)
        crew_load();
    ok = ok && (store = cli_store(cli, err)) && store_list_load(store, 0, 0, &list, err) &&
         cmd_list_choose(cli, &list, &places, &count, err);
    /* Without a login the list is another one, and empty: a job must not take that for “no projects”. */
    ok = ok && (list.count > 0 || !refreshes || cli_may_call(cli, err));
    if (ok && list.count == 0) {
        cli_remark("the watchlist is empty: add projects with steno add ID");
    } else if (ok) {
        if (refreshes)
            code = cmd_list_refresh(cli, &list, is_chosen);
        if (refreshes && is_chosen) {
            store_list_clear(&list);
            free(places);
            places = NULL;
            ok =
                store_list_load(store, 0, 0, &list, err) && cmd_list_choose(cli, &list, &places, &count, err);
        }
        if (ok && (!refreshes || is_chosen))
            cmd_list_put(cli, &list, places, count);
    }
    free(places);
    store_list_clear(&list);
    return ok ? code : CLI_FAILED;
}

/* --- show --- */

struct show_run {
    struct id_list ids;
    int shown;
};

/* The last export of a project; NULL for none. */
static json_t *cmd_show_exported(struct cli *cli, const struct project *project)
{
    struct store *store = cli_store_or_none(cli);
    struct ledger ledger = {0};
    struct exported exported = {0};
    struct listed listed;
    struct error err;
    if (store && !store_exports_list(store, &project->id, 1, &ledger, &err))
        cli_store_give_up(cli, &err);
    const struct ledger_file *last = ledger_last(&ledger, project->id);
    listed_read(&listed, project->record.shown);
    if (last) {
        exported = (struct exported){.when_ms = last->when_ms, .version = last->version};
        snprintf(exported.format, sizeof exported.format, "%s", last->format);
    }
    json_t *object = print_exported(&exported, project->version, listed.updated_ms);
    ledger_clear(&ledger);
    return object;
}

/* Makes the row of a project: {"id","ok","project","exported"}, the last where there is one, or its fields.
 */
static void cmd_show_put(struct cli *cli, struct show_run *run, const struct project *project,
                         const char *text)
{
    cli_say_problems(project);
    if (cli->json) {
        print_project_json(cli_rows(cli), project->id, project->record.raw, text, -1,
                           cmd_show_exported(cli, project));
    } else {
        if (run->shown++ > 0)
            buffer_append_char(cli_rows(cli), '\n');
        print_record(cli_rows(cli), &project->record);
    }
}

/* Shows one project as it was read last. */
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
    cli_remark("project %" PRId64 " as of %s", id, when);
    cli_mark_open(cli, &id, 1);
    cmd_show_put(cli, arg, project, NULL);
    cli_put_rows(cli);
    project_free(project);
    return 0;
}

static int cmd_show_read(struct each_item *item)
{
    cmd_show_put(item->cli, item->arg, item->result->project, item->result->text);
    cli_settle_writes(item->cli, item->id, item->result->project, item->result->sent_ms, NULL);
    return 0;
}

int cli_show(struct cli *cli, struct error *err)
{
    struct show_run run = {0};
    struct each_user user = {.op = ENDPOINT_GET_PROJECT, .arg = &run, .show = cmd_show_read};
    int code;
    if (!cli_read_ids(cli, cli->args->word_count, &run.ids, err))
        code = CLI_FAILED;
    else if (args_has(cli->args, OPTION_OFFLINE))
        code = cli_each_of(cli, &run.ids, cmd_show_stored, &run);
    else
        code = each_run(cli, &run.ids, &user);
    id_list_free(&run.ids);
    return code;
}
