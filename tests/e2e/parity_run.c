/* Owns the home that all front ends start from, the run of each, and the reading of what it left. */
/* SPDX-License-Identifier: MIT */
#include "e2e/parity_run.h"

#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "e2e/control.h"
#include "steno/base/when.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

#define STATE "state/steno/state.db"
#define LOGIN "config/steno/credentials"
#define HOOK  "hook.log"

#define LIMIT_MS 20000

/* --- the home --- */

void parity_prepare(struct parity *parity, const char *arguments)
{
    struct process_result result;
    bench_steno(&parity->bench, arguments, NULL, 0, &result);
    process_result_free(&result);
}

void parity_start(struct parity *parity)
{
    *parity = (struct parity){0};
    buffer_init(&parity->state, BUFFER_MAX_DEFAULT);
    buffer_init(&parity->login, BUFFER_MAX_DEFAULT);
    bench_start_logged_in(&parity->bench, "--token t0ken --transcribe-seconds 600");
    const struct home *home = parity->bench.home;
    home_write(
        home, "hook",
        "#!/bin/sh\n"
        "printf '%s: %s -> %s, %s\\n' \"$STENO_ID\" \"$STENO_FROM\" \"$STENO_STATE\" \"$STENO_NAME\" >>" HOOK
        "\n");
    char *hook = home_path(home, "hook"), *config = mem_printf("hook = %s\n", hook);
    cr_assert_eq(chmod(hook, 0700), 0);
    home_write(home, "config/steno/config", config);
    parity_prepare(parity, "show 1 2");
    free(config);
    free(hook);
}

void parity_stop(struct parity *parity)
{
    bench_stop(&parity->bench);
    buffer_free(&parity->state);
    buffer_free(&parity->login);
    free(parity->fault);
    free(parity->screen_rows);
    free(parity->screen_writes);
}

/* Takes a file of the home away. */
static void parity_remove(const struct parity *parity, const char *relative)
{
    char *path = home_path(parity->bench.home, relative);
    unlink(path);
    free(path);
}

/* Reads a file of the home; empty when there is none. */
static void parity_read(const struct parity *parity, const char *relative, struct buffer *out)
{
    struct error err;
    char *path = home_path(parity->bench.home, relative);
    buffer_clear(out);
    if (access(path, F_OK) == 0)
        cr_assert(file_read(path, out, &err), "%s", err.text);
    free(path);
}

/* Puts a file back as it was read. */
static void parity_write(const struct parity *parity, const char *relative, const struct buffer *bytes)
{
    parity_remove(parity, relative);
    if (!bytes->len)
        return;
    char *path = home_path(parity->bench.home, relative);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file, "%s", path);
    cr_assert_eq(fwrite(bytes->data, 1, bytes->len, file), bytes->len);
    cr_assert_eq(fclose(file), 0);
    cr_assert_eq(chmod(path, 0600), 0);
    free(path);
}

void parity_hold(struct parity *parity)
{
    parity_read(parity, STATE, &parity->state);
    parity_read(parity, LOGIN, &parity->login);
}

/* Sandbox and home as they were. */
static void parity_begin(const struct parity *parity)
{
    const struct process_sandbox *sandbox = &parity->bench.sandbox;
    control_heal(sandbox);
    control_reset(sandbox);
    control_forget(sandbox);
    if (parity->change)
        control_change(sandbox, 1, parity->change);
    char *faults = mem_copy(parity->fault ? parity->fault : ""), *rest = faults;
    for (char *fault; (fault = strsep(&rest, " "));)
        if (*fault)
            control_fault(sandbox, fault);
    free(faults);
    parity_write(parity, STATE, &parity->state);
    parity_write(parity, LOGIN, &parity->login);
    parity_remove(parity, HOOK);
    parity_remove(parity, "2-Interview_dam_keeper.srt");
}

/* --- what is left --- */

/* The rows of a query, a line each, with | between the values. */
static void left_add_rows(sqlite3 *db, struct buffer *out, const char *title, const char *sql)
{
    sqlite3_stmt *statement;
    cr_assert_eq(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK, "%s", sqlite3_errmsg(db));
    while (sqlite3_step(statement) == SQLITE_ROW) {
        buffer_append_text(out, title);
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            const char *value = (const char *)sqlite3_column_text(statement, i);
            buffer_printf(out, "|%s", value ? value : "NULL");
        }
        buffer_append_char(out, '\n');
    }
    sqlite3_finalize(statement);
}

char *parity_rows(const struct parity *parity)
{
    static const char *const tables[][2] = {
        {"history", "SELECT id, kind, text FROM history ORDER BY row"},
        {"metadata", "SELECT id, key, value, email FROM metadata_log ORDER BY id, key"},
        {"project", "SELECT id, version, state, name, tags FROM projects ORDER BY id"},
        {"pending", "SELECT id, r.operation, key, value, COALESCE(params, options), state, version"
                    " FROM act_rows r JOIN acts USING (act) WHERE outcome IS NULL ORDER BY row"},
        {"acts", "SELECT a.operation, count,"
                 " (SELECT min(o.ended_ms IS NOT NULL) FROM act_rows o WHERE o.act = a.act), id, outcome,"
                 " status, reason, after,"
                 " r.ended_ms IS NOT NULL FROM act_rows r JOIN acts a USING (act) ORDER BY row"}};
    struct buffer out;
    sqlite3 *db;
    char *path = home_path(parity->bench.home, STATE), *login = home_read(parity->bench.home, LOGIN);
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    cr_assert_eq(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK, "%s", path);
    sqlite3_busy_timeout(db, 10000);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        left_add_rows(db, &out, tables[i][0], tables[i][1]);
    sqlite3_close(db);
    buffer_append_text(&out, login ? login : "not logged in\n");
    free(login);
    free(path);
    return buffer_take(&out);
}

