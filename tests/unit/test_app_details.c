/* The details of a project: the summary, options, highlights, metadata set by this user, unknown fields and
 * members, failed reads; times in UTC and local time. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "steno/base/mem.h"
#include "store_sql.h"
#include "support/app_scene.h"
#include "support/asserts.h"

static void setup(void)
{
    bench_ready(&bench);
    bench_resize(&bench, 79, 24);
}

TestSuite(app_details, .init = setup, .fini = scene_stop);
TestSuite(app_highlights, .init = setup, .fini = scene_stop);
TestSuite(app_times, .fini = scene_stop);

/* Asks to read project 1. */
static void ask(void)
{
    bench.now_ms += 3000; /* stay below the rate cap */
    bench_command(&bench, "refresh");
}

/* Reads project 1 with this state and these members, and opens its details. */
static void read_state_with(const char *state, const char *members)
{
    ask();
    char *json = mem_printf("{'Data':{'Id':1,'AccessToken':8,'ProcessingState':'%s'%s%s}}", state,
                            *members ? "," : "", members);
    bench_answer_json(&bench, ENDPOINT_GET_PROJECT, 1, json);
    free(json);
    bench_command(&bench, "details");
    bench_clear(&bench);
}

static void read_with(const char *members)
{
    read_state_with("Completed", members);
}

static const struct page *details(void)
{
    return app_page_of(bench.app, "details");
}

static const char *value(const char *label)
{
    return bench_page_value(&bench, "details", label);
}

/* The text of a heading after its name, or ""; NULL: no such heading. */
static const char *heading(const char *name)
{
    const struct page *page = details();
    for (size_t i = 0; i < page->count; i++) {
        const struct page_line *line = &page->lines[i];
        size_t len = strlen(name);
        if (line->kind == LINE_HEADING && strncmp(line->value, name, len) == 0)
            return line->value + len + (line->value[len] ? strlen(": ") : 0);
    }
    return NULL;
}

/* Presses the keys; at_hand(): the line under the cursor; label(): its label without leading blanks. */
static const struct page_line *at_hand(const char *keys)
{
    const struct page *page = app_focus_page(after(keys)->app);
    return &page->lines[page->list.selected];
}

static const char *label(const char *keys)
{
    const char *text = at_hand(keys)->label;
    return text ? text + strspn(text, " ") : "";
}

/* Goes to the first line with a text. */
static void find(const char *text)
{
    bench_keys(&bench, "g /");
    bench_type(&bench, text);
    bench_keys(&bench, "Enter");
}

#define CONFIG                                                                                               \
    "'TranscriptionConfig':{'Language':'en-US','WithVAD':true,'WithSpeakerId':true,"                         \
    "'SaveTrsx':true,'UserId':3}"

/* The text of a heading or a label after a read with these members. */
struct said {
    const char *label, *text, *members;
};

static void expect_said(const struct said *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        read_with(rows[i].members);
        const char *text = heading(rows[i].label);
        cr_expect_str_eq(text ? text : value(rows[i].label), rows[i].text, "%s", rows[i].members);
    }
}

Test(app_details, options_length_and_end_are_shown_with_their_meaning)
{
    static const struct said rows[] = {
        {"Length", "00:42:10, video",
         "'Length':'00:42:10','HasRecording':true,'MediaInfo':{'HasVideo':true}"},
        {"Length", "00:42:10, no video", "'Length':'00:42:10','MediaInfo':{'HasVideo':false}"},
        {"Length", "00:42:10", "'Length':'00:42:10','HasRecording':true"},
        {"Length", "no media", "'Length':'00:00:00','HasRecording':false"},
        {"Length", "long", "'Length':'long'"},
        {"Expires", "05-24, in 10 days", "'ExpirationDate':'2026-05-24T08:00:00Z'"},
        {"Deletion", "05-16, in 2 days",
         "'ExpirationDate':'2026-05-24T08:00:00Z','DeleteAt':'2026-05-16T20:00:00Z'"},
        {"Expires", "-", ""},
        {"Last transcription", "-", ""},
        {"Last transcription", "-", "'TranscriptionConfig':null"},
        {"Last transcription", "no options", "'TranscriptionConfig':{}"},
        {"Last transcription", "options unknown", "'TranscriptionConfig':'fast'"},
        {"Last transcription", "options unknown", "'TranscriptionConfig':[1]"},
        {"Last transcription", "no option differs from its default",
         "'TranscriptionConfig':{'WithVAD':true}"},
        {"Last transcription", "only unknown options", "'TranscriptionConfig':{'Odd':1}"},
        {"Last transcription", "1 option differs from its default",
         "'TranscriptionConfig':{'WithVAD':false}"},
        {"Last transcription", "2 options differ from their defaults", CONFIG},
    };
    expect_said(rows, sizeof rows / sizeof rows[0]);
    cr_expect_str_starts(value("Language of the speech"), "en-US");
    cr_expect_str_starts(value("Recognise known speakers"), "yes");
    cr_expect_str_eq(value("Same as default"), "Voice detection: yes, Save the transcript: yes");
    cr_expect_str_eq(value("UserId"), "3       undocumented");
}

