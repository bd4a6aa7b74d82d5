/* work/workers and work/engine: every call gets one answer, cancelling works at once; mail comes in order,
 * the descriptor becomes readable, and repeated mail does not pile up. Hooks, copy commands and token
 * commands: their environment, their order and the report of their end; copying through the terminal. */
/* SPDX-License-Identifier: MIT */
#include "folder.h"

#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>

#include "steno/api/connection.h"
#include "steno/base/process.h"
#include "steno/base/when.h"
#include "steno/work/engine.h"
#include "steno/work/workers.h"
#include "support/process.h"

#define MAIL_LIMIT_MS 20000
#define COUNT(list)   (sizeof(list) / sizeof(list)[0])

static struct home *home;
static struct process_sandbox sandbox;
static struct workers *workers;
static struct error err;

/* True if mail is waiting. */
static bool mail_waits(const struct workers *of)
{
    struct pollfd fd = {.fd = workers_fd(of), .events = POLLIN};
    return poll(&fd, 1, 0) == 1;
}

/* Waits for the next mail; the test fails if none comes. */
static struct mail mail_next(void)
{
    struct mail mail;
    struct pollfd fd = {.fd = workers_fd(workers), .events = POLLIN};
    cr_assert_eq(poll(&fd, 1, MAIL_LIMIT_MS), 1, "no mail came");
    cr_assert(workers_take(workers, &mail));
    return mail;
}

/* Expects this kind and text of the next mail. */
static void expect_mail(enum mail_kind kind, const char *text)
{
    struct mail mail = mail_next();
    cr_expect_eq(mail.kind, kind, "%s", text);
    cr_expect_str_eq(mail.text, text);
    mail_clear(&mail);
}

static void begin(void)
{
    folder_make();
    home = home_create();
    api_global_init();
    workers = workers_new(1, &err);
    cr_assert_not_null(workers, "%s", err.text);
}

static void end(void)
{
    cr_expect(workers_stop(workers, MAIL_LIMIT_MS));
    workers_free(workers);
    if (sandbox.port)
        process_sandbox_stop(&sandbox);
    home_remove(home);
    folder_remove();
}

static void set_session(const char *url, const char *token, int timeout_ms)
{
    struct api_config config = {.base_url = url, .token = token, .proxy = "", .timeout_ms = timeout_ms};
    workers_set_session(workers, &config);
}

/* Starts a sandbox, workers with this number of connections, and a logged-in session. */
static void start(const char *options, int count)
{
    char *arguments = mem_printf("--verbose --token secret %s", options);
    cr_assert(process_sandbox_start(home, arguments, &sandbox));
    free(arguments);
    workers_stop(workers, MAIL_LIMIT_MS);
    workers_free(workers);
    workers = workers_new(count, &err);
    set_session(sandbox.url, "secret", 0);
}

static struct call *call_of(enum endpoint_id op, int64_t id)
{
    struct call *call = call_new(op);
    call->project_id = id;
    return call;
}

static uint64_t submit(struct call *call)
{
    static uint64_t last_serial;
    call->serial = ++last_serial;
    workers_call(workers, call);
    return last_serial;
}

static uint64_t submit_read(int64_t id)
{
    return submit(call_of(ENDPOINT_GET_PROJECT, id));
}

/* Waits for the next answer; drops other mail before it. Caller frees. */
static struct call_result *next_answer(void)
{
    for (;;) {
        struct mail mail = mail_next();
        if (mail.kind == MAIL_CALL)
            return mail.call;
        mail_clear(&mail);
    }
}

/* Expects the next answer for this call (0: any), with this error (ERROR_NONE: success). */
static void expect_answer(uint64_t serial, enum error_kind kind)
{
    struct call_result *result = next_answer();
    cr_expect(serial == 0 || result->serial == serial, "call %d", (int)result->serial);
    cr_expect_eq(result->error.kind, kind, "%s", result->error.text);
    cr_expect_eq(result->ok, kind == ERROR_NONE);
    call_result_free(result);
}

