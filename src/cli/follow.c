/* `wait` and `watch`, which print changes and run hooks. core/refresh.h decides when a project is read. */
/* SPDX-License-Identifier: MIT */
#include "each.h"

#include <fcntl.h>

#include "steno/api/json.h"
#include "steno/base/error.h"
#include "steno/base/process.h"
#include "steno/core/refresh.h"
#include "steno/store/config.h"
#include "steno/work/workers.h"

#define EXIT_NOT_DONE 7        /* the transcription failed or was canceled */
#define WITHIN_MAX_S  31536000 /* a year */
#define LOOK_MS       1000     /* how often to check what other programs have enqueued */
#define ROWS_MAX      50       /* newest rows of the history that are checked for enqueues */
#define STOP_MS       2000     /* at the end: time for cancelled calls to end */
#define BELL_MS       2000     /* changes within this time ring the bell once */
#define KEEP_MS       20       /* readings within this time are saved in one transaction */
#define HOOK          SIZE_MAX /* crew_job.place of a job that runs a hook */

/* A hook (a program to run after a change of state) that has not started. One hook runs at a time. Before the
 * start, steno claims the hook in the store, so that only one steno runs this hook. */
struct follow_hook {
    int64_t id;
    char *to, **argv, **env;
    int64_t since_ms, until_ms; /* the state changed between these times, wall clock */
};

struct following {
    struct cli *cli;
    struct follow *follow;
    struct crew *crew;
    struct refresh *refresh;
    struct id_map places; /* index of each id in follow->projects */
    struct follow_hook *hooks;
    size_t hook_count, hooks_begun;
    bool hook_runs;
    int terminal; /* for the bell; -1: the bell is off */
    char *token;  /* token found during the run; NULL: the token of the settings is in use */
    int64_t token_ms;
    bool has_renewed;    /* steno has looked for a new token since the last successful read */
    bool reached;        /* a read has succeeded */
    int64_t end_ms;      /* when --within ends, monotonic; INT64_MAX: no limit */
    int64_t patience_ms; /* before the first successful read, network errors are retried until this time */
    int64_t look_ms, pause_shown_ms;
    int64_t bell_ms; /* the bell is silent before this time */
    bool keeps;      /* a transaction that saves projects is open; their lines are printed after it */
    int64_t keep_ms; /* when to commit the open transaction */
};

static void follow_event(struct following *following, enum refresh_event_kind kind, int64_t id)
{
    refresh_event(following->refresh, &(struct refresh_event){.kind = kind, .id = id}, clock_mono_ms());
}

/* --- the options --- */

/* Sets *ms from an option in whole seconds, or to 0 if the option is not given. */
static bool follow_read_seconds(const struct args *args, enum option_id option, int64_t min, int64_t max,
                                int64_t *ms, struct error *err)
{
    const char *text = args->options[option];
    int64_t seconds = 0;
    if (text && (!text_parse_int(text, &seconds) || seconds < min || seconds > max))
        return error_set(err, ERROR_USAGE,
                         "--%s: “%s” is not a whole number of seconds from %" PRId64 " to %" PRId64,
                         option_defs[option].name, text, min, max);
    *ms = seconds * 1000;
    return true;
}

bool follow_read_times(const struct args *args, struct follow *follow, struct error *err)
{
    const struct setting_def *limits = &setting_defs[SETTING_POLL_FAST];
    return follow_read_seconds(args, OPTION_WITHIN, 1, WITHIN_MAX_S, &follow->within_ms, err) &&
           follow_read_seconds(args, OPTION_INTERVAL, limits->min, limits->max, &follow->interval_ms, err);
}

/* --- projects that are over --- */

static void follow_finish(struct following *following, struct follow_project *entry, int code)
{
    entry->is_over = true;
    entry->code = code;
    follow_event(following, REFRESH_REMOVED, entry->id);
}

