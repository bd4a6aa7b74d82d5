/* Owns what was changed in a form since it was last saved. It must not know where it is saved to. */
/* SPDX-License-Identifier: MIT */
#include "steno/widget/draft.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/base/mem.h"
#include "form.h"

void draft_begin(struct draft *draft, struct form *form)
{
    *draft = (struct draft){0};
    draft_take_base(draft, form);
}

void draft_free(struct draft *draft)
{
    param_set_free(draft->base);
    *draft = (struct draft){0};
}

struct param_set *draft_now(const struct form *form)
{
    struct param_set *now = form_draft(form);
    for (size_t i = 0; i < now->table->count; i++) {
        if (now->table->rows[i].secret)
            param_set_unset(now, (int)i);
    }
    return now;
}

void draft_take_base(struct draft *draft, struct form *form)
{
    param_set_free(draft->base);
    draft->base = draft_now(form);
    form_mark_clean(form);
}

/* Is a field the same in both sets? */
static bool draft_is_same(const struct param_set *a, const struct param_set *b, int row)
{
    const char *one = param_set_get(a, row), *two = param_set_get(b, row);
    return one && two ? strcmp(one, two) == 0 : one == two;
}

uint64_t draft_differences(const struct param_set *a, const struct param_set *b)
{
    uint64_t fields = 0;
    for (size_t i = 0; i < a->table->count && i < DRAFT_ROWS_MAX; i++) {
        if (!draft_is_same(a, b, (int)i))
            fields |= UINT64_C(1) << i;
    }
    return fields;
}
