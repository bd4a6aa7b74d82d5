/* The form engine: any param_table as a form. Key or action in, result out; the view only draws the form.
 *
 * The form knows the rows of its table, but no parameter's name. While no field is open, keys run actions:
 * the caller's keymap, filled from form_bindings, finds the action, and form_act runs it. While a field is
 * open (form_is_typing), keys go to form_key. Enter accepts the text, Tab accepts it and moves on. Esc ^G
 * restore the old text, or in an empty required field leave the form. Up Down show suggested values, or move
 * if there are none. Enter on a field with known values opens a menu of them: typing filters it, arrows, Tab,
 * ^N ^P, PgUp and PgDn move, Enter picks, Esc ^G close the menu.
 *
 * A required field (param_table.needs) opens by itself while it is empty, and so does a field whose value was
 * refused. Enter in it goes to the next required field, or from the last one sends the form. A value is UNSET
 * (its default is shown, not sent) or SET ("changed"). A bad value is kept: its text stays, with the reason
 * beside it. */
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
    FORM_NONE,    /* the form does not use this key or action */
    FORM_REDRAW,  /* the focus, the scroll position or the text being typed changed */
    FORM_CHANGED, /* values changed: redraw, and save the draft soon */
    FORM_SUBMIT,  /* all values are good: send form_values */
    FORM_LEAVE,   /* close the form */
    FORM_PREVIEW, /* show the request */
    FORM_PRESETS,
    FORM_COPY_COMMAND
};

