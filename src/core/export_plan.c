/* Owns which files of an export are written without a doubt, and the words of the question about them.
 * Touches no file, and knows no project. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/export_plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan_line.h"
#include "steno/core/ledger.h"
#include "steno/base/amount.h"
#include "steno/base/mem.h"

#define NARROW_CELLS 60

void export_look_clear(struct export_look *look)
{
    for (size_t i = 0; i < look->count; i++) {
        free(look->items[i].path);
        free(look->items[i].bar);
    }
    free(look->items);
    free(look->folder);
    free(look->trouble);
    ledger_clear(&look->ledger);
    *look = (struct export_look){0};
}

const char *export_plan_left(enum export_found file)
{
    static const char *const words[] = {[EXPORT_CURRENT] = "up to date",
                                        [EXPORT_EDITED] = "edited here",
                                        [EXPORT_FOREIGN] = "not from steno",
                                        [EXPORT_UNREAD] = "state not known"};
    return words[file];
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
        struct export_item *item = &items[i];
        plan.hidden += item->is_hidden;
        if (item->is_unread && (item->file == EXPORT_NEW || item->file == EXPORT_OLD))
            item->file = EXPORT_UNREAD;
        item->is_by_y = !item->bar && (item->file == EXPORT_NEW || item->file == EXPORT_OLD);
        plan.by_y += item->is_by_y;
        if (item->bar)
            continue;
        plan.can++;
        plan.files[item->file]++;
    }
    return plan;
}

bool export_plan_asks(const struct export_plan *plan)
{
    return plan->files[EXPORT_NEW] < plan->count;
}

/* What a line is about: files of one kind, those that cannot be exported, those that are hidden. */
enum { ABOUT_BARS = EXPORT_FOUNDS, ABOUT_HIDDEN, ABOUT_OVERWRITTEN };
struct export_plan_about {
    const struct export_plan *plan;
    int which;
    bool is_narrow;
};

static bool export_plan_is_about(const struct export_item *item, int which)
{
    if (which == ABOUT_HIDDEN)
        return item->is_hidden;
    if (which == ABOUT_BARS || item->bar)
        return which == ABOUT_BARS && item->bar;
    return which == ABOUT_OVERWRITTEN ? item->file == EXPORT_EDITED || item->file == EXPORT_FOREIGN
                                      : (int)item->file == which;
}

/* "15", "#3 None". */
static bool export_plan_name(struct buffer *out, const void *arg, size_t at)
{
    const struct export_plan_about *about = arg;
    const struct export_item *item = &about->plan->items[at];
    if (!export_plan_is_about(item, about->which))
        return false;
    if (about->which == ABOUT_BARS)
        buffer_printf(out, "#%" PRId64 " %s", item->id, item->bar);
    else /* without words before it, an id must not be taken for a number of files */
        buffer_printf(out, "%s%" PRId64, about->is_narrow && about->which == ABOUT_OVERWRITTEN ? "#" : "",
                      item->id);
    return true;
}

/* Appends a line with the ids of some, where there are any. */
static void export_plan_line(struct buffer *out, const struct export_plan *plan, const char *words, int which,
                             int cells)
{
    const struct export_plan_about about = {plan, which, cells < NARROW_CELLS};
    plan_line_add(out, &(struct plan_line){words, "", export_plan_name, &about, plan->count, cells});
}

char *export_plan_heading(const struct export_plan *plan, const struct export_words *words)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    if (plan->count == 1)
        buffer_printf(&out, "Export %" PRId64, plan->items[0].id);
    else
        buffer_printf(&out, "Export %zu", plan->can);
    if (plan->count > 1 && plan->can < plan->count)
        buffer_printf(&out, " of %zu", plan->count);
    if (plan->count > 1 && words->cells >= NARROW_CELLS)
        buffer_append_text(&out, " projects");
    if (*words->format)
        buffer_printf(&out, " as %s", words->format);
    buffer_printf(&out, " to %s", *words->folder ? words->folder : "the current folder");
    return buffer_take(&out);
}

