/* House styles: built-in export presets, each with the limits of a published document. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CAPTION_STYLES_H
#define STENO_CAPTION_STYLES_H

#include "steno/caption/check.h"

#define STYLE_SENDS_MAX 6

struct style_value {
    const char *name;  /* name of an export parameter */
    const char *value; /* value that is sent to the server */
};

struct caption_style {
    const char *name;                              /* "bbc" */
    const char *title;                             /* one line, at most 72 cells */
    struct style_value sends[STYLE_SENDS_MAX + 1]; /* parameters to set; the last one has the name NULL */
    struct caption_limits limits;                  /* limits.source: title and date of the published rules */
};

#define STYLES_CHECKED "2026-11-21" /* the day when the styles were compared with the published rules */

extern const struct caption_style caption_styles[];
extern const size_t caption_style_count;

/* Returns the style with this name. If there is none, returns NULL, and the error lists all names. */
const struct caption_style *caption_style_find(const char *name, struct error *err);

#endif
