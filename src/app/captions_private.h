/* What the parts of the captions know of each other. */
#ifndef STENO_SRC_APP_CAPTIONS_PRIVATE_H
#define STENO_SRC_APP_CAPTIONS_PRIVATE_H

#include "steno/app/captions.h"

#define CAPTIONS_FOLLOW_MS 150 /* the cursor rests before the part below the list follows it */

struct app;
struct app_call;
struct app_form;
struct call;
struct call_result;

extern const struct overlay_ops captions_overlay;

/* The form that they belong to; NULL when it was closed. */
struct app_form *captions_form(const struct app *app);

/* captions_rows.c: which are listed, and in which order. The cursor stays at `ms` of the recording; negative:
 * on its caption. */
void captions_list_rows(struct app *app, int64_t ms);
/* Rows of the list on the screen. */
size_t captions_height(const struct app *app);
/* Where the cursor stands in the recording; -1 when there is no caption. */
int64_t captions_cursor_ms(const struct app *app);
/* The caption under the cursor, counted from 0, or SIZE_MAX. */
size_t captions_at_hand(const struct app *app);
/* The cursor was moved: the part below the list follows when it rests. */
void captions_moved(struct app *app);

/* captions_page.c: the lines about one caption, and the summary. */
void captions_build_detail(struct app *app);
void captions_build_summary(struct app *app);

/* captions_changes.c: the comparison, and the answer to it. */
void captions_compared(struct app *app, struct computation *computation);
void captions_changes_drop(struct app *app);
void captions_build_change(struct app *app);

/* captions.c: lets go of everything that is about one form. */
void captions_forget(struct app_captions *captions);
void captions_shown_clear(struct captions_shown *shown);

/* captions_fetch.c: the version of the project, -1 while it is not known. */
int64_t captions_version_now(const struct app *app);
/* The answer to a check by another style. */
void captions_checked(struct app *app, struct computation *computation);
/* One request more for the cap on reads. */
void captions_fetch_count(struct app *app);

#endif
