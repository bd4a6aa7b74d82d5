/* Owns the walk through a form, field by field, and the question whether to send it. Values are the form's,
 * and it judges them; only the order of the questions and their words are kept here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plain_private.h"
#include "steno/app/action.h"
#include "steno/app/event.h"
#include "steno/app/forms.h"
#include "steno/app/keymap.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/nearest.h"

#define CHOICES_MAX 64

/* The form that is walked through. */
static const struct app_form *walk_form(const struct plain *plain)
{
    return app_form_top(plain->engine.app);
}

/* Fills the rows of the form that are fields; returns how many. */
static size_t walk_rows(const struct plain *plain, struct form_row rows[PLAIN_FIELDS_MAX],
                        const char **groups)
{
    struct form_row all[PLAIN_FIELDS_MAX];
    size_t seen = form_rows(walk_form(plain)->form, PLAIN_FIELDS_MAX, all), count = 0;
    for (size_t i = 0; i < seen; i++) {
        if (all[i].is_heading)
            continue;
        if (groups)
            groups[count] = all[i].def->group;
        rows[count++] = all[i];
    }
    return count;
}

/* The row of a field in these rows; count when it is not there. */
static size_t walk_find(const struct form_row *rows, size_t count, const char *name)
{
    size_t at = 0;
    while (at < count && !text_equal_nocase(rows[at].def->name, name))
        at++;
    return at;
}

/* Asks about this field next, and about `left` fields in all. */
static void walk_go_to(struct plain *plain, const char *name, int left)
{
    struct plain_walk *walk = &plain->walk;
    char *copy = mem_copy(name);
    free(walk->field);
    walk->field = copy;
    walk->left = left;
    walk->sending = false;
    plain_send(plain, EVENT_FOCUS, name);
}

/* Goes on behind the field in hand; behind the last one, to the sending. */
static void walk_next(struct plain *plain)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    size_t count = walk_rows(plain, rows, NULL), at = walk_find(rows, count, plain->walk.field);
    if (plain->walk.left <= 1 || count == 0)
        plain->walk.sending = true;
    else
        walk_go_to(plain, rows[(at + 1) % count].def->name, plain->walk.left - 1);
}

/* Is it a form of few fields, sent as soon as they are all given? */
static bool walk_is_short(const struct plain *plain)
{
    return form_is_short(walk_form(plain)->form);
}

/* What should be thought of before the form is sent, as one text. Caller frees. */
static char *walk_warnings(const struct plain *plain)
{
    const struct form *form = walk_form(plain)->form;
    struct buffer all;
    buffer_init(&all, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < form_warning_count(form); i++)
        buffer_printf(&all, "%s\n", form_warning(form, i));
    return buffer_take(&all);
}

/* Says it, a line each, unless the same was said before. */
static void walk_warn(const struct plain *plain, const char *said)
{
    const struct form *form = walk_form(plain)->form;
    char *all = walk_warnings(plain);
    for (size_t i = 0; strcmp(all, said) != 0 && i < form_warning_count(form); i++)
        plain_line("Warning: %s", form_warning(form, i));
    free(all);
}

/* Begins with a form: what it is, how it is answered, and the field it opens on. */
static void walk_start(struct plain *plain)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    const struct app_form *form = walk_form(plain);
    size_t count = walk_rows(plain, rows, NULL);
    plain->walk = (struct plain_walk){.form = form->form, .left = (int)count};
    plain_line("%s", form->title);
    if (form->message)
        plain_line("%s", form->message);
    plain_line("%zu fields. Enter keeps, - unsets, . ends and %s, .. leaves, ? explains, = lists choices, "
               "/NAME goes to a field.",
               count, walk_is_short(plain) ? "sends" : "goes to sending");
    if (walk_is_short(plain))
        walk_warn(plain, "");
    size_t at = 0;
    while (at + 1 < count && !rows[at].is_focused)
        at++;
    if (count > 0) /* a long form is walked round its end; a short one has its known fields before the one it
                      opens on */
        walk_go_to(plain, rows[at].def->name, (int)(walk_is_short(plain) ? count - at : count));
}

void plain_walk_end(struct plain_walk *walk)
{
    free(walk->field);
    *walk = (struct plain_walk){0};
}

/* After a sending that the form outlived: says what the form says, and goes to the field that is to blame. */
static void walk_refused(struct plain *plain)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    size_t count = walk_rows(plain, rows, NULL);
    const char *message = form_message(walk_form(plain)->form);
    plain->walk.sent = false;
    if (*message)
        plain_line("Error: %s", message);
    for (size_t i = 0; i < count; i++) {
        if (!rows[i].error)
            continue;
        plain_line("Error: %s: %s", rows[i].def->name, rows[i].error);
        walk_go_to(plain, rows[i].def->name, walk_is_short(plain) ? (int)(count - i) : 1);
        return;
    }
    if (walk_is_short(plain) && count > 0)
        walk_go_to(plain, rows[0].def->name, (int)count);
}

