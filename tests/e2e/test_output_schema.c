/* docs/output.schema.json matches the output of the commands, and has no part that no command ever prints. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "e2e/output_schema.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/caption/check.h"
#include "steno/cli/command.h"
#include "steno/core/write.h"
#include "support/asserts.h"
#include "support/mock_server.h"

static struct bench bench;
static struct json_schema schema;

static void begin(void)
{
    output_schema_load(&schema);
}

static void end(void)
{
    json_schema_free(&schema);
}

TestSuite(output_schema, .init = begin, .fini = end);

/* One command line; the sandbox has these faults only for it. */
struct step {
    const char *arguments;
    int code;
    const char *fault, *input;
};

static const char text_a[] = "1\n00:00:01,000 --> 00:00:02,000\nfirst words of it\n\n"
                             "2\n00:00:03,000 --> 00:00:04,000\nlast\n",
                  text_b[] = "1\n00:00:01,000 --> 00:00:02,000\nfirst word of it\n\n"
                             "2\n00:00:03,000 --> 00:00:02,000\nlast\n",
                  text_c[] = "\xEF\xBB\xBF"
                             "First line.\n\nSecond line, which is longer.\n";

static const struct step steps[] = {
    {"doctor", .code = 3},
    {"login --email demo@example.org --password-stdin", .input = "demo\n"},
    {"list", .code = 0},
    {"enqueue 1 --dry-run", .code = 0},
    {"whoami", .fault = "current-user:missing=User"},
    {"whoami", .code = 0},
    {"password-policy", .code = 0},
    {"add 1 2 3 9999", .code = 4},
    {"list", .code = 0},
    {"list --refresh", .code = 4},
    {"list --refresh state:completed", .code = 4},
    {"note 1 text", .code = 0},
    {"show 1", .code = 0},
    {"show 2 9999", .code = 4},
    {"export 2 -o x.srt", .code = 0},
    {"export 2 -o x.srt --skip-existing", .code = 0},
    {"export 2 --check ard -o .", .code = 9},
    {"export 2 --dry-run", .code = 0},
    {"enqueue 3 7 --dry-run", .code = 0},
    {"enqueue 1 12", .code = 0},
    {"enqueue 3", .code = 1},
    {"show 8", .code = 0},
    {"show 8",
     .fault = "get-project:set=ProcessingState:\"Failed\""}, /* a change without an action of the user */
    {"show 2", .code = 0},
    {"list", .code = 0},
    {"enqueue 5 --wait", .code = 0},
    {"enqueue 6", .code = 6, .fault = "enqueue:reset"},
    {"watch 2 --within 1", .code = 0},
    {"wait 2 9999", .code = 4},
    {"lint 2 --style ard", .code = 9},
    {"lint 2 --dry-run", .code = 0},
    {"lint a.srt b.srt c.txt d.srt --subtitle-line-length 20", .code = 9},
    {"metadata set 2 key value --dry-run", .code = 0},
    {"metadata set 2 key value", .code = 0},
    {"metadata rm 2 key --dry-run", .code = 0},
    {"metadata rm 2 key", .code = 0},
    {"tag rm 2 radio --dry-run", .code = 0},
    {"tag rm 2 radio", .code = 0},
    {"activity", .code = 0},
    {"preset save mine enqueue --lang en-US", .code = 0},
    {"preset list", .code = 0},
    {"preset show mine", .code = 0},
    {"preset rm mine", .code = 0},
    {"config", .code = 0},
    {"config --path", .code = 0},
    {"doctor", .code = 0},
    {"remove 2", .code = 0},
    {"forget 2", .code = 0},
    {"forget --all", .code = 0},
    {"logout", .code = 0},
};

/* Runs a step; the schema records the places that matched. */
static void take(const struct step *step)
{
    struct process_result result;
    char *line = mem_printf("%s --json", step->arguments);
    if (step->fault)
        control_fault(&bench.sandbox, step->fault);
    process_steno(bench.home, line, step->input, &result);
    cr_expect_eq(result.code, step->code, "steno %s ended with %d, not %d:\n%s%s", line, result.code,
                 step->code, buffer_text(&result.out), buffer_text(&result.err));
    output_schema_expect(&schema, line, &result.out);
    if (step->fault)
        control_heal(&bench.sandbox);
    process_result_free(&result);
    free(line);
}

/* Exports from a server that sends no Content-Type; the sandbox always sends one. */
static void take_untyped_file(void)
{
    struct mock_server *mock = mock_start();
    char *line = mem_printf("export 2 -o y.srt --url %s", mock_url(mock));
    home_set(bench.home, "STENO_TOKEN", "t");
    mock_reply(mock, 200, "", text_a);
    take(&(struct step){.arguments = line});
    home_set(bench.home, "STENO_TOKEN", NULL);
    mock_stop(mock);
    free(line);
}

Test(output_schema, fits_what_each_command_prints_and_promises_nothing_else)
{
    struct buffer unseen;
    bench_start(&bench, "--transcribe-seconds 1");
    home_write(bench.home, "config/steno/config", "hook = true\nrate_cap = 0\npoll_fast = 2\n");
    home_write(bench.home, "a.srt", text_a);
    home_write(bench.home, "b.srt", text_b);
    home_write(bench.home, "c.txt", text_c);
    home_write(bench.home, "d.srt", "");
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        take(&steps[i]);
    take_untyped_file();
    for (size_t i = 0; i < command_count; i++) {
        char *refused = mem_printf("%s --nosuch", commands[i].words);
        take(&(struct step){.arguments = refused, .code = 2});
        free(refused);
    }
    buffer_init(&unseen, BUFFER_MAX_DEFAULT);
    json_schema_unseen(&schema, &unseen);
    cr_expect_str_eq(buffer_text(&unseen), "", "never printed:\n%s", buffer_text(&unseen));
    buffer_free(&unseen);
    bench_stop(&bench);
}

Test(output_schema, has_a_definition_for_each_command)
{
    for (size_t i = 0; i < command_count; i++) {
        char *name = mem_copy(commands[i].words);
        for (char *blank; (blank = strchr(name, ' '));)
            *blank = '-';
        bool is_help = strcmp(name, "help") == 0; /* prints text, not JSON */
        cr_expect_eq(json_schema_has(&schema, name), !is_help, "%s", name);
        free(name);
    }
}

static const char *error_name(int kind)
{
    return error_kind_name((enum error_kind)kind);
}

static const char *outcome_name(int outcome)
{
    return write_outcome_name((enum write_outcome)outcome);
}

static const char *level_name(int level)
{
    return caption_level_name((enum caption_level)level);
}

/* Expects the values at a place of the schema to be the names of a table, beginning with `first`. */
static void expect_names(const char *place, const char *(*name)(int), int first, int count)
{
    char *path = mem_copy(place), *rest = path;
    json_t *node = schema.document;
    for (char *word; node && (word = strsep(&rest, "/"));)
        node = json_object_get(node, word);
    cr_assert(json_is_array(node), "%s", place);
    for (int i = first; i < count; i++)
        cr_expect_str_eq(json_string_value(json_array_get(node, (size_t)(i - first))), name(i), "%s", place);
    free(path);
}

Test(output_schema, has_the_names_of_the_tables)
{
    expect_names("$defs/failure/properties/error/properties/kind/enum", error_name, ERROR_NONE + 1,
                 ERROR_KIND_COUNT);
    expect_names("$defs/act/properties/rows/items/properties/outcome/enum", outcome_name, WRITE_OPEN + 1,
                 WRITE_OUTCOMES);
    expect_names("$defs/level/enum", level_name, 0, LEVEL_COUNT);
}
