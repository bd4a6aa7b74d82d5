/* The projects, credit and history of the drawn screens. */
/* SPDX-License-Identifier: MIT */
#include "screen/worlds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_sql.h"
#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/rows.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define MOST         60

/* Times are "05-18 20:31" (2026), "14:31" (2026-11-22) or complete. */
struct world_row {
    int64_t id;
    const char *state, *since, *length, *name, *tags, *language, *label, *changed;
    const char *more; /* further members as JSON, each with a comma */
};

/* The first projects, if morning or afternoon do not change them, in the user's own order. Project 2 has
 * every member of the API, as its details are drawn. */
static const struct world_row known[] = {
    {1, "Completed", "15:12", "00:42:10", "Council meeting, 14 May", "news archive", "en-US", "", "15:12",
     "\"ExpirationDate\":\"2026-12-02T00:00:00Z\","},
    {2, "Completed", "05-15 08:14", "00:03:55", "Interview: dam keeper", "interview radio", "", "First pass",
     "14:40",
     "\"MediaInfo\":{\"HasVideo\":false,\"IsPackaged\":true},"
     "\"TranscriptionConfig\":{\"Language\":\"en-US\",\"WithSpeakerId\":true,\"WithVAD\":false,"
     "\"WithPPC\":true,\"WithPunctuation\":true,\"SaveTrsx\":true,\"WithDiarization\":true,"
     "\"WithUserLex\":true,\"AllowEmptyTranscription\":false,\"CustomLabel\":\"\",\"WithDraft\":null,"
     "\"Profile\":\"\"},\"Metadata\":{\"Programme\":\"Morning magazine\",\"Episode\":\"118\"},"
     "\"KeywordsHighlight\":{\"TextList\":[[{\"Category\":\"Topic\",\"Text\":\"flood\",\"TimestampMs\":12000}"
     ","
     "{\"Category\":\"Topic\",\"Text\":\"mayor\",\"TimestampMs\":80000},"
     "{\"Category\":\"Topic\",\"Text\":\"budget\",\"TimestampMs\":203000},"
     "{\"Category\":\"Topic\",\"Text\":\"flood\",\"TimestampMs\":2395000}]]},"},
    {3, "None", "05-16 10:00", "00:00:00", "Lecture 7", "", "", "", "05-16 10:00", "\"HasRecording\":false,"},
    {4, "Failed", "14:02", "00:17:48", "Phone-in, damaged tape", "", "en-US", "", "14:02", ""},
    {5, "Completed", "05-13 02:31", "02:31:07", "Town planning committee, public hearing", "planning",
     "cs-CZ", "", "05-14 09:30", "\"ExpirationDate\":\"2026-11-25T15:31:00Z\","},
    {6, "None", "05-17 12:00", "00:08:20", "Příliš žluťoučký kůň úpěl", "čeština test", "", "", "05-17 12:00",
     ""},
    {7, "Completed", "05-18 20:31", "00:28:30", "Evening news", "news", "en-US", "Broadcast", "11-21 08:02",
     "\"ExpirationDate\":\"2026-11-24T15:31:00Z\","
     "\"KeywordsHighlight\":{\"TextList\":[[{\"Category\":\"news\",\"Text\":\"one\",\"TimestampMs\":12000},"
     "{\"Category\":\"news\",\"Text\":\"two\",\"TimestampMs\":21000},"
     "{\"Category\":\"news\",\"Text\":\"three\",\"TimestampMs\":40000},"
     "{\"Category\":\"news\",\"Text\":\"four\",\"TimestampMs\":70000}]]},"},
    {8, "Failed", "14:02", "00:01:30", "Empty studio at night", "", "en-US", "", "14:02", ""},
    {9, "Completed", "2025-10-28T10:12:00Z", "00:14:02", "Anniversary speech", "", "cs-CZ", "",
     "2025-10-28T10:12:00Z", ""},
    {10, "Failed", "05-15 02:14", "26:03:04", "Call centre, week 20", "", "", "", "05-15 02:14",
     "\"TranscriptionConfig\":{\"Lang\":\"de-DE\",\"WithDiarization\":false},"},
    {11, "Canceled", "05-11 12:20", "01:05:00", "Court hearing, room 4", "court", "", "", "05-11 12:20", ""},
    {12, "Completed", "14:31", "00:02:15", "Bulletin, 6 o'clock", "", "en-US", "", "14:31", ""},
    {13, "Completed", "14:31", "00:05:30", "Bulletin 13", "news tv", "en-US", "", "14:31",
     "\"ExpirationDate\":\"2026-12-01T15:31:00Z\","},
    {14, "Completed", "04-03 09:16", "00:03:12", "Phone call 14", "", "en-US", "", "04-03 09:16", ""},
    {17, "Completed", "14:33", "00:05:30", "Bulletin 17", "news tv", "en-US", "", "14:33", ""},
    {18, "Completed", "04-03 09:16", "00:03:12", "Phone call 18", "", "en-US", "", "04-03 09:16", ""},
    {21, "Completed", "14:34", "00:05:30", "Bulletin 21", "news tv", "en-US", "", "14:34", ""},
    {39, "None", "04-04 11:32", "01:30:00", "Lecture 39", "court", "", "", "04-04 11:32",
     "\"IsReadOnly\":true,"},
};