/* What y writes: "y  6 files: 3 new; 3 replaced, their project changed since: 2, 7, 14". */
static void export_plan_y(struct buffer *out, const struct export_plan *plan, int cells)
{
    size_t made = plan->files[EXPORT_NEW], old = plan->files[EXPORT_OLD];
    const char *plural = plan->by_y == 1 ? "" : "s";
    char *head = made && old ? mem_printf("y  %zu files: %zu new; %zu", plan->by_y, made, old)
                 : old       ? mem_printf("y  %zu file%s", old, plural)
                             : mem_printf("y  %zu new file%s", made, plural);
    char *words = !old                   ? mem_copy(head)
                  : cells < NARROW_CELLS ? mem_printf("%s replaced: ", head)
                                         : mem_printf("%s replaced, %s project changed since: ", head,
                                                      old == 1 ? "its" : "their");
    if (old)
        export_plan_line(out, plan, words, EXPORT_OLD, cells);
    else
        buffer_printf(out, "%s%s", out->len ? "\n" : "", words);
    free(words);
    free(head);
}

/* What a overwrites beyond that: "a  all 7; overwrites the file that was edited here: 9". */
static void export_plan_a(struct buffer *out, const struct export_plan *plan, int cells)
{
    size_t edited = plan->files[EXPORT_EDITED], foreign = plan->files[EXPORT_FOREIGN];
    size_t current = plan->files[EXPORT_CURRENT];
    char again[48] = "";
    if (current > 0)
        snprintf(again, sizeof again, ", %zu of them up to date", current);
    char *all = mem_printf("a  all %zu%s", plan->can, again);
    char *words = edited + foreign == 0   ? mem_copy(all)
                  : cells < NARROW_CELLS  ? mem_printf("%s; overwrites ", all)
                  : edited + foreign == 1 ? mem_printf("%s; overwrites the file that %s: ", all,
                                                       edited ? "was edited here" : "steno did not write")
                                          : mem_printf("%s; overwrites the files that %s: ", all,
                                                       !foreign  ? "were edited here"
                                                       : !edited ? "steno did not write"
                                                                 : "were edited or are not from steno");
    if (edited + foreign > 0)
        export_plan_line(out, plan, words, ABOUT_OVERWRITTEN, cells);
    else
        buffer_printf(out, "%s%s", out->len ? "\n" : "", words);
    free(words);
    free(all);
}

/* The base name of an item's file. */
static const char *export_plan_base(const struct export_item *item)
{
    const char *slash = strrchr(item->path, '/');
    return slash ? slash + 1 : item->path;
}

/* "was edited on 11-20", "was edited at 14:02", "was not written by steno". */
static void export_plan_happened(char *out, size_t size, const struct export_item *item,
                                 const struct export_words *words)
{
    char when[DATE_TEXT_SIZE];
    date_format_short(when, sizeof when, item->edited_ms, words->now_ms, words->zone, DATE_COLUMN);
    if (item->file == EXPORT_FOREIGN)
        snprintf(out, size, "was not written by steno");
    else
        snprintf(out, size, "was edited %s %s", strchr(when, ':') ? "at" : "on", when);
}

/* What only a overwrites: of a single one its name and when, of several the ids. */
static void export_plan_warn(struct buffer *out, const struct export_plan *plan, enum export_found file,
                             const struct export_words *words)
{
    const char *leaves = plan->by_y ? "; y leaves it as it is" : "";
    char happened[DATE_TEXT_SIZE + 32];
    if (file == EXPORT_FOREIGN && words->cells < NARROW_CELLS)
        return; /* what a does names it */
    if (plan->files[file] > 1) {
        const char *what = file == EXPORT_EDITED ? "! Edited here" : "! Not written by steno";
        char *line = mem_printf("%s%s: ", what, plan->by_y ? ", only by a" : "");
        export_plan_line(out, plan, line, (int)file, words->cells);
        free(line);
        return;
    }
    for (size_t i = 0; plan->files[file] == 1 && i < plan->count; i++) {
        const struct export_item *item = &plan->items[i];
        if (!export_plan_is_about(item, (int)file))
            continue;
        export_plan_happened(happened, sizeof happened, item, words);
        buffer_printf(out, "\n! %s %s%s", export_plan_base(item), happened, leaves);
    }
}

