/* The projects: the twelve that a sandbox has by default, projects made from patterns (--projects), and
 * projects of another team. Also version numbers, transcriptions, changes, JSON. Pure: no clock, no HTTP. */
/* SPDX-License-Identifier: MIT */
#include "world.h"

#include <stdlib.h>
#include <string.h>

#include "captions.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"

#define COUNT(rows)      (sizeof(rows) / sizeof(rows)[0])
#define LANGUAGE_DEFAULT "cs-CZ"
#define START_MS         2000 /* fixed part of a transcription's duration */
#define SPEED            400  /* a recording is transcribed in a 400th of its length */

static const char *const state_names[WORLD_STATE_COUNT] = {[WORLD_NONE] = "None",
                                                           [WORLD_IN_PROGRESS] = "InProgress",
                                                           [WORLD_COMPLETED] = "Completed",
                                                           [WORLD_FAILED] = "Failed",
                                                           [WORLD_CANCELED] = "Canceled"};

/* clang-format off */
static const char keywords_hearing[] =
    "{\"TextList\":[[{\"Category\":\"Topic\",\"Text\":\"water\",\"TimestampMs\":0},"
    "{\"Category\":\"Topic\",\"Highlight\":\"blue\",\"Text\":\"the hundred-year line\",\"TimestampMs\":44410}],"
    "[{\"Category\":\"Place\",\"Highlight\":\"green\",\"Text\":\"a wall of forty feet\",\"TimestampMs\":110215,\"Type\":\"Measure\"},"
    "{\"Category\":\"Number\",\"Text\":\"340 homes\",\"TimestampMs\":72850,\"Type\":\"Number\"}],"
    "[{\"Category\":\"Place\",\"Highlight\":\"yellow\",\"Text\":\"an orchard below the mill\",\"TimestampMs\":173152,"
    "\"Type\":\"Location\"}]]}";
static const char keywords_news[] =
    "{\"TextList\":[[{\"Category\":\"Place\",\"Highlight\":\"yellow\",\"Text\":\"Údolní přehrada\",\"TimestampMs\":21570,"
    "\"Type\":\"Location\"},"
    "{\"Category\":\"Person\",\"Highlight\":\"green\",\"Text\":\"Zdeňka Petrů\",\"TimestampMs\":32260,\"Type\":\"Name\"}],"
    "[{\"Category\":\"Topic\",\"Text\":\"Hladina vody\",\"TimestampMs\":37255},{\"Category\":\"Topic\",\"Text\":\"stavidla\"}],"
    "[{\"Category\":\"Number\",\"Text\":\"42 metrů\",\"TimestampMs\":39375,\"Type\":\"Measure\"}]]}";

static const char tags_news[] = "[\"news\",\"tv\",\"subtitles\"]";
static const char tags_court[] = "[\"court\"]";

#define LONG_NAME                                                                                                 \
    "Town planning committee, public hearing on the second amendment to the zoning of the lower valley, with " \
    "statements of the mayors, the water board, the railway and the residents, part 3 of 7, afternoon"

