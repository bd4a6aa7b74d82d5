/* The question before an enqueue, what each answer sends, what is never sent, and when the credit is read. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "batch.h"
#include "part.h"
#include "steno/app/forms.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/replies.h"

TestSuite(app_enqueue, .init = scene_start, .fini = scene_stop);

/* Reads a project of ten minutes with these members. */
static void read_with(int64_t id, const char *members)
{
    char *all = mem_printf("'AccessToken':9,'ProcessingState':'None','Length':'00:10:00',%s", members);
    reply_reread(id, all);
    free(all);
}

#define READ_ONLY "'HasRecording':true,'IsReadOnly':true"
#define NO_MEDIA  "'HasRecording':false"
#define ACTIVE    "'ProcessingState':'InProgress'"
#define ONE_OF_3  "Enqueue 1 of 3 projects? Needs 43 min of credit; the credit is not known."

/* --- the question --- */

Test(app_enqueue, a_batch_says_what_is_in_doubt_and_sends_nothing_on_no_and_what_is_open_or_unread_never)
{
    expect_asked("Space Space Space e X",
                 "Enqueue 2 of 3 projects? Needs 86 min of credit; the credit is not known.");
    cr_assert_str_eq(bench.app->question->note, "1 of these 2 is Completed.\n! Left out: #3 in progress");
    expect_sent("Enter", ENDPOINT_ENQUEUE, 0);
    expect_sent("X y", ENDPOINT_ENQUEUE, 2);
    bench_answer_enqueue(&bench, 1, NULL);
    bench_answer_enqueue(&bench, 2, NULL);
    cr_expect_str_eq(bench.app->status, "Enqueued 2 of 3 projects; still marked: 1");
    cr_expect_eq(bench.app->list.mark_count, 1);

    scene_anew();
    bench_all_new(&bench);
    app_project_find(bench.app, 1)->open_enqueue = 1;
    app_project_find(bench.app, 2)->fetched_ms = 0;
    cr_assert_str_has(bench_question(after("M e X")), "Enqueue 1 of 3 projects?");
    cr_expect_str_eq(bench.app->question->note, "! Left out: #1 no answer yet, #2 not read yet");
    expect_sent("y", ENDPOINT_ENQUEUE, 1);
    cr_expect_eq(bench_call(&bench, ENDPOINT_ENQUEUE)->project_id, 3);
}

Test(app_enqueue, the_request_and_command_of_a_batch_name_only_projects_that_are_sent)
{
    const struct page *page = &bench.app->preview;
    read_with(1, NO_MEDIA);
    bench_keys(&bench, "Space Space e v");
    cr_expect_str_eq(page->lines[0].value, "Request");
    cr_expect_str_has(page->lines[1].value, "/Projects/2/Enqueue");
    cr_expect_str_eq(bench_effect(after("q y"), EFFECT_COPY)->text, "steno enqueue 2");
    bench_keys(&bench, "q u");
    read_with(3, "'ProcessingState':'None'");
    bench_keys(&bench, "M e v");
    cr_expect_str_eq(page->lines[0].value, "The request for project 2");
    cr_expect_str_eq(bench_effect(after("q y"), EFFECT_COPY)->text, "steno enqueue 2 3");
    bench_keys(&bench, "q u");
    read_with(2, READ_ONLY);
    bench_keys(&bench, "g Space Space e v");
    cr_expect_str_eq(app_form_top(bench.app)->message, "No request: all marked projects are left out");
    cr_expect_not(overlay_has(&bench.app->overlays, OVERLAY_PREVIEW));
}

/* Expects these lines below the fields of the form. */
static void expect_foot(const char *fact, const char *note)
{
    const struct form *form = app_form_top(bench.app)->form;
    cr_assert_eq(form_facts(form)->count, fact != NULL);
    cr_assert_eq(form_warned(form)->count, 1);
    if (fact)
        cr_expect_str_eq(form_facts(form)->texts[0], fact);
    cr_expect_str_eq(form_warned(form)->texts[0], note);
}

