/* The export of subtitles: pieces go to the sink as they come, anything that is no file is kept and shown. */
/* SPDX-License-Identifier: MIT */
#include "steno/api/download.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "operation.h"
#include "steno/api/json.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define LATE_TRIES     5
#define SHOWN_CELLS    300
#define READER_LOOK_MS 50
#define HELD_MAX       ((size_t)64 << 10) /* a text that may turn out to be an error in JSON */

static const char with_json[] = " with JSON where a file was expected";
static const char with_page[] =
    " with a web page where a file was expected (it may be from a proxy in front of it)";

/* One export under way. */
struct download {
    struct operation op;
    const struct export_sink *sink;
    struct export_info *info;
    struct buffer held; /* the text so far, where nothing of it went to the sink yet */
    bool is_passed;     /* what comes goes to the sink */
};

/* Does the name of the format that was asked for hold these letters? */
static bool download_asks_for(const struct download *download, const char *letters)
{
    const struct param_set *params = download->op.args->params;
    const char *format = params ? param_set_get(params, param_find(&params_export, "FileFormatId")) : NULL;
    return format && text_contains_nocase(format, letters);
}

/* What an answer brings in place of a file, to stand behind its status; NULL: the file, or *is_text: one,
 * unless it is an error in JSON. */
static const char *download_judge(const struct download *download, const struct http_reply *reply,
                                  bool *is_text)
{
    char type[128], disposition[16];
    *is_text = false;
    if (reply->status == 204 || reply->status == 205) /* by their meaning */
        return ", which means no file";
    if (reply->status == 206) /* no part was asked for */
        return " with a part of a file";
    http_reply_header(reply, "Content-Type", type, sizeof type);
    http_reply_header(reply, "Content-Disposition", disposition, sizeof disposition);
    type[strcspn(type, "; \t")] = '\0';
    size_t len = strlen(type);
    if (text_equal_nocase(type, "application/json") ||
        (len > 5 && text_equal_nocase(type + len - 5, "+json")))
        return with_json;
    if (text_equal_nocase(type, "text/html") || text_equal_nocase(type, "application/xhtml+xml")) {
        bool wanted = download_asks_for(download, "htm") || strncasecmp(disposition, "attachment", 10) == 0;
        return wanted ? NULL : with_page;
    }
    *is_text =
        reply->status == 200 && text_equal_nocase(type, "text/plain") && !download_asks_for(download, "json");
    return NULL;
}

/* Notes the type that the headers give. */
static void download_note_type(struct export_info *info, const struct http_reply *reply)
{
    char value[1024];
    http_reply_header(reply, "Content-Type", value, sizeof value);
    char *clean = text_clean_copy(value);
    text_clip(info->content_type, sizeof info->content_type, clean, (int)sizeof info->content_type - 1);
    free(clean);
}

/* Gives bytes of the file to the sink. */
static enum http_take download_pass(struct download *download, const struct http_reply *reply,
                                    const void *data, size_t len)
{
    const struct export_sink *sink = download->sink;
    download->is_passed = true;
    if (len > 0 && !sink->write(sink->arg, data, len))
        return HTTP_STOP;
    download->info->bytes += (int64_t)len;
    if (len > 0 && sink->progress)
        sink->progress(sink->arg, download->info->bytes, reply->length);
    return HTTP_TAKEN;
}

/* Takes a piece: of a file it goes to the sink, of another answer it is kept. */
static enum http_take download_take(void *arg, const struct http_reply *reply, const void *data, size_t len)
{
    struct download *download = arg;
    struct buffer *held = &download->held;
    if (download->is_passed)
        return download_pass(download, reply, data, len);
    bool is_text;
    if (reply->status < 200 || reply->status >= 300 || download_judge(download, reply, &is_text))
        return HTTP_KEEP;
    download->op.delivered = true;
    download_note_type(download->info, reply);
    if (is_text && buffer_append(held, data, len)) {
        const char *text = buffer_text(held);
        char first = text[strspn(text, " \t\r\n\xEF\xBB\xBF")];
        if (first == '{' || !first)
            return HTTP_TAKEN;
        return download_pass(download, reply, held->data, held->len);
    }
    enum http_take take = download_pass(download, reply, held->data, held->len);
    return take == HTTP_TAKEN ? download_pass(download, reply, data, len) : take;
}

