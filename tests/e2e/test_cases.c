/* Command lines as text: each file of tests/e2e/cases is a transcript of shell commands with a sandbox.
 *
 * sandbox: --show-metadata    begins a part: a new sandbox with these arguments, --verbose and --as-of; the
 *                             parts of a file run at the same time
 * logged out, logged in       from here on, no token is saved, or one is
 * # what the case shows       begins a case: a new home, and the sandbox is reset
 * $ steno show 3 | wc -l      run by sh -c; lines that begin with a tab continue the command
 * % steno login               run on a terminal: > lines are the screen at the end
 * < Email: | me@example.org   on a terminal: waits for the first text, types the second and Enter (or ^C)
 * > a line of stdout          all lines in order; without any: no output
 * ! a line of stderr          likewise for stderr
 * + its end                   continues the line above
 * >~ words  !~ words          stdout, stderr contains this; its other lines are not compared
 * >- words  !- words          stdout, stderr lacks this; its other lines are not compared
 * ? 4   !4 a line of stderr   the exit code; default 0
 * = GET get-project 200       all requests of the command, in order; = alone: none
 * @ fault enqueue:status=500  controls the sandbox: fault F, heal, expire, cancel ID, change ID JSON, reset
 *
 * In expected texts $URL is the sandbox's address, $HOST its host and port, and $HOME the home, which is also
 * the command's working folder. Commands have $LOG (the sandbox's log file), $TOP (the source folder) and
 * $BUILD (the build folder). A command that ends with 77 needs a program that is not installed: its part is
 * skipped. A failure prints the actual result in the format of the file.
 */
/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "e2e/output_schema.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "support/asserts.h"
#include "support/pty.h"

#define CASES FIXTURES "/../e2e/cases/*.txt"

/* The texts of a command in the file; for each stream: all lines, contained words, missing words. */
enum { COMMAND, STEPS, REQUESTS, OUT, OUT_HAS, OUT_LACKS, ERR, ERR_HAS, ERR_LACKS, TEXTS };

struct transcript {
    const char *file;
    int line;              /* of the command */
    const char *arguments; /* of the sandbox */
    bool is_running;       /* the sandbox runs */
    bool is_out;           /* no token is saved */
    struct bench bench;    /* with the sandbox's home */
    struct home *home;     /* the case's home */
    char *credentials;     /* NULL: logged out */
    bool login_is_stale;   /* the saved token expired */
    struct buffer texts[TEXTS];
    bool is_on_terminal;
    struct buffer *last; /* the text that "+" continues */
    bool requests_matter;
    int code;
};

static const char *text(const struct transcript *script, int which)
{
    return buffer_text(&script->texts[which]);
}

/* A stream in the format of the file: "> line". Caller frees. */
static char *as_lines(const struct transcript *script, const struct buffer *stream, char mark)
{
    struct buffer lines;
    const char *url = script->bench.sandbox.url;
    char *part = text_replace(buffer_text(stream), url, "$URL");
    char *other = text_replace(part, url + strlen("http://"), "$HOST");
    char *rest = text_replace(other, script->home->dir, "$HOME"), *start = rest;
    buffer_init(&lines, BUFFER_MAX_DEFAULT);
    for (char *line; (line = strsep(&rest, "\n")) && (rest || *line);)
        buffer_printf(&lines, "%c%s%s\n", mark, *line ? " " : "", line);
    free(start);
    free(part);
    free(other);
    return buffer_take(&lines);
}

static void expect_stream(const struct transcript *script, int whole, const char *came, const char *name)
{
    const char *at = script->file;
    if (!*text(script, whole + 1) && !*text(script, whole + 2))
        cr_expect_str_eq(came, text(script, whole), "%s:%d: %s wrote to %s:\n%snot:\n%s", at, script->line,
                         text(script, COMMAND), name, came, text(script, whole));
    for (int which = whole + 1; which <= whole + 2; which++) {
        char *parts = mem_copy(text(script, which)), *rest = parts;
        for (char *part; (part = strsep(&rest, "\n")) && *part;)
            if (which == whole + 1)
                cr_expect_str_has(came, part, "%s:%d: %s wrote to %s:\n%s", at, script->line,
                                  text(script, COMMAND), name, came);
            else
                cr_expect_str_lacks(came, part, "%s:%d: %s wrote to %s:\n%s", at, script->line,
                                    text(script, COMMAND), name, came);
        free(parts);
    }
}

/* The requests since the command began, as "= GET get-project 200". Caller frees. */
static char *requests_since(const struct transcript *script, size_t before)
{
    char *all = bench_requests(&script->bench);
    struct buffer fresh;
    buffer_init(&fresh, BUFFER_MAX_DEFAULT);
    buffer_append_text(&fresh, all + before);
    char *lines = as_lines(script, &fresh, '=');
    buffer_free(&fresh);
    free(all);
    return lines;
}

