/* work/workers and work/engine: each call ends in one answer, cancelling is at once; mail comes in order, the
 * descriptor tells when, and what repeats does not pile up. */
/* SPDX-License-Identifier: MIT */
#include "workers_help.h"

#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <stdatomic.h>

#include "steno/work/engine.h"

TestSuite(workers, .init = begin, .fini = end);

int threads_allowed = -1;
static int threads_started;

/* The linker has it called in place of the system's, which sanitizers may have replaced, and which has the
 * other name. */
int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg)
{
    if (threads_allowed == 0)
        return EAGAIN;
    threads_allowed -= threads_allowed > 0;
    threads_started++;
    return __real_pthread_create(thread, attr, run, arg);
}

/* --- answers --- */

Test(workers, calls_one_after_another_answer_what_was_asked_of_the_server_that_was_meant_in_one_thread)
{
    struct call_result *result = answer(call_of(ENDPOINT_GET_PROJECT, 1));
    cr_expect_not(result->ok);
    cr_expect_str_eq(result->error.text, "No server is set: log in with its URL first");
    call_result_free(result);
    start("", 4);
    threads_started = 0;
    result = answer(call_of(ENDPOINT_GET_PROJECT, 3));
    cr_assert(result->ok, "%s", result->error.text);
    cr_expect_eq(result->project->id, 3);
    cr_expect_eq(result->project_id, 3);
    call_result_free(result);
    struct call *call = call_new(ENDPOINT_LOGIN);
    call->token = mem_copy("secret"); /* a pasted one */
    result = answer(call);
    cr_assert(result->ok, "%s", result->error.text);
    cr_expect_str_eq(result->login->token, "secret");
    cr_expect_str_eq(result->login->email, "demo@example.org");
    call_result_free(result);
    call = call_new(ENDPOINT_CURRENT_USER);
    call->token = mem_copy("nonsense");
    expect_end(call, ERROR_NOT_LOGGED_IN);
    call = call_new(ENDPOINT_CURRENT_USER);
    call->url = mem_copy(sandbox.url);
    expect_end(call, ERROR_NOT_LOGGED_IN); /* the session's token goes to no address that is given */
    expect_end(call_new(ENDPOINT_CURRENT_USER), ERROR_NONE);
    set_session("http://127.0.0.1:1", NULL, 0);
    call = call_new(ENDPOINT_LOGIN);
    call->url = mem_copy(sandbox.url);
    call->email = mem_copy("demo@example.org");
    call->password = mem_copy("demo");
    call->consent = true;
    result = answer(call);
    cr_assert(result->ok, "%s", result->error.text);
    cr_expect_str_eq(result->login->token, "secret");
    call_result_free(result);
    cr_expect_eq(threads_started, 1);
}

Test(workers, every_call_is_answered_once)
{
    enum { CALLS = 60 };
    uint64_t first = 0, seen = 0;
    start("", 4);
    for (int i = 0; i < CALLS; i++) {
        uint64_t serial = submit_read(i % 12 + 1);
        first = first ? first : serial;
    }
    for (int i = 0; i < CALLS; i++) {
        struct call_result *result = next_answer();
        cr_assert(result->ok, "%s", result->error.text);
        uint64_t bit = (uint64_t)1 << (result->serial - first);
        cr_assert_not(seen & bit);
        seen |= bit;
        call_result_free(result);
    }
    cr_expect_not(mail_waits(workers));
}

Test(workers, a_stale_version_is_a_conflict_whether_it_was_seen_or_given)
{
    start("", 1);
    struct call_result *before = answer(call_of(ENDPOINT_GET_PROJECT, 1));
    struct call *call = call_of(ENDPOINT_ADD_METADATA, 1);
    call->seen = before->project;
    call->key = mem_copy("genre");
    call->value = mem_copy("news");
    before->project = NULL;
    expect_end(call, ERROR_NONE);
    call = call_of(ENDPOINT_DELETE_TAG, 1);
    call->value = mem_copy("archive");
    call->version = 1;
    expect_end(call, ERROR_CONFLICT);
    call_result_free(before);
}

/* --- the end of a call --- */

Test(workers, a_running_and_a_waiting_call_are_cancelled_while_the_server_holds_its_reply)
{
    start("--fault get-project:stall*1", 1);
    uint64_t running = submit_read(1), waiting = submit_read(2), other = submit_read(3);
    await_request("get-project");
    cr_expect(workers_cancel(workers, waiting));
    struct call_result *result = next_answer();
    cr_expect_eq(result->serial, waiting);
    cr_expect_str_eq(result->error.text, "Read project was cancelled before it was sent");
    call_result_free(result);
    cr_expect(workers_cancel(workers, running));
    expect_answer(running, ERROR_CANCELLED);
    cr_expect_not(workers_cancel(workers, running));
    expect_answer(other, ERROR_NONE); /* the worker goes on */
}

