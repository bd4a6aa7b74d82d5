/* What is asked before projects are enqueued, what each answer sends, and what is never sent. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "steno/app/forms.h"
#include "batch.h"
#include "part.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

static void setup(void)
{
    bench_ready(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_enqueue, .init = setup, .fini = teardown);

Test(app_enqueue, a_batch_says_what_is_in_doubt_and_no_sends_nothing)
{
    bench_keys(&bench, "Space Space Space e X");
    cr_assert_str_eq(bench.app->question->text, "Enqueue 2 of 3: 86 minutes, the credit is not known.");
    cr_assert_str_eq(bench.app->question->note, "1 is Completed, 1 is in progress.\n"
                                                "! Not sent: #3 in progress");
    bench_keys(&bench, "Enter");
    cr_assert_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    bench_keys(&bench, "X y");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 2);
    bench_answer_enqueue(&bench, 1, NULL);
    bench_answer_enqueue(&bench, 2, NULL);
    cr_expect_str_eq(bench.app->status, "Enqueued 2 of 3; 1 still marked");
    cr_expect_eq(bench.app->list.mark_count, 1);
}

/* The project is read with these members. */
static void read_with(int64_t id, const char *members)
{
    char json[240];
    app_reads_ask(bench.app, id);
    bench_event(&bench, &(struct event){.kind = EVENT_TICK});
    snprintf(
        json, sizeof json,
        "{\"Data\":{\"Id\":%lld,\"AccessToken\":9,\"ProcessingState\":\"None\",\"Length\":\"00:10:00\",%s}}",
        (long long)id, members);
    for (size_t i = 0; i < bench.app->call_count; i++) {
        const struct app_call *call = &bench.app->calls[i];
        if (call->op == ENDPOINT_GET_PROJECT && call->project_id == id) {
            bench_answer_project(
                &bench, &(struct call){.op = call->op, .serial = call->serial, .project_id = id}, json);
            return;
        }
    }
    cr_assert_fail("%lld is not being read", (long long)id);
}

Test(app_enqueue, what_cannot_be_enqueued_is_never_sent_and_stays_marked)
{
    read_with(2, "\"HasRecording\":false");
    read_with(3, "\"HasRecording\":true,\"IsReadOnly\":true");
    bench_keys(&bench, "M e X");
    cr_assert_str_eq(bench.app->question->text, "Enqueue 1 of 3: 43 minutes, the credit is not known.");
    cr_assert_str_eq(bench.app->question->note, "! Not sent: #2 no media, #3 read-only");
    bench_keys(&bench, "y");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 1);
}

/* The lines below the fields of the form. */
static void expect_foot(const char *fact, const char *note)
{
    const struct form *form = app_form_top(bench.app)->form;
    cr_assert_eq(form_facts(form)->count, fact != NULL);
    cr_assert_eq(form_warned(form)->count, note != NULL);
    if (fact)
        cr_expect_str_eq(form_facts(form)->texts[0], fact);
    if (note)
        cr_expect_str_eq(form_warned(form)->texts[0], note);
}

Test(app_enqueue, the_form_says_how_many_can_be_sent_and_which_cannot)
{
    read_with(2, "\"HasRecording\":false");
    read_with(3, "\"HasRecording\":true,\"IsReadOnly\":true");
    bench_keys(&bench, "M e");
    expect_foot("1 of 3: 43 minutes, the credit is not known.", "Not sent: #2 no media, #3 read-only");
}

Test(app_enqueue, the_form_of_one_that_cannot_be_sent_says_so_and_not_what_it_takes)
{
    read_with(1, "\"HasRecording\":true,\"IsReadOnly\":true");
    bench_keys(&bench, "g e");
    expect_foot(NULL, "Cannot be sent: #1 read-only");
}

Test(app_enqueue, where_nothing_can_be_enqueued_there_is_no_question)
{
    read_with(1, "\"HasRecording\":true,\"IsReadOnly\":true");
    read_with(2, "\"HasRecording\":false");
    bench_keys(&bench, "g Space Space e X");
    cr_expect_null(bench.app->question->text);
    cr_expect_str_eq(app_form_top(bench.app)->message, "Not sent: #1 read-only, #2 no media");
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE));
}

Test(app_enqueue, y_sends_what_was_asked_about_when_the_credit_comes_meanwhile)
{
    bench_keys(&bench, "s i s i M e X");
    cr_assert_neq(bench.app->prepared->rows[0].id, 1, "the list is not in the order of the marks");
    cr_assert_str_has(bench.app->question->note, "#3 in progress");
    bench_wait(&bench, 1);
    cr_assert_not_null(bench.app->question->text);
    bench_keys(&bench, "y");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 2);
    for (size_t i = 0; i < bench.effects.count; i++) {
        const struct call *call = bench.effects.items[i].call;
        cr_expect(!call || call->op != ENDPOINT_ENQUEUE || call->project_id != 3);
    }
}

