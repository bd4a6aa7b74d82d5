/* Owns what a check of captions comes to, for every front end and for standing orders. Reads no file, and
 * prints no finding. */
/* SPDX-License-Identifier: MIT */
#include "caption_verdict.h"

#include <stdlib.h>
#include <string.h>

#include "caption_asked.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/caption/read.h"

#define NEVER "never"

/* --- the rule --- */

bool caption_verdict_find_level(const char *name, enum caption_level *fail_on)
{
    int level = 0;
    while (level < LEVEL_COUNT && strcmp(caption_level_name((enum caption_level)level), name) != 0)
        level++;
    *fail_on = (enum caption_level)level;
    return level < LEVEL_COUNT || strcmp(name, NEVER) == 0;
}

const char *caption_verdict_level_name(enum caption_level fail_on)
{
    return fail_on < LEVEL_COUNT ? caption_level_name(fail_on) : NEVER;
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

/* --- one that is kept --- */

struct caption_verdict caption_verdict_trouble(const char *why)
{
    return (struct caption_verdict){.is_given = true, .has_failed = true, .trouble = text_clean_copy(why)};
}

struct caption_verdict caption_verdict_make(const struct buffer *data, const char *name,
                                            const struct caption_limits *limits,
                                            const struct param_set *params, int64_t length_ms,
                                            enum caption_level fail_on)
{
    struct caption_verdict verdict = {.is_given = true};
    struct caption_file file = {0};
    struct caption_check check;
    struct caption_findings found;
    struct error err;
    error_clear(&err);
    if (!caption_read(&file, buffer_text(data), data->len, caption_verdict_format(params, name), &err)) {
        caption_file_free(&file);
        return caption_verdict_trouble(err.text);
    }
    verdict.has_failed =
        caption_verdict_check(&file, limits, params, true, length_ms, fail_on, &check, &found);
    verdict.captions = file.count;
    memcpy(verdict.by_level, found.by_level, sizeof verdict.by_level);
    caption_findings_free(&found);
    caption_file_free(&file);
    return verdict;
}

struct caption_verdict caption_verdict_copy(const struct caption_verdict *verdict)
{
    struct caption_verdict copy = *verdict;
    copy.trouble = mem_copy_or_null(verdict->trouble);
    return copy;
}

void caption_verdict_clear(struct caption_verdict *verdict)
{
    free(verdict->trouble);
    *verdict = (struct caption_verdict){0};
}

char *caption_verdict_words(const struct caption_verdict *verdict, const char *style)
{
    struct buffer out;
    if (!verdict->is_given)
        return NULL;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    buffer_printf(&out, "%s: ", style);
    if (verdict->trouble)
        buffer_printf(&out, "not checked: %s", verdict->trouble);
    else
        caption_verdict_put_counts(&out, verdict->captions, verdict->by_level);
    return buffer_take(&out);
}

/* The counts as JSON names them. */
static const struct {
    const char *name;
    enum caption_level level;
} counts[] = {{"errors", LEVEL_ERROR}, {"warnings", LEVEL_WARNING}, {"notes", LEVEL_NOTE}};

json_t *caption_verdict_to_json(const struct caption_verdict *verdict)
{
    if (!verdict->is_given)
        return json_null();
    json_t *object = json_object();
    json_object_set_new(object, "ok", json_boolean(!verdict->has_failed));
    json_object_set_new(object, "captions", json_integer((json_int_t)verdict->captions));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        json_object_set_new(object, counts[i].name,
                            json_integer((json_int_t)verdict->by_level[counts[i].level]));
    json_object_set_new(object, "error", verdict->trouble ? json_string(verdict->trouble) : json_null());
    return object;
}

struct caption_verdict caption_verdict_from_json(const json_t *json)
{
    struct caption_verdict verdict = {.is_given = json_is_object(json)};
    const char *trouble = json_string_value(json_object_get(json, "error"));
    verdict.has_failed = json_is_false(json_object_get(json, "ok"));
    verdict.captions = (size_t)json_integer_value(json_object_get(json, "captions"));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        verdict.by_level[counts[i].level] = (size_t)json_integer_value(json_object_get(json, counts[i].name));
    verdict.trouble = trouble ? text_clean_copy(trouble) : NULL;
    return verdict;
}
