/* Warnings about values that are allowed but seldom meant. They never block.
 *
 * The rules stand here, beside the tables, so that form and command line say the same.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_FORM_WARN_H
#define STENO_CORE_FORM_WARN_H

#include <stddef.h>

#include "steno/api/param.h"

/* A growing list of sentences. */
struct form_warnings {
    char **texts;
    size_t count;
};

typedef void form_warn_fn(const struct param_set *set, struct form_warnings *out);

/* The rules for the tables of enqueue and export, and for any table: a set but empty text will be sent as
 * "Name=". */
void form_warn_params(const struct param_set *set, struct form_warnings *out);

/* The group that the values leave without a use, or NULL: the header of a binary format, unless that one is
 * chosen. */
typedef const char *form_fold_fn(const struct param_set *set);
form_fold_fn form_warn_unused_group;

void form_warnings_add(struct form_warnings *list, const char *text); /* copied */
void form_warnings_clear(struct form_warnings *list);

#endif
