/* Owns what the tests of the parameters share. */
/* SPDX-License-Identifier: MIT */
#include "unit/sandbox_param.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/file.h"
#include "steno/base/mem.h"

#define NOTED_MAX 64
#define AFTER     (NOW + 8000)

static struct {
    const char *suite, *parameter;
} noted[NOTED_MAX];
static size_t noted_count;
static struct control control;

void parameter_note(const char *suite, const char *parameter)
{
    if (noted_count == NOTED_MAX)
        mem_die("more tests of parameters than there is room for");
    noted[noted_count].suite = suite;
    noted[noted_count++].parameter = parameter;
}

void parameter_assert_all(const char *suite, const struct param_table *table)
{
    size_t of_suite = 0;
    for (size_t i = 0; i < noted_count; i++) {
        if (strcmp(noted[i].suite, suite) != 0)
            continue;
        of_suite++;
        cr_expect_geq(param_find(table, noted[i].parameter), 0, "%s is no parameter", noted[i].parameter);
    }
    for (size_t i = 0; i < table->count; i++) {
        size_t tests = 0;
        for (size_t j = 0; j < noted_count; j++)
            tests +=
                strcmp(noted[j].suite, suite) == 0 && strcmp(noted[j].parameter, table->rows[i].name) == 0;
        cr_expect_eq(tests, 1, "%s has no test of its name", table->rows[i].name);
    }
    cr_assert_eq(of_suite, table->count);
}

void parameter_setup(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    sandbox_setup(&control);
}

void parameter_teardown(void)
{
    control_free(&control);
}

/* Sends a request at a time; the target is freed. */
static const struct reply *ask(char *target, int64_t now_ms)
{
    const struct reply *reply = sandbox_call(&control, (struct call){.target = target, .now_ms = now_ms});
    free(target);
    return reply;
}

const struct reply *parameter_enqueue(int project, const char *query)
{
    control_free(&control);
    sandbox_setup(&control);
    return ask(mem_printf("/API/v2/Projects/%d/Enqueue?%s", project, query), NOW);
}

const struct reply *parameter_ended(int project)
{
    return ask(mem_printf("/API/v2/Projects/%d", project), AFTER);
}

const struct reply *parameter_export(int project, const char *enqueue, const char *export)
{
    if (enqueue)
        cr_assert_eq(parameter_enqueue(project, enqueue)->status, 200, "%s", reply_message());
    return ask(mem_printf("/API/v2/Projects/%d/Export/Subtitles?%s", project, export), AFTER);
}

char *parameter_file(const char *enqueue, const char *export)
{
    const struct reply *reply = parameter_export(2, enqueue, export);
    cr_assert_eq(reply->status, 200, "%s: %s", export, buffer_text(&reply->body));
    return mem_copy(buffer_text(&reply->body));
}

const json_t *parameter_config(const char *name)
{
    return json_object_get(json_object_get(reply_data(), "TranscriptionConfig"), name);
}

/* --- what is taken and what is not --- */

/* Sends one parameter to the operation of its table. */
static const struct reply *send_one(const struct param_table *table, const char *name, const char *value)
{
    struct buffer query;
    buffer_init(&query, BUFFER_MAX_DEFAULT);
    buffer_printf(&query, "%s=", name);
    param_encode(&query, value);
    const struct reply *reply = table == &params_enqueue ? parameter_enqueue(2, buffer_text(&query))
                                                         : parameter_export(2, NULL, buffer_text(&query));
    buffer_free(&query);
    return reply;
}

void parameter_accepts(const struct param_table *table, const char *name, const char *value)
{
    const struct reply *reply = send_one(table, name, value);
    cr_assert_eq(reply->status, 200, "%s=%s: %s", name, value, buffer_text(&reply->body));
}

void parameter_refuses(const struct param_table *table, const char *name, const char *value)
{
    char *message = mem_printf("%c%s:Invalid", name[0] | 0x20, name + 1);
    const struct reply *reply = send_one(table, name, value);
    cr_assert_eq(reply->status, 422, "%s=%s: %d", name, value, reply->status);
    cr_assert_str_eq(reply_message(), message);
    cr_assert_str_eq(reply->refused, name);
    free(message);
}

