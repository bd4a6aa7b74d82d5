/* Owns the paths under /__sandbox: faults, counts, what was received, and the hand of somebody else. */
#include "steno/sandbox/steer.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define ROOT "/__sandbox"

static void steer_list_faults(struct control *control, const struct service_request *request, int64_t id,
                              int64_t now_ms, struct reply *reply)
{
    (void)request, (void)id, (void)now_ms;
    reply_json(reply, json_pack("{s:o}", "Faults", faults_json(&control->faults)));
}

/* Answers with how many faults there are. */
static void steer_count_faults(const struct control *control, struct reply *reply)
{
    reply_json(reply, json_pack("{s:I}", "Faults", (json_int_t)control->faults.count));
}

/* Adds the faults of the body, one a line: all or none. */
static void steer_add_faults(struct control *control, const struct service_request *request, int64_t id,
                             int64_t now_ms, struct reply *reply)
{
    struct error err;
    const char *at = request->body;
    size_t before = control->faults.count;
    (void)id, (void)now_ms;
    while (*at) {
        size_t len = strcspn(at, "\r\n");
        char *line = mem_copy_n(at, len);
        bool ok = len == 0 || faults_add(&control->faults, line, &err);
        free(line);
        if (!ok) {
            faults_cut(&control->faults, before);
            reply_error(reply, 400, err.text);
            return;
        }
        at += len + strspn(at + len, "\r\n");
    }
    steer_count_faults(control, reply);
}

static void steer_clear_faults(struct control *control, const struct service_request *request, int64_t id,
                               int64_t now_ms, struct reply *reply)
{
    (void)request, (void)id, (void)now_ms;
    faults_clear(&control->faults);
    steer_count_faults(control, reply);
}

static void steer_count(struct control *control, const struct service_request *request, int64_t id,
                        int64_t now_ms, struct reply *reply)
{
    (void)request, (void)id, (void)now_ms;
    json_t *counts = json_object();
    for (int i = 0; i < ENDPOINT_COUNT; i++)
        json_object_set_new(counts, endpoints[i].name, json_integer(control->counts[i]));
    json_object_set_new(counts, "other", json_integer(control->others));
    reply_json(reply, counts);
}

static void steer_clear_counts(struct control *control, const struct service_request *request, int64_t id,
                               int64_t now_ms, struct reply *reply)
{
    memset(control->counts, 0, sizeof control->counts);
    control->others = 0;
    steer_count(control, request, id, now_ms, reply);
}

static void steer_received(struct control *control, const struct service_request *request, int64_t id,
                           int64_t now_ms, struct reply *reply)
{
    (void)request, (void)id, (void)now_ms;
    reply_json(reply, json_pack("{s:o}", "Requests", received_json(&control->received)));
}

static void steer_clear_received(struct control *control, const struct service_request *request, int64_t id,
                                 int64_t now_ms, struct reply *reply)
{
    received_clear(&control->received);
    steer_received(control, request, id, now_ms, reply);
}

/* --- as somebody else --- */

/* The project, or NULL with the 404 in the reply. */
static struct world_project *steer_find(struct control *control, int64_t id, int64_t now_ms,
                                        struct reply *reply)
{
    struct world_project *project = service_find(&control->service, id, now_ms);
    if (!project)
        reply_error(reply, 404, "Project not found");
    return project;
}

/* Answers with the project and its metadata, whatever the options say. */
static void steer_show(const struct world_project *project, struct reply *reply)
{
    json_t *data = world_project_json(project);
    json_object_set_new(data, "Metadata",
                        project->metadata ? json_deep_copy(project->metadata) : json_object());
    reply_json(reply, json_pack("{s:o}", "Data", data));
}

/* Stores a changed project and answers with it; when it cannot be stored it becomes what it was. */
static void steer_commit(struct control *control, struct world_project *project, const json_t *before,
                         struct reply *reply)
{
    if (service_save(&control->service, project, NULL)) {
        steer_show(project, reply);
        return;
    }
    world_project_load(project, before);
    reply_error(reply, 507, "The change could not be stored: nothing was changed");
}

static void steer_get_project(struct control *control, const struct service_request *request, int64_t id,
                              int64_t now_ms, struct reply *reply)
{
    (void)request;
    const struct world_project *project = steer_find(control, id, now_ms, reply);
    if (project)
        steer_show(project, reply);
}

static void steer_change_project(struct control *control, const struct service_request *request, int64_t id,
                                 int64_t now_ms, struct reply *reply)
{
    struct world_project *project = steer_find(control, id, now_ms, reply);
    if (!project)
        return;
    json_t *change =
        request->body_len ? json_loadb(request->body, request->body_len, 0, NULL) : json_object();
    json_t *before = world_project_save(project);
    const char *bad = json_is_object(change) ? world_change(project, change, now_ms) : "";
    if (!bad) {
        steer_commit(control, project, before, reply);
    } else if (!bad[0]) {
        reply_error(reply, 400, "The body is not a JSON object");
    } else {
        char *message = mem_printf("%s: not a field that can be changed, or an invalid value", bad);
        reply_error(reply, 422, message);
        free(message);
    }
    json_decref(change);
    json_decref(before);
}