/* Reports a project that cannot be read or was not seen to start. The project is not read again. */
static void follow_give_up(struct following *following, struct follow_project *entry, struct error *err)
{
    follow_finish(following, entry, cli_fail(following->cli, entry->id, err));
}

static bool follow_is_done(const struct following *following)
{
    const struct follow *follow = following->follow;
    size_t over = 0;
    for (size_t i = 0; i < follow->count; i++) {
        over += follow->projects[i].is_over;
        if (follow->any && follow->projects[i].has_ended)
            return true;
    }
    return following->cli->out_errno || over == follow->count;
}

/* At the end of --within, reports projects that are not over; `watch` reports projects never read. */
static void follow_end_time(struct following *following)
{
    int64_t limit_s = following->follow->within_ms / 1000;
    bool is_paused = refresh_paused_until(following->refresh) != 0;
    for (size_t i = 0; i < following->follow->count; i++) {
        struct follow_project *entry = &following->follow->projects[i];
        const char *why = entry->trouble ? entry->trouble->text
                          : is_paused    ? "the server asked steno to wait"
                                         : "";
        const char *state = entry->state && *entry->state ? entry->state : "without a state";
        struct error err;
        error_clear(&err);
        if (entry->is_over || (following->follow->forever && entry->state))
            continue;
        if (!entry->state)
            error_set(&err, ERROR_TIMEOUT, "project %" PRId64 " was not read within %" PRId64 " s%s%s",
                      entry->id, limit_s, *why ? ": " : "", why);
        else if (*why)
            error_set(&err, ERROR_TIMEOUT,
                      "project %" PRId64 " did not finish within %" PRId64 " s; %" PRId64
                      " s ago it was %s; since then it was not read: %s",
                      entry->id, limit_s, (clock_mono_ms() - entry->read_ms) / 1000, state, why);
        else
            error_set(&err, ERROR_TIMEOUT, "project %" PRId64 " is still %s after %" PRId64 " s", entry->id,
                      state, limit_s);
        entry->code = cli_fail(following->cli, entry->id, &err);
    }
}

/* Returns the exit code of the first failure, or 0. If in_time is false, a project that did not end counts
 * before a failed transcription. */
static int follow_code(const struct following *following, bool in_time)
{
    int ended = 0;
    for (size_t i = 0; i < following->follow->count; i++) {
        const struct follow_project *entry = &following->follow->projects[i];
        if (entry->has_ended)
            ended = ended ? ended : entry->code;
        if (entry->code && (!entry->has_ended || in_time))
            return entry->code;
    }
    return ended;
}

/* --- saving --- */

/* Saves a project that was read. Readings within KEEP_MS share a transaction. After the commit, lines are
 * printed and hooks are started. */
static void follow_save(struct following *following, const struct store_reading *reading)
{
    struct store *store = cli_store_or_none(following->cli);
    struct error err;
    if (!store)
        return;
    bool begun = following->keeps || store_begin(store, &err);
    if (!following->keeps)
        following->keep_ms = clock_mono_ms() + KEEP_MS;
    following->keeps = begun && store_project_save(store, reading, &err);
    if (following->keeps)
        return;
    if (begun)
        store_roll_back(store);
    cli_store_give_up(following->cli, &err);
}

static void follow_commit(struct following *following)
{
    struct error err;
    if (following->keeps && !store_commit(following->cli->store, &err))
        cli_store_give_up(following->cli, &err);
    following->keeps = false;
    cli_put_rows(following->cli);
}

/* --- hooks and the bell --- */

static void follow_add_hook(struct following *following, const struct follow_project *entry,
                            const struct project *project)
{
    const struct notify_change change = {.id = entry->id,
                                         .from = *entry->state ? entry->state : "not given",
                                         .to = *project->state ? project->state : "not given",
                                         .name = project->name};
    struct follow_hook hook = {
        .id = entry->id, .since_ms = entry->state_sent_ms, .until_ms = clock_wall_ms()};
    struct error err;
    if (!notify_hook(&following->cli->settings, &change, &hook.argv, &hook.env, &err))
        cli_say("%s", err.text);
    if (!hook.argv)
        return;
    hook.to = mem_copy(change.to);
    following->hooks = mem_grow(following->hooks, following->hook_count + 1, sizeof *following->hooks);
    following->hooks[following->hook_count++] = hook;
}

