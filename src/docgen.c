/* docgen: at build time, the parts of the manual that the tables know.
 *
 *     docgen man TEMPLATE     the template with every line @NAME@ replaced by that part
 */
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

/* Prints a text so that roff shows it as it is, in every locale: what is not ASCII by its number, and three
 * dots for the one character, which a C locale has not. */
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

/* Prints "TP, bold name, rest of the term in italics"; what begins with "[=" is joined to the name. */
static void docgen_term(const char *name, const char *value)
{
    fputs(".TP\n\\fB", stdout);
    docgen_text(name);
    fputs("\\fR", stdout);
    if (value && *value) {
        fputs(strncmp(value, "[=", 2) == 0 ? "\\fI" : " \\fI", stdout);
        docgen_text(value);
        fputs("\\fR", stdout);
    }
    putchar('\n');
}

/* Prints a sentence, ended by a full stop. */
static void docgen_sentence(const char *text)
{
    docgen_text(text);
    if (*text && !strchr(".!?", text[strlen(text) - 1]))
        putchar('.');
    putchar('\n');
}

/* Prints the flags of a set. */
static void docgen_options(uint64_t set)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        char name[100], letter[8] = "";
        if (!(set & OPTION_BIT(i)))
            continue;
        if (option_defs[i].letter)
            snprintf(letter, sizeof letter, "-%c, ", option_defs[i].letter);
        snprintf(name, sizeof name, "%s--%s", letter, option_defs[i].name);
        docgen_term(name, option_defs[i].value);
        docgen_sentence(option_defs[i].help);
    }
}

/* The commands, each with its flags. */
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
            printf("There is also an option for each parameter of \\fB%s\\fR below.\n",
                   command_params(command)->name);
        if (!command->options)
            continue;
        fputs(".RS\n", stdout);
        docgen_options(command->options);
        fputs(".RE\n", stdout);
    }
}

/* Prints a setting under a name: what it takes, what it is for, its range and default. */
static void docgen_setting(const char *name, const struct setting_def *def, bool bare)
{
    char value[80], facts[120];
    usage_setting_value(value, sizeof value, def);
    docgen_term(name, bare ? "" : value);
    docgen_sentence(def->help);
    usage_setting_facts(facts, sizeof facts, def);
    if (*facts && !bare) {
        *facts = *facts == 'd' ? 'D' : *facts;
        docgen_sentence(facts);
    }
}

/* The flags that work everywhere. */
static void docgen_globals(void)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        char name[100];
        if (!setting_defs[i].flag)
            continue;
        snprintf(name, sizeof name, "--%s", setting_defs[i].flag);
        docgen_setting(name, &setting_defs[i], setting_defs[i].type == SETTING_BOOL);
    }
    docgen_options(OPTIONS_GLOBAL);
}

/* The parameters of one operation. */
static void docgen_params(const struct param_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct param_def *def = &table->rows[i];
        char flag[80], name[100], value[200];
        param_flag(flag, sizeof flag, def);
        snprintf(name, sizeof name, "--%s", flag);
        usage_param_value(value, sizeof value, def);
        docgen_term(name, value + (*value == ' '));
        docgen_sentence(def->help);
        if (!def->suggestions)
            continue;
        fputs("Known values: ", stdout);
        for (size_t k = 0; def->suggestions[k]; k++) {
            fputs(k ? ", " : "", stdout);
            docgen_text(def->suggestions[k]);
        }
        fputs(".\n", stdout);
    }
}

/* The parameters of enqueue. */
static void docgen_enqueue(void)
{
    docgen_params(&params_enqueue);
}

/* The parameters of export. */
static void docgen_export(void)
{
    docgen_params(&params_export);
}

/* The settings of the config, under their headings, with where else each can be given: "Option: --url.
 * Environment: STENO_URL." */
static void docgen_settings(void)
{
    const char *group;
    for (size_t i = 0; (group = settings_group(i)); i++) {
        printf(".SS %s\n", group);
        for (int id = 0; id < SETTING_COUNT; id++) {
            const struct setting_def *def = &setting_defs[id];
            if (def->not_in_config || strcmp(def->group, group) != 0)
                continue;
            docgen_setting(def->name, def, false);
            if (def->flag)
                printf("Option: \\fB\\-\\-%s\\fR.\n", def->flag);
            if (def->env)
                printf("Environment: \\fB%s\\fR.\n", def->env);
        }
    }
}

/* The variables that settings read. */
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

/* One key: what it does, and by which name. */
static void docgen_key(const char *keys, const char *help, const char *name)
{
    docgen_term(keys ? keys : ":", "");
    docgen_text(help);
    fputs(" (\\fB", stdout);
    docgen_text(name);
    fputs("\\fR).\n", stdout);
}

/* The actions of the screen with their keys, under the headings of the help, then the keys of a form. */
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

/* The rules that captions are checked by. */
static void docgen_rules(void)
{
    for (int i = 0; i < RULE_COUNT; i++) {
        docgen_term(caption_rules[i].name, caption_level_name(caption_rules[i].level));
        docgen_sentence(caption_rules[i].help);
    }
}

/* The house styles, each with its document. */
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

/* The exit codes. */
static void docgen_exit_codes(void)
{
    for (const struct exit_code *row = exit_codes; row->help; row++) {
        printf(".TP\n\\fB%d\\fR\n", row->code);
        docgen_sentence(row->help);
    }
}

/* The parts that a template can ask for. */
static const struct {
    const char *name;
    void (*print)(void);
} docgen_parts[] = {
    {"@COMMANDS@\n", docgen_commands},
    {"@GLOBALS@\n", docgen_globals},
    {"@ENQUEUE@\n", docgen_enqueue},
    {"@EXPORT@\n", docgen_export},
    {"@SETTINGS@\n", docgen_settings},
    {"@KEYS@\n", docgen_keys},
    {"@ENVIRONMENT@\n", docgen_environment},
    {"@EXIT@\n", docgen_exit_codes},
    {"@RULES@\n", docgen_rules},
    {"@STYLES@\n", docgen_styles},
};

/* Prints one line of a template, or the part that it names; a title has the release and its date, BUGS a
 * place. */
static void docgen_line(const char *line)
{
    for (size_t i = 0; i < sizeof docgen_parts / sizeof docgen_parts[0]; i++) {
        if (strcmp(line, docgen_parts[i].name) == 0) {
            docgen_parts[i].print();
            return;
        }
    }
    if (strncmp(line, ".TH ", 4) == 0)
        printf("%.*s\"%s\" \"%s\"%s", (int)strcspn(line, "@"), line, STENO_DATE, PACKAGE_STRING,
               strrchr(line, '@') + 1);
    else if (strcmp(line, "@BUGS@\n") == 0)
        puts(PACKAGE_BUGREPORT);
    else
        fputs(line, stdout);
}

/* Prints the manual out of its template. */
static int docgen_man(const char *path)
{
    char line[1000];
    FILE *template = fopen(path, "r");
    if (!template) {
        perror(path);
        return 1;
    }
    while (fgets(line, sizeof line, template))
        docgen_line(line);
    fclose(template);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "man") == 0)
        return docgen_man(argv[2]);
    fputs("usage: docgen man TEMPLATE\n", stderr);
    return 2;
}
