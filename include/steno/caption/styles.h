/* House styles: built-in presets of exports, each with the limits that its document sets. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CAPTION_STYLES_H
#define STENO_CAPTION_STYLES_H

#include "steno/caption/check.h"

#define STYLE_SENDS_MAX 6

struct style_value {
    const char *name;  /* of an export parameter */
    const char *value; /* as it is sent */
};

struct caption_style {
    const char *name;                              /* "bbc" */
    const char *title;                             /* one line, at most 72 cells */
    struct style_value sends[STYLE_SENDS_MAX + 1]; /* ended by a NULL name */
    struct caption_limits limits;                  /* limits.source is the document, with its date */
};

#define STYLES_CHECKED "2026-11-21" /* when they were compared with their documents */

extern const struct caption_style caption_styles[];
extern const size_t caption_style_count;

/* The style of a name; NULL with an error that names them all. */
const struct caption_style *caption_style_find(const char *name, struct error *err);

#endif
