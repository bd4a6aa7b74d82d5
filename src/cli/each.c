/* The main loop of a command about many projects. It sends calls, saves and prints their results in order,
 * and handles pauses (429), failures and signals. The command defines the calls, and crew.c makes them. */
/* SPDX-License-Identifier: MIT */
#include "each.h"

#include <signal.h>

#include "steno/core/refresh.h"

#define DRAIN_MS    2000 /* after a signal: time for answers to writes that were sent */
#define STOP_MS     2000 /* after a signal: time for cancelled calls to end */
#define LOCK_MS     100  /* after a signal: longest wait for the lock of the state file */
#define PROGRESS_MS 1000 /* how often the loop updates the progress line */
#define NAP_MS      20   /* if the queue is long, the loop sleeps for this time between answers */
#define QUEUE       512  /* limit on reads that are not reported yet: queued, running or answered */

enum each_step { EACH_NEW, EACH_READING, EACH_READ, EACH_SENT, EACH_ENDED, EACH_SHOWN };

struct each_entry {
    enum each_step step;
    bool is_kept;               /* the result is saved in the store */
    size_t pauses;              /* value of each.pauses when the last request was sent */
    int64_t row;                /* row of the write in the store; 0: none */
    int64_t sent_ms;            /* when the last request was sent, wall clock */
    int64_t retry_ms;           /* the thread will retry at this time, monotonic; 0: no retry */
    struct call *call;          /* the call that was answered; NULL: no answer yet */
    struct call_result *result; /* result of the read, later of the call */
};

struct each {
    struct cli *cli;
    const struct id_list *ids;
    const struct each_user *user;
    bool writes, keeps, only_reads; /* keeps: the calls are writes or exports, which are saved */
    struct crew *crew;
    struct each_entry *entries; /* one for each id, in the same order */
    struct refresh *caps;       /* limit of requests a second, and the pause after a 429 */
    size_t max_in_flight, begun, in_flight, ended, shown;
    size_t pauses; /* number of pauses after a 429 to a write, so far */
    int64_t act;   /* number of the batch in the store; 0: no row is saved yet */
    bool has_sent;
    bool stopped, drains; /* stopped: nothing more is sent; drains: steno waits for answers to writes */
    struct error stop;    /* an error that all further calls would get; ERROR_NONE: there was none */
    int code;             /* exit code of the first failure */
    size_t unreached; /* projects that failed because the server cannot be reached: reported as one line */
    char unreached_why[sizeof((struct error *)0)->unreached];
    int64_t begun_ms, pause_shown_ms;
    int64_t end_ms; /* when the loop ends after a signal, monotonic; INT64_MAX: no signal */
};

static struct each_item each_item(const struct each *each, size_t place)
{
    return (struct each_item){
        .cli = each->cli, .arg = each->user->arg, .place = place, .id = each->ids->ids[place]};
}

static struct call *each_make(const struct each *each, size_t place)
{
    const struct each_user *user = each->user;
    struct call *call = call_new(user->op);
    call->params = user->params ? param_set_copy(user->params) : NULL;
    call->key = mem_copy_or_null(user->key);
    call->value = mem_copy_or_null(user->value);
    call->version = user->version;
    call->project_id = each->ids->ids[place];
    call->act = each->act;
    call->act_count = (int64_t)each->ids->count;
    return call;
}

/* Saves a row, with the reason, for a project whose call was not sent. A single project gets no row. */
static void each_save_unsent(struct each *each, size_t place, const struct error *why)
{
    struct each_entry *entry = &each->entries[place];
    struct store *store;
    struct error err;
    if (!each->keeps || each->ids->count < 2 || !each->has_sent || entry->is_kept ||
        !(store = cli_store_or_none(each->cli)))
        return;
    entry->is_kept = true;
    struct call *call = each_make(each, place);
    struct write write = write_new(call, &each->cli->settings, clock_wall_ms());
    write.outcome = WRITE_UNSENT;
    if (why->kind != ERROR_NONE)
        write.reason = mem_copy(why->kind == ERROR_CANCELLED ? "stopped before" : why->text);
    if (!store_write_leave_out(store, &write, &err))
        cli_store_give_up(each->cli, &err);
    each->act = each->act ? each->act : write.act;
    write_clear(&write);
    call_free(call);
}

/* Sets the final result of a project. An error that all further calls would get stops the run. Cancelled
 * calls get the same error, but a write that is recorded in the store keeps its own error. */
