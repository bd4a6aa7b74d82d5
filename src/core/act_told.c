/* Owns what is told of acts and changes by themselves, and what each row of an act has come to. Its words are
 * act_words.c. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/act_told.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/act_words.h"
#include "steno/core/settings.h"

/* What a state makes of a project that was enqueued. */
static enum act_end act_told_state(const char *state, const struct settings *settings)
{
    char mark = settings_state_mark(settings, state);
    if (mark == '!')
        return strcmp(state, "Canceled") == 0 ? ACT_END_CANCELED : ACT_END_FAILED;
    return mark == '+' ? ACT_END_COMPLETED : mark == '*' ? ACT_END_IN_PROGRESS : ACT_END_NOT_STARTED;
}

/* Is a final state the one from before the enqueue, of which nothing has been seen since? */
static bool act_told_is_old(const struct write *row, const char *state, const struct settings *settings)
{
    bool is_after = row->after && settings_state_mark(settings, row->after) == '*';
    return !is_after && row->before && strcmp(row->before, state) == 0;
}

/* What became of an enqueue that was accepted, whose project is in a state, NULL: not read since. A final one
 * is here before its end is in the store. */
static enum act_end act_told_job(const struct write *row, const char *state, const struct settings *settings)
{
    enum act_end end = state && *state ? act_told_state(state, settings) : ACT_END_ACCEPTED;
    if (row->ended_ms)
        return end == ACT_END_FAILED || end == ACT_END_CANCELED ? end : ACT_END_COMPLETED;
    if (end == ACT_END_IN_PROGRESS || end == ACT_END_ACCEPTED || end == ACT_END_NOT_STARTED)
        return end;
    return act_told_is_old(row, state, settings) ? ACT_END_NOT_STARTED : ACT_END_IN_PROGRESS;
}

/* What became of one of them. */
static enum act_end act_told_end(const struct act *act, const struct write *row, const char *state,
                                 int64_t wall_ms, const struct settings *settings)
{
    static const enum act_end ends[WRITE_OUTCOMES] = {
        [WRITE_REFUSED] = ACT_END_REFUSED,  [WRITE_FAILED] = ACT_END_FAILED,
        [WRITE_UNSENT] = ACT_END_NOT_SENT,  [WRITE_SKIPPED] = ACT_END_SKIPPED,
        [WRITE_NO_EFFECT] = ACT_END_FAILED, [WRITE_UNKNOWN] = ACT_END_LOST};
    if (row->outcome == WRITE_OPEN)
        return write_is_lost(row, wall_ms) ? ACT_END_LOST : ACT_END_SENDING;
    if (row->outcome != WRITE_DONE && row->outcome != WRITE_PROBABLY)
        return ends[row->outcome];
    if (act->op != ENDPOINT_ENQUEUE)
        return ACT_END_DONE;
    return act_told_job(row, row->ended_ms || !state || !*state ? row->after : state, settings);
}

struct act_part act_part_of(const struct act *act, const struct write *row, const char *state,
                            int64_t wall_ms, const struct settings *settings)
{
    bool had_none = row->outcome == WRITE_NO_EFFECT;
    return (struct act_part){.id = row->id,
                             .end = act_told_end(act, row, state, wall_ms, settings),
                             .status = row->status,
                             .reason = had_none ? "no response, and no effect was seen" : row->reason};
}

char *act_line_words(const struct act *act, const char *sums)
{
    char *what = act_words_what(act), amount[AMOUNT_TEXT_SIZE], *line;
    const struct write *only = act->row_count == 1 ? &act->rows[0] : NULL;
    if (only && act->op == ENDPOINT_EXPORT && only->outcome == WRITE_DONE && only->name) {
        amount_bytes(amount, sizeof amount, only->bytes);
        line = mem_printf("%s: %s, %s", what, only->name, amount);
    } else {
        line = mem_printf("%s: %s", what, sums);
    }
    free(what);
    return line;
}

int64_t act_told_ended_ms(const struct act *act)
{
    if (act->op != ENDPOINT_ENQUEUE)
        return 0;
    for (size_t i = 0; i < act->row_count; i++) {
        const struct write *row = &act->rows[i];
        if (row->ended_ms && (row->outcome == WRITE_DONE || row->outcome == WRITE_PROBABLY))
            return act->ended_ms;
    }
    return 0;
}
