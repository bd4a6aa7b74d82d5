/* Writes Sub Station Alpha files, of version 4 (ssa) and 4+ (ass); highlighted words are karaoke. */
/* SPDX-License-Identifier: MIT */
#include "format.h"

#include <string.h>

/* What the versions differ in. */
struct ssa_version {
    const char *type, *styles, *style_format, *style_end, *event_format, *event_begin;
};

static const struct ssa_version version_4 = {
    .type = "v4.00",
    .styles = "[V4 Styles]",
    .style_format =
        "Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, "
        "Bold, Italic, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, AlphaLevel, "
        "Encoding",
    .style_end = ",0,0,1,2,0,2,20,20,20,0,1",
    .event_format = "Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text",
    .event_begin = "Dialogue: Marked=0,",
};

static const struct ssa_version version_4_plus = {
    .type = "v4.00+",
    .styles = "[V4+ Styles]",
    .style_format =
        "Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, "
        "Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, "
        "Alignment, MarginL, MarginR, MarginV, Encoding",
    .style_end = ",0,0,0,0,100,100,0,0,1,2,0,2,20,20,20,1",
    .event_format = "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text",
    .event_begin = "Dialogue: 0,",
};

/* A color in the format's own form: a number of the bytes blue, green, red. */
static long ssa_color(const char *name)
{
    int bits = format_color(name);
    return ((bits & 4) ? 0xFF0000L : 0) | ((bits & 2) ? 0x00FF00L : 0) | ((bits & 1) ? 0x0000FFL : 0);
}

/* Appends a color of the style. */
static void ssa_put_color(struct buffer *out, const struct ssa_version *version, long color)
{
    if (version == &version_4)
        buffer_printf(out, ",%ld", color);
    else
        buffer_printf(out, ",&H%08lX", (unsigned long)color);
}

/* Appends the only style: what was sung is yellow, what was not has the colors that were asked for. */
static void ssa_style(struct buffer *out, const struct ssa_version *version,
                      const struct format_options *options)
{
    bool lit = options->highlight;
    buffer_append_text(out, "Style: Default,Arial,20");
    ssa_put_color(out, version, lit ? 0x00FFFFL : 0xFFFFFFL);
    ssa_put_color(out, version, lit ? ssa_color(options->color) : 0xFFFFFFL);
    ssa_put_color(out, version, 0);
    ssa_put_color(out, version, lit ? ssa_color(options->background) : 0L);
    buffer_printf(out, "%s\n", version->style_end);
}

/* Appends a text; braces would begin an override, controls end the line. */
static void ssa_text(struct buffer *out, const char *text)
{
    for (; *text; text++) {
        char c = *text == '{' ? '(' : *text == '}' ? ')' : *text == '\\' ? '/' : *text;
        buffer_append_char(out, (unsigned char)c < 0x20 ? ' ' : c);
    }
}

/* Appends the head of the file: title, one style, and what a line of events has. */
static void ssa_head(struct buffer *out, const struct ssa_version *version,
                     const struct format_options *options)
{
    buffer_append_text(out, "[Script Info]\nTitle: ");
    ssa_text(out, options->title);
    buffer_printf(out, "\nScriptType: %s\n\n%s\n%s\n", version->type, version->styles, version->style_format);
    ssa_style(out, version, options);
    buffer_printf(out, "\n[Events]\n%s\n", version->event_format);
}

/* Lets the karaoke go on to a time of the caption, in hundredths of a second, when it is not there yet. */
static void ssa_karaoke(struct buffer *out, const struct format_options *options, int64_t *at, int64_t to)
{
    if (!options->highlight || to <= *at)
        return;
    buffer_printf(out, "{\\k%lld}", (long long)(to - *at));
    *at = to;
}

/* A time of a word on the clock of its caption, in hundredths of a second. */
static int64_t ssa_clock(const struct cue *cue, int64_t ms)
{
    return (ms < cue->end_ms ? ms : cue->end_ms) / 10 - cue->start_ms / 10;
}

/* Appends the words of a line; where they light up, each after its length, and gaps with theirs. */
static void ssa_words(struct buffer *out, const struct cue *cue, const struct cue_line *line,
                      const struct format_options *options, int64_t *at)
{
    bool italic = options->italics && (line->noise || line->song);
    buffer_append_text(out, italic ? "{\\i1}" : "");
    for (size_t i = 0; i < line->count; i++) {
        if (i > 0) {
            ssa_karaoke(out, options, at, ssa_clock(cue, line->words[i].start_ms));
            buffer_append_char(out, ' ');
        }
        ssa_karaoke(out, options, at, ssa_clock(cue, line->words[i].end_ms));
        ssa_text(out, line->words[i].text);
    }
    buffer_append_text(out, italic ? "{\\i0}" : "");
}

/* Appends the text of a caption. */
static void ssa_cue(struct buffer *out, const struct cue *cue, const struct format_options *options)
{
    int64_t at = 0;
    for (size_t j = 0; j < cue->count; j++) {
        const struct cue_line *line = &cue->lines[j];
        if (j > 0 && line->count > 0)
            ssa_karaoke(out, options, &at, ssa_clock(cue, line->words[0].start_ms));
        buffer_append_text(out, j > 0 ? "\\N" : "");
        format_begin_direction(out, options);
        ssa_words(out, cue, line, options, &at);
        format_end_direction(out, options);
    }
    buffer_append_char(out, '\n');
}

/* Appends a file of a version. */
static void ssa_write(struct buffer *out, const struct ssa_version *version, const struct cues *cues,
                      const struct format_options *options)
{
    ssa_head(out, version, options);
    for (size_t i = 0; i < cues->count; i++) {
        const struct cue *cue = &cues->rows[i];
        buffer_append_text(out, version->event_begin);
        format_time(out, cue->start_ms, 1, '.', 2);
        buffer_append_char(out, ',');
        format_time(out, cue->end_ms, 1, '.', 2);
        buffer_append_text(out, ",Default,,0000,0000,0000,,");
        ssa_cue(out, cue, options);
    }
}

void format_ssa(struct buffer *out, const struct cues *cues, const struct format_options *options)
{
    ssa_write(out, &version_4, cues, options);
}

void format_ass(struct buffer *out, const struct cues *cues, const struct format_options *options)
{
    ssa_write(out, &version_4_plus, cues, options);
}
