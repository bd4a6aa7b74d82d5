/* How a reading changes a project, and how it is named in sentences. Found by id (project_index.c). */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_PROJECT_PRIVATE_H
#define STENO_APP_PROJECT_PRIVATE_H

#include "steno/app/project.h"

struct call;
struct call_result;
struct listed;
struct store_row;

/* What a reading brought: nothing, something, another state (which has been said). */
enum project_news { PROJECT_SAME, PROJECT_CHANGED, PROJECT_STATE };

struct app_project *app_project_add(struct app *app, int64_t id);    /* unless it is there */
struct app_project *app_project_append(struct app *app, int64_t id); /* known not to be there */
void app_project_drop(struct app *app, int64_t id); /* the project alone: app_watchlist_arrange after */
void app_project_clear(struct app_project *project);
/* The project is in another state: its mark, and the counts of all. */
void app_project_set_state(struct app *app, struct app_project *project, const char *state);
/* Takes over a project that the server gave and says when its state changed. is_kept: a receipt has the rows
 * of the store. */
enum project_news app_project_update(struct app *app, const struct project *fresh, bool is_kept);
/* Takes over what the store has of a project. True when another session has read another state than this one,
 * which has only said so: a reading of its own must follow, and notifies. */
bool app_project_take_row(struct app *app, const struct store_row *row);
/* Takes what an operation makes of the project's last export. */
void app_project_follow_exports(struct app *app, const struct call *call, const struct call_result *result);
bool app_project_is_active(const struct app *app, const char *state);
bool app_project_is_completed(const struct app *app, int64_t id); /* watched, and read as that */
bool app_project_is_settled(const struct app *app, const char *state);
/* What it is, and what could be done to it: a set of enum project_can. */
unsigned app_project_can(const struct app *app, const struct app_project *project);
/* Is the text in its id, name, state or tags, whatever its case? */
bool app_project_holds(const struct app_project *project, const char *text);
/* What filter and order look at; borrowed from the project. */
void app_project_listed(const struct app *app, const struct app_project *project, struct listed *listed);
/* "1, Council meeting" for sentences. Caller frees. */
char *app_project_title(const struct app *app, int64_t id);
void app_index_added(struct app *app);                   /* a row was appended */
void app_index_moved(struct app *app);                   /* rows have moved or gone */
void app_index_expect(struct app *app, int64_t highest); /* such an id comes; 0: no more do */

#endif
