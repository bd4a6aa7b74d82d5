/* Optional members of a reply, taken out: what a client must bear is null as well as nothing at all. */
#ifndef STENO_SANDBOX_BLANK_H
#define STENO_SANDBOX_BLANK_H

#include <jansson.h>

#include "steno/api/field.h"

/* Every member that the table calls optional becomes null, or is taken out. `resource` is the object below
 * the table's root. */
void blank_optional(json_t *resource, const struct field_table *table, bool absent);

#endif
