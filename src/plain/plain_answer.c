/* Owns what a line means while a form is gone through: a value for its field, another field, or the end of
 * the questions. Whether a value is good is for the form to judge. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "plain.h"
#include "steno/app/action.h"
#include "steno/app/app_input.h"
#include "steno/app/forms.h"
#include "steno/app/keymap.h"
#include "steno/app/state.h"
#include "steno/app/used.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/nearest.h"

#define CHOICES_MAX 64

/* Sends the form; what comes of it is seen later. */
static void plain_answer_send(struct plain *plain)
{
    plain->form.sending = plain->form.sent = true;
    plain_send(plain, INPUT_COMMAND, "form-submit");
}

/* Explains a field. */
static void plain_answer_explain(const struct form_row *row)
{
    const struct param_def *def = row->def;
    plain_line("%s: %s. %s%s.", row->label, def->help,
               def->def ? "Not set: the server takes " : "No default is known",
               def->def ? param_words(def, def->def) : "");
    plain_line(
        "Enter keeps, - clears, . ends, .. leaves, = lists choices, =N takes one, /NAME goes to a field; "
        "the word of a command, such as more or presets, runs it; a \\ before a text makes it a value.");
}

/* Lists the values to choose from, numbered. */
static void plain_answer_list(const struct plain *plain, const struct param_def *def,
                              const struct form_choice *rows, size_t count)
{
    char note[128];
    for (size_t i = 0; i < count; i++) {
        app_used_note(plain->app, note, sizeof note, def, &rows[i], false, i == 0);
        plain_line("  =%zu  %s%s%s", i + 1, rows[i].text, *note ? "  " : "", note);
    }
    app_used_note(plain->app, note, sizeof note, def, &(struct form_choice){.kind = CHOICE_UNSET}, false,
                  false);
    if (count > 0)
        plain_line("  -   not sent  %s", note);
    else
        plain_line("No choices are known; type any value.");
}

/* Goes to the field with this name, or to the first that has it in its name or label, also to one that a
 * short form leaves out. */
static void plain_answer_jump(struct plain *plain, const char *name)
{
    const struct param_table *table = form_table(plain_form_top(plain)->form);
    const struct param_def *exact = NULL, *part = NULL;
    struct nearest nearest;
    nearest_start(&nearest, name);
    for (size_t i = 0; i < table->count; i++) {
        const struct param_def *def = &table->rows[param_in_form(table, i)];
        nearest_offer(&nearest, def->name);
        exact = text_equal_nocase(def->name, name) ? def : exact;
        if (*name && !part &&
            (text_contains_nocase(def->name, name) || text_contains_nocase(param_label(def), name)))
            part = def;
    }
    if (exact || part)
        plain_form_go_on(plain, exact ? exact->name : part->name);
    else if (*nearest.best)
        plain_line("There is no field \"%s\". Did you mean %s?", name, nearest.best);
    else
        plain_line("There is no field \"%s\".", name);
}

/* Gives a field its text; a bad one is said, and the field asked again. */
static void plain_answer_set(struct plain *plain, const struct param_def *def, const char *value)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    struct app_input input = {.kind = INPUT_FIELD, .text = def->name, .value = value};
    char *said = plain_form_warnings(plain);
    size_t at;
    engine_input(&plain->engine, &input);
    plain_form_rows(plain, rows, &at);
    if (!plain_form_refuse(&rows[at])) {
        if (plain_form_needs(plain)) /* a long form says it when all is given */
            plain_form_warn(plain, said);
        plain_form_next(plain);
    }
    free(said);
}

/* Takes one of the numbered choices, or lists them. */
static void plain_answer_choose(struct plain *plain, const struct param_def *def, const char *number)
{
    struct form_choice rows[CHOICES_MAX];
    int64_t wanted;
    size_t count = form_choices(plain_form_top(plain)->form, def->name, rows, CHOICES_MAX);
    if (!text_parse_int(number, &wanted) || wanted < 1 || (uint64_t)wanted > count) {
        plain_answer_list(plain, def, rows, count);
        return;
    }
    char *value = mem_copy(rows[wanted - 1].value);
    plain_answer_set(plain, def, value);
    free(value);
}

/* Does a line go to another field, or to a choice by its number? */
static bool plain_answer_is_jump(const char *text)
{
    return *text == '/' || (*text == '=' && strspn(text + 1, "0123456789") == strlen(text + 1));
}

