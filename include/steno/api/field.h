/* Fields: the members of a reply, one table a resource, in the contract's order and spelling
 * ("Data.Description.Name", "Data.KeywordsHighlight.TextList[][].Text", "User.Email").  Details, `show`,
 * search, the decoder's complaints and the sandbox read these rows. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_FIELD_H
#define STENO_API_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "steno/base/mem.h"
#include "steno/base/when.h"

enum field_type { FIELD_TEXT, FIELD_INT, FIELD_NUMBER, FIELD_BOOL, FIELD_TEXT_LIST, FIELD_OBJECT, FIELD_ANY };

/* How a text is best shown when it parses; it is shown as it came when it does not. */
enum field_format { FORMAT_PLAIN, FORMAT_DATE, FORMAT_LENGTH, FORMAT_TIMESTAMP_MS, FORMAT_MINUTES };

struct field_def {
    const char *path;
    enum field_type type;
    bool required; /* "yes" in the contract, "yes (within an element)" included */
    enum field_format format;
    const char *group; /* heading in the details pane */
    const char *label; /* short name beside the value */
    const char *help;  /* one line */
    bool secret;       /* Token: taken out where JSON is decoded */
};

struct field_table {
    const char *name; /* "project", "login", "policy" */
    const char *root; /* envelope member that the paths start with ("Data"), or "" */
    const struct field_def *rows;
    size_t count;
};

extern const struct field_table fields_project, fields_login, fields_policy;

/* Is the row one of a list's elements (its path holds "[][]")? Such rows are read through their list. */
bool field_is_nested(const struct field_def *def);

/* The row with exactly this path; NULL when there is none. */
const struct field_def *field_find(const struct field_table *table, const char *path);

/* The member that the row names in a resource (the object below root), of a nested row its list; NULL when it
 * is absent or null at any level. Borrowed. */
const json_t *field_get(const struct field_table *table, const struct field_def *def, const json_t *resource);

/* Appends the value as one line for people: dates in the zone and lengths formatted, lists
 * joined by ", ", objects as compact JSON, an absent value as "". `resource` must be cleaned data (struct
 * record's `shown`). */
void field_show(struct buffer *out, const struct field_table *table, const struct field_def *def,
                const json_t *resource, enum date_zone zone);

/* How the table knows a path below its root, such as "Description.Name": as a field, as an object that fields
 * are in, or not at all. */
enum field_known { FIELD_UNKNOWN, FIELD_KNOWN, FIELD_ABOVE };
enum field_known field_know(const struct field_table *table, const char *path);

#endif
