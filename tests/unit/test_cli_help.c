/* The help contains what the tables have, and in plain English: sentences made from the tables are checked by
 * the lint, which has the only list of words. */
/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reply_error.h"
#include "steno/api/request.h"
#include "steno/base/process.h"
#include "steno/base/text.h"
#include "steno/cli/command.h"
#include "steno/core/names.h"
#include "steno/core/settings.h"
#include "support/asserts.h"

#define COUNT(of) (sizeof(of) / sizeof *(of))

static void use_utf8(void)
{
    setlocale(LC_ALL, "C.UTF-8");
}

TestSuite(help, .init = use_utf8);

/* The help of a command as text; caller frees. */
static char *help_of(const char *words)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    cr_assert(usage_of(&text, words), "%s", words);
    return buffer_take(&text);
}

Test(help, lists_every_command_global_flag_and_exit_code_on_one_screen)
{
    char *text = help_of(""), *line;
    int lines = 0;
    for (const char *at = text; (at = strchr(at, '\n')); at++)
        lines++;
    cr_expect_leq(lines, 45, "the variables are in the manual");
    for (line = text; (line = strchr(line, '\n'));) /* lists may break at any line */
        *line = ' ';
    for (size_t i = 0; i < command_count; i++)
        cr_expect_str_has(text, commands[i].words);
    for (int i = 0; i < SETTING_COUNT; i++) {
        char flag[80];
        snprintf(flag, sizeof flag, " --%s ", setting_defs[i].flag ? setting_defs[i].flag : "json");
        cr_expect_str_has(text, flag);
    }
    for (const struct exit_code *row = exit_codes; row->help; row++) {
        char code[200];
        snprintf(code, sizeof code, " %d %s%s", row->code, row->help, row[1].help ? ";" : " ");
        cr_expect_str_has(text, code);
    }
    cr_expect_str_has(text, "man steno");
    free(text);
}

Test(help, of_a_command_lists_every_parameter_with_type_default_and_unit)
{
    static const char *const names[] = {"enqueue", "export"};
    static const char *const values[] = {[PARAM_BOOL] = "[=true|false]",
                                         [PARAM_INT] = " NUMBER",
                                         [PARAM_NUMBER] = " NUMBER",
                                         [PARAM_TEXT] = " TEXT"};
    for (size_t n = 0; n < 2; n++) {
        const struct param_table *table = endpoints[command_find(names[n])->endpoint].params;
        char *text = help_of(names[n]);
        for (size_t i = 0; i < table->count; i++) {
            const struct param_def *def = &table->rows[i];
            char flag[100], line[300], facts[100] = "";
            param_flag(flag, sizeof flag, def);
            if (def->unit || def->def)
                snprintf(facts, sizeof facts, " (%s%s%s%s)", def->unit ? def->unit : "",
                         def->unit && def->def ? ", " : "", def->def ? "default " : "",
                         def->def ? def->def : "");
            snprintf(line, sizeof line, "  --%s%s%s\n", flag, values[def->type], facts);
            cr_expect_str_has(text, line);
            cr_expect_str_has(text, def->help);
        }
        free(text);
    }
}

Test(help, is_found_by_the_words_of_a_command_or_of_a_group)
{
    static const char *const cases[][2] = {
        {"", "Usage:\n  steno [ID…]"},
        {"list", "Usage: steno list [WORD...]"},
        {"metadata set", "Usage: steno metadata set ID… KEY"},
        {"metadata", "Usage:\n  steno metadata set ID"},
    };
    struct buffer none;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char *text = help_of(cases[i][0]);
        cr_expect_str_starts(text, cases[i][1], "%s", cases[i][0]);
        free(text);
    }
    buffer_init(&none, BUFFER_MAX_DEFAULT);
    cr_expect_not(usage_of(&none, "set"));
    cr_expect_not(usage_of(&none, "lst"));
    buffer_free(&none);
}

