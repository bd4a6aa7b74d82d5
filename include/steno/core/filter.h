/* The filter of the watchlist, on the screen and on the command line: words, all of which a
 * project has to match, whatever their case.
 *
 *   word        is in its id, name, state, a tag, its label or its note
 *   state:word  is in this one place: state, tag, label, lang, note
 *   is:todo     it is what filter_terms says of it
 *   -word       it does not match this word
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_FILTER_H
#define STENO_CORE_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/base/error.h"
#include "steno/core/listed.h"

struct filter;

/* A word with a colon: one that is whole, or one that looks into a place and goes on with what is to be
 * there. */
struct filter_term {
    const char *word;                        /* "is:todo", "tag:" */
    const char *help;                        /* "None, has media, not read-only, nothing sent" */
    const char *none;                        /* "No project here is None and has media"; NULL of a place */
    bool (*is)(const struct listed *listed); /* NULL of a place */
    size_t at;                               /* of a place: which text of struct listed */
};

/* The first FILTER_VIEWS are the views 1, 2, …, in their order. */
#define FILTER_VIEWS 5
#define FILTER_TERMS 10
extern const struct filter_term filter_terms[FILTER_TERMS];

/* The words of a text; those that are unknown or not finished, such as `-`, `tag:` or `is:to`, leave
 * everything. Free with filter_free; NULL is fine there. */
struct filter *filter_new(const char *text);
/* False, with an error that names it, where such a word is there. */
bool filter_check(const char *text, struct error *err);
void filter_free(struct filter *filter);
bool filter_takes(const struct filter *filter, const struct listed *listed);
/* What is said where nothing matches a text: "No project here is None and has media". */
const char *filter_none(const char *text);

#endif
