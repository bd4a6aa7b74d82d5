/* work/workers: each call ends in one answer, cancelling is at once, a file is whole or not there. */
/* SPDX-License-Identifier: MIT */
#include "workers_help.h"

#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <stdatomic.h>

#include "steno/base/process.h"

TestSuite(workers, .init = begin, .fini = end);

Test(workers, a_read_answers_with_its_project)
{
    start("", 2);
    struct call_result *result = answer(call_of(ENDPOINT_GET_PROJECT, 3));
    cr_assert(result->ok, "%s", result->error.text);
    cr_expect_eq(result->project->id, 3);
    cr_expect_eq(result->project_id, 3);
    call_result_free(result);
}

Test(workers, every_call_is_answered_once)
{
    enum { CALLS = 60 };
    uint64_t first = 0, seen = 0;
    start("", 4);
    for (int i = 0; i < CALLS; i++) {
        uint64_t serial = submit(call_of(ENDPOINT_GET_PROJECT, i % 12 + 1));
        if (i == 0)
            first = serial;
    }
    for (int i = 0; i < CALLS; i++) {
        struct mail mail = mail_next_of(workers, MAIL_CALL);
        cr_assert(mail.call->ok, "%s", mail.call->error.text);
        uint64_t bit = (uint64_t)1 << (mail.call->serial - first);
        cr_assert_not(seen & bit);
        seen |= bit;
        mail_clear(&mail);
    }
    cr_expect_not(mail_waits(workers));
}

Test(workers, without_a_session_a_call_is_refused_with_what_to_do)
{
    workers = workers_new(1, &err);
    struct call_result *result = answer(call_of(ENDPOINT_GET_PROJECT, 1));
    cr_expect_not(result->ok);
    cr_expect_str_eq(result->error.text, "No server is set: log in with its URL first");
    call_result_free(result);
}

Test(workers, a_login_takes_its_own_address_and_hands_out_the_token)
{
    start("", 1);
    workers_set_session(workers, &(struct api_config){.base_url = "http://127.0.0.1:1", .proxy = ""});
    struct call *call = call_new(ENDPOINT_LOGIN);
    call->url = mem_copy(sandbox.url);
    call->email = mem_copy("demo@example.org");
    call->password = mem_copy("demo");
    call->consent = true;
    struct call_result *result = answer(call);
    cr_assert(result->ok, "%s", result->error.text);
    cr_expect_str_eq(result->login->token, "secret");
    call_result_free(result);
}

Test(workers, a_pasted_token_is_checked_and_handed_back)
{
    start("", 1);
    struct call *call = call_new(ENDPOINT_LOGIN);
    call->token = mem_copy("secret");
    struct call_result *result = answer(call);
    cr_assert(result->ok, "%s", result->error.text);
    cr_expect_str_eq(result->login->token, "secret");
    cr_expect_str_eq(result->login->email, "demo@example.org");
    call_result_free(result);
    call = call_new(ENDPOINT_CURRENT_USER);
    call->token = mem_copy("nonsense");
    result = answer(call);
    cr_expect_not(result->ok);
    cr_expect_eq(result->error.kind, ERROR_NOT_LOGGED_IN);
    call_result_free(result);
}

Test(workers, a_token_of_the_session_never_goes_to_another_address)
{
    start("", 1);
    struct call *call = call_new(ENDPOINT_CURRENT_USER);
    call->url = mem_copy(sandbox.url);
    struct call_result *result = answer(call);
    cr_expect_eq(result->error.kind, ERROR_NOT_LOGGED_IN, "%s", result->error.text);
    call_result_free(result);
    result = answer(call_new(ENDPOINT_CURRENT_USER));
    cr_expect(result->ok, "%s", result->error.text);
    call_result_free(result);
}

