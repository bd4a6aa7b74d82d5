/* The connection and its nine operations. This file retries calls and decodes answers. It passes the pieces
 * of an export to a sink. It reads the project after a write with an unknown outcome. */
/* SPDX-License-Identifier: MIT */
#include "steno/api/connection.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "reply_error.h"
#include "steno/api/json.h"
#include "steno/api/look.h"
#include "steno/base/error.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define TRIES_MAX      3
#define LATE_TRIES     5 /* limit on the repeats of an export whose file is not there yet */
#define SHOWN_CELLS    300
#define READER_LOOK_MS 50
#define HELD_MAX       ((size_t)64 << 10) /* limit in bytes on a text that can be a JSON error */

const char api_metadata_notice[] = "Saved. steno cannot read metadata back: check it in the web editor. If "
                                   "it is wrong there, change the setting "
                                   "metadata_body to text or json.";

struct connection {
    struct api_config config; /* owns its texts */
    struct http *http;
    bool hands_back_waits; /* after a 429 or Retry-After the call fails at once, and the caller waits */
};

void api_global_init(void)
{
    json_set_alloc_funcs(mem_alloc, free); /* with these functions, out of memory ends the program */
}

#define CONFIG_TEXTS(config)                                                                                 \
    {                                                                                                        \
        &(config)->base_url, &(config)->api_path, &(config)->token, &(config)->token_variable,               \
            &(config)->token_header, &(config)->token_scheme, &(config)->ca_file, &(config)->proxy,          \
            &(config)->active_states, &(config)->settled_states                                              \
    }

void api_config_copy(struct api_config *copy, const struct api_config *config)
{
    *copy = *config;
    const char **texts[] = CONFIG_TEXTS(copy);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        *texts[i] = mem_copy_or_null(*texts[i]);
}

void api_config_clear(struct api_config *config)
{
    const char **texts[] = CONFIG_TEXTS(config);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        mem_wipe_free((char *)(uintptr_t)*texts[i]);
    *config = (struct api_config){0};
}

struct connection *connection_new(const struct api_config *config, struct error *err)
{
    if (!request_check_base_url(config->base_url, err))
        return NULL;
    struct connection *connection = mem_zero(1, sizeof *connection);
    struct api_config *own = &connection->config;
    api_config_copy(own, config);
    const struct {
        const char **text, *fallback;
    } texts[] = {{&own->api_path, API_PATH_DEFAULT}, {&own->token, NULL},
                 {&own->token_variable, NULL},       {&own->token_header, "Authorization"},
                 {&own->token_scheme, NULL},         {&own->ca_file, NULL},
                 {&own->active_states, ""},          {&own->settled_states, ""}};
    const struct {
        int64_t *number, fallback;
    } numbers[] = {{&own->timeout_ms, 60000},       {&own->connect_timeout_ms, 10000},
                   {&own->stall_timeout_ms, 30000}, {&own->json_max, 1 << 20},
                   {&own->backoff_ms, 500},         {&own->export_wait_ms, 3000}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (*texts[i].text && **texts[i].text)
            continue;
        free((char *)(uintptr_t)*texts[i].text);
        *texts[i].text = mem_copy_or_null(texts[i].fallback);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (*numbers[i].number <= 0)
            *numbers[i].number = numbers[i].fallback;
    }
    connection->http = http_new(own->ca_file, own->proxy, err);
    log_hide_secret(own->token);
    if (connection->http)
        return connection;
    connection_free(connection);
    return NULL;
}

void connection_free(struct connection *connection)
{
    if (!connection)
        return;
    http_free(connection->http);
    api_config_clear(&connection->config);
    free(connection);
}

void connection_set_token(struct connection *connection, const char *token)
{
    struct api_config *own = &connection->config;
    const char *copy = token && *token ? mem_copy(token) : NULL;
    if (!copy || !own->token || strcmp(copy, own->token) != 0) { /* a new token is from no variable */
        free((char *)(uintptr_t)own->token_variable);
        own->token_variable = NULL;
    }
    mem_wipe_free((char *)(uintptr_t)own->token);
    own->token = copy;
    log_hide_secret(copy);
}

