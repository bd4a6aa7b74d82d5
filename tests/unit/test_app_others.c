/* The application: a watchlist changed by other sessions, a large watchlist, counts of projects by state, a
 * pane over a form. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "steno/app/say.h"
#include "store_sql.h"
#include "support/asserts.h"
#include "support/replies.h"

TestSuite(app_others, .init = scene_start, .fini = scene_stop);

/* --- another session --- */

/* Another session has read project 1, and saved it as InProgress. */
static void other_reads_in_progress(void)
{
    struct error err;
    json_t *raw = json_pack("{s:i, s:s, s:{s:s}}", "AccessToken", 8, "ProcessingState", "InProgress",
                            "Description", "Name", "Council meeting, 14 May");
    struct project *project = project_pick(raw, 1, &err);
    const struct store_reading reading = {.project = project, .when_ms = bench.wall_ms + 1, .is_seen = true};
    cr_assert(store_project_save(bench.store, &reading, &err), "%s", err.text);
    project_free(project);
    json_decref(raw);
    bench_clear(&bench);
    bench_store_changed(&bench);
}

Test(app_others, a_state_that_another_session_read_is_told_read_at_once_and_notified_of_unless_it_is_older)
{
    bench_set(&bench, SETTING_HOOK, "/bin/true");
    bench_answer_reads(&bench, "None");
    bench_wait(&bench, 1000);
    other_reads_in_progress();
    cr_assert_str_eq(bench.app->status, "#1 is now InProgress");
    cr_assert_null(bench_effect(&bench, EFFECT_NOTIFY), "nobody knows yet whether it is older");
    bench_wait(&bench, 10);
    cr_assert_eq(sent(ENDPOINT_GET_PROJECT), 1);
    reply_state(ENDPOINT_GET_PROJECT, 1, "InProgress");
    cr_assert_str_eq(bench_effect(&bench, EFFECT_NOTIFY)->text, "None");
    cr_assert_str_eq(bench_effect(&bench, EFFECT_NOTIFY)->text2, "InProgress");
    cr_assert_eq(bench_happened_count(&bench, "InProgress"), 1, "the other session has recorded it");

    scene_anew();
    bench_keys(&bench, "R");
    bench_answer_reads(&bench, "Completed");
    bench_wait(&bench, 1000);
    other_reads_in_progress();
    bench_wait(&bench, 10);
    reply_state(ENDPOINT_GET_PROJECT, 1, "Completed");
    cr_assert_str_eq(app_project_find(bench.app, 1)->state, "Completed");
    cr_assert_null(bench_effect(&bench, EFFECT_NOTIFY));

    scene_anew();
    bench_answer_reads(&bench, "None");
    bench_keys(&bench, "r");
    other_reads_in_progress();
    reply_state(ENDPOINT_GET_PROJECT, 1, "None");
    cr_assert_str_eq(app_project_find(bench.app, 1)->state, "InProgress");
    bench_wait(&bench, 10);
    cr_assert_eq(sent(ENDPOINT_GET_PROJECT), 1, "it is read again");
}

Test(app_others, what_another_session_removed_loses_its_mark)
{
    struct error err;
    bench_keys(&bench, "Space Space");
    cr_assert(store_list_remove(bench.store, (int64_t[]){1, 3}, 2, NULL, &err), "%s", err.text);
    bench_store_changed(&bench);
    cr_assert_eq(bench.app->project_count, 1);
    cr_assert_eq(bench.app->list.mark_count, 1);
    cr_assert(list_is_marked(&bench.app->list, 2));
    cr_assert_eq(app_selected(bench.app), 2);
}

/* --- long texts, and refusals --- */

