/* The application: captions of the export form, fetched, kept, listed, compared and saved. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "foot.h"
#include "support/asserts.h"
#include "support/captions_bench.h"

TestSuite(app_captions, .init = captions_begin, .fini = captions_end);

static size_t row(void)
{
    return page()->list.selected;
}

Test(app_captions, nothing_is_fetched_before_they_are_open_and_then_once_at_once)
{
    bench_keys(&bench, "x");
    bench_wait(&bench, 5000);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    bench_clear(&bench);
    bench_keys(&bench, "x");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 1);
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_eq(call->project_id, 2);
    cr_assert_null(call->path, "nothing is written");
    cr_assert_eq(call->captions->work, CAPTIONS_FETCH);
    cr_assert_eq(call->captions->length_ms, 2530000);
    answer(three);
    cr_assert_eq(rows(), 3);
    bench_wait(&bench, 20000);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0, "and not again");
}

Test(app_captions, x_and_q_lead_back_to_the_form_and_what_was_read_is_kept)
{
    open_captions(three);
    bench_keys(&bench, "q");
    cr_assert(!has_keys() && app_form_top(bench.app));
    bench_keys(&bench, "x");
    cr_assert(has_keys());
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    cr_assert_eq(rows(), 3);
    bench_keys(&bench, "x q");
    cr_assert_null(app_form_top(bench.app));
    cr_assert_eq(bench.app->focus, PANE_LIST, "the form is closed, and with it they are");
}

Test(app_captions, they_belong_to_the_export_form_alone)
{
    bench_keys(&bench, "e x");
    cr_assert(!has_keys());
    cr_assert_str_has(bench.app->status, "export form");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
}

Test(app_captions, other_options_are_fetched_and_an_option_taken_back_costs_nothing)
{
    open_captions(three);
    bench_wait(&bench, 2000);
    set_length("20");
    bench_keys(&bench, "x");
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(call);
    cr_assert_str_eq(param_set_get(call->params, param_find(call->params->table, "SubtitleLineLength")),
                     "20");
    answer(two);
    cr_assert_eq(rows(), 2);
    set_length(NULL);
    bench_keys(&bench, "x");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    cr_assert_eq(rows(), 3);
}

Test(app_captions, another_version_of_the_project_is_never_shown_from_memory)
{
    open_captions(three);
    bench_wait(&bench, 2000);
    char *json = bench_json(2, "Completed", "Interview: dam keeper");
    app_poll_ask(bench.app, 2);
    bench_event(&bench, &(struct event){.kind = EVENT_TICK});
    const struct call *asked = bench_call(&bench, ENDPOINT_GET_PROJECT);
    cr_assert_not_null(asked);
    struct call reading = {.op = asked->op, .serial = asked->serial, .project_id = 2};
    char *version = strstr(json, "\"AccessToken\"");
    version[strcspn(version, "7")] = '8';
    bench_answer_project(&bench, &reading, json);
    free(json);
    cr_assert_str_has(page()->head.value, "changed since");
    set_length("20");
    bench_keys(&bench, "x");
    answer(two);
    bench_wait(&bench, 2000);
    set_length(NULL);
    bench_keys(&bench, "x");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 1);
}

Test(app_captions, beside_the_form_they_follow_an_accepted_value_after_a_rest)
{
    bench_resize(&bench, 140, 43);
    open_captions(three);
    cr_assert(app_over_is_beside(bench.app));
    bench_keys(&bench, "Tab");
    cr_assert(!has_keys());
    bench_wait(&bench, 2000);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    set_length("20");
    bench_wait(&bench, 400);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0, "it may be changed again");
    set_length("21");
    bench_wait(&bench, 400);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    bench_wait(&bench, 200);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 1);
    bench_keys(&bench, "Tab");
    cr_assert(has_keys());
}

Test(app_captions, a_newer_wish_gives_up_the_fetch_under_way)
{
    bench_resize(&bench, 140, 43);
    open_captions(three);
    bench_wait(&bench, 2000);
    bench_keys(&bench, "Tab");
    set_length("20");
    bench_wait(&bench, 600);
    const struct call *sent = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(sent);
    uint64_t serial = sent->serial;
    struct call old = {.op = ENDPOINT_EXPORT, .serial = serial, .project_id = 2};
    set_length("21");
    const struct effect *cancel = bench_effect(&bench, EFFECT_CANCEL);
    cr_assert(cancel && cancel->serial == serial);
    bench_clear(&bench);
    bench_answer_error(&bench, &old, ERROR_CANCELLED, 0, "cancelled");
    cr_assert_neq(page()->head.kind, LINE_BAD, "nobody asked for that one any more");
    bench_wait(&bench, 2000);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 1);
}

Test(app_captions, while_a_value_is_edited_nothing_is_sent)
{
    bench_resize(&bench, 140, 43);
    open_captions(three);
    bench_wait(&bench, 2000);
    bench_keys(&bench, "Tab Enter");
    bench_type(&bench, "vtt");
    bench_wait(&bench, 5000);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    bench_keys(&bench, "Enter");
    bench_wait(&bench, 600);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 1);
}

Test(app_captions, a_failure_stands_there_the_list_stays_and_r_tries_again)
{
    open_captions(three);
    bench_wait(&bench, 2000);
    set_length("20");
    bench_keys(&bench, "x");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_EXPORT), ERROR_REJECTED, 412, "no transcript yet");
    bench_clear(&bench);
    cr_assert_eq(page()->head.kind, LINE_BAD);
    cr_assert_str_eq(page()->head.value, "no transcript yet");
    cr_assert_eq(rows(), 3);
    bench_wait(&bench, 20000);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0, "what failed is not sent again by itself");
    bench_keys(&bench, "r");
    answer(two);
    cr_assert_eq(page()->head.kind, LINE_NOTE);
    cr_assert_eq(rows(), 2);
}

Test(app_captions, a_notice_of_a_retry_ends_with_the_fetch_whose_failure_stands_in_the_pane)
{
    char message[200];
    open_captions(three);
    bench_wait(&bench, 2000);
    set_length("20");
    bench_keys(&bench, "x");
    struct call_progress progress = {.serial = bench_call(&bench, ENDPOINT_EXPORT)->serial, .total = -1};
    snprintf(progress.notice, sizeof progress.notice, "Read 2: nothing answers, attempt 3 of 3");
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_PROGRESS, .progress = &progress});
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_EXPORT), ERROR_CONNECT, 0, "cannot connect");
    cr_expect_neq(app_message(bench.app, message, sizeof message), MESSAGE_OUTCOME, "%s", message);
}

/* The call for the account that the start sent. */
static struct call account_call(void)
{
    struct call call = {.op = ENDPOINT_CURRENT_USER};
    for (size_t i = 0; i < bench.app->client->call_count; i++) {
        if (bench.app->client->calls[i].op == ENDPOINT_CURRENT_USER)
            call.serial = bench.app->client->calls[i].serial;
    }
    return call;
}

