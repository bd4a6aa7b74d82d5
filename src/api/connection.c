/* Owns the connection and its operations: which answer becomes which object. Tries and waits: operation.c;
 * sentences: reply_error.c; exports: download.c; writes: write.c. */
/* SPDX-License-Identifier: MIT */
#include "connection.h"

#include <stdlib.h>
#include <string.h>

#include "record.h"
#include "request.h"
#include "steno/base/clock.h"
#include "steno/base/log.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

const char api_metadata_notice[] =
    "First metadata change on this server: the API specification does not define the format of the request. "
    "Check in the web editor that the value arrived correctly; if not, set metadata_body to text or json.";

void api_global_init(void)
{
    json_set_alloc_funcs(mem_alloc, free); /* out of memory ends the program, and never leaves a member out */
}

/* A text setting of which "" and NULL mean the default. */
static char *connection_copy_text(const char *text, const char *fallback)
{
    return mem_copy_or_null(text && text[0] ? text : fallback);
}

/* Copies a configuration with its defaults put in. */
static struct api_config connection_copy_config(const struct api_config *config)
{
    struct api_config copy = *config;
    copy.base_url = mem_copy(config->base_url);
    copy.api_path = mem_copy(config->api_path ? config->api_path : API_PATH_DEFAULT);
    copy.token = connection_copy_text(config->token, NULL);
    copy.token_variable = connection_copy_text(config->token_variable, NULL);
    copy.token_header = connection_copy_text(config->token_header, "Authorization");
    copy.token_scheme = connection_copy_text(config->token_scheme, NULL);
    copy.ca_file = connection_copy_text(config->ca_file, NULL);
    copy.proxy = mem_copy_or_null(config->proxy);
    copy.active_states = mem_copy(config->active_states ? config->active_states : "");
    copy.settled_states = mem_copy(config->settled_states ? config->settled_states : "");
    copy.timeout_ms = config->timeout_ms > 0 ? config->timeout_ms : 60000;
    copy.connect_timeout_ms = config->connect_timeout_ms > 0 ? config->connect_timeout_ms : 10000;
    copy.stall_timeout_ms = config->stall_timeout_ms > 0 ? config->stall_timeout_ms : 30000;
    copy.json_max = config->json_max > 0 ? config->json_max : 8 << 20;
    copy.backoff_ms = config->backoff_ms > 0 ? config->backoff_ms : 500;
    copy.export_wait_ms = config->export_wait_ms > 0 ? config->export_wait_ms : 3000;
    return copy;
}

struct connection *connection_new(const struct api_config *config, struct error *err)
{
    if (!request_check_base_url(config->base_url, err))
        return NULL;
    struct connection *connection = mem_zero(1, sizeof *connection);
    connection->config = connection_copy_config(config);
    connection->full_timeout_ms = connection->config.timeout_ms;
    connection->jitter = (uint64_t)clock_wall_ms() * 2654435761u + (uint64_t)(uintptr_t)connection + 1;
    connection->http = http_new(
        &(struct http_options){.ca_file = connection->config.ca_file, .proxy = connection->config.proxy},
        err);
    log_hide_secret(connection->config.token);
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
    const char *const texts[] = {connection->config.base_url,       connection->config.api_path,
                                 connection->config.token_header,   connection->config.token_scheme,
                                 connection->config.ca_file,        connection->config.proxy,
                                 connection->config.token_variable, connection->config.active_states,
                                 connection->config.settled_states};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        free((char *)(uintptr_t)texts[i]);
    mem_wipe_free((char *)(uintptr_t)connection->config.token);
    free(connection);
}

void connection_set_token(struct connection *connection, const char *token)
{
    char *copy = connection_copy_text(token, NULL);
    const char *old = connection->config.token;
    if (!copy || !old || strcmp(copy, old) != 0) { /* another one came from elsewhere */
        free((char *)(uintptr_t)connection->config.token_variable);
        connection->config.token_variable = NULL;
    }
    mem_wipe_free((char *)(uintptr_t)connection->config.token);
    connection->config.token = copy;
    log_hide_secret(copy);
}

void connection_hand_back_waits(struct connection *connection, bool hand_back)
{
    connection->hands_back_waits = hand_back;
}

void connection_limit_time(struct connection *connection, int64_t ms)
{
    connection->config.timeout_ms =
        ms > 0 && ms < connection->full_timeout_ms ? ms : connection->full_timeout_ms;
}

void connection_cancel(struct connection *connection)
{
    http_cancel(connection->http);
}

void connection_cancel_reset(struct connection *connection)
{
    http_cancel_reset(connection->http);
}