static void expect_json(const struct transcript *script, const struct buffer *out)
{
    struct json_schema schema;
    const char *command = text(script, COMMAND);
    while (isupper((unsigned char)*command)) /* NAME=value */
        command += strcspn(command, " ") + 1;
    if (script->is_on_terminal || strncmp(command, "steno ", 6) != 0 || strpbrk(command, "|;&<>\n\\") ||
        !strstr(command, " --json"))
        return;
    output_schema_load(&schema);
    output_schema_expect(&schema, command + 6, out);
    json_schema_free(&schema);
}

/* Runs the command on a terminal and types the texts; the final screen becomes stdout. */
static void run_on_terminal(struct transcript *script, char *const *argv, struct process_result *result)
{
    struct pty *pty = pty_start(script->home, argv, 24, 160);
    char *steps = text_replace(text(script, STEPS), "$URL", script->bench.sandbox.url), *rest = steps;
    for (char *shown; (shown = strsep(&rest, "\n")) && *shown;) {
        char *typed = strstr(shown, " | ");
        if (typed)
            *typed = '\0';
        cr_assert(pty_wait_text(pty, shown, PROCESS_LIMIT_MS), "%s:%d: no %s", script->file, script->line,
                  shown);
        if (typed && typed[3] == '^')
            pty_key(pty, typed + 3);
        else if (typed) {
            pty_type(pty, typed + 3);
            pty_key(pty, "Enter");
        }
    }
    result->code = pty_wait_exit(pty, PROCESS_LIMIT_MS);
    char *screen = pty_screen(pty);
    size_t len = strlen(screen);
    while (len > 1 && screen[len - 2] == '\n')
        screen[--len] = '\0';
    buffer_init(&result->out, BUFFER_MAX_DEFAULT);
    buffer_init(&result->err, BUFFER_MAX_DEFAULT);
    buffer_append_text(&result->out, screen);
    free(screen);
    free(steps);
    pty_free(pty);
}

/* Runs the command from the file, and compares the result. */
static void run(struct transcript *script)
{
    struct process_result result;
    if (!*text(script, COMMAND))
        return;
    char *before = bench_requests(&script->bench),
         *whole = mem_printf("cd && umask 077 && %s", text(script, COMMAND));
    char *const argv[] = {(char[]){"/bin/sh"}, (char[]){"-c"}, whole, NULL};
    if (script->is_on_terminal)
        run_on_terminal(script, argv, &result);
    else
        process_run(script->home, argv, NULL, PROCESS_LIMIT_MS, &result);
    if (result.code == 77)
        cr_skip_test("%s: what it needs is not installed", text(script, COMMAND));
    char *out = as_lines(script, &result.out, '>'), *err = as_lines(script, &result.err, '!');
    cr_expect_eq(result.code, script->code, "%s:%d: %s ended with %d, not %d:\n%s%s", script->file,
                 script->line, text(script, COMMAND), result.code, script->code, out, err);
    expect_stream(script, OUT, out, "stdout");
    expect_stream(script, ERR, err, "stderr");
    expect_json(script, &result.out);
    if (script->requests_matter) {
        char *came = requests_since(script, strlen(before));
        cr_expect_str_eq(came, text(script, REQUESTS), "%s:%d: %s sent:\n%snot:\n%s", script->file,
                         script->line, text(script, COMMAND), came, text(script, REQUESTS));
        free(came);
    }
    process_result_free(&result);
    free(before);
    free(whole);
    free(out);
    free(err);
    for (int i = 0; i < TEXTS; i++)
        buffer_clear(&script->texts[i]);
    script->requests_matter = false;
    script->code = 0;
}

/* Makes the home of a case, and resets the sandbox. */
static void begin_case(struct transcript *script)
{
    if (script->home)
        home_remove(script->home);
    if (script->is_running) {
        control_heal(&script->bench.sandbox);
        control_reset(&script->bench.sandbox);
    } else {
        char *arguments = mem_printf("--verbose --as-of 2026-05-23T12:00:00Z %s", script->arguments);
        bench_start(&script->bench, arguments);
        free(arguments);
        script->is_running = script->login_is_stale = true;
    }
    if (script->is_out) {
        free(script->credentials);
        script->credentials = NULL;
    } else if (script->login_is_stale) {
        struct process_result result;
        bench_steno(&script->bench, "login --email demo@example.org --password-stdin", "demo\n", 0, &result);
        process_result_free(&result);
        free(script->credentials);
        script->credentials = home_read(script->bench.home, "config/steno/credentials");
        script->login_is_stale = false;
    }
    char *program = process_program("steno"), *log = home_path(script->bench.home, "sandbox.log"), *path,
         *build = process_built("");
    *strrchr(program, '/') = '\0';
    path = mem_printf("%s:%s", program, getenv("PATH"));
    script->home = home_create();
    home_set(script->home, "PATH", path);
    home_set(script->home, "HOME", script->home->dir);
    home_set(script->home, "STENO_URL", script->bench.sandbox.url);
    home_set(script->home, "URL", script->bench.sandbox.url);
    home_set(script->home, "LOG", log);
    home_set(script->home, "TOP", FIXTURES "/../..");
    home_set(script->home, "BUILD", build);
    if (script->credentials)
        home_write(script->home, "config/steno/credentials", script->credentials);
    free(path);
    free(log);
    free(program);
    free(build);
}

