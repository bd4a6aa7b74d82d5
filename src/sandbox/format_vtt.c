/* Writes WebVTT files; highlighted words carry their times. */
#include "format.h"

#include <ctype.h>
#include <string.h>

/* Appends a class name: a color in small letters. The green of teletext is the lime of WebVTT. */
static void vtt_class(struct buffer *out, const char *prefix, const char *color)
{
    buffer_append_text(out, prefix);
    if (strcmp(color, "Green") == 0)
        color = "lime";
    for (; *color; color++)
        buffer_append_char(out, (char)tolower((unsigned char)*color));
}

/* Appends the words of a line. Where they light up, one has its time before it when that lies within the cue
 * and after the time before; *last_ms is that time. */
static void vtt_words(struct buffer *out, const struct cue *cue, const struct cue_line *line,
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
static void vtt_line(struct buffer *out, const struct cue *cue, const struct cue_line *line,
                     const struct format_options *options, int64_t *last_ms)
{
    bool italic = options->italics && (line->noise || line->song);
    format_begin_direction(out, options);
    if (options->highlight) {
        vtt_class(out, "<c.", options->color);
        vtt_class(out, ".bg_", options->background);
        buffer_append_char(out, '>');
    }
    buffer_append_text(out, italic ? "<i>" : "");
    vtt_words(out, cue, line, options, last_ms);
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
            vtt_line(out, cue, &cue->lines[j], options, &last_ms);
    }
}