void plain_walk_follow(struct plain *plain)
{
    const struct app_form *form = walk_form(plain);
    if (plain->walk.form != form->form) {
        plain_walk_end(&plain->walk);
        walk_start(plain);
    } else if (plain->walk.sent) {
        walk_refused(plain);
    }
}

/* --- the questions --- */

/* "Lang (string, default cs-CZ) [en-US]: " */
static void walk_ask_field(const struct form_row *row)
{
    const struct param_def *def = row->def;
    plain_write(def->name);
    plain_write(" (");
    plain_write(def->secret ? "not shown" : param_type_name(def->type));
    if (row->unit) {
        plain_write(", ");
        plain_write(row->unit);
    }
    if (def->def) {
        plain_write(", default ");
        plain_write(def->def);
    }
    plain_write(")");
    if (row->is_changed) {
        plain_write(" [");
        plain_write(def->secret ? "given" : row->value);
        plain_write("]");
    }
    plain_write(": ");
}

/* What would be sent, and what should be thought of before. */
static void walk_summary(const struct plain *plain)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    const struct form *form = walk_form(plain)->form;
    size_t count = walk_rows(plain, rows, NULL);
    plain_line("%s", form_changed_count(form) > 0 ? "This will be sent:"
                                                  : "Nothing is set: the server's defaults apply.");
    for (size_t i = 0; i < count; i++) {
        if (rows[i].is_changed)
            plain_line("  %s = %s", rows[i].label, rows[i].value);
        if (rows[i].error)
            plain_line("  Error: %s: %s", rows[i].label, rows[i].error);
    }
    walk_warn(plain, "");
}

/* Sends the form; what comes of it is seen later. */
static void walk_submit(struct plain *plain)
{
    plain->walk.sent = true;
    plain_send(plain, EVENT_COMMAND, "form-submit");
}

void plain_walk_prompt(struct plain *plain)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    const char *groups[PLAIN_FIELDS_MAX];
    if (plain->walk.sending) {
        walk_summary(plain);
        plain_write("Send? y/N ");
        return;
    }
    size_t count = walk_rows(plain, rows, groups), at = walk_find(rows, count, plain->walk.field);
    if (at == count)
        at = 0;
    if (!walk_is_short(plain) && plain->walk.group != groups[at])
        plain_line("%s", groups[at]);
    plain->walk.group = groups[at];
    walk_ask_field(&rows[at]);
}

bool plain_walk_is_secret(const struct plain *plain)
{
    const struct param_table *table = form_table(walk_form(plain)->form);
    int row = plain->walk.field ? param_find(table, plain->walk.field) : -1;
    return !plain->walk.sending && row >= 0 && table->rows[row].secret;
}

const char *plain_walk_field(const struct plain *plain)
{
    return plain->walk.sending ? NULL : plain->walk.field;
}

/* --- the answers --- */

/* Explains a field. */
static void walk_explain(const struct form_row *row)
{
    const struct param_def *def = row->def;
    plain_line("%s: %s. %s%s%s%s%s.", def->name, def->help, param_type_name(def->type), def->unit ? ", " : "",
               def->unit ? def->unit : "", def->def ? ", default " : "",
               def->def ? def->def : ", no default");
    plain_line(
        "Enter keeps, - unsets, . ends, .. leaves, = lists choices, =N takes one, /NAME goes to a field; "
        "a \\ before a text makes it a value.");
}

/* Lists the values to choose from, numbered. */
static void walk_list_choices(const struct plain *plain)
{
    const char *values[CHOICES_MAX];
    size_t count = form_choices(walk_form(plain)->form, plain->walk.field, values, CHOICES_MAX);
    for (size_t i = 0; i < count; i++)
        plain_line("  =%zu  %s", i + 1, values[i]);
    if (count == 0)
        plain_line("No choices are known; any value of its type may be typed.");
}

/* Goes to the field with this name, or with the first that holds it. */
static void walk_jump(struct plain *plain, const char *name)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    size_t count = walk_rows(plain, rows, NULL), at = walk_find(rows, count, name);
    struct nearest nearest;
    nearest_start(&nearest, name);
    for (size_t i = 0; i < count && at == count && *name; i++)
        at = text_contains_nocase(rows[i].def->name, name) ? i : count;
    for (size_t i = 0; i < count; i++)
        nearest_offer(&nearest, rows[i].def->name);
    if (at < count)
        walk_go_to(plain, rows[at].def->name, (int)(count - at));
    else if (*nearest.best)
        plain_line("There is no field \"%s\". Did you mean %s?", name, nearest.best);
    else
        plain_line("There is no field \"%s\".", name);
}