/* Exports by this user: when, and of which version; 88 is the current version. */
static const struct {
    int64_t id;
    const char *when;
    int64_t version;
} exports[] = {{1, "15:20", 88},
               {2, "05-15 09:00", 87},
               {5, "05-14 09:40", 88},
               {7, "11-20 09:12", 87},
               {9, "2025-10-28T11:00:00Z", 88},
               {13, "14:35", 88},
               {14, "04-03 10:00", 88},
               {17, "14:35", 88},
               {18, "04-03 10:00", 88}};

/* The other projects, by their id modulo four. */
static const struct world_row others[] = {
    {0, "None", "04-01 22:00", "00:20:00", "Recording", "", "", "", "04-01 22:00", ""},
    {0, "Completed", "04-02 06:10", "00:05:30", "Bulletin", "news tv", "", "", "04-02 06:10", ""},
    {0, "Completed", "04-03 09:16", "00:03:12", "Phone call", "", "", "", "04-03 09:16", ""},
    {0, "None", "04-04 11:32", "01:30:00", "Lecture", "court", "", "", "04-04 11:32", ""},
};

/* The user's notes, in the morning and the afternoon. */
static const struct {
    int64_t id;
    const char *text;
} notes[] = {{1, "ask Jana for the names of the council"}, {7, "legal wants the srt before Friday"}};

/* Members of all projects, unless `more` has them. */
static const struct {
    const char *name, *value;
} usual[] = {{"AccessToken", "88"},
             {"HasRecording", "true"},
             {"IsReadOnly", "false"},
             {"IsTeamProject", "false"},
             {"ShareCount", "0"},
             {"MediaInfo", "{\"HasVideo\":true,\"IsPackaged\":true}"},
             {"Created", "\"2025-10-01T08:00:00Z\""}};

/* The open world, by project id. */
static struct world_row world[MOST + 1];

/* A time of the table, in milliseconds. */
static int64_t world_ms(const char *text)
{
    char whole[32];
    struct date date;
    if (strlen(text) == 5)
        snprintf(whole, sizeof whole, "2026-11-22T%.5s:00Z", text);
    else if (strlen(text) == 11)
        snprintf(whole, sizeof whole, "2026-%.5sT%.5s:00Z", text, text + 6);
    else
        snprintf(whole, sizeof whole, "%s", text);
    cr_assert(date_parse(whole, &date), "%s", whole);
    return date.ms;
}

void world_change(int64_t id, const char *state, const char *since)
{
    world[id].state = state;
    world[id].since = since;
}