static const struct seed defaults[SEED_DEFAULT_COUNT] = {
    {.name = "Council meeting, 14 May", .author = "City Hall", .notes = "Microphone 2 is faint until 00:05.",
     .start = "2026-05-14T09:00:00+02:00", .created = "2026-05-14T11:58:31.4021337+02:00",
     .updated = "2026-05-14T12:02:07.118+02:00", .length = "00:42:10", .tags = "[\"news\",\"archive\"]",
     .version = 4711, .has_video = true},
    {.name = "Interview: dam keeper", .author = "Martha Hill", .start = "2026-05-15T07:30:00Z",
     .created = "2026-05-15T08:01:12Z", .updated = "2026-05-15T08:14:40.5Z", .length = "00:03:55",
     .tags = "[\"interview\",\"radio\"]", .metadata = "{\"Programme\":\"Morning magazine\",\"Episode\":\"118\"}",
     .language = "en-US", .label = "First pass",
     .state = WORLD_COMPLETED, .version = 88, .share_count = 1, .team = true},
    {.name = "Lecture 7", .author = "Faculty of Arts", .notes = "The recording follows by post.",
     .created = "2026-05-16T10:00:00Z", .updated = "2026-05-16T10:00:00Z", .length = "00:00:00",
     .no_media = true},
    {.name = "Phone-in, damaged tape", .author = "Radio archive", .created = "2026-05-16T15:20:45.25+02:00",
     .updated = "2026-05-16T15:21:00+02:00", .length = "00:17:48.3600000", .fails = true},
    {.name = LONG_NAME, .author = "Planning office", .notes = "Minutes are due on Friday.\nRoom B, 40 people.",
     .start = "2026-05-12T13:00:00", .created = "2026-05-12T18:40:09.9999999+02:00",
     .updated = "2026-05-13T08:00:00+02:00", .delete_at = "2027-05-12T00:00:00+02:00",
     .expiration = "2026-05-28T14:00:00+02:00", .length = "02:31:07.0400000", .keywords = keywords_hearing,
     .language = "en-US", .state = WORLD_COMPLETED, .share_count = 12, .team = true},
    {.name = "Příliš žluťoučký kůň 東京の会議 cafe\xCC\x81 no\xCC\x88" "el", .author = "Jiří Dvořák",
     .notes = "Smíšené jazyky: čeština, 日本語, Việt.", .created = "2026-05-17T06:12:00+02:00",
     .updated = "2026-05-17T06:12:00+02:00", .length = "00:08:20", .tags = "[\"čeština\",\"日本語\",\"cafe\xCC\x81\"]",
     .metadata = "{\"Místo\":\"Žďár nad Sázavou\",\"場所\":\"東京\"}", .version = INT64_C(9007199254740993)},
    {.name = "Evening news", .author = "Newsroom", .notes = "Subtitles go out at 18:50.",
     .start = "2026-05-18T19:00:00+02:00", .created = "2026-05-18T19:31:00+02:00",
     .updated = "2026-05-18T19:44:12+02:00", .delete_at = "2026-05-25T14:00:00+02:00", .length = "00:28:30.4800000",
     .tags = tags_news, .metadata = "{\"Channel\":\"2\",\"Broadcast\":\"2026-05-18 19:00\"}",
     .keywords = keywords_news, .language = "cs-CZ",
     .label = "On air", .state = WORLD_COMPLETED, .share_count = 3, .has_video = true},
    {.name = "Empty studio at night", .author = "Test recording", .notes = "Nobody speaks.",
     .created = "2026-05-19T02:00:00Z", .updated = "2026-05-19T02:00:00Z", .length = "00:01:30", .silent = true},
    {.name = "Anniversary speech", .author = "National archive", .notes = "Only the archive may change this one.",
     .created = "2025-04-28T09:00:00+02:00", .updated = "2025-04-28T10:12:00+02:00", .length = "00:14:02",
     .language = "cs-CZ", .state = WORLD_COMPLETED, .share_count = 40, .read_only = true, .team = true},
    {.name = "Call centre, week 20", .author = "Support", .created = "2026-05-15T20:00:00Z",
     .updated = "2026-05-15T20:03:09Z", .length = "1.02:03:04", .odd_config = "version 1",
     .state = WORLD_FAILED},
    {.name = "Court hearing, room 4", .author = "District court", .notes = "Stopped at the judge's request.",
     .start = "2026-05-11T08:30:00+02:00", .created = "2026-05-11T12:00:00+02:00",
     .updated = "2026-05-11T12:20:00+02:00", .expiration = "2026-05-31T14:00:00+02:00", .length = "01:05:00",
     .tags = tags_court, .state = WORLD_CANCELED},
    {.length = "00:02:15", .bare = true},
};

