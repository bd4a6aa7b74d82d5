/* House styles: what broadcasters and platforms ask of captions, as data with its source.
 *
 * A style names the parameters to send and the limits to check.  It is a start: a value that it names can be
 * changed, and what it does not name it does not send. */
#ifndef STENO_CAPTION_STYLE_H
#define STENO_CAPTION_STYLE_H

#include "steno/caption/check.h"

#define STYLE_SENDS_MAX 8

struct style_value {
    const char *name;  /* of an export parameter */
    const char *value; /* as it is sent */
};

struct caption_style {
    const char *name;                              /* "bbc" */
    const char *title;                             /* one line, at most 72 cells */
    const char *date;                              /* of the source: "March 2026" */
    const char *checked;                           /* when the row was compared with it: "2026-11-21" */
    const char *audience;                          /* "adults", "children"; "" for any */
    struct style_value sends[STYLE_SENDS_MAX + 1]; /* ended by a NULL name */
    struct caption_limits limits;                  /* limits.source is the document */
    const char *cannot; /* what the export parameters cannot give; "" for nothing */
};

extern const struct caption_style caption_styles[];
extern const size_t caption_style_count;

/* The style that limits nothing but by what was asked. */
#define STYLE_DEFAULT "asked"

/* The row of a name, or NULL. */
const struct caption_style *caption_style_find(const char *name);

#endif
