/* Fields: the members of a reply. Each resource has one table, in the contract's order and spelling
 * ("Data.Description.Name", "Data.KeywordsHighlight.TextList[][].Text", "User.Email").  The details pane,
 * `show`, search, the errors of decoding and the sandbox use these rows. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_FIELD_H
#define STENO_API_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "steno/base/mem.h"
#include "steno/base/when.h"

enum field_type { FIELD_TEXT, FIELD_INT, FIELD_NUMBER, FIELD_BOOL, FIELD_TEXT_LIST, FIELD_OBJECT, FIELD_ANY };

/* How a text is formatted for display. A text that does not parse is shown unchanged. */
enum field_format { FORMAT_PLAIN, FORMAT_DATE, FORMAT_LENGTH, FORMAT_TIMESTAMP_MS, FORMAT_MINUTES };

struct field_def {
    const char *path;
    enum field_type type;
    bool required; /* "yes" or "yes (within an element)" in the contract */
    enum field_format format;
    const char *group; /* heading in the details pane */
    const char *label; /* short name beside the value */
    const char *help;  /* one line */
    bool secret;       /* the Token, which is removed when JSON is decoded */
};

struct field_table {
    const char *name; /* "project", "login", "policy" */
    const char *root; /* envelope member at the start of each path ("Data"), or "" */
    const struct field_def *rows;
    size_t count;
};

extern const struct field_table fields_project, fields_login, fields_policy;

/* Is the row a member of list elements (its path contains "[][]")? field_get() returns their list. */
bool field_is_nested(const struct field_def *def);

/* The row with exactly this path; NULL when there is none. */
const struct field_def *field_find(const struct field_table *table, const char *path);

/* The value of the row in a resource (the object below root); for a nested row, its list. NULL when any level
 * of the path is absent or null. Borrowed. */
const json_t *field_get(const struct field_table *table, const struct field_def *def, const json_t *resource);

/* Appends the value as one line for people: dates in the zone and lengths formatted, lists joined by ", ",
 * objects as compact JSON, an absent value as "". `resource` must be cleaned (struct record's `shown`). */
void field_show(struct buffer *out, const struct field_table *table, const struct field_def *def,
                const json_t *resource, enum date_zone zone);

/* Is a path below the root, such as "Description.Name", a field, an object that contains fields
 * (FIELD_ABOVE), or unknown? */
enum field_known { FIELD_UNKNOWN, FIELD_KNOWN, FIELD_ABOVE };
enum field_known field_know(const struct field_table *table, const char *path);

#endif