/* Submits a call and waits for its answer; caller frees. */
static struct call_result *answer(struct call *call)
{
    uint64_t serial = submit(call);
    struct call_result *result = next_answer();
    cr_assert_eq(result->serial, serial);
    return result;
}

/* Submits a call and waits; expects this error. */
static void expect_end(struct call *call, enum error_kind kind)
{
    expect_answer(submit(call), kind);
}

/* Waits until the sandbox's log contains a text: then the request has arrived. */
static void await_request(const char *text)
{
    int64_t limit = clock_mono_ms() + MAIL_LIMIT_MS;
    for (;;) {
        char *log = home_read(home, "sandbox.log");
        bool found = log && strstr(log, text);
        free(log);
        if (found)
            return;
        cr_assert_lt(clock_mono_ms(), limit, "no request came");
        usleep(2000);
    }
}

TestSuite(workers, .init = begin, .fini = end);

static int threads_started;

/* The linker replaces calls of pthread_create by __wrap_pthread_create; __real_pthread_create is the
 * system's, or that of a sanitizer. */
int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg)
{
    threads_started++;
    return __real_pthread_create(thread, attr, run, arg);
}

/* --- answers --- */

Test(workers, calls_one_after_another_answer_what_was_asked_of_the_server_that_was_meant_in_one_thread)
{
    struct call_result *result = answer(call_of(ENDPOINT_GET_PROJECT, 1));
    cr_expect_not(result->ok);
    cr_expect_str_eq(result->error.text, "No server is set: log in with a URL first");
    call_result_free(result);
    start("", 4);
    threads_started = 0;
    result = answer(call_of(ENDPOINT_GET_PROJECT, 3));
    cr_assert(result->ok, "%s", result->error.text);
    cr_expect_eq(result->project->id, 3);
    cr_expect_eq(result->project_id, 3);
    call_result_free(result);
    struct call *call = call_new(ENDPOINT_LOGIN);
    call->token = mem_copy("secret"); /* a token that the user pasted */
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
    expect_end(call, ERROR_NOT_LOGGED_IN); /* the session's token is not sent to the address of a call */
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
    expect_answer(other, ERROR_NONE); /* the worker still works */
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

/* --- hanging functions --- */

static atomic_bool entered, hangs; /* the replaced getaddrinfo() or fsync() */

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

/* Replaces the C library's: a name under .hang hangs until the test ends it. */
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **found)
{
    (void)service, (void)hints;
    *found = NULL;
    if (!node || !strstr(node, ".hang"))
        return EAI_FAIL;
    hang();
    return EAI_NONAME;
}

/* Replaces the C library's: hangs until the test ends it. */
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

/* A timed read, made when the refresh machine knew this number of refusals. */
static struct call *timed_call(int64_t id, uint64_t refusals)
{
    struct call *call = call_of(ENDPOINT_GET_PROJECT, id);
    call->timed = true;
    call->refusals = refusals;
    return call;
}

/* Timed reads wait behind a call; when the first of them is refused, the others must end too. */
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
    static const size_t order[] = {2, 1, 3, 4, 5}; /* a newer progress replaces the older one in its place */
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
static int turns; /* notices and answers received */

/* Counts notices and answers. After an answer it asks to report a text and to send another call. */
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

static void end_settings(void)
{
    settings_free(&settings);
}

static void begin_engine(void)
{
    static const struct engine_user user = {.handle = count_turn};
    static const struct terminal_ops terminal = {0}; /* unused */
    settings_init(&settings);
    cr_assert(engine_init(&engine, &settings, &user, &terminal, &err), "%s", err.text);
}

TestSuite(engine_mail, .init = begin_engine, .fini = end_settings);

Test(engine_mail, a_limited_number_of_mails_is_handled_before_keys)
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

static void begin_settings(void)
{
    unsetenv("TMUX");
    settings_init(&settings);
}