/* Actions while no field is open; the keymap binds keys to them. */
enum form_action {
    FORM_ACT_NONE,
    FORM_ACT_UP,
    FORM_ACT_DOWN,
    FORM_ACT_NEXT, /* as DOWN, but from the last field to the first */
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

/* The default keys of each action, for the keymap, hints, help and manual. */
struct form_binding {
    enum form_action action;
    const char *name; /* "form-edit" */
    const char *keys; /* as key_parse_list reads them */
    const char *help; /* one line */
};
extern const struct form_binding form_bindings[FORM_ACT_COUNT - 1];

struct form;
/* A form for a table, which must outlive it; focus on table->first. form_free wipes secrets; NULL is fine. */
struct form *form_new(const struct param_table *table);
void form_free(struct form *form);

/* --- events --- */
/* A key while form_is_typing(); at other times returns FORM_NONE. */
enum form_result form_key(struct form *form, struct key key);
/* Accepts the open field, then runs the action. With a bad value the field stays open, and no action runs. */
enum form_result form_act(struct form *form, enum form_action action);
/* Inserts text into the open field. If none is open, opens the focused field. */
enum form_result form_paste(struct form *form, const char *text, size_t len);
/* Rows for the fields; call when the layout changes. */
void form_set_height(struct form *form, size_t height);

/* Is text being typed (in a field, the menu or the find line)? Then keys run no actions. */
bool form_is_typing(const struct form *form);
/* Focuses and opens the first required field that is empty; if there is none, focuses the first field. */
void form_go_needed(struct form *form);

/* --- values --- */
/* The accepted values; borrowed. */
const struct param_set *form_values(const struct form *form);
/* Replaces all values (by a draft, a preset), and closes an open field. A bad value is marked with the
 * reason. False for a set of another table. */
bool form_load(struct form *form, const struct param_set *set);
/* Sets one field as if typed; false when no field has this name (in any case). */
bool form_put(struct form *form, const char *name, const char *text);
/* All values, with the unfinished text of an open field. Caller frees. */
struct param_set *form_draft(const struct form *form);
const struct param_table *form_table(const struct form *form);

/* --- from the app --- */
/* Focuses a field by its name in any case; false when there is none or it is hidden. */
bool form_focus(struct form *form, const char *name);
/* A line of the menu of values. UNSET: no value is sent. OTHER: opens the field to type a value. TYPED: the
 * text typed in the menu. */
enum form_choice_kind { CHOICE_VALUE, CHOICE_UNSET, CHOICE_OTHER, CHOICE_TYPED };
struct form_choice {
    enum form_choice_kind kind;
    const char *value; /* as it is stored; NULL for UNSET and OTHER */
    const char *text;  /* as users read it */
};
/* Call when a value was refused: marks the field with the reason, focuses and opens it. False when there is
 * no such field. */
bool form_field_error(struct form *form, const char *name, const char *reason);
/* Hides a field that does not apply now: it is not shown, not counted and unset. */
void form_hide(struct form *form, const char *name, bool hidden);
/* The default of a field, if only the app knows it; copied. NULL: the default of the table. */
void form_set_default(struct form *form, const char *name, const char *text);
/* The function that warns about values; NULL for none. form_warn_params is the usual one. */
void form_set_warn(struct form *form, form_warn_fn *warn);
/* A short form shows the main fields (param_def.leads), and those that were set since it became short. One
 * line stands for the others; Enter on it shows all. A form with required fields is never short. */
void form_set_short(struct form *form, bool is_short);
bool form_is_short(const struct form *form);
/* Where the value of a field comes from; copied. Dropped when the value changes. */
void form_set_whence(struct form *form, int field, const char *text);
/* The function that names the group which the form's values do not use. This group is folded: its heading
 * stands for its fields until Enter on it shows them. Fields with a value or an error stay visible. */
void form_set_fold(struct form *form, form_fold_fn *fold);
/* Notes are warnings that only the app can give (no recording, read-only, little credit). Facts are no
 * warnings ("Takes 43 of 600 minutes"). Both are copied, and replace the last ones. */
void form_set_notes(struct form *form, const char *const *texts, size_t count);
void form_set_facts(struct form *form, const char *const *texts, size_t count);

/* --- for the view --- */
struct form_row {
    bool is_heading;             /* then only label, folded and is_focused are used; value is "" */
    int folded;                  /* number of fields that the row stands for; not 0: it can have the focus */
    const char *label;           /* of the field or its group; NULL: the row for the rest of a short form */
    const struct param_def *def; /* NULL for a heading */
    /* As users read it: text, default, "yes", stars, "-" if no default is known, "" for an empty text. Not
     * cleaned. While is_editing, draw form_editor instead. */
    const char *value;
    bool is_default; /* value is a default or "-" and is not sent: dim */
    bool is_focused;
    bool is_editing;
    const char *unit;   /* or NULL */
    const char *unset;  /* what applies while the field is not set, as users read it; or NULL */
    const char *error;  /* reason beside the value, without the name; or NULL */
    const char *whence; /* where the value comes from: "preset air"; NULL: typed here, or not set */
};

/* Fills rows[0..height) with the visible rows, the focused one always among them; returns their number. The
 * texts are borrowed, valid until the next event. */
size_t form_rows(const struct form *form, size_t height, struct form_row *rows);

const struct lineedit *form_editor(const struct form *form); /* the open field, or NULL */
const struct lineedit *form_finder(const struct form *form); /* the find line "/", or NULL */
/* The menu of values: its lines and the selected one; 0 when it is closed or nothing matches. form_menu_line:
 * the text typed in the menu; NULL when it is closed. */
size_t form_menu_rows(const struct form *form, const struct form_choice **rows, size_t *selected);
const struct lineedit *form_menu_line(const struct form *form);
/* What Enter does in the open field: "Accept", "Next", "Send". */
const char *form_enter(const struct form *form);
bool form_esc_leaves(const struct form *form); /* from a required, empty, untouched field */
/* Would Enter open the menu of values? form_next: the value that Space would set, "yes", or "" for not set;
 * NULL if the field is no yes or no. */
bool form_has_choices(const struct form *form);
const char *form_next(const struct form *form);
int form_position(const struct form *form);        /* n of "n/20", from 1; 0 when no field is visible */
int form_count(const struct form *form);           /* fields that are not hidden; counts folded ones */
int form_changed_count(const struct form *form);   /* SET fields */
const char *form_help(const struct form *form);    /* help line of the focused field; "" for none */
const char *form_message(const struct form *form); /* result of the last key; "" for none */
const struct form_warnings *form_warned(const struct form *form); /* the notes, then warnings */
const struct form_warnings *form_facts(const struct form *form);

#endif
