/* The form engine shows a param_table as a form, with a field for each row of the table. It takes a key or an
 * action, and returns a result. The view only draws the form.
 *
 * While no field is open for typing, keys run actions. The caller finds the action of a key in its keymap,
 * which is filled from form_bindings, and calls form_act(). While a field is open (form_is_typing), the
 * caller passes keys to form_key(). Enter accepts the text. Tab accepts the text and goes to the next field.
 * Esc and ^G restore the old text; in a required field that is empty and untouched, they leave the form. Up
 * and Down show suggested values; in a field with no suggested values, they go to another field.
 *
 * Enter on a field with known values opens a menu of these values. Typing filters the menu. Arrows, Tab, ^N,
 * ^P, PgUp and PgDn move in the menu. Enter picks a value. Esc and ^G close the menu.
 *
 * A required field (param_table.needs) that is empty opens when it gets the focus. A field whose value was
 * refused opens too. Enter in these fields goes to the next required field that is empty; after the last one,
 * Enter sends the form. A field is SET or UNSET. A SET field counts as "changed". The default of an UNSET
 * field is shown, but not sent. A bad value stays in its field, with the reason beside the value. */
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

/* Actions that run while no field is open. The keymap binds keys to the actions. */
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
    const char *keys; /* key names for key_parse_list */
    const char *help;
};
extern const struct form_binding form_bindings[FORM_ACT_COUNT - 1];

struct form;
/* Creates a form for a table, with the focus on table->first. The table must outlive the form. form_free
 * wipes secrets, and accepts NULL. */
struct form *form_new(const struct param_table *table);
void form_free(struct form *form);

/* --- events --- */
/* Handles a key while form_is_typing() is true. At other times returns FORM_NONE. */
enum form_result form_key(struct form *form, struct key key);
/* Accepts the text of the open field, then runs the action. If the text is bad, the field stays open and the
 * action does not run. */
enum form_result form_act(struct form *form, enum form_action action);
/* Inserts pasted text where the user is typing. If no field is open, first empties and opens the focused
 * field. */
enum form_result form_paste(struct form *form, const char *text, size_t len);
/* Sets the number of screen rows for fields. Call when the layout changes. */
void form_set_height(struct form *form, size_t height);

/* True while a field, the menu or the find line is open: keys are then text, not actions. */
bool form_is_typing(const struct form *form);
/* Focuses and opens the first required field that is empty; if all are filled, focuses the first field. */
void form_go_needed(struct form *form);

/* --- values --- */
/* Returns the accepted values; the form owns them. */
const struct param_set *form_values(const struct form *form);
/* Replaces all values by the values of `set` (a draft, a preset), and closes the open field. Bad values are
 * kept, each with the reason. False: `set` belongs to another table. */
bool form_load(struct form *form, const struct param_set *set);
/* Sets one field as if `text` was typed. Case does not matter in `name`. False: no field has this name. */
bool form_put(struct form *form, const char *name, const char *text);
/* Returns a copy of all values, including the unfinished text of the open field. Caller frees the copy. */
struct param_set *form_draft(const struct form *form);
const struct param_table *form_table(const struct form *form);

/* --- for the app --- */
/* Focuses the field of this name; case does not matter. False: the field is missing or hidden. */
bool form_focus(struct form *form, const char *name);
/* What a line of the menu of values does. VALUE sets a known value. UNSET removes the value of the field.
 * OTHER opens the field for typing. TYPED sets the text that was typed in the menu. */
enum form_choice_kind { CHOICE_VALUE, CHOICE_UNSET, CHOICE_OTHER, CHOICE_TYPED };
struct form_choice {
    enum form_choice_kind kind;
    const char *value; /* the value to set; NULL for UNSET and OTHER */
    const char *text;  /* text of the line in the menu */
};
/* Marks the field of a refused value with the reason, focuses the field and opens it for typing. False: the
 * field is missing or hidden. */
