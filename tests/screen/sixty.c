/* The worlds of the drawings of a day with sixty projects. Knows no drawing. */
/* SPDX-License-Identifier: MIT */
#include "screen/sixty.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_sql.h"
#include "steno/tui/screen.h"
#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/rows.h"
#include "support/asserts.h"
#include "support/screen.h"

#define COUNT 60

/* Times are "05-18 20:31" of this year, "14:31" of today, or whole. */
struct sixty_row {
    int64_t id;
    const char *state, *since, *length, *name, *tags, *language, *label, *changed;
    const char *more; /* members that only some have, each with its comma */
};

/* What the projects are where no world says otherwise; their order is the own one. */
static const struct sixty_row known[] = {
    {1, "Completed", "15:12", "00:42:10", "Council meeting, 14 May", "news archive", "en-US", "", "15:12",
     "\"ExpirationDate\":\"2026-12-02T00:00:00Z\","},
    {2, "Completed", "05-15 08:14", "00:03:55", "Interview: dam keeper", "interview radio", "en-US",
     "First pass", "14:40", ""},
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
    {10, "Failed", "05-15 02:14", "26:03:04", "Call centre, week 20", "", "de-DE", "", "05-15 02:14",
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

/* What was exported from here, when, and of which version: 88 is the one of now. */
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

/* The others, by their number modulo four. */
static const struct sixty_row others[] = {
    {0, "None", "04-01 22:00", "00:20:00", "Recording", "", "", "", "04-01 22:00", ""},
    {0, "Completed", "04-02 06:10", "00:05:30", "Bulletin", "news tv", "", "", "04-02 06:10", ""},
    {0, "Completed", "04-03 09:16", "00:03:12", "Phone call", "", "", "", "04-03 09:16", ""},
    {0, "None", "04-04 11:32", "01:30:00", "Lecture", "court", "", "", "04-04 11:32", ""},
};

/* The world that was made last, by id. */
static struct sixty_row world[COUNT + 1];
static char names[COUNT + 1][32], words[COUNT + 1][2][32];
static int64_t credit;

/* A time of the table, in milliseconds. */
static int64_t sixty_ms(const char *text)
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

static void sixty_fill(void)
{
    for (int64_t id = 1; id <= COUNT; id++) {
        world[id] = others[id % 4];
        snprintf(names[id], sizeof names[id], "%s %d", others[id % 4].name, (int)id);
        world[id].name = names[id];
    }
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        world[known[i].id] = known[i];
    for (int64_t id = 1; id <= COUNT; id++)
        world[id].id = id;
}

void sixty_change(const char *states)
{
    int id, len;
    while (states && *states) {
        char state[32], since[32];
        cr_assert(sscanf(states, " %d %31s %31[^,]%n", &id, state, since, &len) == 3, "%s", states);
        snprintf(words[id][0], sizeof words[id][0], "%s", state);
        snprintf(words[id][1], sizeof words[id][1], "%s", since);
        world[id].state = words[id][0];
        world[id].since = words[id][1];
        states += len + (states[len] == ',');
    }
}

/* The members of a project that follow from its row; caller frees. */
static char *sixty_tags(const char *tags)
{
    char *text = mem_copy("");
    for (const char *at = tags; *at;) {
        size_t len = strcspn(at, " ");
        char *longer = mem_printf("%s%s\"%.*s\"", text, *text ? "," : "", (int)len, at);
        free(text);
        text = longer;
        at += len + (at[len] == ' ');
    }
    return text;
}

char *sixty_project(int64_t id)
{
    const struct sixty_row *row = &world[id];
    char changed[32], label[64] = "", config[64] = "";
    char *tags = sixty_tags(row->tags);
    date_format_utc(changed, sizeof changed, sixty_ms(row->changed));
    if (*row->label)
        snprintf(label, sizeof label, "\"ActiveTrsxLabel\":\"%s\",", row->label);
    if (*row->language && !strstr(row->more, "TranscriptionConfig"))
        snprintf(config, sizeof config, "\"TranscriptionConfig\":{\"Lang\":\"%s\"},", row->language);
    char *json = mem_printf("{\"Data\":{\"Id\":%" PRId64 ",\"AccessToken\":%d,\"ProcessingState\":\"%s\","
                            "\"Length\":\"%s\",%s%s%s%s%s\"Tags\":[%s],\"Description\":{\"Name\":\"%s\"%s},"
                            "\"IsTeamProject\":false,\"ShareCount\":0,\"MediaInfo\":{\"HasVideo\":true,"
                            "\"IsPackaged\":true},\"Created\":\"2025-10-01T08:00:00Z\",\"Updated\":\"%s\"}}",
                            id, 88, row->state, row->length,
                            strstr(row->more, "HasRecording") ? "" : "\"HasRecording\":true,",
                            strstr(row->more, "IsReadOnly") ? "" : "\"IsReadOnly\":false,", row->more, label,
                            config, tags, row->name, id == 7 ? ",\"Author\":\"News desk\"" : "", changed);
    free(tags);
    return json;
}

void sixty_answer_reads(struct bench *bench)
{
    for (int turn = 0; turn < 4 * COUNT; turn++) {
        struct call call = {.op = ENDPOINT_GET_PROJECT};
        for (size_t i = 0; i < bench->app->call_count && call.project_id == 0; i++) {
            if (bench->app->calls[i].op == ENDPOINT_GET_PROJECT) {
                call.project_id = bench->app->calls[i].project_id;
                call.serial = bench->app->calls[i].serial;
            }
        }
        if (call.project_id == 0)
            return;
        char *json = sixty_project(call.project_id);
        bench_answer_project(bench, &call, json);
        free(json);
    }
}

/* The store has a project, read a moment ago. */
static void sixty_keep(struct bench *bench, int64_t id)
{
    struct error err;
    char *json = sixty_project(id);
    json_t *reply = json_decode(json, strlen(json), &err);
    struct project *project = project_pick(json_object_get(reply, "Data"), id, &err);
    const struct store_reading reading = {.project = project, .when_ms = SIXTY_WALL_MS - 20000};
    cr_assert(store_list_add(bench->store, &id, 1, NULL, &err) &&
                  store_project_save(bench->store, &reading, &err) &&
                  store_run(bench->store, &err, "UPDATE projects SET state_since_ms = ? WHERE id = ?", "ii",
                            sixty_ms(world[id].since), id),
              "%s", err.text);
    project_free(project);
    json_decref(reply);
    free(json);
}

/* The list as the store has it: first the ids of `order`, then the others. */
static void sixty_keep_all(struct bench *bench, const char *order)
{
    bool taken[COUNT + 1] = {false};
    struct error err;
    cr_assert(store_begin(bench->store, &err), "%s", err.text);
    for (int id, len; order && sscanf(order, " %d%n", &id, &len) == 1; order += len) {
        sixty_keep(bench, id);
        taken[id] = true;
    }
    for (int id = 1; id <= COUNT; id++) {
        if (!taken[id])
            sixty_keep(bench, id);
    }
    for (size_t i = 0; i < sizeof exports / sizeof exports[0]; i++) {
        char path[32];
        snprintf(path, sizeof path, "/srv/%d.srt", (int)exports[i].id);
        const struct ledger_file file = {.id = exports[i].id,
                                         .path = path,
                                         .format = (char *)"srt",
                                         .version = exports[i].version,
                                         .when_ms = sixty_ms(exports[i].when)};
        cr_assert(store_exports_add(bench->store, &file, &err), "%s", err.text);
    }
    cr_assert(store_note_save(bench->store, 1, "ask Jana for the names of the council", NULL, &err) &&
                  store_note_save(bench->store, 7, "legal wants the srt before Friday", NULL, &err) &&
                  store_commit(bench->store, &err),
              "%s", err.text);
}

static void sixty_answer_account(struct bench *bench)
{
    const struct call *call = bench_call(bench, ENDPOINT_CURRENT_USER);
    char *json =
        mem_printf("{\"Data\":{\"User\":{\"Id\":1,\"Email\":\"demo@example.org\",\"CreditMinutes\":%" PRId64
                   ",\"DidPay\":true,\"Role\":\"EnterpriseUser\",\"Language\":\"en-US\"}}}",
                   credit);
    if (call)
        bench_answer_login(bench, call, json);
    free(json);
}

/* Opens the console over the world, logged in, with everything read. */
static void sixty_open(struct bench *bench, int cols, int rows, const struct sixty *with, const char *order)
{
    credit = with->credit;
    sixty_change(with->states);
    screen_open(NULL, rows, cols, true, true);
    bench_init(bench, "secret-token");
    bench->wall_ms = SIXTY_WALL_MS - 20000; /* 15:29:40: what the server says is as of 15:29 */
    bench_set(bench, SETTING_EMAIL, "demo@example.org");
    bench_set(bench, SETTING_RATE_CAP, "0");
    bench_set(bench, SETTING_CONNECTIONS, "16");
    bench_store(bench);
    sixty_keep_all(bench, with->order ? with->order : order);
    bench_start(bench, cols, rows);
    bench_keys(bench, "z"); /* UTC */
    sixty_answer_account(bench);
    sixty_answer_reads(bench);
    bench->wall_ms = SIXTY_WALL_MS;
    bench_event(bench, &(struct event){.kind = EVENT_TICK, .wall_ms = SIXTY_WALL_MS});
    bench_keys(bench, "Esc");
    screen_draw(bench->app);
    bench_clear(bench);
    screen_bytes();
}

void sixty_morning(struct bench *bench, int cols, int rows, const struct sixty *with)
{
    sixty_fill();
    for (int64_t id = 4; id <= COUNT; id++) {
        if (strcmp(world[id].state, "None") == 0 && (id < 15 || id % 4 != 3))
            world[id].state = "Completed";
    }
    sixty_open(bench, cols, rows, with, NULL);
}

void sixty_afternoon(struct bench *bench, int cols, int rows, const struct sixty *with)
{
    sixty_fill();
    sixty_change("15 InProgress 15:20,19 InProgress 15:20,23 InProgress 15:20");
    for (int64_t id = 32; id <= COUNT; id++) {
        if (id != 35)
            world[id].state = "Completed";
    }
    sixty_open(bench, cols, rows, with,
               "1 2 3 4 5 6 7 8 9 10 11 12 13 14 16 17 18 20 21 22 24 25 26 29 30 33 34 28 27");
}
