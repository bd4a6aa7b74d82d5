/* Parameters: one table an operation, and sets of values for a table.
 *
 * A value is UNSET or SET.  UNSET is never sent; its default is only shown.  Values stay text: checked
 * strictly by type, sent as typed.  Form, flags, validation, query string, presets, drafts, completion,
 * manual and the sandbox all read these rows; no other list of parameter names exists. */
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
    const char *name;  /* the contract's spelling: flags, requests, files */
    const char *label; /* what people read; NULL: the name */
    enum param_type type;
    const char *def;                /* default as text; NULL when the contract says none */
    const char *unit;               /* "ms", "s", ...; NULL for none */
    const char *group;              /* heading in forms and manual */
    const char *help;               /* one line, at most 72 cells */
    const char *const *suggestions; /* NULL-ended known public values, never a closed list; or NULL */
    const char *unset; /* what counts while it is not set, where no default says it: "the start"; or NULL */
    bool local;        /* of this computer: in no request, preset or history */
    bool secret;       /* never echoed, stored, logged */
    bool required;     /* an empty value is refused before sending */
    bool leads;        /* what a form is for: seen when it opens short, though it is not set */
};

struct param_set;

struct param_table {
    const char *name;             /* "enqueue" */
    const struct param_def *rows; /* in the order of the form; the rows of a group follow each other */
    size_t count;
    const char *first;              /* the field a form opens on */
    const struct param_table *sent; /* its first rows, which are sent; NULL: all are */
    const char *local_after;        /* behind this row a form shows those that are not; NULL: last */
    /* Is the row empty, and can its form not be sent without it? NULL: the form can be sent as it opens. */
    bool (*needs)(const struct param_set *set, int index);
};

extern const struct param_table params_enqueue;
extern const struct param_table params_export;
/* The form of an export: those, and where the file goes: "Folder" and "Name". */
extern const struct param_table params_export_form;

const char *param_label(const struct param_def *def); /* what people read */
/* A value as people read it: "yes" and "no" for a Boolean; and what is sent for what they write. Borrowed. */
const char *param_words(const struct param_def *def, const char *value);
const char *param_from_words(const struct param_def *def, const char *words);

/* Row index by exact name, by name without regard to ASCII case, by flag ("with-ppc"); -1: none. */
int param_find(const struct param_table *table, const char *name);
int param_find_nocase(const struct param_table *table, const char *name);
int param_find_flag(const struct param_table *table, const char *flag);

/* The row that is the n-th of a form, from 0. */
int param_in_form(const struct param_table *table, size_t n);

/* The flag of a row without dashes: WithPPC gives with-ppc. */
void param_flag(char *out, size_t size, const struct param_def *def);

/* Is text a value of the row's type, and one of the known values of a local row that has some? If not, err
 * says why, without the name: "“abc” is not a whole number". Texts must be valid UTF-8 without NUL. */
bool param_check(const struct param_def *def, const char *text, struct error *err);

/* --- sets of values --- */

struct param_set {
    const struct param_table *table;
    char **values; /* one a row; NULL is UNSET */
};

struct param_set *param_set_new(const struct param_table *table);
struct param_set *param_set_copy(const struct param_set *set);
/* What of a set is sent, as a set of the table of those rows. Caller frees. */
struct param_set *param_set_sent(const struct param_set *set);
void param_set_free(struct param_set *set);

/* Checks, then sets row `index`; on a bad value the set is unchanged. */
bool param_set_put(struct param_set *set, int index, const char *text, struct error *err);
/* Sets without a check: drafts keep what was typed. */
void param_set_put_raw(struct param_set *set, int index, const char *text);
void param_set_unset(struct param_set *set, int index);
/* Sets every UNSET row to its default, if it has one: a change on the server then changes nothing. */
void param_set_fill_defaults(struct param_set *set);
const char *param_set_get(const struct param_set *set, int index);                /* NULL when UNSET */
int param_set_count(const struct param_set *set);                                 /* how many are SET */
bool param_set_is_same(const struct param_set *one, const struct param_set *two); /* of one table */

/* Checks every SET value; on a bad one *index gets its row (may be NULL). */
bool param_set_check(const struct param_set *set, int *index, struct error *err);

/* Appends "Name=value&..." of the SET values in table order, percent-encoded; nothing when none is SET. */
void param_set_query(const struct param_set *set, struct buffer *out);

/* {"Name":"value",...} of the SET values, secrets left out; caller owns the reference. */
json_t *param_set_to_json(const struct param_set *set);
/* Reads such an object unchecked; names that the table does not have are counted in *unknown (may be NULL).
 */
struct param_set *param_set_from_json(const struct param_table *table, const json_t *object, int *unknown);

/* Appends one query value or path part percent-encoded (all but A-Z a-z 0-9 - . _ ~). */
void param_encode(struct buffer *out, const char *text);

#endif
