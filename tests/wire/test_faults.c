/* Runs the fault matrix: nine operations times every row, a test each. */
/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <netdb.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config.h"
#include "support/asserts.h"
#ifndef LIBCURL_LATE
#include <curl/curl.h>
#endif
#include "steno/api/record.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "support/process.h"
#include "wire/faults.h"
#include "wire/wire.h"

#define TLS      FIXTURES "/tls/"
#define PASSWORD "pass-word-9"
#define JSON_MAX 4096

/* A cell of the matrix. Criterion copies it into the test's process. */
struct cell {
    int op;
    int fault;
};

/* How each operation begins its sentences, and how it meets faults. */
static const struct {
    enum fault_class class;
    const char *subject;
} operations[ENDPOINT_COUNT] = {
    [ENDPOINT_LOGIN] = {FAULT_LOGIN, "Log in: "},
    [ENDPOINT_CURRENT_USER] = {FAULT_ACCOUNT, "Read account: "},
    [ENDPOINT_PASSWORD_SETTINGS] = {FAULT_ACCOUNT, "Read password policy: "},
    [ENDPOINT_GET_PROJECT] = {FAULT_GET, "Read project 7: "},
    [ENDPOINT_ADD_METADATA] = {FAULT_WRITE, "Set metadata of project 7: "},
    [ENDPOINT_DELETE_METADATA] = {FAULT_WRITE, "Delete metadata of project 7: "},
    [ENDPOINT_DELETE_TAG] = {FAULT_WRITE, "Delete tag of project 7: "},
    [ENDPOINT_ENQUEUE] = {FAULT_WRITE, "Enqueue project 7: "},
    [ENDPOINT_EXPORT] = {FAULT_EXPORT, "Export subtitles of project 7: "},
};

/* A name that is never answered for is being resolved. */
static atomic_bool resolver_hangs;

/* Stands before the C library's: names that begin with "hung" are never answered for. */
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result)
{
    static int (*next)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    while (node && strncmp(node, "hung", 4) == 0) {
        atomic_store(&resolver_hangs, true);
        pause();
    }
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "getaddrinfo");
    return next(node, service, hints, result);
}

#ifndef LIBCURL_LATE
static bool libcurl_is_old;

/* Stands before libcurl's, which who loads it late asks instead. */
curl_version_info_data *curl_version_info(CURLversion stamp)
{
    static curl_version_info_data old = {.version = "7.74.0", .version_num = 0x074a00};
    curl_version_info_data *(*next)(CURLversion stamp);
    *(void **)&next = dlsym(RTLD_NEXT, "curl_version_info");
    return libcurl_is_old ? &old : next(stamp);
}

Test(libcurl, that_is_too_old_is_refused)
{
    static const char said[] = "libcurl could not be loaded (7.74.0 is too old; at least 7.";
    struct api_config config = {.base_url = "http://127.0.0.1:9"};
    struct error err;
    libcurl_is_old = true;
    cr_assert_null(connection_new(&config, &err));
    cr_expect_eq(err.kind, ERROR_NETWORK);
    cr_expect_str_starts(err.text, said);
}
#endif

