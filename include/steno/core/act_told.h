/* What became of the projects of an act, and what a person is told of acts and of changes of state: a line
 * each.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_ACT_TOLD_H
#define STENO_CORE_ACT_TOLD_H

#include "steno/base/when.h"
#include "steno/core/act_words.h"

struct settings;

/* What became of the project of a row, at a time (wall clock). `state` is the one that it is in now, as far
 * as that is known; NULL or "": as the row has it. Borrows the row's texts. */
struct act_part act_part_of(const struct act *act, const struct write *row, const char *state,
                            int64_t wall_ms, const struct settings *settings);
/* "Export of 1, srt: /srv/subs/1-Council_meeting.srt, 31.2 kB"; else what it is with these sums
 * behind it. Caller frees. */
char *act_line_words(const struct act *act, const char *sums);
/* When the transcriptions of an act had all ended, wall clock; 0: one goes on, or nobody saw one end, as when
 * all were refused, not sent or not followed. */
int64_t act_told_ended_ms(const struct act *act);

#endif
