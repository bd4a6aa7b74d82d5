/* What is asked when a change of metadata met a conflict (409): what changed in the meantime may be the same
 * thing, as the API has no call to read metadata. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_WRITE_QUESTION_H
#define STENO_CLIENT_WRITE_QUESTION_H

#include <stdbool.h>

#include "steno/core/call.h"

/* "2 changed since 15:40: ", "Tags + archive" and ". Its metadata cannot be read. Set Episode to 118 all the
 * same?": one clean line in three pieces, the second of which may be cut. */
struct write_question {
    char *lead, *changes, *asks;
};

/* False where there is nothing to ask: another operation, nothing seen before or after, or no other version.
 * `since`: when what the write was based on was read. The caller clears it. */
bool write_question_make(struct write_question *ask, const struct call *asked,
                         const struct call_result *result, const char *since);
void write_question_clear(struct write_question *ask);

#endif
