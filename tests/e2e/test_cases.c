/* Command lines as text: each file of tests/e2e/cases is a transcript of a shell beside one sandbox.
 *
 *   sandbox: --show-metadata      before the first case: arguments of the sandbox; --as-of stands
 *   logged out                    before the first case: no token is saved
 *   # what the case shows         begins a case: a home of its own, the sandbox as at its first start
 *   $ steno show 3 | wc -l        run by sh -c; lines that begin with a tab go on with it
 *   > a line of stdout            all of them, in order; none: there was none
 *   ! a line of stderr            the same
 *   >~ words  !~ words            stdout, stderr has this; its other lines may be any
 *   >- words  !- words            it lacks this; the others may be any
 *   ? 4                           the exit code; 0 without this line
 *   = GET get-project 200         all requests that the sandbox had during the command, in order; = alone:
 * none
 *   @ fault enqueue:status=500    the sandbox is told, before what follows: fault F, expire, cancel ID,
 *                                 change ID JSON, reset
 *
 * In what was written $URL stands for the sandbox and $HOME for the home, which is the folder of the command
 * too. A failure shows what came, as it would stand in the file.
 */
/* SPDX-License-Identifier: MIT */
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

#define CASES FIXTURES "/../e2e/cases/*.txt"

/* What is expected of one stream. */
struct wanted {
    struct buffer whole, has, lacks; /* lines */
};

struct transcript {
    const char *file;
    int line;            /* of the command */
    int head_lines;      /* before the first case */
    struct bench bench;  /* its home is the sandbox's */
    struct home *home;   /* of the case */
    char *credentials;   /* NULL: logged out */
    bool login_is_stale; /* its tokens expired */
    struct buffer command;
    struct wanted out, err;
    struct buffer requests;
    bool requests_matter;
    int code;
};

static void wanted_clear(struct wanted *wanted)
{
    buffer_clear(&wanted->whole);
    buffer_clear(&wanted->has);
    buffer_clear(&wanted->lacks);
}

/* A stream as the file would have it: "> line". Caller frees. */
static char *as_lines(const struct transcript *script, const struct buffer *stream, char mark)
{
    struct buffer lines;
    char *text = text_replace(buffer_text(stream), script->bench.sandbox.url, "$URL");
    char *rest = text_replace(text, script->home->dir, "$HOME"), *start = rest;
    buffer_init(&lines, BUFFER_MAX_DEFAULT);
    for (char *line; (line = strsep(&rest, "\n")) && (rest || *line);)
        buffer_printf(&lines, "%c%s%s\n", mark, *line ? " " : "", line);
    free(start);
    free(text);
    return buffer_take(&lines);
}

