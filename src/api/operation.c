/* Owns how one operation is carried out, with the log of each exchange. Must not know what an answer holds.
 */
#include "operation.h"

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
    *op = (struct operation){.connection = connection, .endpoint = &endpoints[id], .args = args};
    op->deadline_ms = bounded ? clock_mono_ms() + connection->config.timeout_ms : INT64_MAX;
}

struct reply_context operation_context(const struct operation *op)
{
    return (struct reply_context){.config = &op->connection->config,
                                  .endpoint = op->endpoint,
                                  .project_id = op->args->project_id,
                                  .password = op->args->login ? op->args->login->password : NULL,
                                  .time_limit_ms = op->deadline_ms == INT64_MAX
                                                       ? op->connection->config.stall_timeout_ms
                                                       : op->connection->config.timeout_ms};
}

bool operation_wait(struct operation *op, int64_t ms, const char *notice, struct error *err)
{
    const struct api_config *config = &op->connection->config;
    char subject[100];
    struct reply_context context = operation_context(op);
    reply_error_subject(subject, sizeof subject, op->endpoint, op->args->project_id);
    if (config->on_notice) {
        char *text = mem_printf("%s: %s", subject, notice);
        config->on_notice(config->notice_arg, text);
        free(text);
    }
    if (http_wait(op->connection->http, ms))
        return true;
    return reply_error_set(err, ERROR_CANCELLED, &context, NULL, "cancelled");
}

/* Writes names of headers, without their values, to the log. */
static void operation_log_reply(const struct http_reply *reply)
{
    struct buffer names;
    if (!log_is_open())
        return;
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

/* Fills the exchange's request out of the built one. `lines` and `keep` hold its headers. */
static struct http_request operation_http_request(const struct operation *op, const struct request *request,
                                                  const char *lines[6], char *keep[3])
{
    const struct api_config *config = &op->connection->config;
    size_t count = 0;
    keep[0] = mem_printf("Accept: %s", request_accept(request));
    keep[1] = request->content_type ? mem_printf("Content-Type: %s", request->content_type) : NULL;
    keep[2] = mem_printf("Accept-Encoding: %s", request_accept_encoding(request));
    lines[count++] = keep[0];
    lines[count++] = keep[2];
    if (keep[1])
        lines[count++] = keep[1];
    else if (request->body)
        lines[count++] = "Content-Type:"; /* libcurl would name one of its own */
    if (request->auth_header)
        lines[count++] = request->auth_header;
    lines[count++] = "User-Agent: steno";
    lines[count] = NULL;
    return (struct http_request){
        .method = op->endpoint->method,
        .url = request->url,
        .headers = lines,
        .body = request->body,
        .body_len = request->body ? strlen(request->body) : 0,
        .fresh = operation_is_once(op),
        .timeout_ms = op->deadline_ms == INT64_MAX ? 0 : op->deadline_ms - clock_mono_ms(),
        .connect_timeout_ms = config->connect_timeout_ms,
        .stall_timeout_ms = op->deadline_ms == INT64_MAX ? config->stall_timeout_ms : 0,
        .body_max = (size_t)config->json_max,
        .take = op->take,
        .take_arg = op->take_arg,
    };
}

/* One exchange. True with any whole answer. */
static bool operation_try(struct operation *op, const struct request *request, struct http_reply *reply,
                          struct http_failure *failure)
{
    const char *lines[6];
    char *keep[3];
    struct http_request exchange = operation_http_request(op, request, lines, keep);
    if (op->deadline_ms != INT64_MAX && exchange.timeout_ms < 1)
        exchange.timeout_ms = 1;
    operation_log_request(request);
    bool ok = http_perform(op->connection->http, &exchange, reply, failure);
    if (ok)
        operation_log_reply(reply);
    else
        log_line("< no answer: %s, %s", error_kind_name(failure->kind), failure->text);
    for (size_t i = 0; i < sizeof keep / sizeof keep[0]; i++)
        free(keep[i]);
    return ok;
}

/* Is it worth another try? Reads only, nothing that another try cannot mend, and no second wait for a silent
 * server. */
static bool operation_may_retry(const struct operation *op, bool answered, const struct http_reply *reply,
                                const struct http_failure *failure)
{
    int status = reply->status;
    if (operation_is_once(op) || op->delivered)
        return false;
    if (answered && op->connection->hands_back_waits &&
        (status == 429 || (status == 503 && reply->retry_after_s > 0)))
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
static int64_t operation_backoff_ms(struct operation *op, int tries, const struct http_reply *reply)
{
    double ms = (double)op->connection->config.backoff_ms * (double)(1 << (tries - 1));
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

/* Waits before the next try, unless time or the number of tries forbids one. */
static bool operation_pause(struct operation *op, int tries, const struct http_reply *reply,
                            const struct error *reason, struct error *err)
{
    int64_t wait_ms = operation_backoff_ms(op, tries, reply);
    int64_t end_ms =
        op->deadline_ms == INT64_MAX ? clock_mono_ms() + op->connection->config.timeout_ms : op->deadline_ms;
    if (tries >= TRIES_MAX || wait_ms >= end_ms - clock_mono_ms()) {
        *err = *reason;
        return false;
    }
    char *notice = mem_printf("%s; attempt %d of %d in %.1f s", operation_reason(reason), tries + 1,
                              TRIES_MAX, (double)wait_ms / 1000.0);
    bool waited = operation_wait(op, wait_ms, notice, err);
    free(notice);
    return waited;
}

/* All tries of a built request. */
static bool operation_send(struct operation *op, const struct request *request, struct http_reply *reply,
                           struct error *err)
{
    struct reply_context context = operation_context(op);
    context.url = request->shown_url;
    for (int tries = 1;; tries++) {
        struct http_failure failure;
        struct error reason;
        bool answered = operation_try(op, request, reply, &failure);
        if (answered && reply->status >= 200 && reply->status < 300)
            return true;
        if (answered)
            reply_error_from_status(&reason, &context, reply);
        else
            reply_error_from_failure(&reason, &context, reply, &failure);
        bool again = operation_may_retry(op, answered, reply, &failure);
        if (!again)
            *err = reason;
        again = again && operation_pause(op, tries, reply, &reason, err);
        http_reply_free(reply);
        if (!again) {
            log_line("! %s", err->text);
            return false;
        }
    }
}

bool operation_run(struct operation *op, struct http_reply *reply, struct error *err)
{
    struct api_config config = op->connection->config;
    struct request request;
    if (op->without_token)
        config.token = NULL;
    bool ok = request_build(&request, &config, (enum endpoint_id)(op->endpoint - endpoints), op->args, err) &&
              operation_send(op, &request, reply, err);
    request_free(&request);
    return ok;
}
