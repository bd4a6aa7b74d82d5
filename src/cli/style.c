/* Owns the lookup of a house style by its name. */
#include "style.h"

#include <stdlib.h>

#include "steno/base/text.h"
#include "steno/core/nearest.h"

const struct caption_style *style_require(const char *name, struct error *err)
{
    const struct caption_style *style = caption_style_find(name);
    struct nearest nearest;
    if (style)
        return style;
    nearest_start(&nearest, name);
    for (size_t i = 0; i < caption_style_count; i++)
        nearest_offer(&nearest, caption_styles[i].name);
    char *clean = text_clean_copy(name);
    if (nearest.best[0])
        error_set(err, ERROR_USAGE, "there is no style “%s”; did you mean %s?", clean, nearest.best);
    else
        error_set(err, ERROR_USAGE, "there is no style “%s”; steno style list shows them", clean);
    free(clean);
    return NULL;
}