static void steer_cancel(struct control *control, const struct service_request *request, int64_t id,
                         int64_t now_ms, struct reply *reply)
{
    (void)request;
    struct world_project *project = steer_find(control, id, now_ms, reply);
    if (!project)
        return;
    json_t *before = world_project_save(project);
    if (world_cancel(project, now_ms))
        steer_commit(control, project, before, reply);
    else
        reply_error(reply, 412, "The project is not being transcribed");
    json_decref(before);
}

/* Gives new tokens to all accounts, or to that of the query's Email. */
static void steer_expire(struct control *control, const struct service_request *request, int64_t id,
                         int64_t now_ms, struct reply *reply)
{
    const char *email = query_get(request->query, "Email");
    json_t *expired = json_array();
    (void)id, (void)now_ms;
    for (size_t i = 0; i < ACCOUNT_COUNT; i++) {
        struct account *account = &control->service.accounts.rows[i];
        if (email && !text_equal_nocase(email, account->email))
            continue;
        struct account before = *account;
        account_renew_token(account);
        if (!service_save(&control->service, NULL, account)) {
            *account = before;
            json_decref(expired);
            reply_error(reply, 507, "A new token could not be stored: the old one stays valid");
            return;
        }
        json_array_append_new(expired, json_string(account->email));
    }
    reply_json(reply, json_pack("{s:o}", "Expired", expired));
}

static void steer_reset(struct control *control, const struct service_request *request, int64_t id,
                        int64_t now_ms, struct reply *reply)
{
    (void)request, (void)id, (void)now_ms;
    if (service_reset(&control->service))
        reply_json(reply, json_pack("{s:I}", "Projects", (json_int_t)world_count(control->service.world)));
    else
        reply_error(reply, 507, "The change could not be stored: nothing was changed");
}

/* --- the table --- */

static const struct steering {
    const char *method;
    const char *path; /* behind /__sandbox/; {id} is a project */
    void (*run)(struct control *control, const struct service_request *request, int64_t id, int64_t now_ms,
                struct reply *reply);
} steerings[] = {
    {"GET", "fault", steer_list_faults},
    {"POST", "fault", steer_add_faults},
    {"DELETE", "fault", steer_clear_faults},
    {"GET", "requests", steer_count},
    {"DELETE", "requests", steer_clear_counts},
    {"GET", "received", steer_received},
    {"DELETE", "received", steer_clear_received},
    {"GET", "projects/{id}", steer_get_project},
    {"POST", "projects/{id}", steer_change_project},
    {"POST", "projects/{id}/cancel", steer_cancel},
    {"DELETE", "tokens", steer_expire},
    {"POST", "reset", steer_reset},
};

bool steer_is_path(const char *path)
{
    size_t len = strlen(ROOT);
    return strncmp(path, ROOT, len) == 0 && (path[len] == '\0' || path[len] == '/');
}

/* Does a path fit a row's? */
static bool steer_fits(const char *pattern, const char *path, int64_t *id)
{
    const char *brace = strchr(pattern, '{');
    size_t plain = brace ? (size_t)(brace - pattern) : strlen(pattern);
    if (strncmp(pattern, path, plain) != 0)
        return false;
    if (!brace)
        return path[plain] == '\0';
    size_t digits = strspn(path + plain, "0123456789");
    char *number = mem_copy_n(path + plain, digits);
    bool ok = digits > 0 && text_parse_int(number, id) &&
              strcmp(strchr(brace, '}') + 1, path + plain + digits) == 0;
    free(number);
    return ok;
}

void steer(struct control *control, const struct service_request *request, int64_t now_ms,
           struct reply *reply)
{
    const char *path = request->path + strlen(ROOT);
    const char *method = strcmp(request->method, "HEAD") == 0 ? "GET" : request->method;
    struct buffer methods;
    path += path[0] == '/';
    buffer_init(&methods, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < sizeof steerings / sizeof steerings[0]; i++) {
        const struct steering *row = &steerings[i];
        int64_t id = 0;
        if (!steer_fits(row->path, path, &id))
            continue;
        bool reads = strcmp(row->method, "GET") == 0;
        buffer_printf(&methods, "%s%s%s", methods.len ? ", " : "", row->method, reads ? ", HEAD" : "");
        if (strcmp(row->method, method) == 0) {
            buffer_free(&methods);
            row->run(control, request, id, now_ms, reply);
            return;
        }
    }
    reply_error(reply, methods.len ? 405 : 404, methods.len ? "Method not allowed" : "No such resource");
    if (methods.len)
        query_add(&reply->headers, "Allow", buffer_text(&methods));
    buffer_free(&methods);
}
