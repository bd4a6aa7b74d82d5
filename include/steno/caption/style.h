/* House styles: what broadcasters and platforms ask of captions, as data with its source.
 *
 * A style names the parameters to send and the limits to check.  It is a start: a value that it names can be
 * changed, and what it does not name it does not send. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CAPTION_STYLE_H
#define STENO_CAPTION_STYLE_H

#include "steno/caption/check.h"

#define STYLE_SENDS_MAX 64 /* more than an export has parameters, by a test */

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

/* What a style of one's own can limit: a row each, for the config file and its manual. */
struct style_limit_key {
    const char *name;   /* "cps"; a rule's name where it is the limit of one */
    const char *values; /* what it takes, for messages: "true or false" */
    const char *help;   /* one line, at most 72 cells */
    bool (*put)(struct caption_limits *limits, const char *value);
};
extern const struct style_limit_key style_limit_keys[];
extern const size_t style_limit_key_count;

#define STYLE_LEVEL_KEY "level." /* before the name of a rule: its level, or off */

/* Sets what a key names, one of style_limit_keys or level.RULE. False with ERROR_USAGE for a value that it
 * does not take; false without an error, and *known false, when there is no such key. */
bool style_limit_put(struct caption_limits *limits, const char *key, const char *value, bool *known,
                     struct error *err);

#endif