/* Carries out a line "@ ...". */
static void tell(struct transcript *script, const char *order)
{
    const struct process_sandbox *sandbox = &script->bench.sandbox;
    long id = 0;
    int at = 0;
    if (strncmp(order, "fault ", 6) == 0)
        control_fault(sandbox, order + 6);
    else if (strcmp(order, "expire") == 0) {
        control_expire(sandbox);
        script->login_is_stale = true;
    } else if (strcmp(order, "heal") == 0)
        control_heal(sandbox);
    else if (strcmp(order, "reset") == 0)
        control_reset(sandbox);
    else if (sscanf(order, "cancel %ld", &id) == 1)
        control_cancel(sandbox, (int)id);
    else if (sscanf(order, "change %ld %n", &id, &at) == 1 && at)
        control_change(sandbox, id, order + at);
    else
        cr_assert(false, "%s: no such order: %s", script->file, order);
}

/* Adds an expected line of a stream; `rest` follows the mark: perhaps an exit code, then "~ words", "- words"
 * or " line". */
static void want(struct transcript *script, int whole, char mark, char *rest)
{
    if (isdigit((unsigned char)*rest))
        script->code = (int)strtol(rest, &rest, 10);
    int which = whole + (*rest == '~' ? 1 : *rest == '-' ? 2 : 0);
    script->last = &script->texts[which];
    if (which == whole)
        buffer_printf(script->last, "%c%s\n", mark, rest);
    else
        buffer_printf(script->last, "%s\n", rest[1] ? rest + 2 : "");
}

static void read_line(struct transcript *script, char *line, int number)
{
    if (*line && strchr("$%#@", *line))
        run(script);
    switch (*line) {
    case '#':
        begin_case(script);
        break;
    case '@':
        tell(script, line + 2);
        break;
    case '$':
    case '%':
        script->line = number;
        script->is_on_terminal = *line == '%';
        buffer_append_text(&script->texts[COMMAND], line + 2);
        break;
    case '\t':
        buffer_printf(&script->texts[COMMAND], "\n%s", line + 1);
        break;
    case '<':
        buffer_printf(&script->texts[STEPS], "%s\n", line + 2);
        break;
    case '>':
        want(script, OUT, *line, line + 1);
        break;
    case '!':
        want(script, ERR, *line, line + 1);
        break;
    case '+':
        script->last->len--; /* without the line feed */
        buffer_printf(script->last, "%s\n", line + 2);
        break;
    case '?':
        script->code = (int)strtol(line + 1, NULL, 10);
        break;
    case '=':
        script->requests_matter = true;
        if (line[1])
            buffer_printf(&script->texts[REQUESTS], "%s\n", line);
        break;
    case '\0':
        break;
    default:
        cr_assert_null(script->home, "%s:%d: not understood: %s", script->file, number, line);
    }
}

/* A file and the number of a part; part 0 is before the first "sandbox:". */
struct cases_part {
    char path[512];
    int part;
};

/* Reads a file. Caller frees. */
static char *read_file(const char *path)
{
    struct buffer read;
    struct error err;
    buffer_init(&read, BUFFER_MAX_DEFAULT);
    cr_assert(file_read(path, &read, &err), "%s", err.text);
    return buffer_take(&read);
}

ParameterizedTestParameters(cases, of_a_file_write_what_stands_there)
{
    static struct cases_part parts[128];
    glob_t found;
    size_t count = 0;
    cr_assert_eq(glob(CASES, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char *read = read_file(found.gl_pathv[i]);
        int part = 0;
        for (const char *at = read; at; at = strstr(at, "\nsandbox: "), part++) {
            const char *sandbox = strstr(++at, "\nsandbox: "), *first = strstr(at, "\n# ");
            if (!first || (sandbox && sandbox < first))
                continue;
            cr_assert_lt(count, sizeof parts / sizeof parts[0]);
            snprintf(parts[count].path, sizeof parts[0].path, "%s", found.gl_pathv[i]);
            parts[count++].part = part;
        }
        free(read);
    }
    globfree(&found);
    return cr_make_param_array(struct cases_part, parts, count);
}

ParameterizedTest(struct cases_part *wanted, cases, of_a_file_write_what_stands_there)
{
    struct transcript script = {.file = strrchr(wanted->path, '/') + 1, .arguments = ""};
    for (int i = 0; i < TEXTS; i++)
        buffer_init(&script.texts[i], BUFFER_MAX_DEFAULT);
    char *whole = read_file(wanted->path), *rest = whole;
    int number = 0, part = 0;
    for (char *line; (line = strsep(&rest, "\n"));) {
        number++;
        if (strncmp(line, "sandbox: ", 9) == 0) {
            script.arguments = line + 9;
            part++;
        } else if (strncmp(line, "logged ", 7) == 0)
            script.is_out = line[7] == 'o';
        else if (part == wanted->part)
            read_line(&script, line, number);
    }
    run(&script);
    home_remove(script.home);
    bench_stop(&script.bench);
    for (int i = 0; i < TEXTS; i++)
        buffer_free(&script.texts[i]);
    free(script.credentials);
    free(whole);
}