Test(app_enqueue, what_cannot_be_enqueued_is_named_in_form_and_question_and_never_sent)
{
    read_with(2, NO_MEDIA);
    read_with(3, READ_ONLY);
    bench_keys(&bench, "M e");
    expect_foot("1 of 3 needs 43 min; the credit is not known.", "Left out: #2 no media, #3 read-only");
    expect_asked("X", ONE_OF_3);
    cr_assert_str_eq(bench.app->question->note, "! Left out: #2 no media, #3 read-only");
    expect_sent("y", ENDPOINT_ENQUEUE, 1);

    scene_anew();
    read_with(1, READ_ONLY);
    read_with(2, NO_MEDIA);
    bench_keys(&bench, "g e");
    expect_foot(NULL, "Cannot be sent: #1 read-only");
    bench_keys(&bench, "q g Space Space e X");
    cr_expect_null(bench.app->question->text, "where nothing can be sent there is no question");
    cr_expect_str_eq(app_form_top(bench.app)->message, "Left out: #1 read-only, #2 no media");
    cr_expect_eq(sent(ENDPOINT_ENQUEUE), 0);
}

Test(app_enqueue, y_asks_again_where_what_was_asked_about_has_changed_meanwhile)
{
    static const struct {
        const char *name, *keys, *asked;
        int64_t id;
        const char *members; /* of a read while the question is open */
        const char *again, *note;
        size_t sent;
    } rows[] = {
        {"enqueued", "M e X", "Enqueue 2 of 3", 1, ACTIVE, ONE_OF_3, "#1 in progress, #3 in progress", 1},
        {"transcribed once more", "M e X", "Enqueue 2 of 3", 2, "'ProcessingState':'Completed'",
         "Enqueue 2 of 3 projects?", "1 of these 2 is Completed", 2},
        {"read-only", "g Space Space e X", "Enqueue 2 projects", 1, "'IsReadOnly':true",
         "Enqueue 1 of 2 projects?", "#1 read-only", 1},
        {"one that was enqueued", "j e X", "Enqueue again? #2", 2, ACTIVE, "Enqueue again? #2",
         "Already being transcribed.", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bench_keys(&bench, rows[i].keys);
        cr_expect_str_starts(bench_question(&bench), rows[i].asked, "%s", rows[i].name);
        read_with(rows[i].id, rows[i].members);
        bench_keys(&bench, "y");
        cr_expect_eq(sent(ENDPOINT_ENQUEUE), 0, "%s", rows[i].name);
        cr_assert_str_starts(bench_question(&bench), rows[i].again, "%s", rows[i].name);
        cr_expect_str_eq(bench.app->question->remark,
                         "This is asked again because projects or credit changed", "%s", rows[i].name);
        cr_expect_str_has(bench.app->question->note, rows[i].note, "%s", rows[i].name);
        bench_keys(&bench, "y");
        cr_expect_eq(sent(ENDPOINT_ENQUEUE), rows[i].sent, "%s: now it was said", rows[i].name);
        scene_anew();
    }

    bench_keys(&bench, "A r");
    bench_answer_login(&bench, bench_call(&bench, ENDPOINT_CURRENT_USER),
                       "{\"User\":{\"Email\":\"a@b\",\"CreditMinutes\":60}}");
    bench_keys(&bench, "q M e X");
    read_with(1, "'Length':'01:00:01'");
    expect_sent("y", ENDPOINT_ENQUEUE, 0);
    cr_expect_str_eq(bench.app->question->remark, "This is asked again because projects or credit changed");

    scene_anew();
    bench_all_new(&bench);
    read_with(1, "'AccessToken':8");
    bench_keys(&bench, "M e X");
    read_with(1, "'AccessToken':9");
    expect_sent("y", ENDPOINT_ENQUEUE, 3);
}

/* --- the form --- */

Test(app_enqueue, a_form_opens_short_and_says_where_its_values_come_from)
{
    struct form_row rows[8];
    struct error err;
    cr_assert(settings_put_param(&bench.settings, "Lang", SOURCE_PROFILE, "config:1", "en-US", &err));
    scene_draft("enqueue", 1, "{\"CustomLabel\":\"draft\"}");
    scene_preset("air", "enqueue", "{\"WithPPC\":\"false\"}");
    bench_keys(&bench, "e");
    const struct form *form = app_form_top(bench.app)->form;
    cr_assert_eq(form_rows(form, 8, rows), 3);
    cr_expect_str_eq(rows[0].whence, "from the config");
    cr_expect_str_eq(rows[1].whence, "from the draft of 09:02");
    cr_expect_eq(rows[2].folded, 18);
    cr_assert_eq(after("p")->app->menu->count, 2, "the presets, and saving: no last transcription");
    bench_keys(&bench, "Enter");
    cr_assert_eq(form_rows(form, 8, rows), 3);
    cr_expect_str_eq(rows[0].whence, "from the config", "the preset says nothing of it");
    cr_expect_str_eq(rows[1].whence, "preset air");
}

/* Records an enqueue by this user with these options, a day ago. */
static void was_sent(int64_t id, const char *json)
{
    static int earlier; /* each enqueue needs a later read than the previous one */
    const int64_t when_ms = BENCH_WALL_MS - 86400000 + 2 * earlier++;
    const struct write end = {
        .id = id, .outcome = WRITE_DONE, .is_over = true, .answered_ms = when_ms, .ended_ms = when_ms};
    struct receipt receipt = {.outcome = WRITE_DONE, .when_ms = when_ms, .ends = true, .end = end};
    struct error err;
    struct write write = {.id = id, .op = ENDPOINT_ENQUEUE, .when_ms = when_ms, .until_ms = when_ms + 1000};
    write.params = json_loads(json, 0, NULL);
    int64_t row = bench_lost_write(&bench, write);
    cr_assert(store_write_end(bench.store, row, &receipt, &err), "%s", err.text);
    bench_store_changed(&bench);
}

Test(app_enqueue, the_form_opens_as_last_sent_without_the_part_of_a_recording_and_a_draft_over_that)
{
    struct error err;
    cr_assert(settings_put_param(&bench.settings, "WithVAD", SOURCE_CONFIG, "config:1", "true", &err));
    cr_expect_str_eq(bench_value(after("e"), "WithVAD"), "true");
    bench_keys(&bench, "q");
    was_sent(1, "{\"Lang\":\"de-DE\",\"StartTranscriptionAtSeconds\":\"5\",\"TranscriptionDuration\":\"7\"}");
    bench_keys(&bench, "e");
    cr_expect_str_eq(app_form_top(bench.app)->title,
                     "Enqueue #1 with values sent 05-13 09:02  Council meeting, 14 May");
    cr_expect_str_eq(bench_value(&bench, "Lang"), "de-DE");
    cr_expect_str_eq(bench_value(&bench, "StartTranscriptionAtSeconds"), "(unset)");
    cr_expect_str_eq(bench_value(&bench, "TranscriptionDuration"), "(unset)");
    cr_expect_str_eq(bench_value(&bench, "WithVAD"), "(unset)", "it was sent without that");
    bench_keys(&bench, "u q e");
    cr_expect_str_eq(bench_value(&bench, "Lang"), "(unset)", "the draft does not say that it was cleared");

    scene_anew();
    was_sent(1, "{\"Lang\":\"de-DE\",\"WithPPC\":\"true\"}");
    const uint64_t said = bench.app->said_count;
    bench_keys(&bench, "e q");
    cr_expect_eq(bench.app->said_count, said, "%s", bench.app->status);
    scene_draft("enqueue", 1, "{\"Lang\":\"cs-CZ\"}");
    cr_expect_str_eq(bench_value(after("e"), "Lang"), "cs-CZ");
    cr_expect_str_eq(bench_value(&bench, "WithPPC"), "true");
}

Test(app_enqueue, the_title_names_no_values_if_none_were_sent)
{
    was_sent(1, "{}");
    cr_expect_str_eq(app_form_top(after("e")->app)->title, "Enqueue #1  Council meeting, 14 May");
}

Test(app_enqueue, marked_projects_open_as_last_sent_where_all_have_the_same)
{
    was_sent(1, "{\"Lang\":\"de-DE\"}");
    was_sent(2, "{\"Lang\":\"de-DE\"}");
    cr_expect_str_eq(bench_value(after("M e"), "Lang"), "(unset)", "3 was never sent");
    cr_expect_str_eq(app_form_top(bench.app)->title, "Enqueue 3 marked projects");
    bench_keys(&bench, "q");
    was_sent(3, "{\"Lang\":\"de-DE\",\"StartTranscriptionAt\":\"9\"}");
    cr_expect_str_eq(bench_value(after("e"), "Lang"), "de-DE");
    cr_expect_str_eq(app_form_top(bench.app)->title,
                     "Enqueue 3 marked projects with values sent 05-13 09:02");
    bench_keys(&bench, "q");
    was_sent(2, "{\"Lang\":\"cs-CZ\"}");
    cr_expect_str_eq(bench_value(after("e"), "Lang"), "(unset)");
}

/* --- the credit --- */

/* Answers the read of the account with this number of minutes. */
static void answer_credit(int minutes)
{
    char json[80];
    const struct call *call = bench_call(&bench, ENDPOINT_CURRENT_USER);
    cr_assert_not_null(call, "the account is not being read");
    snprintf(json, sizeof json, "{\"User\":{\"Email\":\"a@b\",\"CreditMinutes\":%d}}", minutes);
    bench_answer_login(&bench, call, json);
    bench_clear(&bench);
}

static void credit_setup(void)
{
    bench_init(&bench, "secret-token");
    bench_set(&bench, SETTING_RATE_CAP, "0");
    bench_set(&bench, SETTING_CONNECTIONS, "16");
    const struct bench_row rows[] = {{1, "None", "One"}, {2, "None", "Two"}, {3, "None", "Three"}};
    bench_list(&bench, rows, 3);
    bench_start(&bench, 80, 24);
    answer_credit(600);
    bench_answer_reads(&bench, "None");
    bench_clear(&bench);
}

TestSuite(app_credit, .init = credit_setup, .fini = scene_stop);

static void expect_credit(const char *text)
{
    char now[COST_TEXT_SIZE];
    app_credit_text(bench.app, now, sizeof now);
    cr_expect_str_eq(now, text);
}

static void accept(int64_t id)
{
    reply_state(ENDPOINT_ENQUEUE, id, "InProgress");
}

Test(app_credit, is_read_at_the_start_and_two_seconds_after_an_enqueue_or_the_end_of_a_transcription)
{
    expect_credit("600 min left");
    cr_expect_eq(sent_within(3600000, ENDPOINT_CURRENT_USER), 0, "not by a clock");
    bench_keys(&bench, "e X");
    accept(1);
    expect_credit("600 min left");
    cr_expect_eq(sent_within(1999, ENDPOINT_CURRENT_USER), 0);
    bench_wait(&bench, 1);
    answer_credit(557);
    expect_credit("557 min left");
    cr_expect_eq(sent_within(3600000, ENDPOINT_CURRENT_USER), 0, "and not again");

    reply_reread(2, "'ProcessingState':'InProgress'");
    cr_expect_eq(sent_within(60000, ENDPOINT_CURRENT_USER), 0);
    reply_reread(2, "'ProcessingState':'Completed'");
    cr_expect_eq(sent_within(2000, ENDPOINT_CURRENT_USER), 1);
    answer_credit(520);

    bench_keys(&bench, "G e X");
    accept(3);
    bench.app->session = SESSION_EXPIRED;
    cr_expect_eq(sent_within(60000, ENDPOINT_CURRENT_USER), 0, "it waits for the login");
}

Test(app_credit, that_cannot_be_read_again_stays_with_its_time_and_an_older_one_replaces_none)
{
    bench_keys(&bench, "A");
    char *before = mem_copy(bench_page_value(&bench, "account", "Credit"));
    bench_keys(&bench, "q e X");
    accept(1);
    bench_wait(&bench, 2000);
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_CURRENT_USER), ERROR_SERVER, 500, "no");
    cr_expect_eq(sent_within(3600000, ENDPOINT_CURRENT_USER), 0);
    bench_keys(&bench, "A");
    cr_expect_str_starts(before, "600 min left, as of ");
    cr_expect_str_eq(bench_page_value(&bench, "account", "Credit"), before);
    free(before);

    scene_stop();
    credit_setup();
    bench_keys(&bench, "A r");
    struct call early = *bench_call(&bench, ENDPOINT_CURRENT_USER);
    bench_keys(&bench, "q e X");
    accept(1);
    bench_clear(&bench);
    bench_wait(&bench, 2000);
    answer_credit(590);
    bench_answer_login(&bench, &early, "{\"User\":{\"Email\":\"a@b\",\"CreditMinutes\":600}}");
    expect_credit("590 min left");
}