Test(help, fits_80_columns_and_offers_standard_input_for_ids_only_where_several_may_be_given)
{
    for (size_t i = 0; i <= command_count; i++) {
        const char *words = i < command_count ? commands[i].words : "";
        char *text = help_of(words), *rest = text, *line;
        bool offers = strstr(text, "- for ids from standard input");
        if (*words)
            cr_expect_eq(offers, strncmp(commands[i].args, "ID…", strlen("ID…")) == 0, "%s", text);
        while ((line = strsep(&rest, "\n")))
            cr_expect_leq(text_width(line), 80, "steno %s: “%s”", words, line);
        free(text);
    }
}

/* --- the tables --- */

Test(commands, every_row_has_what_the_help_and_the_dispatch_need_and_no_flag_of_two_meanings)
{
    for (size_t c = 0; c < command_count; c++) {
        const struct command *command = &commands[c];
        bool calls = command->endpoint != ENDPOINT_COUNT;
        const struct param_table *table = calls ? endpoints[command->endpoint].params : NULL;
        cr_expect(command->run != NULL, "%s", command->words);
        cr_expect_gt(strlen(command->help), 0);
        cr_expect_leq(text_width(command->help), 72, "%s", command->help);
        cr_expect_eq(command_find(command->words), command, "names are unique");
        cr_expect_eq(command->options & OPTIONS_GLOBAL, 0, "global flags are everywhere");
        cr_expect_eq(command->writes, calls && endpoints[command->endpoint].write, "%s", command->words);
        for (int i = 0; table && i < OPTION_COUNT; i++) {
            if ((command->options | OPTIONS_GLOBAL) & OPTION_BIT(i))
                cr_expect_lt(param_find_flag(table, option_defs[i].name), 0, "--%s", option_defs[i].name);
        }
        for (int i = 0; table && i < SETTING_COUNT; i++) {
            if (setting_defs[i].flag)
                cr_expect_lt(param_find_flag(table, setting_defs[i].flag), 0, "--%s", setting_defs[i].flag);
        }
    }
    for (int i = 0; i < OPTION_COUNT; i++) /* every short option exists */
        cr_expect(!option_defs[i].value || strlen(option_defs[i].value) > 1, "--%s %s", option_defs[i].name,
                  option_defs[i].value);
    for (int i = 0; i < SETTING_COUNT; i++)
        cr_expect(setting_defs[i].choices || (setting_defs[i].value && strlen(setting_defs[i].value) > 2),
                  "%s", setting_defs[i].name);
}

/* --- plain English --- */

/* Does the lint accept the text? Prints the words that it reports. */
static bool is_plain(const struct buffer *text)
{
    char *argv[] = {"awk", "-f", FIXTURES "/../lint/wording.awk", NULL};
    struct buffer named;
    struct error err;
    buffer_init(&named, BUFFER_MAX_DEFAULT);
    bool plain = spawn_run(
        &(struct spawn_request){.argv = argv, .input = text->data, .output = &named, .timeout_ms = 20000},
        &err);
    if (!plain)
        fprintf(stderr, "%s\n%s", err.text, buffer_text(&named));
    buffer_free(&named);
    return plain;
}

Test(wording, of_generated_sentences_is_plain_english)
{
    struct api_config config = {.base_url = "https://host"};
    struct buffer text;
    buffer_init(&text, (size_t)1 << 22);
    usage_of(&text, "");
    for (size_t i = 0; i < command_count; i++)
        usage_of(&text, commands[i].words);
    for (int i = 0; i < ENDPOINT_COUNT; i++) { /* sentences of every status for every operation */
        for (int status = 300; status < 700; status++) {
            struct error err;
            struct reply_context context = {.config = &config, .endpoint = &endpoints[i], .project_id = 7};
            struct http_reply reply = {.status = status, .retry_after_s = -1};
            buffer_init(&reply.headers, 100);
            buffer_init(&reply.body, 100);
            reply_error_from_status(&err, &context, &reply);
            buffer_printf(&text, "%s\n\n", err.text);
        }
    }
    cr_expect(!text.full && text.len > 200000, "%zu bytes to read", text.len);
    cr_expect(is_plain(&text));
    buffer_append_text(&text, "It stands behind its twin.\n");
    cr_expect_not(is_plain(&text), "anything passes");
    buffer_free(&text);
}
