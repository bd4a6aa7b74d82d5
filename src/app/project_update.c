/* Owns what a reading changes of a project, the server's or one that the store has: what is told of it, what
 * is kept, and what is drawn anew. When a project is read is client/reads.c. */
/* SPDX-License-Identifier: MIT */
#include "project.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/client/notices.h"
#include "steno/client/reads.h"
#include "steno/client/store_calls.h"
#include "steno/api/record.h"
#include "state.h"
#include "steno/client/client_state.h"
#include "status.h"
#include "part.h"
#include "counts.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/listed.h"
#include "steno/core/receipt.h"
#include "steno/core/since.h"
#include "steno/core/store_op.h"

#define SAVE_SAME_MS 60000

/* Replaces an owned text. */
static void project_set(char **text, const char *value)
{
    char *copy = mem_copy(value);
    free(*text);
    *text = copy;
}

void app_project_set_state(struct app *app, struct app_project *project, const char *state)
{
    if (strcmp(project->state, state) == 0)
        return;
    app_counts_take_off(app, project->counted);
    project_set(&project->state, state);
    project->mark = app_state_mark(app, state);
    project->counted = app_counts_add(app, state, project->mark);
}

/* Has the operator told of a change. */
static void project_notify(struct app *app, const struct app_project *project, const char *to)
{
    notices_take(app->client, &(struct notice){.id = project->id,
                                               .from = project->reported_state,
                                               .to = to,
                                               .name = project->name,
                                               .since_ms = project->reported_sent_ms});
}

/* Compares with what the server itself told this session before: a state that another session read first is
 * on the screen already, and is a change all the same. Nobody is called for what happened while nobody
 * looked.
 */
static void project_hear_state(struct app *app, struct app_project *project, const char *state, bool is_read)
{
    bool same = project->reported_state && strcmp(project->reported_state, state) == 0;
    if (project->reported_state && !same)
        project_notify(app, project, state);
    if (!same) {
        free(project->reported_state);
        project->reported_state = mem_copy(state);
    }
    if (is_read)
        project->reported_sent_ms = project->sent_ms;
}

/* Says that a state changed, here and among the activities; the line of the history is the store's. */
static void project_say_state(struct app *app, const struct app_project *project, const char *to)
{
    char *text = receipt_change(project->state, to);
    app_log_activity(app, ACTIVITY_STATE, project->id, "%s", text);
    if (!project->in_act)
        app_say(app, "%" PRId64 ": now %s", project->id, *to ? to : "without a state");
    free(text);
}

/* Would a change of its state be seen now? Not where the reading before was long ago. */
static bool project_is_watched(const struct app *app, const struct app_project *project)
{
    return project->is_sent ||
           (project->fresh && app->client->wall_ms - project->fetched_ms <= SINCE_APART_MS);
}

/* Keeps the reading in the store, for the next start and for reading offline; an unchanged one at most once a
 * minute, because other sessions are woken by each write. */
static void project_save(struct app *app, struct app_project *project, const struct project *fresh, bool same,
                         bool is_seen)
{
    if (same && app->client->wall_ms - project->saved_ms < SAVE_SAME_MS)
        return;
    project->saved_ms = app->client->wall_ms;
    struct store_op *op = client_store(app->client, STORE_PROJECT_SAVE, fresh->id);
    op->json = json_deep_copy(fresh->record.raw); /* it goes to another thread */
    op->number = (is_seen ? STORE_SEEN : 0) | (app_project_is_settled(app, fresh->state) ? STORE_SETTLED : 0);
    op->when_ms = app->client->wall_ms;
}

/* What the wider columns of the list show. True when a text is another. */
static bool project_take_columns(struct app_project *project, const struct listed *listed)
{
    bool same = strcmp(project->label, listed->label) == 0 && strcmp(project->lang, listed->lang) == 0 &&
                strcmp(project->author, listed->author) == 0;
    project_set(&project->label, listed->label);
    project_set(&project->lang, listed->lang);
    project_set(&project->author, listed->author);
    project->has_no_media = listed->has_no_media;
    project->is_read_only = listed->is_read_only;
    project->expiry = listed->expiry;
    project->updated_ms = listed->updated_ms;
    return !same;
}

