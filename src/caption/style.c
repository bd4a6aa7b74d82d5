/* Finds house styles by name. */
#include "steno/caption/style.h"

#include <string.h>

const struct caption_style *caption_style_find(const char *name)
{
    for (size_t i = 0; i < caption_style_count; i++)
        if (strcmp(caption_styles[i].name, name) == 0)
            return &caption_styles[i];
    return NULL;
}