static void follow_hook_clear(struct follow_hook *hook)
{
    spawn_argv_free(hook->argv);
    spawn_argv_free(hook->env);
    free(hook->to);
}

/* Starts the next hook that no other program has claimed. If the store fails, hooks run without claims. */
static void follow_start_hook(struct following *following)
{
    struct store *store = following->cli->store;
    while (!following->hook_runs && following->hooks_begun < following->hook_count) {
        struct follow_hook *hook = &following->hooks[following->hooks_begun++];
        struct error err;
        bool is_ours;
        following->hook_runs =
            !store ||
            !store_hook_claim(store, hook->id, hook->to, hook->since_ms, hook->until_ms, &is_ours, &err) ||
            is_ours;
        if (following->hook_runs) {
            crew_give(following->crew,
                      &(struct crew_job){.place = HOOK, .argv = hook->argv, .env = hook->env});
            hook->argv = hook->env = NULL;
        }
        follow_hook_clear(hook);
    }
    if (following->hooks_begun == following->hook_count)
        following->hooks_begun = following->hook_count = 0;
}

/* --- readings --- */

/* Writes a change as "time  id  from -> to  name", with --json as {"time","id","from","to","name"}. */
static void follow_put_change(struct cli *cli, const struct follow_project *entry,
                              const struct project *project)
{
    const char *from = entry->state;
    struct buffer *rows = cli_rows(cli);
    char when[DATE_TEXT_SIZE];
    date_format_utc(when, sizeof when, clock_wall_ms());
    if (!cli->json) {
        buffer_printf(rows, "%s  %" PRId64 "  ", when, entry->id);
        if (from)
            buffer_printf(rows, "%s -> ", from[0] ? from : "-");
        buffer_printf(rows, "%s%s%s\n", project->state[0] ? project->state : "-",
                      project->name[0] ? "  " : "", project->name);
        return;
    }
    json_t *raw = json_object_get(project->record.raw, "ProcessingState");
    json_t *to = json_is_string(raw) ? json_copy(raw) : json_string(project->state);
    json_t *object = json_pack("{s:s, s:I, s:s?, s:o, s:s}", "time", when, "id", (json_int_t)entry->id,
                               "from", from, "to", to, "name", project->name);
    json_write(rows, object);
    buffer_append_char(rows, '\n');
    json_decref(object);
}

/* Returns true if a later read may succeed. If the project was never read, only a 429, a 503 and network
 * errors are retried: other errors more likely mean a wrong id or address. Before the first project has been
 * read, network errors are retried until patience_ms. */
static bool follow_may_pass(const struct following *following, const struct follow_project *entry,
                            const struct error *err)
{
    switch (err->kind) {
    case ERROR_RATE_LIMITED:
        return true;
    case ERROR_DNS:
    case ERROR_CONNECT:
    case ERROR_TIMEOUT:
    case ERROR_NETWORK:
        return following->reached || clock_mono_ms() < following->patience_ms;
    case ERROR_SERVER:
        return entry->state || err->status == 503;
    case ERROR_BAD_REPLY:
        return entry->state && entry->state[0];
    default:
        return false;
    }
}

/* Call after the server refused the token. Looks for a new token in the credentials or by token_command, once
 * between two successful reads. Returns false if there is no new token. */
