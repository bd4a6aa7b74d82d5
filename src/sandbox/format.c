/* Owns the table of subtitle formats, and what its writers share. The parameters are format_options.c. */
#include "format.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/text.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

static const struct format formats[] = {
    {.id = "srt", .type = "application/x-subrip", .write = format_srt},
    {.id = "vtt", .type = "text/vtt", .write = format_vtt},
    {.id = "ssa", .type = "text/x-ssa", .write = format_ssa},
    {.id = "ass", .type = "text/x-ass", .write = format_ass},
    {.id = "ttml", .type = "application/ttml+xml", .write = format_ttml},
    {.id = "stl", .type = "application/octet-stream", .binary = true, .write = format_stl},
    {.id = "txt", .type = "text/plain; charset=utf-8", .write = format_txt},
};

const struct format *format_find(const char *id)
{
    for (size_t i = 0; i < COUNT(formats); i++) {
        if (!id[0] || text_equal_nocase(formats[i].id, id))
            return &formats[i];
    }
    return NULL;
}

int format_color(const char *name)
{
    static const char *const names[] = {"Black", "Red",     "Green", "Yellow",
                                        "Blue",  "Magenta", "Cyan",  "White"};
    for (size_t i = 0; i < COUNT(names); i++) {
        if (text_equal_nocase(names[i], name))
            return (int)i;
    }
    return -1;
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
    if (format->binary || !options->crlf) {
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
        else if ((unsigned char)*text >= 0x20) /* XML and WebVTT have no place for controls */
            buffer_append_char(out, *text);
    }
}
