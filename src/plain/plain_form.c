/* Owns the walk through a form, field by field, and the question whether to send it. Values are the form's,
 * and it judges them; only the order of the questions and their words are kept here. */
#include <stdlib.h>
#include <string.h>

#include "plain_private.h"
#include "steno/app/app_input.h"
#include "steno/app/forms.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

const struct app_form *plain_walk_form(const struct plain *plain)
{
    return app_form_top(plain->app);
}

size_t plain_walk_rows(const struct plain *plain, struct form_row rows[PLAIN_FIELDS_MAX], const char **groups)
{
    struct form_row all[PLAIN_FIELDS_MAX];
    size_t seen = form_rows(plain_walk_form(plain)->form, PLAIN_FIELDS_MAX, all), count = 0;
    for (size_t i = 0; i < seen; i++) {
        if (all[i].is_heading)
            continue;
        if (groups)
            groups[count] = all[i].def->group;
        rows[count++] = all[i];
    }
    return count;
}

size_t plain_walk_find(const struct form_row *rows, size_t count, const char *name)
{
    size_t at = 0;
    while (at < count && !text_equal_nocase(rows[at].def->name, name))
        at++;
    return at;
}

void plain_walk_go_to(struct plain *plain, const char *name, int left)
{
    struct plain_walk *walk = &plain->walk;
    char *copy = mem_copy(name);
    free(walk->field);
    walk->field = copy;
    walk->left = left;
    walk->sending = false;
    plain_send(plain, INPUT_FOCUS, name);
}

void plain_walk_next(struct plain *plain)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    size_t count = plain_walk_rows(plain, rows, NULL), at = plain_walk_find(rows, count, plain->walk.field);
    if (plain->walk.left <= 1 || count == 0)
        plain->walk.sending = true;
    else
        plain_walk_go_to(plain, rows[(at + 1) % count].def->name, plain->walk.left - 1);
}

bool plain_walk_is_short(const struct plain *plain)
{
    return form_is_short(plain_walk_form(plain)->form);
}

char *plain_walk_warnings(const struct plain *plain)
{
    const struct form *form = plain_walk_form(plain)->form;
    struct buffer all;
    buffer_init(&all, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < form_warning_count(form); i++)
        buffer_printf(&all, "%s\n", form_warning(form, i));
    return buffer_take(&all);
}

void plain_walk_warn(const struct plain *plain, const char *said)
{
    const struct form *form = plain_walk_form(plain)->form;
    char *all = plain_walk_warnings(plain);
    for (size_t i = 0; strcmp(all, said) != 0 && i < form_warning_count(form); i++)
        plain_line("Warning: %s", form_warning(form, i));
    free(all);
}

/* Begins with a form: what it is, how it is answered, and the field it opens on. */
static void walk_start(struct plain *plain)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    const struct app_form *form = plain_walk_form(plain);
    size_t count = plain_walk_rows(plain, rows, NULL);
    plain->walk = (struct plain_walk){.form = form->form, .left = (int)count};
    plain_line("%s", form->title);
    if (form->message)
        plain_line("%s", form->message);
    plain_line("%zu fields. Enter keeps, - clears, . ends and %s, .. leaves, ? explains, = lists choices, "
               "/NAME goes to a field.",
               count, plain_walk_is_short(plain) ? "sends" : "goes to sending");
    if (plain_walk_is_short(plain))
        plain_walk_warn(plain, "");
    size_t at = 0;
    while (at + 1 < count && !rows[at].is_focused)
        at++;
    if (count > 0) /* a long form is walked round its end; a short one has its known fields before the one it
                      opens on */
        plain_walk_go_to(plain, rows[at].def->name, (int)(plain_walk_is_short(plain) ? count - at : count));
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
    size_t count = plain_walk_rows(plain, rows, NULL);
    const char *message = form_message(plain_walk_form(plain)->form);
    plain->walk.sent = false;
    if (*message)
        plain_line("Error: %s", message);
    for (size_t i = 0; i < count; i++) {
        if (!rows[i].error)
            continue;
        plain_line("Error: %s: %s", rows[i].label, rows[i].error);
        plain_walk_go_to(plain, rows[i].def->name, plain_walk_is_short(plain) ? (int)(count - i) : 1);
        return;
    }
    if (plain_walk_is_short(plain) && count > 0)
        plain_walk_go_to(plain, rows[0].def->name, (int)count);
}

void plain_walk_follow(struct plain *plain)
{
    const struct app_form *form = plain_walk_form(plain);
    if (plain->walk.form != form->form) {
        plain_walk_end(&plain->walk);
        walk_start(plain);
    } else if (plain->walk.sent) {
        walk_refused(plain);
    }
}

/* --- the questions --- */

/* Writes one fact of those in parentheses. */
static void walk_write_fact(const char *before, const char *text, const char **between)
{
    plain_write(*between);
    plain_write(before);
    plain_write(text);
    *between = ", ";
}

/* "Language of the speech (Lang, default cs-CZ) [en-US]: " */
static void walk_ask_field(const struct form_row *row)
{
    const struct param_def *def = row->def;
    const char *between = " (";
    plain_write(row->label);
    if (def->local)
        walk_write_fact("", "on this computer", &between);
    else if (row->label != def->name)
        walk_write_fact("", def->name, &between);
    if (def->secret)
        walk_write_fact("", "not shown", &between);
    if (def->type == PARAM_BOOL)
        walk_write_fact("", "yes or no", &between);
    if (row->unit)
        walk_write_fact("", row->unit, &between);
    if (row->unset)
        walk_write_fact(def->local ? "not set: " : "default ", row->unset, &between);
    if (between[0] == ',')
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
    const struct form *form = plain_walk_form(plain)->form;
    size_t count = plain_walk_rows(plain, rows, NULL);
    plain_line("%s", form_changed_count(form) > 0 ? "This will be sent:"
                                                  : "Nothing is set: the server's defaults apply.");
    for (size_t i = 0; i < count; i++) {
        if (rows[i].is_changed && rows[i].def->local)
            plain_line("  %s: %s, on this computer", rows[i].label, rows[i].value);
        else if (rows[i].is_changed)
            plain_line("  %s = %s", rows[i].def->name,
                       param_set_get(form_values(form), param_find(form_table(form), rows[i].def->name)));
        if (rows[i].error)
            plain_line("  Error: %s: %s", rows[i].label, rows[i].error);
    }
    plain_walk_warn(plain, "");
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
    size_t count = plain_walk_rows(plain, rows, groups), at = plain_walk_find(rows, count, plain->walk.field);
    if (at == count)
        at = 0;
    if (!plain_walk_is_short(plain) && plain->walk.group != groups[at])
        plain_line("%s", groups[at]);
    plain->walk.group = groups[at];
    walk_ask_field(&rows[at]);
}

bool plain_walk_is_secret(const struct plain *plain)
{
    const struct param_table *table = form_table(plain_walk_form(plain)->form);
    int row = plain->walk.field ? param_find(table, plain->walk.field) : -1;
    return !plain->walk.sending && row >= 0 && table->rows[row].secret;
}

const char *plain_walk_field(const struct plain *plain)
{
    return plain->walk.sending ? NULL : plain->walk.field;
}
