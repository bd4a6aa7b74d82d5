/* core/activity: the results of batches in words; lines of the history, and what they leave out. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steno/core/activity.h"
#include "steno/core/settings.h"
#include "steno/core/write.h"
#include "support/asserts.h"

#define COUNT(of) (sizeof(of) / sizeof *(of))
#define CREDIT    "CreditMinutes: not enough credit is left for this recording"

/* A batch of six: one accepted, three refused, two not sent. */
static const struct act_part six[] = {
    {.id = 3, .end = ACT_END_NOT_SENT, .reason = "no media"},
    {.id = 15, .end = ACT_END_ACCEPTED},
    {.id = 27, .end = ACT_END_REFUSED, .status = 403, .reason = CREDIT},
    {.id = 31, .end = ACT_END_REFUSED, .status = 403, .reason = CREDIT},
    {.id = 39, .end = ACT_END_NOT_SENT, .reason = "read-only"},
    {.id = 43, .end = ACT_END_REFUSED, .status = 403, .reason = CREDIT},
};

/* Expects this text, and frees it. */
static void expect_text(char *text, const char *wanted)
{
    cr_expect_str_eq(text, wanted);
    free(text);
}

Test(act_words, the_sums_name_what_there_is_and_nothing_else)
{
    struct act_sums sums = act_sums_of(six, COUNT(six));
    expect_text(act_sums_words(&sums), "1 sent, 3 refused, 2 not sent");
    cr_expect_eq(act_sums_failed(&sums), 3, "what was not sent is no failure");
    sums = (struct act_sums){.of = {[ACT_END_COMPLETED] = 1, [ACT_END_NOT_STARTED] = 2}};
    expect_text(act_sums_words(&sums), "2 not started, 1 completed");
}

Test(act_words, an_open_outcome_outweighs_a_failure_and_a_failure_a_success)
{
    static const struct {
        struct act_sums sums;
        char mark;
    } rows[] = {{{.of = {[ACT_END_IN_PROGRESS] = 1, [ACT_END_REFUSED] = 8, [ACT_END_COMPLETED] = 1}}, '*'},
                {{.of = {[ACT_END_COMPLETED] = 15, [ACT_END_FAILED] = 1}}, '!'},
                {{.of = {[ACT_END_COMPLETED] = 15, [ACT_END_NOT_SENT] = 1}}, '!'},
                {{.of = {[ACT_END_COMPLETED] = 1}}, '+'}};
    for (size_t i = 0; i < COUNT(rows); i++)
        cr_expect_eq(act_sums_mark(&rows[i].sums), rows[i].mark, "row %zu", i);
}

Test(act_words, a_reason_that_names_the_project_is_the_same_for_all_of_them)
{
    static const struct act_part parts[] = {
        {.id = 7, .end = ACT_END_REFUSED, .status = 412, .reason = "Project 7 has no media"},
        {.id = 12, .end = ACT_END_REFUSED, .status = 412, .reason = "Project 12 has no media"},
        {.id = 1, .end = ACT_END_REFUSED, .status = 412, .reason = "Project 12 has no media"},
        {.id = 9, .end = ACT_END_REFUSED, .status = 400, .reason = "Project 9 has no media"},
    };
    expect_text(act_words_failed("Enqueue 2 projects (15:30)", parts, 2, "L", 78),
                "Enqueue 2 projects (15:30): 2 refused; L lists them\n"
                "! 2 projects: Project has no media (412)");
    expect_text(act_words_failed("Enqueue 4 projects (15:30)", parts, 4, "L", 78),
                "Enqueue 4 projects (15:30): 4 refused; L lists them\n"
                "! 2 projects: Project has no media (412)\n"
                "! 1 project: Project 12 has no media (412); and 1 more reason");
}

Test(act_words, a_row_says_what_was_done_and_what_it_came_to)
{
    struct write row = {.id = 15, .outcome = WRITE_DONE};
    struct act act = {.op = ENDPOINT_ENQUEUE, .count = 13, .rows = &row, .row_count = 1};
    struct act_part part = {.id = 15, .end = ACT_END_IN_PROGRESS};
    expect_text(act_row_words(&act, &row, &part, "15:30"), "Enqueue 13 projects: in progress since 15:30");
    expect_text(act_row_words(&act, &row, &part, NULL), "Enqueue 13 projects: in progress");
    part = (struct act_part){.id = 15, .end = ACT_END_REFUSED, .status = 403, .reason = CREDIT};
    act.count = 1;
    expect_text(act_row_words(&act, &row, &part, NULL), "Enqueue: " CREDIT " (403)");
    part = (struct act_part){.id = 15, .end = ACT_END_NOT_SENT, .reason = "no media"};
    expect_text(act_row_end_words(&act, &row, &part, NULL), "not sent: no media");
    act.op = ENDPOINT_EXPORT;
    row.name = (char *)"/srv/1.srt";
    row.bytes = 31200;
    part.end = ACT_END_DONE;
    expect_text(act_row_words(&act, &row, &part, NULL), "Export: /srv/1.srt, 31.2 kB");
}

