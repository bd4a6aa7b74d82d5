/* Owns the export of subtitles: pieces go to the sink as they come, anything that is no file is kept and
 * shown. */
/* SPDX-License-Identifier: MIT */
#include "steno/api/download.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "connection.h"
#include "disposition.h"
#include "reply_message.h"
#include "steno/base/clock.h"
#include "steno/base/log.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define LATE_TRIES     5
#define SHOWN_CELLS    300
#define READER_LOOK_MS 50

/* One export under way. */
struct download {
    struct operation op;
    const struct export_sink *sink;
    struct export_info *info;
};

/* What an answer is. */
enum download_answer {
    DOWNLOAD_REFUSAL,
    DOWNLOAD_FILE,
    DOWNLOAD_JSON,
    DOWNLOAD_PAGE,
    DOWNLOAD_NOTHING,
    DOWNLOAD_PART
};

/* May a web page be the file: does the format's name speak of HTML, or the service of an attachment? */
static bool download_may_be_page(const struct download *download, const struct http_reply *reply)
{
    char value[16];
    const struct param_set *params = download->op.args->params;
    const char *format = params ? param_set_get(params, param_find(&params_export, "FileFormatId")) : NULL;
    if (format && text_contains_nocase(format, "htm"))
        return true;
    http_reply_header(reply, "Content-Disposition", value, sizeof value);
    return strncasecmp(value, "attachment", 10) == 0;
}

/* Tells a file from what services and proxies send in its place. */
static enum download_answer download_answer_kind(const struct download *download,
                                                 const struct http_reply *reply)
{
    char type[128];
    if (reply->status < 200 || reply->status >= 300)
        return DOWNLOAD_REFUSAL;
    if (reply->status == 204 || reply->status == 205) /* by their meaning */
        return DOWNLOAD_NOTHING;
    if (reply->status == 206) /* no part was asked for */
        return DOWNLOAD_PART;
    http_reply_header(reply, "Content-Type", type, sizeof type);
    type[strcspn(type, "; \t")] = '\0';
    size_t len = strlen(type);
    if (text_equal_nocase(type, "application/json") ||
        (len > 5 && text_equal_nocase(type + len - 5, "+json")))
        return DOWNLOAD_JSON;
    bool page = text_equal_nocase(type, "text/html") || text_equal_nocase(type, "application/xhtml+xml");
    return page && !download_may_be_page(download, reply) ? DOWNLOAD_PAGE : DOWNLOAD_FILE;
}

/* Notes what the headers say about the file. */
static void download_read_headers(struct export_info *info, const struct http_reply *reply)
{
    char value[1024];
    http_reply_header(reply, "Content-Type", value, sizeof value);
    char *clean = text_clean_copy(value);
    text_clip(info->content_type, sizeof info->content_type, clean, (int)sizeof info->content_type - 1);
    free(clean);
    if (http_reply_header(reply, "Content-Disposition", value, sizeof value))
        disposition_file_name(value, info->file_name, sizeof info->file_name);
}

/* Gives a piece of a file to the sink; other answers are kept. */
static enum http_take download_take(void *arg, const struct http_reply *reply, const void *data, size_t len)
{
    struct download *download = arg;
    if (!download->op.delivered && download_answer_kind(download, reply) != DOWNLOAD_FILE)
        return HTTP_KEEP;
    if (!download->op.delivered)
        download_read_headers(download->info, reply);
    download->op.delivered = true;
    if (!download->sink->write(download->sink->arg, data, len))
        return HTTP_STOP;
    download->info->bytes += (int64_t)len;
    if (download->sink->progress)
        download->sink->progress(download->sink->arg, download->info->bytes, reply->length);
    return HTTP_TAKEN;
}

/* A 2xx answer that brings no file, or not all of one. */
static bool download_refuse_none(const struct download *download, enum download_answer answer, int status,
                                 struct error *err)
{
    struct reply_context context = operation_context(&download->op);
    reply_error_set(err, ERROR_BAD_REPLY, &context, "Check that the project has a transcript",
                    "the server answered %d%s; nothing was saved", status,
                    answer == DOWNLOAD_PART          ? " with a part of a file"
                    : status == 204 || status == 205 ? ", which means no file"
                                                     : " without a file");
    err->status = status;
    return false;
}

