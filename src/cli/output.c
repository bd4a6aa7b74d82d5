/* Output of subcommands: data on standard output; messages and the progress line on standard error. */
/* SPDX-License-Identifier: MIT */
#include "cli.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

#include "steno/api/json.h"
#include "steno/base/text.h"
#include "steno/core/refresh.h"
#include "steno/core/write.h"

#define SKIPPED_MAX ((size_t)ID_LIST_MAX * 24) /* bytes */
#define ROWS_LONG   ((size_t)64 << 10)
#define LABEL_CELLS 20
#define STATE_CELLS 10
#define EVERY_MS    1000
#define APART_MS    2000 /* a pause is reported again if its end moves by more than this */
#define CLEAR_LINE  "\r\033[K"

static bool output_is_quiet, output_has_no_progress, progress_is_shown;
static int64_t progress_said_ms;    /* when the progress line last changed, monotonic */
static struct cli *output_has_rows; /* the run whose rows must be written before a message; NULL: none */

void output_limit(bool is_quiet, bool has_no_progress)
{
    output_is_quiet = is_quiet;
    output_has_no_progress = has_no_progress;
}

/* --- standard output --- */

struct buffer *cli_rows(struct cli *cli)
{
    if (!output_has_rows)
        buffer_init(&cli->rows, TEXT_MAX);
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
    cli->rows.len = 0; /* must be 0 before cli_put(), which can call this function again */
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

void cli_put_text(struct cli *cli, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = mem_vprintf(format, args);
    va_end(args);
    cli_put(cli, text, strlen(text));
    free(text);
}

void cli_put_buffer(struct cli *cli, struct buffer *text)
{
    cli_put(cli, buffer_text(text), text->len);
    buffer_free(text);
}

void cli_put_json(struct cli *cli, json_t *object)
{
    struct buffer line;
    buffer_init(&line, TEXT_MAX);
    if (json_write(&line, object) && buffer_append_char(&line, '\n'))
        cli_put(cli, line.data, line.len);
    json_decref(object);
    buffer_free(&line);
}

void cli_put_pack(struct cli *cli, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cli_put_json(cli, json_vpack_ex(NULL, 0, format, args));
    va_end(args);
}

void cli_put_ok(struct cli *cli, int64_t id)
{
    if (cli->json)
        cli_put_pack(cli, "{s:o*, s:b}", "id", id ? json_integer(id) : NULL, "ok", true);
}

json_t *cli_json_text(const char *text)
{
    struct buffer out;
    buffer_init(&out, TEXT_MAX);
    text_repair(&out, text, strlen(text));
    json_t *value = json_string(buffer_text(&out));
    buffer_free(&out);
    return value;
}

json_t *cli_json_number(int64_t number)
{
    return number ? json_integer(number) : json_null();
}

json_t *cli_json_time(int64_t when_ms)
{
    char when[DATE_TEXT_SIZE];
    date_format_utc(when, sizeof when, when_ms);
    return when_ms ? json_string(when) : json_null();
}

/* --- replies as plain text --- */

/* Appends text, blanks up to `cells`, and two more blanks. */
static void print_padded(struct buffer *out, const char *text, int cells)
{
    int pad = cells - text_width(text);
    buffer_printf(out, "%s%*s  ", text, pad > 0 ? pad : 0, "");
}

/* Appends a label with its value, and frees the value. */
static void print_pair(struct buffer *out, const char *label, struct buffer *value)
{
    buffer_append_text(out, "  ");
    print_padded(out, label, LABEL_CELLS);
    buffer_printf(out, "%s\n", value->len > 0 ? buffer_text(value) : "-");
    buffer_free(value);
}

/* Appends members that the table does not know, with their paths. *headed: the heading was written. */
static void print_unknown(struct buffer *out, const struct field_table *table, const json_t *object,
                          const char *prefix, bool *headed)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, name, value)
    {
        char path[300];
        struct buffer text;
        snprintf(path, sizeof path, "%s%s%s", prefix, prefix[0] ? "." : "", name);
        enum field_known known = field_know(table, path);
        if (known == FIELD_KNOWN || (known == FIELD_ABOVE && json_is_null(value)))
            continue;
        if (known == FIELD_ABOVE && json_is_object(value)) {
            print_unknown(out, table, value, path, headed);
            continue;
        }
        if (!*headed)
            buffer_append_text(out, "Other fields\n");
        *headed = true;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        json_write_bare(&text, value);
        print_pair(out, path, &text);
    }
}

