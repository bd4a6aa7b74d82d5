/* The fault matrix: each of the nine operations meets every kind of fault. */
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

#include "support/asserts.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "support/process.h"
#include "wire/wire.h"

#define PASSWORD "pass-word-9"
#define JSON_MAX 4096

/* --- rows --- */

/* Operations that react to faults in the same way. */
enum fault_class { FAULT_LOGIN, FAULT_ACCOUNT, FAULT_GET, FAULT_WRITE, FAULT_EXPORT, FAULT_CLASSES };

/* The server address that the client gets. */
enum fault_place {
    PLACE_MOCK,      /* the scripted server */
    PLACE_CLOSED,    /* a port where nothing listens */
    PLACE_FULL,      /* a listening socket with a full queue */
    PLACE_NO_NAME,   /* a name that cannot be resolved */
    PLACE_HUNG_NAME, /* a name that the resolver never answers */
    PLACE_TLS,       /* the scripted server by https, which it does not speak */
    PLACE_EXPIRED    /* a server with an expired certificate */
};

struct fault {
    const char *name;
    enum mock_fault after; /* what the server does after `bytes` */
    const char *bytes;     /* its answer to every request; NULL: made by fault_bytes() */
    int status;            /* of the error */
    const char *words[2];  /* parts of the error's sentence */
    struct fault_expectation {
        enum error_kind kind; /* ERROR_NONE: the call works */
        int requests;         /* complete requests at the server */
    } expect[FAULT_CLASSES];
    enum fault_place place;
    int timeout_ms;           /* 0: a long one */
    const char *export_words; /* for an export, instead of words[0] */
};

/* clang-format off */
#define ONE(kind)        {kind, 1}
#define ALL(kind, count) {{kind, count}, {kind, count}, {kind, count}, {kind, count}, {kind, count}}
#define ALL_ONCE(kind)   {ONE(kind), ONE(kind), ONE(kind), ONE(ERROR_UNKNOWN_OUTCOME), ONE(kind)}
#define AGAIN(kind, write, tries) {{kind, 1}, {kind, tries}, {kind, tries}, {write, 1}, {kind, tries}}
#define BROKEN           AGAIN(ERROR_NETWORK, ERROR_UNKNOWN_OUTCOME, 3)
#define FAILS(tries)     AGAIN(ERROR_SERVER, ERROR_UNKNOWN_OUTCOME, tries)
#define SILENT           ALL_ONCE(ERROR_TIMEOUT)
#define ODD              ALL_ONCE(ERROR_BAD_REPLY)
/* An account is accepted with any members; a project must have the requested id. */
#define NO_PROJECT \
    {ONE(ERROR_BAD_REPLY), ONE(ERROR_NONE), ONE(ERROR_BAD_REPLY), ONE(ERROR_UNKNOWN_OUTCOME), ONE(ERROR_BAD_REPLY)}

#define LOST      "the connection to 127.0.0.1"
#define IN_HEAD   "the response ended before its headers were complete"
#define JSON_HEAD "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
#define STATUS(code, body, len) MOCK_ANSWER, "HTTP/1.1 " #code " Mock\r\nContent-Length: " #len "\r\n\r\n" body, code
#define JSON(body, len)         MOCK_ANSWER, JSON_HEAD "Content-Length: " #len "\r\n\r\n" body, 200
#define NOTHING                 MOCK_ANSWER, "", 0