/* Gives the field its text; a bad one is said, and the field asked again. */
static void walk_set(struct plain *plain, const char *value)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    struct event event = {.kind = EVENT_FIELD, .text = plain->walk.field, .value = value};
    char *said = walk_warnings(plain);
    engine_event(&plain->engine, &event);
    size_t count = walk_rows(plain, rows, NULL), at = walk_find(rows, count, plain->walk.field);
    if (at < count && rows[at].error) {
        plain_line("Error: %s: %s", rows[at].def->name, rows[at].error);
    } else {
        if (walk_is_short(plain)) /* a long form says it when all is given */
            walk_warn(plain, said);
        walk_next(plain);
    }
    free(said);
}

/* Takes one of the numbered choices. */
static void walk_choose(struct plain *plain, const char *number)
{
    const char *values[CHOICES_MAX];
    int64_t wanted;
    size_t count = form_choices(walk_form(plain)->form, plain->walk.field, values, CHOICES_MAX);
    if (!text_parse_int(number, &wanted) || wanted < 1 || (uint64_t)wanted > count) {
        walk_list_choices(plain);
        return;
    }
    char *value = mem_copy(values[wanted - 1]);
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

const char *plain_walk_value(const struct plain *plain, const char *line)
{
    static const char *const commands[] = {"", "-", ".", "..", "?"};
    bool secret = plain_walk_is_secret(plain);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(line, commands[i]) == 0)
            return NULL;
    if (!secret && walk_is_jump(line))
        return NULL;
    return line + (*line == '\\' && !secret);
}

/* The answer to a field. */
static void walk_answer_field(struct plain *plain, const char *text)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    size_t count = walk_rows(plain, rows, NULL), at = walk_find(rows, count, plain->walk.field);
    const char *value = plain_walk_value(plain, text);
    if (value)
        walk_set(plain, value);
    else if (!*text)
        walk_next(plain);
    else if (strcmp(text, "-") == 0)
        walk_set(plain, NULL);
    else if (strcmp(text, ".") == 0)
        walk_finish(plain);
    else if (strcmp(text, "..") == 0)
        plain_send(plain, EVENT_CLOSE, NULL);
    else if (strcmp(text, "?") == 0 && at < count)
        walk_explain(&rows[at]);
    else if (*text == '=')
        walk_choose(plain, text + 1);
    else if (*text == '/')
        walk_jump(plain, text + 1);
}

/* The action of a form that a word at "Send?" names, by its key or its name with or without "form-"; NULL for
 * none. */
static const struct action *walk_action(const struct app *app, const char *word)
{
    struct key key;
    char *name = mem_printf("form-%s", word);
    const struct action *action = keymap_named(app->keymap, name);
    if (!action)
        action = keymap_named(app->keymap, word);
    if (!action && key_parse(word, &key))
        action = keymap_find(app->keymap, IN_FORM, key);
    free(name);
    return action && (action->where & IN_FORM) ? action : NULL;
}

/* Does something with the whole form, and says what the form says of it. */
static void walk_act(struct plain *plain, const struct action *action)
{
    plain_send(plain, EVENT_COMMAND, action->name);
    const struct app_form *form = walk_form(plain);
    if (form && form->form == plain->walk.form && *form_message(form->form))
        plain_line("%s", form_message(form->form));
}

/* Says what can be answered to "Send?". */
static void walk_explain_sending(const struct app *app)
{
    plain_line("y sends, Enter or n leaves and keeps the draft, /NAME goes to a field, and:");
    plain_help_write(app);
}

/* The answer to "Send? y/N". */
static void walk_answer_sending(struct plain *plain, const char *text)
{
    const struct app *app = plain->engine.app;
    const struct action *action;
    if (text_equal_nocase(text, "y") || text_equal_nocase(text, "yes"))
        walk_submit(plain);
    else if (!*text || text_equal_nocase(text, "n") || text_equal_nocase(text, "no") ||
             strcmp(text, "..") == 0)
        plain_send(plain, EVENT_CLOSE, NULL);
    else if (*text == '/')
        walk_jump(plain, text + 1);
    else if (strcmp(text, "?") == 0 || strcmp(text, "help") == 0)
        walk_explain_sending(app);
    else if ((action = walk_action(app, text)) != NULL)
        walk_act(plain, action);
    else
        plain_line("Nothing was sent. \"%s\" is no answer: y sends, n leaves, ? helps.", text);
}

void plain_walk_answer(struct plain *plain, const char *text)
{
    if (plain->walk.sending)
        walk_answer_sending(plain, text);
    else
        walk_answer_field(plain, text);
    if (walk_form(plain) && walk_form(plain)->form == plain->walk.form && plain->walk.sending &&
        !plain->walk.sent && walk_is_short(plain))
        walk_submit(plain);
}
