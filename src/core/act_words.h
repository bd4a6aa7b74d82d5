/* What only this layer calls of steno/core/act_words.h. */
#ifndef STENO_CORE_ACT_WORDS_PRIVATE_H
#define STENO_CORE_ACT_WORDS_PRIVATE_H

#include "steno/core/act_words.h"

/* How many there are of each. */
struct act_sums {
    size_t of[ACT_END_COUNT];
};
struct act_sums act_sums_of(const struct act_part *parts, size_t count);
/* Those that failed, may have, or were refused: what nobody wants to miss. */
size_t act_sums_failed(const struct act_sums *sums);
/* '*' something is open, '!' something failed or was not sent, '+' all went well. */
char act_sums_mark(const struct act_sums *sums);
/* "3 in progress, 8 refused, 2 not sent"; caller frees. */
char *act_sums_words(const struct act_sums *sums);

/* Projects with the same outcome, status and reason, the project's own id in it aside. */
struct act_group {
    enum act_end end;
    int status;
    char *reason;     /* NULL for none */
    int64_t since_ms; /* the first of them */
    int64_t *ids;     /* in the order of the act */
    size_t count;
};
/* By outcome, then the most frequent first. The caller frees them. */
struct act_group *act_groups_make(const struct act_part *parts, size_t count, size_t *group_count);
void act_groups_free(struct act_group *groups, size_t count);
/* '*', '!' or '+' as above. */
char act_group_mark(const struct act_group *group);
/* "not enough credit is le… (403)": a reason that is too long for so many cells is cut, its status stays.
 * `since` is the time of one in progress, NULL for none. Caller frees. */
char *act_group_words(const struct act_group *group, const char *since, int cells);
/* "27 31 35 and 12 more": as many as fit; with 0 cells all of them. Caller frees. */
char *act_group_ids(const struct act_group *group, int cells);

#endif
