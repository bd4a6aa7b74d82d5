/* Owns how each operation's values become one call of the connection. How an export becomes a file:
 * export_file.c. Knows no thread, but loads libcurl once for all. */
/* SPDX-License-Identifier: MIT */
#include "call_run.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/work/export_file.h"
#include "steno/api/write.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"

/* Shortest time between two words about an export's progress. */
#define EXPORT_TELL_MS 200

void call_config_copy(struct api_config *copy, const struct api_config *config)
{
    *copy = *config;
    copy->base_url = mem_copy_or_null(config->base_url);
    copy->api_path = mem_copy_or_null(config->api_path);
    copy->token = mem_copy_or_null(config->token);
    copy->token_variable = mem_copy_or_null(config->token_variable);
    copy->token_header = mem_copy_or_null(config->token_header);
    copy->token_scheme = mem_copy_or_null(config->token_scheme);
    copy->ca_file = mem_copy_or_null(config->ca_file);
    copy->proxy = mem_copy_or_null(config->proxy);
    copy->active_states = mem_copy_or_null(config->active_states);
    copy->settled_states = mem_copy_or_null(config->settled_states);
}

void call_config_clear(struct api_config *config)
{
    const char *texts[] = {config->base_url,       config->api_path,      config->token_header,
                           config->token_scheme,   config->ca_file,       config->proxy,
                           config->token_variable, config->active_states, config->settled_states};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        free((char *)(uintptr_t)texts[i]);
    mem_wipe_free((char *)(uintptr_t)config->token);
    *config = (struct api_config){0};
}

/* Does the call carry a pasted token? */
static bool call_is_pasted(const struct call *call)
{
    return call->token && *call->token;
}

bool call_config_for(struct api_config *config, const struct call *call)
{
    bool own_address = call->url && *call->url, login = call->op == ENDPOINT_LOGIN;
    if (own_address)
        config->base_url = call->url;
    if (own_address || login || call_is_pasted(call))
        config->token = call_is_pasted(call) ? call->token : NULL;
    if (own_address || login || call_is_pasted(call))
        config->token_variable = NULL;
    return own_address || login || call_is_pasted(call);
}

struct connection *call_connection(const struct api_config *config, struct error *err)
{
    static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER; /* the first one loads libcurl */
    if (!config->base_url || !*config->base_url) {
        error_set(err, ERROR_USAGE, "No server is set: log in with its URL first");
        return NULL;
    }
    pthread_mutex_lock(&once);
    struct connection *connection = connection_new(config, err);
    pthread_mutex_unlock(&once);
    return connection;
}

/* Who hears of an export's progress. */
struct export_teller {
    const struct call_watch *watch;
    int64_t reported_ms;
};

/* The file's progress: said now and then. */
static void call_run_export_progress(void *arg, int64_t bytes, int64_t total)
{
    struct export_teller *teller = arg;
    int64_t now = clock_mono_ms();
    if (now - teller->reported_ms < EXPORT_TELL_MS)
        return;
    teller->reported_ms = now;
    struct call_progress progress = {.bytes = bytes, .total = total};
    teller->watch->tell(teller->watch->arg, &progress);
}

/* Runs an export into its file; of one that failed only the name of a file that is in the way remains. */
static bool call_export(struct connection *connection, const struct call *call, struct call_result *result,
                        const struct call_watch *watch)
{
    struct export_teller teller = {.watch = watch, .reported_ms = clock_mono_ms()};
    struct export_file_io io = {.progress = call_run_export_progress, .arg = &teller};
    bool ok = call->into_memory ? export_file_read(connection, call, result)
                                : export_file_save(connection, call, &io, result);
    if (!ok && result->error.kind != ERROR_EXISTS && result->found != EXPORT_EDITED) {
        free(result->path);
        result->path = NULL;
    }
    return ok;
}

/* Logs in by password, or asks who the owner of the token is. Of a pasted token the result holds it when the
 * answer has none: it is the one to be used. */
static struct login *call_login(struct connection *connection, const struct call *call, struct error *err)
{
    struct login_request request = {call->email, call->password, call->consent, call->form};
    bool by_password = call->op == ENDPOINT_LOGIN && !call_is_pasted(call);
    struct login *login =
        by_password ? api_login(connection, &request, err) : api_current_user(connection, err);
    if (login && !login->token && call_is_pasted(call))
        login->token = mem_copy(call->token);
    return login;
}

/* Runs an operation that answers with a project. */
static void call_project(struct connection *connection, const struct call *call, struct call_result *result)
{
    struct error *err = &result->error;
    if (!endpoints[call->op].write) {
        result->project = api_project_get(connection, call->project_id, err);
        result->ok = result->project != NULL;
        return;
    }
    const struct request_args args = {.project_id = call->project_id,
                                      .version = call->seen ? call->seen->version : call->version,
                                      .key = call->key,
                                      .value = call->value,
                                      .params = call->params};
    result->ok = api_write(connection, call->op, &args, call->seen, &result->project, err);
}

void call_run(struct connection *connection, const struct call *call, struct call_result *result,
              const struct call_watch *watch)
{
    struct error *err = &result->error;
    connection_hand_back_waits(connection, call->timed);
    connection_limit_time(connection, call->limit_ms);
    switch (call->op) {
    case ENDPOINT_LOGIN:
    case ENDPOINT_CURRENT_USER:
        result->login = call_login(connection, call, err);
        result->ok = result->login != NULL;
        break;
    case ENDPOINT_PASSWORD_SETTINGS:
        result->policy = api_password_settings(connection, err);
        result->ok = result->policy != NULL;
        break;
    case ENDPOINT_EXPORT:
        result->ok = call_export(connection, call, result, watch);
        break;
    default:
        call_project(connection, call, result);
        break;
    }
}
