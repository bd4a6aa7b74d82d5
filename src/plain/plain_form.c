/* Owns the questions of a form, field by field, and the one whether to send it. Values and the field in hand
 * are the form's, and it judges them; only how many are still to be asked is kept here. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "plain.h"
#include "steno/app/app_input.h"
#include "steno/app/forms.h"
#include "steno/app/state.h"

struct app_form *plain_form_top(const struct plain *plain)
{
    return app_form_top(plain->app);
}

bool plain_form_stands(const struct plain *plain)
{
    const struct app_form *form = plain_form_top(plain);
    return form && form->form == plain->form.form;
}

size_t plain_form_rows(const struct plain *plain, struct form_row rows[PLAIN_FIELDS_MAX], size_t *at)
{
    struct form_row all[PLAIN_FIELDS_MAX];
    size_t seen = form_rows(plain_form_top(plain)->form, PLAIN_FIELDS_MAX, all), count = 0;
    *at = 0;
    for (size_t i = 0; i < seen; i++) {
        if (all[i].is_heading)
            continue;
        *at = all[i].is_focused ? count : *at;
        rows[count++] = all[i];
    }
    return count;
}

/* The field in hand; false where there is none, or its form has gone while something was typed for it. */
static bool plain_form_row(const struct plain *plain, struct form_row *row)
{
    return plain_form_stands(plain) && form_rows(plain_form_top(plain)->form, 1, row) > 0 && !row->is_heading;
}

/* Puts the focus on a field; so many are to be asked for, it among them. */
static void plain_form_go_to(struct plain *plain, const char *name, size_t left)
{
    plain->form.left = left;
    plain->form.sending = false;
    plain_send(plain, INPUT_FOCUS, name);
}

void plain_form_go_on(struct plain *plain, const char *name)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    size_t at, count;
    plain_form_go_to(plain, name, 1); /* which may open the rest of a short form */
    count = plain_form_rows(plain, rows, &at);
    plain->form.left = count - at;
}

void plain_form_next(struct plain *plain)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    size_t at, count = plain_form_rows(plain, rows, &at);
    if (plain->form.left <= 1 || count == 0)
        plain->form.sending = true;
    else
        plain_form_go_to(plain, rows[(at + 1) % count].def->name, plain->form.left - 1);
}

bool plain_form_needs(const struct plain *plain)
{
    return form_table(plain_form_top(plain)->form)->needs != NULL;
}

char *plain_form_warnings(const struct plain *plain)
{
    const struct form *form = plain_form_top(plain)->form;
    struct buffer all;
    buffer_init(&all, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < form_warning_count(form); i++)
        buffer_printf(&all, "Warning: %s\n", form_warning(form, i));
    return buffer_take(&all);
}

void plain_form_warn(const struct plain *plain, const char *said)
{
    char *all = plain_form_warnings(plain);
    if (strcmp(all, said) != 0)
        plain_lines(all);
    free(all);
}

bool plain_form_refuse(const struct form_row *row)
{
    if (row->error)
        plain_line("Error: %s: %s", row->label, row->error);
    return row->error != NULL;
}

/* How many fields a short form leaves out. */
static int plain_form_rest(const struct form *form)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    size_t count = form_is_short(form) ? form_rows(form, PLAIN_FIELDS_MAX, rows) : 0;
    return count > 0 ? rows[count - 1].folded : 0;
}

/* Begins with a form: what it is, how it is answered, and the field it opens on. A long form is gone through
 * round its end; a short one has its known fields before the one it opens on. */
static void plain_form_start(struct plain *plain)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    const struct app_form *form = plain_form_top(plain);
    bool needs = plain_form_needs(plain);
    size_t at, count = plain_form_rows(plain, rows, &at);
    plain->form = (struct plain_form){.form = form->form, .left = needs ? count - at : count};
    plain_line("%s", form->title);
    if (form->message)
        plain_line("%s", form->message);
    plain_line("%zu field%s. Enter keeps, - clears, . ends and %s, .. leaves, ? explains, = lists choices, "
               "/NAME goes to a field.",
               count, count == 1 ? "" : "s", needs ? "sends" : "goes to sending");
    if (plain_form_rest(form->form) > 0)
        plain_line("%d more, none set: \"more\" asks for them.", plain_form_rest(form->form));
    if (needs)
        plain_form_warn(plain, "");
    if (count > 0) /* what was used in it before is asked of the store */
        plain_send(plain, INPUT_FOCUS, rows[at].def->name);
}

