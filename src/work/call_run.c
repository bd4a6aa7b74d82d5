/* Owns how each operation's values become one call of the client, and how an export becomes a file. Knows no
 * thread. */
#include "call_run.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/api/versioned.h"
#include "steno/base/clock.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/core/export_name.h"

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
}

void call_config_clear(struct api_config *config)
{
    const char *texts[] = {config->base_url, config->api_path, config->token_header,  config->token_scheme,
                           config->ca_file,  config->proxy,    config->token_variable};
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

/* An export on its way into a file. */
struct export_file {
    struct file_draft draft;
    const struct call *call;
    struct call_result *result;
    const struct call_watch *watch;
    bool named; /* the answer has come, and with it the name */
    int64_t told_ms;
    int write_errno;
    struct error exists; /* why the file may not have its name */
};

/* Gives the file its name by what is known. False when a file of that name exists and may not be replaced. */
static bool export_name_file(struct export_file *file, const struct export_info *info, struct error *err)
{
    struct call_result *result = file->result;
    free(result->path);
    result->path = export_name_close(file->call->path, file->call->params, info);
    file->named = info != NULL;
    if (!file->call->overwrite && access(result->path, F_OK) == 0)
        return error_set(err, ERROR_EXISTS, "%s exists already", result->path);
    file_retarget(&file->draft, result->path);
    return true;
}

/* The sink's write. */
static bool export_write(void *arg, const void *data, size_t len)
{
    struct export_file *file = arg;
    if (!file->named && !export_name_file(file, &file->result->export_info, &file->exists))
        return false;
    if (file_write_all(file->draft.fd, data, len))
        return true;
    file->write_errno = errno;
    return false;
}

/* The sink's progress: said now and then. */
static void export_progress(void *arg, int64_t bytes, int64_t total)
{
    struct export_file *file = arg;
    int64_t now = clock_mono_ms();
    if (now - file->told_ms < EXPORT_TELL_MS)
        return;
    file->told_ms = now;
    struct call_progress progress = {.bytes = bytes, .total = total};
    file->watch->tell(file->watch->arg, &progress);
}

/* Ends a failed export, which leaves nothing behind. */
static bool export_fail(struct export_file *file, struct error *err)
{
    if (file->write_errno)
        error_set(err, ERROR_IO, "Cannot write %s: %s", file->result->path, strerror(file->write_errno));
    if (file->exists.kind != ERROR_NONE)
        *err = file->exists;
    file_abandon(&file->draft);
    return false;
}

/* Runs an export into its file. */
static bool export_run(struct api_client *client, const struct call *call, struct call_result *result,
                       const struct call_watch *watch)
{
    struct error *err = &result->error;
    if (!call->path || !*call->path)
        return error_set(err, ERROR_USAGE, "The export has no file to go to");
    struct export_file file = {
        .call = call, .result = result, .watch = watch, .told_ms = clock_mono_ms(), .draft = {.fd = -1}};
    error_clear(&file.exists);
    if (!export_name_file(&file, NULL, err) && export_name_is_certain(call->path, call->params))
        return false;
    error_clear(err);
    file_remove_leftovers(result->path);
    if (!api_export_begin(client, &file.draft, result->path, call->overwrite, err))
        return false;
    struct export_sink sink = {
        .write = export_write, .progress = export_progress, .arg = &file, .completed = call->completed};
    if (!api_export(client, call->project_id, call->params, &sink, &result->export_info, err))
        return export_fail(&file, err);
    if (!file.named && !export_name_file(&file, &result->export_info, err)) /* an empty file has no piece */
        return export_fail(&file, err);
    return file_commit(&file.draft, err);
}

/* The same; of what failed only the name of a file that is in the way remains. */
static bool call_export(struct api_client *client, const struct call *call, struct call_result *result,
                        const struct call_watch *watch)
{
    bool ok = export_run(client, call, result, watch);
    if (!ok && result->error.kind != ERROR_EXISTS) {
        free(result->path);
        result->path = NULL;
    }
    return ok;
}

/* Logs in by password, or asks who the owner of the token is. Of a pasted token the result holds it when the
 * answer has none: it is the one to be used. */
static struct login *call_login(struct api_client *client, const struct call *call, struct error *err)
{
    struct login_request request = {call->email, call->password, call->consent, call->form};
    bool by_password = call->op == ENDPOINT_LOGIN && !call_is_pasted(call);
    struct login *login = by_password ? api_login(client, &request, err) : api_current_user(client, err);
    if (login && !login->token && call_is_pasted(call))
        login->token = mem_copy(call->token);
    return login;
}

/* Runs an operation that answers with a project. */
static void call_project(struct api_client *client, const struct call *call, struct call_result *result)
{
    struct error *err = &result->error;
    if (!endpoints[call->op].write) {
        result->project = api_project_get(client, call->project_id, err);
        result->ok = result->project != NULL;
        return;
    }
    struct versioned_write write = {.op = call->op,
                                    .seen = call->seen,
                                    .id = call->project_id,
                                    .version = call->version,
                                    .key = call->key,
                                    .value = call->value,
                                    .params = call->params};
    struct buffer said;
    buffer_init(&said, BUFFER_MAX_DEFAULT);
    result->ok = api_write(client, &write, &result->project, &said, err);
    if (said.len > 0)
        result->said = buffer_take(&said);
    buffer_free(&said);
}

void call_run(struct api_client *client, const struct call *call, struct call_result *result,
              const struct call_watch *watch)
{
    struct error *err = &result->error;
    api_client_hand_back_waits(client, call->timed);
    api_client_limit_time(client, call->limit_ms);
    switch (call->op) {
    case ENDPOINT_LOGIN:
    case ENDPOINT_CURRENT_USER:
        result->login = call_login(client, call, err);
        result->ok = result->login != NULL;
        break;
    case ENDPOINT_PASSWORD_SETTINGS:
        result->policy = api_password_settings(client, err);
        result->ok = result->policy != NULL;
        break;
    case ENDPOINT_EXPORT:
        result->ok = call_export(client, call, result, watch);
        break;
    default:
        call_project(client, call, result);
        break;
    }
}
