/* Owns what --strict refuses: requests that the service would bear, but that their author did not mean.
 * Values of text parameters that are not known are found where they are read: format_options.c,
 * caption_options.c, service_project.c. */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/sandbox/service.h"

/* The members that a body may have, by its kind. */
static const char *const body_members[][4] = {[BODY_NONE] = {NULL},
                                              [BODY_LOGIN] = {"Email", "Password", "DataProtectionConsent"},
                                              [BODY_METADATA] = {"Key", "Value"},
                                              [BODY_METADATA_KEY] = {"Key"},
                                              [BODY_TAG] = {"Tag"}};

/* Is a name one of a body's? */
static bool strict_is_member(enum endpoint_body body, const char *name)
{
    for (size_t i = 0; body_members[body][i]; i++) {
        if (strcmp(body_members[body][i], name) == 0)
            return true;
    }
    return false;
}

/* May the query have this name, spelled so? A login may come as a query too. */
static bool strict_is_parameter(const struct endpoint *endpoint, const char *name)
{
    return (endpoint->params && param_find(endpoint->params, name) >= 0) ||
           (endpoint->takes_key && strcmp(name, "Key") == 0) ||
           (endpoint->takes_version && strcmp(name, "AccessToken") == 0) ||
           (endpoint->body == BODY_LOGIN && strict_is_member(BODY_LOGIN, name));
}

/* Refuses a parameter that is not known, spelled otherwise, or given twice. */
static bool strict_check_query(struct service_call *call)
{
    const struct query *query = call->request->query;
    for (size_t i = 0; i < query->count; i++) {
        const char *name = query->pairs[i].name;
        bool known = strict_is_parameter(call->endpoint, name);
        bool twice = false;
        for (size_t j = 0; j < i; j++)
            twice = twice || strcmp(query->pairs[j].name, name) == 0;
        if (known && !twice)
            continue;
        service_refuse(call, name, known ? "Invalid" : "NotSupported");
        return false;
    }
    return true;
}

/* Refuses a Boolean that is not true or false in lowercase. */
static bool strict_check_booleans(struct service_call *call)
{
    const struct param_table *table = call->endpoint->params;
    const struct query *query = call->request->query;
    for (size_t i = 0; table && i < query->count; i++) {
        int index = param_find(table, query->pairs[i].name);
        const char *value = query->pairs[i].value;
        if (index < 0 || table->rows[index].type != PARAM_BOOL || strcmp(value, "true") == 0 ||
            strcmp(value, "false") == 0)
            continue;
        service_refuse(call, query->pairs[i].name, "Invalid");
        return false;
    }
    return true;
}

/* Refuses a name that the body may not have. */
static bool strict_check_member(struct service_call *call, const char *name)
{
    if (strict_is_member(call->endpoint->body, name))
        return true;
    service_refuse(call, name, "NotSupported");
    return false;
}

/* Refuses a field of a login's form that is not known or spelled otherwise. */
static bool strict_check_form(struct service_call *call)
{
    struct query form = {0};
    bool ok = true, is_form;
    if (call->endpoint->body == BODY_LOGIN)
        service_read_form(&form, call->request, &is_form);
    for (size_t i = 0; ok && i < form.count; i++)
        ok = strict_check_member(call, form.pairs[i].name);
    query_free(&form);
    return ok;
}

/* Refuses a member of a JSON body that is not known or spelled otherwise. A bare text is no object. */
static bool strict_check_body(struct service_call *call)
{
    const char *name;
    json_t *member;
    bool ok = true;
    json_t *body = json_loadb(call->request->body, call->request->body_len, 0, NULL);
    json_object_foreach(body, name, member) ok = ok && strict_check_member(call, name);
    json_decref(body);
    return ok;
}

/* Is the path spelled as the API specification spells it, below this API path? */
static bool strict_is_path(const struct service_call *call, const char *api_path)
{
    const char *pattern = call->endpoint->path, *brace = strchr(pattern, '{');
    char *path = brace ? mem_printf("%s%.*s%lld%s", api_path, (int)(brace - pattern), pattern,
                                    (long long)call->project_id, strchr(brace, '}') + 1)
                       : mem_printf("%s%s", api_path, pattern);
    bool ok = strcmp(path, call->request->path) == 0;
    free(path);
    return ok;
}

bool service_refuses_unknown(struct service_call *call, const struct value_unknown *unknown)
{
    bool refused = call->service->strict && unknown->count > 0;
    if (refused)
        service_refuse(call, unknown->names[0], "Invalid");
    return refused;
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

bool service_check_strict(struct service_call *call)
{
    const char *api_path = call->service->api_path;
    if (!(api_path ? strict_is_path(call, api_path)
                   : strict_is_path(call, "/API") || strict_is_path(call, "/XAPI"))) {
        reply_error(call->reply, 404, "The path is spelled otherwise than in the API specification");
        return false;
    }
    if (call->request->headers && !query_get(call->request->headers, "Accept")) {
        reply_error(call->reply, 406, "The header Accept is missing");
        snprintf(call->reply->refused, sizeof call->reply->refused, "Accept");
        return false;
    }
    return strict_check_query(call) && strict_check_booleans(call) && strict_check_form(call) &&
           strict_check_body(call);
}
