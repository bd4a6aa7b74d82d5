/* Writes WebVTT files; highlighted words carry their times. */
#include "steno/sandbox/format.h"

#include <ctype.h>
#include <string.h>

/* Appends a class name: a color in small letters. */
static void vtt_class(struct buffer *out, const char *prefix, const char *color)
{
    buffer_append_text(out, prefix);
    for (; *color; color++)
        buffer_append_char(out, (char)tolower((unsigned char)*color));
}

/* Appends a text with the characters that have a meaning in WebVTT escaped. */
static void vtt_text(struct buffer *out, const char *text)
{
    for (; *text; text++) {
        const char *escaped = *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : NULL;
        if (escaped)
            buffer_append_text(out, escaped);
        else
            buffer_append_char(out, *text);
    }
}

/* Appends the words of a line, each behind its time when they light up. */
static void vtt_words(struct buffer *out, const struct caption_line *line,
                      const struct format_options *options)
{
    for (size_t i = 0; i < line->count; i++) {
        if (i > 0)
            buffer_append_char(out, ' ');
        if (options->highlight) {
            buffer_append_char(out, '<');
            format_time(out, line->words[i].start_ms, 2, '.', 3);
            buffer_append_char(out, '>');
        }
        vtt_text(out, line->words[i].text);
    }
}

/* Appends one line of a caption with its marks. */
static void vtt_line(struct buffer *out, const struct caption_line *line,
                     const struct format_options *options)
{
    bool italic = options->italics && (line->noise || line->song);
    format_begin_direction(out, options);
    if (options->highlight) {
        vtt_class(out, "<c.", options->color);
        vtt_class(out, ".bg_", options->background);
        buffer_append_char(out, '>');
    }
    buffer_append_text(out, italic ? "<i>" : "");
    vtt_words(out, line, options);
    buffer_append_text(out, italic ? "</i>" : "");
    buffer_append_text(out, options->highlight ? "</c>" : "");
    format_end_direction(out, options);
    format_newline(out, options);
}

void format_vtt(struct buffer *out, const struct captions *captions, const struct format_options *options)
{
    buffer_append_text(out, options->crlf ? "\xEF\xBB\xBFWEBVTT" : "WEBVTT");
    format_newline(out, options);
    buffer_printf(out, "Language: %s", options->language);
    format_newline(out, options);
    for (size_t i = 0; i < captions->count; i++) {
        const struct caption *caption = &captions->rows[i];
        format_newline(out, options);
        format_time(out, caption->start_ms, 2, '.', 3);
        buffer_append_text(out, " --> ");
        format_time(out, caption->end_ms, 2, '.', 3);
        format_newline(out, options);
        for (size_t j = 0; j < caption->count; j++)
            vtt_line(out, &caption->lines[j], options);
    }
}