Test(workers, all_that_runs_and_waits_is_cancelled_at_once_and_by_the_stop)
{
    start("--fault get-project:stall", 2);
    for (int round = 0; round < 2; round++) {
        for (int i = 1; i <= 5; i++)
            submit_read(i);
        await_request("get-project");
        if (round == 0)
            workers_cancel(workers, 0);
        else
            cr_assert(workers_stop(workers, MAIL_LIMIT_MS));
        for (int i = 0; i < 5; i++)
            expect_answer(0, ERROR_CANCELLED);
        cr_expect_not(mail_waits(workers));
    }
}

/* --- files --- */

static struct call *export_call(const char *path)
{
    struct call *call = call_of(ENDPOINT_EXPORT, 2);
    call->params = param_set_new(&params_export);
    call->path = mem_copy(path);
    call->replace = EXPORT_OVERWRITE;
    return call;
}

Test(workers, an_export_becomes_a_file_or_says_why_not)
{
    struct stat info;
    start("", 1);
    struct call_result *result = answer(export_call(folder_path("out.srt")));
    cr_assert(result->ok, "%s", result->error.text);
    cr_expect_str_eq(result->path, folder_path("out.srt"));
    cr_assert_eq(stat(result->path, &info), 0);
    cr_expect_eq(info.st_size, result->export_info.bytes);
    call_result_free(result);
    result = answer(export_call(folder_path("none/out.srt")));
    cr_expect_eq(result->error.kind, ERROR_IO);
    cr_expect_str_has(result->error.text, "none/out.srt");
    call_result_free(result);
}

Test(workers, an_export_to_a_pipe_that_nobody_reads_ends_with_the_timeout_or_can_be_cancelled)
{
    const char *path = folder_path("pipe");
    cr_assert_eq(mkfifo(path, 0600), 0);
    start("", 1);
    uint64_t serial = submit(export_call(path));
    workers_cancel(workers, serial);
    expect_answer(serial, ERROR_CANCELLED);
    set_session(sandbox.url, "secret", 300);
    expect_end(export_call(path), ERROR_TIMEOUT);
}

/* --- what hangs --- */

static atomic_bool entered, hangs; /* in the resolver, or on the disk */

static void await_entry(void)
{
    int64_t limit = clock_mono_ms() + MAIL_LIMIT_MS;
    while (!atomic_load(&entered) && clock_mono_ms() < limit)
        usleep(1000);
    cr_assert(atomic_load(&entered), "nothing hangs");
}

static void hang(void)
{
    atomic_store(&entered, true);
    while (atomic_load(&hangs))
        usleep(1000);
}

/* In place of the C library's: a name under .hang is looked up until the test lets go. */
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **found)
{
    (void)service, (void)hints;
    *found = NULL;
    if (!node || !strstr(node, ".hang"))
        return EAI_FAIL;
    hang();
    return EAI_NONAME;
}

/* In its place nothing is on the disk until the test lets go. */
int fsync(int fd)
{
    hang();
    return fdatasync(fd);
}

Test(workers, a_call_is_cancelled_and_the_stop_ends_while_the_resolver_still_hangs)
{
    atomic_store(&hangs, true);
    set_session("http://host.hang", "secret", 0);
    for (int round = 0; round < 2; round++) {
        atomic_store(&entered, false);
        uint64_t serial = submit_read(1);
        await_entry();
        cr_expect(round == 0 ? workers_cancel(workers, serial) : workers_stop(workers, MAIL_LIMIT_MS));
        expect_answer(serial, ERROR_CANCELLED);
    }
    atomic_store(&hangs, false);
}

Test(workers, a_disk_that_hangs_is_not_waited_for_longer_than_the_limit_and_its_call_ends_when_it_can)
{
    start("", 2);
    atomic_store(&hangs, true);
    submit(export_call(folder_path("one.srt")));
    submit(export_call(folder_path("two.srt")));
    await_entry();
    cr_expect_not(workers_stop(workers, 0));
    atomic_store(&hangs, false);
    cr_expect(workers_stop(workers, MAIL_LIMIT_MS));
    call_result_free(next_answer());
    call_result_free(next_answer());
}

/* --- order, refusals, sessions --- */