Test(workers, a_running_call_is_cancelled_while_the_server_holds_its_reply)
{
    start("--fault get-project:stall", 1);
    uint64_t running = submit(call_of(ENDPOINT_GET_PROJECT, 1));
    await_request("get-project");
    cr_expect(workers_cancel(workers, running));
    struct mail mail = mail_next_of(workers, MAIL_CALL);
    cr_expect_eq(mail.call->serial, running);
    cr_expect_eq(mail.call->error.kind, ERROR_CANCELLED);
    mail_clear(&mail);
    cr_expect_not(workers_cancel(workers, running));
}

Test(workers, a_waiting_call_is_cancelled_without_being_sent)
{
    start("--fault get-project:stall", 1);
    uint64_t running = submit(call_of(ENDPOINT_GET_PROJECT, 1)),
             waiting = submit(call_of(ENDPOINT_GET_PROJECT, 2));
    await_request("get-project");
    cr_expect(workers_cancel(workers, waiting));
    struct mail mail = mail_next_of(workers, MAIL_CALL);
    cr_expect_eq(mail.call->serial, waiting);
    cr_expect_str_eq(mail.call->error.text, "Read project was cancelled before it was sent");
    mail_clear(&mail);
    workers_cancel(workers, 0);
    mail = mail_next_of(workers, MAIL_CALL);
    cr_expect_eq(mail.call->serial, running);
    mail_clear(&mail);
}

Test(workers, a_worker_goes_on_after_a_cancelled_call)
{
    start("--fault get-project:stall*1", 1);
    uint64_t running = submit(call_of(ENDPOINT_GET_PROJECT, 1));
    await_request("get-project");
    workers_cancel(workers, running);
    struct mail mail = mail_next_of(workers, MAIL_CALL);
    mail_clear(&mail);
    struct call_result *result = answer(call_of(ENDPOINT_GET_PROJECT, 2));
    cr_expect(result->ok, "%s", result->error.text);
    call_result_free(result);
}

Test(workers, stopping_answers_what_runs_and_waits)
{
    start("--fault get-project:stall", 2);
    for (int i = 1; i <= 5; i++)
        submit(call_of(ENDPOINT_GET_PROJECT, i));
    await_request("get-project");
    cr_assert(workers_stop(workers, MAIL_LIMIT_MS));
    for (int i = 0; i < 5; i++) {
        struct mail mail = mail_next_of(workers, MAIL_CALL);
        cr_expect_eq(mail.call->error.kind, ERROR_CANCELLED, "%s", mail.call->error.text);
        mail_clear(&mail);
    }
    cr_expect_not(mail_waits(workers));
}

static struct call *export_call(const char *path)
{
    struct call *call = call_of(ENDPOINT_EXPORT, 2);
    call->params = param_set_new(&params_export);
    cr_assert(param_set_put(call->params, param_find(&params_export, "FileFormatId"), "srt", &err), "%s",
              err.text);
    call->path = mem_copy(path);
    return call;
}

Test(workers, an_export_becomes_a_file_by_the_umask)
{
    struct stat info;
    umask(027);
    start("", 1);
    struct call_result *result = answer(export_call(folder_path("out.srt")));
    cr_assert(result->ok, "%s", result->error.text);
    cr_expect_str_eq(result->path, folder_path("out.srt"));
    cr_assert_eq(stat(result->path, &info), 0);
    cr_expect_eq(info.st_size, result->export_info.bytes);
    cr_expect_eq(info.st_mode & 0777, 0640);
    char *text = folder_read(result->path);
    cr_expect_str_has(text, "-->");
    free(text);
    call_result_free(result);
}

/* Entries of the test's folder. */
static int count_entries(void)
{
    char *const argv[] = {"ls", "-A", folder, NULL};
    struct process_result listed;
    process_run(home, argv, NULL, MAIL_LIMIT_MS, &listed);
    int lines = 0;
    for (const char *at = buffer_text(&listed.out); (at = strchr(at, '\n')); at++)
        lines++;
    process_result_free(&listed);
    return lines;
}

Test(workers, an_export_without_a_format_is_named_by_what_arrives)
{
    start("", 1);
    struct call *call = call_of(ENDPOINT_EXPORT, 2);
    call->path = mem_copy(folder_path("2.{ext}"));
    struct call_result *result = answer(call);
    cr_assert(result->ok, "%s", result->error.text);
    cr_expect_str_eq(result->path, folder_path("2.srt"));
    cr_expect_eq(count_entries(), 1);
    call_result_free(result);
}