static const struct seed patterns[] = {
    {.name = "Recording", .author = "Night shift", .created = "2026-04-01T22:00:00Z", .updated = "2026-04-01T22:00:00Z",
     .length = "00:20:00"},
    {.name = "Bulletin", .author = "Newsroom", .notes = "Hourly.", .created = "2026-04-02T06:00:00+02:00",
     .updated = "2026-04-02T06:10:00+02:00", .length = "00:05:30.2400000", .tags = tags_news, .language = "cs-CZ",
     .state = WORLD_COMPLETED},
    {.name = "Phone call", .author = "Support", .created = "2026-04-03T09:15:00Z", .updated = "2026-04-03T09:16:00Z",
     .length = "00:03:12", .language = "en-US", .state = WORLD_COMPLETED},
    {.name = "Lecture", .author = "Faculty of Arts", .created = "2026-04-04T10:00:00Z",
     .updated = "2026-04-04T11:32:00Z", .length = "01:30:00", .tags = tags_court},
};
/* Projects of another team; the first one is shared. */
static const struct seed others[SEED_OTHER_COUNT] = {
    {.name = "Regional studio, raw tape", .created = "2026-05-20T08:00:00Z", .updated = "2026-05-20T08:00:00Z",
     .length = "00:01:00", .keywords = keywords_hearing, .language = "en-US", .state = WORLD_COMPLETED,
     .share_count = 1, .foreign = true, .shared = true, .nulls = true},
    {.name = "Ballot count, internal", .author = "Election office", .created = "2026-05-20T21:00:00+02:00",
     .updated = "2026-05-20T21:05:00+02:00", .length = "00:12:00", .foreign = true},
    {.name = "Legal advice", .author = "Law firm", .created = "2026-05-21T09:00:00+02:00",
     .updated = "2026-05-21T09:30:00+02:00", .length = "00:25:00", .language = "cs-CZ",
     .state = WORLD_COMPLETED, .foreign = true},
};
/* clang-format on */

static json_t *seed_json(const char *text)
{
    return text ? json_loads(text, 0, NULL) : NULL;
}

static struct param_set *run_in(const char *language)
{
    struct param_set *run = param_set_new(&params_enqueue);
    param_set_put(run, param_find(run->table, "Lang"), language, NULL);
    return run;
}

static void world_add(const struct world *world, int64_t id)
{
    const struct seed *seed = id <= SEED_DEFAULT_COUNT ? &defaults[id - 1]
                              : world->has_others      ? &others[id - SEED_DEFAULT_COUNT - 1]
                                                       : &patterns[(uint64_t)id % COUNT(patterns)];
    world->projects[id - 1] =
        (struct world_project){.seed = seed,
                               .id = id,
                               .version = seed->version ? seed->version : 1000 + id,
                               .state = seed->state,
                               .spoken = seed->language ? run_in(seed->language) : NULL,
                               .moved_ms = world->start_ms ? world->start_ms - SEED_START_MS : 0,
                               .tags = seed_json(seed->tags),
                               .metadata = seed_json(seed->metadata),
                               .label = mem_copy_or_null(seed->label)};
}

static void world_remove(struct world_project *project)
{
    json_decref(project->tags);
    json_decref(project->metadata);
    param_set_free(project->run);
    param_set_free(project->spoken);
    free(project->label);
    free(project->name);
    free(project->notes);
}

struct world *world_new(int64_t count, int64_t transcribe_ms)
{
    struct world *world = mem_zero(1, sizeof *world);
    world->has_others = count == WORLD_DEFAULT;
    world->count = count == WORLD_DEFAULT ? SEED_DEFAULT_COUNT + SEED_OTHER_COUNT : count;
    world->transcribe_ms = transcribe_ms;
    world->projects = mem_zero((size_t)world->count + 1, sizeof *world->projects);
    for (int64_t id = 1; id <= world->count; id++)
        world_add(world, id);
    return world;
}

void world_free(struct world *world)
{
    for (int64_t i = 0; world && i < world->count; i++)
        world_remove(&world->projects[i]);
    if (world)
        free(world->projects);
    free(world);
}

void world_reset(struct world *world)
{
    for (int64_t id = 1; id <= world->count; id++) {
        world_remove(&world->projects[id - 1]);
        world_add(world, id);
    }
    struct world_project *busy = world_find(world, world->busy, 0);
    if (!busy)
        return;
    world_enqueue(world, busy, run_in("en-US"), 1, world->start_ms);
    if (world->transcribe_ms == WORLD_BY_LENGTH)
        busy->done_ms = world->start_ms + WORLD_BUSY_MS;
}

void world_set_start(struct world *world, int64_t now_ms, int64_t busy)
{
    world->start_ms = now_ms;
    world->busy = busy;
    world_reset(world);
}

/* --- transcriptions --- */

/* Gives the project a new version number and the date of the change. Called after each change. */
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

int64_t world_run_ms(const struct world_project *project, const struct param_set *run)
{
    int64_t start, end, length = world_project_length_ms(project);
    transcript_part(run, &start, &end);
    end = end < length ? end : length;
    return end > start ? end - start : 0;
}

