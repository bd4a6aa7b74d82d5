/* Owns the table of subtitle formats, the parameters that concern the file, and what its writers share. */
#include "steno/sandbox/format.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/text.h"
#include "steno/sandbox/query.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

static const struct format formats[] = {
    {.id = "srt", .type = "application/x-subrip", .write = format_srt},
    {.id = "vtt", .type = "text/vtt", .write = format_vtt},
    {.id = "ssa", .type = "text/x-ssa", .write = format_ssa},
    {.id = "stl", .type = "application/octet-stream", .write = format_stl},
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

/* Is a text one of the row's suggestions, or empty? The header values of an STL file are a closed list. */
static bool format_is_suggested(const struct param_set *set, const char *name)
{
    const char *text = value_text(set, name);
    const char *const *known = set->table->rows[param_find(set->table, name)].suggestions;
    bool found = !text[0];
    for (; known && *known && !found; known++)
        found = text_equal_nocase(*known, text);
    return found;
}

/* The first parameter of an STL header that cannot be, or NULL. */
static const char *format_bad_header(const struct param_set *set)
{
    static const char *const closed[] = {"CodePageNumber", "DiskFormatCode", "DisplayStandardCode"};
    for (size_t i = 0; i < COUNT(closed); i++) {
        if (!format_is_suggested(set, closed[i]))
            return closed[i];
    }
    const char *code = value_text(set, "LanguageCode"), *box = value_text(set, "UseBoxAroundText");
    if (code[0] && (strlen(code) != 2 || strspn(code, "0123456789ABCDEFabcdef") != 2))
        return "LanguageCode";
    return !box[0] || text_equal_nocase(box, "true") || text_equal_nocase(box, "false") ? NULL
                                                                                        : "UseBoxAroundText";
}

/* Is a text empty or one of two words? */
static bool format_is_either(const char *text, const char *one, const char *two)
{
    return !text[0] || text_equal_nocase(text, one) || text_equal_nocase(text, two);
}

/* The first parameter of the look or the variant that cannot be, or NULL. */
static const char *format_bad_look(const struct param_set *set)
{
    if (!format_is_either(value_text(set, "VariantId"), "default", "crlf"))
        return "VariantId";
    if (!format_is_either(value_text(set, "FormattingMode"), "None", "Tags"))
        return "FormattingMode";
    if (!format_is_either(value_text(set, "HighlightingMode"), "None", "Words"))
        return "HighlightingMode";
    if (format_color(value_text(set, "UnhighlightedColor")) < 0)
        return "UnhighlightedColor";
    if (format_color(value_text(set, "UnhighlightedBackgroundColor")) < 0)
        return "UnhighlightedBackgroundColor";
    const char *language = value_text(set, "Language");
    return !language[0] || value_is_language(language) ? NULL : "Language";
}

const char *format_options_read(struct format_options *options, const struct param_set *set,
                                const char *title, const char *language)
{
    const char *own = value_text(set, "Language");
    *options = (struct format_options){
        .title = title,
        .language = own[0] ? own : language,
        .crlf = text_equal_nocase(value_text(set, "VariantId"), "crlf"),
        .right_to_left = value_bool(set, "IsRightToLeft"),
        .italics = text_equal_nocase(value_text(set, "FormattingMode"), "Tags"),
        .highlight = text_equal_nocase(value_text(set, "HighlightingMode"), "Words"),
        .color = value_text(set, "UnhighlightedColor"),
        .background = value_text(set, "UnhighlightedBackgroundColor"),
        .code_page = value_text(set, "CodePageNumber"),
        .disk_format = value_text(set, "DiskFormatCode"),
        .display_standard = value_text(set, "DisplayStandardCode"),
        .language_code = value_text(set, "LanguageCode"),
        .box = text_equal_nocase(value_text(set, "UseBoxAroundText"), "true"),
    };
    const char *bad = format_bad_look(set);
    return bad ? bad : format_bad_header(set);
}

void format_line(struct buffer *out, const struct caption_line *line)
{
    for (size_t i = 0; i < line->count; i++) {
        if (i > 0)
            buffer_append_char(out, ' ');
        buffer_append_text(out, line->words[i].text);
    }
}

void format_time(struct buffer *out, int64_t ms, int hours, char point, int digits)
{
    buffer_printf(out, "%0*lld:%02d:%02d%c%0*d", hours, (long long)(ms / 3600000), (int)(ms / 60000 % 60),
                  (int)(ms / 1000 % 60), point, digits, (int)(digits == 2 ? ms % 1000 / 10 : ms % 1000));
}

void format_newline(struct buffer *out, const struct format_options *options)
{
    buffer_append_text(out, options->crlf ? "\r\n" : "\n");
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