Test(app_details, the_language_is_what_the_server_shows_else_what_was_sent_from_here)
{
    read_with("");
    cr_expect_str_eq(value("Language"), "-");
    for (int i = 0; i < 2; i++) {
        json_t *sent = json_pack("{s:s}", "Lang", i ? "fr-FR" : "de-DE");
        bench_lost_write(&bench, (struct write){.id = i + 1, .op = ENDPOINT_ENQUEUE, .params = sent});
    }
    read_with("'ShareCount':1");
    cr_expect_str_eq(value("Language"), "de-DE");
    read_with(CONFIG);
    cr_expect_str_eq(value("Language"), "en-US");
}

Test(app_details, nothing_is_said_of_a_project_that_was_not_read)
{
    bench_command(&bench, "open 77");
    bench_command(&bench, "details");
    cr_expect_str_eq(value("State"), "reading");
    cr_expect_str_eq(value("Label"), "");
    cr_expect_null(heading("Last transcription"));
    cr_expect_str_eq(value("Note"), "-", "that is known here");
}

/* The error in the summary, or "". */
static const char *trouble(void)
{
    const struct page *page = details();
    const char *text = "";
    for (size_t i = 0; i < page->count; i++)
        text = page->lines[i].kind == LINE_BAD && !page->lines[i].goes_on ? page->lines[i].full : text;
    return text;
}

/* Fails the read of project 1. */
static void fail(enum error_kind kind, int status, const char *text)
{
    ask();
    const struct call call = bench_under_way(&bench, ENDPOINT_GET_PROJECT, 1);
    bench_answer_error(&bench, &call, kind, status, text);
    bench_command(&bench, "details");
    bench_clear(&bench);
}

Test(app_details, a_failed_reading_says_why_and_an_outage_is_not_told_twice)
{
    fail(ERROR_SERVER, 500, "the server failed");
    cr_expect_str_starts(trouble(), "the server failed; next try in ");
    read_with("'HasRecording':true,'IsReadOnly':false,'Length':'00:01:00','ShareCount':0");
    cr_expect_str_lacks(trouble(), "the server failed");
    bench_keys(&bench, "z");
    bench.wall_ms += 60000;
    fail(ERROR_CONNECT, 0, "refused");
    cr_expect_str_has(bench_page_text(&bench, "details"), "refused");
    bench.wall_ms += 60000;
    fail(ERROR_CONNECT, 0, "refused");
    cr_expect_str_eq(value("State"), "Completed since 09:02, last read 09:02");
    cr_expect_str_lacks(bench_page_text(&bench, "details"), "refused");
    read_with("'ShareCount':2");
    cr_expect_str_eq(value("State"), "Completed since 09:02");
}

/* Puts metadata set by this user into the store. */
static void set_here(const char *key, const char *text, int64_t when_ms)
{
    struct error err;
    const struct receipt receipt = {.key = (char *)key, .value = (char *)text, .when_ms = when_ms};
    cr_assert(store_begin(bench.store, &err) && store_metadata_add(bench.store, 1, &receipt, &err) &&
                  store_commit(bench.store, &err),
              "%s", err.text);
}

Test(app_details, metadata_is_what_was_set_from_here_until_the_server_shows_it)
{
    read_with("");
    cr_expect_str_eq(heading("Metadata"), "not shown by the server");
    set_here("colour", "red", BENCH_WALL_MS);
    set_here("speaker", NULL, BENCH_WALL_MS - 60000);
    read_with("'ShareCount':1");
    cr_expect_str_eq(heading("Metadata"), "1, set from this computer; not shown by the server");
    cr_expect_str_starts(value("colour"), "red  (set ");
    cr_expect_str_eq(value("speaker"), "", "it was deleted");
    read_with("'Metadata':{'Episode':'118'}");
    cr_expect_str_eq(heading("Metadata"), "2; the server shows 1 of them");
    read_with("'Metadata':{'Episode':'118','colour':'red'}");
    cr_expect_str_eq(heading("Metadata"), "2 in all");
    cr_expect_str_eq(value("colour"), "red");
    find("colour");
    cr_expect(bench_offers(&bench, "Enter Metadata"));
    cr_expect_str_eq(bench_focus(after("Enter")), "metadata");
}