bool connection_check_token(const struct connection *connection, const struct endpoint *endpoint, int64_t id,
                            struct error *err)
{
    struct reply_context context = {.config = &connection->config, .endpoint = endpoint, .project_id = id};
    return !endpoint->needs_token || connection->config.token ||
           reply_error_set(err, ERROR_NOT_LOGGED_IN, &context, "Log in first", "not logged in");
}

/* The login of an answer, whose token the connection uses from now on. */
static struct login *connection_take_login(struct operation *op, struct http_reply *reply, struct error *err)
{
    struct login *login = login_decode(buffer_text(&reply->body), reply->body.len, err);
    int status = reply->status;
    http_reply_free(reply);
    if (login && !login->token && op->endpoint->body == BODY_LOGIN) {
        login_free(login);
        login = NULL;
        error_set(err, ERROR_BAD_REPLY, "The response contains no Token");
    }
    if (!login) {
        struct reply_context context = operation_context(op);
        reply_error_from_content(err, &context, status);
        return NULL;
    }
    if (login->token)
        connection_set_token(op->connection, login->token);
    return login;
}

struct login *api_login(struct connection *connection, const struct login_request *request, struct error *err)
{
    struct request_args args = {.login = request};
    struct operation op;
    struct http_reply reply;
    log_hide_secret(request->password);
    operation_begin(&op, connection, ENDPOINT_LOGIN, &args);
    return operation_run(&op, &reply, err) ? connection_take_login(&op, &reply, err) : NULL;
}

struct login *api_current_user(struct connection *connection, struct error *err)
{
    struct request_args args = {.project_id = 0};
    struct operation op;
    struct http_reply reply;
    if (!connection_check_token(connection, &endpoints[ENDPOINT_CURRENT_USER], 0, err))
        return NULL;
    operation_begin(&op, connection, ENDPOINT_CURRENT_USER, &args);
    return operation_run(&op, &reply, err) ? connection_take_login(&op, &reply, err) : NULL;
}

struct policy *api_password_settings(struct connection *connection, struct error *err)
{
    struct request_args args = {.project_id = 0};
    struct operation op;
    struct http_reply reply;
    operation_begin(&op, connection, ENDPOINT_PASSWORD_SETTINGS, &args);
    op.without_token = true;
    bool ok = operation_run(&op, &reply, err);
    if (!ok && err->status == 401 && connection->config.token) {
        op.without_token = false;
        ok = operation_run(&op, &reply, err);
    }
    if (!ok)
        return NULL;
    struct policy *policy = policy_decode(buffer_text(&reply.body), reply.body.len, err);
    struct reply_context context = operation_context(&op);
    if (!policy)
        reply_error_from_content(err, &context, reply.status);
    http_reply_free(&reply);
    return policy;
}

/* Replaces our token in a body that echoes it, by as many stars: no model may hold it. */
static void connection_hide_token(const struct connection *connection, struct buffer *body)
{
    const char *token = connection->config.token;
    size_t len = token ? strlen(token) : 0;
    if (len < 8 || !body->data) /* shorter ones would hit innocent text */
        return;
    for (char *hit = body->data; (hit = memmem(hit, body->len - (size_t)(hit - body->data), token, len));
         hit += len)
        memset(hit, '*', len);
}

/* The project of an answer; NULL with err when it is none, or another one. */
static struct project *connection_take_project(const struct connection *connection, enum endpoint_id op,
                                               int64_t id, struct http_reply *reply, struct error *err)
{
    connection_hide_token(connection, &reply->body);
    struct project *project = project_decode(buffer_text(&reply->body), reply->body.len, err);
    if (project && project->id == 0)
        project->id = id;
    if (project && project->id != id) {
        error_set(err, ERROR_BAD_REPLY, "It is about project %lld", (long long)project->id);
        project_free(project);
        project = NULL;
    }
    struct reply_context context = {
        .config = &connection->config, .endpoint = &endpoints[op], .project_id = id};
    if (!project)
        reply_error_from_content(err, &context, reply->status);
    return project;
}

struct project *connection_project_call(struct connection *connection, enum endpoint_id id,
                                        const struct request_args *args, int *empty, struct error *err)
{
    struct operation op;
    struct http_reply reply;
    if (!connection_check_token(connection, &endpoints[id], args->project_id, err))
        return NULL;
    operation_begin(&op, connection, id, args);
    if (!operation_run(&op, &reply, err))
        return NULL;
    struct project *project = NULL;
    if (endpoints[id].write && project_is_left_out(buffer_text(&reply.body), reply.body.len))
        *empty = reply.status;
    else
        project = connection_take_project(connection, id, args->project_id, &reply, err);
    http_reply_free(&reply);
    return project;
}

struct project *api_project_get(struct connection *connection, int64_t id, struct error *err)
{
    struct request_args args = {.project_id = id};
    return connection_project_call(connection, ENDPOINT_GET_PROJECT, &args, NULL, err);
}