/* A read and a login share what may be under way: with one at a time neither is sent beside the other. */
Test(workers, calls_of_both_kinds_leave_in_their_order_and_never_more_at_a_time)
{
    enum { CALLS = 40 };
    uint64_t last = 0;
    start("", 1);
    for (int i = 0; i < CALLS; i++)
        submit(i % 3 ? call_of(ENDPOINT_GET_PROJECT, i % 12 + 1) : call_new(ENDPOINT_CURRENT_USER));
    for (int i = 0; i < CALLS; i++) {
        struct call_result *result = next_answer();
        cr_assert(result->ok, "%s", result->error.text);
        cr_expect(result->serial > last || result->op == ENDPOINT_GET_PROJECT);
        last = result->serial;
        call_result_free(result);
    }
}

/* A read of the refresh machine, which has heard of so many refusals. */
static struct call *timed_call(int64_t id, uint64_t refusals)
{
    struct call *call = call_of(ENDPOINT_GET_PROJECT, id);
    call->timed = true;
    call->refusals = refusals;
    return call;
}

/* Reads of the refresh machine wait behind a call; the first of them is refused, and the others end with it.
 */
static void expect_recall(const char *token, enum error_kind kind)
{
    enum { CALLS = 9 };
    start("--fault get-project:stall*1 --fault get-project:retry-after=3600", 1);
    uint64_t first = submit_read(1);
    await_request("get-project");
    set_session(sandbox.url, token, 0);
    for (int i = 0; i < CALLS; i++)
        submit(timed_call(i + 1, 0));
    workers_cancel(workers, first);
    for (int i = -1; i < CALLS; i++) {
        struct call_result *result = next_answer();
        cr_expect_eq(result->error.kind, i == 0 ? kind : ERROR_CANCELLED, "%d: %s", i, result->error.text);
        cr_expect_eq(result->is_unsent, i > 0, "%d", i);
        call_result_free(result);
    }
    cr_expect_not(mail_waits(workers));
    struct call_result *late = answer(timed_call(1, 0));
    cr_expect(late->is_unsent, "it was sent by who has not heard of the refusal");
    call_result_free(late);
    late = answer(timed_call(1, 1));
    cr_expect_eq(late->error.kind, kind);
    cr_expect_eq(late->refusals, 2);
    call_result_free(late);
}

Test(workers, what_waits_for_the_refresh_machine_is_not_sent_once_the_server_asks_to_wait)
{
    expect_recall("secret", ERROR_RATE_LIMITED);
}

Test(workers, what_waits_for_the_refresh_machine_is_not_sent_once_the_token_is_refused)
{
    expect_recall("", ERROR_NOT_LOGGED_IN);
}

Test(workers, a_new_session_counts_for_the_calls_after_it_whatever_an_earlier_one_waits_for)
{
    start("--fault get-project:stall*1", 2);
    submit_read(2);
    await_request("get-project");
    set_session(sandbox.url, "wrong", 0);
    expect_end(call_of(ENDPOINT_GET_PROJECT, 1), ERROR_NOT_LOGGED_IN);
    set_session(sandbox.url, "secret", 0);
    expect_end(call_of(ENDPOINT_GET_PROJECT, 1), ERROR_NONE);
}

/* --- threads --- */

static void run_program(const char *command, const char *done, int limit_ms)
{
    struct program program = {.done = mem_copy_or_null(done), .limit_ms = limit_ms};
    cr_assert(spawn_split(command, &program.argv, &err));
    workers_program(workers, &program);
}

Test(workers, never_more_calls_are_under_way_than_connections_and_a_program_beside_them_waits_for_none)
{
    start("--fault get-project:stall", 2);
    threads_started = 0;
    for (int i = 1; i <= 5; i++)
        submit_read(i);
    run_program("true", "ran", MAIL_LIMIT_MS);
    expect_mail(MAIL_NOTICE, "ran");
    cr_expect_eq(threads_started, 3);
}

Test(workers, programs_and_tokens_that_hang_leave_every_connection_to_calls)
{
    start("", 1);
    run_program("sleep 600", NULL, 500);
    workers_read_token(workers, "default", "", "", "sleep 1");
    uint64_t serial = submit_read(1);
    struct mail mail = mail_next();
    cr_assert_eq(mail.kind, MAIL_CALL);
    cr_expect_eq(mail.call->serial, serial);
    mail_clear(&mail);
}

Test(workers, where_no_thread_can_be_started_the_reason_is_answered_and_where_some_can_they_answer_all)
{
    start("", 3);
    threads_allowed = 0;
    struct call_result *result = answer(call_of(ENDPOINT_GET_PROJECT, 1));
    cr_expect_eq(result->error.kind, ERROR_IO);
    cr_expect_str_has(result->error.text, "Cannot start a thread: ");
    call_result_free(result);
    threads_allowed = 1;
    for (int i = 1; i <= 5; i++)
        submit_read(i);
    for (int i = 1; i <= 5; i++)
        expect_answer(0, ERROR_NONE);
}

/* --- mail --- */

TestSuite(mail, .init = begin, .fini = end);

