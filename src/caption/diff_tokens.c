/* Owns the words of captions: where one ends, what an export has added to it, which are equal. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "diff.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

/* Ranges of writing without blanks between words: each code is a word of its own. */
static const struct {
    uint32_t first, last;
} alone[] = {
    {0x0E00, 0x0EFF}, /* Thai, Lao */
    {0x1000, 0x109F}, /* Burmese */
    {0x1780, 0x17FF}, /* Khmer */
    {0x2E80, 0xA4CF}, /* Chinese, Japanese */
    {0xF900, 0xFAFF}, {0xFF00, 0xFFEF}, {0x20000, 0x3FFFF},
};

static bool code_is_alone(uint32_t code)
{
    for (size_t i = 0; i < sizeof alone / sizeof alone[0]; i++)
        if (code >= alone[i].first && code <= alone[i].last)
            return true;
    return false;
}

/* The length of the word at s, of len > 0 bytes without a blank at its start. */
static size_t token_length(const char *s, size_t len)
{
    size_t at = 0;
    while (at < len && s[at] != ' ') {
        uint32_t code;
        size_t used = text_decode(s + at, len - at, &code);
        if (code_is_alone(code))
            return at > 0 ? at : used;
        at += used;
    }
    return at;
}

static bool begins(const char *s, size_t len, const char *part, size_t part_len)
{
    return part_len > 0 && len >= part_len && memcmp(s, part, part_len) == 0;
}

/* Takes what an export adds off both ends of a word; a sign only at the start of a line. */
static void token_strip(struct diff_token *token, const char *sign, const char *ellipsis)
{
    size_t sign_len = sign ? strlen(sign) : 0, dots = ellipsis ? strlen(ellipsis) : 0;
    size_t len = token->len;
    if (begins(token->s, len, sign, sign_len)) {
        token->s += sign_len;
        len -= sign_len;
    }
    if (begins(token->s, len, ellipsis, dots)) {
        token->s += dots;
        len -= dots;
    }
    if (dots > 0 && len >= dots && memcmp(token->s + len - dots, ellipsis, dots) == 0)
        len -= dots;
    token->len = (uint32_t)len;
}

/* Adds a word. False when there is no more room. */
static bool tokens_add(struct diff_tokens *tokens, const struct diff_token *token)
{
    if (tokens->count == DIFF_WORDS_MAX)
        return false;
    if ((tokens->count & (tokens->count - 1)) == 0)
        tokens->rows = mem_grow(tokens->rows, tokens->count ? tokens->count * 2 : 1, sizeof *tokens->rows);
    tokens->rows[tokens->count++] = *token;
    return true;
}

/* The words of one line. */
static bool tokens_add_line(struct diff_tokens *tokens, const char *line, size_t caption, const char *sign,
                            const char *ellipsis)
{
    size_t len = strlen(line), at = 0;
    bool first = true;
    while (at < len) {
        if (line[at] == ' ') {
            at++;
            continue;
        }
        size_t size = token_length(line + at, len - at);
        struct diff_token token = {
            .s = line + at, .len = (uint32_t)size, .caption = (uint32_t)caption, .match = NO_MATCH};
        token_strip(&token, first ? sign : NULL, ellipsis);
        first = false;
        at += size;
        if (token.len > 0 && !tokens_add(tokens, &token))
            return false;
    }
    return true;
}

bool diff_tokens_make(struct diff_tokens *tokens, const struct caption_file *file, size_t from, size_t count,
                      const char *sign, const char *ellipsis)
{
    *tokens = (struct diff_tokens){.file = file};
    for (size_t i = from; i < from + count; i++)
        for (size_t j = 0; j < file->captions[i].count; j++)
            if (!tokens_add_line(tokens, file->captions[i].lines[j].text, i, sign, ellipsis))
                return false;
    return true;
}

void diff_tokens_free(struct diff_tokens *tokens)
{
    free(tokens->rows);
    *tokens = (struct diff_tokens){0};
}

static int compare_tokens(const void *a, const void *b)
{
    const struct diff_token *x = *(struct diff_token *const *)a, *y = *(struct diff_token *const *)b;
    int order = memcmp(x->s, y->s, x->len < y->len ? x->len : y->len);
    return order ? order : (x->len > y->len) - (x->len < y->len);
}

void diff_tokens_number(struct diff_tokens *a, struct diff_tokens *b)
{
    size_t count = a->count + b->count;
    struct diff_token **all = mem_alloc(count * sizeof(struct diff_token *));
    for (size_t i = 0; i < count; i++)
        all[i] = i < a->count ? &a->rows[i] : &b->rows[i - a->count];
    if (count > 1)
        qsort(all, count, sizeof(struct diff_token *), compare_tokens);
    for (size_t i = 1; i < count; i++)
        all[i]->id = all[i - 1]->id + (compare_tokens(&all[i - 1], &all[i]) != 0);
    free(all);
}