static bool follow_renew_token(struct following *following)
{
    const struct settings *settings = &following->cli->settings;
    const char *url = settings_text(settings, SETTING_URL), *command;
    enum setting_source source = settings->sources[SETTING_TOKEN];
    const char *before = following->token ? following->token : settings_text(settings, SETTING_TOKEN);
    char *token = NULL;
    struct error err;
    bool is_fixed = source == SOURCE_FLAG || source == SOURCE_ENVIRONMENT;
    bool is_new = !following->has_renewed && !is_fixed &&
                  config_command(settings, SETTING_TOKEN_COMMAND, url, &command, &err) &&
                  config_read_token(NULL, settings_text(settings, SETTING_PROFILE), url,
                                    settings_text(settings, SETTING_EMAIL), command, &token, &err) &&
                  *token && strcmp(token, before) != 0;
    following->has_renewed = true;
    if (!is_new) {
        mem_wipe_free(token);
        return false;
    }
    mem_wipe_free(following->token);
    following->token = token;
    following->token_ms = clock_mono_ms();
    log_hide_secret(token);
    crew_set_token(following->crew, token);
    follow_event(following, REFRESH_LOGGED_IN, 0);
    return true;
}

static void follow_take_trouble(struct following *following, struct follow_project *entry,
                                const struct crew_job *job, struct error *err)
{
    const struct follow *follow = following->follow;
    int64_t now_ms = clock_mono_ms();
    struct refresh_event event = {.kind = err->kind == ERROR_CANCELLED       ? REFRESH_CANCELLED
                                          : err->kind == ERROR_NOT_LOGGED_IN ? REFRESH_UNAUTHORIZED
                                          : err->kind == ERROR_RATE_LIMITED  ? REFRESH_RATE_LIMITED
                                                                             : REFRESH_ERROR,
                                  .id = entry->id,
                                  .retry_after_ms =
                                      err->retry_after_s >= 0 ? err->retry_after_s * INT64_C(1000) : -1,
                                  .random = (uint32_t)(now_ms * 2654435761u) ^ (uint32_t)entry->id};
    bool is_reported = false;
    refresh_event(following->refresh, &event, now_ms);
    if (entry->is_over || err->kind == ERROR_CANCELLED)
        return;
    cli_explain_auth(following->cli, err);
    if (err->kind == ERROR_NOT_LOGGED_IN && err->status &&
        (job->begun_ms < following->token_ms || /* this job still had the old token */
         follow_renew_token(following)))
        return;
    if (!follow_may_pass(following, entry, err)) {
        cli_settle_gone(following->cli, entry->id, err, job->sent_ms);
        follow_give_up(following, entry, err);
        for (size_t i = 0; err->kind == ERROR_NOT_LOGGED_IN && i < follow->count; i++) {
            if (!follow->projects[i].is_over)
                follow_give_up(following, &follow->projects[i], &following->cli->stop);
        }
        return;
    }
    for (size_t i = 0; i < follow->count; i++) { /* one message for all projects with the same error */
        const struct error *other = follow->projects[i].is_over ? NULL : follow->projects[i].trouble;
        is_reported |= other && other->kind == err->kind && other->status == err->status;
    }
    if (!is_reported)
        cli_remark("still waiting; the last request failed: %s", err->text);
    if (!entry->trouble)
        entry->trouble = mem_alloc(sizeof *entry->trouble);
    *entry->trouble = *err;
}

/* True if another program has recorded that the enqueue of this row did not start. */
static bool follow_has_not_started(struct store *store, int64_t id, int64_t row)
{
    struct act *acts = NULL;
    size_t count = 0;
    struct error err;
    bool is_found = false;
    if (!row || !store || !store_act_list(store, id, 0, 0, &acts, &count, &err))
        return false;
    for (size_t i = 0; i < count; i++) {
        for (size_t at = 0; at < acts[i].row_count; at++)
            is_found |= acts[i].rows[at].row == row && acts[i].rows[at].outcome == WRITE_NO_EFFECT;
    }
    store_acts_free(acts, count);
    return is_found;
}

/* Handles a project that was read. Decides the outcome of earlier writes, prints a new state, and finishes a
 * project whose transcription has ended. */
