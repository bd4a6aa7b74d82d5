/* Owns what a project looks like: on the wire as Data. */
/* SPDX-License-Identifier: MIT */
#include "world.h"

#include <stdlib.h>
#include <string.h>

#include "query.h"
#include "reply.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"

static const char *const state_names[WORLD_STATE_COUNT] = {[WORLD_NONE] = "None",
                                                           [WORLD_IN_PROGRESS] = "InProgress",
                                                           [WORLD_COMPLETED] = "Completed",
                                                           [WORLD_FAILED] = "Failed",
                                                           [WORLD_CANCELED] = "Canceled"};

/* The state's name on the wire. */
static const char *world_state_name(enum world_state state)
{
    return state_names[state];
}

char *world_project_name(const struct world_project *project)
{
    if (project->name)
        return mem_copy(project->name);
    if (project->id > SEED_DEFAULT_COUNT && !project->seed->foreign)
        return mem_printf("%s %lld", project->seed->name, (long long)project->id);
    return project->seed->name ? mem_copy(project->seed->name)
                               : mem_printf("project-%lld", (long long)project->id);
}

const char *world_project_language(const struct world_project *project)
{
    if (project->spoken)
        return value_text(project->spoken, "Lang");
    return project->seed->language ? project->seed->language : "cs-CZ";
}

/* Sets a text member, unless there is no text. */
static void put_text(json_t *object, const char *name, const char *text)
{
    if (text)
        json_object_set_new_nocheck(object, name, json_string(text));
}

/* Sets an integer member. */
static void put_int(json_t *object, const char *name, int64_t value)
{
    json_object_set_new_nocheck(object, name, json_integer(value));
}

/* Sets a boolean member. */
static void put_bool(json_t *object, const char *name, bool value)
{
    json_object_set_new_nocheck(object, name, json_boolean(value));
}

/* The member Description. */
static json_t *world_description_json(const struct world_project *project)
{
    json_t *object = json_object();
    char *name = world_project_name(project);
    put_text(object, "Author", project->seed->author);
    put_text(object, "Name", name);
    put_text(object, "Notes", project->notes ? project->notes : project->seed->notes);
    put_text(object, "Start", project->seed->start);
    free(name);
    return object;
}

/* One value of a parameter set by its type, its default filled in; NULL when there is neither. */
static json_t *world_config_value(const struct param_set *run, const struct param_def *def)
{
    if (!value_is_set(run, def->name) && !def->def)
        return NULL;
    switch (def->type) {
    case PARAM_BOOL:
        return json_boolean(value_bool(run, def->name));
    case PARAM_INT:
        return json_integer(value_int(run, def->name));
    case PARAM_NUMBER:
        return json_real(value_number(run, def->name));
    case PARAM_TEXT:
        break;
    }
    return json_string(value_text(run, def->name));
}

/* The member TranscriptionConfig: every parameter that was set or has a default, and who enqueued. Two go by
 * other names there. */
static json_t *world_config_json(const struct param_set *run, int64_t user)
{
    json_t *object = json_object();
    for (size_t i = 0; i < run->table->count; i++) {
        const struct param_def *def = &run->table->rows[i];
        const char *name = strcmp(def->name, "Lang") == 0                   ? "Language"
                           : strcmp(def->name, "TranscriptionProfile") == 0 ? "Profile"
                                                                            : def->name;
        json_t *value = world_config_value(run, def);
        if (value)
            json_object_set_new(object, name, value);
    }
    put_bool(object, "TrialTranscription", false);
    put_int(object, "UserId", user);
    return object;
}

/* The user who made the project; 7 is somebody of whom nothing else is known. */
static int64_t world_creator(const struct world_project *project)
{
    return project->seed->foreign ? 3 : project->id > SEED_DEFAULT_COUNT ? 7 : 1;
}

/* What the project was transcribed with: of its last run, or of its seed. */
static json_t *world_last_config(const struct world_project *project)
{
    if (project->run)
        return world_config_json(project->run, project->payer);
    if (project->seed->odd_config)
        return json_string(project->seed->odd_config);
    if (!project->seed->language)
        return json_null();
    struct param_set *run = param_set_new(&params_enqueue);
    param_set_put(run, param_find(run->table, "Lang"), project->seed->language, NULL);
    json_t *config = world_config_json(run, world_creator(project));
    param_set_free(run);
    return config;
}

