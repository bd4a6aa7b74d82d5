/* Owns the words that hang at the end of a line, by language. */
/* SPDX-License-Identifier: MIT */
#include "language.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "steno/base/text.h"

/* Words that belong to the next one, a row each language; ended by NULL. Czech: Internetová jazyková
 * příručka. */
static const char *const words_cs[] = {"k", "s", "v", "z", "o", "u", "a", "i", NULL};
static const char *const words_en[] = {"a",  "an",   "the", "of", "to",   "and",  "or",   "but",
                                       "in", "on",   "at",  "by", "for",  "with", "from", "as",
                                       "if", "into", "nor", "so", "than", "that", NULL};
static const char *const words_de[] = {"der", "die", "das", "ein", "eine", "und", "oder", "in",  "im",
                                       "an",  "am",  "zu",  "zum", "zur",  "von", "vom",  "mit", "für",
                                       "auf", "bei", "aus", "dem", "den",  "des", NULL};

/* Units that stay with their number. */
static const char *const units[] = {"%",  "°C", "mm",  "cm", "m",  "km", "g",   "kg",    "t",     "l",
                                    "ha", "s",  "min", "h",  "Kč", "€",  "let", "hodin", "minut", NULL};

static const struct {
    const char *language;
    const char *const *words;
    bool units;
} rows[] = {{"cs", words_cs, true}, {"en", words_en, false}, {"de", words_de, false}};

/* Is the language of a tag such as cs-CZ this one? */
static bool is_language(const char *tag, const char *language)
{
    size_t len = strlen(language);
    return tag && strncasecmp(tag, language, len) == 0 &&
           (tag[len] == '\0' || tag[len] == '-' || tag[len] == '_');
}

int language_find(const char *tag)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (is_language(tag, rows[i].language))
            return (int)i;
    return -1;
}

bool language_has_words(const char *tag)
{
    static const char *const without[] = {"th", "ja", "zh", "ko"};
    for (size_t i = 0; i < sizeof without / sizeof without[0]; i++)
        if (is_language(tag, without[i]))
            return false;
    return true;
}

/* Is the word in a list? */
static bool is_in(const char *const *list, const char *word, bool any_case)
{
    for (; *list; list++)
        if (strcmp(*list, word) == 0 || (any_case && text_equal_nocase(*list, word)))
            return true;
    return false;
}

/* Is the word one of digits? */
static bool is_number(const char *word)
{
    return word[0] && strspn(word, "0123456789") == strlen(word);
}

bool language_hangs(int language, const char *word, const char *next)
{
    return is_in(rows[language].words, word, true) ||
           (rows[language].units && is_number(word) && is_in(units, next, false));
}
