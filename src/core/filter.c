/* Owns what the words of a filter mean. It must not know where the projects come from. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/filter.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

static bool filter_is_todo(const struct listed *listed)
{
    return strcmp(listed->state, "None") == 0 && !listed->has_no_media && !listed->is_read_only &&
           !listed->is_sent;
}

static bool filter_is_busy(const struct listed *listed)
{
    return listed->mark == '*' || listed->is_sent;
}

static bool filter_is_failed(const struct listed *listed)
{
    return listed->mark == '!' || listed->is_unreadable || listed->is_refused;
}

static bool filter_is_export(const struct listed *listed)
{
    return listed->mark == '+' && listed->exported != LEDGER_CURRENT;
}

static bool filter_is_today(const struct listed *listed)
{
    return listed->is_today;
}

/* clang-format off */
const struct filter_term filter_terms[FILTER_TERMS] = {
    {.word = "is:todo", .help = "None, has media, not read-only, nothing sent", .is = filter_is_todo,
     .none = "No project here is None and has media"},
    {.word = "is:busy", .help = "in progress, or sent and not begun", .is = filter_is_busy,
     .none = "No project here is in progress"},
    {.word = "is:failed", .help = "failed, canceled, unreadable, last enqueue refused", .is = filter_is_failed,
     .none = "No project here failed or was refused"},
    {.word = "is:export", .help = "Completed, with no exported file or an old one", .is = filter_is_export,
     .none = "No project here waits for an export"},
    {.word = "is:today", .help = "the state began today", .is = filter_is_today,
     .none = "No project here changed its state today"},
    {.word = "state:", .help = "in the state: state:none", .at = offsetof(struct listed, state)},
    {.word = "tag:", .help = "in a tag: tag:news", .at = offsetof(struct listed, tags)},
    {.word = "label:", .help = "in the label of the transcript", .at = offsetof(struct listed, label)},
    {.word = "lang:", .help = "in the language: lang:en", .at = offsetof(struct listed, lang)},
    {.word = "note:", .help = "in your note", .at = offsetof(struct listed, note)},
};
/* clang-format on */

/* The places of a word that names none, beside the id. */
static const size_t anywhere[] = {offsetof(struct listed, name), offsetof(struct listed, state),
                                  offsetof(struct listed, tags), offsetof(struct listed, label),
                                  offsetof(struct listed, note)};

struct filter_word {
    const struct filter_term *term; /* NULL: anywhere */
    char *text;                     /* never NULL */
    bool is_not;
};

struct filter {
    struct filter_word *words;
    size_t count;
};

/* Length of the word that a text begins with. */
static size_t filter_word_length(const char *text)
{
    return strcspn(text, " ");
}

/* The term that a word is, or begins with; NULL for none. */
static const struct filter_term *filter_term_of(const char *word)
{
    for (size_t i = 0; i < FILTER_TERMS; i++) {
        const struct filter_term *term = &filter_terms[i];
        size_t len = strlen(term->word);
        char *head = mem_copy_n(word, strnlen(word, term->is ? len + 1 : len));
        bool is_it = text_equal_nocase(head, term->word);
        free(head);
        if (is_it)
            return term;
    }
    return NULL;
}

/* Why a word cannot be used: letters and a colon name a place that there is not, or its end is missing. */
static bool filter_word_check(const char *word, const struct filter_term *term, struct error *err)
{
    const char *text = word + (*word == '-');
    size_t letters = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    bool is_is = letters == 2 && (text[0] == 'i' || text[0] == 'I') && (text[1] == 's' || text[1] == 'S');
    if (!*text || (term && !term->is && !text[strlen(term->word)]))
        return error_set(err, ERROR_USAGE, "“%s” is not finished: its text is missing", word);
    if (term || letters == 0 || text[letters] != ':')
        return true;
    return error_set(err, ERROR_USAGE, "“%s” is unknown: use %s", word,
                     is_is ? "is:todo, is:busy, is:failed, is:export or is:today"
                           : "is: state: tag: label: lang: or note:");
}

/* Adds one word; false, with the reason, where it cannot be used. */
static bool filter_add(struct filter *filter, const char *word, struct error *err)
{
    struct filter_word made = {.is_not = word[0] == '-'};
    const char *text = word + made.is_not;
    made.term = filter_term_of(text);
    if (!filter_word_check(word, made.term, err))
        return false;
    made.text = mem_copy(made.term ? text + strlen(made.term->word) : text);
    filter->words = mem_grow(filter->words, filter->count + 1, sizeof *filter->words);
    filter->words[filter->count++] = made;
    return true;
}

/* The words that can be used; *is_whole: there are no others, else err names the first one. */
static struct filter *filter_read(const char *text, bool *is_whole, struct error *err)
{
    struct filter *filter = mem_zero(1, sizeof *filter);
    struct error ignored;
    *is_whole = true;
    for (size_t len; *(text += strspn(text, " ")); text += len) {
        len = filter_word_length(text);
        char *word = mem_copy_n(text, len);
        if (!filter_add(filter, word, *is_whole ? err : &ignored))
            *is_whole = false;
        free(word);
    }
    return filter;
}

struct filter *filter_new(const char *text)
{
    struct error ignored;
    return filter_read(text, &(bool){false}, &ignored);
}

bool filter_check(const char *text, struct error *err)
{
    bool is_whole;
    filter_free(filter_read(text, &is_whole, err));
    return is_whole;
}

void filter_free(struct filter *filter)
{
    if (!filter)
        return;
    for (size_t i = 0; i < filter->count; i++)
        free(filter->words[i].text);
    free(filter->words);
    free(filter);
}

/* The text of a project at one place. */
static const char *filter_text(const struct listed *listed, size_t at)
{
    return *(const char *const *)((const char *)listed + at);
}

/* Does a project match the word, apart from its dash? */
static bool filter_finds(const struct filter_word *word, const struct listed *listed)
{
    char id[24] = "";
    if (word->term && word->term->is)
        return word->term->is(listed);
    if (word->term)
        return text_contains_nocase(filter_text(listed, word->term->at), word->text);
    if (listed->id)
        snprintf(id, sizeof id, "%" PRId64, listed->id);
    bool found = text_contains_nocase(id, word->text);
    for (size_t i = 0; !found && i < sizeof anywhere / sizeof anywhere[0]; i++)
        found = text_contains_nocase(filter_text(listed, anywhere[i]), word->text);
    return found;
}

bool filter_takes(const struct filter *filter, const struct listed *listed)
{
    for (size_t i = 0; i < filter->count; i++) {
        if (filter_finds(&filter->words[i], listed) == filter->words[i].is_not)
            return false;
    }
    return true;
}

const char *filter_none(const char *text)
{
    const struct filter_term *term = filter_term_of(text);
    return term && term->none ? term->none : "No project matches the filter";
}