static const struct fault faults[] = {
    {"refused", NOTHING, {"cannot connect to 127.0.0.1"}, .expect = ALL(ERROR_CONNECT, 0), .place = PLACE_CLOSED},
    {"dns_failure", NOTHING, {"cannot resolve host "}, .expect = ALL(ERROR_DNS, 0), .place = PLACE_NO_NAME},
    {"hung_dns", NOTHING,
     {"could not resolve "}, .expect = ALL(ERROR_TIMEOUT, 0), .place = PLACE_HUNG_NAME, .timeout_ms = 200},
    {"connect_timeout", NOTHING,
     {"could not connect to 127.0.0.1", "in time"}, .expect = ALL(ERROR_TIMEOUT, 0),
     .place = PLACE_FULL, .timeout_ms = 200},
    {"no_tls", MOCK_ANSWER_CLOSE, "HTTP/1.1 400 Bad\r\n\r\n", 0, {"no trusted TLS connection to 127.0.0.1:"},
     .expect = ALL(ERROR_TLS, 0), .place = PLACE_TLS},
    {"bad_certificate", NOTHING,
     {"no trusted TLS connection to 127.0.0.1:"}, .expect = ALL(ERROR_TLS, 0), .place = PLACE_EXPIRED},

    {"stall", MOCK_ANSWER_STALL, "", 0,
     {"no response from 127.0.0.1", "within 0.3 s"}, .expect = SILENT, .timeout_ms = 300},
    {"stall_in_headers", MOCK_ANSWER_STALL, "HTTP/1.1 200 OK\r\nContent-Ty", 200,
     {"did not complete its response within 0.3 s"}, .expect = SILENT, .timeout_ms = 300,
     .export_words = "no more data from 127.0.0.1"},
    /* libcurl's versions differ in whether they count this as an answer. */
    {"stall_in_the_first_line", MOCK_ANSWER_STALL, "HTTP/1.1 2", 0, {"within 0.3 s"}, .expect = SILENT,
     .timeout_ms = 300, .export_words = "from 127.0.0.1"},

    {"reset_after_request", MOCK_RESET, "", 0, {LOST}, .expect = BROKEN},
    {"closed_without_answer", MOCK_CLOSE, "", 0, {LOST}, .expect = BROKEN},
    {"cut_in_the_first_line", MOCK_ANSWER_CLOSE, "HTTP/1.1 2", 0, {"was lost ("}, .expect = BROKEN},
    {"cut_head", MOCK_ANSWER_CLOSE, "HTTP/1.1 200 OK\r\nServer: one header\r\n", 200, {IN_HEAD}, .expect = BROKEN},
    {"cut_head_of_a_refusal", MOCK_ANSWER_CLOSE, "HTTP/1.1 409 Conflict\r\nContent-Le", 409,
     {IN_HEAD}, .expect = BROKEN},
    {"reset_in_head", MOCK_ANSWER_RESET, "HTTP/1.1 200 OK\r\nServer: one header\r\n", 200, {LOST}, .expect = BROKEN},
    {"interim_answer_only", MOCK_ANSWER_CLOSE, "HTTP/1.1 100 Continue\r\n\r\n", 100, {LOST}, .expect = BROKEN},
    {"cut_body", MOCK_ANSWER_CLOSE, JSON_HEAD "Content-Length: 500\r\n\r\n{\"Data\":{\"Id\":7", 200,
     {LOST}, .expect = BROKEN},
    {"reset_in_body", MOCK_ANSWER_RESET, JSON_HEAD "Content-Length: 500\r\n\r\n{\"Da", 200, {LOST}, .expect = BROKEN},
    {"broken_chunks", MOCK_ANSWER_CLOSE, JSON_HEAD "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}", 200,
     {LOST}, .expect = BROKEN},

    {"not_http", MOCK_ANSWER_CLOSE, "SSH-2.0-OpenSSH_9.2\r\n", 0, {"sent an invalid HTTP response"}, .expect = ODD},
    {"bad_compression", MOCK_ANSWER_CLOSE, JSON_HEAD "Content-Encoding: gzip\r\n\r\nthis is no gzip at all", 200,
     {"sent an invalid HTTP response ("}, .expect = ODD},
    {"empty_body", JSON("", 0), {"JSON"}, .expect = ODD},
    {"html_for_json", MOCK_ANSWER,
     "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 13\r\n\r\n<html></html>", 200,
     {"not JSON"}, .expect = ODD,
     .export_words = "a web page instead of a file"},
    {"bad_json", JSON("{\"Data\":", 8), {"JSON"}, .expect = ODD},
    {"deep_json", MOCK_ANSWER, NULL, 200, {""}, .expect = ODD},
    {"huge_body", MOCK_ANSWER, NULL, 200, {"is too large", "Increase json_max"}, .expect = ODD},
    {"json_of_another_kind", JSON("[1,2]", 5), {""}, .expect = ODD},
    {"wrong_types", JSON("{\"Token\":5,\"User\":[],\"Data\":{\"Id\":\"x\",\"AccessToken\":[],\"Tags\":5,\"x\":0}}", 71),
     {""}, .expect = {ONE(ERROR_BAD_REPLY), ONE(ERROR_NONE), ONE(ERROR_NONE), ONE(ERROR_NONE), ONE(ERROR_BAD_REPLY)}},
    {"missing_data", JSON("{\"Other\":1}", 11), {""}, .expect = NO_PROJECT},
    {"another_project", JSON("{\"Data\":{\"Id\":8}}", 17), {""}, .expect = NO_PROJECT},

    {"status_400", STATUS(400, "{\"Message\":\"m-1\"}", 17), {"m-1"}, .expect = ALL(ERROR_REJECTED, 1)},
    {"status_401", STATUS(401, "", 0), {"(401)"}, .expect = ALL(ERROR_NOT_LOGGED_IN, 1)},
    {"status_402", STATUS(402, "", 0), {"(402)"}, .expect = ALL(ERROR_REJECTED, 1)},
    {"status_403", STATUS(403, "plain words", 11), {"plain words"}, .expect = ALL(ERROR_FORBIDDEN, 1)},
    {"status_404", STATUS(404, "", 0), {"(404)"}, .expect = ALL(ERROR_NOT_FOUND, 1)},
    {"status_409", STATUS(409, "", 0), {"(409)"}, .expect = ALL(ERROR_CONFLICT, 1)},
    {"status_412", STATUS(412, "", 0), {"(412)"}, .expect = ALL(ERROR_REJECTED, 1)},
    {"status_422", STATUS(422, "", 0), {"(422)"}, .expect = ALL(ERROR_REJECTED, 1)},
    {"status_429", STATUS(429, "", 0), {"rate limited by the server"},
     .expect = AGAIN(ERROR_RATE_LIMITED, ERROR_RATE_LIMITED, 3)},
    {"status_500", STATUS(500, "<title>oops</title>", 19), {"oops"}, .expect = FAILS(3)},
    {"status_501", STATUS(501, "", 0), {"(501)"}, .expect = FAILS(1)},
    {"status_502", STATUS(502, "", 0), {"(502)"}, .expect = FAILS(3)},
    {"status_503", STATUS(503, "", 0), {"(503)"}, .expect = FAILS(3)},
    {"status_503_retry_after", MOCK_ANSWER, "HTTP/1.1 503 X\r\nRetry-After: 3600\r\nContent-Length: 0\r\n\r\n", 503,
     {"(503)"}, .expect = FAILS(1)},
    {"status_500_cut", MOCK_ANSWER_CLOSE, "HTTP/1.1 500 X\r\nContent-Length: 90\r\n\r\nhalf a wo", 500, {"half a wo"},
     .expect = FAILS(3)},
    {"status_422_cut", MOCK_ANSWER_CLOSE, "HTTP/1.1 422 X\r\nContent-Length: 90\r\n\r\nhalf a wo", 422, {"half a wo"},
     .expect = AGAIN(ERROR_REJECTED, ERROR_REJECTED, 3)},
    {"redirect", MOCK_ANSWER, NULL, 302, {"redirects to http://127.0.0.1:"}, .expect = ALL_ONCE(ERROR_REJECTED)},
    {"status_408", STATUS(408, "", 0), {"(408)"}, .expect = ALL_ONCE(ERROR_REJECTED)},
    {"status_418", STATUS(418, "", 0), {"(418)"}, .expect = ALL_ONCE(ERROR_REJECTED)},
    {"status_999", STATUS(999, "", 0), {"unexpected response"}, .expect = ODD},
};
/* clang-format on */

