/* Owns the rule by which the time of a state's begin moves. Knows no project. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/since.h"

#include "steno/base/when.h"

int64_t since_next(int64_t before, bool is_same, bool is_seen, int64_t now_ms, const json_t *resource)
{
    struct date updated;
    const char *text = json_string_value(json_object_get(resource, "Updated"));
    if (is_same && before != 0)
        return before;
    if (!is_same && is_seen)
        return now_ms;
    return text && date_parse(text, &updated) && updated.ms > 0 ? -updated.ms : 0;
}

int64_t since_time(int64_t since)
{
    return since < 0 ? -since : since;
}
