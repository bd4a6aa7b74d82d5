/* Projects of the list: finds them by id, takes and saves readings, and announces new states. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "part.h"
#include "steno/api/record.h"
#include "steno/app/app.h"
#include "steno/app/project.h"
#include "steno/app/reads.h"
#include "steno/app/say.h"
#include "steno/app/session.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/rows.h"
#include "steno/core/settings.h"
#include "steno/core/write.h"
#include "steno/store/store.h"
#include "writes.h"

#define SAVE_SAME_MS     60000
#define RING_TOGETHER_MS 2000 /* several changes of state within this time ring the bell once */

void app_projects_moved(struct app *app)
{
    id_map_clear(&app->index);
    app->highest = 0;
    for (size_t i = 0; i < app->project_count; i++) {
        int64_t id = app->projects[i].id;
        id_map_put(&app->index, id, i);
        app->highest = id > app->highest ? id : app->highest;
    }
}

struct app_project *app_project_find(const struct app *app, int64_t id)
{
    size_t row;
    return id_map_find(&app->index, id, &row) ? &app->projects[row] : NULL;
}

struct app_project *app_project_add(struct app *app, int64_t id)
{
    struct app_project *project = app_project_find(app, id);
    if (project)
        return project;
    if (app->project_count == app->project_capacity) {
        app->project_capacity = app->project_capacity ? app->project_capacity * 2 : 16;
        app->projects = mem_grow(app->projects, app->project_capacity, sizeof *app->projects);
    }
    id_map_put(&app->index, id, app->project_count);
    app->highest = id > app->highest ? id : app->highest;
    project = &app->projects[app->project_count++];
    *project = (struct app_project){.id = id,
                                    .state = mem_copy(""),
                                    .name = mem_copy(""),
                                    .length = mem_copy(""),
                                    .tags = mem_copy(""),
                                    .label = mem_copy(""),
                                    .lang = mem_copy(""),
                                    .author = mem_copy(""),
                                    .version = -1,
                                    .length_ms = -1};
    project->mark = app_state_mark(app, "");
    app_open_writes_changed(app);
    return project;
}

void app_project_clear(struct app_project *project)
{
    free(project->note);
    free(project->state);
    free(project->name);
    free(project->length);
    free(project->tags);
    free(project->label);
    free(project->lang);
    free(project->trouble);
    free(project->reported_state);
    free(project->author);
    free(project->unanswered);
    project_free(project->full);
}

char *app_project_title(const struct app *app, int64_t id)
{
    const struct app_project *project = app_project_find(app, id);
    if (!project || !*project->name)
        return mem_printf("%" PRId64, id);
    char name[128];
    text_clip(name, sizeof name, project->name, 40);
    return mem_printf("%" PRId64 ", %s", id, name);
}

bool app_project_is_active(const struct app *app, const char *state)
{
    return settings_list_has(app->settings, SETTING_ACTIVE_STATES, state);
}

bool app_project_is_settled(const struct app *app, const char *state)
{
    return settings_list_has(app->settings, SETTING_SETTLED_STATES, state);
}

unsigned app_project_can(const struct app *app, const struct app_project *project)
{
    char mark = app_state_mark(app, project->state);
    if (project->trouble && project->trouble_status == 404)
        return 0;
    unsigned can = mark == '+' || mark == '*' ? PROJECT_HAS_CAPTIONS : 0;
    if (project->has_no_media || project->is_read_only)
        return can;
    return can | PROJECT_CAN_BE_SENT;
}

bool app_project_holds(const struct app_project *project, const char *text)
{
    char id[24];
    snprintf(id, sizeof id, "%" PRId64, project->id);
    return text_contains_nocase(id, text) || text_contains_nocase(project->name, text) ||
           text_contains_nocase(project->state, text) || text_contains_nocase(project->tags, text);
}

void app_project_listed(const struct app *app, const struct app_project *project, struct listed *listed)
{
    *listed =
        (struct listed){.id = project->id,
                        .name = project->name,
                        .state = project->state,
                        .tags = project->tags,
                        .note = project->note ? project->note : "",
                        .mark = project->mark,
                        .is_lost = project->unanswered && !project->is_taken,
                        .is_sent = project->open_enqueue != 0,
                        /* an outage is not the fault of this project */
                        .is_unreadable = project->trouble &&
                                         !offline_is_about(&(struct error){.kind = project->trouble_kind}),
                        .is_today = listed_is_today(project->state_since_ms, app->wall_ms, app->zone),
                        .exported = ledger_age(&project->exported, project->version, project->updated_ms),
                        .length_ms = project->length_ms,
                        .since_ms = since_time(project->state_since_ms),
                        .place = (size_t)(project - app->projects),
                        .label = project->label,
                        .lang = project->lang,
                        .author = project->author,
                        .has_no_media = project->has_no_media,
                        .is_read_only = project->is_read_only,
                        .expiry = project->expiry,
                        .updated_ms = project->updated_ms};
}