void connection_hand_back_waits(struct connection *connection, bool hand_back)
{
    connection->hands_back_waits = hand_back;
}

void connection_cancel(struct connection *connection)
{
    http_cancel(connection->http);
}

void connection_cancel_reset(struct connection *connection)
{
    http_cancel_reset(connection->http);
}

/* --- one operation: its tries, and the waits between them --- */

/* An operation under way, with all its tries. */
struct operation {
    struct connection *connection;
    struct reply_context context; /* endpoint and project, for error texts */
    const struct request_args *args;
    int64_t deadline_ms; /* monotonic; INT64_MAX: no limit */
    bool without_token;
    enum http_take (*take)(void *arg, const struct http_reply *reply, const void *data, size_t len);
    void *take_arg;
    bool delivered; /* a part of the file has come, after which the operation is not retried */
};

/* Fills op and starts its time limit. If a needed token is missing, returns false with err. */
static bool operation_begin(struct operation *op, struct connection *connection, enum endpoint_id id,
                            const struct request_args *args, struct error *err)
{
    const struct api_config *config = &connection->config;
    bool bounded = id != ENDPOINT_EXPORT; /* an export may be large: only stalling has a limit */
    *op = (struct operation){
        .connection = connection,
        .args = args,
        .context = {.config = config,
                    .endpoint = &endpoints[id],
                    .project_id = args->project_id,
                    .password = args->login ? args->login->password : NULL,
                    .time_limit_ms = bounded ? config->timeout_ms : config->stall_timeout_ms},
        .deadline_ms = bounded ? clock_mono_ms() + config->timeout_ms : INT64_MAX,
    };
    return !endpoints[id].needs_token || config->token ||
           reply_error_set(err, ERROR_NOT_LOGGED_IN, &op->context, "Log in first", "not logged in");
}

/* Gives the notice to the caller and waits. If cancelled, returns false with ERROR_CANCELLED. */
static bool operation_wait(struct operation *op, int64_t ms, const char *notice, struct error *err)
{
    const struct api_config *config = op->context.config;
    if (config->on_notice) {
        char subject[100];
        reply_error_subject(subject, sizeof subject, &op->context);
        char *text = mem_printf("%s: %s", subject, notice);
        config->on_notice(config->notice_arg, text, ms);
        free(text);
    }
    return http_wait(op->connection->http, ms) ||
           reply_error_set(err, ERROR_CANCELLED, &op->context, NULL, "cancelled");
}

/* Returns the time in ms before the next try: the backoff ±50 %, or Retry-After if longer. Returns -1 if a
 * next try is not allowed or cannot help. */
static int64_t operation_wait_ms(const struct operation *op, int tries, bool answered,
                                 const struct http_reply *reply, const struct http_failure *failure)
{
    const struct connection *connection = op->connection;
    int status = reply->status;
    int64_t asked_s = status == 429 || status == 503 ? reply->retry_after_s : 0;
    bool may_help = answered ? status == 429 || status == 500 || (status >= 502 && status <= 504)
                             : failure->kind == ERROR_CONNECT || failure->kind == ERROR_NETWORK ||
                                   (failure->kind == ERROR_TIMEOUT && !failure->sent);
    if (tries >= TRIES_MAX || !may_help || op->delivered ||
        (answered && connection->hands_back_waits && (status == 429 || asked_s > 0)))
        return -1;
    uint64_t mixed = ((uint64_t)clock_mono_ms() ^ (uintptr_t)connection) * UINT64_C(0x9E3779B97F4A7C15);
    double spread = 0.5 + (double)(mixed >> 40) / (double)(1 << 24);
    int64_t wait_ms = (int64_t)((double)(connection->config.backoff_ms << (tries - 1)) * spread);
    int64_t asked_ms = asked_s > INT64_MAX / 2000 ? INT64_MAX / 2 : asked_s * 1000;
    return asked_ms > wait_ms ? asked_ms : wait_ms;
}

