/* The filter of the watchlist: words, all of which a project has to match, whatever their case.
 *
 *   word        is in its id, name, state, a tag, its label or its note
 *   -word       is in none of them
 *   state:word  is in this one place: state, tag, label, lang, note; -state:word is not
 *   state:!     failed, canceled or not readable: a sign matches the marks of the list
 *
 * A word that is not finished, such as `-` or `tag:`, leaves everything.
 */
#ifndef STENO_CORE_FILTER_H
#define STENO_CORE_FILTER_H

#include <stdbool.h>

struct filter;

/* What a project shows to a filter: cleaned texts, "" where there is none. */
struct filter_row {
    const char *id, *name, *state, *tags, *label, *lang, *note;
    const char *marks; /* signs of its state: "!" */
};

/* The words of a text. Free with filter_free; NULL is fine there. */
struct filter *filter_new(const char *text);
void filter_free(struct filter *filter);
bool filter_takes(const struct filter *filter, const struct filter_row *row);

/* The text with this word at its end, or without it where it has it. Caller frees. */
char *filter_toggle(const char *text, const char *word);

#endif