void app_project_length(const struct app_project *project, char *out, size_t size)
{
    *out = '\0';
    if (project->has_no_media)
        snprintf(out, size, "no media");
    else if (project->length_ms > 0)
        length_format(out, size, project->length_ms);
    else if (project->length_ms < 0)
        text_clip(out, size, project->length, (int)size);
}

char app_state_mark(const struct app *app, const char *state)
{
    return settings_state_mark(app->settings, state);
}

void app_project_set_state(struct app *app, struct app_project *project, const char *state)
{
    if (strcmp(project->state, state) == 0)
        return;
    char *copy = mem_copy(state);
    free(project->state);
    project->state = copy;
    project->mark = app_state_mark(app, state);
}

/* Rings the bell soon and runs the hook for a change of state. If another steno runs the hook for this
 * change, only the bell rings. */
static void project_notify(struct app *app, const struct app_project *project, const char *to)
{
    struct error err;
    bool is_ours = true; /* stays true if the store fails: a hook that runs twice is better than none */
    if (!app->rings_ms)
        app->rings_ms = app->now_ms + RING_TOGETHER_MS;
    to = *to ? to : "not given";
    if (!*settings_text(app->settings, SETTING_HOOK) ||
        (store_hook_claim(app->store, project->id, to, project->reported_sent_ms, app->wall_ms, &is_ours,
                          &err) &&
         !is_ours))
        return;
    struct effect *hook = app_emit(app, EFFECT_NOTIFY);
    hook->id = project->id;
    hook->text = mem_copy(*project->reported_state ? project->reported_state : "not given");
    hook->text2 = mem_copy(to);
    hook->text3 = mem_copy(project->name);
}

/* Shows a change of state. The store writes the history line. */
static void project_say_state(struct app *app, const struct app_project *project, const char *to)
{
    if (!project->in_act)
        app_say(app, "#%" PRId64 " is now %s", project->id, *to ? to : "without a state");
}

/* Says that readings could not be saved, but only once until a save succeeds. If another failure is on the
 * message line, says this only when the program ends. */
static void project_say_lost(struct app *app, const struct error *err)
{
    if (!app->readings_are_lost && (!app->failure || app->quitting))
        app->readings_are_lost = !app_kept(app, false, "project data", err);
}

void app_readings_commit(struct app *app)
{
    struct error err;
    if (!app->is_saving)
        return;
    app->is_saving = false;
    if (store_commit(app->store, &err))
        app->readings_are_lost = false;
    else
        project_say_lost(app, &err);
}

/* Saves the reading for the next start and for offline use. An unchanged project is saved at most once a
 * minute, because each save makes other sessions reload the project. */
static void project_save(struct app *app, struct app_project *project, const struct project *fresh,
                         int64_t sent_ms, bool same, bool is_seen)
{
    const struct store_reading reading = {.project = fresh,
                                          .when_ms = sent_ms,
                                          .is_seen = is_seen,
                                          .is_ended = app_project_is_settled(app, fresh->state)};
    struct error err;
    if (same && app->wall_ms - project->saved_ms < SAVE_SAME_MS)
        return;
    bool ok = app->is_saving || store_begin(app->store, &err);
    app->is_saving = ok;
    ok = ok && store_project_save(app->store, &reading, &err);
    project->saved_ms = ok ? app->wall_ms : 0; /* 0: save the next reading even if unchanged */
    if (!ok)
        project_say_lost(app, &err);
}

/* Copies the values that the list shows into `project`. Returns true if one value has changed. */
static bool project_take(struct app *app, struct app_project *project, const struct listed *now,
                         const char *length, int64_t version)
{
    const struct {
        char **text;
        const char *now;
    } texts[] = {{&project->name, now->name},   {&project->length, length},  {&project->tags, now->tags},
                 {&project->label, now->label}, {&project->lang, now->lang}, {&project->author, now->author}};
    bool is_other = !project->known || project->version != version || strcmp(project->state, now->state) != 0;
    app_project_set_state(app, project, now->state);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const char *text = texts[i].now ? texts[i].now : "";
        if (strcmp(*texts[i].text, text) == 0)
            continue;
        is_other = true;
        free(*texts[i].text);
        *texts[i].text = mem_copy(text);
    }
    if (!length_parse(project->length, &project->length_ms))
        project->length_ms = -1;
    project->version = version;
    project->has_no_media = now->has_no_media;
    project->is_read_only = now->is_read_only;
    project->expiry = now->expiry;
    project->updated_ms = now->updated_ms;
    project->known = true;
    return is_other;
}