void world_enqueue(struct world *world, struct world_project *project, struct param_set *run, int64_t payer,
                   int64_t now_ms)
{
    bool by_length = world->transcribe_ms == WORLD_BY_LENGTH;
    int64_t takes_ms = by_length ? START_MS + world_run_ms(project, run) / SPEED : world->transcribe_ms;
    param_set_free(project->run);
    project->run = run;
    project->payer = payer;
    project->state = WORLD_IN_PROGRESS;
    project->done_ms = now_ms + takes_ms;
    world_touch(project, now_ms);
}

/* Ends the project's transcription if `now_ms` has reached done_ms. The state normally becomes Completed. It
 * becomes Failed if the seed says so, if the part to transcribe lies outside the recording, or if nobody
 * speaks and AllowEmptyTranscription is false. If SaveTrsx is true, a completed transcription replaces the
 * saved transcript and its label. Exports use the saved transcript. */
struct world_project *world_find(struct world *world, int64_t id, int64_t now_ms)
{
    struct world_project *project = id >= 1 && id <= world->count ? &world->projects[id - 1] : NULL;
    if (!project || project->state != WORLD_IN_PROGRESS || now_ms < project->done_ms)
        return project;
    const struct param_set *run = project->run;
    int64_t ms = world_run_ms(project, run);
    bool failed = project->seed->fails || ms == 0 ||
                  (project->seed->silent && !value_bool(run, "AllowEmptyTranscription"));
    project->state = failed ? WORLD_FAILED : WORLD_COMPLETED;
    project->owed_ms += failed ? 0 : ms;
    if (!failed && value_bool(run, "SaveTrsx")) {
        const char *label = value_text(run, "CustomLabel");
        param_set_free(project->spoken);
        free(project->label);
        project->spoken = param_set_copy(run);
        project->label = label[0] ? mem_copy(label) : NULL;
    }
    world_touch(project, project->done_ms);
    return project;
}

bool world_cancel(struct world_project *project, int64_t now_ms)
{
    if (project->state != WORLD_IN_PROGRESS)
        return false;
    project->state = WORLD_CANCELED;
    world_touch(project, now_ms);
    return true;
}

/* --- changes --- */

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

/* True if a changeable member has this name, and `value` is valid for this member. If `apply` is true, also
 * sets the member to `value`, which must be valid. The state InProgress is invalid. With the state Completed,
 * a project also gets a transcript for exports, if it has none. */
static bool world_change_member(struct world_project *project, const char *name, json_t *value, bool apply)
{
    bool is_name = strcmp(name, "Name") == 0, is_tags = strcmp(name, "Tags") == 0;
    if (is_name || strcmp(name, "Notes") == 0) {
        char **text = is_name ? &project->name : &project->notes;
        if (apply) {
            free(*text);
            *text = mem_copy_or_null(json_string_value(value));
        }
        return json_is_string(value) || json_is_null(value);
    }
    if (is_tags || strcmp(name, "Metadata") == 0) {
        json_t **texts = is_tags ? &project->tags : &project->metadata, *item;
        bool right = is_tags ? json_is_array(value) : json_is_object(value);
        const char *key;
        size_t i;
        json_object_foreach(value, key, item) right = right && json_is_string(item);
        json_array_foreach(value, i, item) right = right && json_is_string(item);
        if (apply) {
            json_decref(*texts);
            *texts = json_deep_copy(value);
        }
        return right;
    }
    if (strcmp(name, "ProcessingState") != 0 || !json_is_string(value))
        return false;
    int state = 0;
    while (state < WORLD_STATE_COUNT && strcmp(state_names[state], json_string_value(value)) != 0)
        state++;
    if (state == WORLD_STATE_COUNT || state == WORLD_IN_PROGRESS)
        return false;
    if (apply) {
        project->state = (enum world_state)state;
        if (state == WORLD_COMPLETED && !project->spoken)
            project->spoken = run_in(LANGUAGE_DEFAULT);
    }
    return true;
}

const char *world_change(struct world_project *project, json_t *change, int64_t now_ms)
{
    const char *name;
    json_t *value;
    for (int apply = 0; apply < 2; apply++) { /* check all members, then change them */
        json_object_foreach(change, name, value)
        {
            if (!world_change_member(project, name, value, apply))
                return name;
        }
    }
    world_touch(project, now_ms);
    return NULL;
}

/* --- JSON --- */

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
    return project->spoken ? value_text(project->spoken, "Lang") : LANGUAGE_DEFAULT;
}