static void set(enum setting_id id, const char *text)
{
    cr_assert(settings_put(&settings, id, SOURCE_CONFIG, NULL, text, &err), "%s", err.text);
}

/* Appends words, one per line. */
static void append_words(struct buffer *text, char *const *words)
{
    for (size_t i = 0; words && words[i]; i++)
        buffer_printf(text, "%s\n", words[i]);
}

/* --- the clipboard --- */

TestSuite(copy_ways, .init = begin_settings, .fini = end_settings);

#define IN_TMUX "/tmp/tmux-0/default,1,0"

Test(copy_ways, osc_52_carries_the_text_in_base64_up_to_what_terminals_take)
{
    static const struct {
        const char *text, *sequence, *tmux;
    } cases[] = {
        {"fo", "\033]52;c;Zm8=\a", ""},
        {"foo", "\033]52;c;Zm9v\a", ""},
        {"\xC5\xBD\xFF", "\033]52;c;xb3/\a", ""},
        {"\033]52;c;x\a", "\033]52;c;G101MjtjO3gH\a",
         ""}, /* a text with the end of the sequence is encoded */
        {"foo", "\033Ptmux;\033\033]52;c;Zm9v\a\033\\", IN_TMUX},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        setenv("TMUX", cases[i].tmux, 1);
        char *sequence = copy_osc52(cases[i].text);
        cr_expect_str_eq(sequence, cases[i].sequence);
        free(sequence);
    }
    unsetenv("TMUX");
    char *text = mem_zero(COPY_OSC_MAX + 2, 1);
    memset(text, 'x', COPY_OSC_MAX + 1);
    cr_expect_null(copy_osc52(text));
    text[COPY_OSC_MAX] = '\0';
    char *sequence = copy_osc52(text);
    cr_assert_not_null(sequence);
    cr_expect_leq(strlen(sequence), 100000);
    free(sequence);
    free(text);
}

/* --- the hook --- */

TestSuite(notify, .init = begin_settings, .fini = end_settings);

static void expect_hook(const struct notify_change *told, const char *expected)
{
    char **argv, **env;
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    cr_assert(notify_hook(&settings, told, &argv, &env, &err), "%s", err.text);
    append_words(&text, argv);
    append_words(&text, env);
    cr_expect_str_eq(buffer_text(&text), expected);
    spawn_argv_free(argv);
    spawn_argv_free(env);
    buffer_free(&text);
}

Test(notify, the_hook_gets_the_words_of_the_setting_and_the_change_in_its_environment)
{
#define CHANGE                                                                                               \
    "STENO_ID=12\nSTENO_FROM=InProgress\nSTENO_STATE=Completed\n"                                            \
    "STENO_NAME=Council meeting; rm -rf '$HOME'\n"
    struct notify_change change = {
        .id = 12, .from = "InProgress", .to = "Completed", .name = "Council meeting; rm -rf '$HOME'"};
    const struct notify_change hostile = {
        .id = 7, .from = "-d@credentials", .to = "-xHOST", .name = "-o/root/.bashrc {id}"};
    expect_hook(&change, ""); /* by default no hook runs */
    set(SETTING_HOOK, "curl URL");
    expect_hook(&hostile, "curl\nURL\n"
                          "STENO_ID=7\nSTENO_FROM=-d@credentials\nSTENO_STATE=-xHOST\n"
                          "STENO_NAME=-o/root/.bashrc {id}\nSTENO_PROFILE=default\nSTENO_URL=\n");
    set(SETTING_URL, "https://a.example");
    set(SETTING_PROFILE, "work");
    set(SETTING_HOOK, "notify -t 'a b' 'https://h/{id}?x={id}' {id} {ID} {name} {id");
    expect_hook(&change, "notify\n-t\na b\nhttps://h/12?x=12\n12\n{ID}\n{name}\n{id\n" CHANGE
                         "STENO_PROFILE=work\nSTENO_URL=https://a.example\n");
    set(SETTING_HOOK, "notify");
    change.url = "https://b.example"; /* the server of the change */
    expect_hook(&change, "notify\n" CHANGE "STENO_PROFILE=work\nSTENO_URL=https://b.example\n");
    char **argv, **env;
    set(SETTING_HOOK, "notify 'a");
    cr_assert_not(notify_hook(&settings, &change, &argv, &env, &err));
    cr_expect_str_eq(err.text, "hook: A quote in the command is not closed");
    cr_expect_null(argv);
}

