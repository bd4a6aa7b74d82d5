/* Owns what somebody else does to a project: changes of its members, and the end of its transcription. Pure.
 */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "world.h"

/* Replaces a text; NULL of JSON takes it away. */
static bool change_text(char **text, const json_t *value)
{
    if (!json_is_string(value) && !json_is_null(value))
        return false;
    free(*text);
    *text = mem_copy_or_null(json_string_value(value));
    return true;
}

/* Replaces an array or object of texts. */
static bool change_texts(json_t **texts, const json_t *value, json_type type)
{
    if (json_typeof(value) != type || !world_all_texts(value))
        return false;
    json_decref(*texts);
    *texts = json_deep_copy(value);
    return true;
}

/* Any state but InProgress, which needs an enqueue. A project that is made Completed can be exported. */
static bool change_state(struct world_project *project, const json_t *value)
{
    int state = world_state_find(json_string_value(value));
    if (state < 0 || state == WORLD_IN_PROGRESS)
        return false;
    project->state = (enum world_state)state;
    project->has_transcript = project->has_transcript || state == WORLD_COMPLETED;
    return true;
}

/* Makes one change; false when there is no such member, or the value is none of it. */
static bool change_member(struct world_project *project, const char *name, const json_t *value)
{
    if (strcmp(name, "Name") == 0)
        return change_text(&project->name, value);
    if (strcmp(name, "Notes") == 0)
        return change_text(&project->notes, value);
    if (strcmp(name, "Tags") == 0)
        return change_texts(&project->tags, value, JSON_ARRAY);
    if (strcmp(name, "Metadata") == 0)
        return change_texts(&project->metadata, value, JSON_OBJECT);
    return strcmp(name, "ProcessingState") == 0 && change_state(project, value);
}

const char *world_change(struct world_project *project, json_t *change, int64_t now_ms)
{
    const char *name, *bad = NULL;
    json_t *value;
    json_t *before = world_project_save(project);
    json_object_foreach(change, name, value)
    {
        if (!bad && !change_member(project, name, value))
            bad = name;
    }
    if (bad)
        world_project_load(project, before);
    else
        world_touch(project, now_ms);
    json_decref(before);
    return bad;
}

bool world_cancel(struct world_project *project, int64_t now_ms)
{
    if (project->state != WORLD_IN_PROGRESS)
        return false;
    project->state = WORLD_CANCELED;
    world_touch(project, now_ms);
    return true;
}
