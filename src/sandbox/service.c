/* Owns the way of a request through the service: route, token, project, version, then the operation's
 * handler. The operations are service_account.c and service_project.c. */
/* SPDX-License-Identifier: MIT */
#include "service.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/text.h"

typedef void service_handler(struct service_call *call);

static service_handler *const handlers[ENDPOINT_COUNT] = {
    [ENDPOINT_LOGIN] = service_login,
    [ENDPOINT_CURRENT_USER] = service_current_user,
    [ENDPOINT_PASSWORD_SETTINGS] = service_password_settings,
    [ENDPOINT_GET_PROJECT] = service_answer_project,
    [ENDPOINT_ADD_METADATA] = service_add_metadata,
    [ENDPOINT_DELETE_METADATA] = service_delete_metadata,
    [ENDPOINT_DELETE_TAG] = service_delete_tag,
    [ENDPOINT_ENQUEUE] = service_enqueue,
    [ENDPOINT_EXPORT] = service_export,
};

void service_init(struct service *service, struct world *world, const char *api_path, const char *token)
{
    *service = (struct service){.api_path = api_path, .world = world};
    login_data_init(&service->accounts, token);
}

void service_free(struct service *service)
{
    world_free(service->world);
    service->world = NULL;
}

void service_refuse(struct service_call *call, const char *field, const char *problem)
{
    char message[160];
    snprintf(message, sizeof message, "%s:%s", field, problem);
    message[0] = (char)tolower((unsigned char)message[0]);
    reply_error(call->reply, 422, message);
    snprintf(call->reply->refused, sizeof call->reply->refused, "%s", field);
}

/* The account of an id, or NULL. */
static struct account *service_account(struct service *service, int64_t id)
{
    return id >= 1 && id <= ACCOUNT_COUNT ? &service->accounts.rows[id - 1] : NULL;
}

struct world_project *service_find(struct service *service, int64_t id, int64_t now_ms)
{
    bool settled = false;
    struct world_project *project = world_find(service->world, id, now_ms, &settled);
    if (!settled)
        return project;
    struct account *payer = service_account(service, project->payer);
    if (payer && project->state == WORLD_COMPLETED)
        payer->spent_ms += world_run_ms(project, project->run);
    return project;
}

void service_settle(struct service *service, int64_t now_ms)
{
    for (int64_t id = 1; id <= world_count(service->world); id++)
        service_find(service, id, now_ms);
}

void service_reset(struct service *service)
{
    world_reset(service->world);
    login_data_reset(&service->accounts);
}

/* The team that a project belongs to. */
static int64_t service_team_of(const struct world_project *project)
{
    return project->seed->foreign ? 20 : 10;
}

bool service_is_foreign(const struct service_call *call)
{
    return call->account && call->account->team != service_team_of(call->project);
}

void service_answer_project(struct service_call *call)
{
    json_t *data = world_project_json(call->project, call->service->show_metadata);
    if (service_is_foreign(call))
        json_object_set_new(data, "IsReadOnly", json_true());
    reply_json(call->reply, json_pack("{s:o}", "Data", data));
}

struct param_set *service_params(struct service_call *call, const struct param_table *table)
{
    struct param_set *set = param_set_new(table);
    const struct query *query = call->request->query;
    for (size_t i = 0; i < query->count; i++) {
        int index = param_find_nocase(table, query->pairs[i].name);
        if (index < 0)
            continue; /* names that nobody knows are passed over */
        const struct param_def *def = &table->rows[index];
        const char *value = query->pairs[i].value;
        if (def->type == PARAM_BOOL) /* True and TRUE are known to be sent */
            value = text_equal_nocase(value, "true")    ? "true"
                    : text_equal_nocase(value, "false") ? "false"
                                                        : value;
        param_set_put_raw(set, index, value); /* of several the last counts */
    }
    int bad;
    if (param_set_check(set, &bad, NULL))
        return set;
    service_refuse(call, table->rows[bad].name, "Invalid");
    param_set_free(set);
    return NULL;
}