/* Reads project 1 with a recording of this length. */
static void read_length(int minutes)
{
    char *members = mem_printf("'AccessToken':9,'ProcessingState':'None','Length':'00:%02d:00'", minutes);
    reply_reread(1, members);
    free(members);
}

Test(app_credit, that_is_too_low_is_said_before_it_is_sent_with_what_is_needed_and_left)
{
    bench_keys(&bench, "A r");
    answer_credit(7);
    bench_keys(&bench, "q");
    read_length(7);
    expect_sent("e X", ENDPOINT_ENQUEUE, 1);

    scene_stop();
    credit_setup();
    bench_keys(&bench, "A r");
    answer_credit(7);
    bench_keys(&bench, "q");
    read_length(8);
    expect_sent("e X", ENDPOINT_ENQUEUE, 0);
    cr_expect_str_eq(bench_question(&bench), "Enqueue #1?");
    cr_expect_str_eq(bench.app->question->note, "Not enough credit. Needs 8 min of credit; you have 7.");
    expect_sent("y", ENDPOINT_ENQUEUE, 1);
    bench_answer_enqueue(&bench, 1, "forbidden");
    cr_expect_str_eq(bench.app->status, "Not enough credit: 8 minutes needed, 7 left");
    cr_expect_str_eq(app_form_top(bench.app)->message, "Not enough credit: 8 minutes needed, 7 left");
}

