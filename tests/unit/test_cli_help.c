/* The help says what the tables hold, and the tables hold what help can say. */
/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/text.h"
#include "steno/cli/command.h"
#include "steno/core/names.h"
#include "steno/core/settings.h"
#include "support/asserts.h"

Test(help, lists_every_command_global_flag_variable_and_exit_code)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    usage_of(&text, "");
    for (size_t i = 0; i < command_count; i++)
        cr_expect_str_has(buffer_text(&text), commands[i].words, "%s", commands[i].words);
    for (int i = 0; i < SETTING_COUNT; i++) {
        char flag[80];
        snprintf(flag, sizeof flag, "  --%s", setting_defs[i].flag ? setting_defs[i].flag : "json");
        cr_expect_str_has(buffer_text(&text), flag, "%s", flag);
        cr_expect(!setting_defs[i].env || strstr(buffer_text(&text), setting_defs[i].env), "%s",
                  setting_defs[i].env);
    }
    for (const struct exit_code *row = exit_codes; row->help; row++)
        cr_expect_str_has(buffer_text(&text), row->help, "%d", row->code);
    buffer_free(&text);
}

Test(help, of_a_command_lists_every_parameter_with_type_default_and_unit)
{
    static const char *const names[] = {"enqueue", "export"};
    static const char *const values[] = {[PARAM_BOOL] = "[=true|false]",
                                         [PARAM_INT] = " NUMBER",
                                         [PARAM_NUMBER] = " NUMBER",
                                         [PARAM_TEXT] = " TEXT"};
    for (size_t n = 0; n < 2; n++) {
        struct buffer text;
        const struct command *command = command_find(names[n]);
        const struct param_table *table = endpoints[command->endpoint].params;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        usage_of(&text, command->words);
        for (size_t i = 0; i < table->count; i++) {
            const struct param_def *def = &table->rows[i];
            char flag[80], line[300], facts[100] = "";
            param_flag(flag, sizeof flag, def);
            if (def->unit || def->def)
                snprintf(facts, sizeof facts, " (%s%s%s%s)", def->unit ? def->unit : "",
                         def->unit && def->def ? ", " : "", def->def ? "default " : "",
                         def->def ? def->def : "");
            snprintf(line, sizeof line, "  --%s%s%s\n", flag, values[def->type], facts);
            cr_expect_str_has(buffer_text(&text), line, "%s", line);
            cr_expect_str_has(buffer_text(&text), def->help, "%s", def->help);
        }
        buffer_free(&text);
    }
}

/* The help of a command as text; caller frees. */
static char *help_of(const char *words)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    usage_of(&text, words);
    return text.data;
}

Test(help, names_what_a_global_option_takes_with_its_range_and_default)
{
    char *text = help_of("show");
    cr_expect_str_has(text, "  --url URL ");
    cr_expect_str_has(text, "  --profile NAME ");
    cr_expect_str_has(text, "  --color auto|always|never\n");
    cr_expect_str_has(text, "  --timeout SECONDS     Timeout of one operation in seconds, including retries\n"
                            "                        (1 to 86400, default 60)\n");
    cr_expect_str_has(text, "  --read-only           Refuse", "a Boolean option takes no value here");
    free(text);
}

Test(help, is_found_by_the_words_of_a_command_or_of_a_group)
{
    static const char *const cases[][2] = {
        {"", "Usage:\n  steno [ID…]"},
        {"list", "Usage: steno list [WORD...]"},
        {"metadata set", "Usage: steno metadata set ID… KEY"},
        {"metadata", "Usage:\n  steno metadata set ID"},
    };
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        buffer_clear(&text);
        cr_expect(usage_of(&text, cases[i][0]), "%s", cases[i][0]);
        cr_expect_str_starts(buffer_text(&text), cases[i][1], "%s", cases[i][0]);
    }
    buffer_clear(&text);
    cr_expect_not(usage_of(&text, "set"));
    cr_expect_not(usage_of(&text, "lst"));
    buffer_free(&text);
}

