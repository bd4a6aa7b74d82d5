/* Owns how many projects are in which state. It must not know where that is shown. */
#include "counts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/project.h"
#include "part.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define WORD_CELLS 16 /* of a state in the header */

struct app_counts {
    struct app_count {
        char word[COUNTS_WORD]; /* cut; "" where the state is not known */
        char mark;              /* app_state_mark */
        size_t count;
    } items[COUNTS_MAX]; /* working first, then completed, failed, the rest */
    size_t used, others;
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

/* Adds one project of this state. */
static void counts_add(const struct app *app, struct app_counts *counts, const char *state)
{
    char word[COUNTS_WORD];
    text_clip(word, sizeof word, state, WORD_CELLS);
    for (size_t i = 0; i < counts->used; i++) {
        if (strcmp(counts->items[i].word, word) == 0) {
            counts->items[i].count++;
            return;
        }
    }
    if (counts->used == COUNTS_MAX) {
        counts->others++;
        return;
    }
    struct app_count *item = &counts->items[counts->used++];
    snprintf(item->word, sizeof item->word, "%s", word);
    item->mark = app_state_mark(app, state);
    item->count = 1;
}

bool app_counts_update(struct app *app)
{
    struct app_counts counts;
    memset(&counts, 0, sizeof counts); /* compared byte by byte */
    for (size_t i = 0; i < app->project_count; i++)
        counts_add(app, &counts, app->projects[i].state);
    qsort(counts.items, counts.used, sizeof counts.items[0], counts_compare);
    bool changed = memcmp(&counts, counts_state(app), sizeof counts) != 0;
    *counts_state(app) = counts;
    return changed;
}

void app_counts_marks(const struct app *app, char *out, size_t size)
{
    size_t sums[sizeof counts_marks] = {0};
    for (size_t i = 0; i < counts_state(app)->used; i++)
        sums[strchr(counts_marks, counts_state(app)->items[i].mark) - counts_marks] +=
            counts_state(app)->items[i].count;
    snprintf(out, size, "*%zu +%zu !%zu", sums[0], sums[1], sums[2]);
    if (app->project_count == 0)
        *out = '\0';
}

void app_counts_words(const struct app *app, const char *between, char *out, size_t size)
{
    size_t len = 0;
    *out = '\0';
    for (size_t i = 0; i < counts_state(app)->used && len < size; i++) {
        const struct app_count *item = &counts_state(app)->items[i];
        len += (size_t)snprintf(out + len, size - len, "%s%zu %s", len ? between : "", item->count,
                                *item->word ? item->word : "not read");
    }
    if (counts_state(app)->others && len < size)
        snprintf(out + len, size - len, "%s%zu other", between, counts_state(app)->others);
}

void app_counts_total(const struct app *app, char *out, size_t size)
{
    if (app->project_count == 0)
        snprintf(out, size, "no projects");
    else
        snprintf(out, size, "%zu project%s", app->project_count, app->project_count == 1 ? "" : "s");
}

const struct part part_counts = {.name = "counts", .state_size = sizeof(struct app_counts)};
