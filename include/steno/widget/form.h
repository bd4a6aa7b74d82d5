/* The form engine: shows any param_table as a form. It takes a key or an action, and returns a result. The
 * view only draws the form.
 *
 * Each field is a row of the table; no code here is for one parameter alone. While no field is open for
 * typing, keys run actions: the caller finds the action of a key in its keymap, which is filled from
 * form_bindings, and calls form_act. While a field is open (form_is_typing), keys go to form_key. Enter
 * accepts the text. Tab accepts it and goes to the next field. Esc and ^G restore the old text; if the field
 * is required, empty and untouched, they leave the form. Up and Down show suggested values; if there are
 * none, they go to another field.
 *
 * Enter on a field with known values opens a menu of these values. Typing filters the menu; arrows, Tab, ^N,
 * ^P, PgUp and PgDn move in it; Enter picks a value; Esc and ^G close the menu.
 *
 * A required field (param_table.needs) opens by itself while it is empty. A field whose value was refused
 * opens too. Enter in such a field goes to the next required field that is empty; if there is none, it sends
 * the form. A field is UNSET (its default is shown, but not sent) or SET (counted as "changed"). A bad value
 * stays in its field, with the reason beside it. */
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
    FORM_ACT_NEXT, /* like FORM_ACT_DOWN, but goes from the last field to the first */
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
    const char *keys; /* key names, as key_parse_list reads them */
    const char *help;
};
extern const struct form_binding form_bindings[FORM_ACT_COUNT - 1];

struct form;
/* Creates a form for a table, with the focus on table->first. The table must outlive the form. form_free
 * wipes secrets, and accepts NULL. */
struct form *form_new(const struct param_table *table);
void form_free(struct form *form);

/* --- events --- */
/* Handles a key while form_is_typing(). At other times returns FORM_NONE. */
enum form_result form_key(struct form *form, struct key key);
/* Accepts the text of the open field, then runs the action. If the text is bad, the field stays open and the
 * action does not run. */
enum form_result form_act(struct form *form, enum form_action action);
/* Inserts pasted text where text is being typed. If no field is open, first empties and opens the focused
 * one. */
enum form_result form_paste(struct form *form, const char *text, size_t len);
/* Sets how many rows of the screen show fields. Call when the layout changes. */
void form_set_height(struct form *form, size_t height);

/* True while text is typed in a field, the menu or the find line: keys then run no actions. */
bool form_is_typing(const struct form *form);
/* Focuses and opens the first required field that is empty; if there is none, focuses the first field. */
void form_go_needed(struct form *form);

/* --- values --- */
/* Returns the accepted values; the form owns them. */
const struct param_set *form_values(const struct form *form);
/* Replaces all values by those of `set` (a draft, a preset), and closes the open field. Bad values are kept,
 * each with the reason. False if the set belongs to another table. */
bool form_load(struct form *form, const struct param_set *set);
/* Sets one field as if `text` was typed. Case does not matter in `name`. False if no field has this name. */
bool form_put(struct form *form, const char *name, const char *text);
/* Returns a copy of all values, including the unfinished text of the open field. Caller frees it. */
struct param_set *form_draft(const struct form *form);
const struct param_table *form_table(const struct form *form);

/* --- for the app --- */
/* Focuses the field of this name; case does not matter. False: there is no such field, or it is hidden. */
bool form_focus(struct form *form, const char *name);
/* A line of the menu of values. VALUE sets a known value. UNSET removes the value of the field. OTHER opens
 * the field, to type a value. TYPED sets the text that was typed in the menu. */
enum form_choice_kind { CHOICE_VALUE, CHOICE_UNSET, CHOICE_OTHER, CHOICE_TYPED };
struct form_choice {
    enum form_choice_kind kind;
    const char *value; /* the value to set; NULL for UNSET and OTHER */
    const char *text;  /* what the menu shows */
};
/* Call when a value was refused: marks its field with the reason, focuses the field and opens it for typing.
 * False if no visible field has this name. */
