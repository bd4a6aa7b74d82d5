/* Owns what a line means while a form is gone through: a value for its field, another field, or the end of
 * the questions. Whether a value is good is for the form to judge. */
#include <stdlib.h>
#include <string.h>

#include "plain_private.h"
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
static void walk_submit(struct plain *plain)
{
    plain->walk.sent = true;
    plain_send(plain, INPUT_COMMAND, "form-submit");
}

/* Explains a field. */
static void walk_explain(const struct form_row *row)
{
    const struct param_def *def = row->def;
    plain_line("%s: %s. %s%s.", row->label, def->help,
               def->def ? "Not set: the server takes " : "No default is known",
               def->def ? param_words(def, def->def) : "");
    plain_line(
        "Enter keeps, - clears, . ends, .. leaves, = lists choices, =N takes one, /NAME goes to a field; "
        "the word of a command, such as presets, runs it; a \\ before a text makes it a value.");
}

/* Lists the values to choose from, numbered. */
static void walk_list_choices(const struct plain *plain)
{
    struct form_choice rows[CHOICES_MAX];
    char note[128];
    const struct form *form = plain_walk_form(plain)->form;
    const struct param_table *table = form_table(form);
    int row = param_find(table, plain->walk.field);
    size_t count = form_choices(form, plain->walk.field, rows, CHOICES_MAX);
    for (size_t i = 0; i < count; i++) {
        app_used_note(plain->app, note, sizeof note, &table->rows[row], &rows[i], false, i == 0);
        plain_line("  =%zu  %s%s%s", i + 1, rows[i].text, *note ? "  " : "", note);
    }
    app_used_note(plain->app, note, sizeof note, &table->rows[row],
                  &(struct form_choice){.kind = CHOICE_UNSET}, false, false);
    if (count > 0)
        plain_line("  -   not sent  %s", note);
    else
        plain_line("No choices are known; type any value.");
}

/* Goes to the field with this name, or with the first that has it in its name or label. */
static void walk_jump(struct plain *plain, const char *name)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    size_t count = plain_walk_rows(plain, rows, NULL), at = plain_walk_find(rows, count, name);
    struct nearest nearest;
    nearest_start(&nearest, name);
    for (size_t i = 0; i < count && at == count && *name; i++) {
        bool has = text_contains_nocase(rows[i].def->name, name) || text_contains_nocase(rows[i].label, name);
        at = has ? i : count;
    }
    for (size_t i = 0; i < count; i++)
        nearest_offer(&nearest, rows[i].def->name);
    if (at < count)
        plain_walk_go_to(plain, rows[at].def->name, (int)(count - at));
    else if (*nearest.best)
        plain_line("There is no field \"%s\". Did you mean %s?", name, nearest.best);
    else
        plain_line("There is no field \"%s\".", name);
}

/* Gives the field its text; a bad one is said, and the field asked again. */
static void walk_set(struct plain *plain, const char *value)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    struct app_input input = {.kind = INPUT_FIELD, .text = plain->walk.field, .value = value};
    char *said = plain_walk_warnings(plain);
    engine_input(&plain->engine, &input);
    size_t count = plain_walk_rows(plain, rows, NULL), at = plain_walk_find(rows, count, plain->walk.field);
    if (at < count && rows[at].error) {
        plain_line("Error: %s: %s", rows[at].label, rows[at].error);
    } else {
        if (plain_walk_is_short(plain)) /* a long form says it when all is given */
            plain_walk_warn(plain, said);
        plain_walk_next(plain);
    }
    free(said);
}

/* Takes one of the numbered choices. */
static void walk_choose(struct plain *plain, const char *number)
{
    struct form_choice rows[CHOICES_MAX];
    int64_t wanted;
    size_t count = form_choices(plain_walk_form(plain)->form, plain->walk.field, rows, CHOICES_MAX);
    if (!text_parse_int(number, &wanted) || wanted < 1 || (uint64_t)wanted > count) {
        walk_list_choices(plain);
        return;
    }
    char *value = mem_copy(rows[wanted - 1].value);
    walk_set(plain, value);
    free(value);
}

/* Ends the questions: a short form is sent, a long one asks. */
static void walk_finish(struct plain *plain)
{
    plain->walk.sending = true;
}

/* Does a line go to another field, or to a choice by its number? */
static bool walk_is_jump(const char *text)
{
    return *text == '/' || (*text == '=' && strspn(text + 1, "0123456789") == strlen(text + 1));
}