static void each_end(struct each *each, struct each_entry *entry, struct call_result *result)
{
    struct error *err = &result->error;
    entry->step = EACH_ENDED;
    entry->result = result;
    each->ended++;
    if (err->kind == ERROR_CANCELLED) {
        if (!entry->row && each->stop.kind != ERROR_NONE)
            *err = each->stop;
    } else if (!result->ok &&
               (call_fails_others(err) || err->unreached[0] || (each->writes && call_puts_off_others(err)))) {
        each->stop = *err;
        each->stopped = true;
    }
}

/* --- answers --- */

/* Handles the result of a call. After a 429 to a write, all writes pause. */
static void each_take_answer(struct each *each, struct crew_job *job, struct call_result *result)
{
    struct each_entry *entry = &each->entries[job->place];
    const struct error *err = &result->error;
    entry->call = job->call;
    job->call = NULL;
    result->sent_ms = job->sent_ms;
    entry->call->act = each->act;
    if (each->writes && result->ok) {
        refresh_take_write(each->caps, job->begun_ms);
    } else if (each->writes && err->kind == ERROR_RATE_LIMITED) {
        struct refresh_event event = {.kind = REFRESH_RATE_LIMITED, .retry_after_ms = -1};
        if (err->retry_after_s >= 0)
            event.retry_after_ms = err->retry_after_s * INT64_C(1000);
        each->pauses += refresh_paused_until(each->caps) == 0;
        refresh_event(each->caps, &event, clock_mono_ms());
    }
    if (!each->keeps)
        return;
    entry->is_kept = write_outcome_of(result) != WRITE_UNSENT;
    if (each->writes) /* must come first: cli_keep_answer() can delete the batch with its last row */
        each_save_unsent(each, job->place, err);
    int64_t act = cli_keep_answer(each->cli, entry->call, result, entry->row, job->sent_ms);
    each->act = each->act ? each->act : act;
}

static void each_keep_readings(struct each *each, const struct crew_job *jobs)
{
    struct store *store = NULL;
    struct error err;
    bool ok = true, begun = false;
    for (; jobs && ok; jobs = jobs->next) {
        if (jobs->notice || jobs->call->op != ENDPOINT_GET_PROJECT || !jobs->result->ok)
            continue;
        if (!store && !(store = cli_store_or_none(each->cli)))
            return;
        struct store_reading reading = cli_reading_of(each->cli, jobs->result->project, jobs->sent_ms);
        reading.text = jobs->result->text;
        begun = begun || store_begin(store, &err);
        ok = begun && store_project_save(store, &reading, &err);
    }
    if (begun && !ok)
        store_roll_back(store);
    if (store && !(ok && store_commit(store, &err)))
        cli_store_give_up(each->cli, &err);
}

/* Waits for results until the deadline, and handles all results that are ready. */
static void each_receive(struct each *each, int64_t deadline_ms)
{
    struct crew_job *next = crew_take(each->crew, deadline_ms);
    each_keep_readings(each, next);
    for (struct crew_job *job; (job = next); crew_job_free(job)) {
        struct each_entry *entry = &each->entries[job->place];
        struct call_result *result = job->result;
        next = job->next;
        entry->retry_ms = job->notice ? clock_mono_ms() + job->wait_ms : 0;
        if (job->notice) {
            if (each->ids->count == 1) /* several projects are counted in the progress line */
                cli_remark("%s", job->notice);
            continue;
        }
        job->result = NULL;
        each->in_flight--;
        if (job->call->op == ENDPOINT_GET_PROJECT)
            cli_settle_gone(each->cli, result->project_id, &result->error, job->sent_ms);
        if (entry->step == EACH_READING && result->ok) {
            entry->step = EACH_READ;
            entry->result = result;
            continue;
        }
        if (entry->step != EACH_READING)
            each_take_answer(each, job, result);
        else if (each->writes && result->error.kind != ERROR_CANCELLED)
            error_prefix(&result->error,
                         "%s of project %" PRId64 ": nothing was sent, because the project could not be read",
                         endpoints[each->user->op].title, result->project_id);
        result->op = each->user->op;
        each_end(each, entry, result);
    }
}

/* --- sending --- */