/* --- operations --- */

/* The start of each operation's error sentences, and its class. */
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

/* Carries out one operation; a write gets the project as read before. Returns
 * true if the operation succeeded. */
static bool run_operation(enum endpoint_id op)
{
    struct login_request request = {.email = "a@b", .password = PASSWORD};
    if (op == ENDPOINT_PASSWORD_SETTINGS) {
        struct policy *policy = api_password_settings(wire.connection, &wire.err);
        policy_free(policy);
        return policy != NULL;
    }
    if (op == ENDPOINT_LOGIN)
        return wire_login(&request);
    if (op == ENDPOINT_CURRENT_USER)
        return wire_account();
    if (op == ENDPOINT_GET_PROJECT)
        return wire_read();
    if (op == ENDPOINT_EXPORT)
        return wire_export(NULL, false);
    struct request_args args = {.project_id = 7, .version = 5, .key = "k", .value = "news"};
    return wire_write(op, &args,
                      op == ENDPOINT_ENQUEUE ? NULL
                                             : "{\"Data\":{\"Id\":7,\"AccessToken\":5,\"Tags\":[\"news\"]}}");
}

/* --- functions that replace those of libraries --- */

/* A name that is never resolved has been asked for. */
static atomic_bool resolver_hangs;

/* Replaces the C library's: names that begin with "hung" are never resolved. */
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

