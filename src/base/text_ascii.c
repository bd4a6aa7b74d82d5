/* Owns what stands for a character where only ASCII may be sent: as many cells, so that columns stay in
 * place. */
#include "steno/base/text.h"

/* Signs of our own with an ASCII twin of the same width. */
static const struct {
    uint32_t code;
    const char *ascii;
} twins[] = {
    {0x2026, "."}, {0x2192, ">"},  {0x2190, "<"},  {0x2191, "^"}, {0x2193, "v"}, {0x2713, "+"}, {0x2717, "x"},
    {0x2502, "|"}, {0x2500, "-"},  {0x2022, "*"},  {0x00B7, "."}, {0x2013, "-"}, {0x2014, "-"}, {0x2018, "'"},
    {0x2019, "'"}, {0x201C, "\""}, {0x201D, "\""}, {0x00A0, " "}, {0x00D7, "x"}, {0x2265, ">"}, {0x2264, "<"},
};

/* ASCII letters under the accents of Latin-1 and Latin Extended-A, U+00C0 to U+017F. */
static const char latin[] = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty"
                            "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLlNnNnNnnNn"
                            "OoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";

const char *text_ascii(uint32_t code)
{
    static char one[2];
    int width = text_code_width(code);
    if (width == 0)
        return "";
    one[0] = '?';
    if (code >= 0x20 && code < 0x7F)
        one[0] = (char)code;
    else if (code >= 0xC0 && code < 0xC0 + sizeof latin - 1)
        one[0] = latin[code - 0xC0];
    else if (width == 2)
        return "??";
    for (size_t i = 0; i < sizeof twins / sizeof twins[0]; i++)
        if (twins[i].code == code)
            return twins[i].ascii;
    return one;
}
