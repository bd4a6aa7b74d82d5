/* Reads plain text: a paragraph is a caption without times. */
#include "read_private.h"
#include "steno/base/text.h"

void read_txt(struct reading *r)
{
    struct source_line line;
    while (reading_line(r, &line)) {
        if (reading_is_blank(line.s, line.len)) {
            reading_close(r);
            continue;
        }
        if (!r->caption && !reading_open(r, reading_place(r, &line, 0)))
            return;
        for (size_t at = 0; at < line.len;) {
            uint32_t code;
            struct caption_place place = reading_place(r, &line, at);
            at += text_decode(line.s + at, line.len - at, &code);
            reading_put(r, code, place);
        }
        reading_newline(r, reading_place(r, &line, line.len));
    }
}
