/* core/rows: filters, sort order, columns, expiry dates and their texts, and reading TranscriptionConfig and
 * Metadata, which are not documented. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "steno/api/param.h"
#include "steno/core/rows.h"
#include "steno/core/settings.h"
#include "support/asserts.h"

#define COUNT(of) (sizeof(of) / sizeof *(of))

static struct error err;

/* --- filters --- */

static const struct listed council = {.id = 1,
                                      .name = "Council meeting, 14 May",
                                      .state = "InProgress",
                                      .tags = "news, archive",
                                      .label = "First pass",
                                      .lang = "en-US",
                                      .note = "ask Jana",
                                      .mark = '*'};

static bool takes(const char *text, const struct listed *row)
{
    struct filter *filter = filter_new(text);
    bool found = filter_takes(filter, row);
    filter_free(filter);
    return found;
}

Test(filter, every_word_has_to_match_in_the_place_it_names_or_behind_a_dash_nowhere_whatever_its_case)
{
    static const char *const leave[] = {"",
                                        "  ",
                                        "council JANA progress",
                                        "1 news first",
                                        "lang:en",
                                        "news -court",
                                        "tag:arch",
                                        "label:first",
                                        "note:jana",
                                        "STATE:inprog",
                                        "-tag:court",
                                        "-",
                                        "tag:",
                                        "-tag: council"};
    static const char *const drop[] = {"council lecture", "en-US",     "news -jana", "-archive",
                                       "tag:council",     "note:news", "-tag:news"};
    for (size_t i = 0; i < COUNT(leave); i++)
        cr_expect(takes(leave[i], &council), "%s", leave[i]);
    for (size_t i = 0; i < COUNT(drop); i++)
        cr_expect_not(takes(drop[i], &council), "%s", drop[i]);
}

