/* A write that the server refused with 409: the project is read, and that decides.
 *
 * A tag or metadata is sent once more with the version that the reading shows, where this covers nobody's
 * change; never a third time. Of metadata that cannot be read the operator may be asked. An enqueue, which
 * has no version, is refused with the state that the project has now.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_CONFLICT_H
#define STENO_CORE_CONFLICT_H

#include <stdbool.h>

#include "steno/core/call.h"

/* Was it refused for what a reading may show: another version by now, or the state? */
bool conflict_needs_reading(const struct call *call, const struct call_result *result);

/* Takes the reading after that, in `result`; `refused` is the error before it. True: the call is to be sent
 * once more with the version of result->project, and result->said tells what changed. False: the result is
 * what the write came to, with the project and what changed. `stops`: nothing more may be sent. */
bool conflict_retry(const struct call *call, const struct error *refused, bool stops,
                    struct call_result *result);

/* What is asked where a change of metadata met a conflict: what changed may be the same thing, as the API has
 * no call to read metadata. "2 changed since 15:40: ", "Tags + archive" and ". Its metadata cannot be read.
 * Set Episode to 118 all the same?": one clean line in three pieces, the second of which may be cut. */
struct conflict_question {
    char *lead, *changes, *asks;
};

/* False where there is nothing to ask: another operation, nothing seen before or after, or no other version.
 * `since`: when what the write was based on was read. The caller clears it. */
bool conflict_question_make(struct conflict_question *question, const struct call *call,
                            const struct call_result *result, const char *since);
void conflict_question_clear(struct conflict_question *question);

#endif
