/* What a person is told of acts and of changes of state without asking: one line each. */
#ifndef STENO_CORE_ACT_TOLD_H
#define STENO_CORE_ACT_TOLD_H

#include "steno/base/when.h"
#include "steno/core/act.h"

struct settings;

/* What is told once when an act has ended: "Enqueue of 17, 14:22: 15 completed, 2 failed". Caller frees. */
char *act_ended_words(const struct act *act, const struct settings *settings, enum date_zone zone);
/* What is told of changes to these states: "2 completed, 1 failed". Caller frees. */
char *act_changes_words(const char *const *states, size_t count, const struct settings *settings);

#endif