/* Copies what the list shows. True when any of it changed. */
static bool project_summarise(struct app *app, struct app_project *project, const struct project *fresh)
{
    char *tags = listed_tags(fresh->record.shown);
    bool changed = !project->known || strcmp(project->state, fresh->state) != 0 ||
                   strcmp(project->name, fresh->name) != 0 || strcmp(project->length, fresh->length) != 0 ||
                   strcmp(project->tags, tags) != 0 || project->version != fresh->version;
    struct listed listed;
    listed_read(&listed, fresh->record.shown);
    changed = project_take_columns(project, &listed) || changed;
    app_project_set_state(app, project, fresh->state);
    project_set(&project->name, fresh->name);
    project_set(&project->length, fresh->length);
    free(project->tags);
    project->tags = tags;
    project->length_ms = fresh->length_ms;
    project->version = fresh->version;
    return changed;
}

/* A reading went well: the trouble is over, also on the status line. */
static void project_healed(struct app *app, struct app_project *project)
{
    if (project->trouble)
        app_status_take_back(app, project->trouble);
    free(project->trouble);
    project->trouble = NULL;
    project->trouble_kind = ERROR_NONE;
    project->trouble_status = 0;
}

enum project_news app_project_update(struct app *app, const struct project *fresh, bool is_kept)
{
    struct app_project *project = app_project_find(app, fresh->id);
    if (!project)
        return PROJECT_SAME;
    bool state_changed = project->known && strcmp(project->state, fresh->state) != 0;
    bool was_fresh = project->fresh && !project->trouble, is_seen = project_is_watched(app, project);
    bool same = project->full && json_equal(project->full->record.raw, fresh->record.raw);
    if (state_changed) {
        project->maybe_enqueued = false; /* from here on the state itself says what an enqueue would be */
        project_say_state(app, project, fresh->state);
    }
    project->state_since_ms = since_next(project->state_since_ms, project->known && !state_changed, is_seen,
                                         app->client->wall_ms, fresh->record.shown);
    bool is_shown = same && project->known && !state_changed && project->version == fresh->version;
    bool changed = !is_shown && project_summarise(app, project, fresh);
    project->known = true;
    project->fresh = true;
    project->fetched_ms = app->client->wall_ms;
    project_healed(app, project);
    if (project->id == app->current && !same) {
        project_free(project->full);
        project->full = project_copy(fresh);
        part_tell_project_changed(app, project->id);
    }
    if (is_kept)
        project->saved_ms = app->client->wall_ms;
    else
        project_save(app, project, fresh, was_fresh && (same || (!project->full && !changed)), is_seen);
    project_hear_state(app, project, fresh->state, !is_kept); /* the store knows of its act by then */
    if (changed || !was_fresh) {
        app_stale_row(app, project->id);
        app_dirty(app, DIRTY_PANE(PANE_LIST) | DIRTY_FORM); /* a heading there has the name, too */
    }
    if (!same || changed || !was_fresh)
        app_stale_project(app, project->id);
    if (state_changed)
        return PROJECT_STATE;
    return changed || (project->full && !same) ? PROJECT_CHANGED : PROJECT_SAME;
}

bool app_project_take_row(struct app *app, const struct store_row *row)
{
    struct app_project *project = app_project_add(app, row->id);
    free(project->note);
    project->note = row->note && *row->note ? text_clean_copy(row->note) : NULL;
    project->is_refused = row->is_refused;
    if (row->exported.when_ms >= project->exported.when_ms)
        project->exported = row->exported;
    if (!row->known || (project->fresh && project->fetched_ms >= row->fetched_ms))
        return false;
    bool news = project->fresh && strcmp(project->state, row->state) != 0; /* another session read it first */
    if (news)
        project_say_state(app, project, row->state);
    app_project_set_state(app, project, row->state);
    project_set(&project->name, row->name);
    project_set(&project->length, row->length);
    project_set(&project->tags, row->tags);
    project->version = row->version;
    project->fetched_ms = row->fetched_ms;
    project->state_since_ms = row->state_since_ms;
    project_take_columns(project, &(struct listed){.label = row->label ? row->label : "",
                                                   .lang = row->lang ? row->lang : "",
                                                   .author = row->author ? row->author : "",
                                                   .has_no_media = row->has_no_media,
                                                   .is_read_only = row->is_read_only,
                                                   .expiry = row->expiry,
                                                   .updated_ms = row->updated_ms});
    if (project->state_since_ms == 0)
        project->state_since_ms = -project->updated_ms;
    if (!length_parse(project->length, &project->length_ms))
        project->length_ms = -1;
    project->known = true;
    if (news)
        client_outdate(app->client, row->id); /* a reading on its way may be older */
    return news;
}