static void follow_take_project(struct following *following, struct follow_project *entry,
                                const struct crew_job *job)
{
    struct cli *cli = following->cli;
    const struct follow *follow = following->follow;
    const struct project *project = job->result->project;
    struct store *store = cli_store_or_none(cli);
    bool is_new = !entry->state || strcmp(entry->state, project->state) != 0;
    bool is_change = is_new && entry->state;
    struct proof proof;
    struct error err;
    error_clear(&err);
    following->reached = true;
    following->has_renewed = false;
    free(entry->trouble);
    entry->trouble = NULL;
    entry->read_ms = clock_mono_ms();
    if (is_new) {
        struct store_reading reading = cli_reading_of(cli, project, job->sent_ms);
        reading.text = job->result->text;
        reading.is_seen = is_change;
        follow_save(following, &reading);
    }
    cli_settle_writes(cli, entry->id, project, job->sent_ms, &proof);
    if (proof.arrived || (is_new && proof.open))
        cli_say("%s", proof.arrived ? proof.arrived : proof.open);
    if (is_new)
        follow_put_change(cli, entry, project);
    if (is_change) {
        follow_add_hook(following, entry, project);
        if (following->terminal >= 0 && entry->read_ms >= following->bell_ms) {
            interrupt_write(following->terminal, "\a", 1);
            following->bell_ms = entry->read_ms + BELL_MS;
        }
    }
    if (is_new) {
        free(entry->state);
        entry->state = mem_copy(project->state);
    }
    entry->state_sent_ms = job->sent_ms;
    if (!proof.open_row && !proof.not_started && follow_has_not_started(store, entry->id, entry->taken_row))
        proof.not_started = mem_printf("Project %" PRId64 " is still %s: no start was seen", entry->id,
                                       *project->state ? project->state : "without a state");
    entry->has_begun |= is_change || settings_list_has(&cli->settings, SETTING_ACTIVE_STATES, project->state);
    if (proof.is_unread && !entry->has_begun && (follow->enqueued || entry->taken_row))
        error_set(&err, ERROR_IO,
                  "cannot tell whether the transcription of project %" PRId64 " has started (%s)", entry->id,
                  cli->store_failure.text); /* the state may date from before the enqueue */
    else if (proof.not_started)
        error_set(&err, ERROR_TIMEOUT, "%s", proof.not_started);
    if (!proof.is_unread)
        entry->taken_row = proof.is_taken ? proof.open_row : 0;
    if (err.kind != ERROR_NONE && !follow->forever) {
        follow_give_up(following, entry, &err);
    } else if (proof.not_started) {
        cli_say("%s", proof.not_started);
    } else if (proof.is_taken) { /* not started yet: the state belongs to an earlier transcription */
        if (!follow->interval_ms)
            follow_event(following, REFRESH_ENQUEUED, entry->id);
    } else if (!follow->forever && refresh_is_settled(following->refresh, project->state)) {
        entry->has_ended = true;
        follow_finish(following, entry,
                      settings_state_is_done(&cli->settings, project->state) ? 0 : EXIT_NOT_DONE);
    }
    proof_clear(&proof);
}

/* Waits for results until the deadline and handles them. If is_end is true, handles only results of hooks. */
static void follow_receive(struct following *following, int64_t deadline_ms, bool is_end)
{
    struct crew_job *next = crew_take(following->crew, deadline_ms);
    for (struct crew_job *job; (job = next); crew_job_free(job)) {
        struct call_result *result = job->result;
        next = job->next;
        if (!job->notice && job->place == HOOK) {
            following->hook_runs = false;
            if (result->error.kind != ERROR_NONE)
                cli_say("hook: %s", result->error.text);
        }
        if (is_end || job->place == HOOK)
            continue;
        if (job->notice) {
            cli_remark("%s", job->notice);
            continue;
        }
        struct follow_project *entry = &following->follow->projects[job->place];
        /* For `wait` a missing state is an error: steno could not see when the project ends. */
        if (result->ok && !following->follow->forever && !result->project->state[0])
            result->ok = error_set(&result->error, ERROR_BAD_REPLY,
                                   "the server returned project %" PRId64 " without a readable state "
                                   "(ProcessingState): steno cannot see when the transcription ends",
                                   entry->id);
        if (result->ok)
            refresh_reply(following->refresh, entry->id, result->project->state, clock_mono_ms());
        if (!result->ok)
            follow_take_trouble(following, entry, job, &result->error);
        else if (!entry->is_over)
            follow_take_project(following, entry, job);
    }
}

