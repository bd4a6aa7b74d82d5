/* The details of a project: the summary, options that differ, metadata that was set from here, the groups of
 * fields, and why a reading failed. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "store_sql.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

static void setup(void)
{
    bench_ready(&bench);
    bench_resize(&bench, 79, 24);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_details, .init = setup, .fini = teardown);

/* The last reading of project 1, beside which the sweep may have sent one of project 2. */
static const struct call *reading_of_1(void)
{
    for (size_t i = bench.effects.count; i-- > 0;) {
        const struct call *call = bench.effects.items[i].call;
        if (call && call->op == ENDPOINT_GET_PROJECT && call->project_id == 1)
            return call;
    }
    return NULL;
}

/* Has the project at hand read again with these members, and goes to its details. */
static void read_with(const char *members)
{
    bench.now_ms += 3000; /* not more readings a second than there may be */
    bench_command(&bench, "refresh");
    const struct call *call = reading_of_1();
    char *json = mem_printf("{\"Data\":{\"Id\":%d,\"AccessToken\":8,\"ProcessingState\":\"Completed\"%s%s}}",
                            (int)call->project_id, *members ? "," : "", members);
    bench_answer_project(&bench, call, json);
    free(json);
    bench_command(&bench, "details");
    bench_clear(&bench);
}

static const struct page *details(void)
{
    return app_page_of(bench.app, "details");
}

static const char *value(const char *label)
{
    return bench_page_value(&bench, "details", label);
}

/* What a heading says after its name; "" where it says nothing, NULL without one. */
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

#define CONFIG                                                                                               \
    "\"TranscriptionConfig\":{\"Language\":\"en-US\",\"WithVAD\":true,\"WithSpeakerId\":true,"               \
    "\"SaveTrsx\":true,\"UserId\":3}"

Test(app_details, options_that_differ_come_first_then_the_others_in_short_then_what_is_not_known)
{
    read_with(CONFIG);
    cr_expect_str_eq(heading("Options"), "2 of 4 differ from the defaults");
    cr_expect_str_starts(value("Language of the speech"), "en-US");
    cr_expect_str_starts(value("Recognise known speakers"), "yes");
    cr_expect_str_eq(value("As by default"), "WithVAD true, SaveTrsx true");
    cr_expect_str_eq(value("UserId"), "3");
}