/* Is the text one JSON object that tells an error? */
static bool download_tells_error(const struct buffer *text)
{
    static const char *const names[] = {"Message", "message", "error", "errors", "title", "detail"};
    json_t *json = json_decode(buffer_text(text), text->len, NULL);
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        found = found || json_object_get(json, names[i]);
    json_decref(json);
    return found;
}

/* A 2xx answer that brings no file: what it brings is shown, not saved. */
static bool download_refuse(struct download *download, const char *instead, int status,
                            const struct buffer *body, struct error *err)
{
    struct reply_context context = operation_context(&download->op);
    struct error said;
    char shown[900];
    error_clear(&said);
    if (instead == with_json || instead == with_page) {
        reply_error_read(&said, &context, buffer_text(body), body->len);
        reply_error_show(shown, sizeof shown, &context, said.server[0] ? said.server : buffer_text(body),
                         SHOWN_CELLS);
        reply_error_set(err, ERROR_BAD_REPLY, &context, NULL,
                        "the server answered %d%s; nothing was saved. It says: %s", status, instead,
                        shown[0] ? shown : "nothing");
    } else {
        reply_error_set(err, ERROR_BAD_REPLY, &context, "Check that the project has a transcript",
                        "the server answered %d%s; nothing was saved", status, instead);
    }
    err->status = status;
    memcpy(err->server, said.server, sizeof err->server);
    return false;
}

/* One run of the operation. */
static bool download_run(struct download *download, struct error *err)
{
    struct http_reply reply;
    struct buffer *held = &download->held;
    bool is_text, ok = true;
    if (!operation_run(&download->op, &reply, err))
        return false;
    download_note_type(download->info, &reply);
    const char *instead = download_judge(download, &reply, &is_text);
    if (!instead && !download->op.delivered && reply.status != 200)
        instead = " without a file"; /* only 200 says that what is empty is the file */
    if (!instead && held->len > 0 && !download->is_passed && download_tells_error(held))
        ok = download_refuse(download, with_json, reply.status, held, err);
    else if (instead)
        ok = download_refuse(download, instead, reply.status, &reply.body, err);
    else if (!download->is_passed && download_pass(download, &reply, held->data, held->len) == HTTP_STOP) {
        struct reply_context context = operation_context(&download->op);
        ok = reply_error_from_failure(err, &context, &reply, &(struct http_failure){.kind = ERROR_IO});
    }
    http_reply_free(&reply);
    return ok;
}

bool api_export(struct connection *connection, int64_t id, const struct param_set *params,
                const struct export_sink *sink, struct export_info *info, struct error *err)
{
    struct request_args args = {.project_id = id, .params = params};
    struct download download = {.sink = sink, .info = info};
    *info = (struct export_info){0};
    if (!operation_begin(&download.op, connection, ENDPOINT_EXPORT, &args, err))
        return false;
    download.op.take = download_take;
    download.op.take_arg = &download;
    buffer_init(&download.held, HELD_MAX);
    bool ok = download_run(&download, err);
    int64_t wait_ms = connection->config.export_wait_ms;
    for (int tries = 1; !ok && tries <= LATE_TRIES; tries++) {
        /* The transcript may still be on its way to the service's disk. */
        bool late = err->status == 404 || err->status == 409 || err->status == 412;
        if (!sink->completed || download.op.delivered || !late)
            break;
        char *notice = mem_printf("answered %d although the project is Completed; attempt %d of %d in %.0f s",
                                  err->status, tries, LATE_TRIES, (double)wait_ms / 1000.0);
        bool waited = operation_wait(&download.op, wait_ms, notice, err);
        free(notice);
        if (!waited)
            break;
        ok = download_run(&download, err);
    }
    buffer_free(&download.held);
    return ok;
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