Test(app_others, thousands_of_ids_are_opened_at_once_and_too_many_or_none_refused_with_their_word)
{
    scene_keys("o '  ' Enter");
    cr_assert(bench_prompts(&bench, "Ids: "));
    cr_assert_str_eq(bench.app->prompt->hint, "Ids: give at least one, such as 12 15 20-30");
    bench_keys(&bench, "Esc");
    cr_assert_str_eq(after(":open 1-100001")->app->status, "“1-100001”: too many ids (limit 100000)");
    cr_assert_eq(bench.app->project_count, 3);
    cr_assert_eq(after(":open 1-3000")->app->project_count, 3000);
    cr_assert_str_eq(bench.app->status, "3000 projects opened");
}

Test(app_others, what_the_loop_tells_of_a_failure_is_read_whole_in_the_activity)
{
    const char *text = "The state file was damaged and renamed to /a/long/path; a new one was created";
    bench_event(&bench, &(struct event){.kind = EVENT_NOTICE, .text = text, .code = 1});
    cr_assert_str_eq(bench.app->status, text);
    cr_assert_eq(app_top(after("L Enter")->app)->kind, OVERLAY_PREVIEW);
    cr_assert_str_eq(bench.app->preview.lines[1].full, text);
}

Test(app_others, the_account_pane_shows_user_credit_rights_and_settings_but_no_token)
{
    static const char *const shown[] = {"demo@example.org", "120 min", "edit", "pageSize",
                                        "brown"}; /* unknown members are shown too */
    bench_keys(&bench, "A");
    bench_answer_login(&bench, bench_call(&bench, ENDPOINT_CURRENT_USER),
                       "{\"Token\":\"fresh-token\",\"Claims\":[\"edit\"],\"User\":{\"Email\":"
                       "\"demo@example.org\",\"Id\":1,\"CreditMinutes\":120,\"UserRole\":\"User\","
                       "\"TeamId\":2,\"Settings\":{\"pageSize\":20},\"Shoe\":\"brown\"}}");
    cr_assert_str_eq(bench_page_value(&bench, "account", "Id"), "1");
    cr_assert_str_eq(bench_page_value(&bench, "account", "Team"), "2");
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
        cr_assert_str_has(bench_page_text(&bench, "account"), shown[i]);
    cr_assert_str_lacks(bench_page_text(&bench, "account"), "fresh-token");
}

/* --- answers that change an open pane --- */

Test(app_others, a_lost_answer_begins_with_what_the_project_shows_now_for_every_write)
{
    static const struct {
        const char *keys;
        enum endpoint_id op;
    } rows[] = {{"t d y", ENDPOINT_DELETE_TAG}, {"m a k Tab v Enter", ENDPOINT_ADD_METADATA}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bench_keys(&bench, rows[i].keys);
        reply_ended(rows[i].op, 1, ERROR_UNKNOWN_OUTCOME,
                    "Project 1 shows it as you wanted it. It was sent, but the answer is lost.", NULL,
                    "Project 1 was changed, in nothing that is shown here.\nMore.");
        const char *told = i == 0 ? bench.app->status : app_form_top(bench.app)->message;
        cr_expect_str_eq(told, "Project 1 shows it as you wanted it. It was sent, but the answer is lost."
                               " The outcome is open until 09:13 UTC.");
    }
}

Test(app_others, presets_close_with_their_form_when_it_is_accepted_and_a_name_is_typed_to_its_end)
{
    bench_keys(&bench, "e X p G Enter e");
    reply_state(ENDPOINT_ENQUEUE, 1, "InProgress");
    cr_assert_not(overlay_has(&bench.app->overlays, OVERLAY_MENU));
    cr_assert_eq(after("x")->app->form_count, 0, "a letter of the name ran as a key");
    expect_said("Enter", "Preset not saved: the form has already been sent");
}

/* --- counts by state --- */

