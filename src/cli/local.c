/* How a command uses the store, and reads projects. */
/* SPDX-License-Identifier: MIT */
#include "cli.h"

/* --- the store --- */

struct store *cli_store(struct cli *cli, struct error *err)
{
    const struct settings *settings = &cli->settings;
    if (cli->store_failure.kind != ERROR_NONE) {
        *err = cli->store_failure;
        return NULL;
    }
    if (!cli->store)
        cli->store = store_open(&(struct store_config){.url = settings_text(settings, SETTING_URL),
                                                       .api_path = settings_text(settings, SETTING_API_PATH),
                                                       .email = settings_text(settings, SETTING_EMAIL)},
                                err);
    return cli->store;
}

bool cli_may_keep(struct cli *cli, const char *otherwise, struct error *err)
{
    struct error why;
    return cli_store(cli, &why) || error_set(err, ERROR_IO, "%s (%s)", otherwise, why.text);
}

void cli_store_give_up(struct cli *cli, const struct error *err)
{
    if (cli->store_failure.kind != ERROR_NONE)
        return;
    cli_say("cannot save to the local state file: %s", err->text);
    cli->store_failure = *err;
}

struct store *cli_store_or_none(struct cli *cli)
{
    struct error err;
    struct store *store = cli_store(cli, &err);
    if (!store)
        cli_store_give_up(cli, &err);
    return store;
}

void cli_say_kept(size_t count)
{
    if (count == 1)
        cli_say(
            "1 change had no answer; its record is kept until steno reads the project and sees the result");
    else if (count > 1)
        cli_say("%zu changes had no answer; their records are kept until steno reads the projects and sees "
                "the results",
                count);
}

void cli_mark_open(struct cli *cli, const int64_t *ids, size_t count)
{
    struct store *store = cli_store_or_none(cli);
    struct write_list list = {0};
    struct error err;
    if (store && !store_write_list(store, count == 1 ? ids[0] : 0, &list, &err))
        cli_store_give_up(cli, &err);
    for (size_t i = 0; i < list.count; i++) {
        const struct write *write = &list.rows[i];
        char when[DATE_TEXT_SIZE];
        size_t at = 0;
        while (at < count && ids[at] != write->id)
            at++;
        if (at == count)
            continue;
        date_format(when, sizeof when, &(struct date){.ms = write->when_ms, .has_zone = true}, DATE_LOCAL);
        cli_say(write_is_taken(write) ? "project %" PRId64 ": %s (sent %s) was accepted, but no start was "
                                        "seen; steno show %" PRId64 " checks what happened"
                                      : "project %" PRId64 ": %s (sent %s) has no answer; steno show "
                                        "%" PRId64 " checks what happened",
                write->id, endpoints[write->op].title, when, write->id);
    }
    write_list_clear(&list);
}

/* --- projects --- */

struct project *cli_stored_project(struct cli *cli, int64_t id, int64_t *when_ms, struct error *err)
{
    struct store *store = cli_store(cli, err);
    json_t *raw = NULL;
    int64_t when = 0;
    bool ok = store && store_project_load(store, id, &raw, &when, err);
    struct project *project = ok && raw ? project_from_json(raw, id, err) : NULL;
    json_decref(raw);
    if (when_ms)
        *when_ms = when;
    return project;
}

struct store_reading cli_reading_of(const struct cli *cli, const struct project *project, int64_t sent_ms)
{
    return (struct store_reading){
        .project = project,
        .when_ms = sent_ms, /* the state may be as old as the request */
        .is_ended = settings_list_has(&cli->settings, SETTING_SETTLED_STATES, project->state)};
}

struct project *cli_get_project(struct cli *cli, int64_t id, struct error *err)
{
    struct connection *connection = cli_connection(cli, true, err);
    int64_t sent_ms = clock_wall_ms();
    struct project *project = connection ? api_project_get(connection, id, err) : NULL;
    if (project) {
        struct store_reading reading = cli_reading_of(cli, project, sent_ms);
        struct store *store = cli_store_or_none(cli);
        struct error why;
        if (store && !store_project_save(store, &reading, &why))
            cli_store_give_up(cli, &why);
        cli_settle_writes(cli, id, project, sent_ms, NULL);
    } else if (connection) {
        cli_settle_gone(cli, id, err, sent_ms);
        cli_explain_auth(cli, err);
    }
    return project;
}

void cli_say_problems(const struct project *project)
{
    if (project->record.problems)
        cli_say("project %" PRId64 ": %s", project->id, project->record.problems);
}

int cli_report_project(struct cli *cli, const struct project *project)
{
    bool has_no_media = json_is_false(json_object_get(project->record.shown, "HasRecording"));
    struct buffer line;
    cli_say_problems(project);
    if (cli->json) {
        cli_put_pack(cli, "{s:I, s:b, s:O}", "id", (json_int_t)project->id, "ok", true, "project",
                     project->record.raw);
        return 0;
    }
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    print_project_line(&line, project->id, project->state, project->length, has_no_media, project->name);
    cli_put_buffer(cli, &line);
    return 0;
}

