/* Parameters: a table for each operation, and sets of values for a table.
 *
 * A parameter in a set is UNSET or SET. An UNSET parameter is never sent. Its default is only shown. A value
 * is a text. It is checked strictly by its type and sent unchanged. These tables are the only list of
 * parameter names. All forms, flags, requests, presets, drafts and the sandbox use them. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_PARAM_H
#define STENO_API_PARAM_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "steno/base/mem.h"
#include "steno/base/error.h"

enum param_type { PARAM_BOOL, PARAM_INT, PARAM_NUMBER, PARAM_TEXT };

struct param_def {
    const char *name;  /* spelled as in the contract; used for flags, requests and files */
    const char *label; /* name that people see; NULL: `name` */
    enum param_type type;
    const char *def;                /* default as text; NULL: the contract has none */
    const char *unit;               /* "ms", "s", ...; NULL: none */
    const char *group;              /* heading in forms and manual */
    const char *help;               /* one line, at most 72 cells */
    const char *const *suggestions; /* known values (NULL-ended), or NULL */
    bool local;    /* used only on this computer, never in requests, presets or the history */
    bool secret;   /* never shown, stored or logged */
    bool required; /* an empty value is refused before sending */
    bool leads;    /* a main row: a short form always shows it */
};

struct param_set;

struct param_table {
    const char *name;             /* "enqueue" */
    const struct param_def *rows; /* the rows of a group are adjacent; order in forms: param_in_form() */
    size_t count;
    const char *first;              /* name of the field that has the focus when a form opens */
    const struct param_table *sent; /* table of the first rows, which are sent; NULL: all rows are sent */
    const char *local_after; /* name of the row after which a form shows the local rows; NULL: at the end */
    /* True if the row must be filled before the form can be sent. NULL: all rows can stay empty. */
    bool (*needs)(const struct param_set *set, int index);
};

extern const struct param_table params_enqueue;
extern const struct param_table params_export;
/* For the form of an export: the rows of params_export, and the rows "Folder" and "Name" of its file. */
extern const struct param_table params_export_form;

const char *param_label(const struct param_def *def); /* the label, or the name if there is no label */
/* These convert a Boolean value, "true" or "false", to "yes" or "no" for people, and back. Other values stay
 * unchanged. The results are borrowed. */
const char *param_words(const struct param_def *def, const char *value);
const char *param_from_words(const struct param_def *def, const char *words);

/* These return the index of a row by its exact name, by its name in any letter case, or by its flag
 * ("with-ppc"). -1: no such row. */
int param_find(const struct param_table *table, const char *name);
int param_find_nocase(const struct param_table *table, const char *name);
int param_find_flag(const struct param_table *table, const char *flag);

/* Returns the index of the row at position n (from 0) of a form. */
int param_in_form(const struct param_table *table, size_t n);

/* Writes the flag of a row, without its dashes: with-ppc for WithPPC. */
void param_flag(char *out, size_t size, const struct param_def *def);

/* True if `text` is a valid value for the parameter. On false, err has the reason, without the name:
 * "“abc” is not a whole number". */
bool param_check(const struct param_def *def, const char *text, struct error *err);

/* --- sets of values --- */

struct param_set {
    const struct param_table *table;
    char **values; /* one for each row of the table; NULL: UNSET */
};

struct param_set *param_set_new(const struct param_table *table);
struct param_set *param_set_copy(const struct param_set *set);
/* Returns a copy that has only the rows that are sent. Its table is table->sent. Caller frees. */
struct param_set *param_set_sent(const struct param_set *set);
void param_set_free(struct param_set *set);

/* Checks the value and sets row `index`. A bad value leaves the set unchanged, and false is returned. */
bool param_set_put(struct param_set *set, int index, const char *text, struct error *err);
/* Sets row `index` without a check, for drafts, which keep each text that was typed. */
void param_set_put_raw(struct param_set *set, int index, const char *text);
void param_set_unset(struct param_set *set, int index);
/* Sets each UNSET row to its default, if it has one. The server's own defaults then do not matter. */
void param_set_fill_defaults(struct param_set *set);
const char *param_set_get(const struct param_set *set, int index);                /* NULL when UNSET */
int param_set_count(const struct param_set *set);                                 /* how many are SET */
bool param_set_is_same(const struct param_set *one, const struct param_set *two); /* of the same table */

/* True if every SET value is valid and all required rows are SET. If not, *index gets the first bad row.
 * `index` can be NULL. */
bool param_set_check(const struct param_set *set, int *index, struct error *err);

/* Appends the SET values as "Name=value&...", in table order, percent-encoded. */
void param_set_query(const struct param_set *set, struct buffer *out);

/* Returns {"Name":"value",...} with the SET values, except secrets. Caller owns the reference. */
json_t *param_set_to_json(const struct param_set *set);
/* Makes a set from an object of param_set_to_json(). Values are not checked. *unknown gets the number of
 * members that are skipped, because they have an unknown name or are no text. `unknown` can be NULL. */
struct param_set *param_set_from_json(const struct param_table *table, const json_t *object, int *unknown);

/* Appends a query value or path part. Percent-encodes all characters except A-Z a-z 0-9 - . _ ~ */
void param_encode(struct buffer *out, const char *text);

#endif
