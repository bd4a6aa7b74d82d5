/* Writes SubRip files. A format without word times: what is not highlighted gets its colors for the whole
 * line. */
#include "format.h"

/* Appends one line of a caption with its marks. */
static void srt_line(struct buffer *out, const struct cue_line *line, const struct format_options *options)
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
            srt_line(out, &cue->lines[j], options);
        buffer_append_char(out, '\n');
    }
}
