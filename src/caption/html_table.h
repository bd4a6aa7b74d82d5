/* Named character references that captions may have. Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SRC_CAPTION_HTML_TABLE_H
#define STENO_SRC_CAPTION_HTML_TABLE_H

#include <stdint.h>

#define HTML_REFERENCE_COUNT 407
#define HTML_NAME_MAX        8

struct html_reference {
    const char *name; /* "eacute" */
    uint16_t code;
};

extern const struct html_reference html_references[HTML_REFERENCE_COUNT];

#endif