/* The project is read in this state, with this version. */
static void read_as(int64_t id, const char *state, int version)
{
    char members[120];
    snprintf(members, sizeof members, "\"AccessToken\":%d,\"ProcessingState\":\"%s\"", version, state);
    read_with(id, members);
}

Test(app_enqueue, y_asks_again_where_a_project_was_enqueued_meanwhile)
{
    bench_keys(&bench, "M e X");
    read_as(1, "InProgress", 9);
    bench_keys(&bench, "y");
    cr_assert_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_assert_str_eq(bench_question(&bench), "Enqueue 1 of 3: 43 minutes, the credit is not known.");
    cr_expect_str_eq(bench.app->question->remark, "Asked again: it has changed");
    cr_expect_str_has(bench.app->question->note, "#1 in progress, #3 in progress");
    bench_keys(&bench, "y");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 1, "now it was said");
}

Test(app_enqueue, y_asks_again_where_a_project_was_transcribed_once_more_meanwhile)
{
    bench_keys(&bench, "M e X");
    read_as(2, "Completed", 9);
    bench_keys(&bench, "y");
    cr_assert_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_assert_str_has(bench_question(&bench), "Enqueue 2 of 3:");
    bench_keys(&bench, "y");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 2);
}

Test(app_enqueue, an_answer_holds_where_a_new_version_changes_nothing_of_what_was_said)
{
    bench_all_new(&bench);
    read_as(1, "None", 8);
    bench_keys(&bench, "M e X");
    read_as(1, "None", 9);
    bench_keys(&bench, "y");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 3);
}

Test(app_enqueue, an_open_enqueue_and_one_without_a_reading_are_named_and_not_sent_with_others)
{
    bench_all_new(&bench);
    app_project_find(bench.app, 1)->open_enqueue = 1;
    app_project_find(bench.app, 2)->fetched_ms = 0;
    bench_keys(&bench, "M e X");
    cr_assert_str_has(bench_question(&bench), "Enqueue 1 of 3:");
    cr_expect_str_eq(bench.app->question->note, "! Not sent: #1 no response yet, #2 not read yet");
    bench_keys(&bench, "y");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 1);
    cr_expect_eq(bench_call(&bench, ENDPOINT_ENQUEUE)->project_id, 3);
}

Test(app_enqueue, y_asks_again_where_the_credit_no_longer_suffices)
{
    bench_keys(&bench, "A r");
    bench_answer_login(&bench, bench_call(&bench, ENDPOINT_CURRENT_USER),
                       "{\"User\":{\"Email\":\"a@b\",\"CreditMinutes\":60}}");
    bench_keys(&bench, "q M e X");
    read_with(1, "\"Length\":\"01:00:01\"");
    bench_keys(&bench, "y");
    cr_assert_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_assert_not_null(bench_question(&bench));
    cr_expect_str_eq(bench.app->question->remark, "Asked again: it has changed");
}

Test(app_enqueue, what_can_no_longer_be_sent_is_not_whatever_was_answered)
{
    bench_keys(&bench, "g Space Space e X");
    cr_assert_str_has(bench_question(&bench), "Enqueue 2 projects");
    read_with(1, "\"IsReadOnly\":true");
    bench_keys(&bench, "y");
    cr_assert_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_expect_str_has(bench.app->question->note, "#1 read-only");
}

Test(app_enqueue, the_question_about_one_is_asked_again_where_it_was_enqueued_meanwhile)
{
    bench_keys(&bench, "j e X");
    cr_assert_str_has(bench_question(&bench), "Enqueue 2");
    read_as(2, "InProgress", 9);
    bench_keys(&bench, "y");
    cr_assert_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_assert_str_has(bench.app->question->note, "It is InProgress.");
    cr_expect_str_eq(bench.app->question->remark, "Asked again: it has changed");
    bench_keys(&bench, "y");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 1);
}

/* The store has a draft of project 1, this text of an object. */
static void keep_draft(const char *json)
{
    struct error err;
    json_t *values = json_loads(json, 0, NULL);
    cr_assert(store_draft_save(bench.store, "enqueue", 1, values, BENCH_WALL_MS, &err), "%s", err.text);
    json_decref(values);
}

Test(app_enqueue, a_form_opens_short_and_says_where_its_values_come_from)
{
    struct form_row rows[8];
    struct error err;
    cr_assert(settings_put_param(&bench.settings, "Lang", SOURCE_PROFILE, "config:1", "en-US", &err));
    keep_draft("{\"CustomLabel\":\"draft\"}");
    json_t *preset = json_pack("{s:s}", "WithPPC", "false");
    cr_assert(store_preset_save(bench.store, "air", "enqueue", preset, NULL, &err));
    json_decref(preset);
    bench_keys(&bench, "e");
    const struct form *form = app_form_top(bench.app)->form;
    cr_assert_eq(form_rows(form, 8, rows), 3);
    cr_expect_str_eq(rows[0].whence, "from the profile");
    cr_expect_str_eq(rows[1].whence, "draft of 09:02");
    cr_expect_eq(rows[2].folded, 18);
    bench_keys(&bench, "p");
    cr_assert_eq(bench.app->menu->count, 2, "the presets, and saving: no last transcription");
    bench_keys(&bench, "Enter");
    cr_assert_eq(form_rows(form, 8, rows), 3);
    cr_expect_str_eq(rows[0].whence, "from the profile", "the preset says nothing of it");
    cr_expect_str_eq(rows[1].label, "Format numbers and times");
    cr_expect_str_eq(rows[1].whence, "preset air");
    bench_keys(&bench, "k k u");
    cr_expect_null(param_set_get(form_values(form), param_find(&params_enqueue, "Lang")));
    form_rows(form, 8, rows);
    cr_expect_null(rows[0].whence);
}