void print_record(struct buffer *out, const struct record *record)
{
    const struct field_table *table = record->table;
    bool headed = false;
    for (size_t i = 0, first; i < table->count; i++) {
        const char *group = table->rows[i].group;
        for (first = 0; strcmp(table->rows[first].group, group) != 0;)
            first++;
        if (first == i)
            buffer_printf(out, "%s\n", group);
        for (size_t k = i; first == i && k < table->count; k++) {
            const struct field_def *def = &table->rows[k];
            struct buffer value;
            if (strcmp(def->group, group) != 0 || def->secret)
                continue;
            buffer_init(&value, BUFFER_MAX_DEFAULT);
            field_show(&value, table, def, record->shown, DATE_LOCAL);
            print_pair(out, def->label, &value);
        }
    }
    print_unknown(out, table, record->shown, "", &headed);
}

void print_project_line(struct buffer *out, int64_t id, const char *state, const char *length,
                        bool has_no_media, const char *name)
{
    char shown[120];
    int64_t ms;
    if (has_no_media)
        length = "no media";
    if (length && length_parse(length, &ms))
        length_format(shown, sizeof shown, ms);
    else
        snprintf(shown, sizeof shown, "%s", length ? length : "");
    buffer_printf(out, "%5" PRId64 "  ", id);
    print_padded(out, state && *state ? state : "-", STATE_CELLS);
    print_padded(out, *shown ? shown : "-", 8);
    buffer_printf(out, "%s\n", name && *name ? name : "-");
}

void print_project_json(struct buffer *out, int64_t id, const json_t *project, const char *text,
                        int64_t fetched_ms, const struct exported *exported, int64_t version,
                        int64_t updated_ms)
{
    enum ledger_age age = ledger_age(exported, version, updated_ms);
    json_t *rest = json_pack("{s:o*}", "fetched", fetched_ms < 0 ? NULL : cli_json_time(fetched_ms));
    if (age != LEDGER_NONE)
        json_object_set_new(rest, "exported",
                            json_pack("{s:o, s:s, s:b}", "when", cli_json_time(exported->when_ms), "format",
                                      exported->format, "old", age == LEDGER_OLD));
    buffer_printf(out, "{\"id\":%" PRId64 ",\"ok\":true,\"project\":", id);
    if (text)
        buffer_append_text(out, text);
    else if (project)
        json_write(out, project);
    else
        buffer_append_text(out, "null");
    if (json_object_size(rest) > 0) {
        size_t at = out->len;
        json_write(out, rest);
        if (at < out->len)
            out->data[at] = ','; /* replaces the “{” of `rest`: its members continue the object */
    } else {
        buffer_append_char(out, '}');
    }
    buffer_append_char(out, '\n');
    json_decref(rest);
}

/* --- sentences --- */

