/* core/forms: command lines, warnings, the login rule, parameters of captions, the minutes that projects need
 * from the credit. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/core/forms.h"
#include "support/asserts.h"

#define COUNT(of) (sizeof(of) / sizeof *(of))

/* Makes a parameter set from names and values in turn, NULL-ended. */
static struct param_set *set_of(const struct param_table *table, const char *const *pairs)
{
    struct param_set *set = param_set_new(table);
    for (; pairs[0]; pairs += 2)
        param_set_put_raw(set, param_find(table, pairs[0]), pairs[1]);
    return set;
}
#define VALUES(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Expects this text, and frees it. */
static void expect_text(char *text, const char *wanted)
{
    cr_expect_str_eq(text, wanted);
    free(text);
}

/* --- command lines --- */

/* The command line for project 1; caller frees. */
static char *command(const struct param_table *table, const char *name, const char *value)
{
    struct param_set *set = set_of(table, VALUES(name, value));
    char *line = command_line_make(set, &(int64_t){1}, 1);
    param_set_free(set);
    return line;
}

Test(command_line, values_become_flags_in_table_order_but_for_secrets)
{
    static const int64_t ids[] = {1, 20};
    struct param_set *set =
        set_of(&params_enqueue, VALUES("WithPPC", "false", "WithVAD", "true", "Lang", "en-US"));
    expect_text(command_line_make(set, ids, 2),
                "steno enqueue 1 20 --lang en-US --with-ppc=false --with-vad");
    expect_text(command(&params_login, "Password", "hunter2"), "steno login 1");
    param_set_free(set);
}

