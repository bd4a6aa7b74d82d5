/* Fields: the members of a reply. Projects, logins and policies have one table each. Its rows have the
 * contract's order and spelling: "Data.Description.Name", "Data.KeywordsHighlight.TextList[][].Text". */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_FIELD_H
#define STENO_API_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "steno/base/mem.h"
#include "steno/base/when.h"

enum field_type { FIELD_TEXT, FIELD_INT, FIELD_NUMBER, FIELD_BOOL, FIELD_TEXT_LIST, FIELD_OBJECT, FIELD_ANY };

/* How a value is formatted for display. Invalid dates and lengths are shown unchanged. */
enum field_format { FORMAT_PLAIN, FORMAT_DATE, FORMAT_LENGTH, FORMAT_TIMESTAMP_MS, FORMAT_MINUTES };

struct field_def {
    const char *path;
    enum field_type type;
    bool required; /* the contract requires the field (of a list: in each element) */
    enum field_format format;
    const char *group; /* heading in the details pane */
    const char *label; /* short name beside the value */
    const char *help;  /* one line */
    bool secret;       /* true for the Token, which login_decode() removes */
};

struct field_table {
    const char *name; /* "project", "login", "policy" */
    const char *root; /* first member of every path, which holds the resource: "Data"; "": none */
    const struct field_def *rows;
    size_t count;
};

extern const struct field_table fields_project, fields_login, fields_policy;

/* True if the field is in the objects of a list of lists (its path contains "[][]"). For such a field,
 * field_get() returns the outer list. */
bool field_is_nested(const struct field_def *def);

/* Returns the row with exactly this path, or NULL. */
const struct field_def *field_find(const struct field_table *table, const char *path);

/* Returns the value of the field `def` in a resource (the object below `root`). The result is borrowed. NULL:
 * a member on the path is missing or null. */
const json_t *field_get(const struct field_table *table, const struct field_def *def, const json_t *resource);

/* Appends the value as one line for people, "" if it is missing. Dates (in `zone`) and lengths are formatted,
 * lists are joined with ", ", and objects become compact JSON. `resource` is the cleaned
 * copy, record.shown. */
void field_show(struct buffer *out, const struct field_table *table, const struct field_def *def,
                const json_t *resource, enum date_zone zone);

/* What the name "Description.Name" (a path without `root`) means: nothing, a field, or a parent of fields. */
enum field_known { FIELD_UNKNOWN, FIELD_KNOWN, FIELD_ABOVE };
enum field_known field_know(const struct field_table *table, const char *path);

#endif