Test(app_credit, that_is_too_low_explains_a_403_of_a_batch_and_else_the_server_does)
{
    bench_keys(&bench, "A r");
    answer_credit(40);
    bench_keys(&bench, "q");
    read_length(30);
    bench_keys(&bench, "M e X y");
    bench_answer_enqueue(&bench, 1, "forbidden");
    bench_answer_enqueue(&bench, 2, "forbidden");
    bench_answer_enqueue(&bench, 3, NULL);
    cr_expect_str_eq(bench_message(&bench),
                     "Enqueue 3 projects (09:02): 1 sent, 2 refused; L lists them\n"
                     "! 1 project: forbidden (403)\n"
                     "! 1 project: not enough credit: 43 minutes needed, 40 left (403)",
                     "the first one had fitted");
}

Test(app_credit, is_read_once_after_the_last_of_a_batch_was_accepted)
{
    bench_keys(&bench, "M e X y");
    accept(1);
    cr_expect_eq(sent_within(5000, ENDPOINT_CURRENT_USER), 0, "others of it are still to be answered");
    accept(2);
    cr_expect_eq(sent_within(1500, ENDPOINT_CURRENT_USER), 0);
    accept(3);
    cr_expect_eq(sent_within(1999, ENDPOINT_CURRENT_USER), 0);
    cr_expect_eq(sent_within(1, ENDPOINT_CURRENT_USER), 1);
}

/* --- an account that cannot be read at the start --- */

TestSuite(app_credit_start, .fini = scene_stop);

Test(app_credit_start, that_could_not_be_read_at_the_start_is_tried_again_as_the_server_asks)
{
    bench_init(&bench, "secret-token");
    bench_list(&bench, (struct bench_row[]){{1, "None", "One"}}, 1);
    bench_start(&bench, 80, 24);
    bench_answer_busy(&bench, bench_call(&bench, ENDPOINT_CURRENT_USER), 429, 40);
    bench_answer_reads(&bench, "None");
    cr_expect_eq(sent_within(39900, ENDPOINT_CURRENT_USER), 0, "as long as the server asks");
    cr_expect_eq(sent_within(200, ENDPOINT_CURRENT_USER), 1);
}
