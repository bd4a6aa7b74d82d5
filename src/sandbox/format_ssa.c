/* Writes Sub Station Alpha files; highlighted words are karaoke. */
#include "steno/sandbox/format.h"

/* A color in the format's own form: a decimal number of the bytes blue, green, red. */
static long ssa_color(const char *name)
{
    int bits = format_color(name);
    return ((bits & 4) ? 0xFF0000L : 0) | ((bits & 2) ? 0x00FF00L : 0) | ((bits & 1) ? 0x0000FFL : 0);
}

/* Appends the head of the file: title, one style, and what a line of events holds. */
static void ssa_head(struct buffer *out, const struct format_options *options)
{
    static const char format[] =
        "Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text";
    buffer_append_text(out, options->crlf ? "\xEF\xBB\xBF[Script Info]" : "[Script Info]");
    format_newline(out, options);
    buffer_printf(out, "Title: %s", options->title);
    format_newline(out, options);
    buffer_append_text(out, "ScriptType: v4.00");
    format_newline(out, options);
    format_newline(out, options);
    buffer_append_text(out, "[V4 Styles]");
    format_newline(out, options);
    buffer_append_text(
        out, "Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, BackColour, Alignment");
    format_newline(out, options);
    buffer_printf(out, "Style: Default,Arial,20,%ld,%ld,%ld,2", options->highlight ? 0x00FFFFL : 0xFFFFFFL,
                  options->highlight ? ssa_color(options->color) : 0xFFFFFFL,
                  options->highlight ? ssa_color(options->background) : 0L);
    format_newline(out, options);
    format_newline(out, options);
    buffer_append_text(out, "[Events]");
    format_newline(out, options);
    buffer_append_text(out, format);
    format_newline(out, options);
}

/* Appends the words of a line, with their length in hundredths of a second when they light up. */
static void ssa_words(struct buffer *out, const struct caption_line *line,
                      const struct format_options *options)
{
    bool italic = options->italics && (line->noise || line->song);
    buffer_append_text(out, italic ? "{\\i1}" : "");
    for (size_t i = 0; i < line->count; i++) {
        if (i > 0)
            buffer_append_char(out, ' ');
        if (options->highlight)
            buffer_printf(out, "{\\k%lld}",
                          (long long)(line->words[i].end_ms - line->words[i].start_ms) / 10);
        buffer_append_text(out, line->words[i].text);
    }
    buffer_append_text(out, italic ? "{\\i0}" : "");
}

void format_ssa(struct buffer *out, const struct captions *captions, const struct format_options *options)
{
    ssa_head(out, options);
    for (size_t i = 0; i < captions->count; i++) {
        const struct caption *caption = &captions->rows[i];
        buffer_append_text(out, "Dialogue: Marked=0,");
        format_time(out, caption->start_ms, 1, '.', 2);
        buffer_append_char(out, ',');
        format_time(out, caption->end_ms, 1, '.', 2);
        buffer_append_text(out, ",Default,,0000,0000,0000,,");
        for (size_t j = 0; j < caption->count; j++) {
            buffer_append_text(out, j > 0 ? "\\N" : "");
            format_begin_direction(out, options);
            ssa_words(out, &caption->lines[j], options);
            format_end_direction(out, options);
        }
        format_newline(out, options);
    }
}
