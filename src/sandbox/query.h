/* Named values of a request, from its query string or a form body.
 *
 * Names are matched without regard to ASCII case; of several values of one name the last counts.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_QUERY_H
#define STENO_SANDBOX_QUERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/param.h"

struct query_pair {
    char *name;
    char *value;
};

struct query {
    struct query_pair *pairs; /* owned */
    size_t count;
};

/* Appends one pair; both texts are copied, value may be NULL for "". */
void query_add(struct query *query, const char *name, const char *value);

/* Appends the pairs of "a=b&c=d", percent-decoded, '+' read as a blank. */
void query_parse(struct query *query, const char *text, size_t len);

/* Appends the parts of a multipart/form-data body, whose boundary the content type has; false when the body
 * is not of that form. */
bool query_parse_multipart(struct query *query, const char *content_type, const char *text, size_t len);

/* The value of a name, or NULL. Borrowed. */
const char *query_get(const struct query *query, const char *name);

void query_free(struct query *query);

/* --- values of a parameter set, its defaults filled in; a name that the table does not have ends the program
 * --- */

bool value_bool(const struct param_set *set, const char *name);
int64_t value_int(const struct param_set *set, const char *name);
double value_number(const struct param_set *set, const char *name);
const char *value_text(const struct param_set *set, const char *name); /* never NULL */
bool value_is_set(const struct param_set *set, const char *name);

/* Parameters with a text value that the service may know and the sandbox does not: they have no effect. */
struct value_unknown {
    const char *names[16]; /* of the table; as many as can be unknown */
    size_t count;
};

void value_note_unknown(struct value_unknown *unknown, const char *name);

/* Is a text a language tag, such as cs-CZ? */
bool value_is_language(const char *text);

#endif