void service_note_unknown(struct service_call *call, const struct value_unknown *unknown)
{
    struct buffer note;
    if (unknown->count == 0)
        return;
    buffer_init(&note, BUFFER_MAX_DEFAULT);
    buffer_append_text(&note, "not known here and without effect:");
    for (size_t i = 0; i < unknown->count; i++)
        buffer_printf(&note, " %s", unknown->names[i]);
    free(call->reply->note);
    call->reply->note = buffer_take(&note);
}

/* The name of the path's parameter in a pattern is what makes an endpoint one of a project. */
static bool service_is_for_project(const struct endpoint *endpoint)
{
    return strchr(endpoint->path, '{') != NULL;
}

/* Checks the AccessToken of a write: 422 when it is missing or no integer, 409 when it is not
 * the project's. */
static bool service_check_version(struct service_call *call)
{
    const char *text = query_get(call->request->query, "AccessToken");
    int64_t version;
    if (!text || !text[0])
        service_refuse(call, "AccessToken", "Required");
    else if (!text_parse_int(text, &version))
        service_refuse(call, "AccessToken", "Invalid");
    else if (version != call->project->version)
        reply_error(call->reply, 409,
                    "The project was changed by somebody else: AccessToken is not its current one");
    else
        return true;
    return false;
}

/* Why the project may not be touched in this way, or NULL. */
static const char *service_forbids(const struct service_call *call)
{
    if (service_is_foreign(call) && !call->project->seed->shared)
        return "The project belongs to somebody else and is not shared with you";
    if (call->endpoint->write && service_is_foreign(call))
        return "The project is shared with you for reading only";
    return call->endpoint->write && call->project->seed->read_only ? "The project is read-only" : NULL;
}

/* Finds the project of the path and checks what writes share; false with the refusal in the reply. */
static bool service_check_project(struct service_call *call)
{
    struct service *service = call->service;
    call->project = service_find(service, call->project_id, call->now_ms);
    if (!call->project) {
        reply_error(call->reply, 404, "Project not found");
        return false;
    }
    const char *forbidden = service_forbids(call);
    if (forbidden) {
        reply_error(call->reply, 403, forbidden);
        return false;
    }
    return !call->endpoint->takes_version || service_check_version(call);
}

/* Answers a request whose endpoint is known. */
static void service_dispatch(struct service_call *call)
{
    const struct endpoint *endpoint = call->endpoint;
    const char *authorization = query_get(call->request->headers, "Authorization");
    call->account = login_data_by_token(&call->service->accounts, authorization);
    if (endpoint->needs_token && !call->account) {
        reply_error(call->reply, 401, authorization ? "token:Invalid" : "token:Required");
        return;
    }
    if (service_is_for_project(endpoint) && !service_check_project(call))
        return;
    handlers[endpoint - endpoints](call);
}

/* The methods of the endpoints at this path, for Allow. */
static const char *service_methods(const char *api_path, const char *path)
{
    struct route route;
    bool post = route_match(api_path, "POST", path, &route) == ROUTE_FOUND;
    bool del = route_match(api_path, "DELETE", path, &route) == ROUTE_FOUND;
    bool head = route_match(api_path, "HEAD", path, &route) == ROUTE_FOUND;
    return post && del ? "POST, DELETE" : post ? "POST" : del ? "DELETE" : head ? "GET, HEAD" : "GET";
}

bool service_route(const struct service *service, const struct service_request *request, struct route *route,
                   struct reply *reply)
{
    enum route_result found = route_match(service->api_path, request->method, request->path, route);
    if (found == ROUTE_UNKNOWN)
        reply_error(reply, 404, "No such resource");
    if (found == ROUTE_WRONG_METHOD) {
        reply_error(reply, 405, "Method not allowed");
        query_add(&reply->headers, "Allow", service_methods(service->api_path, request->path));
    }
    return found == ROUTE_FOUND;
}

void service_run(struct service *service, const struct service_request *request, const struct route *route,
                 int64_t now_ms, struct reply *reply)
{
    service_dispatch(&(struct service_call){.service = service,
                                            .request = request,
                                            .now_ms = now_ms,
                                            .reply = reply,
                                            .endpoint = &endpoints[route->endpoint],
                                            .project_id = route->project_id});
}
