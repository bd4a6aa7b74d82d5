/* The manual, which is made at build time, and the README. */
/* SPDX-License-Identifier: MIT */
#include <regex.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/base/mem.h"
#include "support/asserts.h"
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
    cr_expect_str_lacks(buffer_text(&result.out), "\n@");
    cr_expect_str_has(buffer_text(&result.out), "\\-\\-pause\\-between\\-captions\\-ms");
    cr_expect_str_has(buffer_text(&result.out), "STENO_API_PATH");
    process_result_free(&result);
    home_remove(home);
}

static FILE *manual_open(const char *name)
{
    char *relative = mem_printf("docs/%s", name), *path = process_built(relative);
    FILE *page = fopen(path, "re");
    cr_assert_not_null(page, "%s", path);
    free(path);
    free(relative);
    return page;
}

Test(manual, of_the_sandbox_holds_its_options_and_faults)
{
    FILE *page = manual_open("steno-sandbox.1");
    char text[20000];
    text[fread(text, 1, sizeof text - 1, page)] = '\0';
    fclose(page);
    cr_expect_str_has(text, "\n  \\-\\-transcribe\\-seconds S ", "an option is missing");
    cr_expect_str_has(text, "\n  hostile ", "a fault is missing");
    cr_expect_str_lacks(text, "@HELP@");
    cr_expect_str_lacks(text, "@RELEASE@");
}

/* A page for people, whole; caller frees. */
static char *page_text(const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "%s/../../%s", FIXTURES, name);
    FILE *page = fopen(path, "re");
    char *text = calloc(1, 40000);
    cr_assert_gt(fread(text, 1, 39999, page), 0);
    fclose(page);
    return text;
}

Test(readme, says_how_to_connect_to_a_server)
{
    static const char *const needed[] = {"--url",         "`/API`",  "`/XAPI`",     "404",
                                         "--token-stdin", "--email", "steno doctor"};
    char *text = page_text("README.md"), *section = strstr(text, "\n## Connect to a server\n");
    cr_assert_not_null(section);
    char *next = strstr(section + 4, "\n## ");
    cr_assert_not_null(next);
    *next = '\0';
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
        cr_expect_str_has(section, needed[i], "%s", needed[i]);
    free(text);
}

Test(readme, names_the_exit_codes_in_the_words_of_the_help)
{
    struct home *home = home_create();
    struct process_result result;
    char *text = page_text("README.md");
    for (char *at = text; (at = strchr(at, '\n'));)
        *at = ' ';
    process_steno(home, "--help", NULL, &result);
    char *rest = strstr(buffer_text(&result.out), "\nExit codes:\n"), *line;
    cr_assert_not_null(rest);
    rest += strlen("\nExit codes:\n");
    size_t count = 0;
    while ((line = strsep(&rest, "\n")) && *line) {
        char words[120];
        snprintf(words, sizeof words, " %d %s", (int)strtol(line, NULL, 10), line + strlen("  130  "));
        cr_expect_str_has(text, words, "“%s”", words);
        count++;
    }
    cr_expect_eq(count, 10);
    process_result_free(&result);
    free(text);
    home_remove(home);
}

Test(readme, is_at_most_150_lines_and_says_what_is_stored_where)
{
    char *text = page_text("README.md");
    size_t lines = 0;
    for (const char *at = text; (at = strchr(at, '\n')); at++)
        lines++;
    cr_expect_leq(lines, 150, "%zu lines", lines);
    cr_expect_str_has(text, "~/.config/steno/config");
    cr_expect_str_has(text, "~/.config/steno/credentials");
    cr_expect_str_has(text, "~/.local/state/steno/state.db");
    free(text);
}