/* Sends the built request until a 2xx answer comes (true) or no try is left (false with err). */
static bool operation_try(struct operation *op, struct http_request *exchange, struct http_reply *reply,
                          struct error *err)
{
    struct http_failure failure;
    struct error reason;
    bool bounded = op->deadline_ms != INT64_MAX;
    for (int tries = 1;; tries++) {
        int64_t left_ms = bounded ? op->deadline_ms - clock_mono_ms() : 0;
        exchange->timeout_ms = bounded && left_ms < 1 ? 1 : left_ms;
        bool answered = http_perform(op->connection->http, exchange, reply, &failure);
        if (answered)
            log_line("< %d, body of %zu bytes kept in memory", reply->status, reply->body.len);
        else
            log_line("< no answer: %s, %s", error_kind_name(failure.kind), failure.text);
        if (answered && reply->status >= 200 && reply->status < 300)
            return true;
        if (answered)
            reply_error_from_status(&reason, &op->context, reply);
        else
            reply_error_from_failure(&reason, &op->context, reply, &failure);
        int64_t wait_ms = exchange->fresh ? -1 : operation_wait_ms(op, tries, answered, reply, &failure);
        http_reply_free(reply);
        if (wait_ms < 0 ||
            wait_ms >= (bounded ? op->deadline_ms - clock_mono_ms() : op->context.config->timeout_ms)) {
            *err = reason;
            return false;
        }
        const char *why = reason.kind == ERROR_CONNECT        ? "cannot connect"
                          : reason.kind == ERROR_TIMEOUT      ? "connection timed out"
                          : reason.kind == ERROR_RATE_LIMITED ? "rate limited by the server"
                          : reason.kind == ERROR_SERVER       ? "server error"
                                                              : "connection lost";
        char notice[100];
        snprintf(notice, sizeof notice, "%s; attempt %d of %d starts in %.1f s", why, tries + 1, TRIES_MAX,
                 (double)wait_ms / 1000.0);
        if (!operation_wait(op, wait_ms, notice, err))
            return false;
    }
}

/* Builds and sends the request. A read is retried. Returns true for a 2xx answer, and the caller frees
 * `reply`. On failure, returns false with err, and `reply` is already free. */
static bool operation_run(struct operation *op, struct http_reply *reply, struct error *err)
{
    struct api_config config = *op->context.config;
    const struct endpoint *endpoint = op->context.endpoint;
    struct request request;
    if (op->without_token)
        config.token = NULL;
    bool ok = request_build(&request, &config, (enum endpoint_id)(endpoint - endpoints), op->args, err);
    if (ok) {
        bool is_login = endpoint->body == BODY_LOGIN;
        const char *auth = request.auth_header ? request.auth_header : "";
        char accept[60], type[60] = "Content-Type:"; /* libcurl omits a header whose value is empty */
        snprintf(accept, sizeof accept, "Accept: %s", request_accept(&request));
        if (request.content_type)
            snprintf(type, sizeof type, "Content-Type: %s", request.content_type);
        const char *lines[6] = {accept, op->take ? "Accept-Encoding: identity" : "Accept-Encoding: gzip"};
        size_t count = 2;
        if (request.body)
            lines[count++] = type;
        if (request.auth_header)
            lines[count++] = request.auth_header;
        lines[count] = "User-Agent: steno";
        struct http_request exchange = {
            .method = endpoint->method,
            .url = request.url,
            .headers = lines,
            .body = request.body,
            .fresh = endpoint->write || is_login, /* a repeated login can count as two wrong passwords */
            .connect_timeout_ms = config.connect_timeout_ms,
            .stall_timeout_ms = op->deadline_ms == INT64_MAX ? config.stall_timeout_ms : 0,
            .body_max = (size_t)config.json_max,
            .take = op->take,
            .take_arg = op->take_arg,
        };
        /* The log must not contain the query of a login or the value of a header. */
        log_line("> %s %.*s; headers: Accept%s%s%.*s", endpoint->method,
                 (int)strcspn(request.url, is_login ? "?" : ""), request.url,
                 request.content_type ? " Content-Type" : "", *auth ? " " : "", (int)strcspn(auth, ":"),
                 auth);
        ok = operation_try(op, &exchange, reply, err);
    }
    if (!ok)
        log_line("! %s", err->text);
    request_free(&request);
    return ok;
}