bool form_field_error(struct form *form, const char *name, const char *reason);
/* Hides a field that does not apply now, and removes its value; `hidden` false: shows the field again. */
void form_hide(struct form *form, const char *name, bool hidden);
/* Sets a default that only the app knows; copied. NULL: the table's default applies again. */
void form_set_default(struct form *form, const char *name, const char *text);
/* Sets the function that warns about values; NULL for none. A new form has form_warn_params. */
void form_set_warn(struct form *form, form_warn_fn *warn);
/* Makes the form short or long. A short form shows the main fields (param_def.leads), the fields that have
 * had a value since the form became short, and one line for all others; Enter on this line makes the form
 * long. A form with required fields is never short. */
void form_set_short(struct form *form, bool is_short);
bool form_is_short(const struct form *form);
/* Sets the source of a field's value ("preset air"); copied. The form drops the source when the value
 * changes. */
void form_set_whence(struct form *form, int field, const char *text);
/* Sets the function that names a group whose fields have no effect with the present values. Of this group the
 * form shows only the heading, and fields with a value or an error. Enter on the heading shows all fields. */
void form_set_fold(struct form *form, form_fold_fn *fold);
/* Set the notes and the facts, in place of the old ones; copied. Notes are warnings that only the app can
 * give, such as one about little credit. Facts are other sentences: "Takes 43 of 600 minutes". */
void form_set_notes(struct form *form, const char *const *texts, size_t count);
void form_set_facts(struct form *form, const char *const *texts, size_t count);

/* --- for the view --- */
struct form_row {
    bool is_heading; /* no field: only label, folded and is_focused are used; value is "" */
    int folded;      /* number of folded fields that this row stands for; if not 0, the row can be selected */
    const char *label; /* label of the field or group; NULL: the row for all other fields of a short form */
    const struct param_def *def; /* NULL for a heading */
    /* The value as users read it: a text, "yes", a default, stars for a secret; "-" if no default is known,
     * "" for an empty text. It may contain control characters. While is_editing, draw form_editor instead. */
    const char *value;
    bool is_default; /* the field is not set: its value is a default or "-"; draw it dim */
    bool is_focused;
    bool is_editing;
    const char *unit;   /* unit of the number; or NULL */
    const char *unset;  /* what applies while the field is not set, as users read it; or NULL */
    const char *error;  /* why the value is bad, without the field's name; NULL: no error */
    const char *whence; /* where the value comes from: "preset air"; NULL: typed here, or not set */
};

/* Fills rows[0..height) with the rows to draw; the focused row is always one of them. Returns their number.
 * The form owns the texts, which are valid until the next event. */
size_t form_rows(const struct form *form, size_t height, struct form_row *rows);

const struct lineedit *form_editor(const struct form *form); /* text of the open field; NULL: none is open */
const struct lineedit *form_finder(const struct form *form); /* text of the find line "/"; NULL: closed */
/* form_menu_rows returns the number of lines of the menu of values (0: no menu is open, or nothing matches),
 * and sets *rows and *selected. form_menu_line: the text typed in the menu; NULL if no menu is open. */
size_t form_menu_rows(const struct form *form, const struct form_choice **rows, size_t *selected);
const struct lineedit *form_menu_line(const struct form *form);
/* Returns the word for what Enter does in the open field: "Accept", "Next", "Send". */
const char *form_enter(const struct form *form);
bool form_esc_leaves(const struct form *form); /* true: Esc in the open field would leave the form */
/* form_has_choices: true if Enter would open the menu of values. form_next returns the value that Space would
 * set, such as "yes" or "en-US"; "": Space would clear the field; NULL: the field has no known values. */
bool form_has_choices(const struct form *form);
const char *form_next(const struct form *form);
int form_position(const struct form *form); /* number of the focused field, from 1; 0: no field is visible */
int form_count(const struct form *form);    /* number of fields that are not hidden, including folded ones */
int form_changed_count(const struct form *form);   /* number of fields that are set */
const char *form_help(const struct form *form);    /* help line of the focused field; "" for none */
const char *form_message(const struct form *form); /* message about the last key; "" for none */
const struct form_warnings *form_warned(const struct form *form); /* notes (form_set_notes), then warnings */
const struct form_warnings *form_facts(const struct form *form);

#endif
