/* Owns the reading of the export parameters that concern the file. */
#include "format.h"

#include <string.h>

#include "query.h"
#include "steno/base/text.h"

/* A text that must be one of a NULL-ended list, as the list writes it; `other` when it is empty, or is noted
 * as unknown. */
static const char *format_options_known(const struct param_set *set, const char *name,
                                        const char *const *known, const char *other,
                                        struct value_unknown *unknown)
{
    const char *text = value_text(set, name);
    for (; *known; known++) {
        if (text_equal_nocase(*known, text))
            return *known;
    }
    if (text[0])
        value_note_unknown(unknown, name);
    return other;
}

/* One of the suggestions of the parameter's row. */
static const char *format_options_suggested(const struct param_set *set, const char *name, const char *other,
                                            struct value_unknown *unknown)
{
    return format_options_known(set, name, set->table->rows[param_find(set->table, name)].suggestions, other,
                                unknown);
}

/* Is a text the first of two words, rather than the second? */
static bool format_options_is_first(const struct param_set *set, const char *name, const char *first,
                                    const char *second, struct value_unknown *unknown)
{
    const char *const words[] = {first, second, NULL};
    return format_options_known(set, name, words, second, unknown) == first;
}

/* The language code of an STL header: two hex digits, or "". */
static void format_options_language_code(char out[3], const struct param_set *set,
                                         struct value_unknown *unknown)
{
    const char *code = value_text(set, "LanguageCode");
    out[0] = '\0';
    if (strlen(code) != 2 || strspn(code, "0123456789ABCDEFabcdef") != 2) {
        if (code[0])
            value_note_unknown(unknown, "LanguageCode");
        return;
    }
    for (int i = 0; i < 3; i++)
        out[i] = (char)(code[i] >= 'a' ? code[i] - 'a' + 'A' : code[i]);
}

const char *format_options_read(struct format_options *options, const struct param_set *set,
                                const char *title, const char *language, struct value_unknown *unknown)
{
    const char *own = value_text(set, "Language");
    *options = (struct format_options){
        .title = title,
        .language = own[0] ? own : language,
        .crlf = format_options_is_first(set, "VariantId", "crlf", "default", unknown),
        .right_to_left = value_bool(set, "IsRightToLeft"),
        .italics = format_options_is_first(set, "FormattingMode", "Tags", "None", unknown),
        .highlight = format_options_is_first(set, "HighlightingMode", "Words", "None", unknown),
        .color = format_options_suggested(set, "UnhighlightedColor", "White", unknown),
        .background = format_options_suggested(set, "UnhighlightedBackgroundColor", "White", unknown),
        .code_page = format_options_suggested(set, "CodePageNumber", "850", unknown),
        .disk_format = format_options_suggested(set, "DiskFormatCode", "STL25.01", unknown),
        .display_standard = format_options_suggested(set, "DisplayStandardCode", "0", unknown),
        .box = format_options_is_first(set, "UseBoxAroundText", "true", "false", unknown),
    };
    format_options_language_code(options->language_code, set, unknown);
    return !own[0] || value_is_language(own) ? NULL : "Language";
}