/* A parameter of the form on top; NULL where it is not set. */
static const char *form_value(const char *name)
{
    const struct param_set *values = form_values(app_form_top(bench.app)->form);
    return param_set_get(values, param_find(values->table, name));
}

/* A project was enqueued from here with these options, a day ago. */
static void was_sent(int64_t id, const char *json)
{
    static int sent; /* each rests on a reading behind the one before */
    const int64_t when_ms = BENCH_WALL_MS - 86400000 + 2 * sent++;
    struct write_list open = {0};
    struct error err;
    struct write write = {.id = id,
                          .op = ENDPOINT_ENQUEUE,
                          .params = json_loads(json, 0, NULL),
                          .when_ms = when_ms,
                          .until_ms = when_ms + 1000,
                          .rests_ms = when_ms};
    int64_t row = store_write_begin(bench.store, &write, &open, &err);
    cr_assert_gt(row, 0, "%s", err.text);
    struct receipt receipt = {
        .outcome = WRITE_DONE,
        .when_ms = when_ms,
        .ends = true,
        .end = {
            .id = id, .outcome = WRITE_DONE, .is_over = true, .answered_ms = when_ms, .ended_ms = when_ms}};
    cr_assert(store_write_end(bench.store, row, &receipt, &err), "%s", err.text);
    json_decref(write.params);
}

Test(app_enqueue, the_form_opens_as_it_was_last_sent_without_the_part_of_a_recording)
{
    struct error err;
    cr_assert(settings_put_param(&bench.settings, "WithVAD", SOURCE_CONFIG, "config:1", "true", &err));
    bench_keys(&bench, "e");
    cr_expect_str_eq(form_value("WithVAD"), "true");
    bench_keys(&bench, "q");
    was_sent(1, "{\"Lang\":\"de-DE\",\"StartTranscriptionAtSeconds\":\"5\",\"TranscriptionDuration\":\"7\"}");
    bench_keys(&bench, "e");
    cr_expect_str_eq(app_form_top(bench.app)->title,
                     "Enqueue 1 as sent on 05-13 09:02  Council meeting, 14 May");
    cr_expect_str_eq(form_value("Lang"), "de-DE");
    cr_expect_null(form_value("StartTranscriptionAtSeconds"));
    cr_expect_null(form_value("TranscriptionDuration"));
    cr_expect_null(form_value("WithVAD"), "it was sent without that");
    bench_keys(&bench, "u q e");
    cr_expect_null(form_value("Lang"), "the draft does not say that it was cleared");
}

Test(app_enqueue, a_draft_goes_over_what_was_last_sent_and_what_nobody_touched_is_no_draft)
{
    was_sent(1, "{\"Lang\":\"de-DE\",\"WithPPC\":\"true\"}");
    const uint64_t said = bench.app->said_count;
    bench_keys(&bench, "e q");
    cr_expect_eq(bench.app->said_count, said, "%s", bench.app->status);
    keep_draft("{\"Lang\":\"cs-CZ\"}");
    bench_keys(&bench, "e");
    cr_expect_str_eq(form_value("Lang"), "cs-CZ");
    cr_expect_str_eq(form_value("WithPPC"), "true");
}

Test(app_enqueue, marked_projects_open_as_last_sent_where_all_have_the_same)
{
    was_sent(1, "{\"Lang\":\"de-DE\"}");
    was_sent(2, "{\"Lang\":\"de-DE\"}");
    bench_keys(&bench, "M e");
    cr_expect_null(form_value("Lang"), "3 was never sent");
    cr_expect_str_eq(app_form_top(bench.app)->title, "Enqueue 3 marked projects");
    bench_keys(&bench, "q");
    was_sent(3, "{\"Lang\":\"de-DE\",\"StartTranscriptionAt\":\"9\"}");
    bench_keys(&bench, "e");
    cr_expect_str_eq(form_value("Lang"), "de-DE");
    cr_expect_str_eq(app_form_top(bench.app)->title, "Enqueue 3 marked projects as sent on 05-13 09:02");
    bench_keys(&bench, "q");
    was_sent(2, "{\"Lang\":\"cs-CZ\"}");
    bench_keys(&bench, "e");
    cr_expect_null(form_value("Lang"));
}
