/* docgen: writes a manual page at build time, with parts made from the program's tables.
 *
 *     docgen man TEMPLATE     prints the template, with a part in place of each line @NAME@ */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "steno/base/text.h"
#include "steno/caption/styles.h"
#include "steno/cli/command.h"
#include "steno/app/keys.h"
#include "steno/app/app.h"
#include "steno/core/settings.h"
#include "steno/widget/form.h"

/* Prints a text escaped for roff. An ellipsis becomes three dots, other non-ASCII characters numbers. */
static void docgen_text(const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", stdout);
    while (*text) {
        uint32_t code;
        text += text_decode(text, strlen(text), &code);
        if (code == '-')
            fputs("\\-", stdout);
        else if (code == '\\')
            fputs("\\e", stdout);
        else if (code == 0x2026)
            fputs("...", stdout);
        else if (code < 0x80)
            putchar((int)code);
        else
            printf("\\[u%04X]", (unsigned)code);
    }
}

/* Prints a .TP term: the name in bold, the value in italics. A blank separates them, but not before "[=". */
static void docgen_term(const char *name, const char *value)
{
    fputs(".TP\n\\fB", stdout);
    docgen_text(name);
    fputs("\\fR", stdout);
    if (*value) {
        fputs(strncmp(value, "[=", 2) == 0 ? "\\fI" : " \\fI", stdout);
        docgen_text(value + (*value == ' '));
        fputs("\\fR", stdout);
    }
    putchar('\n');
}

/* Prints a sentence. Adds a full stop if it has none. */
static void docgen_sentence(const char *text)
{
    docgen_text(text);
    if (*text && !strchr(".!?", text[strlen(text) - 1]))
        putchar('.');
    putchar('\n');
}

/* Prints `facts`, the range and the default of a setting, as a sentence; nothing if `facts` is empty. */
static void docgen_facts(char *facts)
{
    *facts = *facts == 'd' ? 'D' : *facts;
    if (*facts)
        docgen_sentence(facts);
}

static void docgen_flags(const struct flag_set *set)
{
    struct flag flag = {0};
    while (flag_next(set, &flag)) {
        docgen_term(flag.left, flag.value);
        docgen_sentence(flag.help);
        docgen_facts(flag.facts);
        const char *const *known = flag.kind == FLAG_PARAM ? set->params->rows[flag.index].suggestions : NULL;
        for (size_t i = 0; known && known[i]; i++) {
            fputs(i ? ", " : "Known values: ", stdout);
            docgen_text(known[i]);
            fputs(known[i + 1] ? "" : ".\n", stdout);
        }
    }
}

static void docgen_commands(void)
{
    for (size_t i = 0; i < command_count; i++) {
        const struct command *command = &commands[i];
        char name[100];
        snprintf(name, sizeof name, "steno %s", command->words);
        docgen_term(name, command->args);
        docgen_sentence(command->help);
        if (command->more)
            docgen_sentence(command->more);
        if (command_params(command))
            printf("The parameters of \\fB%s\\fR, listed further below, are also options.\n",
                   command_params(command)->name);
        if (!command->options)
            continue;
        fputs(".RS\n", stdout);
        docgen_flags(&(struct flag_set){.options = command->options});
        fputs(".RE\n", stdout);
    }
}

/* Prints the settings of a config under headings, each with its option and its environment variable: "Option:
 * --url. Environment: STENO_URL." */
static void docgen_settings(void)
{
    const char *group;
    for (size_t i = 0; (group = settings_group(i)); i++) {
        printf(".SS %s\n", group);
        for (int id = 0; id < SETTING_COUNT; id++) {
            const struct setting_def *def = &setting_defs[id];
            char value[80], facts[120];
            if (def->not_in_config || strcmp(def->group, group) != 0)
                continue;
            usage_setting_value(value, sizeof value, def);
            usage_setting_facts(facts, sizeof facts, def);
            docgen_term(def->name, value);
            docgen_sentence(def->help);
            docgen_facts(facts);
            if (def->flag)
                printf("Option: \\fB\\-\\-%s\\fR.\n", def->flag);
            if (def->env)
                printf("Environment: \\fB%s\\fR.\n", def->env);
        }
    }
}

static void docgen_environment(void)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        char text[120];
        if (!setting_defs[i].env)
            continue;
        usage_variable(text, sizeof text, &setting_defs[i]);
        docgen_term(setting_defs[i].env, "");
        docgen_sentence(text);
    }
}