void parameter_is_boolean(const struct param_table *table, const char *name)
{
    parameter_accepts(table, name, "true");
    parameter_accepts(table, name, "False");
    parameter_accepts(table, name, "TRUE");
    parameter_refuses(table, name, "maybe");
    parameter_refuses(table, name, "1");
}

void parameter_is_duration(const char *name)
{
    parameter_refuses(&params_export, name, "-1");
    parameter_accepts(&params_export, name, "0");
    parameter_accepts(&params_export, name, "1");
    parameter_accepts(&params_export, name, "2147483646");
    parameter_accepts(&params_export, name, "2147483647");
    parameter_refuses(&params_export, name, "2147483648");
    parameter_refuses(&params_export, name, "1.5");
    parameter_refuses(&params_export, name, "soon");
}

void parameter_bears_unknown(const struct param_table *table, const char *name, const char *value)
{
    struct buffer line;
    char *note = mem_printf(": not known here and without effect: %s", name);
    char *plain = parameter_file("Lang=en-US", ""), *query = mem_printf("%s=%s", name, value);
    parameter_accepts(table, name, value);
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    received_log(&control.received, table->name, &line);
    cr_assert(strlen(note) < line.len, "%s", buffer_text(&line));
    cr_assert_str_eq(buffer_text(&line) + line.len - strlen(note), note, "%s", buffer_text(&line));
    char *other = table == &params_enqueue ? parameter_file(query, "") : parameter_file("Lang=en-US", query);
    cr_assert_str_eq(other, plain);
    free(other);
    free(query);
    free(plain);
    free(note);
    buffer_free(&line);
}

void parameter_is_documented_without_effect(const char *name)
{
    struct buffer document;
    struct error err;
    char *begin = mem_printf("\n| `%s` | none: ", name);
    buffer_init(&document, BUFFER_MAX_DEFAULT);
    cr_assert(file_read(FIXTURES "/../../docs/SANDBOX.md", &document, &err), "%s", err.text);
    const char *row = strstr(buffer_text(&document), "\n## Enqueue parameters");
    cr_assert_not_null(row);
    cr_assert_str_has(row, begin, "no reason for %s", name);
    buffer_free(&document);
    free(begin);
}

/* --- times of an srt file --- */

#define ARROW " --> "

/* The time at a place of the text, "hh:mm:ss,mmm". */
static int64_t time_at(const char *text)
{
    int h, m, s, ms;
    cr_assert_eq(sscanf(text, "%d:%2d:%2d,%3d", &h, &m, &s, &ms), 4, "%.20s", text);
    return ((h * INT64_C(60) + m) * 60 + s) * 1000 + ms;
}

#define START(arrow) time_at((arrow)-12)
#define END(arrow)   time_at((arrow) + 5)

/* The last caption's arrow. */
static const char *last_arrow(const char *srt)
{
    const char *last = NULL;
    for (const char *at = srt; (at = strstr(at, ARROW)); at++)
        last = at;
    cr_assert_not_null(last, "no captions");
    return last;
}

int64_t srt_first_ms(const char *srt)
{
    const char *arrow = strstr(srt, ARROW);
    cr_assert_not_null(arrow, "no captions");
    return START(arrow);
}

int64_t srt_last_ms(const char *srt)
{
    return END(last_arrow(srt));
}

int64_t srt_last_stays_ms(const char *srt)
{
    const char *arrow = last_arrow(srt);
    return END(arrow) - START(arrow);
}

int64_t srt_pause_ms(const char *srt, int index)
{
    const char *arrow = strstr(srt, ARROW);
    while (arrow && index-- > 0)
        arrow = strstr(arrow + 1, ARROW);
    const char *next = arrow ? strstr(arrow + 1, ARROW) : NULL;
    return next ? START(next) - END(arrow) : -1;
}
