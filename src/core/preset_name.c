/* Owns what the name of a preset may be. Knows no store and no form. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/preset_name.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/caption/styles.h"

#define RULE "a preset's name has 1 to 64 printable characters"

_Static_assert(PRESET_NAME_MAX == 64, "the sentence names the number");

/* How many characters a text has, up to one that cannot be printed: *printable is false then. */
static size_t preset_name_count(const char *text, size_t len, bool *printable)
{
    size_t count = 0;
    *printable = text_is_valid(text, len);
    for (size_t at = 0; *printable && at < len; count++) {
        uint32_t code;
        at += text_decode(text + at, len - at, &code);
        *printable = !text_code_is_hostile(code);
    }
    return count;
}

char *preset_name_trim(const char *text)
{
    text += strspn(text, " \t\r\n");
    size_t len = strlen(text);
    while (len > 0 && strchr(" \t\r\n", text[len - 1]))
        len--;
    return mem_copy_n(text, len);
}

char *preset_name_check(const char *text, struct error *err)
{
    bool printable;
    char *name = preset_name_trim(text);
    size_t count = preset_name_count(name, strlen(name), &printable);
    const struct caption_style *style = caption_style_find(name, NULL);
    if (!style && printable && count >= 1 && count <= PRESET_NAME_MAX)
        return name;
    free(name);
    if (style) {
        error_set(err, ERROR_USAGE, "%s is the name of a house style: use another name for the preset",
                  style->name);
        return NULL;
    }
    if (!printable)
        error_set(err, ERROR_USAGE, RULE "; this one contains a control or invisible character");
    else if (count == 0)
        error_set(err, ERROR_USAGE, RULE "; this one is empty");
    else
        error_set(err, ERROR_USAGE, RULE "; this one has %zu", count);
    return NULL;
}
