/* Writes TTML files of the profile EBU-TT-D (EBU Tech 3380). Words have no times of their own there: what is
 * not highlighted gets its colors for the whole caption. */
#include "format.h"

/* Appends one of the eight colors as #rrggbb. */
static void ttml_color(struct buffer *out, const char *attribute, const char *name)
{
    int bits = format_color(name);
    buffer_printf(out, " %s=\"#%s%s%s\"", attribute, (bits & 1) ? "ff" : "00", (bits & 2) ? "ff" : "00",
                  (bits & 4) ? "ff" : "00");
}

/* Appends the styles: of captions, of their text, of what is in italics. */
static void ttml_styles(struct buffer *out, const struct format_options *options)
{
    buffer_printf(out,
                  "<tt:styling>\n"
                  "<tt:style xml:id=\"caption\" tts:fontFamily=\"proportionalSansSerif\" "
                  "tts:fontSize=\"160%%\" tts:lineHeight=\"125%%\" tts:textAlign=\"center\"%s/>\n"
                  "<tt:style xml:id=\"text\"",
                  options->right_to_left ? " tts:direction=\"rtl\" tts:unicodeBidi=\"embed\"" : "");
    ttml_color(out, "tts:color", options->highlight ? options->color : "White");
    ttml_color(out, "tts:backgroundColor", options->highlight ? options->background : "Black");
    buffer_append_text(out, "/>\n<tt:style xml:id=\"italic\" tts:fontStyle=\"italic\"/>\n</tt:styling>\n");
}

/* Appends what comes before the captions. */
static void ttml_head(struct buffer *out, const struct format_options *options)
{
    buffer_printf(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<tt:tt xmlns:tt=\"http://www.w3.org/ns/ttml\" xmlns:ttp=\"http://www.w3.org/ns/ttml#parameter\" "
        "xmlns:tts=\"http://www.w3.org/ns/ttml#styling\" xmlns:ttm=\"http://www.w3.org/ns/ttml#metadata\" "
        "xmlns:ebuttm=\"urn:ebu:tt:metadata\" ttp:timeBase=\"media\" ttp:cellResolution=\"32 15\" "
        "xml:lang=\"%s\">\n<tt:head>\n<tt:metadata><ttm:title>",
        options->language);
    format_xml(out, options->title);
    buffer_append_text(
        out, "</ttm:title><ebuttm:documentMetadata><ebuttm:conformsToStandard>urn:ebu:tt:distribution:2018-04"
             "</ebuttm:conformsToStandard></ebuttm:documentMetadata></tt:metadata>\n");
    ttml_styles(out, options);
    buffer_append_text(
        out, "<tt:layout><tt:region xml:id=\"bottom\" tts:origin=\"10% 10%\" tts:extent=\"80% 80%\" "
             "tts:displayAlign=\"after\"/></tt:layout>\n</tt:head>\n<tt:body><tt:div style=\"caption\">\n");
}

/* Appends a caption's lines. */
static void ttml_lines(struct buffer *out, const struct cue *cue, const struct format_options *options)
{
    for (size_t i = 0; i < cue->count; i++) {
        const struct cue_line *line = &cue->lines[i];
        bool italic = options->italics && (line->noise || line->song);
        struct buffer text;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        format_line(&text, line);
        buffer_append_text(out, i > 0 ? "<tt:br/>" : "");
        buffer_printf(out, "<tt:span style=\"text%s\">", italic ? " italic" : "");
        format_xml(out, buffer_text(&text));
        buffer_append_text(out, "</tt:span>");
        buffer_free(&text);
    }
}

void format_ttml(struct buffer *out, const struct cues *cues, const struct format_options *options)
{
    ttml_head(out, options);
    for (size_t i = 0; i < cues->count; i++) {
        const struct cue *cue = &cues->rows[i];
        buffer_printf(out, "<tt:p xml:id=\"caption%zu\" region=\"bottom\" begin=\"", i + 1);
        format_time(out, cue->start_ms, 2, '.', 3);
        buffer_append_text(out, "\" end=\"");
        format_time(out, cue->end_ms, 2, '.', 3);
        buffer_append_text(out, "\">");
        ttml_lines(out, cue, options);
        buffer_append_text(out, "</tt:p>\n");
    }
    buffer_append_text(out, "</tt:div></tt:body>\n</tt:tt>\n");
}