/* The action of a form with this name, with or without "form-"; NULL for none. */
static const struct action *plain_answer_named(const struct app *app, const char *word)
{
    char *name = mem_printf("form-%s", word);
    const struct action *action = keymap_named(app->keymap, name);
    if (!action)
        action = keymap_named(app->keymap, word);
    free(name);
    return action && (action->where & IN_FORM) ? action : NULL;
}

const char *plain_answer_value(const struct plain *plain, const char *line)
{
    static const char *const commands[] = {"", "-", ".", "..", "?"};
    bool secret = plain_form_is_secret(plain);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(line, commands[i]) == 0)
            return NULL;
    if (!secret && (plain_answer_is_jump(line) || plain_answer_named(plain->app, line)))
        return NULL;
    return line + (*line == '\\' && !secret);
}

/* Does something with the whole form, and says what the form says of it. */
static void plain_answer_act(struct plain *plain, const struct action *action)
{
    enum form_action act = keymap_form_action(plain->app->keymap, action);
    if (act == FORM_ACT_SUBMIT) {
        if (plain->form.sending)
            plain_answer_send(plain);
        plain->form.sending = true;
        return;
    }
    if (act == FORM_ACT_EDIT) /* it is asked for anyway */
        return;
    plain_send(plain, INPUT_COMMAND, action->name);
    if (act == FORM_ACT_MORE)
        plain_form_more(plain);
    if (act != FORM_ACT_NONE && plain_form_stands(plain) && *form_message(plain_form_top(plain)->form))
        plain_line("%s", form_message(plain_form_top(plain)->form));
}

/* The answer to a field. */
static void plain_answer_field(struct plain *plain, const char *text)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    size_t at;
    plain_form_rows(plain, rows, &at);
    const char *value = plain_answer_value(plain, text);
    const struct action *action;
    if (value)
        plain_answer_set(plain, rows[at].def, value);
    else if (!*text)
        plain_form_next(plain);
    else if (strcmp(text, "-") == 0)
        plain_answer_set(plain, rows[at].def, NULL);
    else if (strcmp(text, ".") == 0)
        plain->form.sending = true;
    else if (strcmp(text, "..") == 0)
        plain_send(plain, INPUT_CLOSE, NULL);
    else if (strcmp(text, "?") == 0 || strcmp(text, "help") == 0)
        plain_answer_explain(&rows[at]);
    else if (*text == '=')
        plain_answer_choose(plain, rows[at].def, text + 1);
    else if (*text == '/')
        plain_answer_jump(plain, text + 1);
    else if ((action = plain_answer_named(plain->app, text)) != NULL)
        plain_answer_act(plain, action);
}

/* The action of a form that a word at "Send?" names, by its name or its key; NULL for none. */
static const struct action *plain_answer_action(const struct app *app, const char *word)
{
    struct key key;
    const struct action *action = plain_answer_named(app, word);
    return !action && key_parse(word, &key) ? keymap_find(app->keymap, IN_FORM, key) : action;
}

/* The answer to "Send? y/N". */
static void plain_answer_sending(struct plain *plain, const char *text)
{
    const struct action *action;
    if (text_equal_nocase(text, "y") || text_equal_nocase(text, "yes")) {
        plain_answer_send(plain);
    } else if (!*text || text_equal_nocase(text, "n") || text_equal_nocase(text, "no") ||
               strcmp(text, "..") == 0) {
        plain_send(plain, INPUT_CLOSE, NULL);
    } else if (*text == '/') {
        plain_answer_jump(plain, text + 1);
    } else if (strcmp(text, "?") == 0 || strcmp(text, "help") == 0) {
        plain_line("y sends, Enter or n leaves and saves the draft, /NAME goes to a field, and:");
        plain_send(plain, INPUT_COMMAND, "help");
    } else if ((action = plain_answer_action(plain->app, text)) != NULL) {
        plain_answer_act(plain, action);
    } else {
        plain_line("Nothing was sent. \"%s\" is not an answer: y sends, n leaves, ? helps.", text);
    }
}

void plain_answer_form(struct plain *plain, const char *text)
{
    if (plain->form.sending)
        plain_answer_sending(plain, text);
    else
        plain_answer_field(plain, text);
    if (plain_form_stands(plain) && plain->form.sending && !plain->form.sent && plain_form_needs(plain))
        plain_answer_send(plain);
}
