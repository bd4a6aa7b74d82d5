/* The manual and the completions that are made at build time. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/process.h"

/* Runs docgen with up to two words. */
static void run_docgen(const struct home *home, const char *what, const char *path,
                       struct process_result *result)
{
    char *program = process_program("docgen"), *first = strdup(what), *second = path ? strdup(path) : NULL;
    char *const argv[] = {program, first, second, NULL};
    process_run(home, argv, NULL, PROCESS_LIMIT_MS, result);
    cr_assert_eq(result->code, 0);
    free(second);
    free(first);
    free(program);
}

Test(manual, every_part_of_the_template_is_filled)
{
    struct home *home = home_create();
    struct process_result result;
    run_docgen(home, "man", FIXTURES "/../../docs/steno.1.in", &result);
    cr_expect_not(strstr(buffer_text(&result.out), "\n@"));
    cr_expect(strstr(buffer_text(&result.out), "\\-\\-pause\\-between\\-captions\\-ms"));
    cr_expect(strstr(buffer_text(&result.out), "token_command"));
    cr_expect(strstr(buffer_text(&result.out), "STENO_API_PATH"));
    process_result_free(&result);
    home_remove(home);
}

Test(manual, of_the_sandbox_holds_its_options_and_faults)
{
    FILE *page = fopen(BUILDDIR "/docs/steno-sandbox.1", "re");
    cr_assert_not_null(page);
    char text[20000];
    text[fread(text, 1, sizeof text - 1, page)] = '\0';
    fclose(page);
    cr_expect(strstr(text, "\n  \\-\\-transcribe\\-seconds S "), "an option is missing");
    cr_expect(strstr(text, "\n  badjson "), "a fault is missing");
    cr_expect_not(strstr(text, "@HELP@"));
    cr_expect_not(strstr(text, "@RELEASE@"));
}

/* Runs the bash script's function for a line and prints what it offers. */
static void complete(const struct home *home, const char *words, const char *expected)
{
    struct process_result script, result;
    run_docgen(home, "bash", NULL, &script);
    home_write(home, "steno.bash", buffer_text(&script.out));
    process_result_free(&script);
    size_t size = strlen(words) + 400;
    char *body = malloc(size);
    snprintf(body, size,
             ". ./steno.bash; COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _steno; "
             "echo \"${COMPREPLY[*]}\"",
             words);
    char *const argv[] = {(char[]){"bash"}, (char[]){"-c"}, body, NULL};
    process_run(home, argv, NULL, PROCESS_LIMIT_MS, &result);
    cr_expect_str_eq(buffer_text(&result.out), expected, "%s%s", buffer_text(&result.out),
                     buffer_text(&result.err));
    process_result_free(&result);
    free(body);
}

Test(completion, knows_commands_their_second_words_and_their_flags)
{
    struct home *home = home_create();
    complete(home, "steno enq", "enqueue\n");
    complete(home, "steno metadata s", "set\n");
    complete(home, "steno --json enqueue 1 --lan", "--lang\n");
    complete(home, "steno export 1 --file-f", "--file-format-id\n");
    complete(home, "steno show 1 --lan", "\n");
    home_remove(home);
}
