/* Owns which projects of an export can be written, and the words of the question about files that exist.
 * Touches no file, and knows no project. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/export_plan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "plan_line.h"
#include "steno/base/mem.h"
#include "steno/core/rows.h"

void export_look_clear(struct export_look *look)
{
    for (size_t i = 0; i < look->count; i++) {
        free(look->items[i].path);
        free(look->items[i].bar);
    }
    free(look->items);
    free(look->trouble);
    ledger_clear(&look->ledger);
    *look = (struct export_look){0};
}

static int export_plan_compare(const void *a, const void *b)
{
    const struct export_item *one = *(struct export_item *const *)a, *two = *(struct export_item *const *)b;
    int order = strcmp(one->path, two->path);
    return order ? order : one < two ? -1 : one > two;
}

/* Bars all but the first of one path: no file of an export may replace another. */
static void export_plan_bar_twins(struct export_item *items, size_t count)
{
    struct export_item **sorted = mem_alloc((count + 1) * sizeof *sorted);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (!items[i].bar)
            sorted[kept++] = &items[i];
    }
    qsort(sorted, kept, sizeof(struct export_item *), export_plan_compare);
    for (size_t i = 1, first = 0; i < kept; i++) {
        if (strcmp(sorted[first]->path, sorted[i]->path) != 0) {
            first = i;
            continue;
        }
        free(sorted[i]->bar);
        sorted[i]->bar = mem_printf("same name as %" PRId64, sorted[first]->id);
    }
    free(sorted);
}

struct export_plan export_plan_make(struct export_item *items, size_t count)
{
    struct export_plan plan = {.items = items, .count = count};
    export_plan_bar_twins(items, count);
    for (size_t i = 0; i < count; i++) {
        plan.can += !items[i].bar;
        plan.files[items[i].file] += !items[i].bar;
    }
    return plan;
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

/* What a line is about: files of one kind, or projects that cannot be exported. */
struct export_plan_about {
    const struct export_plan *plan;
    enum export_found file; /* EXPORT_FOUNDS: that cannot */
};

/* "15", "#3 None". */
static bool export_plan_name(struct buffer *out, const void *arg, size_t at)
{
    const struct export_plan_about *about = arg;
    const struct export_item *item = &about->plan->items[at];
    if (item->bar && about->file == EXPORT_FOUNDS)
        buffer_printf(out, "#%" PRId64 " %s", item->id, item->bar);
    else if (!item->bar && item->file == about->file)
        buffer_printf(out, "%" PRId64, item->id);
    else
        return false;
    return true;
}

static void export_plan_line(struct buffer *out, const struct export_plan *plan, const char *words,
                             enum export_found file, int cells)
{
    const struct export_plan_about about = {plan, file};
    plan_line_add(out, &(struct plan_line){words, "", export_plan_name, &about, plan->count, cells});
}

char *export_plan_note(const struct export_plan *plan, int cells)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    if (plan->count > 1) {
        export_plan_line(&out, plan, "! Edited since steno wrote them: ", EXPORT_EDITED, cells);
        export_plan_line(&out, plan, "! Not written by steno: ", EXPORT_FOREIGN, cells);
    }
    export_plan_line(&out, plan, "! Not exported, stay marked: ", EXPORT_FOUNDS, cells);
    return out.len ? buffer_take(&out) : (buffer_free(&out), NULL);
}

char *export_plan_bars(const struct export_plan *plan, const char *words, int cells)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    export_plan_line(&out, plan, words, EXPORT_FOUNDS, cells);
    return out.len ? buffer_take(&out) : (buffer_free(&out), NULL);
}