/* Frees the answer. If `decoded` is NULL, changes err->text from a reason to a whole sentence. */
static void operation_end(const struct operation *op, struct http_reply *reply, const void *decoded,
                          struct error *err)
{
    http_reply_free(reply);
    if (!decoded)
        reply_error_from_content(err, &op->context, reply->status);
}

/* Runs an operation that returns a login. The connection then uses the token of this login. */
static struct login *connection_login(struct connection *connection, enum endpoint_id id,
                                      const struct login_request *request, struct error *err)
{
    struct request_args args = {.login = request};
    struct operation op;
    struct http_reply reply;
    if (!operation_begin(&op, connection, id, &args, err) || !operation_run(&op, &reply, err))
        return NULL;
    struct login *login = login_decode(buffer_text(&reply.body), reply.body.len, err);
    if (login && !login->token && id == ENDPOINT_LOGIN) {
        login_free(login);
        login = NULL;
        error_set(err, ERROR_BAD_REPLY, "The response contains no Token");
    }
    operation_end(&op, &reply, login, err);
    if (login && login->token)
        connection_set_token(connection, login->token);
    return login;
}

struct login *api_login(struct connection *connection, const struct login_request *request, struct error *err)
{
    log_hide_secret(request->password);
    return connection_login(connection, ENDPOINT_LOGIN, request, err);
}

struct login *api_current_user(struct connection *connection, struct error *err)
{
    return connection_login(connection, ENDPOINT_CURRENT_USER, NULL, err);
}

struct policy *api_password_settings(struct connection *connection, struct error *err)
{
    struct request_args args = {.project_id = 0};
    struct operation op;
    struct http_reply reply;
    operation_begin(&op, connection, ENDPOINT_PASSWORD_SETTINGS, &args, err);
    op.without_token = true;
    bool ok = operation_run(&op, &reply, err);
    if (!ok && err->status == 401 && connection->config.token) {
        op.without_token = false;
        ok = operation_run(&op, &reply, err);
    }
    if (!ok)
        return NULL;
    struct policy *policy = policy_decode(buffer_text(&reply.body), reply.body.len, err);
    operation_end(&op, &reply, policy, err);
    return policy;
}

/* Runs an operation that returns a project. Returns NULL with err on failure. If `empty` is set, a 2xx answer
 * that lacks a project sets *empty to the status, and err is unchanged. */
static struct project *connection_project(struct connection *connection, enum endpoint_id id,
                                          const struct request_args *args, int *empty, struct error *err)
{
    struct operation op;
    struct http_reply reply;
    if (!operation_begin(&op, connection, id, args, err) || !operation_run(&op, &reply, err))
        return NULL;
    struct buffer *body = &reply.body;
    if (empty && project_is_left_out(buffer_text(body), body->len)) {
        *empty = reply.status;
        http_reply_free(&reply);
        return NULL;
    }
    const char *token = connection->config.token; /* hide the token, which the body can repeat */
    size_t len = strlen(token);
    for (char *hit = body->data; len >= RECORD_TOKEN_LEAST && hit;) {
        hit = memmem(hit, body->len - (size_t)(hit - body->data), token, len);
        if (hit)
            memset(hit, '*', len);
    }
    struct project *project = project_decode(buffer_text(body), body->len, err);
    if (project && project->id == 0)
        project->id = args->project_id;
    if (project && project->id != args->project_id) {
        error_set(err, ERROR_BAD_REPLY, "The answer is about another project: %lld", (long long)project->id);
        project_free(project);
        project = NULL;
    }
    operation_end(&op, &reply, project, err);
    return project;
}

