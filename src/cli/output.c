/* Owns what a subcommand writes: data on standard output, sentences on standard error. */
/* SPDX-License-Identifier: MIT */
#include "cli.h"
#include "steno/cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/api/json.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/call.h"
#include "steno/core/id_list.h"
#include "interrupt.h"
#include "print.h"
#include "progress.h"

#define REST_MAX  ((size_t)ID_LIST_MAX * 24) /* bytes */
#define ROWS_MAX  ((size_t)1 << 30)
#define ROWS_LONG ((size_t)64 << 10)

static bool output_is_quiet;        /* --quiet */
static struct cli *output_has_rows; /* that may wait; NULL: no run has any */

struct buffer *cli_rows(struct cli *cli)
{
    if (!output_has_rows)
        buffer_init(&cli->rows, ROWS_MAX);
    output_has_rows = cli;
    if (cli->rows.len >= ROWS_LONG)
        cli_put_rows(cli);
    return &cli->rows;
}

void cli_put_rows(struct cli *cli)
{
    struct buffer rows = cli->rows;
    if (rows.len == 0)
        return;
    cli->rows.len = 0; /* what is said of a failure comes by here again */
    cli_put(cli, rows.data, rows.len);
}

bool cli_put(struct cli *cli, const void *data, size_t len)
{
    cli_put_rows(cli);
    if (cli->out_errno)
        return false;
    progress_clear();
    if (interrupt_write(STDOUT_FILENO, data, len))
        return true;
    cli->out_errno = errno ? errno : EIO;
    if (cli->out_errno != EPIPE && cli->out_errno != EINTR)
        cli_say("standard output cannot be written: %s", strerror(cli->out_errno));
    error_set(&cli->stop, ERROR_IO, "standard output cannot be written");
    return false;
}

bool cli_put_text(struct cli *cli, const char *text)
{
    return cli_put(cli, text, strlen(text));
}

void cli_put_buffer(struct cli *cli, struct buffer *text)
{
    cli_put(cli, buffer_text(text), text->len);
    buffer_free(text);
}

void cli_put_record(struct cli *cli, const struct record *record)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    print_record(&text, record);
    cli_put_buffer(cli, &text);
}

bool cli_has_terminal(void)
{
    int tty = open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (tty >= 0)
        close(tty);
    return tty >= 0;
}

bool cli_put_terminal(const char *bytes, struct error *err)
{
    if (!*bytes)
        return true;
    int tty = open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC);
    bool ok = tty >= 0 && file_write_all(tty, bytes, strlen(bytes));
    if (tty >= 0)
        close(tty);
    return ok || error_set(err, ERROR_IO, "there is no terminal here to notify");
}

bool cli_put_json(struct cli *cli, json_t *object)
{
    struct buffer line;
    buffer_init(&line, (size_t)1 << 30);
    bool ok =
        json_write(&line, object) && buffer_append_char(&line, '\n') && cli_put(cli, line.data, line.len);
    json_decref(object);
    buffer_free(&line);
    return ok;
}

void output_be_quiet(bool quiet)
{
    output_is_quiet = quiet;
}

static void output_say(const char *format, va_list args)
{
    struct buffer line;
    char text[2048];
    if (output_has_rows)
        cli_put_rows(output_has_rows);
    vsnprintf(text, sizeof text, format, args);
    buffer_init(&line, 4 * sizeof text);
    buffer_printf(&line, "steno: %s\n", text);
    progress_clear();
    interrupt_write(STDERR_FILENO, buffer_text(&line), line.len);
    buffer_free(&line);
}

void cli_say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    output_say(format, args);
    va_end(args);
}

void cli_remark(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!output_is_quiet)
        output_say(format, args);
    va_end(args);
}

void cli_say_lines(const char *lines)
{
    while (*lines) {
        size_t len = strcspn(lines, "\n");
        cli_say("%.*s", (int)len, lines);
        lines += len + (lines[len] == '\n');
    }
}

json_t *cli_json_text(const char *text, size_t len)
{
    struct buffer out;
    buffer_init(&out, ROWS_MAX);
    text_repair(&out, text, len);
    json_t *value = json_string(buffer_text(&out));
    buffer_free(&out);
    return value;
}

json_t *cli_json_ok(int64_t id)
{
    json_t *object = json_object();
    if (id)
        json_object_set_new(object, "id", json_integer(id));
    json_object_set_new(object, "ok", json_true());
    return object;
}

json_t *cli_json_number(int64_t number)
{
    return number ? json_integer(number) : json_null();
}

/* {"id":7,"ok":false,"error":{"kind","status","message"}} */
static json_t *output_json_error(int64_t id, const struct error *err)
{
    char until[DATE_TEXT_SIZE];
    json_t *object = id ? json_pack("{s:I}", "id", (json_int_t)id) : json_object();
    json_t *detail = json_pack("{s:s, s:o, s:s}", "kind", error_kind_name(err->kind), "status",
                               cli_json_number(err->status), "message", err->text);
    if (err->open_until_ms) {
        date_format_utc(until, sizeof until, err->open_until_ms);
        json_object_set_new(detail, "open_until", json_string(until));
    }
    json_object_set_new(object, "ok", json_false());
    json_object_set_new(object, "error", detail);
    return object;
}

int cli_fail(struct cli *cli, int64_t id, struct error *err)
{
    bool stopped = cli->stop.kind != ERROR_NONE;
    bool untried =
        stopped && strcmp(err->text, cli->stop.text) == 0; /* for the reason that another one had */
    bool said = untried || (stopped && err->kind == cli->stop.kind && !error_outcome_is_open(err));
    struct error shown = *err;
    if (untried)
        error_prefix(&shown, "not tried");
    if (cli->json)
        cli_put_json(cli, output_json_error(id, &shown));
    if (!said)
        cli_say("%s", err->text);
    else if (id && !cli->json && (call_fails_others(&cli->stop) || call_puts_off_others(&cli->stop)))
        cli_rest_add(cli, id);
    if (!stopped && call_fails_others(err))
        cli->stop = *err;
    return error_kind_exit_code(err->kind);
}

void cli_rest_add(struct cli *cli, int64_t id)
{
    if ((cli->rest_count & (cli->rest_count - 1)) == 0)
        cli->rest = mem_grow(cli->rest, cli->rest_count ? cli->rest_count * 2 : 1, sizeof *cli->rest);
    cli->rest[cli->rest_count++] = id;
}

void cli_rest_say(struct cli *cli)
{
    struct buffer line;
    buffer_init(&line, REST_MAX);
    buffer_append_text(&line, "steno: not done: ");
    id_list_put(&line, cli->rest, cli->rest_count, INT_MAX);
    buffer_append_char(&line, '\n');
    if (cli->rest_count > 0)
        interrupt_write(STDERR_FILENO, buffer_text(&line), line.len);
    buffer_free(&line);
    free(cli->rest);
    cli->rest = NULL;
    cli->rest_count = 0;
}