Test(app_details, options_of_any_shape_are_said_for_what_they_are)
{
    static const struct {
        const char *members, *text;
    } rows[] = {
        {"", "-"},
        {"\"TranscriptionConfig\":null", "-"},
        {"\"TranscriptionConfig\":{}", "none"},
        {"\"TranscriptionConfig\":\"fast\"", "fast"},
        {"\"TranscriptionConfig\":[1]", "[1]"},
        {"\"TranscriptionConfig\":{\"WithVAD\":true}", "none differ from the defaults"},
        {"\"TranscriptionConfig\":{\"Odd\":1}", "none that steno knows"},
        {"\"TranscriptionConfig\":{\"WithVAD\":false}", "1 of 1 differ from the defaults"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_with(rows[i].members);
        cr_expect_str_eq(heading("Options"), rows[i].text, "%s", rows[i].members);
    }
}

Test(app_details, all_projects_have_the_same_headings)
{
    static const char *const members[] = {"", CONFIG, "\"Tags\":[],\"Length\":\"00:01:00\""};
    for (size_t i = 0; i < 3; i++) {
        read_with(members[i]);
        size_t headings = 0;
        for (size_t k = 0; k < details()->count; k++)
            headings += details()->lines[k].kind == LINE_HEADING;
        cr_expect_eq(headings, 8, "%s: %zu", members[i], headings);
    }
}

Test(app_details, the_language_is_what_the_server_shows_else_what_was_sent_from_here)
{
    read_with("");
    cr_expect_str_eq(value("Language"), "-");
    bench_lost_write(&bench,
                     (struct write){.id = 1,
                                    .op = ENDPOINT_ENQUEUE,
                                    .params = json_pack("{s:s, s:s}", "Lang", "de-DE", "WithPPC", "false")});
    bench_lost_write(
        &bench,
        (struct write){.id = 2, .op = ENDPOINT_ENQUEUE, .params = json_pack("{s:s}", "Lang", "fr-FR")});
    read_with("\"ShareCount\":1");
    cr_expect_str_eq(value("Language"), "de-DE");
    read_with(CONFIG);
    cr_expect_str_eq(value("Language"), "en-US");
}

Test(app_details, a_length_says_whether_there_is_video_or_no_recording)
{
    read_with("\"Length\":\"00:42:10\",\"HasRecording\":true,\"MediaInfo\":{\"HasVideo\":true}");
    cr_expect_str_eq(value("Length"), "00:42:10, video");
    read_with("\"Length\":\"00:42:10\",\"HasRecording\":true,\"MediaInfo\":{\"HasVideo\":false}");
    cr_expect_str_eq(value("Length"), "00:42:10, no video");
    read_with("\"Length\":\"00:42:10\",\"HasRecording\":true");
    cr_expect_str_eq(value("Length"), "00:42:10");
    read_with("\"Length\":\"00:00:00\",\"HasRecording\":false");
    cr_expect_str_eq(value("Length"), "no media");
    read_with("\"Length\":\"long\"");
    cr_expect_str_eq(value("Length"), "long");
}

Test(app_details, the_earlier_of_two_ends_is_named_for_what_it_is)
{
    read_with("\"ExpirationDate\":\"2026-05-24T08:00:00Z\"");
    cr_expect_str_eq(value("Expires"), "05-24, in 10 days");
    read_with("\"ExpirationDate\":\"2026-05-24T08:00:00Z\",\"DeleteAt\":\"2026-05-16T20:00:00Z\"");
    cr_expect_str_eq(value("Deleted"), "05-16, in 2 days");
    read_with("");
    cr_expect_str_eq(value("Expires"), "-");
}

Test(app_details, nothing_is_said_of_a_project_that_was_not_read)
{
    bench_command(&bench, "open 77");
    bench_command(&bench, "details");
    cr_expect_str_eq(value("State"), "reading");
    cr_expect_str_eq(value("Label"), "");
    cr_expect_null(heading("Options"));
    cr_expect_str_eq(value("Note"), "-", "that is known here");
}

/* What the summary says went wrong, "" for nothing. */
static const char *trouble(void)
{
    const struct page *page = details();
    const char *text = "";
    for (size_t i = 0; i < page->count; i++)
        text = page->lines[i].kind == LINE_BAD && !page->lines[i].goes_on ? page->lines[i].full : text;
    return text;
}

Test(app_details, a_failed_reading_says_why_and_when_the_next_one_is_sent)
{
    bench_command(&bench, "refresh");
    bench_answer_error(&bench, reading_of_1(), ERROR_SERVER, 500, "the server failed");
    bench_command(&bench, "details");
    cr_expect_str_starts(trouble(), "the server failed; next try at ");
    read_with("\"HasRecording\":true,\"IsReadOnly\":false,\"Length\":\"00:01:00\",\"ShareCount\":0");
    cr_expect_str_lacks(trouble(), "the server failed");
}

/* The store has what was set from here. */
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
    read_with("\"ShareCount\":1");
    cr_expect_str_eq(heading("Metadata"), "1 set from here, not shown by the server");
    cr_expect_str_starts(value("colour"), "red  (set ");
    cr_expect_str_eq(value("speaker"), "", "it was deleted");
    read_with("\"Metadata\":{\"Episode\":\"118\"}");
    cr_expect_str_eq(heading("Metadata"), "2, 1 shown by the server");
    read_with("\"Metadata\":{\"Episode\":\"118\",\"colour\":\"red\"}");
    cr_expect_str_eq(heading("Metadata"), "2, as the server shows");
    cr_expect_str_eq(value("colour"), "red");
    char hints[HINTS_SIZE];
    bench_keys(&bench, "/");
    bench_type(&bench, "colour");
    bench_keys(&bench, "Enter");
    app_hints(bench.app, hints, sizeof hints, 200);
    cr_expect_str_starts(hints, "Enter Metadata");
    bench_keys(&bench, "Enter");
    cr_expect_eq(bench.app->focus, app_pane_find(bench.app, "metadata"));
}