Test(workers, a_file_of_the_name_that_arrives_is_kept_and_named)
{
    start("", 1);
    const char *path = folder_file("2.srt", "mine");
    struct call *call = call_of(ENDPOINT_EXPORT, 2);
    call->path = mem_copy(folder_path("2.{ext}"));
    struct call_result *result = answer(call);
    cr_expect_eq(result->error.kind, ERROR_EXISTS);
    cr_expect_str_eq(result->path, path);
    char *text = folder_read(path);
    cr_expect_str_eq(text, "mine");
    cr_expect_eq(count_entries(), 1, "something is left behind");
    free(text);
    call_result_free(result);
}

Test(workers, an_existing_file_is_replaced_only_when_agreed)
{
    start("", 1);
    const char *path = folder_file("out.srt", "mine");
    struct call_result *result = answer(export_call(path));
    cr_expect_eq(result->error.kind, ERROR_EXISTS);
    call_result_free(result);
    char *text = folder_read(path);
    cr_expect_str_eq(text, "mine");
    free(text);
    struct call *call = export_call(path);
    call->replace = EXPORT_OVERWRITE;
    result = answer(call);
    cr_expect(result->ok, "%s", result->error.text);
    call_result_free(result);
    text = folder_read(path);
    cr_expect_str_has(text, "-->");
    free(text);
    cr_expect_eq(count_entries(), 1);
}

Test(workers, a_broken_export_leaves_no_file)
{
    start("--fault export:cut", 1);
    struct call_result *result = answer(export_call(folder_path("out.srt")));
    cr_expect_not(result->ok);
    cr_expect_null(result->path);
    call_result_free(result);
    cr_expect_eq(count_entries(), 0);
}

Test(workers, an_export_to_a_place_that_cannot_be_written_is_not_asked_for)
{
    start("", 1);
    struct call_result *result = answer(export_call(folder_path("none/out.srt")));
    cr_expect_eq(result->error.kind, ERROR_IO);
    cr_expect_str_has(result->error.text, "none/out.srt");
    call_result_free(result);
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
    struct call_result *result = answer(call);
    cr_assert(result->ok, "%s", result->error.text);
    call_result_free(result);
    call = call_of(ENDPOINT_DELETE_TAG, 1);
    call->value = mem_copy("archive");
    call->version = 1;
    result = answer(call);
    cr_expect_eq(result->error.kind, ERROR_CONFLICT, "%s", result->error.text);
    call_result_free(result);
    call_result_free(before);
}

/* --- a resolver that hangs --- */

static atomic_bool resolver_entered, resolver_released;

/* In place of the C library's: a name under .hang is looked up until the test lets go. */
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **found)
{
    (void)service, (void)hints;
    *found = NULL;
    if (!node || !strstr(node, ".hang"))
        return EAI_FAIL;
    atomic_store(&resolver_entered, true);
    while (!atomic_load(&resolver_released))
        usleep(1000);
    return EAI_NONAME;
}

/* Submits a call whose name is being looked up when this returns. */
static uint64_t submit_hanging(void)
{
    workers = workers_new(1, &err);
    struct api_config config = {.base_url = "http://host.hang", .token = "secret", .proxy = ""};
    workers_set_session(workers, &config);
    uint64_t serial = submit(call_of(ENDPOINT_GET_PROJECT, 1));
    int64_t limit = clock_mono_ms() + MAIL_LIMIT_MS;
    while (!atomic_load(&resolver_entered) && clock_mono_ms() < limit)
        usleep(1000);
    cr_assert(atomic_load(&resolver_entered), "the name was not looked up");
    return serial;
}

