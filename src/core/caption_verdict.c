/* Owns what a check of captions comes to. Reads no file, and prints no finding. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/caption_verdict.h"

#include <string.h>

#include "caption_asked.h"

bool caption_verdict_find_level(const char *name, enum caption_level *fail_on)
{
    int level = 0;
    while (level < LEVEL_COUNT && strcmp(caption_level_name((enum caption_level)level), name) != 0)
        level++;
    *fail_on = (enum caption_level)level;
    return level < LEVEL_COUNT || strcmp(name, "never") == 0;
}

enum caption_format caption_verdict_format(const struct param_set *params, const char *name)
{
    const char *asked = caption_asked_text(params, "FileFormatId", false);
    const char *dot = strrchr(name, '.');
    if (asked)
        return caption_format_find(asked);
    return dot && !strchr(dot, '/') ? caption_format_find(dot + 1) : CAPTION_FORMAT_COUNT;
}

/* Does the level of some finding fail the file? */
static bool caption_verdict_fails(const struct caption_findings *found, enum caption_level fail_on)
{
    for (int level = (int)fail_on; level < LEVEL_COUNT; level++)
        if (found->by_level[level] > 0)
            return true;
    return false;
}

bool caption_verdict_check(const struct caption_file *file, const struct caption_limits *limits,
                           const struct param_set *params, bool is_export, int64_t length_ms,
                           enum caption_level fail_on, struct caption_check *check,
                           struct caption_findings *found)
{
    *found = (struct caption_findings){0};
    caption_asked_check(params, limits, is_export, length_ms, check);
    caption_check(file, check, found);
    return caption_verdict_fails(found, fail_on);
}

/* "2 captions, " */
static void caption_verdict_put_count(struct buffer *out, size_t count, const char *noun, const char *after)
{
    buffer_printf(out, "%zu %s%s%s", count, noun, count == 1 ? "" : "s", after);
}

void caption_verdict_put_counts(struct buffer *out, size_t captions, const size_t by_level[LEVEL_COUNT])
{
    caption_verdict_put_count(out, captions, "caption", ", ");
    caption_verdict_put_count(out, by_level[LEVEL_ERROR], "error", ", ");
    caption_verdict_put_count(out, by_level[LEVEL_WARNING], "warning", ", ");
    caption_verdict_put_count(out, by_level[LEVEL_NOTE], "note", "");
}
