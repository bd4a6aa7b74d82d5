/* Checks of words: what hangs at the end of a line, and the signs of speakers. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "language.h"

#define HANGING_MS 1000 /* a caption that follows within this time goes on with the sentence */
#define WORD_BYTES 32

/* --- hanging --- */

/* The last word of a text, "" for one too long to be in a list. */
static void last_word(char out[WORD_BYTES], const char *text)
{
    const char *blank = strrchr(text, ' ');
    const char *word = blank ? blank + 1 : text;
    snprintf(out, WORD_BYTES, "%s", strlen(word) < WORD_BYTES ? word : "");
}

static void first_word(char out[WORD_BYTES], const char *text)
{
    size_t len = strcspn(text, " .,;:!?");
    snprintf(out, WORD_BYTES, "%.*s", len < WORD_BYTES ? (int)len : 0, text);
}

/* The text that comes after a line: the next line, or the first of a caption that follows closely; NULL for
 * none. */
static const char *check_text_after(const struct checking *c, size_t index, size_t line)
{
    const struct caption *caption = &c->file->captions[index], *next = &c->file->captions[c->next[index]];
    if (line + 1 < caption->count)
        return caption->lines[line + 1].text;
    if (next == caption || next->count == 0 || next->start_ms - caption->end_ms > HANGING_MS)
        return NULL;
    return next->lines[0].text;
}

static void check_hanging(struct checking *c, size_t index, int language)
{
    const struct caption *caption = &c->file->captions[index];
    for (size_t i = 0; i < caption->count; i++) {
        char word[WORD_BYTES], next[WORD_BYTES];
        const char *after = check_text_after(c, index, i);
        if (!after)
            continue;
        last_word(word, caption->lines[i].text);
        first_word(next, after);
        bool hangs = language_hangs(language, word, next);
        struct found found = found_at(c, RULE_HANGING, index);
        found.at = caption->lines[i].at;
        if (hangs)
            checking_add(c, &found, "the line ends in “%s”, which belongs to the next word", word);
    }
}

/* --- signs of speakers --- */

/* What the signs of a caption are like. */
struct signs {
    size_t first, count; /* lines that begin with the sign */
};

static bool has_sign(const char *text, const char *sign)
{
    return strncmp(text, sign, strlen(sign)) == 0;
}

/* Does another speaker begin within the line: the end of a sentence, a blank, the sign? */
static bool has_sign_within(const char *text, const char *sign)
{
    for (const char *at = strstr(text, sign); at; at = strstr(at + 1, sign)) {
        if (at < text + 2 || at[-1] != ' ')
            continue;
        char end = at[-2];
        if (end == '.' || end == '?' || end == '!' || (at >= text + 4 && memcmp(at - 4, "…", 3) == 0))
            return true;
    }
    return false;
}

/* Signs with and without a blank in one file: the first line that differs from the first sign is noted. */
static void check_sign_blanks(struct checking *c, const char *sign)
{
    int usual = -1;
    for (size_t i = 0; i < c->file->count; i++) {
        const struct caption *caption = &c->file->captions[i];
        for (size_t j = 0; j < caption->count; j++) {
            if (!has_sign(caption->lines[j].text, sign))
                continue;
            int blank = caption->lines[j].text[strlen(sign)] == ' ';
            if (usual < 0)
                usual = blank;
            if (blank == usual)
                continue;
            struct found found = found_at(c, RULE_SPEAKER_SIGN, i);
            found.at = caption->lines[j].at;
            checking_add(c, &found, "the sign is written %s a blank here, %s one before",
                         blank ? "with" : "without", usual ? "with" : "without");
            return;
        }
    }
}

/* Where the style wants signs, and where this caption has them. */
static void check_dialogue(struct checking *c, size_t index, const struct signs *signs)
{
    const struct caption_limits *style = &c->check->style;
    struct found found = found_at(c, RULE_SPEAKER_SIGN, index);
    found.source = style->source;
    if (signs->count == 0)
        return;
    found.at = c->file->captions[index].lines[signs->first].at;
    if (style->dialogue == DIALOGUE_BOTH && signs->count == 1)
        checking_add(c, &found,
                     signs->first == 0 ? "a sign although only one speaks"
                                       : "a sign, but none on the first line; wanted on both");
    else if (style->dialogue == DIALOGUE_SECOND && signs->first == 0)
        checking_add(c, &found, "a sign on the first line; wanted on the second only");
}

static void check_signs(struct checking *c, const char *sign)
{
    check_sign_blanks(c, sign);
    for (size_t i = 0; i < c->file->count; i++) {
        const struct caption *caption = &c->file->captions[i];
        struct signs signs = {0};
        for (size_t j = 0; j < caption->count; j++) {
            const char *text = caption->lines[j].text;
            if (has_sign(text, sign) && signs.count++ == 0)
                signs.first = j;
            struct found found = found_at(c, RULE_SPEAKER_SIGN, i);
            found.at = caption->lines[j].at;
            if (has_sign_within(text, sign))
                checking_add(c, &found, "another speaker begins within the line");
        }
        check_dialogue(c, i, &signs);
    }
}

void check_words(struct checking *c)
{
    int language = language_find(c->check->language);
    for (size_t i = 0; language >= 0 && i < c->file->count; i++)
        check_hanging(c, i, language);
    if (caption_is_checked(c->file, c->check, RULE_SPEAKER_SIGN))
        check_signs(c, c->check->sign);
}
