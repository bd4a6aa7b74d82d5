/* Owns the projects, their versions, the transcription queue, and what somebody else does to a project. Pure:
 * no clock, no HTTP. What a project looks like on the wire is world_json.c. */
/* SPDX-License-Identifier: MIT */
#include "world.h"

#include <stdlib.h>
#include <string.h>

#include "query.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "transcript.h"

#define START_MS     2000                   /* from the queue to the first word */
#define TAKES_MAX_MS INT64_C(4000000000000) /* over a century: slower than that is never */

struct world {
    struct world_project *projects; /* project i has the id i + 1 */
    int64_t count;
    int64_t transcribe_ms; /* or WORLD_BY_LENGTH */
    double speed;
    int64_t start_ms; /* 0: as the seeds say */
    int64_t busy;     /* the project that is being transcribed at the start, or 0 */
    bool has_others;  /* somebody else's projects come after the twelve */
};

/* The seed's tags as a list of their own. */
static json_t *world_seed_tags(const struct seed *seed)
{
    if (!seed->tags)
        return NULL;
    json_t *list = json_array();
    for (const char *const *tag = seed->tags; *tag; tag++)
        json_array_append_new(list, json_string(*tag));
    return list;
}

/* The seed's metadata as an object of its own. */
static json_t *world_seed_metadata(const struct seed *seed)
{
    if (!seed->metadata)
        return NULL;
    json_t *object = json_object();
    for (const char *const *pair = seed->metadata; *pair; pair += 2)
        json_object_set_new(object, pair[0], json_string(pair[1]));
    return object;
}

/* Makes a project what its seed says. */
static void world_plant(const struct world *world, struct world_project *project, int64_t id)
{
    const struct seed *other = world->has_others ? seed_other(id) : NULL;
    const struct seed *seed = other ? other : seed_for(id);
    *project = (struct world_project){.seed = seed,
                                      .id = id,
                                      .version = seed->version ? seed->version : 1000 + id,
                                      .state = seed->state,
                                      .has_transcript = seed->state == WORLD_COMPLETED,
                                      .moved_ms = world->start_ms ? world->start_ms - SEED_START_MS : 0,
                                      .tags = world_seed_tags(seed),
                                      .metadata = world_seed_metadata(seed),
                                      .label = mem_copy_or_null(seed->label)};
}

struct world *world_new(int64_t count, int64_t transcribe_ms)
{
    struct world *world = mem_zero(1, sizeof *world);
    world->has_others = count == WORLD_DEFAULT;
    world->count = count == WORLD_DEFAULT ? SEED_DEFAULT_COUNT + SEED_OTHER_COUNT : count;
    world->transcribe_ms = transcribe_ms;
    world->speed = WORLD_SPEED;
    world->projects = mem_zero((size_t)world->count + 1, sizeof *world->projects);
    for (int64_t i = 0; i < world->count; i++)
        world_plant(world, &world->projects[i], i + 1);
    return world;
}

/* Frees what a project owns. */
static void world_uproot(struct world_project *project)
{
    json_decref(project->tags);
    json_decref(project->metadata);
    param_set_free(project->run);
    param_set_free(project->spoken);
    free(project->label);
    free(project->name);
    free(project->notes);
}

void world_free(struct world *world)
{
    if (!world)
        return;
    for (int64_t i = 0; i < world->count; i++)
        world_uproot(&world->projects[i]);
    free(world->projects);
    free(world);
}

void world_set_speed(struct world *world, double speed)
{
    world->speed = speed;
}

int64_t world_count(const struct world *world)
{
    return world->count;
}

/* Notes a change: a new version, a new date. */
static void world_touch(struct world_project *project, int64_t now_ms)
{
    project->version++;
    project->updated_ms = now_ms;
}

int64_t world_project_length_ms(const struct world_project *project)
{
    int64_t ms = 0;
    return length_parse(project->seed->length, &ms) ? ms : 0;
}

/* Does the part that the transcription asks for lie within the recording? */
static bool world_part_exists(const struct world_project *project)
{
    int64_t start, end;
    transcript_part(project->run, &start, &end);
    return start < world_project_length_ms(project);
}

int64_t world_run_ms(const struct world_project *project, const struct param_set *run)
{
    int64_t start, end, length = world_project_length_ms(project);
    transcript_part(run, &start, &end);
    end = end < length ? end : length;
    return end > start ? end - start : 0;
}

/* How long a run takes. */
static int64_t world_takes_ms(const struct world *world, const struct world_project *project,
                              const struct param_set *run)
{
    if (world->transcribe_ms != WORLD_BY_LENGTH)
        return world->transcribe_ms;
    double ms = (double)world_run_ms(project, run) / world->speed;
    return START_MS + (ms < TAKES_MAX_MS ? (int64_t)ms : TAKES_MAX_MS);
}

/* Makes the transcript of the run that has ended the one that is exported. */
static void world_save_transcript(struct world_project *project)
{
    const char *label = value_text(project->run, "CustomLabel");
    param_set_free(project->spoken);
    free(project->label);
    project->spoken = param_set_copy(project->run);
    project->label = label[0] ? mem_copy(label) : NULL;
    project->has_transcript = true;
}

/* Ends the running transcription: Completed, with a transcript when one is to be saved, or Failed. Without a
 * new transcript the earlier one stays, and its label. */
