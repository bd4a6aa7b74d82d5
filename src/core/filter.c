/* Owns what the words of a filter mean. It must not know where the rows come from. */
#include "steno/core/filter.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

/* The places that a word can name, and where each is in a row. */
static const struct {
    const char *name;
    size_t at;
} places[] = {
    {"state:", offsetof(struct filter_row, state)}, {"tag:", offsetof(struct filter_row, tags)},
    {"label:", offsetof(struct filter_row, label)}, {"lang:", offsetof(struct filter_row, lang)},
    {"note:", offsetof(struct filter_row, note)},
};

/* The places of a word that names none. */
static const size_t anywhere[] = {
    offsetof(struct filter_row, id),   offsetof(struct filter_row, name),  offsetof(struct filter_row, state),
    offsetof(struct filter_row, tags), offsetof(struct filter_row, label), offsetof(struct filter_row, note),
};

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))
#define SIGNS       "*+!?"

struct filter_word {
    char *text;   /* never empty */
    size_t place; /* of `places`; their number: anywhere */
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

/* Adds one word, unless it says nothing yet. */
static void filter_add(struct filter *filter, char *word)
{
    struct filter_word made = {.place = COUNT(places), .is_not = word[0] == '-'};
    const char *text = word + made.is_not;
    for (size_t i = 0; i < COUNT(places) && made.place == COUNT(places); i++) {
        size_t len = strlen(places[i].name);
        char *head = mem_copy_n(text, strnlen(text, len));
        if (text_equal_nocase(head, places[i].name)) {
            made.place = i;
            text += len;
        }
        free(head);
    }
    if (*text) {
        made.text = mem_copy(text);
        filter->words = mem_grow(filter->words, filter->count + 1, sizeof *filter->words);
        filter->words[filter->count++] = made;
    }
    free(word);
}

struct filter *filter_new(const char *text)
{
    struct filter *filter = mem_zero(1, sizeof *filter);
    for (size_t len; *(text += strspn(text, " ")); text += len) {
        len = filter_word_length(text);
        filter_add(filter, mem_copy_n(text, len));
    }
    return filter;
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

/* The text of a row at one place. */
static const char *filter_text(const struct filter_row *row, size_t at)
{
    return *(const char *const *)((const char *)row + at);
}

/* Is the word where it has to be? */
static bool filter_finds(const struct filter_word *word, const struct filter_row *row)
{
    if (word->place < COUNT(places)) {
        bool is_sign = places[word->place].at == offsetof(struct filter_row, state) && !word->text[1] &&
                       strchr(SIGNS, word->text[0]);
        return is_sign ? strchr(row->marks, word->text[0]) != NULL
                       : text_contains_nocase(filter_text(row, places[word->place].at), word->text);
    }
    for (size_t i = 0; i < COUNT(anywhere); i++) {
        if (text_contains_nocase(filter_text(row, anywhere[i]), word->text))
            return true;
    }
    return false;
}

bool filter_takes(const struct filter *filter, const struct filter_row *row)
{
    for (size_t i = 0; i < filter->count; i++) {
        if (filter_finds(&filter->words[i], row) == filter->words[i].is_not)
            return false;
    }
    return true;
}

char *filter_toggle(const char *text, const char *word)
{
    struct buffer out;
    bool had = false;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (size_t len; *(text += strspn(text, " ")); text += len) {
        len = filter_word_length(text);
        bool same = len == strlen(word) && strncmp(text, word, len) == 0;
        if (!same)
            buffer_printf(&out, "%s%.*s", out.len ? " " : "", (int)len, text);
        had = had || same;
    }
    if (!had)
        buffer_printf(&out, "%s%s", out.len ? " " : "", word);
    return buffer_take(&out);
}