Test(help, no_option_takes_a_single_letter_without_meaning)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        cr_expect(!option_defs[i].value || strlen(option_defs[i].value) > 1, "--%s %s", option_defs[i].name,
                  option_defs[i].value);
    for (int i = 0; i < SETTING_COUNT; i++)
        cr_expect(setting_defs[i].choices || (setting_defs[i].value && strlen(setting_defs[i].value) > 2),
                  "%s", setting_defs[i].name);
}

Test(help, offers_standard_input_for_ids_only_where_several_may_be_given)
{
    static const char several[] = "- for ids from standard input";
    for (size_t i = 0; i < command_count; i++) {
        struct buffer text;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        usage_of(&text, commands[i].words);
        bool offers = strstr(buffer_text(&text), several) != NULL;
        cr_expect_eq(offers, strncmp(commands[i].args, "ID…", strlen("ID…")) == 0, "%s", buffer_text(&text));
        buffer_free(&text);
    }
}

Test(help, fits_80_columns)
{
    setlocale(LC_ALL, "C.UTF-8");
    for (size_t c = 0; c < command_count; c++) {
        struct buffer text;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        if (c == 0)
            usage_of(&text, "");
        usage_of(&text, commands[c].words);
        for (char *line = text.data; *line;) {
            char *end = strchr(line, '\n');
            *end = '\0';
            cr_expect_leq(text_width(line), 80, "steno %s: “%s”", commands[c].words, line);
            line = end + 1;
        }
        buffer_free(&text);
    }
}

Test(commands, every_row_has_what_the_help_and_the_dispatch_need)
{
    for (size_t i = 0; i < command_count; i++) {
        cr_expect(commands[i].run != NULL, "%s", commands[i].words);
        cr_expect_gt(strlen(commands[i].help), 0);
        cr_expect_leq(text_width(commands[i].help), 72, "%s", commands[i].help);
        cr_expect_eq(command_find(commands[i].words), &commands[i], "names are unique");
        cr_expect_eq(commands[i].options & OPTIONS_GLOBAL, 0, "global flags are everywhere");
        cr_expect_eq(commands[i].writes,
                     commands[i].endpoint != ENDPOINT_COUNT && endpoints[commands[i].endpoint].write, "%s",
                     commands[i].words);
    }
}

Test(options, no_flag_means_two_things_in_one_command)
{
    for (size_t c = 0; c < command_count; c++) {
        const struct param_table *table =
            commands[c].endpoint == ENDPOINT_COUNT ? NULL : endpoints[commands[c].endpoint].params;
        for (int i = 0; table && i < OPTION_COUNT; i++) {
            if ((commands[c].options | OPTIONS_GLOBAL) & OPTION_BIT(i))
                cr_expect_lt(param_find_flag(table, option_defs[i].name), 0, "--%s", option_defs[i].name);
        }
        for (int i = 0; table && i < SETTING_COUNT; i++) {
            if (setting_defs[i].flag)
                cr_expect_lt(param_find_flag(table, setting_defs[i].flag), 0, "--%s", setting_defs[i].flag);
        }
    }
}

Test(nearest, is_near_or_nothing)
{
    static const struct {
        const char *typed, *best;
    } cases[] = {{"exprot", "export"}, {"enq", "enqueue"}, {"zzzz", ""}, {"lst", "list"}, {"", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct nearest nearest;
        nearest_start(&nearest, cases[i].typed);
        for (size_t c = 0; c < command_count; c++)
            nearest_offer(&nearest, commands[c].words);
        cr_expect_str_eq(nearest.best, cases[i].best, "%s", cases[i].typed);
    }
}

Test(nearest, of_names_that_begin_as_typed_the_shortest)
{
    struct nearest nearest;
    nearest_start(&nearest, "lang");
    nearest_offer(&nearest, "language-code");
    nearest_offer(&nearest, "language");
    nearest_offer(&nearest, "language-of-all");
    cr_expect_str_eq(nearest.best, "language");
}
