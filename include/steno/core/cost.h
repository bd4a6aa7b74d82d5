/* What transcribing projects takes of the credit: whole minutes of the recordings, begun ones counted.  It is
 * what the lengths tell; the server's own sum may differ. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_COST_H
#define STENO_CORE_COST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct param_set;
struct settings;

/* The minutes that an account has left, as the server said them last. */
struct credit {
    int64_t left;    /* negative: not known */
    int64_t read_ms; /* wall clock */
};

struct cost {
    int64_t minutes;
    int64_t unknown; /* projects of unknown length, whose minutes are not among them */
};

#define COST_TEXT_SIZE 96

/* The part of a recording that is transcribed by these parameters of an enqueue, NULL for none: ms. Negative
 * when the length is. */
int64_t cost_part(int64_t length_ms, const struct param_set *params);
/* Of such a part. */
struct cost cost_of(int64_t part_ms);
void cost_add(struct cost *sum, struct cost one);

/* Is the credit enough? It is where it is not known. */
bool cost_fits(struct cost cost, struct credit credit);
/* "37 min"; "" where it is not known. */
void cost_free(char *out, size_t size, struct credit credit);
/* "Takes 43 of 600 minutes"; "" when either is not known. */
void cost_takes(char *out, size_t size, struct cost cost, struct credit credit);

/* What an enqueue of a project meets. The first two are sent with others, all up to COST_UNREAD alone. */
enum cost_state {
    COST_NEW,
    COST_COMPLETED,
    COST_IN_PROGRESS,
    COST_LOST, /* an enqueue of it has no answer */
    COST_UNREAD,
    COST_NO_MEDIA,
    COST_READ_ONLY,
    COST_NOT_FOUND
};

struct cost_item {
    int64_t id, part_ms, version;
    enum cost_state state;
};

/* Why it is not sent with others, in a word or two; NULL: it is. */
const char *cost_left_out(enum cost_state state);
/* How many of them are sent together, and what they take. */
size_t cost_count(const struct cost_item *items, size_t count, struct cost *sum);
/* Does a question about these (`now`) say something else than when it was asked? */
bool cost_changed(const struct cost_item *asked, const struct cost_item *now, size_t count);
/* "11 of 13: 990 minutes, you have 307". Caller frees. */
char *cost_sentence(const struct cost_item *items, size_t count, struct credit credit);
/* "Not sent: #3 no media, #39 read-only" behind these words, in so many cells; NULL where all are. Caller
 * frees. */
char *cost_not_sent(const struct cost_item *items, size_t count, const char *words, int cells);
/* What follows the sentence of a question: "2 are Completed, 1 is in progress.", what is not sent in a line
 * of so many cells, and when the credit was read (NULL: it is not known). Caller frees. */
char *cost_note(const struct cost_item *items, size_t count, const char *as_of, int cells);

#endif