/* A 2xx answer that is no file: shown, not saved. */
static bool download_refuse(struct download *download, enum download_answer answer, struct http_reply *reply,
                            struct error *err)
{
    bool page = answer == DOWNLOAD_PAGE;
    struct reply_context context = operation_context(&download->op);
    struct error said;
    char shown[900], subject[100];
    error_clear(&said);
    reply_message_read(&said, &context, buffer_text(&reply->body), reply->body.len);
    struct buffer clean;
    buffer_init(&clean, BUFFER_MAX_DEFAULT * 4);
    char *safe = reply_message_hide_secrets(&context, buffer_text(&reply->body));
    text_clean(&clean, safe, strnlen(safe, 2000));
    free(safe);
    text_clip(shown, sizeof shown, said.server[0] ? said.server : buffer_text(&clean), SHOWN_CELLS);
    buffer_free(&clean);
    reply_error_subject(subject, sizeof subject, context.endpoint, context.project_id);
    error_set(err, ERROR_BAD_REPLY,
              "%s: %s answered %d with %s where a file was expected; nothing was saved. It says: %s", subject,
              page ? "the server, or a proxy in front of it," : "the server", reply->status,
              page ? "a web page" : "JSON", shown[0] ? shown : "nothing");
    err->status = reply->status;
    memcpy(err->server, said.server, sizeof err->server);
    return false;
}

/* One run of the operation. */
static bool download_run(struct download *download, struct error *err)
{
    struct http_reply reply;
    if (!operation_run(&download->op, &reply, err))
        return false;
    download_read_headers(download->info, &reply);
    enum download_answer answer = download_answer_kind(download, &reply);
    if (answer == DOWNLOAD_FILE && !download->op.delivered && reply.status != 200)
        answer = DOWNLOAD_NOTHING; /* only 200 says that what is empty is the file */
    bool none = answer == DOWNLOAD_NOTHING || answer == DOWNLOAD_PART;
    bool ok = answer == DOWNLOAD_FILE || (none ? download_refuse_none(download, answer, reply.status, err)
                                               : download_refuse(download, answer, &reply, err));
    http_reply_free(&reply);
    return ok;
}

/* May the transcript still be on its way to the service's disk? */
static bool download_may_come_later(const struct download *download, const struct error *err)
{
    return download->sink->completed && !download->op.delivered &&
           (err->status == 404 || err->status == 409 || err->status == 412);
}

bool api_export(struct connection *connection, int64_t id, const struct param_set *params,
                const struct export_sink *sink, struct export_info *info, struct error *err)
{
    struct request_args args = {.project_id = id, .params = params};
    struct download download = {.sink = sink, .info = info};
    *info = (struct export_info){0};
    if (!connection_check_token(connection, &endpoints[ENDPOINT_EXPORT], id, err))
        return false;
    operation_begin(&download.op, connection, ENDPOINT_EXPORT, &args);
    download.op.take = download_take;
    download.op.take_arg = &download;
    for (int late = 0;; late++) {
        if (download_run(&download, err))
            return true;
        if (late >= LATE_TRIES || !download_may_come_later(&download, err))
            return false;
        char *notice =
            mem_printf("answered %d although the project is Completed; attempt %d of %d in %.0f s",
                       err->status, late + 1, LATE_TRIES, (double)connection->config.export_wait_ms / 1000.0);
        bool waited = operation_wait(&download.op, connection->config.export_wait_ms, notice, err);
        free(notice);
        if (!waited)
            return false;
    }
}

bool download_begin(struct connection *connection, struct file_draft *draft, const char *path, bool replace,
                    struct error *err)
{
    int64_t limit_ms = connection->config.timeout_ms, end_ms = clock_mono_ms() + limit_ms;
    while (!file_begin(draft, path, FILE_SHARED, replace, err)) {
        if (!draft->unread)
            return false;
        if (clock_mono_ms() >= end_ms)
            return error_set(
                err, ERROR_TIMEOUT,
                "Cannot write %s: nobody reads this pipe within %.3g s. Start its reader, or increase "
                "the timeout",
                path, (double)limit_ms / 1000);
        if (!http_wait(connection->http, READER_LOOK_MS))
            return error_set(err, ERROR_CANCELLED, "%s: cancelled", path);
    }
    return true;
}