static void expect_stream(const struct transcript *script, const struct wanted *wanted, const char *came,
                          const char *name)
{
    const char *at = script->file;
    char *parts[] = {mem_copy(buffer_text(&wanted->has)), mem_copy(buffer_text(&wanted->lacks))};
    if (!wanted->has.len && !wanted->lacks.len)
        cr_expect_str_eq(came, buffer_text(&wanted->whole), "%s:%d: %s wrote to %s:\n%snot:\n%s", at,
                         script->line, buffer_text(&script->command), name, came,
                         buffer_text(&wanted->whole));
    for (int i = 0; i < 2; i++) {
        char *rest = parts[i];
        for (char *part; (part = strsep(&rest, "\n")) && *part;)
            if (i == 0)
                cr_expect_str_has(came, part, "%s:%d: %s wrote to %s:\n%s", at, script->line,
                                  buffer_text(&script->command), name, came);
            else
                cr_expect_str_lacks(came, part, "%s:%d: %s wrote to %s:\n%s", at, script->line,
                                    buffer_text(&script->command), name, came);
        free(parts[i]);
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
    const char *command = buffer_text(&script->command);
    if (strncmp(command, "steno ", 6) != 0 || strpbrk(command, "|;&<>\n\\") || !strstr(command, " --json"))
        return;
    output_schema_load(&schema);
    output_schema_expect(&schema, command + 6, out);
    json_schema_free(&schema);
}

/* Runs the command that was read, and compares. */
static void run(struct transcript *script)
{
    struct process_result result;
    if (!script->command.len)
        return;
    char *before = bench_requests(&script->bench),
         *whole = mem_printf("cd && %s", buffer_text(&script->command));
    process_run(script->home, (char *const[]){(char[]){"/bin/sh"}, (char[]){"-c"}, whole, NULL}, NULL,
                PROCESS_LIMIT_MS, &result);
    char *out = as_lines(script, &result.out, '>'), *err = as_lines(script, &result.err, '!');
    cr_expect_eq(result.code, script->code, "%s:%d: %s ended with %d, not %d:\n%s%s", script->file,
                 script->line, buffer_text(&script->command), result.code, script->code, out, err);
    expect_stream(script, &script->out, out, "stdout");
    expect_stream(script, &script->err, err, "stderr");
    expect_json(script, &result.out);
    if (script->requests_matter) {
        char *came = requests_since(script, strlen(before));
        cr_expect_str_eq(came, buffer_text(&script->requests), "%s:%d: %s sent:\n%snot:\n%s", script->file,
                         script->line, buffer_text(&script->command), came, buffer_text(&script->requests));
        free(came);
    }
    process_result_free(&result);
    free(before);
    free(whole);
    free(out);
    free(err);
    buffer_clear(&script->command);
    buffer_clear(&script->requests);
    wanted_clear(&script->out);
    wanted_clear(&script->err);
    script->requests_matter = false;
    script->code = 0;
}

/* A home as a case finds it. */
static void begin_case(struct transcript *script)
{
    if (script->home)
        home_remove(script->home);
    control_heal(&script->bench.sandbox);
    control_reset(&script->bench.sandbox);
    if (script->login_is_stale) {
        struct process_result result;
        bench_steno(&script->bench, "login --email demo@example.org --password-stdin", "demo\n", 0, &result);
        process_result_free(&result);
        free(script->credentials);
        script->credentials = home_read(script->bench.home, "config/steno/credentials");
        script->login_is_stale = false;
    }
    char *program = process_program("steno"), *path;
    *strrchr(program, '/') = '\0';
    path = mem_printf("%s:%s", program, getenv("PATH"));
    script->home = home_create();
    home_set(script->home, "PATH", path);
    home_set(script->home, "HOME", script->home->dir);
    home_set(script->home, "STENO_URL", script->bench.sandbox.url);
    home_set(script->home, "URL", script->bench.sandbox.url);
    if (script->credentials)
        home_write(script->home, "config/steno/credentials", script->credentials);
    free(path);
    free(program);
}

/* What the sandbox is told. */
static void tell(struct transcript *script, const char *order)
{
    const struct process_sandbox *sandbox = &script->bench.sandbox;
    long id = 0;
    int at = 0;
    if (strncmp(order, "fault ", 6) == 0)
        control_fault(sandbox, order + 6);
    else if (strcmp(order, "expire") == 0) {
        control_expire(sandbox);
        script->login_is_stale = script->credentials != NULL;
    } else if (strcmp(order, "reset") == 0)
        control_reset(sandbox);
    else if (sscanf(order, "cancel %ld", &id) == 1)
        control_cancel(sandbox, (int)id);
    else if (sscanf(order, "change %ld %n", &id, &at) == 1 && at)
        control_change(sandbox, id, order + at);
    else
        cr_assert(false, "%s: no such order: %s", script->file, order);
}

/* "~ words", "- words" or " line", after its mark. */
static void want(struct wanted *wanted, const char *line)
{
    struct buffer *part = line[1] == '~' ? &wanted->has : line[1] == '-' ? &wanted->lacks : NULL;
    if (part)
        buffer_printf(part, "%s\n", line[2] ? line + 3 : line + 2);
    else
        buffer_printf(&wanted->whole, "%s\n", line);
}

static void read_line(struct transcript *script, const char *line, int number)
{
    if (strchr("$#@", *line) && *line)
        run(script);
    switch (*line) {
    case '#':
        begin_case(script);
        break;
    case '@':
        tell(script, line + 2);
        break;
    case '$':
        script->line = number;
        buffer_append_text(&script->command, line + 2);
        break;
    case '\t':
        buffer_printf(&script->command, "\n%s", line + 1);
        break;
    case '>':
        want(&script->out, line);
        break;
    case '!':
        want(&script->err, line);
        break;
    case '?':
        script->code = (int)strtol(line + 1, NULL, 10);
        break;
    case '=':
        script->requests_matter = true;
        if (line[1])
            buffer_printf(&script->requests, "%s\n", line);
        break;
    case '\0':
        break;
    default:
        cr_assert(false, "%s:%d: not understood: %s", script->file, number, line);
    }
}

/* Reads what stands before the first case, and starts the sandbox. Returns the text of the cases. */
static char *read_head(struct transcript *script, char *text)
{
    char *cases = strstr(text, "\n#"), *rest = text, *arguments = mem_copy("--as-of 2026-05-23T12:00:00Z");
    bool is_out = false;
    cr_assert_not_null(cases, "%s has no case", script->file);
    *cases = '\0';
    for (char *line; (line = strsep(&rest, "\n"));) {
        script->head_lines++;
        if (strncmp(line, "sandbox: ", 9) == 0) {
            char *more = mem_printf("%s %s", arguments, line + 9);
            free(arguments);
            arguments = more;
        } else if (strcmp(line, "logged out") == 0)
            is_out = true;
    }
    bench_start(&script->bench, arguments);
    script->login_is_stale = !is_out;
    free(arguments);
    return cases + 1;
}

struct cases_file {
    char path[512];
};

ParameterizedTestParameters(cases, of_a_file_write_what_stands_there)
{
    static struct cases_file files[64];
    glob_t found;
    size_t count = 0;
    cr_assert_eq(glob(CASES, 0, NULL, &found), 0);
    cr_assert_leq(found.gl_pathc, sizeof files / sizeof files[0]);
    for (; count < found.gl_pathc; count++)
        snprintf(files[count].path, sizeof files[0].path, "%s", found.gl_pathv[count]);
    globfree(&found);
    return cr_make_param_array(struct cases_file, files, count);
}

ParameterizedTest(struct cases_file *file, cases, of_a_file_write_what_stands_there)
{
    struct transcript script = {.file = strrchr(file->path, '/') + 1};
    struct buffer text;
    struct error err;
    struct buffer *all[] = {&script.command,   &script.requests,  &script.out.whole, &script.out.has,
                            &script.out.lacks, &script.err.whole, &script.err.has,   &script.err.lacks};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        buffer_init(all[i], BUFFER_MAX_DEFAULT);
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    cr_assert(file_read(file->path, &text, &err), "%s", err.text);
    char *whole = buffer_take(&text), *rest = read_head(&script, whole);
    int number = script.head_lines;
    for (char *line; (line = strsep(&rest, "\n"));)
        read_line(&script, line, ++number);
    run(&script);
    home_remove(script.home);
    bench_stop(&script.bench);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        buffer_free(all[i]);
    free(script.credentials);
    free(whole);
}
