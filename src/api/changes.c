/* Owns how the difference of two readings reads. Knows no write. */
/* SPDX-License-Identifier: MIT */
#include "steno/api/changes.h"

#include <string.h>

#include "steno/api/field.h"
#include "steno/base/text.h"

#define CHANGES_MAX 6
#define VALUE_CELLS 40

/* The row is no news to a person: it changes with every change. */
static bool changes_is_bookkeeping(const struct field_def *def)
{
    return strcmp(def->path, "Data.AccessToken") == 0 || strcmp(def->path, "Data.Updated") == 0;
}

/* Appends a field's value, cut, or "nothing". */
static void changes_put_value(struct buffer *out, const char *value)
{
    char shown[VALUE_CELLS * 4 + 4];
    text_clip(shown, sizeof shown, value, VALUE_CELLS);
    buffer_append_text(out, shown[0] ? shown : "nothing");
}

/* Is it one of the items of a list in one line? */
static bool changes_lists(const char *list, const char *item, size_t len)
{
    for (const char *at = list; *at; at += strcspn(at, ",")) {
        at += strspn(at, ", ");
        if (strcspn(at, ",") == len && memcmp(at, item, len) == 0)
            return true;
    }
    return false;
}

/* Appends each item of the one list that the other has not. */
static void changes_put_missing(struct buffer *out, char sign, const char *list, const char *other,
                                size_t *count)
{
    for (const char *at = list; *at; at += strcspn(at, ",")) {
        at += strspn(at, ", ");
        size_t len = strcspn(at, ",");
        if (len > 0 && !changes_lists(other, at, len))
            buffer_printf(out, "%s%c %.*s", (*count)++ ? ", " : "", sign, (int)len, at);
    }
}

/* Appends what a list in one line has gained and lost: "+ archive, - news"; "" when only their order differs.
 */
static void changes_put_list(struct buffer *out, const char *was, const char *is)
{
    size_t count = 0;
    changes_put_missing(out, '+', is, was, &count);
    changes_put_missing(out, '-', was, is, &count);
}

/* Appends "Tags news → archive", or "Tags + archive, - news". */
static void changes_put_field(struct buffer *out, const struct field_def *def, const char *was,
                              const char *is, bool apart)
{
    buffer_printf(out, "%s ", def->label);
    size_t bare = out->len;
    if (apart && def->type == FIELD_TEXT_LIST)
        changes_put_list(out, was, is);
    if (out->len > bare)
        return;
    changes_put_value(out, was);
    buffer_append_text(out, " → ");
    changes_put_value(out, is);
}

/* Appends one field, where it differs; true when it does. */
static bool changes_put_row(struct buffer *out, const struct field_def *def, const json_t *before,
                            const json_t *after, bool apart, size_t count)
{
    struct buffer was, is;
    buffer_init(&was, BUFFER_MAX_DEFAULT);
    buffer_init(&is, BUFFER_MAX_DEFAULT);
    field_show(&was, &fields_project, def, before);
    field_show(&is, &fields_project, def, after);
    bool differs = strcmp(buffer_text(&was), buffer_text(&is)) != 0;
    if (differs && count < CHANGES_MAX) {
        buffer_append_text(out, count ? ", " : "");
        changes_put_field(out, def, buffer_text(&was), buffer_text(&is), apart);
    }
    buffer_free(&was);
    buffer_free(&is);
    return differs;
}

size_t changes_put(struct buffer *out, const json_t *before, const json_t *after, bool apart)
{
    size_t count = 0;
    for (size_t i = 0; i < fields_project.count; i++) {
        const struct field_def *def = &fields_project.rows[i];
        if (!field_is_nested(def) && !changes_is_bookkeeping(def))
            count += changes_put_row(out, def, before, after, apart, count);
    }
    if (count > CHANGES_MAX)
        buffer_printf(out, " and %zu more", count - CHANGES_MAX);
    return count;
}