Test(app_captions, an_account_that_becomes_known_gives_up_no_fetch)
{
    struct call account = account_call();
    cr_assert_neq(account.serial, 0);
    cr_assert_str_eq(bench.app->client->email, "");
    bench_keys(&bench, "x x");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 1);
    struct call sent = *bench_call(&bench, ENDPOINT_EXPORT);
    bench_answer_login(&bench, &account, "{\"User\":{\"Email\":\"demo@example.org\"}}");
    cr_assert_str_eq(bench.app->client->email, "demo@example.org");
    cr_assert_null(bench_effect(&bench, EFFECT_CANCEL));
    bench_answer_captions(&bench, &sent, three);
    bench_clear(&bench);
    cr_assert_eq(rows(), 3);
    bench_wait(&bench, 20000);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
}

Test(app_captions, one_that_was_slow_is_fetched_only_when_asked_for)
{
    bench_resize(&bench, 140, 43);
    bench_keys(&bench, "x x");
    const struct call *sent = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(sent);
    bench.now_ms += 6000;
    bench_answer_captions(&bench, sent, three);
    bench_clear(&bench);
    cr_assert_str_has(bench.app->status, "took 6 s");
    bench_keys(&bench, "Tab");
    set_length("20");
    bench_wait(&bench, 5000);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    cr_assert_str_has(page()->head.value, "not these options");
    bench_keys(&bench, "Tab r");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 1);
}