Test(workers, a_call_is_cancelled_while_the_resolver_still_hangs)
{
    uint64_t serial = submit_hanging();
    cr_expect(workers_cancel(workers, serial));
    struct mail mail = mail_next_of(workers, MAIL_CALL);
    cr_expect_eq(mail.call->error.kind, ERROR_CANCELLED, "%s", mail.call->error.text);
    cr_expect_not(atomic_load(&resolver_released));
    mail_clear(&mail);
    atomic_store(&resolver_released, true);
}

Test(workers, stopping_ends_while_the_resolver_still_hangs)
{
    submit_hanging();
    bool ended = workers_stop(workers, MAIL_LIMIT_MS);
    cr_expect_not(atomic_load(&resolver_released));
    cr_expect(ended);
    atomic_store(&resolver_released, true);
}

/* --- a disk that hangs --- */

static atomic_bool disk_hangs, disk_entered;

/* In place of the C library's: nothing is on the disk until the test lets go. */
int fsync(int fd)
{
    atomic_store(&disk_entered, true);
    while (atomic_load(&disk_hangs))
        usleep(1000);
    return fdatasync(fd);
}

Test(workers, one_that_hangs_is_not_waited_for_longer_than_the_limit_and_ends_when_it_can)
{
    start("", 2);
    atomic_store(&disk_hangs, true);
    submit(export_call(folder_path("one.srt")));
    submit(export_call(folder_path("two.srt")));
    int64_t limit = clock_mono_ms() + MAIL_LIMIT_MS;
    while (!atomic_load(&disk_entered) && clock_mono_ms() < limit)
        usleep(1000);
    cr_assert(atomic_load(&disk_entered), "nothing was written");
    cr_expect_not(workers_stop(workers, 0));
    atomic_store(&disk_hangs, false);
    cr_expect(workers_stop(workers, MAIL_LIMIT_MS));
    for (int i = 0; i < 2; i++) {
        struct mail mail = mail_next_of(workers, MAIL_CALL);
        mail_clear(&mail);
    }
}

/* An export to a pipe that nobody reads. */
static struct call *export_to_pipe(void)
{
    struct call *call = export_call(folder_path("pipe"));
    call->replace = EXPORT_OVERWRITE;
    cr_assert_eq(mkfifo(call->path, 0600), 0);
    return call;
}

Test(workers, an_export_to_a_pipe_that_nobody_reads_can_be_cancelled)
{
    start("", 1);
    uint64_t serial = submit(export_to_pipe());
    workers_cancel(workers, serial);
    struct mail mail = mail_next_of(workers, MAIL_CALL);
    cr_expect_eq(mail.call->error.kind, ERROR_CANCELLED, "%s", mail.call->error.text);
    mail_clear(&mail);
}

Test(workers, an_export_to_a_pipe_that_nobody_reads_ends_with_the_timeout)
{
    start("", 1);
    struct api_config config = {.base_url = sandbox.url, .token = "secret", .proxy = "", .timeout_ms = 300};
    workers_set_session(workers, &config);
    struct call_result *result = answer(export_to_pipe());
    cr_expect_eq(result->error.kind, ERROR_TIMEOUT, "%s", result->error.text);
    call_result_free(result);
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
        struct mail mail = mail_next_of(workers, MAIL_CALL);
        cr_assert(mail.call->ok, "%s", mail.call->error.text);
        cr_expect(mail.call->serial > last || mail.call->op == ENDPOINT_GET_PROJECT);
        last = mail.call->serial;
        mail_clear(&mail);
    }
}

/* Reads of the refresh machine wait behind a call; the first of them is refused, and the others end with it.
 */
