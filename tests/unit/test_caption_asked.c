/* What an export was asked for, as limits. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "caption_asked.h"
#include "support/asserts.h"

static void put(struct param_set *set, const char *name, const char *value)
{
    param_set_put_raw(set, param_find(set->table, name), value);
}

Test(caption_asked, only_what_was_sent_limits_without_the_defaults)
{
    struct caption_limits limits;
    struct param_set *set = param_set_new(&params_export);
    caption_asked_limits(set, false, &limits);
    cr_assert(limits.cps10 == 0 && limits.min_ms == 0 && !limits.gap.checked && limits.lines == 0);
    put(set, "SubtitleLineLength", "37");
    put(set, "CharsPerSecond", "15.25");
    put(set, "MinLineDurationMs", "1000");
    put(set, "PauseBetweenCaptionsMs", "40");
    put(set, "ForceSingleLine", "true");
    cr_assert(!limits.keeps_empty);
    put(set, "KeepStripped", "true");
    caption_asked_limits(set, false, &limits);
    cr_assert(limits.keeps_empty);
    cr_assert_str_eq(limits.source, "asked");
    cr_assert_eq(limits.line_length, 37);
    cr_assert_eq(limits.cps10, 153); /* 15.25 is not over it */
    put(set, "CharsPerSecond", "15.200");
    put(set, "MinLineDurationMs", "1000000");
    caption_asked_limits(set, false, &limits);
    cr_assert_eq(limits.cps10, 152);
    cr_assert_eq(limits.min_ms, 1000000);
    put(set, "MinLineDurationMs", "1000");
    put(set, "ForceSingleLine", "false");
    caption_asked_limits(set, false, &limits);
    cr_assert_eq(limits.lines, 0);
    put(set, "ForceSingleLine", "true");
    caption_asked_limits(set, false, &limits);
    cr_assert_eq(limits.min_ms, 1000);
    cr_assert(limits.gap.checked && limits.gap.min.ms == 40);
    cr_assert_eq(limits.lines, 1);
    param_set_free(set);
}

Test(caption_asked, the_defaults_of_the_service_are_asked_too)
{
    struct caption_limits limits;
    struct param_set *set = param_set_new(&params_export);
    caption_asked_limits(set, true, &limits);
    cr_assert_eq(limits.cps10, 160);
    cr_assert_eq(limits.min_ms, 2000);
    cr_assert_eq(limits.gap.min.ms, 80);
    cr_assert_eq(limits.line_length, 0);
    cr_assert_str_eq(caption_asked_text(set, "SpeakerSign", true), "-");
    cr_assert_null(caption_asked_text(set, "SpeakerSign", false));
    param_set_free(set);
}

Test(caption_asked, values_that_are_no_numbers_and_a_pause_of_0_limit_nothing)
{
    struct caption_limits limits;
    struct param_set *set = param_set_new(&params_export);
    put(set, "SubtitleLineLength", "wide");
    put(set, "CharsPerSecond", "99999999999999999999");
    put(set, "MinLineDurationMs", "-5");
    put(set, "PauseBetweenCaptionsMs", "0");
    caption_asked_limits(set, false, &limits);
    cr_assert(limits.line_length == 0 && limits.cps10 == 0 && limits.min_ms == 0 && !limits.gap.checked);
    put(set, "CharsPerSecond", "-5");
    put(set, "MinLineDurationMs", "1000001");
    caption_asked_limits(set, false, &limits);
    cr_assert(limits.cps10 == 0 && limits.min_ms == 0);
    put(set, "CharsPerSecond", "1000000");
    caption_asked_limits(set, false, &limits);
    cr_assert_eq(limits.cps10, 10000000);
    put(set, "CharsPerSecond", "1000010");
    caption_asked_limits(set, false, &limits);
    cr_assert_eq(limits.cps10, 0);
    param_set_free(set);
}

Test(caption_asked, a_limit_that_was_given_by_itself_stands_in_place_of_what_was_asked)
{
    static const char *const given[][2] = {
        {"line-length", "70"}, {"lines", "3"}, {"cps", "30"}, {"min-duration", "0"}};
    struct caption_limits style = {.source = "a style"};
    struct caption_check check;
    struct error err;
    struct param_set *set = param_set_new(&params_export);
    put(set, "SubtitleLineLength", "37");
    put(set, "ForceSingleLine", "true");
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
        cr_assert(caption_limit_put(&style, given[i][0], given[i][1], &err));
    caption_asked_check(set, &style, true, -1, &check);
    cr_expect_eq(check.asked.line_length, 0);
    cr_expect_eq(check.asked.lines, 0);
    cr_expect_eq(check.asked.cps10, 0);
    cr_expect_eq(check.asked.min_ms, 0);
    cr_expect(check.asked.gap.checked, "no limit was given for gaps");
    cr_assert(caption_limit_put(&style, "gap", "0", &err));
    caption_asked_check(set, &style, true, -1, &check);
    cr_expect_not(check.asked.gap.checked);
    param_set_free(set);
}