Test(act_words, an_act_of_several_names_their_number_and_one_of_a_single_project_none)
{
    struct write row = {.id = 15, .outcome = WRITE_DONE, .name = (char *)"news"};
    struct act act = {.op = ENDPOINT_ENQUEUE, .count = 13, .rows = &row, .row_count = 1};
    struct act_sums sums = {.of = {[ACT_END_IN_PROGRESS] = 3, [ACT_END_REFUSED] = 10}};
    expect_text(act_line_words(&act, "3 in progress, 10 refused"),
                "Enqueue 13 projects: 3 in progress, 10 refused");
    expect_text(act_words_narrow(&act, &sums), "Enqueue 13: *3 !10");
    act.op = ENDPOINT_DELETE_TAG;
    expect_text(act_line_words(&act, "13 done"), "Delete tag \"news\" of 13 projects: 13 done");
    act.op = ENDPOINT_EXPORT;
    act.count = 1;
    expect_text(act_line_words(&act, "1 failed"), "Export: news, 0 bytes");
    row.outcome = WRITE_FAILED;
    expect_text(act_line_words(&act, "1 failed"), "Export: 1 failed");
}

Test(act_words, the_outcome_of_one_project_is_shown_with_its_reason)
{
    expect_text(act_words_end(&six[0]), "not sent, no media");
    expect_text(act_words_end(&six[1]), "sent");
    expect_text(act_words_end(&six[2]), "refused, " CREDIT);
    expect_text(act_words_end(&(struct act_part){.end = ACT_END_LOST}), "without an answer");
}

Test(act_words, the_sentence_about_failures_has_the_sums_and_two_reasons_or_where_it_is_narrow_one)
{
    expect_text(act_words_failed("Enqueue 6 projects (15:30)", six, COUNT(six), "L", 78),
                "Enqueue 6 projects (15:30): 1 sent, 3 refused, 2 not sent; L lists them\n"
                "! 3 projects: CreditMinutes: not enough credit is left for this recordi… (403)\n"
                "! 2 not sent: #3 no media, #39 read-only");
    expect_text(act_words_failed("Enqueue 6 projects (15:30)", six, COUNT(six), "L", 38),
                "1 sent, 3 refused, 2 not sent\n"
                "! 3 projects: CreditMinutes: not enou…");
}

Test(act_words, more_reasons_than_two_are_counted)
{
    static const struct act_part parts[] = {
        {.id = 1, .end = ACT_END_REFUSED, .status = 403, .reason = "one"},
        {.id = 2, .end = ACT_END_REFUSED, .status = 403, .reason = "one"},
        {.id = 3, .end = ACT_END_REFUSED, .status = 403, .reason = "two"},
        {.id = 4, .end = ACT_END_REFUSED, .status = 412, .reason = "three"},
        {.id = 5, .end = ACT_END_LOST},
        {.id = 6, .end = ACT_END_NOT_SENT},
    };
    expect_text(act_words_failed("Enqueue 6 projects (15:30)", parts, 6, "L", 78),
                "Enqueue 6 projects (15:30): 4 refused, 1 without an answer, 1 not sent\n"
                "! 2 projects: one (403)\n"
                "! 1 project: two (403); and 3 more reasons");
}

Test(act_words, of_those_not_sent_as_many_are_named_as_fit)
{
    struct act_part parts[40];
    for (int i = 0; i < 40; i++)
        parts[i] = (struct act_part){.id = 100 + i, .end = ACT_END_NOT_SENT, .reason = "no media"};
    expect_text(act_words_failed("Enqueue 40 projects (15:30)", parts, 40, "L", 78),
                "Enqueue 40 projects (15:30): 40 not sent; L lists them\n"
                "! 40 not sent, no media: 100-139");
    parts[39].reason = "read-only";
    expect_text(act_words_failed("Enqueue 40 projects (15:30)", parts, 40, "L", 78),
                "Enqueue 40 projects (15:30): 40 not sent; L lists them\n"
                "! 40 not sent: #100 no media, #101 no media, #102 no media and 37 more");
}

