/* Words of captions and their alignment. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CAPTION_DIFF_PRIVATE_H
#define STENO_CAPTION_DIFF_PRIVATE_H

#include "steno/caption/diff.h"

#define NO_MATCH UINT32_MAX

struct diff_token {
    const char *s;
    uint32_t len;
    uint32_t caption; /* its index in the file */
    uint32_t id;      /* equal words have equal ids, on both sides */
    uint32_t match;   /* index of the word of the other side, or NO_MATCH */
};

struct diff_tokens {
    const struct caption_file *file;
    struct diff_token *rows;
    size_t count;
};

/* Takes the captions from..from + count of a file apart; sign and ellipsis may be NULL. False when there are
 * more than DIFF_WORDS_MAX; to be freed in both cases. */
bool diff_tokens_make(struct diff_tokens *tokens, const struct caption_file *file, size_t from, size_t count,
                      const char *sign, const char *ellipsis);
void diff_tokens_free(struct diff_tokens *tokens);
/* Gives equal words of both equal ids, which grow with the bytes of the words. */
void diff_tokens_number(struct diff_tokens *a, struct diff_tokens *b);

/* Matches the words of both, by numbers: as many as can be in one order, of equal choices the one that is
 * nearer in time. False when there are more than DIFF_CHANGES_MAX differences or it takes too long; then
 * nothing is matched. */
bool diff_align(struct diff_tokens *a, struct diff_tokens *b);

/* Are text with markup and position of two captions of one format equal, byte for byte? */
bool diff_markup_equal(const struct caption_diff_side *a, size_t a_index, const struct caption_diff_side *b,
                       size_t b_index);

#endif
