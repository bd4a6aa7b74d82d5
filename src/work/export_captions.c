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

static bool export_captions_keep_piece(void *arg, const void *data, size_t len)
{
    struct captions_fetching *fetching = arg;
    return buffer_append(&fetching->data, data, len);
}

static void export_captions_progress(void *arg, int64_t bytes, int64_t total)
{
    const struct captions_fetching *fetching = arg;
    if (fetching->io->progress)
        fetching->io->progress(fetching->io->arg, bytes, total);
}

/* Reads and checks what was fetched. */
static struct caption_list *export_captions_make(const struct call *call, const struct buffer *data,
                                                 const struct export_info *info)
{
    const struct caption_list_source source = {.data = buffer_text(data),
                                               .len = data->len,
                                               .params = call->params,
                                               .info = info,
                                               .style = call->captions->style,
                                               .length_ms = call->captions->length_ms};
    return caption_list_new(&source);
}

static bool export_captions_fetch(struct connection *connection, const struct call *call,
                                  const struct export_file_io *io, struct call_result *result)
{
    struct captions_fetching fetching = {.io = io};
    buffer_init(&fetching.data, CAPTION_LIST_BYTES_MAX);
    struct export_sink sink = {
        .write = export_captions_keep_piece, .progress = export_captions_progress, .arg = &fetching};
    bool ok = export_file_fetch(connection, call, &sink, result);
    if (fetching.data.full)
        error_set(&result->error, ERROR_IO,
                  "The captions are larger than %zu MiB: not shown. Export them to a file",
                  CAPTION_LIST_BYTES_MAX >> 20);
    if (ok)
        result->captions = export_captions_make(call, &fetching.data, &result->export_info);
    buffer_free(&fetching.data);
    return ok;
}

/* Writes what was looked at, unless the project is another by now. */
static bool export_captions_save(struct connection *connection, const struct call *call,
                                 struct call_result *result)
{
    struct error *err = &result->error;
    const struct caption_list_copy *copy = &call->captions->copy;
    result->export_info = copy->info;
    result->project = api_project_get(connection, call->project_id, err);
    if (!result->project)
        return false;
    if (result->project->version != call->version)
        return error_set(err, ERROR_CONFLICT, "The project has changed since these captions were read");
    return export_file_save_bytes(connection, call, copy->data, copy->len, result);
}

bool export_captions_run(struct connection *connection, const struct call *call,
                         const struct export_file_io *io, struct call_result *result)
{
    if (call->captions->work == CAPTIONS_SAVE)
        return export_captions_save(connection, call, result);
    return export_captions_fetch(connection, call, io, result);
}
