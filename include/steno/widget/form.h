/* The form engine: any param_table as a form. Key or action in, result out; the view only draws it.
 *
 * It knows rows of a table, never a parameter's name.  A closed field takes actions: the caller's keymap,
 * filled from form_bindings, finds that of a key, and form_act carries it out.  An open one takes letters
 * (form_is_typing: keys go to form_key): Enter takes the text, Tab takes it and moves on, Esc ^G put the old
 * one back, and leave the form where there is none, Up Down bring suggestions and used values, or move where
 * there are none.  In the menu of values, which Enter opens on a field that has some, what is typed narrows,
 * arrows, Tab, ^N ^P, PgUp and PgDn move, Enter takes, Esc ^G close.
 *
 * A field that the form cannot do without (param_table.needs) opens by itself while it is empty, and so does
 * one whose value was refused.  The Enter that fills such a field goes to the next one, or sends when it was
 * the last.  A value is UNSET (its default is shown, not sent) or SET ("changed").  Nothing typed is ever
 * lost to a bad value: the text stays and the reason stands beside it.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WIDGET_FORM_H
#define STENO_WIDGET_FORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/param.h"
#include "steno/core/forms.h"
#include "steno/widget/key.h"
#include "steno/widget/lineedit.h"

enum form_result {
    FORM_NONE,    /* the form has no use for it */
    FORM_REDRAW,  /* focus, scroll or text being edited */
    FORM_CHANGED, /* values changed: redraw, and save the draft in time */
    FORM_SUBMIT,  /* all values are good: send form_values */
    FORM_LEAVE,   /* the user wants out */
    FORM_PREVIEW, /* show the request */
    FORM_PRESETS,
    FORM_COPY_COMMAND
};

/* What can be done while no field is open; the keymap binds keys to these. */
enum form_action {
    FORM_ACT_NONE,
    FORM_ACT_UP,
    FORM_ACT_DOWN, /* and NEXT: from the last to the first */
    FORM_ACT_NEXT,
    FORM_ACT_PREVIOUS,
    FORM_ACT_PAGE_UP,
    FORM_ACT_PAGE_DOWN,
    FORM_ACT_HOME,
    FORM_ACT_END,
    FORM_ACT_EDIT,
    FORM_ACT_TOGGLE,
    FORM_ACT_UNSET,
    FORM_ACT_UNSET_ALL,
    FORM_ACT_FIND,
    FORM_ACT_FIND_NEXT,
    FORM_ACT_FIND_PREVIOUS,
    FORM_ACT_MORE,
    FORM_ACT_PREVIEW,
    FORM_ACT_PRESETS,
    FORM_ACT_COPY_COMMAND,
    FORM_ACT_SUBMIT,
    FORM_ACT_LEAVE,
    FORM_ACT_COUNT
};

/* Their default keys, for the keymap, hints, help and manual: one row an action. */
struct form_binding {
    enum form_action action;
    const char *name; /* "form-edit" */
    const char *keys; /* as key_parse_list reads them */
    const char *help; /* one line */
};
extern const struct form_binding form_bindings[FORM_ACT_COUNT - 1];

struct form;
/* A form over a table that outlives it; focus on table->first. Free with form_free (NULL is fine): secrets
 * are wiped. */
struct form *form_new(const struct param_table *table);
void form_free(struct form *form);

/* --- events --- */
/* A key that is typed. Where nothing is typed it takes none: FORM_NONE. */
enum form_result form_key(struct form *form, struct key key);
/* An action; an open field is accepted first, and a bad value there keeps it open instead. */
enum form_result form_act(struct form *form, enum form_action action);
/* Text goes into the open field; where none is, the focused one opens for it. */
enum form_result form_paste(struct form *form, const char *text, size_t len);
/* Rows there are for the list of fields; call when the layout changes. */
void form_set_height(struct form *form, size_t height);

/* Do keys go into a text now (a field or the find line)? Then no key may be taken for an action. */
bool form_is_typing(const struct form *form);
/* Puts the focus on the first field that the form still cannot do without, if there is one: it opens. */
void form_go_needed(struct form *form);

/* --- values --- */
/* The accepted values; borrowed. */
const struct param_set *form_values(const struct form *form);
/* Replaces all values, checked or not (a draft, a preset), and closes an open field. Sets of another table
 * are refused. Bad values are marked with their reason. */
bool form_load(struct form *form, const struct param_set *set);
/* Sets one field as if typed; false when the table has no such name (any case). */
bool form_put(struct form *form, const char *name, const char *text);
/* All values, the text of an open field among them as it is. Caller frees. */
struct param_set *form_draft(const struct form *form);
const struct param_table *form_table(const struct form *form);