enum project_news app_project_update(struct app *app, const struct project *fresh, int64_t sent_ms,
                                     bool is_kept)
{
    struct app_project *project = app_project_find(app, fresh->id);
    if (!project)
        return PROJECT_SAME;
    bool state_changed = project->known && strcmp(project->state, fresh->state) != 0;
    bool was_fresh = project->fresh && !project->trouble;
    bool same = project->full && json_equal(project->full->record.raw, fresh->record.raw);
    /* true if the time of a change is known: the last reading is recent, or an enqueue is open */
    bool is_seen =
        project->open_enqueue || (project->fresh && app->wall_ms - project->fetched_ms <= SINCE_APART_MS);
    if (state_changed)
        project_say_state(app, project, fresh->state);
    project->state_since_ms = since_next(project->state_since_ms, project->known && !state_changed, is_seen,
                                         app->wall_ms, fresh->record.shown);
    char *tags = listed_tags(fresh->record.shown);
    struct listed listed = {.state = fresh->state, .name = fresh->name, .tags = tags};
    listed_read(&listed, fresh->record.shown);
    bool changed = project_take(app, project, &listed, fresh->length, fresh->version);
    free(tags);
    project->fresh = true;
    project->fetched_ms = app->wall_ms;
    project->rests_ms = sent_ms;
    if (project->trouble) /* remove the message about the earlier failure */
        app_status_take_back(app, project->trouble);
    free(project->trouble);
    project->trouble = NULL;
    project->trouble_kind = ERROR_NONE;
    project->trouble_status = 0;
    if (project->id == app->current && !same) {
        project_free(project->full);
        project->full = project_copy(fresh);
    }
    if (is_kept)
        project->saved_ms = app->wall_ms;
    else
        project_save(app, project, fresh, sent_ms, was_fresh && (same || (!project->full && !changed)),
                     is_seen);
    /* Compare with the last state that this session read. The state on the screen can already be new, because
     * another session read it. A change before this session's first reading is no news. */
    if (project->reported_state && strcmp(project->reported_state, fresh->state) != 0)
        project_notify(app, project, fresh->state);
    free(project->reported_state);
    project->reported_state = mem_copy(fresh->state);
    project->reported_sent_ms = sent_ms;
    if (changed || !was_fresh)
        app->order_may_differ = true;
    if (state_changed)
        return PROJECT_STATE;
    return changed || (project->full && !same) ? PROJECT_CHANGED : PROJECT_SAME;
}

bool app_project_take_row(struct app *app, const struct store_row *row)
{
    struct app_project *project = app_project_add(app, row->id);
    free(project->note);
    project->note = row->note && *row->note ? text_clean_copy(row->note) : NULL;
    if (row->exported.when_ms >= project->exported.when_ms)
        project->exported = row->exported;
    if (!row->known || (project->fresh && project->fetched_ms >= row->fetched_ms))
        return false;
    bool news = project->fresh && strcmp(project->state, row->state) != 0; /* from another session */
    if (news)
        project_say_state(app, project, row->state);
    project->fetched_ms = row->fetched_ms;
    project->state_since_ms = row->state_since_ms ? row->state_since_ms : -row->updated_ms;
    project_take(app, project,
                 &(struct listed){.state = row->state,
                                  .name = row->name,
                                  .tags = row->tags,
                                  .label = row->label,
                                  .lang = row->lang,
                                  .author = row->author,
                                  .has_no_media = row->has_no_media,
                                  .is_read_only = row->is_read_only,
                                  .expiry = row->expiry,
                                  .updated_ms = row->updated_ms},
                 row->length, row->version);
    if (news)
        app_reads_outdate(app, row->id); /* a reading under way can be older, so its answer is dropped */
    return news;
}

static void projects_end(struct app *app)
{
    for (size_t i = 0; i < app->project_count; i++)
        app_project_clear(&app->projects[i]);
    free(app->projects);
    id_map_clear(&app->index);
}

static void projects_turn(struct app *app)
{
    if (!app->rings_ms || app->now_ms < app->rings_ms)
        return;
    app->rings_ms = 0;
    app_emit(app, EFFECT_RING);
}

static int64_t projects_deadline(const struct app *app)
{
    return app->rings_ms ? app->rings_ms : INT64_MAX;
}

const struct part part_projects = {.name = "projects",
                                   .end = projects_end,
                                   .turn = projects_turn,
                                   .deadline = projects_deadline,
                                   .until_quit = true};
