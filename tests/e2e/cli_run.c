/* Runs steno and a sandbox for tests of the command line. */
/* SPDX-License-Identifier: MIT */
#include "e2e/cli_run.h"
#include "e2e/output_schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "steno/base/text.h"
#include "support/asserts.h"

void bench_start(struct bench *bench, const char *sandbox_arguments)
{
    bench->home = home_create();
    cr_assert(process_sandbox_start(bench->home, sandbox_arguments, &bench->sandbox));
    home_set(bench->home, "STENO_URL", bench->sandbox.url);
    home_set(bench->home, "TZ", "UTC");
}

void bench_stop(struct bench *bench)
{
    process_sandbox_stop(&bench->sandbox);
    home_remove(bench->home);
}

void bench_start_logged_in(struct bench *bench, const char *sandbox_arguments)
{
    struct process_result result;
    bench_start(bench, sandbox_arguments);
    bench_steno(bench, "login --email demo@example.org --password-stdin", "demo\n", 0, &result);
    process_result_free(&result);
}

void bench_steno(struct bench *bench, const char *arguments, const char *input, int code,
                 struct process_result *result)
{
    struct json_schema schema;
    process_steno(bench->home, arguments, input, result);
    cr_assert_eq(result->code, code, "steno %s ended with %d, not %d:\n%s%s", arguments, result->code, code,
                 buffer_text(&result->out), buffer_text(&result->err));
    output_schema_load(&schema);
    output_schema_expect(&schema, arguments, &result->out);
    json_schema_free(&schema);
}

void bench_begin(struct bench *bench, const char *arguments, struct process *process)
{
    char *program = process_program("steno"), *line = mem_printf("%s %s", program, arguments), **argv;
    struct error err;
    cr_assert(spawn_split(line, &argv, &err), "%s", err.text);
    cr_assert(process_start(bench->home, argv, "steno.log", process));
    spawn_argv_free(argv);
    free(line);
    free(program);
}

void bench_expect(struct bench *bench, const char *arguments, const char *input, int code, const char *out,
                  const char *err)
{
    struct process_result result;
    char *wanted_out = text_replace(out, "$URL", bench->sandbox.url),
         *wanted_err = text_replace(err, "$URL", bench->sandbox.url);
    bench_steno(bench, arguments, input, code, &result);
    cr_expect_str_eq(buffer_text(&result.out), wanted_out, "steno %s wrote to stdout:\n%s\nnot:\n%s",
                     arguments, buffer_text(&result.out), wanted_out);
    cr_expect_str_eq(buffer_text(&result.err), wanted_err, "steno %s wrote to stderr:\n%s\nnot:\n%s",
                     arguments, buffer_text(&result.err), wanted_err);
    process_result_free(&result);
    free(wanted_out);
    free(wanted_err);
}

void bench_run(struct bench *bench, const char *arguments, int code)
{
    struct process_result result;
    bench_steno(bench, arguments, NULL, code, &result);
    process_result_free(&result);
}

void bench_expect_parts(struct bench *bench, const char *arguments, const char *input, int code,
                        const char *out, const char *err)
{
    struct process_result result;
    bench_steno(bench, arguments, input, code, &result);
    cr_expect_str_has(buffer_text(&result.out), out, "steno %s", arguments);
    cr_expect_str_has(buffer_text(&result.err), err, "steno %s", arguments);
    process_result_free(&result);
}

void bench_expect_said(struct bench *bench, const char *arguments, int code, const char *part)
{
    bench_expect_parts(bench, arguments, NULL, code, "", part);
}

char *bench_requests(const struct bench *bench)
{
    struct buffer lines;
    char *log = home_read(bench->home, "sandbox.log"), *rest = log;
    buffer_init(&lines, BUFFER_MAX_DEFAULT);
    for (char *line; (line = strsep(&rest, "\n"));) {
        char method[16], endpoint[64];
        int status;
        if (sscanf(line, "%*s #%*d %15s %63s %d", method, endpoint, &status) == 3)
            buffer_printf(&lines, "%s %s %d\n", method, endpoint, status);
    }
    free(log);
    return buffer_take(&lines);
}
