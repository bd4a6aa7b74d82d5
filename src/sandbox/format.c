/* Owns the table of subtitle formats, the export parameters that concern the file, and what its writers
 * share. */
/* SPDX-License-Identifier: MIT */
#include "format.h"

#include <stdlib.h>
#include <string.h>

#include "query.h"
#include "steno/base/text.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

/* What only shows that a format is passed on: one caption each, whatever the project and the parameters. */
static const char file_ssa[] =
    "[Script Info]\nScriptType: v4.00\n\n[Events]\n"
    "Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
    "Dialogue: Marked=0,0:00:01.00,0:00:03.00,Default,,0,0,0,,Good evening.\n";
static const char file_ass[] =
    "[Script Info]\nScriptType: v4.00+\n\n[Events]\n"
    "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
    "Dialogue: 0,0:00:01.00,0:00:03.00,Default,,0,0,0,,Good evening.\n";
static const char file_ttml[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                "<tt xmlns=\"http://www.w3.org/ns/ttml\" xml:lang=\"en\"><body><div>\n"
                                "<p begin=\"00:00:01.000\" end=\"00:00:03.000\">Good evening.</p>\n"
                                "</div></body></tt>\n";
static const char file_stl[1024] = "850STL25.01"; /* a header without captions */

static const struct format formats[] = {
    {.id = "srt", .type = "application/x-subrip", .write = format_srt},
    {.id = "vtt", .type = "text/vtt", .write = format_vtt},
    {.id = "txt", .type = "text/plain; charset=utf-8", .write = format_txt},
    {.id = "ssa", .type = "text/x-ssa", .file = file_ssa, .size = sizeof file_ssa - 1},
    {.id = "ass", .type = "text/x-ass", .file = file_ass, .size = sizeof file_ass - 1},
    {.id = "ttml", .type = "application/ttml+xml", .file = file_ttml, .size = sizeof file_ttml - 1},
    {.id = "stl", .type = "application/octet-stream", .file = file_stl, .size = sizeof file_stl},
};

const struct format *format_find(const char *id)
{
    for (size_t i = 0; i < COUNT(formats); i++) {
        if (!id[0] || text_equal_nocase(formats[i].id, id))
            return &formats[i];
    }
    return NULL;
}

void format_line(struct buffer *out, const struct cue_line *line)
{
    for (size_t i = 0; i < line->count; i++) {
        if (i > 0)
            buffer_append_char(out, ' ');
        for (const char *c = line->words[i].text; *c; c++)
            buffer_append_char(out, *c == '\n' || *c == '\r' ? ' ' : *c);
    }
}

void format_time(struct buffer *out, int64_t ms, int hours, char point, int digits)
{
    buffer_printf(out, "%0*lld:%02d:%02d%c%0*d", hours, (long long)(ms / 3600000), (int)(ms / 60000 % 60),
                  (int)(ms / 1000 % 60), point, digits, (int)(digits == 2 ? ms % 1000 / 10 : ms % 1000));
}

void format_write(const struct format *format, struct buffer *out, const struct cues *cues,
                  const struct format_options *options)
{
    struct buffer text;
    if (!format->write) {
        buffer_append(out, format->file, format->size);
        return;
    }
    if (!options->crlf) {
        format->write(out, cues, options);
        return;
    }
    buffer_init(&text, out->max);
    format->write(&text, cues, options);
    buffer_append_text(out, "\xEF\xBB\xBF");
    for (const char *at = buffer_text(&text), *end; (end = strchr(at, '\n')); at = end + 1) {
        buffer_append(out, at, (size_t)(end - at));
        buffer_append_text(out, "\r\n");
    }
    buffer_free(&text);
}

void format_begin_direction(struct buffer *out, const struct format_options *options)
{
    if (options->right_to_left)
        buffer_append_text(out, "\xE2\x80\xAB"); /* U+202B: right-to-left embedding */
}

void format_end_direction(struct buffer *out, const struct format_options *options)
{
    if (options->right_to_left)
        buffer_append_text(out, "\xE2\x80\xAC"); /* U+202C: its end */
}

void format_xml(struct buffer *out, const char *text)
{
    for (; *text; text++) {
        const char *escaped = *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : NULL;
        if (escaped)
            buffer_append_text(out, escaped);
        else if ((unsigned char)*text >= 0x20) /* WebVTT has no place for controls */
            buffer_append_char(out, *text);
    }
}

/* --- the export parameters --- */

/* A text that must be one of a NULL-ended list, as the list writes it; `other` when it is empty, or is noted
 * as unknown. */
static const char *format_options_known(const struct param_set *set, const char *name,
                                        const char *const *known, const char *other,
                                        struct value_unknown *unknown)
{
    const char *text = value_text(set, name);
    for (; *known; known++) {
        if (text_equal_nocase(*known, text))
            return *known;
    }
    if (text[0])
        value_note_unknown(unknown, name);
    return other;
}

/* One of the suggestions of the parameter's row. */
static const char *format_options_suggested(const struct param_set *set, const char *name, const char *other,
                                            struct value_unknown *unknown)
{
    return format_options_known(set, name, set->table->rows[param_find(set->table, name)].suggestions, other,
                                unknown);
}

/* Is a text the first of two words, rather than the second? */
static bool format_options_is_first(const struct param_set *set, const char *name, const char *first,
                                    const char *second, struct value_unknown *unknown)
{
    const char *const words[] = {first, second, NULL};
    return format_options_known(set, name, words, second, unknown) == first;
}

const char *format_options_read(struct format_options *options, const struct param_set *set,
                                const char *language, struct value_unknown *unknown)
{
    const char *own = value_text(set, "Language");
    *options = (struct format_options){
        .language = own[0] ? own : language,
        .crlf = format_options_is_first(set, "VariantId", "crlf", "default", unknown),
        .right_to_left = value_bool(set, "IsRightToLeft"),
        .italics = format_options_is_first(set, "FormattingMode", "Tags", "None", unknown),
        .highlight = format_options_is_first(set, "HighlightingMode", "Words", "None", unknown),
        .color = format_options_suggested(set, "UnhighlightedColor", "White", unknown),
        .background = format_options_suggested(set, "UnhighlightedBackgroundColor", "White", unknown),
    };
    return !own[0] || value_is_language(own) ? NULL : "Language";
}
