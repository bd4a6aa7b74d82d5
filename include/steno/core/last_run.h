/* What a project was last transcribed with: the field TranscriptionConfig of a reply.
 *
 * Its fields are documented nowhere. Those that go by the name of a parameter of enqueue, or by one of the
 * two other names that are known, are taken for that parameter; nothing is said of the others.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_LAST_RUN_H
#define STENO_CORE_LAST_RUN_H

#include <jansson.h>

#include "steno/api/param.h"

enum last_run_kind {
    LAST_RUN_DEFAULT, /* as by default: the parameter's default, or not set */
    LAST_RUN_DIFFERS,
    LAST_RUN_OTHER /* no parameter: nobody knows its default */
};

/* The row of the parameter that a field stands for, -1 for none. */
int last_run_row(const struct param_table *table, const char *field);
/* How its value compares with what is sent by default. def NULL: it is no parameter. */
enum last_run_kind last_run_compare(const struct param_def *def, const json_t *value);
/* The value as it would be sent: a text as it is, anything else as JSON; "" for null. Caller frees. */
char *last_run_text(const json_t *value);
/* The language that it was transcribed in, of a whole resource (struct record's `shown`); NULL where that
 * does not say. Borrowed. */
const char *last_run_language(const json_t *resource);

#endif