Test(act_told, what_has_just_ended_was_in_progress_and_one_without_an_answer_is_sent_until_its_time_is_over)
{
    static const struct {
        const char *before, *after, *state; /* states: before it, in the answer (NULL: no answer), now */
        int64_t seen_ms;                    /* the sender's timeout is at 1000 */
        enum act_end end;
    } rows[] = {{"None", "InProgress", "InProgress", 0, ACT_END_IN_PROGRESS},
                {"None", "InProgress", "Completed", 0, ACT_END_IN_PROGRESS},
                {"Failed", "InProgress", "Failed", 0, ACT_END_IN_PROGRESS},
                {"None", "None", "None", 0, ACT_END_NOT_STARTED},
                {NULL, NULL, NULL, 1000, ACT_END_SENDING},
                {NULL, NULL, NULL, 1001, ACT_END_LOST}};
    struct settings settings;
    settings_init(&settings);
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct act act = {.op = ENDPOINT_ENQUEUE};
        const struct write row = {.id = 1,
                                  .outcome = rows[i].state ? WRITE_DONE : WRITE_OPEN,
                                  .before = (char *)rows[i].before,
                                  .after = (char *)rows[i].after,
                                  .until_ms = rows[i].state ? 0 : 1000};
        cr_expect_eq(act_part_of(&act, &row, rows[i].state, rows[i].seen_ms, &settings).end, rows[i].end,
                     "row %zu", i);
    }
    settings_free(&settings);
}

/* --- lines of the history --- */

/* Makes a parameter set from names and values in turn, NULL-ended. */
static struct param_set *set_of(const struct param_table *table, const char *const *pairs)
{
    struct param_set *set = param_set_new(table);
    for (size_t i = 0; pairs[i]; i += 2)
        param_set_put_raw(set, param_find(table, pairs[i]), pairs[i + 1]);
    return set;
}
#define SET(table, ...) set_of(table, (const char *const[]){__VA_ARGS__, NULL})

/* Compares the options of a set, and frees the set. */
static void expect_options(struct param_set *set, const char *wanted)
{
    char *options = activity_options(set);
    cr_expect_str_eq(options ? options : "none", wanted);
    free(options);
    param_set_free(set);
}

Test(activity_line, options_are_those_that_were_set_in_the_order_of_the_form_clean_and_cut_without_secrets)
{
#define FORTY "1234567890123456789012345678901234567890"
    static const char *const labels[][2] = {
        {"a, b", "CustomLabel=\"a, b\""},
        {"a\x1b[31m\nb", "CustomLabel=a␛[31m␊b"},
        {FORTY "1", "CustomLabel=123456789012345678901234567890123456789…"}};
    static const struct param_def rows[] = {{.name = "Open", .type = PARAM_TEXT},
                                            {.name = "Hidden", .type = PARAM_TEXT, .secret = true}};
    static const struct param_table table = {.name = "enqueue", .rows = rows, .count = 2};
    expect_options(param_set_new(&params_enqueue), "none");
    expect_options(SET(&params_enqueue, "WithPPC", "false", "Lang", "en-US"), "Lang=en-US, WithPPC=false");
    for (size_t i = 0; i < COUNT(labels); i++)
        expect_options(SET(&params_enqueue, "CustomLabel", labels[i][0]), labels[i][1]);
    expect_options(SET(&table, "Open", "x", "Hidden", "pass-word"), "Open=x");
    expect_options(SET(&table, "Hidden", "pass-word"), "none");
}

Test(activity_line, each_action_has_one_wording)
{
    static const struct {
        enum endpoint_id op;
        const char *option, *kind, *done, *unknown;
    } cases[] = {
        {ENDPOINT_ENQUEUE, "cs-CZ", "enqueue", "Enqueued with Lang=cs-CZ",
         "Enqueue with Lang=cs-CZ: no answer"},
        {ENDPOINT_EXPORT, NULL, "export", "Exported to 1␊.srt, 7 bytes", "Export: no answer"},
        {ENDPOINT_EXPORT, "srt", "export", "Exported to standard output, 0 bytes, with FileFormatId=srt",
         "Export with FileFormatId=srt: no answer"},
        {ENDPOINT_DELETE_TAG, NULL, "tag", "Tag \"news␛\" deleted", "Delete tag \"news␛\": no answer"},
        {ENDPOINT_ADD_METADATA, NULL, "metadata", "Metadata \"k\" set", "Set metadata \"k\": no answer"},
        {ENDPOINT_DELETE_METADATA, NULL, "metadata", "Metadata \"k\" deleted",
         "Delete metadata \"k\": no answer"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *name = cases[i].op == ENDPOINT_ENQUEUE ? "Lang" : "FileFormatId";
        struct call_result result = {0};
        struct call call = {.op = cases[i].op, .key = (char *)"k"};
        call.value = (char *)(call.op == ENDPOINT_DELETE_TAG ? "news\x1b" : "pass-word");
        if (cases[i].option)
            call.params = SET(endpoints[call.op].params, name, cases[i].option);
        else
            result = (struct call_result){.path = (char *)"1\n.srt", .export_info = {.bytes = 7}};
        expect_text(activity_line(&call, &result, WRITE_DONE), cases[i].done);
        expect_text(activity_line(&call, &result, WRITE_OPEN), cases[i].unknown);
        cr_expect_str_eq(activity_kind(call.op), cases[i].kind);
        param_set_free(call.params);
    }
}
