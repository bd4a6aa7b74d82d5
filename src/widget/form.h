/* The form engine within, and what drafts ask of it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WIDGET_FORM_PRIVATE_H
#define STENO_WIDGET_FORM_PRIVATE_H

#include "steno/widget/form.h"

struct form_field {
    bool hidden;
    bool folded;  /* of a group without a use, which nobody unfolded */
    bool opened;  /* its group was unfolded by hand, and stays so */
    bool seen;    /* in the short form: it was set there once, and stays */
    char *error;  /* reason without the name, NULL for none */
    char *def;    /* in place of the table's, NULL for none */
    char *whence; /* where its value comes from, NULL: it was entered here, or is not set */
    char *typed;  /* own text that Space cycles through beside the suggestions, NULL for none */
};

/* One line of the form: a field, a heading (field -1), or what stands for fields that are not seen, their
 * heading or in a short form none: their first one is in focus when the line is. */
struct form_line {
    const char *group; /* NULL: the line of a short form */
    int field;
    int folded; /* how many */
};

struct form {
    const struct param_table *table;
    struct param_set *values;
    struct param_set *undo;    /* what U took away, NULL for nothing */
    struct form_field *fields; /* one a row of the table */
    int *order;                /* rows in the order of the screen: by place */
    struct form_line *lines;   /* what is to be seen now, in order */
    size_t line_count;
    int focus;     /* row of the table, -1 when none is to be seen */
    size_t top;    /* first line on the screen */
    size_t height; /* 0 until told */
    bool is_short;
    struct lineedit *edit;   /* the open field's */
    struct form_menu *menu;  /* of values, over the field in focus; NULL: closed */
    struct lineedit *finder; /* "/" */
    int find_origin;         /* focus before it */
    char *find;              /* last text looked for, NULL for none */
    char *message;           /* NULL for none */
    form_warn_fn *warn;
    form_fold_fn *fold;
    struct form_warnings warnings;
    struct form_warnings notes, facts;
};

/* form.c */
const struct param_def *form_def(const struct form *form, int field);
const char *form_default(const struct form *form, int field); /* NULL: not known */
void form_say(struct form *form, char *message);              /* takes it; NULL clears */
void form_set_error(struct form *form, int field, const char *reason);
/* Checks a text; false leaves the reason beside the field. */
bool form_check_field(struct form *form, int field, const char *text);
/* Takes a value of a field without a check, or UNSET for NULL. */
void form_take(struct form *form, int field, const char *text);
/* To be called after any change of values: judges warnings, rebuilds the lines. */
void form_values_changed(struct form *form);

/* form_rows.c */
void form_build_order(struct form *form);
void form_build_lines(struct form *form);
void form_fit(struct form *form);
bool form_move(struct form *form, int steps, bool wrap);
void form_move_page(struct form *form, int direction);
void form_set_focus(struct form *form, int field);
/* How many fields are folded away where the focus is; 0 on a field. */
int form_folded_here(const struct form *form);

/* What is folded away, in form_rows.c. */
void form_fold(struct form *form);              /* as the values want it by now */
void form_unfold(struct form *form, int field); /* its whole group */
bool form_hides_away(const struct form *form, int field);
/* Does the short form leave a field out? */
bool form_leaves_out(const struct form *form, int field);

/* form_choice.c */
void form_choice_open(struct form *form);
void form_choice_close(struct form *form);
const char *form_choice_typed(const struct form *form);
enum form_result form_choice_key(struct form *form, struct key key);
enum form_result form_choice_paste(struct form *form, const char *text, size_t len);

/* form_edit.c */
void form_open(struct form *form, const char *seed); /* NULL: the field's own text or default */
void form_close(struct form *form);
/* Takes the open text as the value; false keeps the editor open with the reason beside it. */
bool form_accept(struct form *form);
enum form_result form_edit_key(struct form *form, struct key key);
enum form_result form_submit(struct form *form);
enum form_result form_toggle(struct form *form);
enum form_result form_unset(struct form *form);
enum form_result form_unset_all(struct form *form);
/* Opens the field in focus where the form cannot do without it, and it is empty. */
void form_open_needed(struct form *form);

/* form_find.c */
enum form_result form_find_open(struct form *form);
enum form_result form_find_key(struct form *form, struct key key);
enum form_result form_find_again(struct form *form, int direction);
enum form_result form_find_paste(struct form *form, const char *text, size_t len);
void form_find_close(struct form *form, bool restore);

#endif