/* "Names {id}-{name}.srt; about 0.3 MB by earlier exports": those that never were are taken for the others'
 * mean. */
static void export_plan_names(struct buffer *out, const struct export_plan *plan,
                              const struct export_words *words)
{
    int64_t bytes = 0, known = 0;
    for (size_t i = 0; i < plan->count; i++) {
        bytes += plan->items[i].bar ? 0 : plan->items[i].bytes;
        known += !plan->items[i].bar && plan->items[i].bytes > 0;
    }
    buffer_printf(out, "%sNames %s", out->len ? "\n" : "", words->pattern);
    if (known == 0)
        return;
    bytes = bytes / known * (int64_t)plan->can;
    char amount[AMOUNT_TEXT_SIZE];
    amount_bytes(amount, sizeof amount, bytes);
    if (bytes >= 100000 && bytes < 1000000)
        snprintf(amount, sizeof amount, "0.%" PRId64 " MB", bytes / 100000);
    buffer_printf(out, "; about %s by earlier exports", amount);
}

/* Of a single project: what would be overwritten. */
static char *export_plan_one(const struct export_plan *plan, const struct export_words *words)
{
    const struct export_item *item = plan->items;
    char happened[DATE_TEXT_SIZE + 32];
    const char *name = export_plan_base(item);
    export_plan_happened(happened, sizeof happened, item, words);
    if (item->file == EXPORT_OLD)
        return mem_printf("y  replaces %s, its project changed since", name);
    if (item->file == EXPORT_CURRENT)
        return mem_printf("a  writes %s again, which is up to date", name);
    if (item->file == EXPORT_UNREAD)
        return mem_copy("a  exports it all the same\n! Its state is not known");
    return mem_printf("a  overwrites %s\n! It %s", name, happened);
}

char *export_plan_note(const struct export_plan *plan, const struct export_words *words)
{
    struct buffer out;
    if (plan->count == 1)
        return export_plan_one(plan, words);
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    char *hidden = mem_printf("%zu %s not shown: ", plan->hidden, plan->hidden == 1 ? "is" : "are");
    export_plan_line(&out, plan, hidden, ABOUT_HIDDEN, words->cells);
    free(hidden);
    if (plan->by_y > 0)
        export_plan_y(&out, plan, words->cells);
    if (plan->by_y < plan->can)
        export_plan_a(&out, plan, words->cells);
    export_plan_warn(&out, plan, EXPORT_EDITED, words);
    export_plan_warn(&out, plan, EXPORT_FOREIGN, words);
    char *unread = mem_printf("! State not known%s: ", plan->by_y ? ", only by a" : "");
    export_plan_line(&out, plan, unread, EXPORT_UNREAD, words->cells);
    free(unread);
    if (plan->files[EXPORT_CURRENT] > 0)
        buffer_printf(&out, "\n%zu %s up to date", plan->files[EXPORT_CURRENT],
                      plan->files[EXPORT_CURRENT] == 1 ? "is" : "are");
    export_plan_line(&out, plan,
                     words->cells < NARROW_CELLS ? "! Not: " : "! Not exported, stay marked: ", ABOUT_BARS,
                     words->cells);
    if (words->cells >= NARROW_CELLS)
        export_plan_names(&out, plan, words);
    return buffer_take(&out);
}

char *export_plan_bars(const struct export_plan *plan, const char *words, int cells)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    export_plan_line(&out, plan, words, ABOUT_BARS, cells);
    return out.len ? buffer_take(&out) : (buffer_free(&out), NULL);
}
