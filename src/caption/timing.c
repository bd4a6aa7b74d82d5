/* Owns the order of captions in time. Knows no limit. */
#include "timing.h"

#include <stdlib.h>

#include "steno/base/mem.h"

bool timing_is_known(const struct caption *caption)
{
    return caption->timed && caption->end_ms > caption->start_ms;
}

static int compare_times(const void *a, const void *b, void *captions)
{
    const struct caption *rows = captions;
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    if (rows[x].start_ms != rows[y].start_ms)
        return rows[x].start_ms < rows[y].start_ms ? -1 : 1;
    if (rows[x].end_ms != rows[y].end_ms)
        return rows[x].end_ms < rows[y].end_ms ? -1 : 1;
    return x < y ? -1 : x > y;
}

size_t *timing_order(const struct caption_file *file, size_t *count)
{
    size_t *order = mem_alloc(file->count * sizeof *order);
    *count = 0;
    for (size_t i = 0; i < file->count; i++)
        if (timing_is_known(&file->captions[i]))
            order[(*count)++] = i;
    if (*count > 1)
        qsort_r(order, *count, sizeof *order, compare_times, file->captions);
    return order;
}
