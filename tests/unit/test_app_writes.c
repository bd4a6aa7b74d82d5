/* The application: tags, metadata, questions, cancelling. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/record.h"
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

TestSuite(app_writes, .init = setup, .fini = teardown);

Test(app_writes, deleting_a_tag_names_tag_id_name_and_state_and_enter_alone_never_confirms)
{
    bench_keys(&bench, "t d");
    cr_assert_str_eq(bench.app->question->text,
                     "Delete the tag \"news\" of 1  Council meeting, 14 May (None)?");
    bench_keys(&bench, "Enter");
    cr_assert_null(bench_call(&bench, ENDPOINT_DELETE_TAG));
    bench_keys(&bench, "d");
    bench_type(&bench, "y");
    const struct call *call = bench_call(&bench, ENDPOINT_DELETE_TAG);
    cr_assert_not_null(call);
    cr_assert_eq(call->project_id, 1);
    cr_assert_eq(call->version, 7);
    cr_assert_str_eq(call->value, "news");
}

Test(app_writes, a_tag_is_sent_exactly_as_the_server_gave_it_not_as_it_is_shown)
{
    bench_keys(&bench, "r");
    bench_answer_project(
        &bench, bench_call(&bench, ENDPOINT_GET_PROJECT),
        "{\"Data\":{\"Id\":1,\"AccessToken\":9,\"ProcessingState\":\"None\",\"Tags\":[\"a\\u0007b\"]}}");
    bench_keys(&bench, "t d");
    cr_assert_str_lacks(bench.app->question->text, "\a");
    bench_type(&bench, "y");
    cr_assert_str_eq(bench_call(&bench, ENDPOINT_DELETE_TAG)->value, "a\ab");
    cr_assert_eq(bench_call(&bench, ENDPOINT_DELETE_TAG)->version, 9);
}

Test(app_writes, a_tag_that_went_away_while_being_asked_is_not_sent)
{
    bench_keys(&bench, "r t d");
    bench_answer_project(
        &bench, bench_call(&bench, ENDPOINT_GET_PROJECT),
        "{\"Data\":{\"Id\":1,\"AccessToken\":9,\"ProcessingState\":\"None\",\"Tags\":[\"archive\"]}}");
    bench_type(&bench, "y");
    cr_assert_null(bench_call(&bench, ENDPOINT_DELETE_TAG));
    cr_assert(bench.app->status_is_bad);
}

Test(app_writes, adding_a_tag_says_that_the_contract_lists_no_such_call)
{
    bench_keys(&bench, "t a");
    cr_assert_str_has(bench.app->status, "The API has no call to add a tag");
    cr_assert_eq(bench_effect_count(&bench, EFFECT_CALL), 0);
}

Test(app_writes, metadata_is_set_by_a_form_and_remembered_as_set_from_here)
{
    bench_keys(&bench, "m a");
    bench_type(&bench, "colour");
    bench_keys(&bench, "Tab");
    bench_type(&bench, "red");
    bench_keys(&bench, "Enter");
    const struct call *call = bench_call(&bench, ENDPOINT_ADD_METADATA);
    cr_assert_str_eq(call->key, "colour");
    cr_assert_str_eq(call->value, "red");
    cr_assert_eq(call->version, 7);
    char *json = bench_json(1, "None", "Council meeting, 14 May");
    bench_answer_project(&bench, call, json);
    free(json);
    cr_assert_null(app_form_top(bench.app));
    cr_assert_str_has(bench_page_text(&bench, "metadata"), "Set from here");
    cr_assert_str_has(bench_page_text(&bench, "metadata"), "red  (set 2026-05-14");
}

Test(app_writes, a_metadata_member_of_the_reply_is_shown_apart)
{
    bench_keys(&bench, "r");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT),
                         "{\"Data\":{\"Id\":1,\"AccessToken\":7,\"ProcessingState\":\"None\","
                         "\"Metadata\":{\"speaker\":\"Ann\"}}}");
    bench_keys(&bench, "m");
    cr_assert_str_has(bench_page_text(&bench, "metadata"), "Shown by the server");
    cr_assert_str_has(bench_page_text(&bench, "metadata"), "speaker");
    cr_assert_str_has(bench_page_text(&bench, "metadata"), "Nothing was set from here yet");
}

Test(app_writes, deleting_metadata_asks_and_sends_the_key_under_the_cursor)
{
    bench_set_metadata(&bench, "colour", "red");
    bench_keys(&bench, "j d");
    cr_assert_str_eq(bench.app->question->text,
                     "Delete the metadata \"colour\" of 1  Council meeting, 14 May (None)?");
    bench_keys(&bench, "Enter");
    cr_assert_null(bench_call(&bench, ENDPOINT_DELETE_METADATA), "Enter alone never confirms");
    bench_keys(&bench, "d");
    bench_type(&bench, "y");
    cr_assert_str_eq(bench_call(&bench, ENDPOINT_DELETE_METADATA)->key, "colour");
}

Test(app_writes, interrupt_cancels_the_call_before_it_leaves_anything)
{
    bench_keys(&bench, "e X");
    uint64_t serial = bench_call(&bench, ENDPOINT_ENQUEUE)->serial;
    bench_keys(&bench, "^C");
    cr_assert_eq(bench_effect(&bench, EFFECT_CANCEL)->serial, serial);
    cr_assert_not_null(app_form_top(bench.app));
    cr_assert_null(bench_effect(&bench, EFFECT_QUIT));
}

Test(app_writes, interrupt_leaves_the_form_then_asks_to_quit)
{
    bench_keys(&bench, "x ^C");
    cr_assert_null(app_form_top(bench.app));
    bench.now_ms += 3000;
    bench_keys(&bench, "^C");
    cr_assert_str_has(bench_question(&bench), "Quit steno?");
    bench_type(&bench, "y");
    cr_assert_not_null(bench_effect(&bench, EFFECT_QUIT));
}

Test(app_writes, interrupt_twice_within_two_seconds_quits_whatever_is_open)
{
    bench_keys(&bench, "x ^C");
    bench.now_ms += 1900;
    bench_keys(&bench, "^C");
    cr_assert_eq(bench_effect(&bench, EFFECT_QUIT)->code, 130);
}

Test(app_writes, space_marks_and_moves_down)
{
    bench_keys(&bench, "Space Space");
    cr_assert_eq(bench.app->list.mark_count, 2);
    cr_assert(list_is_marked(&bench.app->list, 1));
    cr_assert(list_is_marked(&bench.app->list, 2));
    cr_assert_eq(app_selected(bench.app), 3);
}

Test(app_writes, removing_from_the_watchlist_names_id_name_and_state_and_enter_alone_keeps_it)
{
    bench_keys(&bench, "D");
    cr_assert_str_eq(bench.app->question->text,
                     "Remove 1  Council meeting, 14 May (None) from the watchlist?");
    bench_keys(&bench, "Enter");
    cr_assert_not_null(app_project_find(bench.app, 1));
}

Test(app_writes, a_delete_about_a_project_that_was_never_read_says_so)
{
    bench_command(&bench, "open 77");
    bench_keys(&bench, "m");
    bench_command(&bench, "remove");
    cr_assert_str_eq(bench.app->question->text, "Remove 77 (not read yet) from the watchlist?");
}

Test(app_writes, deleting_a_preset_names_it_and_enter_alone_keeps_it)
{
    struct error err;
    char *form = NULL;
    json_t *values = json_pack("{s:s}", "Lang", "cs-CZ");
    cr_assert(store_preset_save(bench.store, "Czech", "enqueue", values, NULL, &err), "%s", err.text);
    json_decref(values);
    bench_keys(&bench, "e p d");
    cr_assert_str_eq(bench.app->question->text, "Delete preset “Czech”?");
    bench_keys(&bench, "Enter");
    cr_assert(store_preset_load(bench.store, "Czech", &form, &values, &err) && form);
    free(form);
    json_decref(values);
    cr_assert(overlay_has(&bench.app->overlays, OVERLAY_MENU), "the menu is still there");
    bench_keys(&bench, "d y");
    cr_assert(store_preset_load(bench.store, "Czech", &form, &values, &err));
    cr_expect_null(form);
}

Test(app_writes, cancelling_a_batch_keeps_what_was_done_and_the_marks_of_the_rest)
{
    bench_complete(&bench);
    bench_command(&bench, "open 11-20");
    bench_answer_reads(&bench, "Completed");
    bench_keys(&bench, "g");
    bench_command(&bench, "projects");
    bench_keys(&bench, "g Space Space Space Space Space Space x X");
    size_t sent = bench_call_count(&bench, ENDPOINT_EXPORT);
    cr_assert_lt(sent, 6);
    struct call call = {.op = ENDPOINT_EXPORT, .serial = bench_call(&bench, ENDPOINT_EXPORT)->serial};
    call.project_id = bench_call(&bench, ENDPOINT_EXPORT)->project_id;
    bench_answer_file(&bench, &call, "x.srt", 10);
    bench_clear(&bench);
    bench_keys(&bench, "^C");
    cr_assert_eq(bench_effect_count(&bench, EFFECT_CANCEL), 3);
    bench_wait(&bench, 1000);
    cr_assert_null(bench_call(&bench, ENDPOINT_EXPORT), "nothing more is sent");
    while (bench.app->call_count > 0) {
        struct call cut = {.op = ENDPOINT_EXPORT,
                           .serial = bench.app->calls[0].serial,
                           .project_id = bench.app->calls[0].project_id};
        bench_answer_error(&bench, &cut, ERROR_CANCELLED, 0, "cancelled");
    }
    cr_assert_str_eq(bench.app->status, "Stopped at 1 of 6; 5 not sent, still marked");
    cr_assert_not(list_is_marked(&bench.app->list, call.project_id));
    cr_assert_eq(bench.app->list.mark_count, 5);
    cr_assert_eq(bench.app->focus, PANE_LIST, "no pane opens");
    cr_assert_not(bench.app->batch->active);
}

Test(app_writes, a_form_left_while_its_call_runs_leaves_no_draft_behind_once_it_is_accepted)
{
    bench_keys(&bench, "e Enter");
    bench_type(&bench, "de-DE");
    bench_keys(&bench, "Enter X");
    const struct call *call = bench_call(&bench, ENDPOINT_ENQUEUE);
    cr_assert_not_null(call);
    bench_keys(&bench, "q");
    char *json = bench_json(1, "InProgress", "Council meeting, 14 May");
    bench_answer_project(&bench, call, json);
    free(json);
    struct error err;
    json_t *draft = NULL;
    int64_t when_ms;
    cr_assert(store_draft_load(bench.store, "enqueue", 1, &draft, &when_ms, &err), "%s", err.text);
    cr_expect_null(draft, "the draft would be offered again");
}

Test(app_writes, the_first_metadata_change_on_a_server_says_what_to_look_at_and_the_second_does_not)
{
    for (int i = 0; i < 2; i++) {
        bench_clear(&bench);
        bench_keys(&bench, "m a");
        bench_type(&bench, "k");
        bench_keys(&bench, "Enter Enter");
        char *json = bench_json(1, "None", "Council meeting, 14 May");
        bench_answer_project(&bench, bench_call(&bench, ENDPOINT_ADD_METADATA), json);
        free(json);
        cr_assert_eq(strstr(bench.app->status, "web editor") != NULL ||
                         strstr(bench.app->status, "First") != NULL,
                     i == 0, "%s", bench.app->status);
    }
}

Test(app_writes, the_progress_of_an_export_is_told_once_a_second_at_most)
{
    char first[MESSAGE_SIZE], later[MESSAGE_SIZE];
    bench_complete(&bench);
    bench_keys(&bench, "x X");
    struct call_progress progress = {
        .serial = bench_call(&bench, ENDPOINT_EXPORT)->serial, .bytes = 1, .total = -1};
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_PROGRESS, .progress = &progress});
    app_message(bench.app, first, sizeof first);
    bench.now_ms += 900;
    progress.bytes = 3 << 20;
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_PROGRESS, .progress = &progress});
    app_message(bench.app, later, sizeof later);
    cr_assert_str_eq(first, later);
    bench.now_ms += 200;
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_PROGRESS, .progress = &progress});
    app_message(bench.app, later, sizeof later);
    cr_assert_str_has(later, "3");
    cr_assert_str_neq(first, later);
}

Test(app_writes, a_notice_of_a_retry_is_told_for_what_was_asked_and_not_for_the_timer)
{
    bench_complete(&bench);
    bench_keys(&bench, "x X");
    struct call_progress progress = {.serial = bench_call(&bench, ENDPOINT_EXPORT)->serial, .total = -1};
    snprintf(progress.notice, sizeof progress.notice, "%s", "Export: not ready; try 2 of 5");
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_PROGRESS, .progress = &progress});
    cr_assert_str_eq(bench.app->status, "Export: not ready; try 2 of 5");
    bench_keys(&bench, "^C");
    bench_wait(&bench, 31000);
    progress.serial = bench_call(&bench, ENDPOINT_GET_PROJECT)->serial;
    snprintf(progress.notice, sizeof progress.notice, "%s", "network; try 2 of 3");
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_PROGRESS, .progress = &progress});
    cr_assert_str_lacks(bench.app->status, "try 2 of 3");
}

Test(app_writes, what_changed_meanwhile_under_a_write_is_in_the_activity)
{
    bench_keys(&bench, "t d");
    bench_type(&bench, "y");
    struct call_result *result = call_result_new(bench_call(&bench, ENDPOINT_DELETE_TAG));
    char *json = bench_json(1, "None", "Council meeting, 14 May");
    result->project = project_decode(json, strlen(json), &result->error);
    result->ok = true;
    result->said = strdup("Name was changed by somebody else");
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
    free(json);
    cr_assert_str_eq(bench.app->status,
                     "1: tag deleted; the project had changed in the meantime, L says how");
    bench_keys(&bench, "L");
    cr_assert_str_has(bench_page_text(&bench, "activity"), "Name was changed by somebody else");
}

Test(app_writes, an_enqueue_that_may_have_been_done_is_not_sent_a_second_time_unasked)
{
    static const struct {
        enum error_kind kind;
        int status;
    } ends[] = {{ERROR_UNKNOWN_OUTCOME, 0}, {ERROR_CANCELLED, 0}, {ERROR_UNKNOWN_OUTCOME, 504}};
    bench_keys(&bench, "e");
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        bench_clear(&bench);
        bench_keys(&bench, "X");
        if (strstr(bench_question(&bench), " again?"))
            bench_type(&bench, "y");
        bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ends[i].kind, ends[i].status,
                           "The request may have succeeded");
        bench_clear(&bench);
        bench_keys(&bench, "X");
        cr_assert_null(bench_call(&bench, ENDPOINT_ENQUEUE), "%s", error_kind_name(ends[i].kind));
        cr_assert_str_has(bench_question(&bench), " again?");
        bench_keys(&bench, "Enter");
    }
}

Test(app_writes, a_tag_with_a_zero_in_it_is_not_taken_for_the_tag_before_the_zero)
{
    bench_keys(&bench, "r");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT),
                         "{\"Data\":{\"Id\":1,\"AccessToken\":9,\"ProcessingState\":\"None\","
                         "\"Tags\":[\"news\\u0000old\",\"news\"]}}");
    bench_keys(&bench, "t d");
    bench_type(&bench, "y");
    cr_assert_null(bench_call(&bench, ENDPOINT_DELETE_TAG));
    cr_assert(bench.app->status_is_bad);
    cr_assert_str_has(bench.app->status, "cannot be sent");
}
