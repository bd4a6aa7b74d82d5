/* Writes plain text: the captions without times, a blank line between them. */
#include "format.h"

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
