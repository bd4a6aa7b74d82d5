/* SPDX-License-Identifier: MIT */
#include "steno/core/captions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct param_set *captions_params(const struct param_set *params)
{
    static const char *const others[] = {"VariantId",           "CodePageNumber", "DiskFormatCode",
                                         "DisplayStandardCode", "LanguageCode",   "UseBoxAroundText",
                                         "HighlightingMode"};
    struct param_set *set = param_set_sent(params);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        param_set_unset(set, param_find(set->table, others[i]));
    param_set_put_raw(set, param_find(set->table, "FileFormatId"), "srt");
    return set;
}

static const char *captions_value(const struct param_set *params, const char *name, bool with_defaults)
{
    int row = param_find(params->table, name);
    const char *value = param_set_get(params, row);
    if (!value && with_defaults)
        value = params->table->rows[row].def;
    return value ? value : "";
}

/* A number of at least 1 as a limit, 0 for another text: tenths are cut off, or counted where `unit` is 10.
 */
static int captions_number(const char *text, int unit)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (number < 1 || number > 1000000)
        return 0;
    return (int)number * unit + (unit == 10 && *end == '.' ? end[1] - '0' : 0);
}

void captions_limits(const struct param_set *params, bool with_defaults, struct caption_limits *limits)
{
    static const struct {
        const char *name;
        enum caption_rule rule;
        int unit;
    } rows[] = {{"SubtitleLineLength", RULE_LINE_LENGTH, 1},
                {"CharsPerSecond", RULE_CPS, 10},
                {"MinLineDurationMs", RULE_MIN_DURATION, 1},
                {"PauseBetweenCaptionsMs", RULE_GAP, 1}};
    *limits = (struct caption_limits){.source = "asked"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        limits->limit[rows[i].rule] =
            captions_number(captions_value(params, rows[i].name, with_defaults), rows[i].unit);
    limits->limit[RULE_LINES] = strcmp(captions_value(params, "ForceSingleLine", with_defaults), "true") == 0;
}

void captions_counts(char out[CAPTIONS_COUNTS_SIZE], size_t count, const struct caption_findings *found)
{
    size_t errors = found->by_level[LEVEL_ERROR], warnings = found->by_level[LEVEL_WARNING];
    snprintf(out, CAPTIONS_COUNTS_SIZE, "%zu caption%s, %zu error%s, %zu warning%s", count,
             count == 1 ? "" : "s", errors, errors == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s");
}