/* Cancels the call when the resolver has been called. */
static void *cancel_resolving(void *arg)
{
    while (!atomic_load(&resolver_hangs))
        sched_yield();
    connection_cancel(arg);
    return NULL;
}

Test(cancel, a_resolver_that_never_answers_does_not_hold_a_call)
{
    pthread_t thread;
    wire_open(&(struct api_config){.base_url = "http://hung.example",
                                   .token = WIRE_TOKEN,
                                   .timeout_ms = 60000,
                                   .connect_timeout_ms = 60000});
    pthread_create(&thread, NULL, cancel_resolving, wire.connection);
    int64_t start_ms = clock_mono_ms();
    cr_assert_not(wire_enqueue());
    cr_assert_lt(clock_mono_ms() - start_ms, 10000);
    WIRE_ERROR(ERROR_CANCELLED, 0, "Enqueue project 7: cancelled.");
    pthread_join(thread, NULL);
    wire_close();
}

/* --- the matrix --- */

/* The answer of a row: its bytes, or generated: nested lists, a long text, a redirect. Caller frees. */
static char *fault_bytes(const struct fault *fault, const struct mock_server *other)
{
    char body[JSON_MAX * 2 + 3] = "";
    bool deep = strcmp(fault->name, "deep_json") == 0;
    size_t half = deep ? 201 : JSON_MAX + 1;
    if (fault->bytes)
        return mem_copy(fault->bytes);
    if (fault->status == 302)
        return mem_printf("HTTP/1.1 302 Found\r\nLocation: %s/elsewhere\r\nContent-Length: 0\r\n\r\n",
                          mock_url(other));
    memset(body, deep ? '[' : 'x', half);
    memset(body + half, deep ? ']' : 'x', half);
    if (!deep)
        body[0] = body[half * 2 - 1] = '"';
    return mem_printf(JSON_HEAD "Content-Length: %zu\r\n\r\n%s", half * 2, body);
}

/* A sandbox with an expired certificate, for PLACE_EXPIRED. */
struct secure_server {
    struct home *home; /* NULL: not started */
    struct process_sandbox sandbox;
};

