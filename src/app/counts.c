/* Owns how many projects are in which state: told of each that comes, goes or is in another state, it adds
 * and takes off, and never walks all of them. It must not know where that is shown. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/counts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "part.h"
#include "steno/app/state.h"
#include "steno/base/text.h"

#define WORD_CELLS 16 /* of a state in the header */
#define WORDS_MAX  32 /* states that are told apart: more than any server has */

struct app_counts {
    struct app_count {
        char word[COUNTS_WORD]; /* cut; "" where the state is not known */
        char mark;              /* app_state_mark */
        size_t count;           /* 0: its place is free */
    } items[WORDS_MAX + 1];     /* the last: of all states beyond these */
};

static struct app_counts *counts_state(const struct app *app)
{
    return part_state(app, &part_counts);
}

/* The marks in the order in which they are counted. */
static const char counts_marks[] = "*+! ";

/* Working, completed and failed ones come in this order; those of one mark by their words. */
static int counts_compare(const void *a, const void *b)
{
    const struct app_count *one = a, *two = b;
    long between = strchr(counts_marks, one->mark) - strchr(counts_marks, two->mark);
    if (between != 0)
        return between < 0 ? -1 : 1;
    if (!*one->word != !*two->word)
        return *one->word ? -1 : 1;
    /* Failed before Canceled: what went wrong by itself first */
    int words = strcmp(two->word, one->word);
    return one->mark == '!' ? words : -words;
}

/* Where a state is counted: beside its word, else in a free place; WORDS_MAX where there is none. */
static size_t counts_place(const struct app_counts *counts, const char *word)
{
    size_t found = WORDS_MAX;
    for (size_t i = 0; i < WORDS_MAX; i++) {
        if (counts->items[i].count > 0 && strcmp(counts->items[i].word, word) == 0)
            return i;
        if (counts->items[i].count == 0 && found == WORDS_MAX)
            found = i;
    }
    return found;
}

unsigned char app_counts_add(struct app *app, const char *state, char mark)
{
    struct app_counts *counts = counts_state(app);
    char word[COUNTS_WORD];
    text_clip(word, sizeof word, state, WORD_CELLS);
    size_t at = counts_place(counts, word);
    struct app_count *item = &counts->items[at];
    if (item->count++ == 0 && at < WORDS_MAX) {
        snprintf(item->word, sizeof item->word, "%s", word);
        item->mark = mark;
    }
    app_dirty(app, DIRTY_HEADER);
    return (unsigned char)at;
}

void app_counts_take_off(struct app *app, unsigned char place)
{
    counts_state(app)->items[place].count--;
    app_dirty(app, DIRTY_HEADER);
}

/* Those that are there, in their order; returns how many. */
static size_t counts_sorted(const struct app *app, struct app_count items[WORDS_MAX])
{
    size_t used = 0;
    for (size_t i = 0; i < WORDS_MAX; i++) {
        if (counts_state(app)->items[i].count > 0)
            items[used++] = counts_state(app)->items[i];
    }
    qsort(items, used, sizeof *items, counts_compare);
    return used;
}

void app_counts_marks(const struct app *app, char *out, size_t size)
{
    size_t sums[sizeof counts_marks] = {0};
    for (size_t i = 0; i < WORDS_MAX; i++) {
        const struct app_count *item = &counts_state(app)->items[i];
        if (item->count > 0)
            sums[strchr(counts_marks, item->mark) - counts_marks] += item->count;
    }
    snprintf(out, size, "*%zu +%zu !%zu", sums[0], sums[1], sums[2]);
    if (app->project_count == 0 || !app->loaded)
        *out = '\0';
}

void app_counts_words(const struct app *app, const char *between, char *out, size_t size)
{
    struct app_count items[WORDS_MAX];
    size_t len = 0, used = !app->loaded ? 0 : counts_sorted(app, items),
           others = counts_state(app)->items[WORDS_MAX].count;
    *out = '\0';
    for (size_t i = 0; i < used && len < size; i++) {
        if (i >= COUNTS_MAX)
            others += items[i].count;
        else
            len += (size_t)snprintf(out + len, size - len, "%s%zu %s", len ? between : "", items[i].count,
                                    *items[i].word ? items[i].word : "not read");
    }
    if (others && app->loaded && len < size)
        snprintf(out + len, size - len, "%s%zu other", between, others);
}

void app_counts_total(const struct app *app, char *out, size_t size)
{
    if (!app->loaded)
        *out = '\0';
    else if (app->project_count == 0)
        snprintf(out, size, "no projects");
    else
        snprintf(out, size, "%zu project%s", app->project_count, app->project_count == 1 ? "" : "s");
}

const struct part part_counts = {.name = "counts", .state_size = sizeof(struct app_counts)};