Test(command_line, words_that_a_shell_would_change_are_quoted)
{
    static const struct {
        const char *value, *line;
    } rows[] = {
        {"…", "steno export 1 --ellipsis '…'"},
        {"it's", "steno export 1 --ellipsis 'it'\\''s'"},
        {"$HOME`x`", "steno export 1 --ellipsis '$HOME`x`'"},
        {"", "steno export 1 --ellipsis="},
        {"-", "steno export 1 --ellipsis=-"},
        {"--x y", "steno export 1 --ellipsis='--x y'"},
        {"a'b\"c\\d", "steno export 1 --ellipsis 'a'\\''b\"c\\d'"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        expect_text(command(&params_export, "Ellipsis", rows[i].value), rows[i].line);
}

/* --- warnings --- */

/* Expects one warning that contains `want` for these values; NULL: no warning. */
static void expect_warning(const struct param_table *table, const char *const *pairs, const char *want)
{
    struct param_set *set = set_of(table, pairs);
    struct form_warnings list = {0};
    form_warn_params(set, &list);
    cr_expect_eq(list.count, want ? 1u : 0u, "%s: %zu warnings", want ? want : "none", list.count);
    if (want && list.count)
        cr_expect_str_has(list.texts[0], want);
    form_warnings_clear(&list);
    param_set_free(set);
}

Test(warnings, both_of_a_pair_and_an_empty_value)
{
    expect_warning(&params_enqueue, VALUES("StartTranscriptionAt", "1"), NULL);
    expect_warning(&params_enqueue, VALUES("StartTranscriptionAt", "1", "StartTranscriptionAtSeconds", "1"),
                   "both set");
    expect_warning(&params_enqueue,
                   VALUES("TranscriptionDuration", "1", "TranscriptionDurationInSeconds", "1"), "both set");
    expect_warning(&params_enqueue, VALUES("CustomLabel", ""),
                   "set to an empty text, and sent as CustomLabel=");
}

Test(warnings, what_has_no_effect_in_the_chosen_format)
{
    static const char *const rows[][4] = {
        {"txt", "MinLineDurationMs", "900", "MinLineDurationMs has no effect: txt has no times"},
        {"ttml", "LanguageCode", "09", "LanguageCode is only for EBU STL files; ttml is a text format"},
        {"stl", "LanguageCode", "09", NULL},
        {"srt", "MinLineDurationMs", "900", NULL},
        {"stl", "CodePageNumber", "850", NULL},
        {"SRT", "CodePageNumber", "850", "EBU STL"},
        {"txt", "HighlightingMode", "None", "HighlightingMode has no effect: txt has no markup"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        expect_warning(&params_export, VALUES("FileFormatId", rows[i][0], rows[i][1], rows[i][2]),
                       rows[i][3]);
    expect_warning(&params_export, VALUES("MinLineDurationMs", "900"), NULL);
    expect_warning(&params_export, VALUES("CodePageNumber", "850"), NULL);
}

Test(warnings, equal_colours_count_with_their_defaults_once_highlighting_is_on)
{
    expect_warning(&params_export, VALUES("UnhighlightedColor", "Red", "UnhighlightedBackgroundColor", "Red"),
                   NULL);
    expect_warning(&params_export, VALUES("HighlightingMode", "None"), NULL);
    expect_warning(&params_export, VALUES("HighlightingMode", "Word"), "same colour");
    expect_warning(&params_export, VALUES("HighlightingMode", "Word", "UnhighlightedColor", "Red"), NULL);
    expect_warning(&params_export, VALUES("HighlightingMode", "Word", "UnhighlightedColor", "white"),
                   "same colour");
}

Test(warnings, an_unusual_line_length)
{
    static const char *const rows[][2] = {{"20", NULL},
                                          {"60", NULL},
                                          {"19", "from 20 to 60"},
                                          {"61", "from 20 to 60"},
                                          {"-40", "a whole number"},
                                          {"forty", "a whole number"}};
    for (size_t i = 0; i < COUNT(rows); i++)
        expect_warning(&params_export, VALUES("SubtitleLineLength", rows[i][0]), rows[i][1]);
}

/* --- login --- */

Test(login_form, wants_a_url_and_a_token_or_email_and_password)
{
    static const struct {
        const char *url, *email, *password, *token;
        int index; /* the missing field; -1: complete */
    } rows[] = {
        {"http://h", "me", "pw", NULL, -1},         {"http://h", NULL, NULL, "t", -1},
        {NULL, "me", "pw", NULL, LOGIN_URL},        {"http://h", "me", NULL, NULL, LOGIN_PASSWORD},
        {"http://h", "me", "pw", "t", LOGIN_TOKEN},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct param_set *set = param_set_new(&params_login);
        const char *const values[] = {rows[i].url, rows[i].email, rows[i].password, rows[i].token};
        struct error err;
        int index = -1;
        for (int k = 0; k < 4; k++) {
            if (values[k])
                param_set_put_raw(set, k, values[k]);
        }
        cr_expect_eq(form_tables_check_login(set, &index, &err), rows[i].index < 0, "row %zu", i);
        cr_expect_eq(index, rows[i].index, "row %zu: %d", i, index);
        param_set_free(set);
    }
}

/* --- captions: the parameters of an export that are used for SubRip, and the limits in them --- */

Test(captions, what_only_another_format_has_is_not_asked_for)
{
    struct param_set *form =
        set_of(&params_export_form,
               VALUES("VariantId", "1", "CodePageNumber", "1", "DiskFormatCode", "1", "DisplayStandardCode",
                      "1", "LanguageCode", "1", "UseBoxAroundText", "1", "HighlightingMode", "1",
                      "FileFormatId", "stl", "SubtitleLineLength", "37", "Folder", "/tmp"));
    struct param_set *srt = captions_params(form);
    cr_expect_eq(srt->table, &params_export, "the folder is not sent");
    expect_text(command_line_make(srt, NULL, 0),
                "steno export --file-format-id srt --subtitle-line-length 37");
    param_set_free(srt);
    param_set_free(form);
}

Test(captions, parameters_are_limits_and_so_are_the_server_s_defaults)
{
    struct caption_limits limits;
    struct param_set *set = param_set_new(&params_export);
    captions_limits(set, false, &limits);
    for (int rule = 0; rule < RULE_COUNT; rule++)
        cr_expect_eq(limits.limit[rule], 0, "%s", caption_rules[rule].name);
    captions_limits(set, true, &limits);
    cr_expect_gt(limits.limit[RULE_CPS], 0, "%d", limits.limit[RULE_CPS]);
    param_set_free(set);
    set = set_of(&params_export,
                 VALUES("SubtitleLineLength", "37", "CharsPerSecond", "17.5", "MinLineDurationMs", "1000",
                        "PauseBetweenCaptionsMs", "0", "ForceSingleLine", "true"));
    captions_limits(set, true, &limits);
    cr_expect_eq(limits.limit[RULE_LINE_LENGTH], 37);
    cr_expect_eq(limits.limit[RULE_CPS], 175);
    cr_expect_eq(limits.limit[RULE_MIN_DURATION], 1000);
    cr_expect_eq(limits.limit[RULE_GAP], 0);
    cr_expect_eq(limits.limit[RULE_LINES], 1);
    param_set_free(set);
}

/* --- minutes and the credit --- */

#define MINUTE  INT64_C(60000)
#define LEFT(n) ((struct credit){.left = (n)})

/* The length that an enqueue with these values transcribes; NULL: parameter unset. */
static int64_t part_of(int64_t length_ms, const char *start, const char *at_most)
{
    struct param_set *set = param_set_new(&params_enqueue);
    if (start)
        param_set_put_raw(set, param_find(&params_enqueue, "StartTranscriptionAtSeconds"), start);
    if (at_most)
        param_set_put_raw(set, param_find(&params_enqueue, "TranscriptionDurationInSeconds"), at_most);
    int64_t part_ms = cost_part(length_ms, set);
    param_set_free(set);
    return part_ms;
}

Test(cost, begun_minutes_of_the_part_that_is_asked_for_count_and_an_unknown_length_is_counted)
{
    static const struct {
        int64_t length_ms;
        const char *start, *at_most;
        int64_t minutes, unknown;
    } cases[] = {
        {2530000, NULL, NULL, 43, 0},
        {43 * MINUTE, NULL, NULL, 43, 0},
        {43 * MINUTE + 1, NULL, NULL, 44, 0},
        {1, NULL, NULL, 1, 0},
        {0, NULL, NULL, 0, 0},
        {2530000, NULL, "60.001", 2, 0},
        {2530000, NULL, "59.9", 1, 0},
        {2530000, "2500", NULL, 1, 0},
        {2530000, "2530", NULL, 0, 0},
        {2530000, "99999999999999999999", NULL, 0, 0},
        {2530000, "2470", "30", 1, 0},
        {2530000, "x", "y", 43, 0},
        {-1, NULL, "60", 0, 1},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct cost cost = cost_of(part_of(cases[i].length_ms, cases[i].start, cases[i].at_most));
        cr_expect_eq(cost.minutes, cases[i].minutes, "%zu: %lld", i, (long long)cost.minutes);
        cr_expect_eq(cost.unknown, cases[i].unknown, "%zu", i);
    }
    cr_expect_eq(cost_part(-1, NULL), -1);
}

Test(cost, is_said_beside_the_credit_that_is_free)
{
    static const struct {
        int64_t minutes, unknown, left;
        const char *takes;
        bool fits;
    } rows[] = {{42, 0, 43, "Needs 42 min of credit; you have 43", true},
                {43, 0, 43, "Needs 43 min of credit; you have 43", true},
                {44, 0, 43, "Needs 44 min of credit; you have 43", false},
                {990, 2, 307, "Needs at least 990 min of credit; you have 307", false},
                {0, 1, 307, "", true},
                {990, 0, -1, "", true}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct cost cost = {.minutes = rows[i].minutes, .unknown = rows[i].unknown};
        char said[COST_TEXT_SIZE];
        cost_takes(said, sizeof said, cost, LEFT(rows[i].left));
        cr_expect_str_eq(said, rows[i].takes);
        cr_expect_eq(cost_fits(cost, LEFT(rows[i].left)), rows[i].fits, "%s", said);
    }
}

Test(cost, explains_a_refusal_only_where_the_credit_that_is_known_is_less_than_is_needed)
{
    static const struct {
        int status;
        int64_t minutes, unknown, left;
        const char *said;
    } rows[] = {{403, 44, 0, 43, "Not enough credit: 44 minutes needed, 43 left"},
                {403, 43, 0, 43, "It failed."},
                {403, 44, 0, -1, "It failed."},
                {403, 0, 1, 43, "It failed."},
                {412, 44, 0, 43, "It failed."}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct cost cost = {.minutes = rows[i].minutes, .unknown = rows[i].unknown};
        struct error refusal;
        error_set(&refusal, ERROR_FORBIDDEN, "It failed.");
        refusal.status = rows[i].status;
        cr_expect_eq(cost_explains(&refusal, cost, LEFT(rows[i].left)), i == 0, "row %zu", i);
        cr_expect_str_eq(refusal.text, rows[i].said, "row %zu", i);
        cr_expect_str_eq(refusal.server, i == 0 ? "not enough credit: 44 minutes needed, 43 left" : "",
                         "row %zu", i);
        cr_expect_eq(refusal.status, rows[i].status, "row %zu", i);
    }
}

/* Sets ids from 1, and ten minutes for items without a length. */
static void number(struct cost_item *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        items[i].id = (int64_t)i + 1;
        items[i].part_ms = items[i].part_ms ? items[i].part_ms : 10 * MINUTE;
    }
}

static void asks(struct cost_item *items, size_t count, struct credit credit, const char *sentence,
                 const char *note)
{
    number(items, count);
    expect_text(cost_sentence(items, count, credit, false), sentence);
    expect_text(cost_note(items, count, NULL, 79), note);
}

Test(cost_question, says_the_minutes_of_what_is_sent_and_the_credit_and_names_the_rest)
{
    static struct cost_item many[20000];
    struct cost_item new[3] = {{0}}, unknown[2] = {{.part_ms = -1}, {0}},
                     one[2] = {{0}, {.state = COST_COMPLETED}};
    struct cost_item some[8] = {{.state = COST_COMPLETED}, {0},
                                {.state = COST_LOST},      {.state = COST_IN_PROGRESS},
                                {.state = COST_COMPLETED}, {.state = COST_NO_MEDIA},
                                {.state = COST_READ_ONLY}, {.state = COST_UNREAD}};
    asks(new, 3, LEFT(29), "3 projects? Needs 30 min of credit; you have 29", "");
    asks(new, 3, LEFT(-1), "3 projects? Needs 30 min of credit; the credit is not known", "");
    asks(unknown, 2, LEFT(10), "2 projects? Needs at least 10 min of credit; you have 10", "");
    asks(some, 8, LEFT(300), "3 of 8 projects? Needs 30 min of credit; you have 300",
         "2 of these 3 are Completed.\n"
         "! Left out: #3 no answer yet, #4 in progress, #6 no media and 2 more");
    for (size_t i = 1; i < 20000; i++)
        many[i].state = COST_READ_ONLY;
    asks(many, 20000, LEFT(300), "1 of 20000 projects? Needs 10 min of credit; you have 300",
         "! Left out: #2 read-only, #3 read-only, #4 read-only and 19996 more");
    expect_text(cost_note(one, 2, "09:02", 79), "1 of these 2 is Completed.\nCredit as of 09:02.");
    expect_text(cost_note(one + 1, 1, NULL, 79), "It is Completed.");
}

Test(cost_question, all_ids_are_named_where_the_line_just_holds_them)
{
    struct cost_item two[3] = {{0}, {.state = COST_READ_ONLY}, {.state = COST_NO_MEDIA}};
    const char *line = "Left out: #2 read-only, #3 no media";
    number(two, 3);
    expect_text(cost_not_sent(two, 3, "Left out: ", (int)strlen(line)), line);
    expect_text(cost_not_sent(two, 3, "Left out: ", (int)strlen(line) - 1),
                "Left out: #2 read-only and 1 more");
    cr_expect_null(cost_not_sent(two, 1, "Left out: ", 79));
}

Test(cost_question, has_changed_with_a_state_a_length_or_one_more_transcription)
{
    static const struct {
        bool changed;
        struct cost_item was, is;
    } rows[] = {{false, {.version = 1}, {.version = 2}},
                {true, {0}, {.state = COST_COMPLETED}},
                {true, {0}, {.state = COST_READ_ONLY}},
                {true, {.part_ms = -1}, {.part_ms = MINUTE}},
                {true, {.state = COST_COMPLETED, .version = 1}, {.state = COST_COMPLETED, .version = 2}}};
    for (size_t i = 0; i < COUNT(rows); i++)
        cr_expect_eq(cost_changed(&rows[i].was, &rows[i].is, 1), rows[i].changed, "row %zu", i);
}