struct project *api_project_get(struct connection *connection, int64_t id, struct error *err)
{
    struct request_args args = {.project_id = id};
    return connection_project(connection, ENDPOINT_GET_PROJECT, &args, NULL, err);
}

/* Call after a write with an unknown outcome. Reads the project and puts a sentence about the project before
 * err->text. `empty`: the status of a 2xx answer that lacked the project, or 0. If `empty` is set and the
 * project shows that the write was done, returns true. */
static bool write_look(struct connection *connection, const struct reply_context *context, struct look *look,
                       int empty, struct project **now, struct error *err)
{
    struct error trouble;
    error_clear(&trouble);
    look->now = *now = api_project_get(connection, context->project_id, &trouble);
    if (empty && *now && look_shows_it_done(look))
        return true;
    if (empty && trouble.kind == ERROR_CANCELLED) {
        reply_error_from_failure(err, context, &(struct http_reply){.status = 0},
                                 &(struct http_failure){.kind = ERROR_CANCELLED, .sent = true});
    } else if (empty) {
        reply_error_set(err, ERROR_UNKNOWN_OUTCOME, context, NULL,
                        "the answer of the server (HTTP %d) does not contain the project%s", empty,
                        *now ? "; steno then read the project and did not see the change" : "");
        err->status = trouble.status ? trouble.status : empty;
    }
    struct buffer shown;
    buffer_init(&shown, BUFFER_MAX_DEFAULT);
    if (*now) {
        look_describe(&shown, look);
    } else if (trouble.kind != ERROR_CANCELLED) {
        char *cause = error_without_advice(&trouble); /* advice about the read would not help */
        buffer_printf(&shown, "The project could not be read afterwards (%s).", cause);
        free(cause);
    }
    if (shown.len > 0) {
        char *rest = mem_copy(err->text);
        error_retell(err, "%.*s %s", (int)strcspn(buffer_text(&shown), "\n"), buffer_text(&shown), rest);
        free(rest);
    }
    buffer_free(&shown);
    return false;
}

bool api_write(struct connection *connection, enum endpoint_id op, const struct request_args *args,
               const struct project *before, struct project **now, struct error *err)
{
    const struct api_config *config = &connection->config;
    struct reply_context context = {
        .config = config, .endpoint = &endpoints[op], .project_id = args->project_id};
    struct look look = {.active_states = config->active_states,
                        .settled_states = config->settled_states,
                        .op = op,
                        .before = before,
                        .key = args->key,
                        .value = args->value,
                        .sent_version = args->version};
    int empty = 0;
    *now = NULL;
    if (endpoints[op].takes_version && before && before->version < 0)
        return reply_error_set(err, ERROR_BAD_REPLY, &context, "Refresh the project", "nothing was sent: %s",
                               project_version_trouble(before));
    *now = connection_project(connection, op, args, &empty, err);
    if (*now)
        return true;
    if (empty || err->kind == ERROR_UNKNOWN_OUTCOME)
        return write_look(connection, &context, &look, empty, now, err);
    if (op == ENDPOINT_DELETE_METADATA && err->kind == ERROR_NOT_FOUND) { /* usually the key is wrong */
        char shown[200], *clean = text_clean_copy(args->key);
        struct error named;
        text_clip(shown, sizeof shown, clean, 40);
        free(clean);
        reply_error_set(&named, err->kind, &context, "Check the spelling of the key, and the project id",
                        "the server did not find the key “%s” or the project (404)%s%s", shown,
                        *err->server ? ": " : "", err->server);
        error_retell(err, "%s", named.text);
    }
    return false;
}

/* --- exports: the sink gets the file; other answers are kept for the error text --- */

static const char with_json[] = " with JSON instead of a file";
static const char with_page[] = " with a web page instead of a file (perhaps from a proxy)";