/* Records a write before it is sent. Returns false with an error if the write must not be sent. */
static bool each_record(struct each *each, struct each_entry *entry, struct call *call, struct error *err)
{
    struct write write = write_new(call, &each->cli->settings, clock_wall_ms());
    struct write_list open = {0};
    struct error why;
    struct store *store = cli_store(each->cli, &why);
    int64_t row = store ? store_write_begin(store, &write, &open, &why) : -1;
    if (row < 0) {
        error_set(err, ERROR_IO, WRITE_NOT_RECORDED " (%s)", why.text);
    } else if (row == 0) {
        char *words = write_words(&open.rows[open.count - 1], clock_wall_ms(), DATE_LOCAL);
        error_set(err, ERROR_CONFLICT, "Enqueue of project %" PRId64 ": nothing was sent, because %s. %s",
                  call->project_id, words,
                  args_has(each->cli->args, OPTION_ANYWAY) ? "Repeat the command to enqueue it nevertheless"
                                                           : "--anyway enqueues it nevertheless");
        free(words);
    } else {
        entry->row = row;
        each->cli->open_is_known = false;
        each->act = each->ids->count > 1 ? write.act : 0;
    }
    write_list_clear(&open);
    write_clear(&write);
    return row > 0;
}

static void each_send(struct each *each, size_t place)
{
    struct each_entry *entry = &each->entries[place];
    const struct each_user *user = each->user;
    struct call_result *read = entry->result;
    struct call *call;
    struct error err;
    bool is_sent = true, is_outdated = each->writes && entry->pauses != each->pauses;
    error_clear(&err);
    entry->result = NULL;
    if (user->reads && (!read || is_outdated)) {
        call = call_new(ENDPOINT_GET_PROJECT);
        call->project_id = each->ids->ids[place];
        entry->step = EACH_READING;
    } else {
        struct each_item item = each_item(each, place);
        item.call = call = each_make(each, place);
        item.reading = read ? read->project : NULL;
        item.sent_ms = entry->sent_ms;
        is_sent = (!user->check || user->check(&item, &err)) &&
                  (!each->writes || each_record(each, entry, call, &err));
        entry->step = EACH_SENT;
        each->has_sent |= is_sent;
    }
    call_result_free(read);
    if (is_sent) {
        entry->pauses = each->pauses;
        entry->sent_ms = clock_wall_ms();
        each->in_flight++;
        refresh_count_request(each->caps, clock_mono_ms());
        crew_give(each->crew, &(struct crew_job){.place = place, .call = call});
    } else {
        struct call_result *result = call_result_new(call);
        result->error = err;
        call_free(call);
        each_end(each, entry, result);
    }
}

/* Sets *place to the project whose request is sent next. A project that was just read comes before the next
 * id. Exports keep the order of the ids. Returns false if no request can be sent now. */
static bool each_next(struct each *each, size_t *place)
{
    for (size_t i = each->shown; each->user->reads && i < each->begun; i++) {
        *place = i;
        if (each->entries[i].step == EACH_READ)
            return true;
        if (!each->writes && each->entries[i].step == EACH_READING)
            break;
    }
    *place = each->begun;
    bool is_ahead = each->only_reads && each->begun - each->shown >= QUEUE;
    each->begun += !is_ahead && each->begun < each->ids->count;
    return *place < each->begun;
}

/* Returns when the limit of requests a second, and for a write the pause, allows the next request; INT64_MAX:
 * not now. After a pause, one write is sent alone, and other writes wait for its answer. */
static int64_t each_next_ms(const struct each *each, int64_t now_ms)
{
    int64_t next_ms = refresh_next_request(each->caps);
    int64_t until_ms = each->writes ? refresh_paused_until(each->caps) : 0;
    if (each->stopped || each->in_flight >= each->max_in_flight ||
        (until_ms && until_ms <= now_ms && each->in_flight > 0))
        return INT64_MAX;
    return until_ms > next_ms ? until_ms : next_ms;
}

/* --- reports --- */

static void each_fail(struct each *each, size_t place, struct error *err)
{
    int code;
    if (err->unreached[0] && each->ids->count > 1) {
        char *text = mem_printf("Cannot reach %s", err->unreached);
        code = cli_put_failure(each->cli, each->ids->ids[place], err, text);
        free(text);
        each->unreached++;
        snprintf(each->unreached_why, sizeof each->unreached_why, "%s", err->unreached);
    } else {
        code = cli_fail(each->cli, each->ids->ids[place], err);
    }
    each->code = each->code ? each->code : code;
}

/* Reports the result of one project. The id of a cancelled call is listed at the end of the run. A write that
 * may have reached the server gets its own message. */