const char *world_project_date(const struct world_project *project, const char *text, char *out)
{
    enum { SECONDS_END = 19 }; /* 2026-05-14T11:58:31, then fraction and zone, which stay */
    char moved[DATE_TEXT_SIZE];
    struct date date;
    if (!text)
        return NULL;
    snprintf(out, DATE_TEXT_SIZE, "%.*s", SECONDS_END, text);
    date_parse(out, &date);
    date_format_utc(moved, sizeof moved, date.ms + project->moved_ms);
    snprintf(out, DATE_TEXT_SIZE, "%.*s%s", SECONDS_END, moved, text + SECONDS_END);
    return out;
}

/* Sets a date of the seed. */
static void put_date(json_t *data, const char *name, const struct world_project *project, const char *text)
{
    char moved[DATE_TEXT_SIZE];
    put_text(data, name, world_project_date(project, text, moved));
}

/* Sets the dates, as text. */
static void world_put_dates(json_t *data, const struct world_project *project)
{
    char updated[DATE_TEXT_SIZE];
    put_date(data, "Created", project, project->seed->created);
    put_date(data, "DeleteAt", project, project->seed->delete_at);
    put_date(data, "ExpirationDate", project, project->seed->expiration);
    if (project->updated_ms)
        date_format_utc(updated, sizeof updated, project->updated_ms);
    put_text(data, "Updated",
             project->updated_ms ? updated : world_project_date(project, project->seed->updated, updated));
}

/* Sets what a project has beyond the members that the contract requires. */
static void world_put_optional(json_t *data, const struct world_project *project)
{
    put_text(data, "ActiveTrsxLabel", project->label);
    put_int(data, "CreatorId", world_creator(project));
    world_put_dates(data, project);
    json_object_set_new_nocheck(data, "Description", world_description_json(project));
    put_bool(data, "IsTeamProject", project->seed->team);
    if (project->seed->keywords)
        json_object_set_new(data, "KeywordsHighlight", json_loads(project->seed->keywords, 0, NULL));
    json_object_set_new_nocheck(data, "Tags", project->tags ? json_deep_copy(project->tags) : json_array());
    json_object_set_new_nocheck(data, "TranscriptionConfig", world_last_config(project));
}

json_t *world_project_json(const struct world_project *project, bool with_metadata)
{
    const struct seed *seed = project->seed;
    json_t *data = json_object();
    put_int(data, "AccessToken", project->version);
    put_int(data, "Id", project->id);
    put_text(data, "ProcessingState", world_state_name(project->state));
    put_text(data, "Length", seed->length);
    put_bool(data, "HasRecording", !seed->no_media);
    put_bool(data, "IsReadOnly", seed->read_only);
    put_int(data, "ShareCount", seed->share_count);
    json_object_set_new_nocheck(
        data, "MediaInfo",
        json_pack("{s:b, s:b}", "HasVideo", seed->has_video, "IsPackaged", !seed->no_media));
    if (!seed->bare || project->updated_ms)
        world_put_optional(data, project);
    if (seed->nulls && !project->updated_ms)
        reply_blank(data, &fields_project, false);
    if (with_metadata)
        json_object_set_new(data, "Metadata",
                            project->metadata ? json_deep_copy(project->metadata) : json_object());
    return data;
}

bool world_all_texts(const json_t *value)
{
    const char *name;
    size_t i;
    json_t *item;
    json_object_foreach((json_t *)(uintptr_t)value, name, item)
    {
        if (!json_is_string(item))
            return false;
    }
    json_array_foreach(value, i, item)
    {
        if (!json_is_string(item))
            return false;
    }
    return true;
}

int world_state_find(const char *name)
{
    for (int i = 0; name && i < WORLD_STATE_COUNT; i++) {
        if (strcmp(state_names[i], name) == 0)
            return i;
    }
    return -1;
}
