/* Owns what a worker does with captions instead of writing the file of an export. Knows no thread. */
#include "steno/work/export_captions.h"

#include <stdlib.h>

#include "steno/api/record.h"
#include "steno/base/buffer.h"

/* An export on its way into memory. */
struct captions_fetching {
    struct buffer data;
    const struct export_file_io *io;
};

static bool captions_keep_piece(void *arg, const void *data, size_t len)
{
    struct captions_fetching *fetching = arg;
    return buffer_append(&fetching->data, data, len);
}

static void captions_progress(void *arg, int64_t bytes, int64_t total)
{
    const struct captions_fetching *fetching = arg;
    if (fetching->io->progress)
        fetching->io->progress(fetching->io->arg, bytes, total);
}

/* Reads and checks bytes as the job says. */
static void captions_make(const struct captions_job *job, const struct param_set *params, const char *data,
                          size_t len, struct call_result *result)
{
    const struct captions_source source = {.data = data,
                                           .len = len,
                                           .params = params,
                                           .info = &result->export_info,
                                           .style = job->style,
                                           .length_ms = job->length_ms};
    result->captions = captions_new(&source);
}

static bool captions_fetch(struct api_client *client, const struct call *call,
                           const struct export_file_io *io, struct call_result *result)
{
    struct captions_fetching fetching = {.io = io};
    buffer_init(&fetching.data, CAPTIONS_BYTES_MAX);
    struct export_sink sink = {.write = captions_keep_piece, .progress = captions_progress, .arg = &fetching};
    bool ok = export_file_fetch(client, call, &sink, result);
    if (fetching.data.full)
        error_set(&result->error, ERROR_IO,
                  "The captions are larger than %zu MiB: not shown. Export them to a file",
                  CAPTIONS_BYTES_MAX >> 20);
    if (ok)
        captions_make(call->captions, call->params, buffer_text(&fetching.data), fetching.data.len, result);
    buffer_free(&fetching.data);
    return ok;
}

static bool captions_compare_both(const struct call *call, struct call_result *result)
{
    const struct captions_job *job = call->captions;
    captions_make(job, job->a.params, job->a.data, job->a.len, result);
    struct captions *a = result->captions;
    captions_make(job, job->b.params, job->b.data, job->b.len, result);
    result->diff = captions_compare(a, result->captions);
    captions_drop(a);
    captions_drop(result->captions);
    result->captions = NULL;
    return true;
}

/* Writes what was looked at, unless the project is another by now. */
static bool captions_save(struct api_client *client, const struct call *call, struct call_result *result)
{
    struct error *err = &result->error;
    result->export_info = call->captions->a.info;
    result->project = api_project_get(client, call->project_id, err);
    if (!result->project)
        return false;
    if (result->project->version != call->version)
        return error_set(err, ERROR_CONFLICT, "The project has changed since these captions were read");
    return export_file_save_bytes(client, call, call->captions->a.data, call->captions->a.len, result);
}

bool export_captions_run(struct api_client *client, const struct call *call, const struct export_file_io *io,
                         struct call_result *result)
{
    const struct captions_job *job = call->captions;
    switch (job->work) {
    case CAPTIONS_FETCH:
        return captions_fetch(client, call, io, result);
    case CAPTIONS_CHECK:
        result->export_info = job->a.info;
        captions_make(job, job->a.params, job->a.data, job->a.len, result);
        return true;
    case CAPTIONS_COMPARE:
        return captions_compare_both(call, result);
    case CAPTIONS_SAVE:
        return captions_save(client, call, result);
    }
    return false;
}