/* --- from the app --- */
/* Puts the focus on a field by name without regard to case; false when there is none in sight. */
bool form_focus(struct form *form, const char *name);
/* A value to choose; UNSET: none is sent, OTHER: one that is still to be typed, TYPED: what was typed in the
 * menu. */
enum form_choice_kind { CHOICE_VALUE, CHOICE_UNSET, CHOICE_OTHER, CHOICE_TYPED };
struct form_choice {
    enum form_choice_kind kind;
    const char *value; /* as it is kept; NULL for UNSET and OTHER */
    const char *text;  /* as people read it */
};
/* A value was refused: marks the field, brings it into focus and opens it. False when the table has no such
 * name. */
bool form_field_error(struct form *form, const char *name, const char *reason);
/* Rows that are not wanted now, such as a consent nobody asked for: not shown, not counted, unset. */
void form_hide(struct form *form, const char *name, bool hidden);
/* What counts while a field is not set, where only the app knows it; copied, NULL: what the table says. */
void form_set_default(struct form *form, const char *name, const char *text);
/* How this form's values are judged for warnings; NULL for none. form_warn_params is the usual one. */
void form_set_warn(struct form *form, form_warn_fn *warn);
/* A short form shows the fields that are set, or were since it is short, and those it is for; the others are
 * one line, which Enter opens. A form that needs fields is never short. */
void form_set_short(struct form *form, bool is_short);
bool form_is_short(const struct form *form);
/* Where the value of a row comes from; copied, and forgotten when it gets another one. */
void form_set_whence(struct form *form, int field, const char *text);
/* Which group its values leave without a use; NULL for none. That one is folded: in its place stands one
 * line, which Enter unfolds, beside the fields of it that have a value or an error. */
void form_set_fold(struct form *form, form_fold_fn *fold);
/* Warnings that only the app can know (no recording, read-only, little credit); copied, replaces the last.
 * And what is no warning ("Takes 43 of 600 minutes"). */
void form_set_notes(struct form *form, const char *const *texts, size_t count);
void form_set_facts(struct form *form, const char *const *texts, size_t count);

/* --- for the view --- */
struct form_row {
    bool is_heading;   /* then only label, folded and is_focused count */
    int folded;        /* fields that are not seen, for which it stands: it can be in focus, "" its value */
    const char *label; /* group, NULL for the rest of a short form; or what people call the field */
    const struct param_def *def; /* NULL for a heading */
    /* As people read it: text, default, "yes", stars, "-" where no default is known, "" for an empty text.
     * Being edited: draw form_editor instead. Not cleaned. */
    const char *value;
    bool is_default; /* value is a default, or "-", that is not sent: dim */
    bool is_focused;
    bool is_editing;
    const char *unit;   /* or NULL */
    const char *unset;  /* what counts while it is not set, as people read it; NULL: not known */
    const char *error;  /* reason beside the value, without the name; or NULL */
    const char *whence; /* where the value comes from: "preset air"; NULL: entered here, or not set */
};

/* Fills rows[0..height) with what is in sight, the focused field always among them; returns how many.
 * Borrowed texts, valid until the next event. */
size_t form_rows(const struct form *form, size_t height, struct form_row *rows);

const struct lineedit *form_editor(const struct form *form); /* the open field, or NULL */
const struct lineedit *form_finder(const struct form *form); /* the find line "/", or NULL */
/* The menu of values over the field in focus: its lines and the one under the cursor; 0 when it is closed or
 * nothing fits. And what was typed in it; NULL when it is closed. */
size_t form_menu_rows(const struct form *form, const struct form_choice **rows, size_t *selected);
const struct lineedit *form_menu_line(const struct form *form);
/* What Enter does with the open field: "Accept", "Next", "Send". */
const char *form_enter(const struct form *form);
bool form_esc_leaves(const struct form *form); /* nothing was typed in it that Esc could put back */
/* Would Enter open that menu? And what Space makes of the field: "yes", "" for not set; NULL where it is no
 * yes or no. */
bool form_has_choices(const struct form *form);
const char *form_next(const struct form *form);
int form_position(const struct form *form);        /* n of "n/20", from 1; 0 when no field is in sight */
int form_count(const struct form *form);           /* fields not hidden, folded ones too */
int form_changed_count(const struct form *form);   /* SET fields */
const char *form_help(const struct form *form);    /* help line of the focused field; "" for none */
const char *form_message(const struct form *form); /* what just happened or went wrong; "" for none */
const struct form_warnings *form_warned(const struct form *form); /* the notes, then what the rules say */
const struct form_warnings *form_facts(const struct form *form);

#endif