bool form_field_error(struct form *form, const char *name, const char *reason);
/* Hides a field that does not apply now, and removes its value. `hidden` false: shows the field again. */
void form_hide(struct form *form, const char *name, bool hidden);
/* Sets a default that only the app knows; `text` is copied. NULL: the table's default applies again. */
void form_set_default(struct form *form, const char *name, const char *text);
/* Sets the function that warns about values; NULL: no warnings. The default is form_warn_params. */
void form_set_warn(struct form *form, form_warn_fn *warn);
/* Makes the form short or long. A short form shows the main fields (param_def.leads), and the fields that
 * have had a value since the form became short. One more line stands for all other fields; Enter on this line
 * makes the form long. A form with required fields is always long. */
void form_set_short(struct form *form, bool is_short);
bool form_is_short(const struct form *form);
/* Sets the source of a field's value ("preset air"); copied. A change of the value removes the source. */
void form_set_whence(struct form *form, int field, const char *text);
/* Sets the function that returns the group whose fields have no effect with the present values. Of this
 * group, the form shows only the heading and those fields that have a value or an error. Enter on the heading
 * shows all fields. */
void form_set_fold(struct form *form, form_fold_fn *fold);
/* Replace all notes, or all facts, by copies of `texts`. Notes are warnings that only the app can give, such
 * as a warning about little credit. Facts are other sentences: "Needs 43 min of credit; you have 600". */
void form_set_notes(struct form *form, const char *const *texts, size_t count);
void form_set_facts(struct form *form, const char *const *texts, size_t count);

/* --- for the view --- */
struct form_row {
    bool is_heading;   /* true: a heading has only label, folded and is_focused; value is "" */
    int folded;        /* number of folded fields that this row stands for; > 0: the row can have the focus */
    const char *label; /* label of the field or group; NULL: the row for all other fields of a short form */
    const struct param_def *def; /* NULL: a heading */
    /* The value for users: a text, "yes", a default, or stars for a secret. "-": no default is known. The
     * value can contain control characters. While is_editing is true, draw form_editor() instead. */
    const char *value;
    bool is_default; /* the field is not set: draw `value` dim */
    bool is_focused;
    bool is_editing;
    const char *unit;   /* unit of the number; or NULL */
    const char *unset;  /* the default in words for users, or NULL */
    const char *error;  /* why the value is bad, without the field's name; NULL: no error */
    const char *whence; /* source of the value: "preset air"; NULL: typed here, or not set */
};

/* Fills rows[0..height) with the rows to draw; the focused row is always among them. Returns the number of
 * rows. The form owns the texts, which are valid until the next event. */
size_t form_rows(const struct form *form, size_t height, struct form_row *rows);

const struct lineedit *form_editor(const struct form *form); /* text of the open field; NULL: no open field */
const struct lineedit *form_finder(const struct form *form); /* text of the find line "/"; NULL: closed */
/* form_menu_rows sets *rows and *selected, and returns the number of lines in the menu of values. 0: no menu
 * is open, or no value matches. form_menu_line returns the text typed in the menu; NULL: no menu is open. */
size_t form_menu_rows(const struct form *form, const struct form_choice **rows, size_t *selected);
const struct lineedit *form_menu_line(const struct form *form);
/* Returns a word for the effect of Enter in the open field: "Accept", "Next", "Send". */
const char *form_enter(const struct form *form);
bool form_esc_leaves(const struct form *form); /* true: Esc in the open field leaves the form */
/* form_has_choices returns true if Enter opens the menu of values. form_next returns the value that Space
 * sets, such as "yes" or "en-US". "": Space clears the field. NULL: the field has no known values. */
bool form_has_choices(const struct form *form);
const char *form_next(const struct form *form);
int form_position(const struct form *form); /* number of the focused field, from 1; 0: no field is visible */
int form_count(const struct form *form);    /* number of visible and folded fields */
int form_changed_count(const struct form *form);                  /* number of fields that are set */
const char *form_help(const struct form *form);                   /* help line of the focused field, or "" */
const char *form_message(const struct form *form);                /* message about the last key, or "" */
const struct form_warnings *form_warned(const struct form *form); /* all notes, then all warnings */
const struct form_warnings *form_facts(const struct form *form);

#endif