/* The keys of the manual, each between blanks: " j Down PgDn ". Caller frees. */
static char *manual_keys(void)
{
    FILE *page = manual_open("steno.1");
    char line[400];
    struct buffer keys;
    bool within = false;
    buffer_init(&keys, BUFFER_MAX_DEFAULT);
    while (fgets(line, sizeof line, page)) {
        within = strncmp(line, ".SH ", 4) == 0 ? strcmp(line, ".SH KEYS\n") == 0 : within;
        char *end = within && strncmp(line, "\\fB", 3) == 0 ? strstr(line, "\\fR") : NULL;
        for (char *at = line + 3; end && at < end; at++)
            if (*at != '\\' && !(*at == '&' && at[-1] == '\\'))
                buffer_append(&keys, at, 1);
        buffer_append_text(&keys, " ");
    }
    fclose(page);
    return buffer_take(&keys);
}

/* Each key between backticks in the first and third cell of a row is one of the program. */
static void expect_keys_of_row(char *row, const char *keys)
{
    for (int cell = 0; cell < 4; cell++) {
        char *rest = row, *next = strstr(row + 1, " | "), *part;
        if (next)
            *next = '\0';
        for (int i = 0; cell % 2 == 0 && (part = strsep(&rest, "`")); i++) {
            char word[40];
            snprintf(word, sizeof word, " %s ", part);
            cr_expect(i % 2 == 0 || strstr(keys, word), "no key “%s”", part);
        }
        if (!next)
            return;
        row = next + 3;
    }
}

Test(tour_page, names_the_keys_of_the_program)
{
    char *text = page_text("docs/TOUR.md"), *keys = manual_keys(), *copy = strdup(text), *rest, *key, *row;
    char *table = strstr(copy, "| --- |");
    cr_assert(table && strlen(keys) > 100);
    while ((row = strsep(&table, "\n")) && *row == '|')
        expect_keys_of_row(row, keys);
    char *left = strdup(keys);
    for (rest = left; (key = strsep(&rest, " "));) {
        char shown[20];
        snprintf(shown, sizeof shown, "`%s`", strcmp(key, "Comma") == 0 ? "," : key);
        bool is_plain = strlen(key) != 1 || (*key >= '0' && *key <= '9'); /* a word, or one of “1 to 5” */
        cr_expect(is_plain || strstr(text, shown), "%s is missing", shown);
    }
    free(left);
    free(copy);
    free(keys);
    free(text);
}

Test(readme, shows_commands_that_exist_with_the_options_they_have)
{
    struct home *home = home_create();
    char *text = page_text("README.md"), *rest = text, *line;
    size_t count = 0;
    while ((line = strsep(&rest, "\n"))) {
        char command[80], words[300] = "";
        bool shown = strncmp(line, "    steno ", 10) == 0;
        char *said = shown ? strstr(line + 4, "  ") : NULL;
        if (said) /* what it is for */
            *said = '\0';
        if (!shown || sscanf(line + 10, "%79[a-z] %299[^<]", command, words) < 1)
            continue;
        struct process_result result;
        char arguments[100];
        snprintf(arguments, sizeof arguments, "%s --help", command);
        process_steno(home, arguments, NULL, &result);
        cr_expect_eq(result.code, 0, "%s", line);
        char *left = words, *word;
        while ((word = strsep(&left, " ")))
            cr_expect(strncmp(word, "--", 2) != 0 || strstr(buffer_text(&result.out), word), "%s in: %s",
                      word, line);
        process_result_free(&result);
        count++;
    }
    cr_expect_geq(count, 7);
    free(text);
    home_remove(home);
}

/* Runs a reader of manual pages on a page: it ends well and has nothing to say. Skipped where it is not
 * installed. */