static void output_say(const char *format, va_list args)
{
    char *text = mem_vprintf(format, args), *line = mem_printf("steno: %s\n", text);
    if (output_has_rows)
        cli_put_rows(output_has_rows);
    progress_clear();
    interrupt_write(STDERR_FILENO, line, strlen(line));
    free(line);
    free(text);
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

int cli_put_failure(struct cli *cli, int64_t id, const struct error *err, const char *text)
{
    if (cli->json) /* "id" is missing if id is 0 */
        cli_put_pack(cli, "{s:o*, s:b, s:{s:s, s:o, s:o, s:o*}}", "id", id ? json_integer(id) : NULL, "ok",
                     false, "error", "kind", error_kind_name(err->kind), "status",
                     cli_json_number(err->status), "message", cli_json_text(text), "open_until",
                     err->open_until_ms ? cli_json_time(err->open_until_ms) : NULL);
    return error_kind_exit_code(err->kind);
}

int cli_fail(struct cli *cli, int64_t id, struct error *err)
{
    bool stopped = cli->stop.kind != ERROR_NONE;
    bool untried = stopped && strcmp(err->text, cli->stop.text) == 0; /* an earlier error stopped this call */
    bool said = untried || (stopped && err->kind == cli->stop.kind && !error_outcome_is_open(err));
    struct error shown = *err;
    if (untried)
        error_prefix(&shown, "not tried");
    cli_put_failure(cli, id, err, shown.text);
    if (!said)
        cli_say("%s", err->text);
    else if (id && !cli->json && (call_fails_others(&cli->stop) || call_puts_off_others(&cli->stop))) {
        if (cli->stop_id)
            cli_skipped_add(cli, cli->stop_id);
        cli->stop_id = 0;
        cli_skipped_add(cli, id);
    }
    if (!stopped && call_fails_others(err)) {
        cli->stop = *err;
        cli->stop_id = id;
    }
    return error_kind_exit_code(err->kind);
}

void cli_skipped_add(struct cli *cli, int64_t id)
{
    if ((cli->skipped_count & (cli->skipped_count - 1)) == 0)
        cli->skipped =
            mem_grow(cli->skipped, cli->skipped_count ? cli->skipped_count * 2 : 1, sizeof *cli->skipped);
    cli->skipped[cli->skipped_count++] = id;
}

void cli_skipped_report(struct cli *cli)
{
    struct buffer ids;
    buffer_init(&ids, SKIPPED_MAX);
    id_list_put(&ids, cli->skipped, cli->skipped_count, INT_MAX);
    if (cli->skipped_count > 0)
        cli_say("not done: %s", buffer_text(&ids));
    buffer_free(&ids);
    free(cli->skipped);
    cli->skipped = NULL;
    cli->skipped_count = 0;
}

/* --- progress --- */

bool progress_is_wanted(size_t count)
{
    return count > 1 && !output_has_no_progress && isatty(STDERR_FILENO);
}

void progress_report_pause(const struct refresh *caps, int64_t now_ms, int64_t *pause_shown_ms)
{
    char wait[DATE_TEXT_SIZE];
    int64_t until_ms = refresh_paused_until(caps);
    if (until_ms > now_ms && until_ms > *pause_shown_ms + APART_MS) {
        wait_format(wait, sizeof wait, until_ms - now_ms);
        cli_remark(REFRESH_PAUSE_SENTENCE, wait);
    }
    *pause_shown_ms = until_ms > *pause_shown_ms ? until_ms : *pause_shown_ms;
}

void progress_show(size_t done, size_t count, int64_t begun_ms, int64_t now_ms, size_t waits,
                   int64_t waits_until_ms)
{
    int64_t passed_ms = now_ms - begun_ms;
    char line[120], until[DATE_TEXT_SIZE];
    if (passed_ms < EVERY_MS || now_ms - progress_said_ms < EVERY_MS || !progress_is_wanted(count))
        return;
    progress_said_ms = now_ms;
    progress_is_shown = true;
    size_t len = (size_t)snprintf(line, sizeof line, CLEAR_LINE "%zu of %zu", done, count);
    if (waits > 0) {
        wait_format(until, sizeof until, waits_until_ms - now_ms);
        snprintf(line + len, sizeof line - len, ", %zu waiting, next try in %s", waits, until);
    } else if (done > 0) {
        int64_t left_ms = passed_ms * (int64_t)(count - done) / (int64_t)done;
        date_format_clock(until, sizeof until, clock_wall_ms() + left_ms, DATE_LOCAL);
        snprintf(line + len, sizeof line - len, ", %.1f/s, done at about %s",
                 (double)done * 1000 / (double)passed_ms, until);
    }
    interrupt_write(STDERR_FILENO, line, strlen(line));
}

void progress_clear(void)
{
    if (progress_is_shown)
        interrupt_write(STDERR_FILENO, CLEAR_LINE, strlen(CLEAR_LINE));
    progress_is_shown = false;
}
