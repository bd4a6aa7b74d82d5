/* Owns how many ids a line of a question names. Knows not what they are. */
/* SPDX-License-Identifier: MIT */
#include "plan_line.h"

#include <stdio.h>

#include "steno/base/text.h"

/* Appends the names, as many as fit with what ends the line. Returns how many there are. */
static size_t plan_line_names(struct buffer *out, const struct plan_line *line)
{
    struct buffer name;
    size_t named = 0, all = 0;
    int cells = line->cells - text_width(line->end), whole = text_width(line->words) - 2;
    buffer_init(&name, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < line->count; i++, buffer_clear(&name)) {
        if (!line->name(&name, line->arg, i))
            continue;
        all++;
        whole += whole <= cells ? 2 + text_width(buffer_text(&name)) : 0;
    }
    int more = whole <= cells ? 0 : snprintf(NULL, 0, " and %zu more", all);
    for (size_t i = 0, seen = 0; i < line->count && named == seen; i++) {
        buffer_clear(&name);
        if (!line->name(&name, line->arg, i))
            continue;
        seen++;
        int room = cells - (seen < all ? more : 0);
        if (named > 0 && text_width(buffer_text(out)) + 2 + text_width(buffer_text(&name)) > room)
            break;
        buffer_printf(out, "%s%s", named ? ", " : "", buffer_text(&name));
        named++;
    }
    if (named < all)
        buffer_printf(out, " and %zu more", all - named);
    buffer_free(&name);
    return all;
}

void plan_line_add(struct buffer *out, const struct plan_line *line)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    buffer_append_text(&text, line->words);
    if (plan_line_names(&text, line))
        buffer_printf(out, "%s%s%s", out->len ? "\n" : "", buffer_text(&text), line->end);
    buffer_free(&text);
}