static void each_report(struct each *each, size_t place)
{
    struct cli *cli = each->cli;
    struct each_entry *entry = &each->entries[place];
    struct each_item item = each_item(each, place);
    struct call_result *result = item.result = entry->result;
    struct error *err = &result->error;
    bool given_up = err->kind == ERROR_CANCELLED && !error_outcome_is_open(err);
    entry->step = EACH_SHOWN;
    item.call = entry->call;
    for (const char *said = result->said; said && *said; said += strspn(said, "\n")) {
        int len = (int)strcspn(said, "\n");
        cli_say("%.*s", len, said);
        said += len;
    }
    if (result->ok) {
        int code = each->user->show ? each->user->show(&item) : cli_report_project(cli, result->project);
        each->code = each->code ? each->code : code;
    } else {
        each_save_unsent(each, place, err);
    }
    if (result->ok || (each->user->failed && each->user->failed(&item, err)) ||
        (given_up && cli->out_errno)) {
        ;
    } else if (given_up && cli->stop.kind == ERROR_CANCELLED) {
        cli_skipped_add(cli, item.id);
    } else {
        cli_explain_auth(cli, err);
        each_fail(each, place, err);
        if (each->writes && call_puts_off_others(err) && cli->stop.kind == ERROR_NONE)
            cli->stop = *err;
    }
    call_free(entry->call);
    call_result_free(result);
    entry->call = NULL;
    entry->result = NULL;
}

static void each_show(struct each *each)
{
    while (each->shown < each->begun && each->entries[each->shown].step == EACH_ENDED)
        each_report(each, each->shown++);
    cli_put_rows(each->cli);
}

/* Call after the loop. Reports the remaining results, and the projects that were not tried. `why` is the
 * reason if nothing could be started. After a signal, one line lists the untried projects. Saves rows for
 * calls that were not sent; another signal stops this. */
static void each_report_rest(struct each *each, const struct error *why)
{
    struct cli *cli = each->cli;
    struct error reason = cli->stop.kind != ERROR_NONE ? cli->stop : each->stop, err;
    int signals = interrupt_count();
    bool has_rows = each->keeps && each->ids->count > 1 && each->has_sent && !cli->out_errno;
    struct store *store = has_rows ? cli_store_or_none(cli) : NULL;
    if (interrupt_signal())
        error_set(&reason, ERROR_CANCELLED, "interrupted");
    bool begun = store && store_begin(store, &err);
    for (size_t i = each->shown; begun && i < each->ids->count && interrupt_count() == signals; i++) {
        const struct each_entry *entry = &each->entries[i];
        if (entry->step == EACH_ENDED ? !entry->result->ok : entry->step <= EACH_READ)
            each_save_unsent(each, i, entry->step == EACH_ENDED ? &entry->result->error : &reason);
    }
    if (store && !(begun && store_commit(store, &err)))
        cli_store_give_up(cli, &err);
    for (size_t i = each->shown; !each->only_reads && i < each->begun; i++) {
        if (each->entries[i].step == EACH_ENDED)
            each_report(each, i);
    }
    for (size_t i = each->shown; i < each->ids->count && !cli->out_errno; i++) {
        err = cli->stop.kind != ERROR_NONE ? cli->stop : each->stop.unreached[0] ? each->stop : *why;
        if (each->entries[i].step == EACH_SHOWN) {
            ;
        } else if (each->entries[i].step == EACH_SENT && each->writes) { /* the thread of this write hangs */
            error_clear(&err);
            error_set(&err, ERROR_UNKNOWN_OUTCOME,
                      "%s of project %" PRId64
                      ": no answer came. The request may have succeeded; check the project before retrying",
                      endpoints[each->user->op].title, each->ids->ids[i]);
            each_fail(each, i, &err);
        } else if (interrupt_signal() || cli->stop.kind == ERROR_CANCELLED) {
            cli_skipped_add(cli, each->ids->ids[i]);
        } else if (err.kind != ERROR_NONE) { /* ERROR_NONE: user->failed() has reported the project */
            each_fail(each, i, &err);
            if (!err.unreached[0])
                cli->stop = err; /* this reason is printed once for all further projects */
        }
    }
}

/* --- the loop --- */

static void each_progress(struct each *each, int64_t now_ms)
{
    int64_t until_ms = each->writes ? refresh_paused_until(each->caps) : 0;
    size_t waits = until_ms != 0 ? each->ids->count - each->begun : 0;
    if (!each->stopped && each->writes && each->ended + each->in_flight < each->ids->count)
        progress_report_pause(each->caps, now_ms, &each->pause_shown_ms);
    for (size_t i = each->shown; i < each->begun; i++) {
        int64_t retry_ms = each->entries[i].retry_ms;
        waits += retry_ms > now_ms;
        until_ms = retry_ms > now_ms && retry_ms > until_ms ? retry_ms : until_ms;
    }
    progress_show(each->ended, each->ids->count, each->begun_ms, now_ms, waits, until_ms);
}