Test(app_others, states_are_counted_as_marks_and_words_without_zeros_and_the_rest_together)
{
    static const struct {
        const char *marks, *words, *states[12];
    } rows[] = {
        {"*1 +2 !2",
         "1 InProgress, 2 Completed, 1 Failed, 1 Canceled, 1 None",
         {"None", "Completed", "Canceled", "InProgress", "Failed", "Completed"}},
        {"", "1 a, 1 b, 1 c, 1 d, 1 e, 1 f, 1 g, 1 h", {"a", "b", "c", "d", "e", "f", "g", "h"}},
        {"",
         "2 a, 1 b, 1 c, 1 d, 1 e, 1 f, 1 g, 1 h, 2 other",
         {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "a"}},
        {"", "", {NULL}},
    };
    char text[COUNTS_MAX * (COUNTS_WORD + 16)];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bench_row list[11];
        size_t count = 0;
        for (; rows[i].states[count]; count++)
            list[count] = (struct bench_row){(int64_t)count + 1, rows[i].states[count], "One"};
        scene_stop();
        bench_init(&bench, "secret-token");
        bench_list(&bench, list, count);
        bench_start(&bench, 80, 24);
        app_counts_marks(bench.app, text, sizeof text);
        cr_expect_str_eq(text, rows[i].marks, "row %zu", i);
        app_counts_words(bench.app, ", ", text, sizeof text);
        cr_expect_str_eq(text, rows[i].words, "row %zu", i);
    }
    app_counts_total(bench.app, text, sizeof text);
    cr_expect_str_eq(text, "no projects");
}

/* --- a pane over a form: which has the keys, their places, and the end of the form --- */

/* Opens a form of project 2 with its details over it. */
static void over_setup(int cols)
{
    bench_ready(&bench);
    bench_resize(&bench, cols, 43);
    bench_keys(&bench, "j e");
    bench.app->out = &bench.effects;
    app_pane_open_over(bench.app, "details");
    bench_event(&bench, &(struct event){.kind = EVENT_TICK});
}

TestSuite(app_over, .fini = scene_stop);

static bool pane_has_keys(void)
{
    return app_top(bench.app)->kind == OVERLAY_OVER_FORM;
}

Test(app_over, the_pane_has_the_keys_and_the_form_is_there_when_it_is_left_above_what_opens_by_itself)
{
    over_setup(80);
    int field = form_position(app_form_top(bench.app)->form);
    cr_assert(pane_has_keys());
    cr_assert_eq(app_focus_page(after("j j")->app)->list.selected, 2);
    bench_keys(&bench, "x D L");
    cr_assert(pane_has_keys(), "what is done to projects works below the form alone");
    cr_assert_eq(bench.app->form_count, 1);
    cr_assert_null(bench.app->question->text);
    cr_assert_str_eq(after(":enqueue")->app->status, "Leave the form first, then run enqueue");
    cr_assert_eq(app_top(after("q")->app)->kind, OVERLAY_FORM);
    cr_assert_eq(form_position(app_form_top(bench.app)->form), field, "no key went there");
    cr_assert_eq(after("q")->app->focus, PANE_LIST);
    cr_assert_eq(bench.app->layout.places, 2);

    scene_stop();
    over_setup(80);
    int over = bench.app->focus;
    bench.app->out = &bench.effects;
    app_pane_open(bench.app, "activity");
    bench_event(&bench, &(struct event){.kind = EVENT_TICK});
    cr_assert(pane_has_keys());
    cr_assert_eq(bench.app->focus, over);
    bench_keys(&bench, "q q");
    cr_assert_eq(bench.app->focus, app_pane_find(bench.app, "activity"));
}

Test(app_over, from_132_columns_on_it_stands_beside_the_form_and_goes_with_it)
{
    over_setup(131);
    bench_keys(&bench, "Tab");
    cr_assert(pane_has_keys(), "there is no other side");
    bench_resize(&bench, 132, 43);
    cr_assert_eq(app_top(after("Tab")->app)->kind, OVERLAY_FORM);
    cr_assert_eq(bench.app->over.pane, bench.app->focus, "it is still there");
    cr_assert_eq(after("q")->app->form_count, 0);
    cr_assert_eq(bench.app->over.pane, PANE_LIST);
    cr_assert_eq(bench.app->focus, PANE_LIST);
    cr_assert_gt(bench.app->layout.places, 1);
}
