/* Owns how one operation is carried out, with the log of each exchange. Must not know what an answer holds.
 */
/* SPDX-License-Identifier: MIT */
#include "operation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "request.h"
#include "steno/base/clock.h"
#include "steno/base/log.h"
#include "steno/base/mem.h"

#define TRIES_MAX 3

void operation_begin(struct operation *op, struct connection *connection, enum endpoint_id id,
                     const struct request_args *args)
{
    bool bounded = id != ENDPOINT_EXPORT;
    *op = (struct operation){.connection = connection,
                             .endpoint = &endpoints[id],
                             .args = args,
                             .timeout_ms = connection->config.timeout_ms,
                             .hands_back_waits = connection->hands_back_waits};
    op->deadline_ms = bounded ? clock_mono_ms() + op->timeout_ms : INT64_MAX;
}

struct reply_context operation_context(const struct operation *op)
{
    return (struct reply_context){.config = &op->connection->config,
                                  .endpoint = op->endpoint,
                                  .project_id = op->args->project_id,
                                  .password = op->args->login ? op->args->login->password : NULL,
                                  .time_limit_ms = op->deadline_ms == INT64_MAX
                                                       ? op->connection->config.stall_timeout_ms
                                                       : op->timeout_ms};
}

bool operation_wait(struct operation *op, int64_t ms, const char *notice, struct error *err)
{
    const struct api_config *config = &op->connection->config;
    struct reply_context context = operation_context(op);
    if (config->on_notice) {
        char subject[100];
        reply_error_subject(subject, sizeof subject, op->endpoint, op->args->project_id);
        char *text = mem_printf("%s: %s", subject, notice);
        config->on_notice(config->notice_arg, text, ms);
        free(text);
    }
    return http_wait(op->connection->http, ms) ||
           reply_error_set(err, ERROR_CANCELLED, &context, NULL, "cancelled");
}

