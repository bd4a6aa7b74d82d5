/* Writes the formats that follow the parameters: WebVTT, whose highlighted words carry their times; SubRip,
 * where words have no times and a line that is not highlighted gets its colors; plain text, the captions
 * alone. */
/* SPDX-License-Identifier: MIT */
#include "format.h"

#include <ctype.h>
#include <string.h>

/* --- WebVTT --- */

/* Appends a class name: a color in small letters. The green of teletext is the lime of WebVTT. */
static void format_vtt_class(struct buffer *out, const char *prefix, const char *color)
{
    buffer_append_text(out, prefix);
    if (strcmp(color, "Green") == 0)
        color = "lime";
    for (; *color; color++)
        buffer_append_char(out, (char)tolower((unsigned char)*color));
}

/* Appends the words of a line. Where they light up, one has its time before it when that lies within the cue
 * and after the time before; *last_ms is that time. */
static void format_vtt_words(struct buffer *out, const struct cue *cue, const struct cue_line *line,
                             const struct format_options *options, int64_t *last_ms)
{
    for (size_t i = 0; i < line->count; i++) {
        int64_t start = line->words[i].start_ms;
        if (i > 0)
            buffer_append_char(out, ' ');
        if (options->highlight && start > *last_ms && start < cue->end_ms) {
            buffer_append_char(out, '<');
            format_time(out, start, 2, '.', 3);
            buffer_append_char(out, '>');
            *last_ms = start;
        }
        format_xml(out, line->words[i].text);
    }
    if (line->count == 0) /* an empty line would end the cue */
        buffer_append_text(out, "&nbsp;");
}

/* Appends one line of a caption with its marks. */
static void format_vtt_line(struct buffer *out, const struct cue *cue, const struct cue_line *line,
                            const struct format_options *options, int64_t *last_ms)
{
    bool italic = options->italics && (line->noise || line->song);
    format_begin_direction(out, options);
    if (options->highlight) {
        format_vtt_class(out, "<c.", options->color);
        format_vtt_class(out, ".bg_", options->background);
        buffer_append_char(out, '>');
    }
    buffer_append_text(out, italic ? "<i>" : "");
    format_vtt_words(out, cue, line, options, last_ms);
    buffer_append_text(out, italic ? "</i>" : "");
    buffer_append_text(out, options->highlight ? "</c>" : "");
    format_end_direction(out, options);
    buffer_append_char(out, '\n');
}

void format_vtt(struct buffer *out, const struct cues *cues, const struct format_options *options)
{
    buffer_printf(out, "WEBVTT\n\nNOTE Language: %s\n", options->language);
    for (size_t i = 0; i < cues->count; i++) {
        const struct cue *cue = &cues->rows[i];
        int64_t last_ms = cue->start_ms;
        buffer_append_char(out, '\n');
        format_time(out, cue->start_ms, 2, '.', 3);
        buffer_append_text(out, " --> ");
        format_time(out, cue->end_ms, 2, '.', 3);
        buffer_append_char(out, '\n');
        for (size_t j = 0; j < cue->count; j++)
            format_vtt_line(out, cue, &cue->lines[j], options, &last_ms);
    }
}

/* --- SubRip --- */

/* Appends one line of a caption with its marks. */
static void format_srt_line(struct buffer *out, const struct cue_line *line,
                            const struct format_options *options)
{
    bool italic = options->italics && (line->noise || line->song);
    format_begin_direction(out, options);
    if (options->highlight)
        buffer_printf(out, "<font color=\"%s\" bgcolor=\"%s\">", options->color, options->background);
    buffer_append_text(out, italic ? "<i>" : "");
    format_line(out, line);
    buffer_append_text(out, italic ? "</i>" : "");
    buffer_append_text(out, options->highlight ? "</font>" : "");
    format_end_direction(out, options);
    buffer_append_char(out, '\n');
}

void format_srt(struct buffer *out, const struct cues *cues, const struct format_options *options)
{
    for (size_t i = 0; i < cues->count; i++) {
        const struct cue *cue = &cues->rows[i];
        buffer_printf(out, "%zu\n", i + 1);
        format_time(out, cue->start_ms, 2, ',', 3);
        buffer_append_text(out, " --> ");
        format_time(out, cue->end_ms, 2, ',', 3);
        buffer_append_char(out, '\n');
        for (size_t j = 0; j < cue->count; j++)
            format_srt_line(out, &cue->lines[j], options);
        buffer_append_char(out, '\n');
    }
}

/* --- plain text --- */

void format_txt(struct buffer *out, const struct cues *cues, const struct format_options *options)
{
    for (size_t i = 0; i < cues->count; i++) {
        buffer_append_text(out, i > 0 ? "\n" : "");
        for (size_t j = 0; j < cues->rows[i].count; j++) {
            format_begin_direction(out, options);
            format_line(out, &cues->rows[i].lines[j]);
            format_end_direction(out, options);
            buffer_append_char(out, '\n');
        }
    }
}
