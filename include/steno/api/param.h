/* Parameters: a table for each operation, and sets of values for a table.
 *
 * A value is UNSET or SET.  An UNSET value is never sent; its default is only shown.  A value is text: it is
 * checked strictly by type and sent as typed.  Form, flags, validation, query string, presets, drafts,
 * completion, manual and the sandbox all read these rows; there is no other list of parameter names. */
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
    const char *name;  /* the contract's spelling, for flags, requests and files */
    const char *label; /* shown to people; NULL: the name */
    enum param_type type;
    const char *def;                /* default as text; NULL when the contract has none */
    const char *unit;               /* "ms", "s", ...; NULL for none */
    const char *group;              /* heading in forms and manual */
    const char *help;               /* one line, at most 72 cells */
    const char *const *suggestions; /* known values, NULL-ended, or NULL; only a local row allows no others */
    const char *unset; /* shown when neither value nor default is set, such as "the start"; or NULL */
    bool local;        /* for this computer: in no request, preset or history */
    bool secret;       /* never echoed, stored, logged */
    bool required;     /* an empty value is refused before sending */
    bool leads;        /* shown in a form that opens short, even when not set */
};

struct param_set;

struct param_table {
    const char *name;             /* "enqueue" */
    const struct param_def *rows; /* in the order of the form; rows of one group are adjacent */
    size_t count;
    const char *first;              /* field that has the focus when a form opens */
    const struct param_table *sent; /* table of its first rows, which are sent; NULL: all are sent */
    const char *local_after;        /* in a form the local rows follow this row; NULL: they are last */
    /* Is the row empty, but required before the form can be sent? NULL: no row is required. */
    bool (*needs)(const struct param_set *set, int index);
};

extern const struct param_table params_enqueue;
extern const struct param_table params_export;
/* The form of an export: params_export and the place of the file, "Folder" and "Name". */
extern const struct param_table params_export_form;

const char *param_label(const struct param_def *def); /* label or name */
/* Convert a value to words for people and back: "true" to "yes", "false" to "no" for a Boolean. Borrowed. */
const char *param_words(const struct param_def *def, const char *value);
const char *param_from_words(const struct param_def *def, const char *words);

/* Row index by exact name, by name without regard to ASCII case, by flag ("with-ppc"); -1: none. */
int param_find(const struct param_table *table, const char *name);
int param_find_nocase(const struct param_table *table, const char *name);
int param_find_flag(const struct param_table *table, const char *flag);

/* The row at position n of a form, from 0. */
int param_in_form(const struct param_table *table, size_t n);

/* The flag of a row without dashes: WithPPC gives with-ppc. */
void param_flag(char *out, size_t size, const struct param_def *def);

/* Is text a valid value of the row? It must have the row's type; for a local row with suggestions it must be
 * one of these. err gets the reason without the name: "“abc” is not a whole number". Text is valid UTF-8. */
bool param_check(const struct param_def *def, const char *text, struct error *err);

/* --- sets of values --- */

struct param_set {
    const struct param_table *table;
    char **values; /* one for each row; NULL is UNSET */
};

struct param_set *param_set_new(const struct param_table *table);
struct param_set *param_set_copy(const struct param_set *set);
/* A copy with only the rows that are sent, as a set of table->sent. Caller frees. */
struct param_set *param_set_sent(const struct param_set *set);
void param_set_free(struct param_set *set);

/* Checks the value, then sets row `index`; a bad value leaves the set unchanged. */
bool param_set_put(struct param_set *set, int index, const char *text, struct error *err);
/* Sets without a check, because drafts keep any text that was typed. */
void param_set_put_raw(struct param_set *set, int index, const char *text);
void param_set_unset(struct param_set *set, int index);
/* Sets each UNSET row to its default, if it has one, so that new defaults of the server do not matter. */
void param_set_fill_defaults(struct param_set *set);
const char *param_set_get(const struct param_set *set, int index);                /* NULL when UNSET */
int param_set_count(const struct param_set *set);                                 /* how many are SET */
bool param_set_is_same(const struct param_set *one, const struct param_set *two); /* must share a table */

/* Checks every SET value, and that required rows are SET; *index (may be NULL) gets the first bad row. */
bool param_set_check(const struct param_set *set, int *index, struct error *err);

/* Appends the SET values as "Name=value&...", in table order, percent-encoded. */
void param_set_query(const struct param_set *set, struct buffer *out);

/* {"Name":"value",...} of the SET values, without secrets; caller owns the reference. */
json_t *param_set_to_json(const struct param_set *set);
/* Reads such an object unchecked. *unknown (may be NULL) counts names not in the table and values not text.
 */
struct param_set *param_set_from_json(const struct param_table *table, const json_t *object, int *unknown);

/* Appends a query value or path part, percent-encoded except A-Z a-z 0-9 - . _ ~ */
void param_encode(struct buffer *out, const char *text);

#endif