/* Handles a signal: nothing more is sent, and reads are cancelled. Sent writes get DRAIN_MS for their
 * answers, because a write without an answer has an unknown outcome. A second signal or SIGHUP cancels the
 * writes, too. */
static void each_wind_down(struct each *each, int64_t now_ms)
{
    each->drains = each->end_ms == INT64_MAX && each->writes && interrupt_signal() != SIGHUP;
    each->end_ms = now_ms + (each->drains ? DRAIN_MS : STOP_MS);
    each->stopped = true;
    if (each->cli->store)
        store_wait_at_most(each->cli->store, LOCK_MS);
    crew_stop(each->crew, !each->drains);
}

static void each_turns(struct each *each)
{
    int signals = 0;
    size_t place;
    for (;;) {
        int64_t now_ms = clock_mono_ms();
        each_show(each);
        for (; signals < interrupt_count(); signals++)
            each_wind_down(each, now_ms);
        if (each->drains && now_ms >= each->end_ms)
            each_wind_down(each, now_ms);
        each->stopped |= each->cli->stop.kind != ERROR_NONE;
        if (each->stopped && !each->writes) /* answers to reads are not needed any more */
            crew_stop(each->crew, true);
        for (; each_next_ms(each, now_ms) <= now_ms && each_next(each, &place); now_ms = clock_mono_ms())
            each_send(each, place);
        each_show(each);
        if (now_ms >= each->end_ms)
            each_receive(each, 0);
        if ((each->in_flight == 0 && (each->stopped || each->ended == each->ids->count)) ||
            now_ms >= each->end_ms)
            return;
        each_progress(each, now_ms);
        int64_t next_ms = each_next_ms(each, now_ms), deadline_ms = each->end_ms;
        if (next_ms > now_ms && next_ms < deadline_ms)
            deadline_ms = next_ms;
        if (progress_is_wanted(each->ids->count) && now_ms + PROGRESS_MS < deadline_ms)
            deadline_ms = now_ms + PROGRESS_MS;
        if (each->only_reads && each->in_flight > QUEUE / 2 && !interrupt_signal())
            interrupt_wait(-1, NAP_MS);
        each_receive(each, deadline_ms);
    }
}

int each_run(struct cli *cli, const struct id_list *ids, const struct each_user *user)
{
    size_t connections = (size_t)settings_int(&cli->settings, SETTING_CONNECTIONS);
    struct each each = {.cli = cli,
                        .ids = ids,
                        .user = user,
                        .writes = endpoints[user->op].write,
                        .keeps = endpoints[user->op].write || user->op == ENDPOINT_EXPORT,
                        .only_reads = user->op == ENDPOINT_GET_PROJECT,
                        .max_in_flight = connections,
                        .end_ms = INT64_MAX,
                        .begun_ms = clock_mono_ms()};
    struct refresh_config config;
    struct error err;
    error_clear(&err);
    settings_to_refresh(&cli->settings, &config);
    /* Queue reads if requests a second have no limit. A limit would count a queued request as sent. */
    if (config.rate_cap == 0 && each.only_reads && connections < QUEUE)
        each.max_in_flight = QUEUE;
    each.entries = mem_zero(ids->count + 1, sizeof *each.entries);
    each.caps = refresh_new(&config);
    bool ran = ids->count == 0 ||
               ((!each.writes || (cli_may_write(cli, &err) && cli_may_keep(cli, WRITE_NOT_RECORDED, &err))) &&
                cli_may_call(cli, &err) &&
                (each.crew = crew_new(cli, ids->count < connections ? ids->count : connections, &err)));
    if (ran && ids->count > 0)
        each_turns(&each);
    if (each.shown < ids->count)
        each_report_rest(&each, &err);
    if (!call_fails_others(&cli->stop))
        error_clear(&cli->stop); /* the error ended only this run: the next step of the command is tried */
    progress_clear();
    if (each.unreached > 0)
        cli_say("Cannot reach %s. %zu project%s not %s.", each.unreached_why, each.unreached,
                each.unreached == 1 ? "" : "s", each.only_reads ? "read" : "done");
    crew_free(each.crew, STOP_MS);
    for (size_t i = 0; i < ids->count; i++) {
        call_free(each.entries[i].call);
        call_result_free(each.entries[i].result);
    }
    free(each.entries);
    refresh_free(each.caps);
    return interrupt_signal() ? error_kind_exit_code(ERROR_CANCELLED) : each.code;
}