Test(app_details, the_details_show_every_field_of_a_reply)
{
    static const char *const shown[] = {"Completed since 05-09 or earlier",
                                        "00:42:10, video",
                                        "en-US",
                                        "First pass",
                                        "Deleted",
                                        "in 2 days",
                                        "news, archive",
                                        "05-09 12:00",
                                        "Ann, 05-01",
                                        "Hall 2",
                                        "1 of 2 differ",
                                        "2026-05-08 08:00 ",
                                        "2026-05-16 08:00 ",
                                        "2026-06-01 ",
                                        "2026-05-09 12:00 ",
                                        "dam"};
    static const struct {
        const char *label, *value;
    } fields[] = {{"Recording", "yes"},
                  {"Video", "yes"},
                  {"Packaged", "no"},
                  {"Creator", "4"},
                  {"Read-only", "yes"},
                  {"Team project", "yes"},
                  {"Shared with", "3"},
                  {"Version", "9"},
                  {"Id", "1"},
                  {"Name", "Council"},
                  {"As by default", "WithVAD true"}};
    bench_keys(&bench, "r");
    bench_answer_project(
        &bench, reading_of_1(),
        "{\"Data\":{\"Id\":1,\"AccessToken\":9,\"ActiveTrsxLabel\":\"First "
        "pass\",\"Created\":\"2026-05-08T08:00:00Z\","
        "\"CreatorId\":4,\"DeleteAt\":\"2026-05-16T08:00:00Z\",\"Description\":{\"Author\":\"Ann\",\"Name\":"
        "\"Council\","
        "\"Notes\":\"Hall "
        "2\",\"Start\":\"2026-05-01T07:00:00Z\"},\"ExpirationDate\":\"2026-06-01T08:00:00Z\","
        "\"HasRecording\":true,\"IsReadOnly\":true,\"IsTeamProject\":true,\"KeywordsHighlight\":{"
        "\"TextList\":[[{\"Text\":"
        "\"dam\",\"Category\":\"c\",\"TimestampMs\":1}]]},\"Length\":\"00:42:10\",\"MediaInfo\":{"
        "\"HasVideo\":true,"
        "\"IsPackaged\":false},\"ProcessingState\":\"Completed\",\"ShareCount\":3,\"Tags\":[\"news\","
        "\"archive\"],"
        "\"TranscriptionConfig\":{\"Language\":\"en-US\",\"WithVAD\":true},\"Updated\":\"2026-05-09T12:00:"
        "00Z\"}}");
    app_project_find(bench.app, 1)->state_since_ms = INT64_C(-1778328000000);
    bench_keys(&bench, "z");
    bench_resize(&bench, 200, 24);
    bench_keys(&bench, "i");
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
        cr_expect_str_has(bench_page_text(&bench, "details"), shown[i], "%s", shown[i]);
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        cr_expect_str_eq(value(fields[i].label), fields[i].value, "%s", fields[i].label);
}

Test(app_details, highlights_and_unknown_members_stand_in_the_details)
{
    bench_keys(&bench, "r");
    bench_answer_project(
        &bench, reading_of_1(),
        "{\"Data\":{\"Id\":1,\"AccessToken\":8,\"ProcessingState\":\"None\",\"Length\":\"x\","
        "\"Surprise\":[1,2],\"TranscriptionConfig\":{\"Language\":\"cs-CZ\"},"
        "\"KeywordsHighlight\":{\"TextList\":[[{\"Category\":\"place\",\"Text\":\"dam\","
        "\"TimestampMs\":62500}],[]]}}}");
    bench_keys(&bench, "i");
    cr_assert_str_has(bench_page_text(&bench, "details"), "00:01:02");
    cr_assert_str_has(bench_page_text(&bench, "details"), "dam  Category: place");
    cr_assert_str_has(bench_page_text(&bench, "details"), "Surprise");
    cr_assert_str_has(bench_page_text(&bench, "details"), "cs-CZ");
    cr_assert_str_has(bench_page_text(&bench, "details"), "Data.HasRecording is missing");
}

/* The reading of project 1 does not reach the server. */
static void fail_to_connect(void)
{
    bench.now_ms += 3000;
    bench.wall_ms += 60000;
    bench_command(&bench, "refresh");
    bench_answer_error(&bench, reading_of_1(), ERROR_CONNECT, 0, "refused");
    bench_clear(&bench);
}

Test(app_details, without_the_server_the_state_says_of_when_it_is_and_an_outage_is_not_told_twice)
{
    read_with("");
    bench_keys(&bench, "z");
    fail_to_connect();
    cr_expect_str_eq(value("State"), "Completed since 09:02");
    cr_expect_str_has(bench_page_text(&bench, "details"), "refused");
    fail_to_connect();
    cr_expect_str_eq(value("State"), "Completed since 09:02, as of 09:02");
    cr_expect_str_lacks(bench_page_text(&bench, "details"), "refused");
    read_with("\"ShareCount\":2");
    cr_expect_str_eq(value("State"), "Completed since 09:02");
}
