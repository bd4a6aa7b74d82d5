/* The connection and its operations: which answer becomes which object. */
/* SPDX-License-Identifier: MIT */
#include "operation.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/when.h"
#include "steno/base/log.h"
#include "steno/base/mem.h"

const char api_metadata_notice[] =
    "First metadata change on this server: the API specification does not define the format of the request. "
    "Check in the web editor that the value arrived correctly; if not, set metadata_body to text or json.";

void api_global_init(void)
{
    json_set_alloc_funcs(mem_alloc, free); /* out of memory ends the program, and never leaves a member out */
}

/* The texts of a config, which are all freed alike. */
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

/* A text of which "" means the default, too. */
static void connection_default(const char **text, const char *fallback)
{
    if (*text && **text)
        return;
    free((char *)(uintptr_t)*text);
    *text = mem_copy_or_null(fallback);
}

/* A number of which anything below 1 means the default. */
static int64_t connection_number(int64_t number, int64_t fallback)
{
    return number > 0 ? number : fallback;
}

struct connection *connection_new(const struct api_config *config, struct error *err)
{
    if (!request_check_base_url(config->base_url, err))
        return NULL;
    struct connection *connection = mem_zero(1, sizeof *connection);
    struct api_config *own = &connection->config;
    api_config_copy(own, config);
    connection_default(&own->api_path, API_PATH_DEFAULT);
    connection_default(&own->token, NULL);
    connection_default(&own->token_variable, NULL);
    connection_default(&own->token_header, "Authorization");
    connection_default(&own->token_scheme, NULL);
    connection_default(&own->ca_file, NULL);
    connection_default(&own->active_states, "");
    connection_default(&own->settled_states, "");
    own->timeout_ms = connection_number(config->timeout_ms, 60000);
    own->connect_timeout_ms = connection_number(config->connect_timeout_ms, 10000);
    own->stall_timeout_ms = connection_number(config->stall_timeout_ms, 30000);
    own->json_max = connection_number(config->json_max, 1 << 20);
    own->backoff_ms = connection_number(config->backoff_ms, 500);
    own->export_wait_ms = connection_number(config->export_wait_ms, 3000);
    connection->jitter = (uint64_t)clock_wall_ms() * 2654435761u + (uint64_t)(uintptr_t)connection + 1;
    connection->http = http_new(&(struct http_options){.ca_file = own->ca_file, .proxy = own->proxy}, err);
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
    if (!copy || !own->token || strcmp(copy, own->token) != 0) { /* another one came from elsewhere */
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

/* Frees the answer; where it could not be decoded, err has the reason and gets the sentence. */
static void connection_end(const struct operation *op, struct http_reply *reply, const void *decoded,
                           struct error *err)
{
    struct reply_context context = operation_context(op);
    http_reply_free(reply);
    if (!decoded)
        reply_error_from_content(err, &context, reply->status);
}

/* Carries out an operation that answers with a login, whose token the connection uses from now on. */
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
    connection_end(&op, &reply, login, err);
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
    connection_end(&op, &reply, policy, err);
    return policy;
}

struct project *operation_project(struct connection *connection, enum endpoint_id id,
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
    const char *token = connection->config.token; /* no model may hold it, where the body echoes it */
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
        error_set(err, ERROR_BAD_REPLY, "It is about project %lld", (long long)project->id);
        project_free(project);
        project = NULL;
    }
    connection_end(&op, &reply, project, err);
    return project;
}

struct project *api_project_get(struct connection *connection, int64_t id, struct error *err)
{
    return operation_project(connection, ENDPOINT_GET_PROJECT, &(struct request_args){.project_id = id}, NULL,
                             err);
}