/* Members about the author and the creation of a project. */
static const char *world_about(int64_t id)
{
    return id == 1   ? ",\"Author\":\"City Hall\",\"Notes\":\"Microphone 2 is faint until 00:05.\","
                       "\"Start\":\"2026-05-14T07:00:00Z\""
           : id == 2 ? ",\"Author\":\"Martha Hill\",\"Start\":\"2026-05-15T07:30:00Z\""
           : id == 7 ? ",\"Author\":\"News desk\""
                     : "";
}

/* A project as the server's JSON; caller frees. */
static char *world_project(int64_t id)
{
    const struct world_row *row = &world[id];
    char changed[32];
    struct buffer json;
    buffer_init(&json, BUFFER_MAX_DEFAULT);
    date_format_utc(changed, sizeof changed, world_ms(row->changed));
    buffer_printf(&json, "{\"Data\":{\"Id\":%" PRId64 ",\"ProcessingState\":\"%s\",\"Length\":\"%s\",", id,
                  row->state, row->length);
    buffer_printf(&json, "\"Updated\":\"%s\",%s", changed, row->more);
    for (size_t i = 0; i < COUNT(usual); i++) {
        if (!strstr(row->more, usual[i].name))
            buffer_printf(&json, "\"%s\":%s,", usual[i].name, usual[i].value);
    }
    if (*row->label)
        buffer_printf(&json, "\"ActiveTrsxLabel\":\"%s\",", row->label);
    if (*row->language)
        buffer_printf(&json, "\"TranscriptionConfig\":{\"Lang\":\"%s\"},", row->language);
    buffer_append_text(&json, "\"Tags\":[");
    for (const char *at = row->tags; *at; at += strspn(at, " ")) {
        int len = (int)strcspn(at, " ");
        buffer_printf(&json, "%s\"%.*s\"", at > row->tags ? "," : "", len, at);
        at += len;
    }
    buffer_printf(&json, "],\"Description\":{\"Name\":\"%s\"%s}}}", row->name, world_about(id));
    return buffer_take(&json);
}

void world_answer_reads(void)
{
    struct call call;
    for (int turn = 0; turn < 4 * MOST && scene_call(ENDPOINT_GET_PROJECT, &call); turn++) {
        char *json = world_project(call.project_id);
        bench_answer_project(&bench, &call, json);
        free(json);
    }
}

void world_clock(int64_t wall_ms)
{
    bench.wall_ms = wall_ms;
    bench_event(&bench, &(struct event){.kind = EVENT_TICK, .wall_ms = wall_ms});
}

void world_rest(void)
{
    bench_wait(&bench, 400);
    world_answer_reads();
}

/* Makes the console with an empty store, not started. */
static void world_begin(int cols, int rows, int64_t wall_ms)
{
    scene_screen(cols, rows, true);
    bench_init(&bench, "secret-token");
    bench.wall_ms = wall_ms;
    bench_set(&bench, SETTING_EMAIL, "demo@example.org");
    bench_set(&bench, SETTING_RATE_CAP, "0");
    bench_set(&bench, SETTING_CONNECTIONS, "16");
    bench_store(&bench);
}

/* Starts the console and answers the read of the account. */
static void world_start(int cols, int rows, int credit)
{
    bench_start(&bench, cols, rows);
    bench_keys(&bench, "z"); /* UTC */
    const struct call *call = bench_call(&bench, ENDPOINT_CURRENT_USER);
    char *json = mem_printf(
        "{\"User\":{\"Id\":1,\"TeamId\":10,\"Email\":\"demo@example.org\",\"UserRole\":\"EnterpriseUser\","
        "\"Language\":\"en-US\",\"Created\":\"2024-02-29T11:00:00Z\",\"Updated\":\"2026-05-14T09:00:00Z\","
        "\"CreditMinutes\":%d,\"TranscribedMinutes\":1234.5,\"UserTranscribedMinutes\":420.25,"
        "\"DataProtectionConsent\":true,\"CommercialCommunicationConsent\":false,\"DidPay\":true,"
        "\"IsTeamOwner\":false,\"Settings\":{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6}},"
        "\"Claims\":[\"projects:read\",\"projects:write\"],\"Token\":\"x\"}",
        credit);
    if (call)
        bench_answer_login(&bench, call, json);
    free(json);
}