/* --- open writes --- */

void proof_clear(struct proof *proof)
{
    free(proof->open);
    free(proof->arrived);
    free(proof->not_started);
    *proof = (struct proof){0};
}

static void settle_one(struct cli *cli, struct store *store, const struct write *write,
                       const struct project *project, int64_t sent_ms, struct proof *proof)
{
    struct receipt_context context = {.email = settings_text(&cli->settings, SETTING_EMAIL),
                                      .when_ms = clock_wall_ms(),
                                      .read_ms = sent_ms,
                                      .settings = &cli->settings};
    enum write_outcome judged = write_judge(write, project, sent_ms, &cli->settings);
    struct receipt *receipt = receipt_told(write, project, judged, &context);
    bool is_enqueue = write->op == ENDPOINT_ENQUEUE, is_taken = write_is_taken(write), is_first = true;
    struct error err;
    if (judged != WRITE_OPEN && !store_write_settle(store, write->row, receipt, &is_first, &err))
        cli_store_give_up(cli, &err);
    char *said = receipt->said, **into = NULL;
    if (is_enqueue && judged == WRITE_OPEN) {
        bool is_later = write->when_ms >= sent_ms; /* --anyway does not cover enqueues sent after the read */
        proof->open_row = is_later ? proof->open_row : write->row;
        proof->open_until_ms = is_later ? proof->open_until_ms : receipt->open_until_ms;
        proof->is_taken |= is_taken;
        into = &proof->open;
    } else if (is_enqueue && judged == WRITE_PROBABLY) {
        into = &proof->arrived;
    } else if (is_enqueue && is_taken && judged == WRITE_NO_EFFECT) {
        into = &proof->not_started;
    }
    if (into) {
        free(*into);
        *into = is_taken && judged == WRITE_OPEN ? NULL : mem_copy_or_null(said);
    } else if (said && is_first) {
        cli_say("%s", said);
    }
    receipt_free(receipt);
}

void cli_settle_gone(struct cli *cli, int64_t id, const struct error *err, int64_t sent_ms)
{
    if (err->status == 404 || err->status == 410)
        cli_settle_writes(cli, id, NULL, sent_ms, NULL);
}

void cli_settle_writes(struct cli *cli, int64_t id, const struct project *project, int64_t sent_ms,
                       struct proof *proof)
{
    struct store *store = cli->store_failure.kind == ERROR_NONE ? cli_store_or_none(cli) : NULL;
    struct write_list list = {0};
    struct proof all = {0};
    struct error err;
    if (store && !cli->open_is_known)
        cli->open_is_known = store_write_any(store, &cli->any_is_open, &err);
    if (!proof && cli->open_is_known && !cli->any_is_open)
        return;
    all.is_unread = !store || !store_write_list(store, id, &list, &err);
    if (store && all.is_unread)
        cli_store_give_up(cli, &err);
    for (size_t i = 0; i < list.count; i++) {
        if (list.rows[i].when_ms < sent_ms || write_is_taken(&list.rows[i]))
            settle_one(cli, store, &list.rows[i], project, sent_ms, &all);
    }
    write_list_clear(&list);
    if (proof) {
        *proof = all;
        return;
    }
    const char *said[] = {all.open, all.arrived, all.not_started};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        if (said[i])
            cli_say("%s", said[i]);
    }
    proof_clear(&all);
}

int64_t cli_keep_answer(struct cli *cli, const struct call *call, struct call_result *result, int64_t row,
                        int64_t asked_ms)
{
    struct store *store = cli->store_failure.kind == ERROR_NONE || row ? cli->store : NULL;
    bool is_change = call->op == ENDPOINT_ADD_METADATA || call->op == ENDPOINT_DELETE_METADATA;
    bool may_be_first = is_change && result->ok && !cli->metadata_noted;
    struct store_entries known = {0};
    struct error err;
    if (!store && !row)
        store = cli_store_or_none(cli);
    if (store && may_be_first)
        store_metadata_list(store, 0, &known, &err);
    struct receipt_context context = {.email = settings_text(&cli->settings, SETTING_EMAIL),
                                      .server_is_new = may_be_first && known.count == 0,
                                      .asked_ms = asked_ms,
                                      .when_ms = clock_wall_ms(),
                                      .settings = &cli->settings};
    struct receipt *receipt = receipt_new(call, result, &context);
    receipt_retell(receipt, &result->error);
    if (receipt->first_change)
        cli_say("note: %s", api_metadata_notice);
    cli->metadata_noted |= receipt->first_change;
    if (store && !store_write_end(store, row, receipt, &err)) {
        bool is_lost = row && write_outcome_of(result) == WRITE_OPEN; /* the row of a lost write stays open */
        if (row && result->ok)
            cli_say(RECEIPT_NOT_RECORDED, receipt->said, err.text);
        else if (!is_lost)
            cli_store_give_up(cli, &err);
        cli->store_failure = err;
    }
    int64_t act = receipt->end.act;
    store_entries_clear(&known);
    receipt_free(receipt);
    return act;
}
