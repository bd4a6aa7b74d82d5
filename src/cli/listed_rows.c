/* Owns how the words and --sort of a command choose among the rows of the watchlist. What they mean is
 * core/filter.h's and core/listed.h's. */
/* SPDX-License-Identifier: MIT */
#include "listed_rows.h"

#include <stdlib.h>

#include "local.h"
#include "unanswered_writes.h"
#include "steno/base/buffer.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/cli/args.h"
#include "steno/core/column.h"
#include "steno/core/filter.h"
#include "steno/core/listed.h"
#include "steno/core/since.h"

bool listed_rows_are_chosen(const struct cli *cli)
{
    return cli->args->word_count > 0 || cli->args->options[OPTION_SORT];
}

/* The words as the line of a filter. Caller frees. */
static char *listed_rows_text(const struct cli *cli)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < cli->args->word_count; i++)
        buffer_printf(&text, "%s%s", i ? " " : "", cli->args->words[i]);
    return buffer_take(&text);
}

static const char *listed_rows_or_none(const char *text)
{
    return text ? text : "";
}

/* What filter and order look at. */
static struct listed listed_rows_read(const struct cli *cli, const struct store_row *row, size_t place,
                                      const struct store_result *open)
{
    const char *state = listed_rows_or_none(row->state);
    bool is_open = unanswered_has_enqueue(open, row->id);
    struct listed listed = {
        .id = row->id,
        .name = listed_rows_or_none(row->name),
        .state = state,
        .tags = listed_rows_or_none(row->tags),
        .note = listed_rows_or_none(row->note),
        .mark = settings_state_mark(&cli->settings, state),
        .is_lost = is_open,
        .is_sent = is_open,
        .is_refused = row->is_refused,
        .is_today = listed_is_today(row->state_since_ms, clock_wall_ms(), DATE_LOCAL),
        .exported = ledger_age(&row->exported, row->version, row->updated_ms),
        .since_ms = since_time(row->state_since_ms),
        .place = place,
        .label = listed_rows_or_none(row->label),
        .lang = listed_rows_or_none(row->lang),
        .author = listed_rows_or_none(row->author),
        .has_no_media = row->has_no_media,
        .is_read_only = row->is_read_only,
        .expiry = row->expiry,
        .updated_ms = row->updated_ms,
    };
    if (!length_parse(listed_rows_or_none(row->length), &listed.length_ms))
        listed.length_ms = -1;
    return listed;
}

/* A column with its direction. */
struct listed_rows_sort {
    enum column column;
    bool is_down;
};

static int listed_rows_compare(const void *a, const void *b, void *arg)
{
    const struct listed_rows_sort *sort = arg;
    return listed_compare(a, b, sort->column, sort->is_down);
}

/* Moves the rows at these places to the front; `place` of each counts in the order as it was. */
static void listed_rows_move(struct store_result *result, const struct listed *chosen, size_t count)
{
    struct store_row *rows = mem_alloc((result->row_count + 1) * sizeof *rows);
    bool *is_chosen = mem_zero(result->row_count + 1, sizeof *is_chosen);
    size_t at = 0;
    for (; at < count; at++) {
        rows[at] = result->rows[chosen[at].place];
        is_chosen[chosen[at].place] = true;
    }
    for (size_t i = 0; i < result->row_count; i++) {
        if (!is_chosen[i])
            rows[at++] = result->rows[i];
    }
    free(is_chosen);
    free(result->rows);
    result->rows = rows;
}

bool listed_rows_choose(struct cli *cli, struct store_result *result, size_t *count, struct error *err)
{
    if (!listed_rows_are_chosen(cli)) {
        *count = result->row_count;
        return true;
    }
    const char *by = cli->args->options[OPTION_SORT];
    struct listed_rows_sort sort = {.column = COLUMN_ADDED};
    if (by && !column_sort_parse(by, &sort.column, &sort.is_down))
        return error_set(err, ERROR_USAGE, "--sort: “%s” is invalid: use one of %s", by, column_sort_names);
    char *text = listed_rows_text(cli);
    bool ok = filter_check(text, err);
    struct filter *filter = filter_new(text);
    struct store_result *open = ok ? cli_store_ask(cli, store_op_new(STORE_PENDING_LIST)) : NULL;
    struct listed *chosen = mem_alloc((result->row_count + 1) * sizeof *chosen);
    *count = 0;
    for (size_t i = 0; ok && i < result->row_count; i++) {
        chosen[*count] = listed_rows_read(cli, &result->rows[i], i, open);
        *count += filter_takes(filter, &chosen[*count]);
    }
    qsort_r(chosen, *count, sizeof *chosen, listed_rows_compare, &sort);
    listed_rows_move(result, chosen, *count);
    store_result_free(open);
    filter_free(filter);
    free(chosen);
    free(text);
    return ok;
}
