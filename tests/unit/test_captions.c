/* What of an export is asked for as SubRip, and the limits in its parameters. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "steno/core/forms.h"
#include "support/asserts.h"

static void put(struct param_set *set, const char *name, const char *value)
{
    param_set_put_raw(set, param_find(set->table, name), value);
}

static const char *get(const struct param_set *set, const char *name)
{
    const char *value = param_set_get(set, param_find(set->table, name));
    return value ? value : "";
}

Test(captions, what_only_another_format_has_is_not_asked_for)
{
    struct param_set *form = param_set_new(&params_export_form);
    static const char *const gone[] = {"VariantId",           "CodePageNumber", "DiskFormatCode",
                                       "DisplayStandardCode", "LanguageCode",   "UseBoxAroundText",
                                       "HighlightingMode"};
    for (size_t i = 0; i < sizeof gone / sizeof gone[0]; i++)
        put(form, gone[i], "1");
    put(form, "FileFormatId", "stl");
    put(form, "SubtitleLineLength", "37");
    put(form, "Folder", "/tmp");
    struct param_set *srt = captions_params(form);
    cr_expect_eq(srt->table, &params_export, "the folder is not sent");
    cr_expect_eq(param_set_count(srt), 2);
    cr_expect_str_eq(get(srt, "FileFormatId"), "srt");
    cr_expect_str_eq(get(srt, "SubtitleLineLength"), "37");
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
    put(set, "SubtitleLineLength", "37");
    put(set, "CharsPerSecond", "17.5");
    put(set, "MinLineDurationMs", "1000");
    put(set, "PauseBetweenCaptionsMs", "0");
    put(set, "ForceSingleLine", "true");
    captions_limits(set, true, &limits);
    cr_expect_eq(limits.limit[RULE_LINE_LENGTH], 37);
    cr_expect_eq(limits.limit[RULE_CPS], 175);
    cr_expect_eq(limits.limit[RULE_MIN_DURATION], 1000);
    cr_expect_eq(limits.limit[RULE_GAP], 0);
    cr_expect_eq(limits.limit[RULE_LINES], 1);
    param_set_free(set);
}
