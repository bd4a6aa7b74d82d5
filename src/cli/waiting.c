/* Owns the loop that follows states: one read at a time, when the refresh machine says so. */
#include "steno/cli/waiting.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/cli/interrupt.h"
#include "steno/core/refresh.h"
#include "steno/store/config.h"

/* The loop's own state. */
struct loop {
    struct cli *cli;
    struct waiting *waiting;
    struct refresh *refresh;
    bool token_reloaded;
    char trouble[1024]; /* the sentence said last, so that it is said once */
};

/* Writes one change: {"time","id","from","to"}, or "time  id  from -> to". */
static void waiting_put_change(struct cli *cli, int64_t id, const char *from, const struct project *project)
{
    char when[40];
    date_format_utc(when, sizeof when, clock_wall_ms());
    if (cli->json) {
        const json_t *raw = json_object_get(project->record.raw, "ProcessingState");
        json_t *object = json_object();
        json_object_set_new(object, "time", json_string(when));
        json_object_set_new(object, "id", json_integer(id));
        json_object_set_new(object, "from", from ? json_string(from) : json_null());
        json_object_set_new(object, "to",
                            json_is_string(raw) ? json_copy((json_t *)(uintptr_t)raw)
                                                : json_string(project->state));
        cli_put_json(cli, object);
        return;
    }
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    buffer_printf(&line, "%s  %" PRId64 "  ", when, id);
    if (from)
        buffer_printf(&line, "%s -> ", from[0] ? from : "-");
    buffer_printf(&line, "%s\n", project->state[0] ? project->state : "-");
    cli_put(cli, buffer_text(&line), line.len);
    buffer_free(&line);
}

/* Keeps the change in the history. */
static void waiting_keep_change(struct cli *cli, int64_t id, const char *from, const char *to)
{
    struct store_op *op = store_op_new(STORE_HISTORY_ADD);
    op->id = id;
    op->name = mem_copy("state");
    op->text = mem_printf("%s → %s", from[0] ? from : "-", to[0] ? to : "-");
    op->when_ms = clock_wall_ms();
    cli_store_note(cli, op);
}

/* The exit code of a settled state. */
static int waiting_code(const char *state)
{
    return strcmp(state, "Failed") == 0 || strcmp(state, "Canceled") == 0 ? 7 : 0;
}

/* Takes a project that was read. */
static void waiting_take(struct loop *loop, struct waiting_project *entry, const struct project *project)
{
    struct cli *cli = loop->cli;
    loop->trouble[0] = '\0';
    refresh_reply(loop->refresh, entry->id, project->state, clock_mono_ms());
    if (!entry->state || strcmp(entry->state, project->state) != 0) {
        waiting_put_change(cli, entry->id, entry->state, project);
        if (entry->state)
            waiting_keep_change(cli, entry->id, entry->state, project->state);
        cli_keep_project(cli, project);
        free(entry->state);
        entry->state = mem_copy(project->state);
    }
    if (loop->waiting->forever || !refresh_is_settled(loop->refresh, project->state))
        return;
    entry->over = true;
    entry->code = waiting_code(project->state);
    refresh_event(loop->refresh, &(struct refresh_event){.kind = REFRESH_REMOVED, .id = entry->id},
                  clock_mono_ms());
}

/* May a later read succeed where this one failed? */
static bool waiting_may_pass(enum error_kind kind)
{
    switch (kind) {
    case ERROR_DNS:
    case ERROR_CONNECT:
    case ERROR_TIMEOUT:
    case ERROR_NETWORK:
    case ERROR_RATE_LIMITED:
    case ERROR_SERVER:
    case ERROR_BAD_REPLY:
        return true;
    default:
        return false;
    }
}

/* After a 401: another token may stand where this one came from. Looked at once. */
static bool waiting_reload_token(struct loop *loop)
{
    struct cli *cli = loop->cli;
    struct error err;
    char *token = NULL;
    error_clear(&err);
    if (loop->token_reloaded || cli->settings.sources[SETTING_TOKEN] < SOURCE_PROFILE)
        return false;
    loop->token_reloaded = true;
    bool other = config_read_token(NULL, settings_text(&cli->settings, SETTING_PROFILE),
                                   settings_text(&cli->settings, SETTING_URL), "",
                                   settings_text(&cli->settings, SETTING_TOKEN_COMMAND), &token, &err) &&
                 *token && strcmp(token, settings_text(&cli->settings, SETTING_TOKEN)) != 0;
    other = other && settings_put(&cli->settings, SETTING_TOKEN, cli->settings.sources[SETTING_TOKEN],
                                  cli->settings.where[SETTING_TOKEN], token, &err);
    mem_wipe_free(token);
    return other;
}

/* Takes a failed read: passing trouble is waited out, once the project was read at all. */
static void waiting_trouble(struct loop *loop, struct waiting_project *entry, struct error *err)
{
    struct refresh_event event = {
        .id = entry->id, .kind = REFRESH_ERROR, .random = (uint32_t)clock_mono_ms()};
    int64_t now = clock_mono_ms();
    if (err->kind == ERROR_CANCELLED && interrupt_signal())
        return;
    if (err->kind == ERROR_NOT_LOGGED_IN && err->status && waiting_reload_token(loop)) {
        event.kind = REFRESH_USER;
        refresh_event(loop->refresh, &(struct refresh_event){.kind = REFRESH_CANCELLED, .id = entry->id},
                      now);
    } else if (entry->state && waiting_may_pass(err->kind)) {
        if (strcmp(loop->trouble, err->text) != 0)
            cli_say("waiting goes on after this: %s", err->text);
        snprintf(loop->trouble, sizeof loop->trouble, "%s", err->text);
        if (err->kind == ERROR_RATE_LIMITED || err->status == 503) {
            event.kind = REFRESH_RATE_LIMITED;
            event.retry_after_ms = err->retry_after_s < 0 ? -1 : (int64_t)err->retry_after_s * 1000;
        }
    } else {
        entry->over = true;
        entry->code = cli_fail(loop->cli, entry->id, err);
        event.kind = REFRESH_REMOVED;
    }
    refresh_event(loop->refresh, &event, now);
}