/* Puts a project into the store: on the list, with its note and its last read. */
static void world_keep(int64_t id)
{
    struct error err;
    cr_assert(store_list_add(bench.store, &id, 1, NULL, &err), "%s", err.text);
    for (size_t i = 0; i < COUNT(notes); i++)
        cr_assert(notes[i].id != id || store_note_save(bench.store, id, notes[i].text, NULL, &err), "%s",
                  err.text);
    char *json = world_project(id);
    json_t *reply = json_decode(json, strlen(json), &err);
    struct project *project = project_pick(json_object_get(reply, "Data"), id, &err);
    const struct store_reading reading = {.project = project, .when_ms = SIXTY_WALL_MS - 20000};
    cr_assert(store_project_save(bench.store, &reading, &err) &&
                  store_run(bench.store, &err, "UPDATE projects SET state_since_ms = ? WHERE id = ?", "ii",
                            world_ms(world[id].since), id),
              "%s", err.text);
    project_free(project);
    json_decref(reply);
    free(json);
}

void world_open_empty(int cols, int rows)
{
    world_begin(cols, rows, SIXTY_WALL_MS - 20000);
    world_start(cols, rows, 600);
}

/* Opens the sixty projects as read at 15:29:40; the ids of `order` come first in the list. */
static void sixty_open(int cols, int rows, int credit, const char *order)
{
    bool taken[MOST + 1] = {false};
    struct error err;
    world_begin(cols, rows, SIXTY_WALL_MS - 20000);
    cr_assert(store_begin(bench.store, &err), "%s", err.text);
    for (int id, len; sscanf(order, " %d%n", &id, &len) == 1; order += len) {
        world_keep(id);
        taken[id] = true;
    }
    for (int id = 1; id <= MOST; id++) {
        if (!taken[id])
            world_keep(id);
    }
    for (size_t i = 0; i < COUNT(exports); i++) {
        char path[32];
        snprintf(path, sizeof path, "/srv/%d.srt", (int)exports[i].id);
        const struct ledger_file file = {.id = exports[i].id,
                                         .path = path,
                                         .format = (char *)"srt",
                                         .version = exports[i].version,
                                         .when_ms = world_ms(exports[i].when)};
        cr_assert(store_exports_add(bench.store, &file, &err), "%s", err.text);
    }
    cr_assert(store_commit(bench.store, &err), "%s", err.text);
    world_start(cols, rows, credit);
    world_answer_reads();
    world_clock(SIXTY_WALL_MS);
    drawn_keys("Esc");
}

/* Fills the world with sixty projects from the tables. */
static void sixty_fill(void)
{
    static char names[MOST + 1][32];
    for (int64_t id = 1; id <= MOST; id++) {
        world[id] = others[id % 4];
        snprintf(names[id], sizeof names[id], "%s %d", others[id % 4].name, (int)id);
        world[id].name = names[id];
    }
    for (size_t i = 0; i < COUNT(known); i++)
        world[known[i].id] = known[i];
}

void sixty_morning(int cols, int rows)
{
    sixty_fill();
    for (int64_t id = 4; id <= MOST; id++) {
        if (strcmp(world[id].state, "None") == 0 && (id < 15 || id % 4 != 3))
            world[id].state = "Completed";
    }
    sixty_open(cols, rows, 307, "");
}

void sixty_afternoon(int cols, int rows)
{
    sixty_fill();
    for (int64_t id = 15; id <= 23; id += 4)
        world_change(id, "InProgress", "15:20");
    for (int64_t id = 32; id <= MOST; id++) {
        if (id != 35)
            world[id].state = "Completed";
    }
    sixty_open(cols, rows, 37,
               "1 2 3 4 5 6 7 8 9 10 11 12 13 14 16 17 18 20 21 22 24 25 26 29 30 33 34 28 27");
}