/* Runs the hooks that have not started. After a signal, prints which hooks did not run. */
static void follow_end_hooks(struct following *following)
{
    struct buffer names;
    follow_start_hook(following);
    while (following->hook_runs && !interrupt_signal()) {
        follow_receive(following, INT64_MAX, true);
        follow_start_hook(following);
    }
    buffer_init(&names, BUFFER_MAX_DEFAULT);
    for (; following->hooks_begun < following->hook_count; following->hooks_begun++) {
        struct follow_hook *hook = &following->hooks[following->hooks_begun];
        buffer_printf(&names, "%s%" PRId64 " (%s)", names.len ? ", " : "", hook->id, hook->to);
        follow_hook_clear(hook);
    }
    free(following->hooks);
    if (names.len > 0)
        cli_say("the hook did not run for these projects: %s", buffer_text(&names));
    buffer_free(&names);
}

/* Reads a project at once if another program has enqueued it since the last read. */
static void follow_look_at_others(struct following *following, int64_t now_ms)
{
    struct store *store = following->cli->store;
    struct store_entries rows = {0};
    struct error err;
    following->look_ms = now_ms + LOOK_MS;
    if (!store || following->cli->store_failure.kind != ERROR_NONE || !store_has_changed(store) ||
        !store_history_load(store, 0, ROWS_MAX, &rows, &err))
        return;
    for (size_t i = 0; i < rows.count; i++) {
        const struct store_entry *row = &rows.items[i];
        bool is_enqueue =
            row->name && (strcmp(row->name, "enqueue") == 0 || strcmp(row->name, "unknown") == 0);
        for (size_t at = 0; is_enqueue && at < following->follow->count; at++) {
            const struct follow_project *entry = &following->follow->projects[at];
            if (entry->id == row->id && !entry->is_over && row->when_ms >= entry->sent_ms)
                follow_event(following, REFRESH_USER, entry->id);
        }
    }
    store_entries_clear(&rows);
}

static void follow_send(struct following *following, int64_t now_ms)
{
    int64_t id;
    while (refresh_take_due(following->refresh, now_ms, &id, 1) == 1) {
        struct call *call = call_new(ENDPOINT_GET_PROJECT);
        size_t place = 0;
        id_map_find(&following->places, id, &place);
        following->follow->projects[place].sent_ms = clock_wall_ms();
        call->project_id = id;
        call->timed = true;
        crew_give(following->crew, &(struct crew_job){.place = place, .call = call});
    }
}

/* Waits until the projects have ended or a signal comes. Returns false if --within ends first. */
static bool follow_turns(struct following *following)
{
    for (;;) {
        int64_t now_ms = clock_mono_ms();
        bool tells = !following->hook_runs && following->hook_count > 0;
        if (!following->keeps || tells || now_ms >= following->keep_ms)
            follow_commit(following);
        bool is_over = follow_is_done(following) || interrupt_signal();
        if (is_over || now_ms >= following->end_ms) {
            follow_commit(following);
            return is_over;
        }
        if (now_ms >= following->look_ms)
            follow_look_at_others(following, now_ms);
        follow_start_hook(following);
        follow_send(following, now_ms);
        progress_report_pause(following->refresh, now_ms, &following->pause_shown_ms);
        const int64_t times[] = {refresh_next_deadline(following->refresh), following->look_ms,
                                 following->keeps ? following->keep_ms : INT64_MAX};
        int64_t at_ms = following->end_ms, paused_ms = refresh_paused_until(following->refresh);
        for (size_t i = 0; i < sizeof times / sizeof *times; i++)
            at_ms = times[i] < at_ms ? times[i] : at_ms;
        if (paused_ms > now_ms && paused_ms < at_ms)
            at_ms = paused_ms;
        follow_receive(following, at_ms > now_ms ? at_ms : now_ms + 1, false);
    }
}

