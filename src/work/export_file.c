/* SPDX-License-Identifier: MIT */
#include "steno/work/export_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "steno/api/record.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/caption/srt.h"
#include "steno/core/names.h"

/* --- existing files --- */

static int64_t export_changed_ns(const struct stat *facts)
{
    return (int64_t)facts->st_mtim.tv_sec * 1000000000 + facts->st_mtim.tv_nsec;
}

/* Returns what exists at the path. `version` and `updated_ms` are from the project's last reading. *is_old is
 * set only if an export to this path is recorded: true if the project has changed since. */
static enum export_found export_look_at(const struct ledger *ledger, int64_t id, int64_t version,
                                        int64_t updated_ms, const char *path, bool *is_old)
{
    struct stat facts;
    if (stat(path, &facts) != 0 || !S_ISREG(facts.st_mode))
        return EXPORT_NEW;
    char *real = realpath(path, NULL);
    const struct ledger_file *known = ledger_find(ledger, id, real ? real : path);
    free(real);
    if (!known)
        return EXPORT_FOREIGN;
    const struct exported exported = {.when_ms = known->when_ms, .version = known->version};
    *is_old = ledger_age(&exported, version, updated_ms) == LEDGER_OLD;
    if (facts.st_size != known->size || export_changed_ns(&facts) != known->written_ns)
        return EXPORT_EDITED;
    return *is_old ? EXPORT_OLD : EXPORT_CURRENT;
}

void export_look_run(struct export_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        struct export_item *item = &plan->items[i];
        const struct ledger_file *last = ledger_last(&plan->ledger, item->id);
        char *path = file_expand_home(item->path), *open = last ? strstr(path, "{ext}") : NULL;
        bool is_old;
        if (open) { /* {ext} is unknown before the reply: assume the last export's format */
            char *whole =
                mem_printf("%.*s%s%s", (int)(open - path), path, last->format, open + strlen("{ext}"));
            free(path);
            path = whole;
        }
        item->file = export_look_at(&plan->ledger, item->id, item->version, 0, path, &is_old);
        if (i == 0) {
            struct stat facts;
            const char *slash = strrchr(path, '/');
            char *folder = slash ? mem_copy_n(path, (size_t)(slash - path) + (slash == path)) : mem_copy(".");
            if (stat(folder, &facts) != 0)
                plan->trouble =
                    mem_printf("Cannot export to %s: %s", folder,
                               errno == ENOENT ? "the folder is missing; create it first" : strerror(errno));
            else if (!S_ISDIR(facts.st_mode))
                plan->trouble = mem_printf("Cannot export to %s: it is not a folder", folder);
            else if (access(folder, W_OK | X_OK) != 0)
                plan->trouble = mem_printf("Cannot export to %s: %s", folder, strerror(errno));
            free(folder);
        }
        if (item->file != EXPORT_NEW) { /* the file exists: its ending replaces {ext} */
            free(item->path);
            item->path = mem_copy(path);
        }
        free(path);
    }
}

bool export_folder_make(const char *folder, struct error *err)
{
    return mkdir(folder, 0777) == 0 || errno == EEXIST ||
           error_set(err, ERROR_IO, "Cannot create the folder %s: %s", folder, strerror(errno));
}

/* --- writing a file --- */

struct export_file {
    struct file_draft draft;
    const struct call *call;
    const struct export_file_io *io;
    struct call_result *result;
    bool named;           /* the file's name is final, because the reply has come */
    struct error refused; /* why the file must not be replaced or cannot be written */
};

bool export_file_fetch(struct connection *connection, const struct call *call, struct export_sink *sink,
                       struct call_result *result)
{
    struct error *err = &result->error, unread;
    sink->completed = false;
    if (api_export(connection, call->project_id, call->params, sink, &result->export_info, err))
        return true;
    if (err->status != 404 && err->status != 409 && err->status != 412)
        return false;
    error_clear(&unread);
    result->project = api_project_get(connection, call->project_id, &unread);
    sink->completed = result->project && strcmp(result->project->state, "Completed") == 0;
    if (!sink->completed)
        return false;
    error_clear(err);
    return api_export(connection, call->project_id, call->params, sink, &result->export_info, err);
}

/* False if call->replace is EXPORT_IF_NEWER and the file that is now at the path must be kept. */
static bool export_may_replace(struct export_file *file)
{
    static const char *const words[] = {[EXPORT_CURRENT] = "is up to date",
                                        [EXPORT_EDITED] = "was edited since steno wrote it",
                                        [EXPORT_FOREIGN] = "exists, and steno did not write it"};
    const struct call *call = file->call;
    struct call_result *result = file->result;
    bool is_old = true;
    if (call->replace != EXPORT_IF_NEWER)
        return true;
    result->found = export_look_at(&call->ledger, call->project_id, call->version, call->updated_ms,
                                   result->path, &is_old);
    if (result->found == EXPORT_EDITED && is_old)
        return error_set(&file->refused, ERROR_CONFLICT,
                         "%s was edited since steno wrote it; the file is kept, although the project changed",
                         result->path);
    return result->found == EXPORT_NEW || result->found == EXPORT_OLD ||
           error_set(&file->refused, ERROR_EXISTS, "%s %s", result->path, words[result->found]);
}

