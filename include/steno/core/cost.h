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
/* Of such a part; of a project that cannot be sent: nothing. */
struct cost cost_of(int64_t part_ms, bool can_be_sent);
void cost_add(struct cost *sum, struct cost one);

/* Is the credit enough? It is where it is not known. */
bool cost_fits(struct cost cost, struct credit credit);
/* "990", "990+?" */
void cost_amount(char *out, size_t size, struct cost cost);
/* "37 min"; "" where it is not known. */
void cost_free(char *out, size_t size, struct credit credit);
/* "Takes 43 of 600 minutes"; "" when either is not known. */
void cost_takes(char *out, size_t size, struct cost cost, struct credit credit);

/* Why a project cannot be sent, and why it is sent only by who wants all. */
enum cost_bar { COST_POSSIBLE, COST_NO_MEDIA, COST_READ_ONLY, COST_NOT_FOUND };
enum cost_doubt { COST_CERTAIN, COST_COMPLETED, COST_IN_PROGRESS, COST_LOST };

struct cost_item {
    int64_t id, part_ms;
    enum cost_bar bar;
    enum cost_doubt doubt;
    const char *label; /* that stays beside a second transcription; "" for none */
    int64_t version;   /* of the project when it was asked about */
    bool is_hidden;    /* by the filter */
    bool is_by_y;      /* made: it is in no doubt */
};

/* Was it all right to send a project when it was asked about (`asked`), and is it no longer: it cannot be
 * sent by now, or was enqueued meanwhile? */
bool cost_got_worse(const struct cost_item *asked, const struct cost_item *now);

/* Why a project cannot be sent, as far as it shows itself. */
enum cost_bar cost_bar_of(bool has_no_media, bool is_read_only);
/* Why it would be enqueued a second time: by its state, and by an enqueue of it that has no answer
 * (`is_lost`). */
enum cost_doubt cost_doubt_of(const struct settings *settings, const char *state, bool is_lost);

/* Projects that are to be sent, in that order: what `y` sends, which goes down the order and leaves out what
 * is in doubt or no longer fits, and what `a` sends, which is all that can be.  Where all of them were sent
 * before, that is no doubt. */
struct cost_plan {
    struct cost_item *items; /* borrowed */
    size_t count, can, by_y, again, hidden;
    struct cost all, certain;
    bool fits;
};

struct cost_plan cost_plan_make(struct cost_item *items, size_t count, struct credit credit);
/* Why `y`, or `a` (`all`), does not send it, in a word or two; NULL where it does. */
const char *cost_left_out(const struct cost_item *item, bool all);
/* "Enqueue 11 of 13 projects, Lang en-US: 990 minutes do not fit in 307"; options "" for none. A narrow one
 * ends before the minutes, which begin the note. Caller frees. */
char *cost_plan_heading(const struct cost_plan *plan, struct credit credit, const char *options,
                        bool is_narrow);
/* What follows, a line each, of at most so many cells where ids are named; `as_of` is when the credit was
 * read. Caller frees. */
char *cost_plan_note(const struct cost_plan *plan, struct credit credit, const char *as_of, int cells);
/* "11 can be sent: 990 minutes, the credit is 307", narrow "11 can be sent: 990 min of 307". Caller frees. */
char *cost_plan_sum(const struct cost_plan *plan, struct credit credit, bool is_narrow);
/* "Not sent: #3 no media, #39 read-only" behind these words; NULL where all can be. Caller frees. */
char *cost_plan_bars(const struct cost_plan *plan, const char *words, int cells);

#endif
