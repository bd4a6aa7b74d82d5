/* Owns which projects of an export can be written, and the words of the question about files that exist.
 * Touches no file, and knows no project. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/export_plan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/id_list.h"
#include "steno/core/rows.h"

void export_plan_clear(struct export_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        free(plan->items[i].path);
        free(plan->items[i].bar);
    }
    free(plan->items);
    free(plan->trouble);
    ledger_clear(&plan->ledger);
    *plan = (struct export_plan){0};
}

static int export_plan_compare(const void *a, const void *b)
{
    const struct export_item *one = *(struct export_item *const *)a, *two = *(struct export_item *const *)b;
    int order = strcmp(one->path, two->path);
    return order ? order : one < two ? -1 : one > two;
}

void export_plan_make(struct export_plan *plan)
{
    struct export_item **sorted = mem_alloc((plan->count + 1) * sizeof *sorted);
    size_t kept = 0;
    for (size_t i = 0; i < plan->count; i++) {
        if (!plan->items[i].bar)
            sorted[kept++] = &plan->items[i];
    }
    qsort(sorted, kept, sizeof(struct export_item *), export_plan_compare);
    for (size_t i = 0, first = 0; i < kept; i++) {
        if (i > first && strcmp(sorted[first]->path, sorted[i]->path) == 0) {
            sorted[i]->bar = mem_printf("same name as %" PRId64, sorted[first]->id);
            continue;
        }
        first = i;
        plan->can++;
        plan->files[sorted[i]->file]++;
    }
    free(sorted);
}

bool export_plan_replaces(const struct export_plan *plan)
{
    return plan->files[EXPORT_NEW] < plan->can;
}

bool export_plan_asks(const struct export_plan *plan)
{
    return plan->files[EXPORT_NEW] + plan->files[EXPORT_OLD] < plan->count;
}

char *export_plan_words(const struct export_plan *plan)
{
    const struct export_item *only = plan->items;
    size_t exist = plan->can - plan->files[EXPORT_NEW];
    const char *slash = plan->count == 1 ? strrchr(only->path, '/') : NULL;
    if (plan->count == 1)
        return mem_printf("%s %s: y replaces it", slash ? slash + 1 : only->path,
                          only->file == EXPORT_EDITED    ? "was edited since steno wrote it"
                          : only->file == EXPORT_FOREIGN ? "exists, and steno did not write it"
                                                         : "exists");
    if (exist == 0)
        return mem_printf("Export %zu of %zu projects?", plan->can, plan->count);
    return mem_printf("%zu of %zu files exist%s: y replaces %s", exist, plan->can, exist == 1 ? "s" : "",
                      exist == 1 ? "it" : "them");
}

char *export_plan_bars(const struct export_plan *plan, const char *words, int cells)
{
    struct id_word *bars = mem_alloc((plan->count + 1) * sizeof *bars);
    struct buffer out;
    size_t count = 0;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < plan->count; i++) {
        if (plan->items[i].bar)
            bars[count++] = (struct id_word){plan->items[i].id, plan->items[i].bar};
    }
    id_list_put_words(&out, words, bars, count, cells);
    free(bars);
    return count ? buffer_take(&out) : (buffer_free(&out), NULL);
}

char *export_plan_note(const struct export_plan *plan, int cells)
{
    static const char *const words[EXPORT_FOUNDS] = {
        [EXPORT_EDITED] = "! Edited since steno wrote them: ", [EXPORT_FOREIGN] = "! Not written by steno: "};
    int64_t *ids = mem_alloc((plan->count + 1) * sizeof *ids);
    char *bars = export_plan_bars(plan, "! Not exported, stay marked: ", cells);
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (int file = EXPORT_EDITED; file <= EXPORT_FOREIGN && plan->count > 1; file++) {
        size_t count = 0;
        for (size_t i = 0; i < plan->count; i++) {
            if (!plan->items[i].bar && plan->items[i].file == (enum export_found)file)
                ids[count++] = plan->items[i].id;
        }
        if (count == 0)
            continue;
        buffer_printf(&out, "%s%s", out.len ? "\n" : "", words[file]);
        id_list_put(&out, ids, count, cells - text_width(words[file]));
    }
    if (bars)
        buffer_printf(&out, "%s%s", out.len ? "\n" : "", bars);
    free(bars);
    free(ids);
    return out.len ? buffer_take(&out) : (buffer_free(&out), NULL);
}