/* Sets the file's name. `info` is NULL before the reply. False: an existing file must be kept. */
static bool export_name_file(struct export_file *file, const struct export_info *info)
{
    struct call_result *result = file->result;
    struct stat facts;
    free(result->path);
    if (file->io->is_exact) {
        result->path = mem_copy(file->call->path);
    } else {
        char *path = file_expand_home(file->call->path);
        result->path = export_name_close(path, file->call->params, info);
        free(path);
    }
    file->named = info != NULL;
    if (file->call->replace == EXPORT_LEAVE && stat(result->path, &facts) == 0 && S_ISREG(facts.st_mode))
        return error_set(&file->refused, ERROR_EXISTS, "%s already exists", result->path);
    if (!export_may_replace(file))
        return false;
    file->draft.replace = file->call->replace == EXPORT_OVERWRITE || result->found == EXPORT_OLD;
    file_retarget(&file->draft, result->path);
    return true;
}

/* Writes a piece of the reply. The first piece sets the file's name, which can depend on the reply. */
static bool export_write(void *arg, const void *data, size_t len)
{
    struct export_file *file = arg;
    bool (*write)(int, const void *, size_t) = file->io->write ? file->io->write : file_write_all;
    if (!file->named && !export_name_file(file, &file->result->export_info))
        return false;
    if (write(file->draft.fd, data, len))
        return true;
    if (errno == EINTR)
        return error_set(&file->refused, ERROR_CANCELLED, "%s: cancelled", file->result->path);
    return error_set(&file->refused, ERROR_IO, "Cannot write %s: %s", file->result->path, strerror(errno));
}

static void export_progress(void *arg, int64_t bytes, int64_t total)
{
    const struct export_file *file = arg;
    if (file->io->progress)
        file->io->progress(file->io->arg, bytes, total);
}

/* Requests the export into the draft, then puts the draft in place, or removes it if it is incomplete. */
static bool export_fill(struct export_file *file, struct connection *connection)
{
    const struct call *call = file->call;
    struct call_result *result = file->result;
    struct export_sink sink = {.write = export_write, .progress = export_progress, .arg = file};
    struct stat facts;
    bool ok = export_file_fetch(connection, call, &sink, result);
    ok = ok && (file->named || export_name_file(file, &result->export_info)); /* an empty reply */
    bool is_kept = !file->draft.direct; /* false: the target is a pipe or a device */
    if (ok && is_kept)
        fsync(file->draft.fd);           /* slow, so it comes before the check; file_commit returns errors */
    ok = ok && export_may_replace(file); /* somebody can edit the file during the export */
    if (file->refused.kind != ERROR_NONE)
        result->error = file->refused;
    if (!ok) {
        file_abandon(&file->draft);
        return false;
    }
    if (!file_commit(&file->draft, &result->error)) {
        if (call->replace == EXPORT_IF_NEWER && result->error.kind == ERROR_EXISTS)
            result->found = EXPORT_FOREIGN; /* the file was created after the check */
        return false;
    }
    result->file = is_kept ? realpath(result->path, NULL) : NULL;
    if (result->file && stat(result->file, &facts) == 0)
        result->written_ns = export_changed_ns(&facts);
    return true;
}

/* Opens the temporary file for the call's path. Returns false if this fails, or if an existing file must be
 * kept. */
static bool export_begin(struct export_file *file, struct connection *connection)
{
    const struct call *call = file->call;
    struct error *err = &file->result->error;
    if (!call->path || !*call->path)
        return error_set(err, ERROR_USAGE, "The export has no file name");
    bool is_certain = file->io->is_exact || export_name_is_certain(call->path, call->params);
    if (!export_name_file(file, NULL) && is_certain) {
        *err = file->refused;
        return false;
    }
    error_clear(&file->refused);
    file_remove_leftovers(file->result->path);
    return download_begin(connection, &file->draft, file->result->path,
                          call->replace == EXPORT_OVERWRITE || file->result->found == EXPORT_OLD, err);
}

bool export_file_save(struct connection *connection, const struct call *call, const struct export_file_io *io,
                      struct call_result *result)
{
    struct export_file file = {.call = call, .io = io, .result = result, .draft = {.fd = -1}};
    if (export_begin(&file, connection) && export_fill(&file, connection))
        return true;
    if (result->error.kind != ERROR_EXISTS && result->found != EXPORT_EDITED) { /* no file to report */
        free(result->path);
        result->path = NULL;
    }
    return false;
}

/* --- into memory --- */

static bool export_keep_piece(void *arg, const void *data, size_t len)
{
    return buffer_append(arg, data, len);
}

bool export_file_read(struct connection *connection, const struct call *call, struct call_result *result)
{
    struct export_sink sink = {.write = export_keep_piece, .arg = &result->data};
    buffer_init(&result->data, CAPTION_BYTES_MAX);
    bool ok = export_file_fetch(connection, call, &sink, result);
    if (result->data.full)
        error_set(&result->error, ERROR_IO, "The subtitles are not shown: they are larger than %zu MiB",
                  CAPTION_BYTES_MAX >> 20);
    return ok;
}
