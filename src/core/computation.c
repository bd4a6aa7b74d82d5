/* Owns what is computed of captions that are here already. Knows no thread and no call. */
#include "steno/core/computation.h"

#include <stdlib.h>

#include "steno/base/mem.h"

struct computation *computation_new(enum computation_kind kind, const struct captions *a,
                                    const struct captions *b)
{
    struct computation *computation = mem_zero(1, sizeof *computation);
    computation->kind = kind;
    computation->length_ms = -1;
    captions_copy_take(&computation->a, a);
    if (b)
        captions_copy_take(&computation->b, b);
    return computation;
}

/* Reads and checks one copy. */
static struct captions *computation_read(const struct computation *computation,
                                         const struct captions_copy *copy)
{
    const struct captions_source source = {.data = copy->data,
                                           .len = copy->len,
                                           .params = copy->params,
                                           .info = &copy->info,
                                           .style = computation->style,
                                           .length_ms = computation->length_ms};
    return captions_new(&source);
}

void computation_run(struct computation *computation)
{
    struct captions *a = computation_read(computation, &computation->a);
    if (computation->kind == COMPUTE_CHECK) {
        computation->captions = a;
        return;
    }
    struct captions *b = computation_read(computation, &computation->b);
    computation->diff = captions_compare(a, b);
    captions_drop(a);
    captions_drop(b);
}

void computation_free(struct computation *computation)
{
    if (!computation)
        return;
    captions_copy_clear(&computation->a);
    captions_copy_clear(&computation->b);
    captions_drop(computation->captions);
    captions_diff_free(computation->diff);
    free(computation);
}