/* Returns the member TranscriptionConfig. It contains every parameter that was set or has a default, and the
 * user who enqueued. Lang and TranscriptionProfile have other names in this member. */
static json_t *world_config_json(const struct param_set *run, int64_t user)
{
    json_t *object = json_object();
    for (size_t i = 0; i < run->table->count; i++) {
        const struct param_def *def = &run->table->rows[i];
        const char *name = strcmp(def->name, "Lang") == 0                   ? "Language"
                           : strcmp(def->name, "TranscriptionProfile") == 0 ? "Profile"
                                                                            : def->name;
        if (!value_is_set(run, def->name) && !def->def)
            continue;
        json_object_set_new(object, name,
                            def->type == PARAM_BOOL     ? json_boolean(value_bool(run, def->name))
                            : def->type == PARAM_INT    ? json_integer(value_int(run, def->name))
                            : def->type == PARAM_NUMBER ? json_real(value_number(run, def->name))
                                                        : json_string(value_text(run, def->name)));
    }
    json_object_set_new(object, "TrialTranscription", json_false());
    json_object_set_new(object, "UserId", json_integer(user));
    return object;
}

/* Returns a date of the seed plus moved_ms. The fraction of the second and the time zone stay as written.
 * Returns NULL for NULL. */
static json_t *world_date(const struct world_project *project, const char *text)
{
    enum { SECONDS_END = 19 }; /* length of 2026-05-14T11:58:31 */
    char seconds[DATE_TEXT_SIZE];
    struct date date;
    if (!text)
        return NULL;
    snprintf(seconds, sizeof seconds, "%.*s", SECONDS_END, text);
    date_parse(seconds, &date);
    date_format_utc(seconds, sizeof seconds, date.ms + project->moved_ms);
    return json_sprintf("%.*s%s", SECONDS_END, seconds, text + SECONDS_END);
}

json_t *world_project_json(const struct world_project *project, bool with_metadata)
{
    const struct seed *seed = project->seed;
    int64_t creator = seed->foreign ? 3 : project->id > SEED_DEFAULT_COUNT ? 7 : 1; /* 7: not an account */
    json_t *data = json_pack("{s:I, s:I, s:s, s:s, s:b, s:b, s:i, s:{s:b, s:b}}", "AccessToken",
                             (json_int_t)project->version, "Id", (json_int_t)project->id, "ProcessingState",
                             state_names[project->state], "Length", seed->length, "HasRecording",
                             !seed->no_media, "IsReadOnly", seed->read_only, "ShareCount", seed->share_count,
                             "MediaInfo", "HasVideo", seed->has_video, "IsPackaged", !seed->no_media);
    if (!seed->bare || project->updated_ms) { /* members that the API does not require */
        char *name = world_project_name(project), updated[DATE_TEXT_SIZE];
        if (project->updated_ms)
            date_format_utc(updated, sizeof updated, project->updated_ms);
        json_t *config = project->run       ? world_config_json(project->run, project->payer)
                         : seed->odd_config ? json_string(seed->odd_config)
                         : seed->language   ? world_config_json(project->spoken, creator)
                                            : json_null();
        json_t *optional = json_pack(
            "{s:s*, s:I, s:o*, s:o*, s:o*, s:o*, s:{s:s*, s:s, s:s*, s:s*}, s:b, s:o*, s:o, s:o}",
            "ActiveTrsxLabel", project->label, "CreatorId", (json_int_t)creator, "Created",
            world_date(project, seed->created), "DeleteAt", world_date(project, seed->delete_at),
            "ExpirationDate", world_date(project, seed->expiration), "Updated",
            project->updated_ms ? json_string(updated) : world_date(project, seed->updated), "Description",
            "Author", seed->author, "Name", name, "Notes", project->notes ? project->notes : seed->notes,
            "Start", seed->start, "IsTeamProject", seed->team, "KeywordsHighlight", seed_json(seed->keywords),
            "Tags", project->tags ? json_deep_copy(project->tags) : json_array(), "TranscriptionConfig",
            config);
        json_object_update(data, optional);
        json_decref(optional);
        free(name);
    }
    if (seed->nulls && !project->updated_ms)
        reply_blank(data, &fields_project, false);
    if (with_metadata)
        json_object_set_new(data, "Metadata",
                            project->metadata ? json_deep_copy(project->metadata) : json_object());
    return data;
}
