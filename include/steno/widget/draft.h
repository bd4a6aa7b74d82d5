/* What was changed in a form since it was last saved. Secrets are no part of it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WIDGET_DRAFT_H
#define STENO_WIDGET_DRAFT_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/api/param.h"
#include "steno/widget/form.h"

struct draft {
    struct param_set *base; /* what the form showed when it was opened, last saved, or put back */
    bool touched;           /* a value was changed since the form was opened: kept by who handles its keys */
};

/* Sets of fields have a bit for each row up to this one. */
#define DRAFT_ROWS_MAX 64

/* The form is as it opens. End with draft_free. */
void draft_begin(struct draft *draft, struct form *form);
void draft_free(struct draft *draft);
/* What the form shows now is saved. */
void draft_take_base(struct draft *draft, struct form *form);
/* What the form shows now, the text being typed with it. Caller frees. */
struct param_set *draft_now(const struct form *form);
/* The fields that differ, a bit a row; the sets are of one table. */
uint64_t draft_differences(const struct param_set *a, const struct param_set *b);

#endif