/* After a sending that the form outlived: says what the form says, and goes to the field that is to blame. */
static void plain_form_refused(struct plain *plain)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    size_t at, count = plain_form_rows(plain, rows, &at), bad = 0;
    bool needs = plain_form_needs(plain);
    const char *message = form_message(plain_form_top(plain)->form);
    plain->form.sent = false;
    if (*message)
        plain_line("Error: %s", message);
    while (bad < count && !plain_form_refuse(&rows[bad]))
        bad++;
    if (bad < count)
        plain_form_go_to(plain, rows[bad].def->name, needs ? count - bad : 1);
    else if (needs && count > 0)
        plain_form_go_to(plain, rows[0].def->name, count);
}

void plain_form_more(struct plain *plain)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    size_t at, count = plain_form_rows(plain, rows, &at), unset = 0;
    bool whole = !form_is_short(plain_form_top(plain)->form);
    while (whole && unset < count && rows[unset].is_changed)
        unset++;
    at = whole && unset < count ? unset : at;
    if (!whole)
        plain_line("%d more are not asked for.", plain_form_rest(plain_form_top(plain)->form));
    if (at < count)
        plain_form_go_on(plain, rows[at].def->name);
}

void plain_form_follow(struct plain *plain)
{
    if (!plain_form_stands(plain))
        plain_form_start(plain);
    else if (plain->form.sent)
        plain_form_refused(plain);
}

/* --- the questions --- */

/* Adds one fact of those in parentheses. */
static void plain_form_add_fact(struct buffer *facts, const char *before, const char *text)
{
    buffer_printf(facts, "%s%s%s", facts->len ? ", " : " (", before, text);
}

/* "Language of the speech (Lang, default cs-CZ) [en-US]: " */
static void plain_form_ask_field(const struct form_row *row)
{
    const struct param_def *def = row->def;
    struct buffer facts;
    buffer_init(&facts, BUFFER_MAX_DEFAULT);
    if (def->local || row->label != def->name)
        plain_form_add_fact(&facts, "", def->local ? "on this computer" : def->name);
    if (def->secret)
        plain_form_add_fact(&facts, "", "not shown");
    if (def->type == PARAM_BOOL)
        plain_form_add_fact(&facts, "", "yes or no");
    if (row->unit)
        plain_form_add_fact(&facts, "", row->unit);
    if (row->unset)
        plain_form_add_fact(&facts, def->local ? "not set: " : "default ", row->unset);
    if (facts.len)
        buffer_append_text(&facts, ")");
    if (row->is_changed)
        buffer_printf(&facts, " [%s]%s%s", def->secret ? "given" : row->value, row->whence ? " " : "",
                      row->whence ? row->whence : "");
    plain_write(row->label);
    plain_write(buffer_text(&facts));
    plain_write(": ");
    buffer_free(&facts);
}

/* What would be sent, what it takes, and what should be thought of before. */
static void plain_form_summary(const struct plain *plain)
{
    struct form_row rows[PLAIN_FIELDS_MAX];
    const struct form *form = plain_form_top(plain)->form;
    size_t at, count = plain_form_rows(plain, rows, &at);
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
    for (size_t i = 0; i < form_fact_count(form); i++)
        plain_line("%s", form_fact(form, i));
    plain_form_warn(plain, "");
}

void plain_form_ask(struct plain *plain)
{
    struct form_row row;
    if (plain->form.sending || !plain_form_row(plain, &row)) {
        plain->form.sending = true;
        plain_form_summary(plain);
        plain_write("Send? y/N ");
        return;
    }
    if (!plain_form_needs(plain) && plain->form.group != row.def->group)
        plain_line("%s", row.def->group);
    plain->form.group = row.def->group;
    plain_form_ask_field(&row);
}

bool plain_form_is_secret(const struct plain *plain)
{
    struct form_row row;
    return !plain->form.sending && plain_form_row(plain, &row) && row.def->secret;
}

const char *plain_form_field(const struct plain *plain)
{
    struct form_row row;
    return !plain->form.sending && plain_form_row(plain, &row) ? row.def->name : NULL;
}
