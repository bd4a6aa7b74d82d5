/* How one operation is carried out: the tries of a read in one loop, with the log of each. */
/* SPDX-License-Identifier: MIT */
#include "operation.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/when.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"

#define TRIES_MAX 3

bool operation_begin(struct operation *op, struct connection *connection, enum endpoint_id id,
                     const struct request_args *args, struct error *err)
{
    bool bounded = id != ENDPOINT_EXPORT; /* a long file takes long: it may not stall, that is all */
    *op = (struct operation){.connection = connection,
                             .endpoint = &endpoints[id],
                             .args = args,
                             .timeout_ms = connection->config.timeout_ms};
    op->deadline_ms = bounded ? clock_mono_ms() + op->timeout_ms : INT64_MAX;
    struct reply_context context = operation_context(op);
    return !op->endpoint->needs_token || connection->config.token ||
           reply_error_set(err, ERROR_NOT_LOGGED_IN, &context, "Log in first", "not logged in");
}

struct reply_context operation_context(const struct operation *op)
{
    const struct api_config *config = &op->connection->config;
    return (struct reply_context){.config = config,
                                  .endpoint = op->endpoint,
                                  .project_id = op->args->project_id,
                                  .password = op->args->login ? op->args->login->password : NULL,
                                  .time_limit_ms = op->deadline_ms == INT64_MAX ? config->stall_timeout_ms
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

/* Writes method, address and header names to the log; never a query of a login, never a value of a header. */
static void operation_log_request(const struct request *request)
{
    bool login = request->endpoint->body == BODY_LOGIN;
    size_t len = login ? strcspn(request->shown_url, "?") : strlen(request->shown_url);
    const char *auth = request->auth_header ? request->auth_header : "";
    log_line("> %s %.*s; headers: Accept%s%s%.*s", request->endpoint->method, (int)len, request->shown_url,
             request->content_type ? " Content-Type" : "", *auth ? " " : "", (int)strcspn(auth, ":"), auth);
}

/* Must the request not be sent a second time? A wrong password counts each time. */
static bool operation_is_once(const struct operation *op)
{
    return op->endpoint->write || op->endpoint->body == BODY_LOGIN;
}

/* Is it worth another try? Reads only, nothing that another try cannot mend, and no second wait for a silent
 * server. */
static bool operation_may_retry(const struct operation *op, bool answered, const struct http_reply *reply,
                                const struct http_failure *failure)
{
    int status = reply->status;
    bool asks = status == 429 || (status == 503 && reply->retry_after_s > 0);
    if (operation_is_once(op) || op->delivered || (answered && asks && op->connection->hands_back_waits))
        return false;
    if (answered)
        return status == 429 || status == 500 || status == 502 || status == 503 || status == 504;
    return failure->kind == ERROR_CONNECT || failure->kind == ERROR_NETWORK ||
           (failure->kind == ERROR_TIMEOUT && !failure->sent);
}

/* How long to wait after this try: backoff spread by half, or longer when the server wants it. */
static int64_t operation_backoff_ms(struct connection *connection, int tries, const struct http_reply *reply)
{
    uint64_t x = connection->jitter;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    connection->jitter = x;
    double spread = 0.5 + (double)(x >> 11) / (double)(UINT64_C(1) << 53);
    int64_t wait_ms = (int64_t)((double)connection->config.backoff_ms * (double)(1 << (tries - 1)) * spread);
    int64_t asked_s = reply->status == 429 || reply->status == 503 ? reply->retry_after_s : 0;
    int64_t asked_ms = asked_s > INT64_MAX / 2000 ? INT64_MAX / 2 : asked_s * 1000;
    return asked_ms > wait_ms ? asked_ms : wait_ms;
}

/* Why there is another try, in plain words. */
static const char *operation_reason(enum error_kind kind)
{
    switch (kind) {
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

/* Sends the built request until an answer of 2xx, or the error. */
static bool operation_try(struct operation *op, const struct request *request, struct http_request *exchange,
                          struct http_reply *reply, struct error *err)
{
    struct http_failure failure;
    struct error reason;
    bool bounded = op->deadline_ms != INT64_MAX;
    for (int tries = 1;; tries++) {
        int64_t left_ms = bounded ? op->deadline_ms - clock_mono_ms() : 0;
        exchange->timeout_ms = bounded && left_ms < 1 ? 1 : left_ms;
        operation_log_request(request);
        bool answered = http_perform(op->connection->http, exchange, reply, &failure);
        if (answered)
            log_line("< %d, %zu bytes kept", reply->status, reply->body.len);
        else
            log_line("< no answer: %s, %s", error_kind_name(failure.kind), failure.text);
        if (answered && reply->status >= 200 && reply->status < 300)
            return true;
        struct reply_context context = operation_context(op);
        if (answered)
            reply_error_from_status(&reason, &context, reply);
        else
            reply_error_from_failure(&reason, &context, reply, &failure);
        bool again = tries < TRIES_MAX && operation_may_retry(op, answered, reply, &failure);
        int64_t wait_ms = again ? operation_backoff_ms(op->connection, tries, reply) : 0;
        http_reply_free(reply);
        if (!again || wait_ms >= (bounded ? op->deadline_ms - clock_mono_ms() : op->timeout_ms)) {
            *err = reason;
            return false;
        }
        char notice[100];
        snprintf(notice, sizeof notice, "%s; attempt %d of %d in %.1f s", operation_reason(reason.kind),
                 tries + 1, TRIES_MAX, (double)wait_ms / 1000.0);
        if (!operation_wait(op, wait_ms, notice, err))
            return false;
    }
}

bool operation_run(struct operation *op, struct http_reply *reply, struct error *err)
{
    struct api_config config = op->connection->config;
    struct request request;
    if (op->without_token)
        config.token = NULL;
    bool ok = request_build(&request, &config, (enum endpoint_id)(op->endpoint - endpoints), op->args, err);
    if (ok) {
        char *accept = mem_printf("Accept: %s", request_accept(&request));
        char *type = mem_printf("Content-Type:%s%s", request.content_type ? " " : "",
                                request.content_type ? request.content_type : "");
        const char *lines[] = {
            accept, op->take ? "Accept-Encoding: identity" : "Accept-Encoding: gzip", NULL, NULL, NULL, NULL};
        size_t count = 2;
        if (request.body) /* without one of its own libcurl would name it */
            lines[count++] = type;
        if (request.auth_header)
            lines[count++] = request.auth_header;
        lines[count] = "User-Agent: steno";
        struct http_request exchange = {
            .method = op->endpoint->method,
            .url = request.url,
            .headers = lines,
            .body = request.body,
            .fresh = operation_is_once(op),
            .connect_timeout_ms = config.connect_timeout_ms,
            .stall_timeout_ms = op->deadline_ms == INT64_MAX ? config.stall_timeout_ms : 0,
            .body_max = (size_t)config.json_max,
            .take = op->take,
            .take_arg = op->take_arg,
        };
        ok = operation_try(op, &request, &exchange, reply, err);
        free(accept);
        free(type);
    }
    if (!ok)
        log_line("! %s", err->text);
    request_free(&request);
    return ok;
}
