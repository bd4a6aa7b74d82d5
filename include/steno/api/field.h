/* Fields: the members of a reply. Projects, logins and policies (the resources) have one table each, in the
 * contract's order and spelling: "Data.Description.Name", "Data.KeywordsHighlight.TextList[][].Text". The
 * details pane, `show`, search, the errors of decoding and the sandbox use these rows. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_FIELD_H
#define STENO_API_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "steno/base/mem.h"
#include "steno/base/when.h"

enum field_type { FIELD_TEXT, FIELD_INT, FIELD_NUMBER, FIELD_BOOL, FIELD_TEXT_LIST, FIELD_OBJECT, FIELD_ANY };

/* How a value is formatted for display. A date or a length that does not parse is shown unchanged. */
enum field_format { FORMAT_PLAIN, FORMAT_DATE, FORMAT_LENGTH, FORMAT_TIMESTAMP_MS, FORMAT_MINUTES };

struct field_def {
    const char *path;
    enum field_type type;
    bool required; /* by the contract; a field of list elements: in each element */
    enum field_format format;
    const char *group; /* heading in the details pane */
    const char *label; /* short name beside the value */
    const char *help;  /* one line */
    bool secret;       /* true for the Token, which login_decode() removes */
};

struct field_table {
    const char *name; /* "project", "login", "policy" */
    const char *root; /* member that holds the resource and begins every path: "Data"; "" for none */
    const struct field_def *rows;
    size_t count;
};

extern const struct field_table fields_project, fields_login, fields_policy;

/* True if the row describes a member of objects that are in a list of lists (its path contains "[][]"). For
 * such a row field_get() returns the outer list. */
bool field_is_nested(const struct field_def *def);

/* Returns the row with exactly this path, or NULL. */
const struct field_def *field_find(const struct field_table *table, const char *path);

/* Returns the value of the field `def` in a resource (the object below `root`). Returns NULL if a member on
 * the path is missing or null. The result is borrowed. */
const json_t *field_get(const struct field_table *table, const struct field_def *def, const json_t *resource);

/* Appends the value as one line for people: formats dates (in `zone`) and lengths, joins lists with ", ",
 * writes objects as compact JSON and a missing value as "". `resource` must be cleaned (struct record's
 * `shown`). */
void field_show(struct buffer *out, const struct field_table *table, const struct field_def *def,
                const json_t *resource, enum date_zone zone);

/* What a path without the root, such as "Description.Name", stands for: nothing known, a field, or an object
 * that contains fields (FIELD_ABOVE). */
enum field_known { FIELD_UNKNOWN, FIELD_KNOWN, FIELD_ABOVE };
enum field_known field_know(const struct field_table *table, const char *path);

#endif