Test(app_details, every_field_of_a_reply_is_shown_and_so_is_what_no_contract_knows)
{
    static const char *const fields[][2] = {{"Recording", "yes"},
                                            {"Video", "yes"},
                                            {"IsPackaged", "no"},
                                            {"Creator", "4"},
                                            {"Read-only", "yes"},
                                            {"Team project", "yes"},
                                            {"Number of shares", "3"},
                                            {"Version", "8"},
                                            {"Id", "1"},
                                            {"Name", "Council"},
                                            {"Same as default", "Voice detection: yes"},
                                            {"Surprise", "[1,2]"},
                                            {"MediaInfo.Codec", "opus"},
                                            {"Description.Series", "{\"No\":7}"},
                                            {"KeywordsHighlight.Version", "3"},
                                            {"KeywordsHighlight.TextList", ""}};
    read_with("'CreatorId':4,'Description':{'Name':'Council','Series':{'No':7}},'HasRecording':true,"
              "'IsReadOnly':true,'IsTeamProject':true,'KeywordsHighlight':{'Version':3,'TextList':[]},"
              "'MediaInfo':{'HasVideo':true,'IsPackaged':false,'Codec':'opus'},'ShareCount':3,"
              "'Surprise':[1,2],'TranscriptionConfig':{'Language':'en-US','WithVAD':true}");
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        cr_expect_str_eq(value(fields[i][0]), fields[i][1], "%s", fields[i][0]);
    find("codec");
    cr_expect_str_eq(at_hand("[")->value, "Other");
    read_state_with("None", "'Length':'x'");
    cr_expect_str_has(bench_page_text(&bench, "details"), "Data.HasRecording is missing");
}

/* --- highlights, and the headings of a pane --- */

#define MAYOR "{'Category':'People','Text':'mayor','TimestampMs':1500}"
#define CLERK "{'Category':'People','Text':'clerk','TimestampMs':62000}"
#define TWO_LISTS                                                                                            \
    "'KeywordsHighlight':{'TextList':[[" MAYOR "," CLERK "],"                                                \
    "[{'Category':'Places','Text':'dam','TimestampMs':3600000}]]}"

Test(app_highlights, their_number_is_in_the_heading)
{
    static const struct said rows[] = {{"Highlights", "-", "'KeywordsHighlight':null"},
                                       {"Highlights", "none", "'KeywordsHighlight':{'TextList':[]}"},
                                       {"Highlights", "none", "'KeywordsHighlight':{'TextList':[[],[]]}"},
                                       {"Highlights", "-", "'KeywordsHighlight':'x'"},
                                       {"Highlights", "-", "'KeywordsHighlight':{'TextList':{}}"},
                                       {"Highlights", "3", TWO_LISTS}};
    expect_said(rows, sizeof rows / sizeof rows[0]);
    cr_expect_str_eq(label("g ] ] j"), "List 1");
    cr_expect_str_eq(label("j"), "00:00:01");
    cr_expect_eq(bench_effect_count(after("j Enter"), EFFECT_COPY), 0, "nothing leaves unasked");
    cr_expect_str_eq(bench_effect(after("y"), EFFECT_COPY)->text, "clerk  Category: People");
    bench_resize(&bench, 40, 10);
    cr_expect_str_eq(at_hand("")->full, "clerk  Category: People");
    read_with("'KeywordsHighlight':{'TextList':[[{'Category':'People','Text':'mayor of the town by the river "
              "and the dam','TimestampMs':1500}," CLERK "]]}");
    cr_expect_str_eq(label(""), "00:01:02", "the cursor is still on it");
}

Test(app_highlights, brackets_go_from_heading_to_heading)
{
    const struct page *page = details();
    read_state_with("None", "");
    bench_keys(&bench, "g ] ] ]");
    size_t row = page->list.selected;
    cr_expect_str_starts(at_hand("")->value, "Metadata");
    read_state_with("None", TWO_LISTS);
    cr_expect_str_starts(at_hand("")->value, "Metadata");
    cr_expect_gt(page->list.selected, row, "lines came above it");
    cr_expect_str_starts(at_hand("g ]")->value, "Last transcription");
    cr_expect_str_starts(at_hand("] ] ] ] ] ] ] ]")->value, "Activity", "the last one");
    find("mayor");
    cr_expect_str_starts(at_hand("[")->value, "Highlights", "first to the heading that one is under");
    cr_expect_str_neq(at_hand("? ]")->value, "Move", "the first line is a heading itself");
    cr_expect_str_eq(at_hand("q m ] [")->value, "Set from this computer");
}

Test(app_times, z_shows_utc_and_local_time_again_and_the_command_takes_a_zone_by_name)
{
    bench_ready(&bench);
    setenv("TZ", "Asia/Kathmandu", 1);
    tzset();
    bench_command(&bench, "refresh");
    bench_answer_state(&bench, ENDPOINT_GET_PROJECT, 1, "InProgress");
    cr_expect_str_eq(value("State"), "InProgress since 14:47");
    bench_keys(&bench, "z");
    cr_expect_str_eq(value("State"), "InProgress since 09:02");
    cr_expect_str_eq(bench.app->status, "Times in UTC, now 09:02 UTC");
    bench_keys(&bench, "z");
    cr_expect_str_eq(value("State"), "InProgress since 14:47");
    cr_expect_str_eq(bench.app->status, "Local times, now 14:47 +0545");
    bench_command(&bench, "time-zone utc");
    cr_expect_eq(after(":time-zone UTC")->app->zone, DATE_UTC);
    cr_expect(after(":time-zone Europe/Prague")->app->status_is_bad);
    cr_expect_eq(bench.app->zone, DATE_UTC, "and nothing changed");
    cr_expect_eq(after(":time-zone local")->app->zone, DATE_LOCAL);
}