/* The action of a form with this name, with or without "form-"; NULL for none. */
static const struct action *walk_named(const struct app *app, const char *word)
{
    char *name = mem_printf("form-%s", word);
    const struct action *action = keymap_named(app->keymap, name);
    if (!action)
        action = keymap_named(app->keymap, word);
    free(name);
    return action && (action->where & IN_FORM) ? action : NULL;
}

const char *plain_walk_value(const struct plain *plain, const char *line)
{
    static const char *const commands[] = {"", "-", ".", "..", "?"};
    bool secret = plain_walk_is_secret(plain);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(line, commands[i]) == 0)
            return NULL;
    if (!secret && (walk_is_jump(line) || walk_named(plain->app, line)))
        return NULL;
    return line + (*line == '\\' && !secret);
}

/* Does something with the whole form, and says what the form says of it. */
static void walk_act(struct plain *plain, const struct action *action)
{
    if (strcmp(action->name, "form-submit") == 0) {
        if (plain->walk.sending)
            walk_submit(plain);
        walk_finish(plain);
        return;
    }
    if (strcmp(action->name, "form-edit") == 0) /* it is asked for anyway */
        return;
    plain->captions = (struct plain_captions){0};
    plain_send(plain, INPUT_COMMAND, action->name);
    const struct app_form *form = plain_walk_form(plain);
    if (form && form->form == plain->walk.form && *form_message(form->form))
        plain_line("%s", form_message(form->form));
}

/* The answer to a field. */
static void walk_answer_field(struct plain *plain, const char *text)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    size_t count = plain_walk_rows(plain, rows, NULL), at = plain_walk_find(rows, count, plain->walk.field);
    const char *value = plain_walk_value(plain, text);
    const struct action *action;
    if (value)
        walk_set(plain, value);
    else if (!*text)
        plain_walk_next(plain);
    else if (strcmp(text, "-") == 0)
        walk_set(plain, NULL);
    else if (strcmp(text, ".") == 0)
        walk_finish(plain);
    else if (strcmp(text, "..") == 0)
        plain_send(plain, INPUT_CLOSE, NULL);
    else if (strcmp(text, "?") == 0 && at < count)
        walk_explain(&rows[at]);
    else if (*text == '=')
        walk_choose(plain, text + 1);
    else if (*text == '/')
        walk_jump(plain, text + 1);
    else if (strcmp(text, "help") == 0 && at < count)
        walk_explain(&rows[at]);
    else if ((action = walk_named(plain->app, text)) != NULL) /* "?" names none */
        walk_act(plain, action);
}

/* The action of a form that a word at "Send?" names, by its name or its key; NULL for none. */
static const struct action *walk_action(const struct app *app, const char *word)
{
    struct key key;
    const struct action *action = walk_named(app, word);
    if (!action && key_parse(word, &key))
        action = keymap_find(app->keymap, IN_FORM, key);
    return action;
}

/* Says what can be answered to "Send?". */
static void walk_explain_sending(const struct app *app)
{
    plain_line("y sends, Enter or n leaves and saves the draft, /NAME goes to a field, and:");
    plain_help_write(app);
}

/* The answer to "Send? y/N". */
static void walk_answer_sending(struct plain *plain, const char *text)
{
    const struct app *app = plain->app;
    const struct action *action;
    if (text_equal_nocase(text, "y") || text_equal_nocase(text, "yes"))
        walk_submit(plain);
    else if (!*text || text_equal_nocase(text, "n") || text_equal_nocase(text, "no") ||
             strcmp(text, "..") == 0)
        plain_send(plain, INPUT_CLOSE, NULL);
    else if (*text == '/')
        walk_jump(plain, text + 1);
    else if (strcmp(text, "?") == 0 || strcmp(text, "help") == 0)
        walk_explain_sending(app);
    else if ((action = walk_action(app, text)) != NULL)
        walk_act(plain, action);
    else
        plain_line("Nothing was sent. \"%s\" is not an answer: y sends, n leaves, ? helps.", text);
}

void plain_walk_answer(struct plain *plain, const char *text)
{
    if (plain->walk.sending)
        walk_answer_sending(plain, text);
    else
        walk_answer_field(plain, text);
    if (plain_walk_form(plain) && plain_walk_form(plain)->form == plain->walk.form && plain->walk.sending &&
        !plain->walk.sent && plain_walk_is_short(plain))
        walk_submit(plain);
}
