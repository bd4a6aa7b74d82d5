/* What the files of the activity share. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_TOPICS_ACTIVITY_H
#define STENO_APP_TOPICS_ACTIVITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/act_words.h"

struct app;
struct page;

struct activity_state {
    bool failures;     /* only */
    char *filter;      /* what entries have to match; NULL for all */
    char *before;      /* what Esc brings back; "" for none */
    size_t shown, all; /* entries that are left, of so many */
    int64_t since_ms;  /* wall clock: when the last session ended; 0: not known */
    int64_t *open;     /* acts that are unfolded */
    size_t open_count;
    char mark[32]; /* "Mark 8", of the key bar */
};

struct activity_state *activity_state(const struct app *app);
/* The session begins: with what earlier ones have recorded. */
void app_activity_start(struct app *app);
/* The session ends: the line "since your last session" of the next one stands here. */
void app_activity_leave(struct app *app);
/* The pane's lines. */
void activity_build(struct app *app, struct page *page, int cells);
/* Where an act is among those that are unfolded; their count: it is not. */
size_t activity_open_at(const struct app *app, int64_t act);
/* What the line of a reason stands for. Caller frees. */
char *activity_group_target(const struct act *act, const struct act_group *group);

#endif