static void expect_recall(const char *token, enum error_kind kind)
{
    enum { CALLS = 9 };
    start("--fault get-project:stall*1 --fault get-project:retry-after=3600", 1);
    uint64_t first = submit(call_of(ENDPOINT_GET_PROJECT, 1));
    await_request("get-project");
    set_token(token);
    for (int i = 0; i < CALLS; i++) {
        struct call *call = call_of(ENDPOINT_GET_PROJECT, i + 1);
        call->timed = true;
        submit(call);
    }
    workers_cancel(workers, first);
    for (int i = -1; i < CALLS; i++) {
        struct mail mail = mail_next_of(workers, MAIL_CALL);
        cr_expect_eq(mail.call->error.kind, i == 0 ? kind : ERROR_CANCELLED, "%d: %s", i,
                     mail.call->error.text);
        cr_expect_eq(mail.call->is_unsent, i > 0);
        mail_clear(&mail);
    }
    cr_expect_not(mail_waits(workers));
    struct call *call = call_of(ENDPOINT_GET_PROJECT, 1);
    call->timed = true;
    struct call_result *late = answer(call);
    cr_expect(late->is_unsent, "it was sent by who has not heard of the refusal");
    call_result_free(late);
    call = call_of(ENDPOINT_GET_PROJECT, 1);
    call->timed = true;
    call->refusals = 1;
    late = answer(call);
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
    submit(call_of(ENDPOINT_GET_PROJECT, 2));
    await_request("get-project");
    set_token("wrong");
    struct call_result *result = answer(call_of(ENDPOINT_GET_PROJECT, 1));
    cr_expect_eq(result->error.kind, ERROR_NOT_LOGGED_IN);
    call_result_free(result);
    set_token("secret");
    result = answer(call_of(ENDPOINT_GET_PROJECT, 1));
    cr_expect(result->ok, "%s", result->error.text);
    call_result_free(result);
}

/* --- threads --- */

static int threads_started;
static int threads_allowed = -1; /* -1: any number */

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

Test(workers, calls_one_after_another_take_one_thread)
{
    start("", 4);
    cr_expect_eq(threads_started, 0);
    for (int i = 1; i <= 3; i++)
        call_result_free(answer(call_of(ENDPOINT_GET_PROJECT, i)));
    cr_expect_eq(threads_started, 1, "%d", threads_started);
}

Test(workers, never_more_calls_are_under_way_than_connections_and_a_program_beside_them_waits_for_none)
{
    start("--fault get-project:stall", 2);
    for (int i = 1; i <= 5; i++)
        submit(call_of(ENDPOINT_GET_PROJECT, i));
    struct program program = {.done = mem_copy("ran"), .limit_ms = MAIL_LIMIT_MS};
    cr_assert(spawn_split("true", &program.argv, &err));
    workers_program(workers, &program);
    struct mail mail = mail_next(workers);
    cr_expect_str_eq(mail.text, "ran");
    cr_expect_eq(threads_started, 3, "%d", threads_started);
    mail_clear(&mail);
}

Test(workers, programs_and_tokens_that_hang_leave_every_connection_to_calls)
{
    start("", 1);
    struct program program = {.limit_ms = 500};
    cr_assert(spawn_split("sleep 600", &program.argv, &err));
    workers_program(workers, &program);
    workers_read_token(workers, "default", "", "", "sleep 1");
    struct mail mail;
    uint64_t serial = submit(call_of(ENDPOINT_GET_PROJECT, 1));
    mail = mail_next(workers);
    cr_assert_eq(mail.kind, MAIL_CALL, "%d", mail.kind);
    cr_expect_eq(mail.call->serial, serial);
    mail_clear(&mail);
}

Test(workers, a_call_that_no_thread_can_be_started_for_is_answered_with_the_reason)
{
    start("", 3);
    threads_allowed = 0;
    struct call_result *result = answer(call_of(ENDPOINT_GET_PROJECT, 1));
    cr_expect_eq(result->error.kind, ERROR_IO);
    cr_expect_str_has(result->error.text, "Cannot start a thread: ");
    call_result_free(result);
}

Test(workers, where_only_some_threads_can_be_started_they_answer_all)
{
    start("", 3);
    threads_allowed = 1;
    for (int i = 1; i <= 5; i++)
        submit(call_of(ENDPOINT_GET_PROJECT, i));
    for (int i = 1; i <= 5; i++) {
        struct mail mail = mail_next_of(workers, MAIL_CALL);
        cr_expect(mail.call->ok, "%s", mail.call->error.text);
        mail_clear(&mail);
    }
}