Test(app_captions, what_nobody_asked_for_waits_while_the_server_holds_all_reads)
{
    bench_resize(&bench, 140, 43);
    open_captions(three);
    bench_keys(&bench, "q");
    bench_keys(&bench, "q r");
    const struct call *sent = bench_call(&bench, ENDPOINT_GET_PROJECT);
    cr_assert_not_null(sent);
    struct call call = {.op = sent->op, .serial = sent->serial, .project_id = sent->project_id};
    bench_answer_busy(&bench, &call, 429, 60);
    bench_clear(&bench);
    bench_wait(&bench, 2000);
    bench_keys(&bench, "x x");
    bench_keys(&bench, "Tab");
    bench_clear(&bench);
    set_length("20");
    bench_wait(&bench, 10000);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    bench_wait(&bench, 60000);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 1);
}

Test(app_captions, two_fetches_are_a_second_apart_and_no_question_holds_up_the_end)
{
    open_captions(three);
    bench_keys(&bench, "r");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    bench_wait(&bench, 1100);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 1);
    bench_command(&bench, "quit");
    cr_assert_str_lacks(bench_question(&bench), "under way", "a read is given up without being asked about");
}

Test(app_captions, findings_are_walked_and_listed_alone)
{
    open_captions(three);
    bench_keys(&bench, ".");
    cr_assert_eq(row(), 2, "the third is too fast");
    bench_wait(&bench, 200);
    const struct page *detail = &bench.app->panes[bench.app->focus].detail;
    cr_assert_str_starts(detail->lines[0].value, "Caption 3  ");
    bench_keys(&bench, ".");
    cr_assert_str_eq(bench.app->status, "No finding after this one");
    bench_keys(&bench, "!");
    cr_assert_eq(rows(), 1);
    cr_assert_eq(page()->lines[0].cells[0], '3');
    bench_keys(&bench, "!");
    cr_assert_eq(rows(), 3);
    cr_assert_eq(row(), 2, "the cursor stays on its caption");
}

Test(app_captions, a_rule_of_the_summary_filters_the_list)
{
    open_captions(three);
    bench_keys(&bench, "i");
    cr_assert_eq(page()->is_list, false);
    size_t at = 0;
    while (at < page()->count && !(page()->lines[at].target && strcmp(page()->lines[at].target, "cps") == 0))
        at++;
    cr_assert_lt(at, page()->count);
    for (; at > 0; at--)
        bench_keys(&bench, "j");
    bench_keys(&bench, "Enter");
    cr_assert(page()->is_list);
    cr_assert_eq(rows(), 1);
    bench_keys(&bench, "q");
    cr_assert(has_keys(), "first the filter goes");
    cr_assert_eq(rows(), 3);
}

Test(app_captions, the_cursor_stays_at_its_time_when_captions_change)
{
    open_captions(three);
    bench_wait(&bench, 2000);
    bench_keys(&bench, "j");
    set_length("20");
    bench_keys(&bench, "x");
    answer("1\n00:00:00,500 --> 00:00:00,900\nNew\n\n2\n00:00:01,000 --> 00:00:03,000\n- One\nline\n\n"
           "3\n00:00:03,500 --> 00:00:06,000\nTwo words\n");
    cr_assert_eq(row(), 2);
}

Test(app_captions, X_saves_what_is_shown_if_the_project_is_still_that_version)
{
    open_captions(three);
    bench_keys(&bench, "X");
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(call);
    cr_assert_eq(call->captions->work, CAPTIONS_SAVE);
    cr_assert_eq(call->version, 7);
    cr_assert_eq(call->captions->copy.len, strlen(three));
    cr_assert_arr_eq(call->captions->copy.data, three, strlen(three));
    bench_answer_error(&bench, call, ERROR_EXISTS, 0, "it exists");
    cr_assert_str_has(bench_question(&bench), "Overwrite it?");
    bench_clear(&bench);
    bench_keys(&bench, "y");
    call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert(call && call->replace == EXPORT_OVERWRITE);
    bench_answer_file(&bench, call, "/tmp/2.srt", (int64_t)strlen(three));
    cr_assert_str_has(bench.app->status, "/tmp/2.srt");
    cr_assert(has_keys(), "one goes on looking");
}