/* The address that the client gets. Caller frees. */
static char *fault_url(const struct fault *fault, const struct mock_server *mock,
                       struct secure_server *secure)
{
    static const char arguments[] = "--tls '" FIXTURES "/tls/expired.pem' '" FIXTURES "/tls/expired.key'";
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
        cr_assert(process_sandbox_start(secure->home, arguments, &secure->sandbox));
        return mem_copy(secure->sandbox.url);
    case PLACE_MOCK:
        break;
    }
    return mem_copy(mock_url(mock));
}

/* Asserts the error's sentence. */
static void expect_sentence(enum endpoint_id op, const struct fault *fault, const struct error *err)
{
    const char *subject = operations[op].subject, *text = err->text;
    bool own = fault->export_words && op == ENDPOINT_EXPORT;
    size_t len = strlen(text);
    cr_expect(strstr(text, subject) || strstr(text, "Read project 7: "), "%s: %s", fault->name, text);
    for (size_t i = 0; i < 2 && fault->words[i]; i++)
        cr_expect_str_has(text, own && i == 0 ? fault->export_words : fault->words[i], "%s", fault->name);
    cr_expect_gt(len, strlen(subject) + 20, "%s", fault->name);
    cr_expect_lt(len, sizeof err->text - 4, "%s", fault->name);
    cr_expect(text_is_valid(text, len), "%s: %s", fault->name, text);
    for (const char *c = text; *c; c++)
        cr_expect((unsigned char)*c >= ' ', "%s: a control character in: %s", fault->name, text);
    cr_expect_str_lacks(text, WIRE_TOKEN, "%s", fault->name);
    cr_expect_str_lacks(text, PASSWORD, "%s", fault->name);
}

/* Runs one fault for one operation. */
static void run_cell(enum endpoint_id op, const struct fault *fault)
{
    const struct fault_expectation *expect = &fault->expect[operations[op].class];
    struct mock_server *mock = mock_start(), *other = mock_start();
    struct secure_server secure = {.home = NULL};
    char *bytes = fault_bytes(fault, other), *url = fault_url(fault, mock, &secure);
    wire_open(&(struct api_config){.base_url = url,
                                   .token = WIRE_TOKEN,
                                   .json_max = JSON_MAX,
                                   .timeout_ms = fault->place == PLACE_FULL ? 0 : fault->timeout_ms,
                                   .stall_timeout_ms = fault->timeout_ms,
                                   .connect_timeout_ms = fault->timeout_ms});
    for (int i = 0; i < 8; i++)
        mock_script(mock, fault->after, bytes, strlen(bytes));
    bool worked = run_operation(op);
    cr_expect_eq(worked, expect->kind == ERROR_NONE, "%s: %s", fault->name, wire.err.text);
    int requests = operations[op].class == FAULT_WRITE ? wire_writes(mock) : mock_count(mock);
    /* after a 401 this operation tries again with the token */
    int again = op == ENDPOINT_PASSWORD_SETTINGS && fault->status == 401;
    if (fault->place == PLACE_MOCK)
        cr_expect_eq(requests, expect->requests + again, "%s", fault->name);
    cr_expect_eq(mock_connections(other), 0, "%s: the redirect was followed", fault->name);
    if (!worked) {
        cr_expect_eq(wire.err.kind, expect->kind, "%s: %s: %s", fault->name, error_kind_name(wire.err.kind),
                     wire.err.text);
        cr_expect_eq(wire.err.status, fault->status, "%s", fault->name);
        expect_sentence(op, fault, &wire.err);
    }
    wire_close();
    mock_stop(mock);
    mock_stop(other);
    if (secure.home)
        process_sandbox_stop(&secure.sandbox);
    home_remove(secure.home);
    free(bytes);
    free(url);
}

/* One case per operation. */
ParameterizedTestParameters(faults, meet)
{
    static int ops[ENDPOINT_COUNT];
    for (int op = 0; op < ENDPOINT_COUNT; op++)
        ops[op] = op;
    return cr_make_param_array(int, ops, ENDPOINT_COUNT);
}

ParameterizedTest(int *op, faults, meet)
{
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        run_cell((enum endpoint_id) * op, &faults[i]);
}
