/* Owns what is computed of captions that are here already. Knows no thread and no call. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/computation.h"

#include <stdlib.h>

#include "caption_list.h"
#include "steno/base/mem.h"

struct computation *computation_new(enum computation_kind kind, const struct caption_list *a,
                                    const struct caption_list *b)
{
    struct computation *computation = mem_zero(1, sizeof *computation);
    computation->kind = kind;
    computation->length_ms = -1;
    caption_list_copy_take(&computation->a, a);
    if (b)
        caption_list_copy_take(&computation->b, b);
    return computation;
}

/* Reads and checks one copy. */
static struct caption_list *computation_read(const struct computation *computation,
                                             const struct caption_list_copy *copy)
{
    const struct caption_list_source source = {.data = copy->data,
                                               .len = copy->len,
                                               .params = copy->params,
                                               .info = &copy->info,
                                               .style = computation->style,
                                               .length_ms = computation->length_ms};
    return caption_list_new(&source);
}

void computation_run(struct computation *computation)
{
    struct caption_list *a = computation_read(computation, &computation->a);
    if (computation->kind == COMPUTE_CHECK) {
        computation->captions = a;
        return;
    }
    struct caption_list *b = computation_read(computation, &computation->b);
    computation->diff = caption_list_compare(a, b);
    caption_list_drop(a);
    caption_list_drop(b);
}

void computation_free(struct computation *computation)
{
    if (!computation)
        return;
    caption_list_copy_clear(&computation->a);
    caption_list_copy_clear(&computation->b);
    caption_list_drop(computation->captions);
    caption_list_diff_free(computation->diff);
    free(computation);
}
