/* The rows of the activity: their words, what they leave out, and their bounds. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "activity_row.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "support/asserts.h"

/* A set of the operation's parameters out of name and value in turn, NULL-ended. */
static struct param_set *set_of(const struct param_table *table, const char *const *pairs)
{
    struct param_set *set = param_set_new(table);
    for (size_t i = 0; pairs[i]; i += 2)
        param_set_put_raw(set, param_find(table, pairs[i]), pairs[i + 1]);
    return set;
}
#define SET(table, ...) set_of(table, (const char *const[]){__VA_ARGS__, NULL})

/* Compares the options of a set, which is freed. */
static void expect_options(struct param_set *set, const char *wanted)
{
    char *options = activity_row_options(set);
    if (wanted)
        cr_expect_str_eq(options, wanted);
    else
        cr_expect_null(options);
    free(options);
    param_set_free(set);
}

Test(activity_row, options_are_those_that_were_set_in_the_order_of_the_form_clean_and_cut)
{
    expect_options(param_set_new(&params_enqueue), NULL);
    expect_options(SET(&params_enqueue, "WithPPC", "false", "Lang", "en-US"), "Lang=en-US, WithPPC=false");
    expect_options(SET(&params_enqueue, "CustomLabel", "a, b"), "CustomLabel=\"a, b\"");
    expect_options(SET(&params_enqueue, "CustomLabel", ""), "CustomLabel=\"\"");
    expect_options(SET(&params_enqueue, "CustomLabel", "a\x1b[31m\nb"), "CustomLabel=a␛[31m␊b");
    expect_options(SET(&params_enqueue, "CustomLabel", "1234567890123456789012345678901234567890"),
                   "CustomLabel=1234567890123456789012345678901234567890");
    expect_options(SET(&params_enqueue, "CustomLabel", "12345678901234567890123456789012345678901"),
                   "CustomLabel=123456789012345678901234567890123456789…");
}

Test(activity_row, a_secret_is_left_out)
{
    static const struct param_def rows[] = {{.name = "Open", .type = PARAM_TEXT},
                                            {.name = "Hidden", .type = PARAM_TEXT, .secret = true}};
    static const struct param_table table = {.name = "enqueue", .rows = rows, .count = 2};
    expect_options(SET(&table, "Open", "x", "Hidden", "pass-word"), "Open=x");
    expect_options(SET(&table, "Hidden", "pass-word"), NULL);
}

Test(activity_row, options_end_at_their_bound_and_the_others_are_counted)
{
    static const char name[] = "ANameOf29CellsWithNothingMore"; /* with = and a value of 10: 40 */
    static const char *const values[] = {"123456789", "1234567890", "12345678901"};
    for (int more = -1; more <= 1; more++) {
        struct param_def rows[11] = {0};
        const struct param_table table = {.name = "enqueue", .rows = rows, .count = 11};
        for (int i = 0; i < 11; i++)
            rows[i] = (struct param_def){.name = name, .type = PARAM_TEXT};
        struct param_set *set = param_set_new(&table);
        for (int i = 0; i < 9; i++) /* 9 of 40 cells and 9 separators leave 22 for the tenth */
            param_set_put_raw(set, i, values[1]);
        rows[9].name = "ElevenCells";
        param_set_put_raw(set, 9, values[1 + more]);
        rows[10].name = "Last";
        if (more == 1)
            param_set_put_raw(set, 10, "x");
        char *options = activity_row_options(set);
        const char *tail = more == 1 ? " and 2 more" : values[1 + more];
        size_t len = strlen(options), tail_len = strlen(tail);
        cr_assert_gt(len, tail_len, "%s", options);
        cr_expect_str_eq(options + len - tail_len, tail);
        cr_expect_eq(text_width(options), more == 1 ? 9 * 42 - 2 + 11 : 400 + more);
        free(options);
        param_set_free(set);
    }
}

Test(activity_row, each_action_has_one_wording)
{
    static const struct {
        struct activity_row row;
        const char *kind, *done, *unknown;
    } cases[] = {
        {{.op = ENDPOINT_ENQUEUE}, "enqueue", "Enqueued", "Enqueue: outcome unknown"},
        {{.op = ENDPOINT_ENQUEUE, .options = "Lang=cs-CZ"},
         "enqueue",
         "Enqueued with Lang=cs-CZ",
         "Enqueue with Lang=cs-CZ: outcome unknown"},
        {{.op = ENDPOINT_EXPORT, .path = "1\n.srt", .bytes = 7},
         "export",
         "Exported to 1␊.srt, 7 bytes",
         "Export: outcome unknown"},
        {{.op = ENDPOINT_EXPORT, .options = "FileFormatId=srt", .bytes = 0},
         "export",
         "Exported to standard output, 0 bytes, with FileFormatId=srt",
         "Export with FileFormatId=srt: outcome unknown"},
        {{.op = ENDPOINT_DELETE_TAG, .tag = "news\x1b"},
         "tag",
         "Tag \"news␛\" deleted",
         "Delete tag \"news␛\": outcome unknown"},
        {{.op = ENDPOINT_ADD_METADATA, .key = "k"},
         "metadata",
         "Metadata \"k\" set",
         "Set metadata \"k\": outcome unknown"},
        {{.op = ENDPOINT_DELETE_METADATA, .key = "k"},
         "metadata",
         "Metadata \"k\" deleted",
         "Delete metadata \"k\": outcome unknown"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *done = activity_row_done(&cases[i].row), *unknown = activity_row_unknown(&cases[i].row);
        cr_expect_str_eq(done, cases[i].done);
        cr_expect_str_eq(unknown, cases[i].unknown);
        cr_expect_str_eq(activity_row_kind(cases[i].row.op), cases[i].kind);
        free(done);
        free(unknown);
    }
}