struct download {
    struct operation op;
    const struct export_sink *sink;
    struct export_info *info;
    struct buffer held; /* start of a text that can be a JSON error; the sink does not have it yet */
    bool is_passed;     /* the sink gets each further piece at once */
};

/* True if the requested FileFormatId contains these letters, in upper or lower case. */
static bool download_asks_for(const struct download *download, const char *letters)
{
    const struct param_set *params = download->op.args->params;
    const char *format = params ? param_set_get(params, param_find(&params_export, "FileFormatId")) : NULL;
    return format && text_contains_nocase(format, letters);
}

/* Returns NULL if a 2xx answer is a file. Else returns why not, to end "the server answered 200 ...".
 * *is_text: the file can still be a JSON error. Also sets info->content_type. */
static const char *download_judge(struct download *download, const struct http_reply *reply, bool *is_text)
{
    char type[1024], disposition[16];
    http_reply_header(reply, "Content-Type", type, sizeof type);
    http_reply_header(reply, "Content-Disposition", disposition, sizeof disposition);
    char *clean = text_clean_copy(type);
    text_clip(download->info->content_type, sizeof download->info->content_type, clean,
              (int)sizeof download->info->content_type - 1);
    free(clean);
    *is_text = false;
    if (reply->status == 204 || reply->status == 205)
        return " without a file";
    if (reply->status == 206)
        return " with only a part of the file";
    type[strcspn(type, "; \t")] = '\0';
    size_t len = strlen(type);
    if (text_equal_nocase(type, "application/json") ||
        (len > 5 && text_equal_nocase(type + len - 5, "+json")))
        return with_json;
    if (text_equal_nocase(type, "text/html") || text_equal_nocase(type, "application/xhtml+xml")) {
        bool wanted = download_asks_for(download, "htm") || strncasecmp(disposition, "attachment", 10) == 0;
        return wanted ? NULL : with_page;
    }
    *is_text =
        reply->status == 200 && text_equal_nocase(type, "text/plain") && !download_asks_for(download, "json");
    return NULL;
}

static enum http_take download_pass(struct download *download, const struct http_reply *reply,
                                    const void *data, size_t len)
{
    const struct export_sink *sink = download->sink;
    download->is_passed = true;
    if (len > 0 && !sink->write(sink->arg, data, len))
        return HTTP_STOP;
    download->info->bytes += (int64_t)len;
    if (len > 0 && sink->progress)
        sink->progress(sink->arg, download->info->bytes, reply->length);
    return HTTP_TAKEN;
}

/* Takes a piece of an answer. A piece of a file goes to the sink; other pieces are kept. */
static enum http_take download_take(void *arg, const struct http_reply *reply, const void *data, size_t len)
{
    struct download *download = arg;
    struct buffer *held = &download->held;
    if (download->is_passed)
        return download_pass(download, reply, data, len);
    bool is_text;
    if (reply->status < 200 || reply->status >= 300 || download_judge(download, reply, &is_text))
        return HTTP_KEEP;
    download->op.delivered = true;
    if (is_text && buffer_append(held, data, len)) {
        const char *text = buffer_text(held);
        char first = text[strspn(text, " \t\r\n\xEF\xBB\xBF")];
        if (first == '{' || !first)
            return HTTP_TAKEN;
        len = 0; /* the piece is already in `held` */
    }
    enum http_take take = download_pass(download, reply, held->data, held->len);
    return take == HTTP_TAKEN ? download_pass(download, reply, data, len) : take;
}

/* True if the text is a JSON object that contains an error message. */
static bool download_is_error(const struct buffer *text)
{
    static const char *const names[] = {"Message", "message", "error", "errors", "title", "detail"};
    json_t *json = json_decode(buffer_text(text), text->len, NULL);
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        found = found || json_object_get(json, names[i]);
    json_decref(json);
    return found;
}

/* Sends the export request, with the usual retries. A 2xx answer that is not a file is an error. For JSON and
 * web pages, err->text quotes the answer. */
