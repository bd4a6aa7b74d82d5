/* What transcribing projects takes of the credit: whole minutes of the recordings, begun ones counted.  It is
 * what the lengths tell; the server's own sum may differ. */
#ifndef STENO_CORE_COST_H
#define STENO_CORE_COST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/free_credit.h"

struct param_set;

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
void cost_take_off(struct cost *sum, struct cost one);

/* Is the free credit enough? It is where it is not known. */
bool cost_fits(struct cost cost, const struct free_credit *credit);
/* "990 of 307 min", "990+? of 307? min"; without a credit "990 min". */
void cost_of_credit(char *out, size_t size, struct cost cost, const struct free_credit *credit);
/* "37 min", "37? min"; "" where it is not known. */
void cost_free(char *out, size_t size, const struct free_credit *credit);
/* "307 min", "307? min", "307 min, 270 in progress, 37 free"; "" where it is not known. */
void cost_parts(char *out, size_t size, const struct free_credit *credit);
/* "Takes 43 of 600 minutes", and what of the credit is not free: "; 270 of 307 are in progress". "" when
 * either is not known. */
void cost_takes(char *out, size_t size, struct cost cost, const struct free_credit *credit);

#endif
