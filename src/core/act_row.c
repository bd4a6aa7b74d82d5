/* Owns acts as values, and the words of their outcomes in the store. Knows no sentence. */
/* SPDX-License-Identifier: MIT */
#include "act.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

static const char *const act_outcomes[ACT_ROW_OUTCOMES] = {
    [ACT_ROW_DONE] = "done",
    [ACT_ROW_PROBABLY] = "probably",
    [ACT_ROW_REFUSED] = "refused",
    [ACT_ROW_FAILED] = "failed",
    [ACT_ROW_UNSENT] = "unsent",
    [ACT_ROW_SKIPPED] = "skipped",
    [ACT_ROW_UNFOLLOWED] = "unfollowed",
    [ACT_ROW_NO_EFFECT] = "no effect",
    [ACT_ROW_UNKNOWN] = "unknown",
};

void act_row_clear(struct act_row *row)
{
    free(row->reason);
    free(row->name);
    free(row->before);
    free(row->after);
    json_decref(row->params);
}

void act_clear(struct act *act)
{
    for (size_t i = 0; i < act->row_count; i++)
        act_row_clear(&act->rows[i]);
    free(act->rows);
    json_decref(act->options);
}

const char *act_outcome_name(enum act_outcome outcome)
{
    return act_outcomes[outcome];
}

enum act_outcome act_outcome_find(const char *name)
{
    for (int i = ACT_ROW_OPEN + 1; name && i < ACT_ROW_OUTCOMES; i++) {
        if (strcmp(act_outcomes[i], name) == 0)
            return (enum act_outcome)i;
    }
    return name ? ACT_ROW_UNKNOWN : ACT_ROW_OPEN;
}