Test(filter, what_cannot_be_used_leaves_everything_while_it_is_typed_and_is_an_error_then)
{
#define UNKNOWN_IS "is unknown: use is:todo, is:busy, is:failed, is:export, is:today or state:"
    static const struct {
        const char *text, *error;
    } rows[] = {
        {"-", "“-” is incomplete: write text after it"},
        {"news tag:", "“tag:” is incomplete: write text after it"},
        {"is:to", "“is:to” " UNKNOWN_IS},
        {"-IS:x place:y", "“-IS:x” " UNKNOWN_IS},
        {"place:news", "“place:news” is unknown: use is:, state:, tag:, label:, lang: or note:"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        cr_expect(takes(rows[i].text, &council), "%s", rows[i].text);
        cr_expect_not(filter_check(rows[i].text, &err));
        cr_expect_str_eq(err.text, rows[i].error);
    }
    cr_expect(filter_check("12:30 -court is:todo lang:en", &err));
}

Test(filter, each_view_has_its_projects)
{
#define PLAIN .name = "", .tags = "", .label = "", .lang = "", .note = ""
    static const struct {
        struct listed row;
        const char *views; /* numbers of the views that show the row */
    } rows[] = {
        {{PLAIN, .state = "None", .mark = ' '}, " 1"},
        {{PLAIN, .state = "None", .mark = ' ', .has_no_media = true}, ""},
        {{PLAIN, .state = "None", .mark = ' ', .is_read_only = true}, ""},
        {{PLAIN, .state = "None", .mark = ' ', .is_sent = true}, " 2"}, /* enqueued, not started */
        {{PLAIN, .state = "None", .mark = ' ', .is_unreadable = true}, " 1 3"},
        {{PLAIN, .state = "InProgress", .mark = '*', .is_today = true}, " 2 5"},
        {{PLAIN, .state = "Canceled", .mark = '!', .is_today = true}, " 3 5"},
        {{PLAIN, .state = "Completed", .mark = '+', .is_today = true}, " 4 5"},
        {{PLAIN, .state = "Completed", .mark = '+', .is_today = true, .exported = LEDGER_OLD}, " 4 5"},
        {{PLAIN, .state = "Completed", .mark = '+', .is_today = true, .exported = LEDGER_CURRENT}, " 5"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char views[20] = "";
        for (int k = 0; k < FILTER_VIEWS; k++) {
            if (takes(filter_terms[k].word, &rows[i].row))
                snprintf(views + strlen(views), sizeof views - strlen(views), " %d", k + 1);
        }
        cr_expect_str_eq(views, rows[i].views, "row %zu", i);
    }
    cr_expect_str_eq(filter_none("is:todo"), "No project in this list has media and the state None");
    cr_expect_str_eq(filter_none("is:todo news"), "No project matches the filter");
    cr_expect_str_eq(filter_none("tag:"), "No project matches the filter");
}

/* --- order --- */

static const struct listed order_rows[] = {
    {.id = 1, .name = "b", .tags = "", .mark = ' ', .length_ms = -1, .place = 1},
    {.id = 2, .name = "a", .tags = "x", .mark = '+', .length_ms = 5, .place = 2, .since_ms = 9},
    {.id = 3,
     .name = "d",
     .tags = "",
     .mark = '!',
     .length_ms = 3,
     .place = 3,
     .since_ms = 7,
     .expiry = {.is_known = true, .ms = 8},
     .exported = LEDGER_CURRENT},
    {.id = 4,
     .name = "c",
     .tags = "b",
     .mark = '*',
     .length_ms = 5,
     .place = 4,
     .since_ms = 8,
     .expiry = {.is_known = true, .ms = 6},
     .exported = LEDGER_OLD,
     .updated_ms = 3},
    {.id = 5, .name = "", .tags = "", .mark = ' ', .length_ms = 1, .place = 5, .is_lost = true},
};

static enum column order_column;
static bool order_is_down;

static int order_compare(const void *a, const void *b)
{
    return listed_compare(a, b, order_column, order_is_down);
}

Test(listed, each_column_has_its_order_and_what_is_not_known_comes_last)
{
    static const struct {
        const char *sort, *ids;
    } rows[] = {
        {"id", "12345"},       {"id-", "54321"},     {"state", "35412"},   {"state-", "21453"},
        {"since", "24315"},    {"since-", "34215"},  {"length", "53241"},  {"length-", "24351"},
        {"name", "21435"},     {"tags", "42135"},    {"expires", "43125"}, {"expires-", "34125"},
        {"exported", "24315"}, {"changed", "41235"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct listed sorted[5];
        char ids[6] = "";
        cr_assert(column_sort_parse(rows[i].sort, &order_column, &order_is_down), "%s", rows[i].sort);
        memcpy(sorted, order_rows, sizeof sorted);
        qsort(sorted, 5, sizeof sorted[0], order_compare);
        for (int k = 0; k < 5; k++)
            ids[k] = (char)('0' + sorted[k].id);
        cr_expect_str_eq(ids, rows[i].ids, "%s", rows[i].sort);
    }
    cr_expect_not(column_sort_parse("note", &order_column, &order_is_down), "nothing is sorted by it");
    cr_expect_not(column_sort_parse("-", &order_column, &order_is_down));
}

/* --- columns --- */

/* The columns from the left, and the width of the name column: "id state name:12". */
static const char *columns(const char *setting, int width, int id_cells)
{
    static char out[256];
    struct column_grid grid;
    size_t len = 0;
    column_place(&grid, setting, width, id_cells);
    *out = '\0';
    for (int x = 0; x < width; x++) {
        for (int i = 0; i < COLUMN_COUNT; i++) {
            if (!grid.at[i].cells || grid.at[i].x != x)
                continue;
            len += (size_t)snprintf(out + len, sizeof out - len, "%s%s", len ? " " : "", column_defs[i].name);
            if (i == COLUMN_NAME)
                len += (size_t)snprintf(out + len, sizeof out - len, ":%d", grid.at[i].cells);
        }
    }
    return out;
}

Test(column, the_width_says_which_columns_are_there)
{
    const char *all = setting_defs[SETTING_COLUMNS].def;
    static const struct {
        int width;
        const char *last;
    } firsts[] = {{62, " tags"}, {89, " language"}, {140, " author"}};
    cr_expect_str_starts(columns(all, 53, 2), "id state name:");
    cr_expect_str_starts(columns(all, 54, 2), "id state since length note name:");
    cr_expect_str_eq(columns(all, 80, 2), "id state since length note name:26 tags expires");
    cr_expect_str_eq(columns(all, 80, 6), "id state since length note name:22 tags expires",
                     "long ids take their cells from the name and drive no column away");
    for (size_t i = 0; i < COUNT(firsts); i++) {
        size_t len = strlen(firsts[i].last);
        const char *there = columns(all, firsts[i].width, 2);
        cr_expect_str_eq(there + strlen(there) - len, firsts[i].last, "%d: %s", firsts[i].width, there);
        there = columns(all, firsts[i].width - 1, 2);
        cr_expect_str_neq(there + strlen(there) - len, firsts[i].last, "%d: %s", firsts[i].width - 1, there);
    }
}

Test(column, the_setting_says_which_there_are_in_which_order_and_takes_no_other_word_nor_one_twice)
{
    cr_expect_str_eq(columns("author name since", 80, 2), "id state author name:40 since");
    cr_expect_str_starts(columns("tags, expires", 80, 2),
                         "id state tags expires name:", "it is always there");
    cr_expect_str_starts(columns("", 80, 2), "id state name:");
    cr_expect(column_check(setting_defs[SETTING_COLUMNS].def, &err));
    cr_expect(column_check("Name, tags", &err));
    cr_expect_not(column_check("name titel", &err));
    cr_expect_str_has(err.text, "there is no column “titel”; use since, length, note,");
    cr_expect_not(column_check("id", &err), "it is always there");
    cr_expect_not(column_check("name tags name", &err));
    cr_expect_str_eq(err.text, "the column “name” is given twice");
}

/* --- expiry --- */

#define NOW_MS INT64_C(1795288302000) /* Sat 2026-11-21 19:11:42 UTC */

Test(expiry, the_earlier_of_the_two_dates_counts)
{
    static const struct {
        const char *delete_at, *expires;
        bool is_known, is_deletion;
    } rows[] = {{"2026-11-23T08:00:00Z", "2026-12-01T08:00:00Z", true, true},
                {"2026-12-23T08:00:00Z", "2026-12-01T08:00:00Z", true, false},
                {NULL, "2026-12-01T08:00:00Z", true, false},
                {"soon", NULL, false, false}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct expiry expiry = expiry_read(rows[i].delete_at, rows[i].expires);
        cr_expect_eq(expiry.is_known, rows[i].is_known, "row %zu", i);
        cr_expect_eq(expiry.is_deletion, rows[i].is_deletion, "row %zu", i);
    }
    json_t *resource = json_pack("{s:s,s:n}", "DeleteAt", "2026-11-23T08:00:00Z", "ExpirationDate");
    struct expiry read = expiry_of(resource);
    cr_expect(read.is_known && read.is_deletion, "of a project");
    json_decref(resource);
}

Test(expiry, has_a_form_for_columns_for_texts_and_for_sentences)
{
    static const struct {
        const char *delete_at, *expires;
        enum expiry_level level;
        const char *column, *text, *sentence;
    } cases[] = {
        {NULL, NULL, EXPIRY_NONE, "", "", ""},
        {NULL, "2027-03-01T08:00:00Z", EXPIRY_NONE, "2027-03", "2027-03-01, in 100 days",
         "will expire on 2027-03-01, in 100 days"},
        {NULL, "2026-12-06T08:00:00Z", EXPIRY_NONE, "12-06", "12-06, in 15 days",
         "will expire on 2026-12-06, in 15 days"},
        {NULL, "2026-12-05T23:00:00Z", EXPIRY_SOON, "12-05", "12-05, in 14 days",
         "will expire on 2026-12-05, in 14 days"},
        {NULL, "2026-12-01T08:00:00Z", EXPIRY_SOON, "12-01", "12-01, in 10 days",
         "will expire on 2026-12-01, in 10 days"},
        {NULL, "2026-11-30T00:00:00Z", EXPIRY_SOON, "9 days", "11-30, in 9 days",
         "will expire on 2026-11-30, in 9 days"},
        {"2026-11-24T00:00:00Z", NULL, EXPIRY_SOON, "3 days", "11-24, in 3 days",
         "will be deleted on 2026-11-24, in 3 days"},
        {"2026-11-23T23:59:00Z", NULL, EXPIRY_URGENT, "2 days", "11-23, in 2 days",
         "will be deleted on 2026-11-23, in 2 days"},
        {"2026-11-22T00:00:00Z", NULL, EXPIRY_URGENT, "1 day", "11-22, in 1 day",
         "will be deleted on 2026-11-22, in 1 day"},
        {"2026-11-21T19:11:43Z", NULL, EXPIRY_URGENT, "today", "11-21, today",
         "will be deleted on 2026-11-21, today"},
        {"2026-11-21T19:11:42Z", NULL, EXPIRY_GONE, "gone", "11-21, gone", "was deleted on 2026-11-21"},
        {NULL, "2025-11-20T08:00:00Z", EXPIRY_GONE, "gone", "2025-11-20, gone", "expired on 2025-11-20"},
        {NULL, "2026-12-01T08:00:00", EXPIRY_SOON, "12-01", "12-01 (UTC?), in 10 days",
         "will expire on 2026-12-01, in 10 days"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct expiry expiry = expiry_read(cases[i].delete_at, cases[i].expires);
        char text[EXPIRY_TEXT_SIZE];
        cr_expect_eq(expiry_level(&expiry, NOW_MS, DATE_UTC), cases[i].level, "%zu", i);
        expiry_column(text, sizeof text, &expiry, NOW_MS, DATE_UTC);
        cr_expect_str_eq(text, cases[i].column);
        expiry_text(text, sizeof text, &expiry, NOW_MS, DATE_UTC);
        cr_expect_str_eq(text, cases[i].text);
        expiry_sentence(text, sizeof text, &expiry, NOW_MS, DATE_UTC);
        cr_expect_str_eq(text, cases[i].sentence);
    }
}

Test(expiry, days_are_those_of_the_zone_unless_the_date_came_without_one)
{
    setenv("TZ", "JST-9", 1); /* Sunday there */
    tzset();
    char text[EXPIRY_TEXT_SIZE];
    struct expiry expiry = expiry_read("2026-11-23T16:00:00Z", NULL); /* Tuesday, 01:00 */
    expiry_text(text, sizeof text, &expiry, NOW_MS, DATE_LOCAL);
    cr_assert_str_eq(text, "11-24, in 2 days");
    expiry = expiry_read("2026-11-23T16:00:00", NULL);
    expiry_column(text, sizeof text, &expiry, NOW_MS, DATE_LOCAL);
    cr_assert_str_eq(text, "2 days");
}
/* --- the last run, and metadata --- */

static const struct param_def *param(const char *field)
{
    int row = last_run_row(&params_enqueue, field);
    return row < 0 ? NULL : &params_enqueue.rows[row];
}

Test(last_run, a_field_is_the_parameter_of_its_name_or_of_two_others_and_differs_from_its_default)
{
    static const struct {
        const char *field, *json;
        enum last_run_kind kind;
    } rows[] = {
        {"WithVAD", "true", LAST_RUN_DEFAULT},
        {"WithVAD", "false", LAST_RUN_DIFFERS},
        {"Language", "\"cs-CZ\"", LAST_RUN_DEFAULT},
        {"Language", "\"en-US\"", LAST_RUN_DIFFERS},
        {"CustomLabel", "\"x\"", LAST_RUN_DIFFERS},
        {"CustomLabel", "\"\"", LAST_RUN_DEFAULT},
        {"UserId", "1", LAST_RUN_OTHER},
    };
    cr_expect_str_eq(param("Language")->name, "Lang");
    cr_expect_str_eq(param("Profile")->name, "TranscriptionProfile");
    cr_expect_str_eq(param("WithVAD")->name, "WithVAD");
    cr_expect_null(param("UserId"));
    cr_expect_null(param("language"));
    for (size_t i = 0; i < COUNT(rows); i++) {
        json_t *value = json_loads(rows[i].json, JSON_DECODE_ANY, NULL);
        cr_expect_eq(last_run_compare(param(rows[i].field), value), rows[i].kind, "%s %s", rows[i].field,
                     rows[i].json);
        json_decref(value);
    }
}

Test(metadata_reply, both_shapes_give_the_same_pairs)
{
    static const char *const rows[] = {"{\"Metadata\":{\"Episode\":\"118\",\"No\":7}}",
                                       "{\"Metadata\":[{\"Key\":\"Episode\",\"Value\":\"118\"},"
                                       "{\"Key\":\"No\",\"Value\":7}]}"};
    for (size_t i = 0; i < COUNT(rows); i++) {
        json_t *resource = json_loads(rows[i], 0, NULL), *pairs = metadata_reply_pairs(resource);
        cr_assert_eq(json_array_size(pairs), 2);
        cr_expect_str_eq(json_string_value(metadata_reply_value(pairs, "Episode")), "118");
        cr_expect_eq(json_integer_value(metadata_reply_value(pairs, "No")), 7);
        cr_expect_null(metadata_reply_value(pairs, "episode"));
        json_decref(pairs);
        json_decref(resource);
    }
}