/* One request as a line: "POST /API/v2/Projects/1/Enqueue?Lang=en-US 200 BODY". Caller frees. */
static char *left_request(const json_t *row)
{
    struct buffer line;
    size_t i;
    const json_t *pair;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    buffer_printf(&line, "%s %s", json_string_value(json_object_get(row, "Method")),
                  json_string_value(json_object_get(row, "Path")));
    json_array_foreach(json_object_get(row, "Query"), i, pair)
        buffer_printf(&line, "%c%s=%s", i ? '&' : '?', json_string_value(json_array_get(pair, 0)),
                      json_string_value(json_array_get(pair, 1)));
    buffer_printf(&line, " %d %s\n", (int)json_integer_value(json_object_get(row, "Status")),
                  json_string_value(json_object_get(row, "Body")));
    return buffer_take(&line);
}

char *parity_writes(const struct parity *parity)
{
    struct buffer out;
    size_t i;
    const json_t *row;
    char *text = control_received(&parity->bench.sandbox);
    json_t *received = json_loads(text, 0, NULL);
    cr_assert_not_null(received, "%s", text);
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    json_array_foreach(json_object_get(received, "Requests"), i, row)
    {
        const char *path = json_string_value(json_object_get(row, "Path"));
        bool writes = strcmp(json_string_value(json_object_get(row, "Method")), "GET") != 0;
        char *line = left_request(row);
        if ((writes || (parity->reads && strstr(path, parity->reads))) &&
            !(parity->once && strstr(buffer_text(&out), line)))
            buffer_append_text(&out, line);
        free(line);
    }
    json_decref(received);
    free(text);
    return buffer_take(&out);
}

char *parity_hook(const struct parity *parity, size_t len)
{
    int64_t until = clock_mono_ms() + 5000;
    char *log = home_read(parity->bench.home, HOOK);
    while ((log ? strlen(log) : 0) < len && clock_mono_ms() < until) {
        poll(NULL, 0, 5);
        free(log);
        log = home_read(parity->bench.home, HOOK);
    }
    return log ? log : mem_copy("");
}

/* --- the runs --- */

/* Is the text of what is left now this one? */
static bool parity_left_is(const struct parity *parity, char *(*read)(const struct parity *parity),
                           const char *wanted)
{
    char *left = read(parity);
    bool same = strcmp(left, wanted) == 0;
    free(left);
    return same;
}

void parity_await_screen(const struct parity *parity)
{
    int64_t until = clock_mono_ms() + LIMIT_MS;
    while ((!parity_left_is(parity, parity_rows, parity->screen_rows) ||
            !parity_left_is(parity, parity_writes, parity->screen_writes)) &&
           clock_mono_ms() < until)
        poll(NULL, 0, 20);
}

/* Runs a subcommand and interrupts it while its write is on its way. What it wrote, both outputs. Caller
 * frees. */
static char *parity_interrupted(struct parity *parity, const char *arguments)
{
    struct process process;
    struct buffer said;
    char bytes[4096];
    buffer_init(&said, BUFFER_MAX_DEFAULT);
    bench_begin(&parity->bench, arguments, &process);
    cr_assert(control_wait_requests(&parity->bench.sandbox, parity->cancelled, 1), "steno %s", arguments);
    kill(process.pid, SIGINT);
    for (ssize_t got; (got = read(process.from, bytes, sizeof bytes)) > 0;)
        buffer_append(&said, bytes, (size_t)got);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 128 + SIGINT);
    char *log = home_read(parity->bench.home, "steno.log");
    buffer_append_text(&said, log ? log : "");
    free(log);
    return buffer_take(&said);
}

/* Runs a program to its end; what it wrote, both outputs. Caller frees. */
static char *parity_program(const struct parity *parity, const char *arguments, const char *input)
{
    struct process_result result;
    process_steno(parity->bench.home, arguments, input, &result);
    cr_assert_neq(result.code, PROCESS_TIMED_OUT, "steno %s", arguments);
    char *said = mem_printf("%s%s", buffer_text(&result.out), buffer_text(&result.err));
    process_result_free(&result);
    return said;
}

/* The runs are minutes apart now and then: what is open until then is open until the same. */
static void parity_hide_times(char *said)
{
    static const char until[] = "open until ";
    for (char *at = said; (at = strstr(at, until)); at++) {
        for (char *digit = at + sizeof until - 1; (*digit >= '0' && *digit <= '9') || *digit == ':'; digit++)
            *digit = '-';
    }
}

void parity_run(struct parity *parity, enum parity_front front, const struct parity_way *way,
                struct parity_left *left)
{
    parity_begin(parity);
    if (front == PARITY_SCREEN)
        left->said = parity_screen(parity, way);
    else if (parity->cancelled)
        left->said = parity_interrupted(parity, way->arguments);
    else if (front == PARITY_TERMINAL)
        left->said = parity_terminal(parity, way);
    else
        left->said = parity_program(parity, way->arguments, way->input);
    parity_hide_times(left->said);
    left->rows = parity_rows(parity);
    left->writes = parity_writes(parity);
    left->hook = parity_hook(parity, front == PARITY_CLI ? 0 : parity->hook_len);
    if (front == PARITY_SCREEN) {
        parity->hook_len = strlen(left->hook);
        parity->screen_rows = mem_copy(left->rows);
        parity->screen_writes = mem_copy(left->writes);
    }
}

void parity_left_free(struct parity_left *left)
{
    free(left->rows);
    free(left->writes);
    free(left->hook);
    free(left->said);
}