/* Writes how a try ended to the log: of headers the names, without their values. */
static void operation_log_end(bool answered, const struct http_reply *reply,
                              const struct http_failure *failure)
{
    struct buffer names;
    if (!log_is_open())
        return;
    if (!answered) {
        log_line("< no answer: %s, %s", error_kind_name(failure->kind), failure->text);
        return;
    }
    buffer_init(&names, BUFFER_MAX_DEFAULT);
    for (const char *line = buffer_text(&reply->headers); *line;) {
        buffer_append(&names, line, strcspn(line, ":\n"));
        buffer_append_char(&names, ' ');
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    log_line("< %d, %zu bytes kept; headers: %s", reply->status, reply->body.len, buffer_text(&names));
    buffer_free(&names);
}

/* Writes method, address and header names to the log; never a query of a login, never a value of a header. */
static void operation_log_request(const struct request *request)
{
    bool login = request->endpoint->body == BODY_LOGIN;
    size_t len = login ? strcspn(request->shown_url, "?") : strlen(request->shown_url);
    log_line("> %s %.*s; headers: Accept%s%s%.*s", request->endpoint->method, (int)len, request->shown_url,
             request->content_type ? " Content-Type" : "", request->auth_header ? " " : "",
             request->auth_header ? (int)strcspn(request->auth_header, ":") : 0,
             request->auth_header ? request->auth_header : "");
}

/* Must the request not be sent a second time? A wrong password counts each time. */
static bool operation_is_once(const struct operation *op)
{
    return op->endpoint->write || op->endpoint->body == BODY_LOGIN;
}

/* Makes the header lines of the built request. */
static void operation_put_headers(struct operation *op)
{
    const struct request *request = &op->request;
    size_t count = 0;
    op->keep[0] = mem_printf("Accept: %s", request_accept(request));
    op->keep[1] = request->content_type ? mem_printf("Content-Type: %s", request->content_type) : NULL;
    op->keep[2] = mem_printf("Accept-Encoding: %s", request_accept_encoding(request));
    op->lines[count++] = op->keep[0];
    op->lines[count++] = op->keep[2];
    if (op->keep[1])
        op->lines[count++] = op->keep[1];
    else if (request->body)
        op->lines[count++] = "Content-Type:"; /* libcurl would name one of its own */
    if (request->auth_header)
        op->lines[count++] = request->auth_header;
    op->lines[count++] = "User-Agent: steno";
    op->lines[count] = NULL;
}

/* Builds the request; false with the error. */
static bool operation_open(struct operation *op, struct error *err)
{
    struct api_config config = op->connection->config;
    if (op->without_token)
        config.token = NULL;
    op->tries = 0;
    if (!request_build(&op->request, &config, (enum endpoint_id)(op->endpoint - endpoints), op->args, err))
        return false;
    operation_put_headers(op);
    op->exchange = (struct http_request){
        .method = op->endpoint->method,
        .url = op->request.url,
        .headers = op->lines,
        .body = op->request.body,
        .body_len = op->request.body ? strlen(op->request.body) : 0,
        .fresh = operation_is_once(op),
        .connect_timeout_ms = config.connect_timeout_ms,
        .stall_timeout_ms = op->deadline_ms == INT64_MAX ? config.stall_timeout_ms : 0,
        .body_max = (size_t)config.json_max,
        .take = op->take,
        .take_arg = op->take_arg,
    };
    return true;
}

/* Is it worth another try? Reads only, nothing that another try cannot mend, and no second wait for a silent
 * server. */
static bool operation_may_retry(const struct operation *op, bool answered, const struct http_reply *reply,
                                const struct http_failure *failure)
{
    int status = reply->status;
    if (operation_is_once(op) || op->delivered)
        return false;
    if (answered && op->hands_back_waits && (status == 429 || (status == 503 && reply->retry_after_s > 0)))
        return false;
    if (answered)
        return status == 429 || status == 500 || status == 502 || status == 503 || status == 504;
    return failure->kind == ERROR_CONNECT || failure->kind == ERROR_NETWORK ||
           (failure->kind == ERROR_TIMEOUT && !failure->sent);
}

/* A fraction from 0 to 1, to spread the retries of many clients. */
static double operation_jitter(struct connection *connection)
{
    uint64_t x = connection->jitter;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    connection->jitter = x;
    return (double)(x >> 11) / (double)(UINT64_C(1) << 53);
}

/* How long to wait before the next try: backoff spread by half, or longer when the server wants it. */
static int64_t operation_backoff_ms(struct operation *op, const struct http_reply *reply)
{
    double ms = (double)op->connection->config.backoff_ms * (double)(1 << (op->tries - 1));
    ms *= 0.5 + operation_jitter(op->connection);
    int64_t wait_ms = (int64_t)ms;
    int64_t asked_s = reply->retry_after_s;
    if (asked_s > 0 && (reply->status == 429 || reply->status == 503)) {
        int64_t asked_ms = asked_s > INT64_MAX / 2000 ? INT64_MAX / 2 : asked_s * 1000;
        wait_ms = asked_ms > wait_ms ? asked_ms : wait_ms;
    }
    return wait_ms;
}

/* Why there is another try, in plain words. */
static const char *operation_reason(const struct error *reason)
{
    switch (reason->kind) {
    case ERROR_CONNECT:
        return "cannot connect";
    case ERROR_TIMEOUT:
        return "connection timed out";
    case ERROR_RATE_LIMITED:
        return "rate limited by the server";
    case ERROR_SERVER:
        return "server error";
    default:
        return "connection lost";
    }
}

/* Plans the wait before the next try; false when time or the number of tries forbids one. */
static bool operation_plan(struct operation *op, const struct http_reply *reply, const struct error *reason)
{
    int64_t now_ms = clock_mono_ms();
    int64_t end_ms = op->deadline_ms == INT64_MAX ? now_ms + op->timeout_ms : op->deadline_ms;
    op->wait_ms = operation_backoff_ms(op, reply);
    if (op->tries >= TRIES_MAX || op->wait_ms >= end_ms - now_ms)
        return false;
    snprintf(op->notice, sizeof op->notice, "%s; attempt %d of %d in %.1f s", operation_reason(reason),
             op->tries + 1, TRIES_MAX, (double)op->wait_ms / 1000.0);
    return true;
}

/* One try. Of an answer that is no use the error is set, and it is freed. */
static bool operation_try(struct operation *op, struct http_reply *reply, struct http_failure *failure,
                          bool *again, struct error *err)
{
    bool bounded = op->deadline_ms != INT64_MAX;
    int64_t left_ms = bounded ? op->deadline_ms - clock_mono_ms() : 0;
    op->exchange.timeout_ms = bounded && left_ms < 1 ? 1 : left_ms;
    op->tries++;
    operation_log_request(&op->request);
    bool answered = http_perform(op->connection->http, &op->exchange, reply, failure);
    operation_log_end(answered, reply, failure);
    if (answered && reply->status >= 200 && reply->status < 300)
        return true;
    struct reply_context context = operation_context(op);
    context.url = op->request.shown_url;
    if (answered)
        reply_error_from_status(err, &context, reply);
    else
        reply_error_from_failure(err, &context, reply, failure);
    *again = operation_may_retry(op, answered, reply, failure) && operation_plan(op, reply, err);
    http_reply_free(reply);
    return false;
}

bool operation_run(struct operation *op, struct http_reply *reply, struct error *err)
{
    struct http_failure failure;
    struct error reason;
    bool ok = operation_open(op, err), again = ok;
    while (again) {
        again = false;
        ok = operation_try(op, reply, &failure, &again, &reason);
        if (!ok && !again)
            *err = reason;
        else if (again)
            again = operation_wait(op, op->wait_ms, op->notice, err);
    }
    if (!ok)
        log_line("! %s", err->text);
    request_free(&op->request);
    for (size_t i = 0; i < sizeof op->keep / sizeof op->keep[0]; i++) {
        free(op->keep[i]);
        op->keep[i] = NULL;
    }
    return ok;
}
