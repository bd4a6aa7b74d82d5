/* What the files of the details share: the summary, the folds below it, and the keyword highlights among
 * them. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_TOPICS_DETAILS_H
#define STENO_APP_TOPICS_DETAILS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/widget/page.h"

struct app;
struct app_project;

#define METADATA_TARGET "metadata" /* of the lines that lead to that pane */

/* In their order. */
enum details_fold {
    FOLD_OPTIONS,
    FOLD_HIGHLIGHTS,
    FOLD_METADATA,
    FOLD_MEDIA,
    FOLD_SHARING,
    FOLD_DATES,
    FOLD_RECORD,
    FOLD_OTHER,
    FOLD_ACTIVITY,
    FOLD_COUNT
};

/* How far a fold is open; one that was never touched goes by the room there is. */
enum details_open { OPEN_BY_ROOM, OPEN_NOT, OPEN_SOME, OPEN_ALL };

struct details_state {
    enum details_open open[FOLD_COUNT]; /* for all projects */
};

/* Of the pane. */
struct details_state *details_state(const struct app *app);

/* What is being built. */
struct details {
    struct app *app;
    struct page *page;
    const struct app_project *project;
    const json_t *shown; /* the whole project, cleaned; NULL while it is not here */
    int cells;
};

/* The lines above the folds. */
void details_summary_build(const struct details *details);
/* Who made the recording and when, and the notes on it. */
void details_summary_about(const struct details *details);

/* All folds. */
void details_folds_build(const struct details *details);
enum details_open details_fold_open(const struct app *app, enum details_fold fold);
/* Opens a fold, or folds it again; Options have a step between. */
void details_fold_turn(struct app *app, enum details_fold fold);
/* The fold that a line of the page belongs to; FOLD_COUNT for none. */
enum details_fold details_fold_of(const struct page *page, size_t row);

/* What each of these folds comes to, in a line (the caller frees it), and its lines. */
char *details_options_text(const struct details *details, bool is_open);
void details_options_lines(const struct details *details);
/* Has its last line more to show? */
bool details_options_more(const json_t *shown);
char *details_highlights_text(const struct details *details, bool is_open);
void details_highlights_lines(const struct details *details);

/* Is a line with this target one? */
bool details_is_highlight(const char *target);
/* Enter on a line; false: it is no highlight. */
bool details_highlight_enter(struct app *app, const char *target);

#endif