/* --- running programs --- */

TestSuite(programs, .init = begin, .fini = end);

/* Runs a command line; `program` has the other members. */
static void run(const char *command, struct program program)
{
    cr_assert(spawn_split(command, &program.argv, &err), "%s", err.text);
    program.input = mem_copy_or_null(program.input);
    program.done = mem_copy_or_null(program.done);
    program.name = mem_copy_or_null(program.name);
    if (!program.limit_ms)
        program.limit_ms = MAIL_LIMIT_MS;
    workers_program(workers, &program);
    cr_assert_null(program.argv);
}

/* Runs a program that appends a number to the file "log". */
static void run_number(int number, struct program program)
{
    char *command = mem_printf("sh -c 'echo %d >>%s'", number, folder_path("log"));
    run(command, program);
    free(command);
}

Test(programs, programs_run_in_order_and_the_end_of_each_is_reported)
{
    struct mail mail;
    for (int i = 1; i <= 5; i++)
        run_number(i, (struct program){.done = (char *)"done"});
    for (int i = 1; i <= 5; i++) {
        mail = mail_next();
        cr_expect(mail.kind == MAIL_NOTICE && mail.good, "%d: %s", i, mail.text);
        cr_expect_str_eq(mail.text, "done");
        mail_clear(&mail);
    }
    expect_text(folder_path("log"), "1\n2\n3\n4\n5\n");
    char *command = mem_printf("sh -c 'cat >%s'", folder_path("copied"));
    run(command, (struct program){.input = (char *)(uintptr_t) "Žluťoučký\n", .done = (char *)"ok"});
    free(command);
    expect_mail(MAIL_NOTICE, "ok");
    expect_text(folder_path("copied"), "Žluťoučký\n");
    run("sh -c 'exit 4'", (struct program){0});
    mail = mail_next();
    cr_expect(mail.kind == MAIL_NOTICE && !mail.good);
    cr_expect_str_eq(mail.text, "sh exited with code 4");
    mail_clear(&mail);
    run("/nonexistent/program", (struct program){0});
    expect_mail(MAIL_NOTICE, "Cannot run /nonexistent/program: No such file or directory");
    run("false", (struct program){.input = (char *)"text", .copy_else = true});
    expect_mail(MAIL_COPY, "text"); /* the terminal copies it */
    run("sleep 600", (struct program){.limit_ms = 1000});
    run("true", (struct program){.done = (char *)"next"});
    expect_mail(MAIL_NOTICE, "sleep did not finish within 1 s and was stopped");
    expect_mail(MAIL_NOTICE, "next");
    workers_read_token(workers, "default", "", "", "echo fresh");
    mail = mail_next();
    cr_assert_eq(mail.kind, MAIL_TOKEN);
    cr_expect_str_eq(mail.secret, "fresh");
    mail_clear(&mail);
}

Test(programs, programs_that_wait_at_the_stop_run_within_its_limit)
{
    run_number(1, (struct program){0});
    run_number(2, (struct program){0});
    cr_expect(workers_stop(workers, MAIL_LIMIT_MS));
    expect_text(folder_path("log"), "1\n2\n");
}

Test(programs, the_end_does_not_wait_for_a_program_that_hangs)
{
    run("sleep 600", (struct program){.limit_ms = 1000});
    cr_expect_not(workers_stop(workers, 0));
    expect_mail(MAIL_NOTICE, "sleep did not finish within 1 s and was stopped");
}