/* Reads one project that is due. */
static void waiting_read(struct loop *loop, int64_t id)
{
    struct cli *cli = loop->cli;
    struct waiting_project *entry = loop->waiting->projects;
    struct error err;
    error_clear(&err);
    while (entry->id != id)
        entry++;
    struct api_client *client = cli_client(cli, true, &err);
    struct project *project = client ? api_project_get(client, id, &err) : NULL;
    if (project) {
        waiting_take(loop, entry, project);
    } else {
        cli_explain_auth(cli, &err);
        waiting_trouble(loop, entry, &err);
    }
    project_free(project);
}

/* How many have ended. */
static size_t waiting_over(const struct waiting *waiting)
{
    size_t over = 0;
    for (size_t i = 0; i < waiting->count; i++)
        over += waiting->projects[i].over;
    return over;
}

/* Is there nothing left to wait for? */
static bool waiting_done(const struct loop *loop)
{
    size_t over = waiting_over(loop->waiting);
    return loop->cli->out_errno || over == loop->waiting->count || (loop->waiting->any && over > 0);
}

/* Reads and sleeps until it is done or a signal comes. */
static void waiting_loop(struct loop *loop)
{
    while (!interrupt_signal() && !waiting_done(loop)) {
        int64_t now = clock_mono_ms(), id;
        if (loop->cli->stop.kind == ERROR_NOT_LOGGED_IN) {
            for (size_t i = 0; i < loop->waiting->count; i++) {
                struct waiting_project *entry = &loop->waiting->projects[i];
                if (!entry->over)
                    entry->code = cli_fail(loop->cli, entry->id, &loop->cli->stop);
                entry->over = true;
            }
        } else if (refresh_take_due(loop->refresh, now, &id, 1) == 1) {
            waiting_read(loop, id);
        } else {
            int64_t deadline = refresh_next_deadline(loop->refresh);
            interrupt_sleep(deadline == REFRESH_NEVER ? 60000 : deadline > now ? deadline - now : 1);
        }
    }
}

/* Says of those that have not ended that the time is over. Returns 6. */
static int waiting_time_out(struct loop *loop)
{
    int code = 6;
    for (size_t i = 0; i < loop->waiting->count; i++) {
        const struct waiting_project *entry = &loop->waiting->projects[i];
        struct error err;
        if (entry->over)
            continue;
        error_clear(&err);
        error_set(&err, ERROR_TIMEOUT, "project %" PRId64 " is still %s after %" PRId64 " s", entry->id,
                  entry->state && entry->state[0] ? entry->state : "unread", loop->waiting->limit_ms / 1000);
        code = cli_fail(loop->cli, entry->id, &err);
    }
    return code;
}

/* The exit code of what happened. */
static int waiting_result(struct loop *loop)
{
    struct cli_tally tally = {0};
    if (interrupt_signal() == SIGALRM)
        return waiting_time_out(loop);
    if (interrupt_signal())
        return error_kind_exit_code(ERROR_CANCELLED);
    for (size_t i = 0; i < loop->waiting->count; i++) {
        if (loop->waiting->projects[i].over)
            cli_tally_add(&tally, loop->waiting->projects[i].code);
    }
    return cli_tally_code(&tally);
}

/* The machine, with all projects in it and shown: these are the ones that somebody looks at. */
static struct refresh *waiting_machine(struct cli *cli, const struct waiting *waiting)
{
    struct refresh_config config = {
        .active_states = settings_text(&cli->settings, SETTING_ACTIVE_STATES),
        .settled_states = settings_text(&cli->settings, SETTING_SETTLED_STATES),
        .fast_ms = settings_int(&cli->settings, SETTING_POLL_FAST) * 1000,
        .slow_ms = settings_int(&cli->settings, SETTING_POLL_SLOW) * 1000,
        .rate_cap = (int)settings_int(&cli->settings, SETTING_RATE_CAP),
        .max_in_flight = 1,
    };
    int64_t now = clock_mono_ms();
    int64_t *ids = mem_zero(waiting->count, sizeof *ids);
    if (config.rate_cap == 0)
        config.rate_cap = -1;
    struct refresh *refresh = refresh_new(&config);
    for (size_t i = 0; i < waiting->count; i++) {
        ids[i] = waiting->projects[i].id;
        refresh_add(refresh, ids[i], waiting->projects[i].state, now, now);
    }
    refresh_set_shown(refresh, ids, waiting->count, now);
    for (size_t i = 0; i < waiting->count; i++)
        refresh_event(refresh,
                      &(struct refresh_event){.kind = waiting->enqueued ? REFRESH_ENQUEUED : REFRESH_USER,
                                              .id = ids[i]},
                      now);
    free(ids);
    return refresh;
}

int waiting_run(struct cli *cli, struct waiting *waiting)
{
    struct loop loop = {.cli = cli, .waiting = waiting, .refresh = waiting_machine(cli, waiting)};
    if (waiting->limit_ms)
        interrupt_after(waiting->limit_ms);
    waiting_loop(&loop);
    int code = waiting_result(&loop);
    for (size_t i = 0; i < waiting->count; i++)
        free(waiting->projects[i].state);
    refresh_free(loop.refresh);
    return code;
}