static void post_text(const char *text)
{
    struct mail mail = {.kind = MAIL_NOTICE, .text = mem_copy(text)};
    workers_post(workers, &mail);
    cr_assert_null(mail.text, "the text is still the sender's");
}

static void post_progress(uint64_t serial, int64_t bytes, const char *notice)
{
    struct mail mail = {.kind = MAIL_PROGRESS, .progress = {.serial = serial, .bytes = bytes, .total = -1}};
    memcpy(mail.progress.notice, notice, strlen(notice) + 1);
    workers_post(workers, &mail);
}

Test(mail, the_descriptor_is_readable_while_mail_waits_and_what_nobody_took_is_freed_at_the_end)
{
    struct mail mail;
    cr_expect_not(mail_waits(workers));
    cr_expect_not(workers_take(workers, &mail));
    post_text("one");
    post_text("two");
    cr_expect(mail_waits(workers));
    expect_mail(MAIL_NOTICE, "one");
    cr_expect(mail_waits(workers));
    expect_mail(MAIL_NOTICE, "two");
    cr_expect_not(mail_waits(workers));
    post_text("three");
    expect_mail(MAIL_NOTICE, "three");
    cr_expect_not(mail_waits(workers));
    post_text("left");
    mail = (struct mail){.kind = MAIL_TOKEN, .secret = mem_copy("t0ken")};
    workers_post(workers, &mail);
}

Test(mail, byte_counts_of_one_call_are_replaced_those_of_another_and_notices_are_not)
{
    static const struct {
        uint64_t serial;
        int64_t bytes;
        const char *notice;
    } rows[] = {{1, 100, ""}, {2, 7, ""},
                {1, 200, ""}, {3, 0, "Trying again in 1 s"},
                {3, 300, ""}, {3, 0, "Trying again in 2 s"}};
    static const size_t order[] = {2, 1, 3, 4, 5}; /* the newer count has the older one's place */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        post_progress(rows[i].serial, rows[i].bytes, rows[i].notice);
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        struct mail mail = mail_next();
        cr_expect_eq(mail.progress.serial, rows[order[i]].serial, "letter %zu", i);
        cr_expect_eq(mail.progress.bytes, rows[order[i]].bytes, "letter %zu", i);
        cr_expect_str_eq(mail.progress.notice, rows[order[i]].notice);
    }
    cr_expect_not(mail_waits(workers));
}

/* --- the engine --- */

static struct engine engine;
static struct settings settings;
static int turns; /* events that were heard of, but ticks */

/* Counts notices and answers; an answer wants something reported and something else sent. */
static void count_turn(void *self, const struct event *event, int64_t now_ms, struct effects *effects)
{
    (void)self, (void)now_ms;
    turns += event->kind == EVENT_NOTICE || event->kind == EVENT_CALL_DONE;
    if (event->kind != EVENT_CALL_DONE)
        return;
    struct effect *report = effects_add(effects, EFFECT_REPORT);
    report->text = mem_copy("not saved: it");
    report->code = 1;
    effects_add(effects, EFFECT_CALL)->call = call_new(ENDPOINT_GET_PROJECT);
}

static void begin_engine(void)
{
    static const struct engine_user user = {.handle = count_turn};
    static const struct terminal_ops terminal = {0}; /* of a front end that needs none */
    settings_init(&settings);
    cr_assert(engine_init(&engine, &settings, &user, &terminal, &err), "%s", err.text);
}

static void end_engine(void)
{
    settings_free(&settings);
}

TestSuite(engine_mail, .init = begin_engine, .fini = end_engine);

Test(engine_mail, so_many_letters_are_a_turn_before_keys_are_looked_at)
{
    for (int i = 0; i < 200; i++) {
        struct mail mail = {.kind = MAIL_NOTICE, .text = mem_copy("news")};
        workers_post(engine.workers, &mail);
    }
    int before = 0;
    for (bool more = true; more; before = turns) {
        more = engine_mail(&engine);
        cr_expect_leq(turns - before, 64);
        cr_expect_eq(mail_waits(engine.workers), turns < 200, "the descriptor tells of what is left");
        cr_assert(!more || turns > before);
    }
    cr_expect_eq(turns, 200);
    engine_stop(&engine);
}

Test(engine_mail, an_answer_that_comes_after_the_end_is_heard_of_and_begins_nothing)
{
    engine_start(&engine);
    engine.quit = true;
    struct mail mail = {.kind = MAIL_CALL, .call = call_result_new(&(struct call){.op = ENDPOINT_ENQUEUE})};
    workers_post(engine.workers, &mail);
    cr_expect_eq(engine_stop(&engine), 1);
    cr_expect_eq(turns, 1);
}