static void world_settle(struct world_project *project)
{
    bool empty_is_fine = value_bool(project->run, "AllowEmptyTranscription");
    bool failed =
        project->seed->fails || (project->seed->silent && !empty_is_fine) || !world_part_exists(project);
    project->state = failed ? WORLD_FAILED : WORLD_COMPLETED;
    if (!failed && value_bool(project->run, "SaveTrsx"))
        world_save_transcript(project);
    world_touch(project, project->done_ms);
}

struct world_project *world_find(struct world *world, int64_t id, int64_t now_ms, bool *settled)
{
    if (settled)
        *settled = false;
    if (id < 1 || id > world->count)
        return NULL;
    struct world_project *project = &world->projects[id - 1];
    if (project->state == WORLD_IN_PROGRESS && now_ms >= project->done_ms) {
        world_settle(project);
        if (settled)
            *settled = true;
    }
    return project;
}

void world_enqueue(struct world *world, struct world_project *project, struct param_set *run, int64_t payer,
                   int64_t now_ms)
{
    param_set_free(project->run);
    project->run = run;
    project->payer = payer;
    project->state = WORLD_IN_PROGRESS;
    project->done_ms = now_ms + world_takes_ms(world, project, run);
    world_touch(project, now_ms);
}

/* Begins the transcription that is running at the start. */
static void world_begin_busy(struct world *world)
{
    struct world_project *project = world_find(world, world->busy, 0, NULL);
    if (!project)
        return;
    struct param_set *run = param_set_new(&params_enqueue);
    param_set_put(run, param_find(run->table, "Lang"), "en-US", NULL);
    world_enqueue(world, project, run, 1, world->start_ms);
    if (world->transcribe_ms == WORLD_BY_LENGTH)
        project->done_ms = world->start_ms + WORLD_BUSY_MS;
}

void world_reset(struct world *world)
{
    for (int64_t i = 0; i < world->count; i++) {
        world_uproot(&world->projects[i]);
        world_plant(world, &world->projects[i], i + 1);
    }
    world_begin_busy(world);
}

void world_set_start(struct world *world, int64_t now_ms, int64_t busy)
{
    world->start_ms = now_ms;
    world->busy = busy;
    world_reset(world);
}

void world_set_metadata(struct world_project *project, const char *key, const char *value, int64_t now_ms)
{
    if (!project->metadata)
        project->metadata = json_object();
    json_object_set_new(project->metadata, key, json_string(value));
    world_touch(project, now_ms);
}

bool world_delete_metadata(struct world_project *project, const char *key, int64_t now_ms)
{
    if (!project->metadata || json_object_del(project->metadata, key) != 0)
        return false;
    world_touch(project, now_ms);
    return true;
}

bool world_delete_tag(struct world_project *project, const char *tag, int64_t now_ms)
{
    for (size_t i = 0; i < json_array_size(project->tags); i++) {
        if (strcmp(json_string_value(json_array_get(project->tags, i)), tag) == 0) {
            json_array_remove(project->tags, i);
            world_touch(project, now_ms);
            return true;
        }
    }
    return false;
}

/* --- what somebody else does --- */

/* The state that a change asks for: any but InProgress, which needs an enqueue; -1 for no such one. */
static int world_change_state(const json_t *value)
{
    int state = world_state_find(json_string_value(value));
    return state == WORLD_IN_PROGRESS ? -1 : state;
}

/* Is there such a member, and may it have this value? */
static bool world_change_fits(const char *name, const json_t *value)
{
    if (strcmp(name, "Name") == 0 || strcmp(name, "Notes") == 0)
        return json_is_string(value) || json_is_null(value);
    if (strcmp(name, "Tags") == 0)
        return json_is_array(value) && world_all_texts(value);
    if (strcmp(name, "Metadata") == 0)
        return json_is_object(value) && world_all_texts(value);
    return strcmp(name, "ProcessingState") == 0 && world_change_state(value) >= 0;
}

/* Changes one member. A project that is made Completed can be exported. */
static void world_change_member(struct world_project *project, const char *name, const json_t *value)
{
    if (strcmp(name, "Name") == 0 || strcmp(name, "Notes") == 0) {
        char **text = name[1] == 'a' ? &project->name : &project->notes;
        free(*text);
        *text = mem_copy_or_null(json_string_value(value));
    } else if (strcmp(name, "ProcessingState") == 0) {
        project->state = (enum world_state)world_change_state(value);
        project->has_transcript = project->has_transcript || project->state == WORLD_COMPLETED;
    } else {
        json_t **texts = name[0] == 'T' ? &project->tags : &project->metadata;
        json_decref(*texts);
        *texts = json_deep_copy(value);
    }
}

const char *world_change(struct world_project *project, json_t *change, int64_t now_ms)
{
    const char *name;
    json_t *value;
    json_object_foreach(change, name, value)
    {
        if (!world_change_fits(name, value))
            return name;
    }
    json_object_foreach(change, name, value)
    {
        world_change_member(project, name, value);
    }
    world_touch(project, now_ms);
    return NULL;
}

bool world_cancel(struct world_project *project, int64_t now_ms)
{
    if (project->state != WORLD_IN_PROGRESS)
        return false;
    project->state = WORLD_CANCELED;
    world_touch(project, now_ms);
    return true;
}