static bool download_run(struct download *download, struct error *err)
{
    const struct reply_context *context = &download->op.context;
    struct http_reply reply;
    struct buffer *held = &download->held, *body = &reply.body;
    bool is_text, ok = true;
    if (!operation_run(&download->op, &reply, err))
        return false;
    const char *no_file = download_judge(download, &reply, &is_text);
    if (!no_file && !download->op.delivered && reply.status != 200)
        no_file = " without a file"; /* with status 200, an empty answer is an empty file */
    if (!no_file && held->len > 0 && !download->is_passed && download_is_error(held)) {
        no_file = with_json;
        body = held;
    }
    if (no_file == with_json || no_file == with_page) {
        struct error reported;
        char shown[900];
        error_clear(&reported);
        reply_error_read(&reported, context, buffer_text(body), body->len);
        reply_error_show(shown, sizeof shown, context,
                         reported.server[0] ? reported.server : buffer_text(body), SHOWN_CELLS);
        ok = reply_error_set(err, ERROR_BAD_REPLY, context, NULL,
                             "the server answered %d%s; nothing was saved. The answer says: %s", reply.status,
                             no_file, shown[0] ? shown : "(no text)");
        memcpy(err->server, reported.server, sizeof err->server);
    } else if (no_file) {
        ok = reply_error_set(err, ERROR_BAD_REPLY, context, "Check that the project has a transcript",
                             "the server answered %d%s; nothing was saved", reply.status, no_file);
    } else if (!download->is_passed && download_pass(download, &reply, held->data, held->len) == HTTP_STOP) {
        ok = reply_error_from_failure(err, context, &reply, &(struct http_failure){.kind = ERROR_IO});
    }
    if (!ok)
        err->status = reply.status;
    http_reply_free(&reply);
    return ok;
}

bool api_export(struct connection *connection, int64_t id, const struct param_set *params,
                const struct export_sink *sink, struct export_info *info, struct error *err)
{
    struct request_args args = {.project_id = id, .params = params};
    struct download download = {.sink = sink, .info = info};
    *info = (struct export_info){0};
    if (!operation_begin(&download.op, connection, ENDPOINT_EXPORT, &args, err))
        return false;
    download.op.take = download_take;
    download.op.take_arg = &download;
    buffer_init(&download.held, HELD_MAX);
    bool ok = download_run(&download, err);
    int64_t wait_ms = connection->config.export_wait_ms;
    for (int tries = 1; !ok && tries <= LATE_TRIES; tries++) {
        /* With these statuses, the service is perhaps still storing the transcript. */
        bool late = err->status == 404 || err->status == 409 || err->status == 412;
        if (!sink->completed || download.op.delivered || !late)
            break;
        char *notice = mem_printf("the server has no file yet (%d) although the project is Completed; "
                                  "repeat %d of %d starts in %.0f s",
                                  err->status, tries, LATE_TRIES, (double)wait_ms / 1000.0);
        bool waited = operation_wait(&download.op, wait_ms, notice, err);
        free(notice);
        if (!waited)
            break;
        ok = download_run(&download, err);
    }
    buffer_free(&download.held);
    return ok;
}

bool download_begin(struct connection *connection, struct file_draft *draft, const char *path, bool replace,
                    struct error *err)
{
    int64_t limit_ms = connection->config.timeout_ms, end_ms = clock_mono_ms() + limit_ms;
    while (!file_begin(draft, path, FILE_SHARED, replace, err)) {
        if (!draft->unread)
            return false;
        if (clock_mono_ms() >= end_ms)
            return error_set(
                err, ERROR_TIMEOUT,
                "Cannot write %s: no reader opened this pipe within %.3g s. Start the reader, or increase "
                "the timeout",
                path, (double)limit_ms / 1000);
        if (!http_wait(connection->http, READER_LOOK_MS))
            return error_set(err, ERROR_CANCELLED, "%s: cancelled", path);
    }
    return true;
}