/* Prints one action: its keys, what it does, and its name. An action without keys has a line to type. */
static void docgen_key(const char *keys, const char *help, const char *name)
{
    docgen_term(keys ? keys : ":", keys ? "" : name);
    docgen_text(help);
    fputs(" (\\fB", stdout);
    docgen_text(name);
    fputs("\\fR).\n", stdout);
}

/* Prints the console's actions under the headings of its help, then the keys of forms. */
static void docgen_keys(void)
{
    size_t count;
    struct action *actions = app_actions(&count);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || actions[i].group != actions[i - 1].group)
            printf(".SS %s\n", keymap_group_name(actions[i].group));
        docgen_key(actions[i].keys, actions[i].help, actions[i].name);
    }
    free(actions);
    printf(".SS %s\n", keymap_group_name(GROUP_FORM));
    for (size_t i = 0; i < sizeof form_bindings / sizeof form_bindings[0]; i++)
        docgen_key(form_bindings[i].keys, form_bindings[i].help, form_bindings[i].name);
}

static void docgen_rules(void)
{
    for (int i = 0; i < RULE_COUNT; i++) {
        docgen_term(caption_rules[i].name, caption_level_name(caption_rules[i].level));
        docgen_sentence(caption_rules[i].help);
    }
}

static void docgen_styles(void)
{
    for (size_t i = 0; i < caption_style_count; i++) {
        const struct caption_style *style = &caption_styles[i];
        docgen_term(style->name, "");
        docgen_sentence(style->title);
        fputs("Source: ", stdout);
        docgen_text(style->limits.source);
        fputs("; checked ", stdout);
        docgen_text(STYLES_CHECKED);
        fputs(".\n", stdout);
    }
}

static void docgen_exit_codes(void)
{
    for (const struct exit_code *row = exit_codes; row->help; row++) {
        printf(".TP\n\\fB%d\\fR\n", row->code);
        docgen_sentence(row->help);
    }
}

/* The parts of the page. Each part replaces a line of the template. */
static const struct {
    const char *name;
    void (*print)(void); /* NULL: `flags` is printed instead */
    struct flag_set flags;
} docgen_parts[] = {
    {"@COMMANDS@\n", docgen_commands, {0}},
    {"@GLOBALS@\n", NULL, {.settings = true, .options = OPTIONS_GLOBAL}},
    {"@ENQUEUE@\n", NULL, {.params = &params_enqueue}},
    {"@EXPORT@\n", NULL, {.params = &params_export}},
    {"@SETTINGS@\n", docgen_settings, {0}},
    {"@KEYS@\n", docgen_keys, {0}},
    {"@ENVIRONMENT@\n", docgen_environment, {0}},
    {"@EXIT@\n", docgen_exit_codes, {0}},
    {"@RULES@\n", docgen_rules, {0}},
    {"@STYLES@\n", docgen_styles, {0}},
};

/* Prints a line of the template. Replaces the name of a part, such as @KEYS@, with the part, and @BUGS@ with
 * the address for bug reports. Adds the release and the date to the .TH line. */
static void docgen_line(const char *line)
{
    size_t part = 0, count = sizeof docgen_parts / sizeof docgen_parts[0];
    while (part < count && strcmp(line, docgen_parts[part].name) != 0)
        part++;
    if (part < count && docgen_parts[part].print)
        docgen_parts[part].print();
    else if (part < count)
        docgen_flags(&docgen_parts[part].flags);
    else if (strncmp(line, ".TH ", 4) == 0)
        printf("%.*s\"%s\" \"%s\"%s", (int)strcspn(line, "@"), line, STENO_DATE, PACKAGE_STRING,
               strrchr(line, '@') + 1);
    else if (strcmp(line, "@BUGS@\n") == 0)
        puts(PACKAGE_BUGREPORT);
    else
        fputs(line, stdout);
}

int main(int argc, char **argv)
{
    char line[1000];
    FILE *template = NULL;
    if (argc != 3 || strcmp(argv[1], "man") != 0) {
        fputs("usage: docgen man TEMPLATE\n", stderr);
        return 2;
    }
    if (!(template = fopen(argv[2], "r"))) {
        perror(argv[2]);
        return 1;
    }
    while (fgets(line, sizeof line, template))
        docgen_line(line);
    fclose(template);
    return 0;
}