static void expect_silent(const char *const *reader, const char *locale, const char *page)
{
    struct process_result result;
    struct home *home = home_create();
    char *folder = process_built("docs"), *path = mem_printf("%s/%s", folder, page);
    char *argv[8] = {NULL}, *program = process_find(reader[0]);
    free(folder);
    size_t count = 0;
    if (access(program, X_OK) != 0)
        cr_skip_test("%s is not installed", reader[0]);
    for (; reader[count]; count++)
        argv[count] = (char *)(uintptr_t)reader[count];
    argv[count] = path;
    home_set(home, "LC_ALL", locale);
    process_run(home, argv, NULL, PROCESS_LIMIT_MS, &result);
    cr_expect_eq(result.code, 0, "%s %s", reader[0], page);
    cr_expect_str_eq(buffer_text(&result.err), "", "%s %s: %s", reader[0], page, buffer_text(&result.err));
    if (strcmp(reader[0], "mandoc") == 0)
        cr_expect_str_eq(buffer_text(&result.out), "", "%s", buffer_text(&result.out));
    else
        cr_expect_gt(result.out.len, 500);
    process_result_free(&result);
    home_remove(home);
    free(program);
    free(path);
}

static const char *const pages[] = {"steno.1", "steno-config.5", "steno-sandbox.1"};
#define PAGES (sizeof pages / sizeof pages[0])

Test(manual, is_read_without_a_word_in_a_c_locale)
{
    static const char *const man[] = {"man", "-l", NULL}, *const groff[] = {"groff", "-ww", "-man", "-Tutf8",
                                                                            NULL};
    for (size_t i = 0; i < PAGES; i++) {
        expect_silent(man, "C", pages[i]);
        expect_silent(groff, "C", pages[i]);
    }
}

Test(manual, is_right_for_mandoc)
{
    static const char *const mandoc[] = {"mandoc", "-Tlint", "-W", "warning", NULL};
    for (size_t i = 0; i < PAGES; i++)
        expect_silent(mandoc, "C.UTF-8", pages[i]);
}

Test(manual, of_the_config_explains_each_setting_and_its_example_passes_doctor)
{
    struct home *home = home_create();
    struct process_result page, sample;
    run_docgen(home, "man", FIXTURES "/../../docs/steno-config.5.in", &page);
    char *text = buffer_take(&page.out), *rest, *line;
    process_steno(home, "config", NULL, &sample);
    rest = sample.out.data;
    while ((line = strsep(&rest, "\n")) && strncmp(line, "# --- Parameters", 16) != 0) {
        if (line[0] != '#' || line[1] == ' ')
            continue;
        char *term = mem_printf(".TP\n\\fB%.*s\\fR \\fI", (int)strcspn(line + 1, " ="), line + 1);
        cr_expect_str_has(text, term, "%s", term);
        free(term);
    }
    char *example = strstr(text, "\n.SH EXAMPLE\n.nf\n"), *end = example ? strstr(example, "\n.fi") : NULL;
    cr_assert_not_null(end);
    struct buffer config;
    buffer_init(&config, BUFFER_MAX_DEFAULT);
    for (char *at = example + strlen("\n.SH EXAMPLE\n.nf\n"); at < end; at++)
        if (*at != '\\')
            buffer_append_char(&config, *at);
    home_write(home, "config/steno/config", buffer_text(&config));
    process_result_free(&page);
    process_steno(home, "--profile test doctor", NULL, &page);
    cr_expect_eq(page.code, 3, "%s", buffer_text(&page.err)); /* nobody is logged in */
    cr_expect_str_lacks(buffer_text(&page.out), "\nBAD k");
    cr_expect_str_has(buffer_text(&page.out), "\nok  url            https://test.example.org, from ");
    process_result_free(&page);
    process_result_free(&sample);
    buffer_free(&config);
    free(text);
    home_remove(home);
}

Test(docs, version_names_the_commit_that_was_built)
{
    struct home *home = home_create();
    struct process_result result;
    regex_t line;
    cr_assert_eq(
        regcomp(&line, "^steno [0-9]+\\.[0-9]+\\.[0-9]+( \\([0-9a-f]{8,}\\))?\n$", REG_EXTENDED | REG_NOSUB),
        0);
    process_steno(home, "--version", NULL, &result);
    cr_expect_eq(regexec(&line, buffer_text(&result.out), 0, NULL, 0), 0, "%s", buffer_text(&result.out));
    process_result_free(&result);
    regfree(&line);
    home_remove(home);
}