int follow_run(struct cli *cli, struct follow *follow)
{
    struct following following = {.cli = cli, .follow = follow, .end_ms = INT64_MAX, .terminal = -1};
    struct refresh_config config;
    struct error err;
    int64_t *ids = mem_zero(follow->count + 1, sizeof *ids), now_ms = clock_mono_ms();
    bool in_time = true;
    error_clear(&err);
    settings_to_refresh(&cli->settings, &config);
    config.interval_ms = follow->interval_ms;
    following.refresh = refresh_new(&config);
    following.patience_ms = now_ms + settings_int(&cli->settings, SETTING_TIMEOUT) * 1000;
    if (follow->within_ms)
        following.end_ms = now_ms + follow->within_ms;
    if (settings_bool(&cli->settings, SETTING_BELL))
        following.terminal = open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC);
    for (size_t i = 0; i < follow->count; i++) {
        struct follow_project *entry = &follow->projects[i];
        ids[i] = entry->id;
        id_map_put(&following.places, entry->id, i);
        refresh_add(following.refresh, entry->id, entry->state, now_ms, now_ms);
        following.reached |= entry->state != NULL;
        entry->read_ms = now_ms;
        entry->sent_ms = clock_wall_ms();
    }
    refresh_set_shown(following.refresh, ids, follow->count,
                      now_ms); /* projects on a screen are read often */
    for (size_t i = 0; i < follow->count; i++)
        follow_event(&following, follow->enqueued ? REFRESH_ENQUEUED : REFRESH_USER, ids[i]);
    free(ids);
    if (cli_may_call(cli, &err))
        following.crew = crew_new(cli, (size_t)config.max_in_flight + 1, &err); /* 1 more, for hooks */
    if (following.crew) {
        in_time = follow_turns(&following);
        if (!in_time)
            follow_end_time(&following);
        cli_put_rows(cli);
        follow_end_hooks(&following);
        crew_stop(following.crew, true);
    }
    for (size_t i = 0; !following.crew && i < follow->count; i++) { /* `err` is printed once: see cli->stop */
        follow_give_up(&following, &follow->projects[i], &err);
        cli->stop = err;
    }
    crew_free(following.crew, STOP_MS);
    if (following.terminal >= 0)
        close(following.terminal);
    int code = interrupt_signal() ? error_kind_exit_code(ERROR_CANCELLED) : follow_code(&following, in_time);
    for (size_t i = 0; i < follow->count; i++) {
        free(follow->projects[i].state);
        free(follow->projects[i].trouble);
    }
    id_map_clear(&following.places);
    refresh_free(following.refresh);
    mem_wipe_free(following.token);
    return code;
}

/* --- the commands --- */

static int follow_command(struct cli *cli, struct follow *follow, struct error *err)
{
    struct id_list list = {0};
    bool ok =
        follow_read_times(cli->args, follow, err) && cli_read_ids(cli, cli->args->word_count, &list, err);
    follow->count = list.count;
    follow->projects = mem_zero(follow->count + 1, sizeof *follow->projects);
    for (size_t i = 0; i < follow->count; i++)
        follow->projects[i].id = list.ids[i];
    id_list_free(&list);
    int code = ok ? follow_run(cli, follow) : CLI_FAILED;
    free(follow->projects);
    return code;
}

int cli_wait(struct cli *cli, struct error *err)
{
    return follow_command(cli, &(struct follow){.any = args_has(cli->args, OPTION_ANY)}, err);
}

int cli_watch(struct cli *cli, struct error *err)
{
    return follow_command(cli, &(struct follow){.forever = true}, err);
}