/* A body of one repeated character within brackets, as a JSON answer. Caller frees. */
static char *json_answer(char open, char close, size_t count)
{
    char *body = mem_zero(count * 2 + 3, 1);
    body[0] = open == '[' ? '[' : '"';
    memset(body + 1, open, count);
    memset(body + 1 + count, close, count);
    body[1 + count * 2] = open == '[' ? ']' : '"';
    char *answer =
        mem_printf("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                   strlen(body), body);
    free(body);
    return answer;
}

/* The answer of a row. Caller frees. */
static char *fault_bytes(const struct fault *fault, const struct mock_server *other)
{
    if (fault->bytes)
        return mem_copy(fault->bytes);
    if (strcmp(fault->name, "deep_json") == 0)
        return json_answer('[', ']', 200);
    if (strcmp(fault->name, "huge_body") == 0)
        return json_answer('x', 'x', JSON_MAX);
    return mem_printf("HTTP/1.1 302 Found\r\nLocation: %s/elsewhere\r\nContent-Length: 0\r\n\r\n",
                      mock_url(other));
}

/* A sandbox with a certificate, for the rows that want one. */
struct secure_server {
    struct home *home; /* NULL when there is none */
    struct process_sandbox sandbox;
};

/* The address that a row points the client at. Caller frees. */
static char *fault_url(const struct fault *fault, const struct mock_server *mock,
                       struct secure_server *secure)
{
    switch (fault->place) {
    case PLACE_CLOSED:
        return mem_printf("http://127.0.0.1:%d", mock_free_port());
    case PLACE_FULL:
        return mem_printf("http://127.0.0.1:%d", mock_full_port());
    case PLACE_NO_NAME:
        return mem_printf("http://%064d.example", 0);
    case PLACE_HUNG_NAME:
        return mem_copy("http://hung.example");
    case PLACE_TLS:
        return mem_printf("https%s", mock_url(mock) + strlen("http"));
    case PLACE_EXPIRED:
        secure->home = home_create();
        cr_assert(process_sandbox_start(secure->home, "--tls '" TLS "expired.pem' '" TLS "expired.key'",
                                        &secure->sandbox));
        return mem_copy(secure->sandbox.url);
    case PLACE_MOCK:
        break;
    }
    return mem_copy(mock_url(mock));
}

/* A sink that takes everything. */
static bool sink_write(void *arg, const void *data, size_t len)
{
    (void)arg;
    (void)data;
    (void)len;
    return true;
}

/* Carries out one write of a project that was seen. */
static bool run_write(struct wire *wire, enum endpoint_id op)
{
    static const char seen[] = "{\"Data\":{\"Id\":7,\"AccessToken\":5,\"Tags\":[\"news\"]}}";
    struct project *now = NULL, *before = project_decode(seen, strlen(seen), &wire->err);
    struct request_args args = {.project_id = 7, .version = 5, .key = "k", .value = "news"};
    bool done =
        api_write(wire->connection, op, &args, op == ENDPOINT_ENQUEUE ? NULL : before, &now, &wire->err);
    project_free(before);
    project_free(now);
    return done;
}

/* Carries out one operation: did it work? */
static bool run_operation(struct wire *wire, int op)
{
    struct login_request request = {.email = "a@b", .password = PASSWORD};
    struct export_sink sink = {.write = sink_write};
    struct export_info info;
    void *got;
    switch (operations[op].class) {
    case FAULT_LOGIN:
    case FAULT_ACCOUNT:
        if (op == ENDPOINT_PASSWORD_SETTINGS) {
            struct policy *policy = api_password_settings(wire->connection, &wire->err);
            policy_free(policy);
            return policy != NULL;
        }
        got = op == ENDPOINT_LOGIN ? api_login(wire->connection, &request, &wire->err)
                                   : api_current_user(wire->connection, &wire->err);
        login_free(got);
        return got != NULL;
    case FAULT_GET:
        got = api_project_get(wire->connection, 7, &wire->err);
        project_free(got);
        return got != NULL;
    case FAULT_EXPORT:
        return api_export(wire->connection, 7, NULL, &sink, &info, &wire->err);
    default:
        return run_write(wire, (enum endpoint_id)op);
    }
}

/* The exit code that the design gives a kind. */
static int exit_code(enum error_kind kind)
{
    static const char codes[] = {[ERROR_NOT_LOGGED_IN] = 3, [ERROR_FORBIDDEN] = 3,
                                 [ERROR_NOT_FOUND] = 4,     [ERROR_CONFLICT] = 5,
                                 [ERROR_DNS] = 6,           [ERROR_CONNECT] = 6,
                                 [ERROR_TLS] = 6,           [ERROR_TIMEOUT] = 6,
                                 [ERROR_NETWORK] = 6,       [ERROR_UNKNOWN_OUTCOME] = 6,
                                 [ERROR_REJECTED] = 1,      [ERROR_RATE_LIMITED] = 1,
                                 [ERROR_SERVER] = 1,        [ERROR_BAD_REPLY] = 1};
    return codes[kind];
}

/* Requests that a cell expects: one operation asks once more, with the token. */
static int expected_requests(const struct cell *cell, const struct fault *fault)
{
    return fault->expect[operations[cell->op].class].requests +
           (cell->op == ENDPOINT_PASSWORD_SETTINGS && fault->status == 401);
}

/* Asserts what an operator would read. */
static void expect_sentence(const struct cell *cell, const struct fault *fault, const struct error *err)
{
    const char *subject = operations[cell->op].subject;
    bool own = fault->export_words && cell->op == ENDPOINT_EXPORT;
    const char *words = own ? fault->export_words : fault->words;
    size_t len = strlen(err->text);
    cr_assert(strstr(err->text, subject) || strstr(err->text, "Read project 7: "), "%s", err->text);
    cr_assert_str_has(err->text, words, "“%s” is not in: %s", words, err->text);
    cr_assert(len > strlen(subject) + 20 && len < sizeof err->text - 4, "%s", err->text);
    cr_assert(text_is_valid(err->text, len));
    for (const char *c = err->text; *c; c++)
        cr_assert((unsigned char)*c >= ' ', "a control character in: %s", err->text);
    cr_assert_str_lacks(err->text, WIRE_TOKEN);
    cr_assert_str_lacks(err->text, PASSWORD);
}

/* Cancels once the resolver has been asked. */
static void *cancel_resolving(void *arg)
{
    while (!atomic_load(&resolver_hangs))
        sched_yield();
    connection_cancel(arg);
    return NULL;
}

Test(cancel, a_resolver_that_never_answers_does_not_hold_a_call)
{
    struct wire wire;
    pthread_t thread;
    wire_open(&wire, &(struct api_config){.base_url = "http://hung.example",
                                          .token = WIRE_TOKEN,
                                          .timeout_ms = 60000,
                                          .connect_timeout_ms = 60000});
    pthread_create(&thread, NULL, cancel_resolving, wire.connection);
    int64_t start_ms = clock_mono_ms();
    cr_assert_null(wire_enqueue(wire.connection, 7, NULL, &wire.err));
    cr_assert_lt(clock_mono_ms() - start_ms, 10000);
    WIRE_ERROR(&wire, ERROR_CANCELLED, 0, "Enqueue project 7: cancelled.");
    pthread_join(thread, NULL);
    wire_close(&wire);
}

/* Every cell, as Criterion wants it. */
ParameterizedTestParameters(faults, cell)
{
    static struct cell cells[ENDPOINT_COUNT * 64];
    size_t count = 0;
    for (size_t fault = 0; fault < fault_count; fault++) {
        for (int op = 0; op < ENDPOINT_COUNT; op++)
            cells[count++] = (struct cell){op, (int)fault};
    }
    return cr_make_param_array(struct cell, cells, count);
}

ParameterizedTest(struct cell *cell, faults, cell)
{
    const struct fault *fault = &faults[cell->fault];
    struct fault_expectation expect = fault->expect[operations[cell->op].class];
    struct mock_server *mock = mock_start(), *other = mock_start();
    struct secure_server secure = {.home = NULL};
    char *bytes = fault_bytes(fault, other), *url = fault_url(fault, mock, &secure);
    struct wire wire;
    wire_open(&wire, &(struct api_config){.base_url = url,
                                          .token = WIRE_TOKEN,
                                          .json_max = JSON_MAX,
                                          .timeout_ms = fault->timeout_ms,
                                          .stall_timeout_ms = fault->timeout_ms,
                                          .connect_timeout_ms = fault->timeout_ms});
    for (int i = 0; i < 8; i++)
        mock_script(mock, fault->after, bytes, strlen(bytes));
    bool worked = run_operation(&wire, cell->op);
    const char *name = endpoints[cell->op].name;
    cr_assert_eq(worked, expect.kind == ERROR_NONE, "%s, %s: %s", name, fault->name, wire.err.text);
    int requests = operations[cell->op].class == FAULT_WRITE ? wire_writes(mock) : mock_count(mock);
    if (fault->place == PLACE_MOCK)
        cr_assert_eq(requests, expected_requests(cell, fault), "%s, %s: %d requests", name, fault->name,
                     requests);
    cr_assert_eq(mock_connections(other), 0, "%s, %s: the redirect was followed", name, fault->name);
    if (!worked) {
        cr_assert_eq(wire.err.kind, expect.kind, "%s, %s: %s: %s", name, fault->name,
                     error_kind_name(wire.err.kind), wire.err.text);
        cr_assert_eq(error_kind_exit_code(wire.err.kind), exit_code(expect.kind));
        cr_assert_eq(wire.err.status, fault->status, "%s, %s: %d", name, fault->name, wire.err.status);
        expect_sentence(cell, fault, &wire.err);
    }
    wire_close(&wire);
    mock_stop(mock);
    mock_stop(other);
    if (secure.home)
        process_sandbox_stop(&secure.sandbox);
    home_remove(secure.home);
    free(bytes);
    free(url);
}