Test(app_captions, X_saves_to_the_folder_of_the_form)
{
    bench_keys(&bench, "x");
    bench_field(&bench, "Folder", "/srv/subs");
    bench_keys(&bench, "x");
    answer(three);
    bench_keys(&bench, "X");
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(call);
    cr_assert_str_starts(call->path, "/srv/subs/2-");
    cr_assert_eq(call->replace, EXPORT_LEAVE);
    cr_assert_eq(param_set_count(call->params), 0, "none of that is sent");
}

Test(app_captions, X_writes_nothing_that_the_options_do_not_give)
{
    bench_resize(&bench, 140, 43);
    open_captions(three);
    bench_keys(&bench, "Tab");
    set_length("20");
    bench_keys(&bench, "Tab X");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    cr_assert_str_has(bench.app->status, "not these options");
}

Test(app_captions, y_copies_the_command_and_hash_leads_to_a_caption_or_a_time)
{
    open_captions(three);
    bench_keys(&bench, "y");
    const struct effect *copy = bench_effect(&bench, EFFECT_COPY);
    cr_assert(copy);
    cr_assert_str_starts(copy->text, "steno export 2");
    bench_command(&bench, "go 2");
    cr_assert_eq(row(), 1);
    bench_command(&bench, "go 0:08");
    cr_assert_eq(row(), 2);
    bench_command(&bench, "go 9");
    cr_assert_str_eq(bench.app->status, "There are 3 captions");
    bench_command(&bench, "go soon");
    cr_assert_str_has(bench.app->status, "is not a caption number");
}

/* Goes from the first caption to what is typed; returns the row, or -1 when that is refused. */
static int go_to(const char *text)
{
    char line[120];
    bench_command(&bench, "go 1");
    snprintf(line, sizeof line, "go %s", text);
    app_say(bench.app, "-");
    bench_command(&bench, line);
    return strstr(bench.app->status, "is not a caption number") ? -1 : (int)row();
}

Test(app_captions, a_time_to_go_to_may_have_a_fraction_and_no_size_of_it_overflows)
{
    static const struct {
        const char *text;
        int row;
    } cases[] = {{"8.2", 2},
                 {"0:08.2", 2},
                 {"00:00:08,200", 2},
                 {"0.0", 0},
                 {"999999999:999999999:999999999", 2},
                 {"999999999:59:59.999", 2},
                 {"999999999.9", 2},
                 {"1:1:1:1", -1},
                 {"999999999:999999999:999999999:999999999", -1},
                 {"1234567890:00", -1},
                 {"8.", -1},
                 {".5", -1},
                 {"8.2.1", -1},
                 {"8.2:1", -1},
                 {"8,x", -1},
                 {":", -1}};
    open_captions(three);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        cr_expect_eq(go_to(cases[i].text), cases[i].row, "%s: %d", cases[i].text, go_to(cases[i].text));
}

Test(app_captions, with_preview_off_nothing_is_fetched)
{
    bench_free(&bench);
    bench_init(&bench, "token");
    bench_set(&bench, SETTING_PREVIEW, "off");
    bench_start(&bench, 80, 24);
    bench_command(&bench, "open 2");
    bench_keys(&bench, "x x");
    bench_wait(&bench, 2000);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    cr_assert(!has_keys());
}

Test(app_captions, J_shows_the_file_as_it_came_cleaned)
{
    bench_keys(&bench, "x x");
    answer("1\n00:00:01,000 --> 00:00:03,000\nred \x1b[31mhat\n");
    bench_keys(&bench, "J");
    cr_assert_eq(page()->count, 3);
    cr_assert_str_eq(page()->lines[1].value, "00:00:01,000 --> 00:00:03,000");
    cr_assert_str_lacks(page()->lines[2].value, "\x1b");
    bench_keys(&bench, "q");
    cr_assert(has_keys());
    cr_assert_eq(rows(), 1);
}

Test(app_captions, the_summary_begins_with_what_was_found)
{
    open_captions(three);
    bench_keys(&bench, "i");
    cr_assert_str_eq(page()->lines[0].label, "cps");
    cr_assert_str_eq(page()->lines[1].label, "min-duration");
    cr_assert_str_eq(page()->lines[2].value, "-");
}
