/* The application: a session that is lost and found again: the second chance of its token, the login over
 * what was being done, a login in another window. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/core/forms.h"
#include "steno/base/mem.h"
#include "support/app_bench.h"
#include "support/asserts.h"

#define LOGIN_JSON_TEXT                                                                                      \
    "{\"Token\":\"fresh-token\",\"Claims\":[\"edit\"],\"User\":{\"Email\":\"demo@example.org\",\"Id\":1,"    \
    "\"CreditMinutes\":120,\"UserRole\":\"User\",\"TeamId\":2,\"Settings\":{\"pageSize\":20}}}"

static struct bench bench;

static const char *value(int row)
{
    const char *text = param_set_get(form_values(app_form_top(bench.app)->form), row);
    return text ? text : "";
}

Test(app_session, a_401_stops_the_reads_and_has_the_token_read_again_once)
{
    bench_ready(&bench);
    bench_keys(&bench, "r");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), ERROR_NOT_LOGGED_IN, 401,
                       "Not logged in");
    cr_assert_eq(bench.app->session, SESSION_CHECKING);
    cr_assert_eq(bench_effect_count(&bench, EFFECT_TOKEN), 1);
    cr_assert_str_eq(bench_effect(&bench, EFFECT_TOKEN)->text, bench.app->url, "for this server alone");
    cr_assert_str_eq(bench_effect(&bench, EFFECT_TOKEN)->text2, bench.app->login ? "demo@example.org" : "");
    bench_clear(&bench);
    bench_wait(&bench, 120000);
    cr_assert_null(bench_call(&bench, ENDPOINT_GET_PROJECT));
    bench_free(&bench);
}

Test(app_session, a_new_token_from_the_source_goes_on_without_a_question)
{
    bench_ready(&bench);
    bench_keys(&bench, "r");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), ERROR_NOT_LOGGED_IN, 401,
                       "Not logged in");
    bench_clear(&bench);
    bench_event(&bench, &(struct event){.kind = EVENT_TOKEN, .text = "rotated"});
    cr_assert_eq(bench.app->session, SESSION_UP);
    cr_assert_str_eq(bench_effect(&bench, EFFECT_SESSION)->secret, "rotated");
    cr_assert_null(app_form_top(bench.app));
    bench_wait(&bench, 5000);
    cr_assert_not_null(bench_call(&bench, ENDPOINT_GET_PROJECT));
    bench_free(&bench);
}

Test(app_session, without_a_new_token_the_login_opens_on_top_and_what_was_typed_below_is_kept)
{
    bench_ready(&bench);
    bench_keys(&bench, "e");
    form_put(app_form_top(bench.app)->form, "Lang", "en-US");
    bench_keys(&bench, "X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_NOT_LOGGED_IN, 401,
                       "Not logged in");
    bench_event(&bench, &(struct event){.kind = EVENT_TOKEN, .text = NULL});
    cr_assert_eq(bench.app->form_count, 2);
    cr_assert_eq(app_form_top(bench.app)->ops->table, &params_login);
    bench_type(&bench, "demo@example.org");
    bench_keys(&bench, "Tab");
    bench_type(&bench, "demo");
    bench_keys(&bench, "Enter");
    bench_answer_login(&bench, bench_call(&bench, ENDPOINT_LOGIN), LOGIN_JSON_TEXT);
    cr_assert_eq(app_form_top(bench.app)->ops->table, &params_enqueue);
    cr_assert_str_eq(
        param_set_get(form_values(app_form_top(bench.app)->form), param_find(&params_enqueue, "Lang")),
        "en-US");
    bench_free(&bench);
}

Test(app_session, a_source_that_fails_after_a_401_says_why_in_the_login)
{
    bench_ready(&bench);
    bench_keys(&bench, "r");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), ERROR_NOT_LOGGED_IN, 401,
                       "Not logged in");
    bench_event(&bench,
                &(struct event){.kind = EVENT_TOKEN, .value = "token_command: pass exited with code 2"});
    cr_assert_eq(app_form_top(bench.app)->ops->table, &params_login);
    cr_assert_str_has(app_form_top(bench.app)->message, "token_command: pass exited with code 2.");
    bench_free(&bench);
}

Test(app_session, a_second_401_right_after_the_new_token_asks_for_a_login)
{
    bench_ready(&bench);
    bench_keys(&bench, "r");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), ERROR_NOT_LOGGED_IN, 401,
                       "Not logged in");
    bench_event(&bench, &(struct event){.kind = EVENT_TOKEN, .text = "rotated"});
    bench_wait(&bench, 5000);
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), ERROR_NOT_LOGGED_IN, 401,
                       "Not logged in");
    cr_assert_eq(bench.app->session, SESSION_EXPIRED);
    cr_assert_eq(app_form_top(bench.app)->ops->table, &params_login);
    bench_free(&bench);
}

Test(app_session, a_source_that_still_has_the_refused_token_asks_for_a_login_and_for_nothing_else)
{
    bench_ready(&bench);
    bench_keys(&bench, "r");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), ERROR_NOT_LOGGED_IN, 401,
                       "Not logged in");
    bench_clear(&bench);
    bench_event(&bench, &(struct event){.kind = EVENT_TOKEN, .text = "secret-token"});
    cr_assert_eq(bench.app->session, SESSION_EXPIRED);
    cr_assert_eq(app_form_top(bench.app)->ops->table, &params_login);
    bench_wait(&bench, 120000);
    cr_assert_null(bench_call(&bench, ENDPOINT_GET_PROJECT));
    bench_free(&bench);
}

/* The token is refused in the background, and its source has no other. */
static void lose_session(const struct call *call)
{
    bench_answer_error(&bench, call, ERROR_NOT_LOGGED_IN, 401, "Not logged in");
    bench_event(&bench, &(struct event){.kind = EVENT_TOKEN, .text = NULL});
}

/* Another program saves this token, and somebody presses a key here. */
static void login_elsewhere(const char *token)
{
    bench_clear(&bench);
    bench_save_login(&bench, "http://127.0.0.1:8321", token);
    bench_input(&bench, &(struct app_input){.kind = INPUT_NONE});
    cr_expect_null(bench_effect(&bench, EFFECT_TOKEN));
}

Test(app_session, a_login_elsewhere_before_the_old_token_is_refused_is_looked_at_when_it_is)
{
    bench_ready(&bench);
    bench_keys(&bench, "r");
    bench_save_login(&bench, "http://127.0.0.1:8321", "from-elsewhere");
    lose_session(bench_call(&bench, ENDPOINT_GET_PROJECT));
    cr_expect_eq(bench.app->session, SESSION_UP);
    cr_expect_null(app_form_top(bench.app));
    bench_free(&bench);
}

Test(app_session, a_login_in_another_window_ends_that_it_expired_and_closes_an_empty_form)
{
    bench_ready(&bench);
    bench_keys(&bench, "r");
    lose_session(bench_call(&bench, ENDPOINT_GET_PROJECT));
    cr_assert_eq(app_form_top(bench.app)->ops->table, &params_login);
    login_elsewhere("secret-token");
    cr_expect_eq(bench.app->session, SESSION_EXPIRED, "it was refused already");
    login_elsewhere("newer");
    cr_expect_eq(bench.app->session, SESSION_UP);
    cr_expect_str_eq(bench_effect(&bench, EFFECT_SESSION)->secret, "newer");
    cr_expect_null(app_form_top(bench.app));
    cr_expect_str_starts(bench.app->status, "Logged in from another window");
    bench_wait(&bench, 5000);
    cr_expect_not_null(bench_call(&bench, ENDPOINT_GET_PROJECT), "refreshing goes on");
    login_elsewhere("newest");
    cr_expect_null(bench_effect(&bench, EFFECT_SESSION), "the one in use is good");
    bench_free(&bench);
}

Test(app_session, a_newer_login_that_came_while_an_older_one_was_taken_is_tried_when_that_one_is_refused)
{
    bench_ready(&bench);
    bench_keys(&bench, "r");
    lose_session(bench_call(&bench, ENDPOINT_GET_PROJECT));
    login_elsewhere("newer");
    login_elsewhere("newest");
    bench_wait(&bench, 5000);
    struct call read = bench_under_way(&bench, ENDPOINT_GET_PROJECT, 1);
    lose_session(&read);
    cr_expect_eq(bench.app->session, SESSION_UP);
    bench_free(&bench);
}

Test(app_session, a_login_form_with_text_stays_when_another_window_logs_in)
{
    bench_ready(&bench);
    bench_keys(&bench, "r");
    lose_session(bench_call(&bench, ENDPOINT_GET_PROJECT));
    bench_type(&bench, "dem");
    login_elsewhere("newer");
    cr_expect_eq(bench.app->session, SESSION_UP);
    cr_assert_not_null(app_form_top(bench.app));
    cr_expect_str_eq(lineedit_text(form_editor(app_form_top(bench.app)->form)), "dem");
    bench_free(&bench);
}

/* A session that a 401 ends before the account has answered: the login is open, without an email. */
static struct call account_in_flight;

static void lose_session_before_the_account_is_known(void)
{
    bench_init(&bench, "t0ken");
    bench_start(&bench, 80, 24);
    account_in_flight = (struct call){.serial = bench_call(&bench, ENDPOINT_CURRENT_USER)->serial};
    bench_list(&bench, (struct bench_row[]){{1, "None", "Council"}}, 1);
    bench_keys(&bench, "r");
    lose_session(bench_call(&bench, ENDPOINT_GET_PROJECT));
    cr_assert_eq(app_form_top(bench.app)->ops->table, &params_login);
    cr_assert_str_empty(value(LOGIN_EMAIL));
}

Test(app_session, an_account_that_answers_after_the_login_opened_fills_in_its_email)
{
    lose_session_before_the_account_is_known();
    bench_answer_login(&bench, &account_in_flight, LOGIN_JSON_TEXT);
    cr_expect_str_eq(value(LOGIN_EMAIL), "demo@example.org");
    cr_expect_str_eq(bench_focused(&bench), "Password");
    bench_free(&bench);
}

Test(app_session, an_account_that_answers_late_changes_no_login_that_is_being_typed)
{
    lose_session_before_the_account_is_known();
    bench_type(&bench, "o");
    bench_wait(&bench, 2000); /* it was saved, and is typed all the same */
    bench_answer_login(&bench, &account_in_flight, LOGIN_JSON_TEXT);
    cr_expect_str_eq(lineedit_text(form_editor(app_form_top(bench.app)->form)), "o");
    cr_expect_str_eq(bench_focused(&bench), "Email");
    bench_free(&bench);
}

Test(app_session, lost_while_somebody_types_takes_no_key_away_and_asks_when_the_form_is_left)
{
    bench_ready(&bench);
    bench_keys(&bench, "r");
    const struct call *read = bench_call(&bench, ENDPOINT_GET_PROJECT);
    cr_assert_not_null(read);
    bench_keys(&bench, "e Enter");
    bench_type(&bench, "de");
    lose_session(read);
    bench_type(&bench, "-DE");
    cr_assert_eq(bench.app->session, SESSION_EXPIRED);
    cr_assert_eq(app_form_top(bench.app)->ops->table, &params_enqueue);
    cr_expect(bench.app->status_is_bad);
    bench_keys(&bench, "Enter");
    cr_assert_str_eq(
        param_set_get(form_values(app_form_top(bench.app)->form), param_find(&params_enqueue, "Lang")),
        "de-DE");
    bench_keys(&bench, "q");
    cr_assert_eq(app_form_top(bench.app)->ops->table, &params_login);
    cr_expect_str_has(app_form_top(bench.app)->message, "Log in again");
    bench_free(&bench);
}

Test(app_session, lost_before_a_form_is_sent_asks_when_it_is_sent)
{
    bench_ready(&bench);
    bench_keys(&bench, "r");
    const struct call *read = bench_call(&bench, ENDPOINT_GET_PROJECT);
    bench_keys(&bench, "e");
    lose_session(read);
    cr_assert_eq(app_form_top(bench.app)->ops->table, &params_enqueue);
    bench_keys(&bench, "X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_NOT_LOGGED_IN, 401,
                       "Not logged in");
    cr_assert_eq(bench.app->form_count, 2);
    cr_assert_eq(app_form_top(bench.app)->ops->table, &params_login);
    bench_free(&bench);
}

Test(app_session, lost_during_a_prompt_asks_when_the_prompt_is_closed)
{
    bench_ready(&bench);
    bench_keys(&bench, "r");
    const struct call *read = bench_call(&bench, ENDPOINT_GET_PROJECT);
    bench_keys(&bench, "f");
    lose_session(read);
    bench_type(&bench, "1");
    cr_assert_null(app_form_top(bench.app));
    cr_assert_str_eq(lineedit_text(bench.app->prompt->edit), "1");
    bench_keys(&bench, "Enter");
    cr_assert_eq(app_form_top(bench.app)->ops->table, &params_login);
    bench_free(&bench);
}

Test(app_session, a_refusal_of_the_old_token_that_comes_late_does_not_end_the_new_session)
{
    bench_ready(&bench);
    bench_answer_reads(&bench, "None");
    bench_keys(&bench, "R");
    bench_wait(&bench, 1000);
    cr_assert_geq(bench.app->call_count, 2);
    struct call early = {.serial = bench.app->calls[0].serial, .op = ENDPOINT_GET_PROJECT};
    struct call late = {.serial = bench.app->calls[1].serial, .op = ENDPOINT_GET_PROJECT};
    int64_t id = bench.app->calls[1].project_id;
    bench_answer_error(&bench, &early, ERROR_NOT_LOGGED_IN, 401, "Not logged in");
    bench_event(&bench, &(struct event){.kind = EVENT_TOKEN, .text = "rotated"});
    bench_answer_error(&bench, &late, ERROR_NOT_LOGGED_IN, 401, "Not logged in");
    cr_assert_eq(bench.app->session, SESSION_UP);
    cr_assert_null(app_form_top(bench.app));
    bench_wait(&bench, 5000);
    bool again = false;
    for (size_t i = 0; i < bench.app->call_count; i++)
        again |= bench.app->calls[i].project_id == id && bench.app->calls[i].serial > late.serial;
    cr_assert(again, "what was refused must be read again");
    bench_free(&bench);
}

/* Opens the login in a session that is up, sends a token and closes the form before the answer has come. */
static const struct call *check_a_token_and_leave(void)
{
    bench_ready(&bench);
    bench_answer_login(&bench, &(struct call){.serial = bench.app->calls[0].serial}, LOGIN_JSON_TEXT);
    bench_command(&bench, "login");
    bench_keys(&bench, "Tab");
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = "of-somebody-else"});
    bench_keys(&bench, "Enter Esc");
    cr_assert_null(app_form_top(bench.app));
    return bench_call(&bench, ENDPOINT_CURRENT_USER);
}

Test(app_session, a_refused_token_of_a_login_that_was_left_does_not_end_the_session)
{
    bench_answer_error(&bench, check_a_token_and_leave(), ERROR_NOT_LOGGED_IN, 401, "Not logged in");
    cr_expect_eq(bench.app->session, SESSION_UP);
    cr_expect_str_eq(bench.app->status, "Not logged in");
    bench_free(&bench);
}

Test(app_session, a_good_token_of_a_login_that_was_left_does_not_change_the_account)
{
    bench_answer_login(&bench, check_a_token_and_leave(), "{\"User\":{\"Email\":\"eve@example.org\"}}");
    cr_expect_str_eq(bench.app->login->email, "demo@example.org");
    bench_free(&bench);
}

#define OTHER_SERVER "http://127.0.0.1:9999"

static void set_scope(const char *url)
{
    struct error err;
    cr_assert(store_set_scope(bench.store, url, "/API", "", &err), "%s", err.text);
}

/* As bench_ready(), with a list at another server, too, that has a project of the same id. */
static void two_servers(void)
{
    bench_init(&bench, "secret-token");
    bench_store(&bench);
    set_scope(OTHER_SERVER);
    bench_list(&bench, (struct bench_row[]){{1, "Completed", "Theirs"}}, 1);
    set_scope("http://127.0.0.1:8321");
    bench_list(&bench, (struct bench_row[]){{1, "None", "Ours"}, {2, "None", "Second"}}, 2);
    bench_start(&bench, 80, 24);
    bench_answer_reads(&bench, "None");
    bench_clear(&bench);
}

static void login_at_the_other(void)
{
    bench_command(&bench, "login");
    form_put(app_form_top(bench.app)->form, params_login.rows[LOGIN_URL].name, OTHER_SERVER);
    form_put(app_form_top(bench.app)->form, params_login.rows[LOGIN_EMAIL].name, "demo@example.org");
    form_focus(app_form_top(bench.app)->form, params_login.rows[LOGIN_TOKEN].name);
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = "theirs"});
    bench_keys(&bench, "Enter");
    const struct call *call = bench_call(&bench, ENDPOINT_CURRENT_USER);
    cr_assert_not_null(call);
    bench_answer_login(&bench, call, "{\"User\":{\"Email\":\"demo@example.org\"}}");
    cr_assert_str_eq(bench.app->url, OTHER_SERVER);
}

/* The state of project 1 as the store has it for this login. */
static const char *stored_state(void)
{
    static char state[40];
    struct error err;
    json_t *raw = NULL;
    int64_t when_ms;
    cr_assert(store_project_load(bench.store, 1, &raw, &when_ms, &err), "%s", err.text);
    snprintf(state, sizeof state, "%s", json_string_value(json_object_get(raw, "ProcessingState")));
    json_decref(raw);
    return state;
}

static void answer_late(const struct call *call)
{
    char *json = bench_json(1, "InProgress", "Ours");
    bench_answer_project(&bench, call, json);
    free(json);
}

Test(app_session, of_another_server_nothing_is_known_that_the_last_one_has_said)
{
    two_servers();
    cr_assert_neq(app_project_find(bench.app, 1)->rests_ms, 0);
    login_at_the_other();
    cr_assert_eq(bench.app->project_count, 1);
    const struct app_project *project = app_project_find(bench.app, 1);
    cr_expect_str_eq(project->state, "Completed");
    cr_expect_str_eq(project->name, "Theirs");
    cr_expect_eq(project->rests_ms, 0, "an enqueue there would rest on the other server");
    cr_expect_not(project->fresh);
    bench_free(&bench);
}

Test(app_session, a_reading_of_the_last_server_that_comes_late_is_none_of_the_next)
{
    two_servers();
    bench_keys(&bench, "r");
    struct call read = bench_under_way(&bench, ENDPOINT_GET_PROJECT, 1);
    login_at_the_other();
    answer_late(&read);
    cr_expect_str_eq(app_project_find(bench.app, 1)->state, "Completed");
    cr_expect_eq(app_project_find(bench.app, 1)->rests_ms, 0);
    cr_expect_str_eq(stored_state(), "Completed");
    bench_wait(&bench, 3000);
    cr_expect_gt(bench_under_way(&bench, ENDPOINT_GET_PROJECT, 1).serial, read.serial, "it is read there");
    bench_free(&bench);
}

Test(app_session, a_write_of_the_last_server_that_is_answered_late_ends_its_row_alone)
{
    struct store_entries entries = {0};
    struct error err;
    two_servers();
    bench_keys(&bench, "e X Esc");
    struct call call = bench_under_way(&bench, ENDPOINT_ENQUEUE, 1);
    login_at_the_other();
    answer_late(&call);
    cr_expect_str_eq(app_project_find(bench.app, 1)->state, "Completed");
    cr_expect_str_eq(stored_state(), "Completed");
    cr_assert(store_history_load(bench.store, 1, 9, &entries, &err), "%s", err.text);
    cr_expect_eq(entries.count, 0, "%s", entries.count ? entries.items[0].text : "");
    store_entries_clear(&entries);
    set_scope("http://127.0.0.1:8321");
    cr_expect_eq(bench_outcome(&bench, 1), WRITE_DONE);
    bench_free(&bench);
}

Test(app_session, an_enqueue_that_waits_for_its_reading_is_not_sent_to_another_server)
{
    two_servers();
    app_project_find(bench.app, 1)->rests_ms = 0;
    bench_keys(&bench, "e X Esc");
    struct call call = bench_under_way(&bench, ENDPOINT_ENQUEUE, 1);
    call.op = ENDPOINT_GET_PROJECT;
    login_at_the_other();
    bench_clear(&bench);
    answer_late(&call);
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_expect_str_eq(bench_question(&bench), "");
    cr_expect_str_eq(app_project_find(bench.app, 1)->state, "Completed");
    cr_expect_str_eq(stored_state(), "Completed");
    bench_free(&bench);
}

static void leave_answer(struct app *app, const struct app_call *call, struct call_result *result)
{
    (void)app;
    (void)call;
    (void)result;
}

Test(app_session, a_refusal_that_has_the_account_read_anew_is_taken_for_the_call_that_it_answers)
{
    const struct bench_row row = {1, "None", "Council"};
    bench_init(&bench, "secret-token");
    bench_set(&bench, SETTING_TOKEN_COMMAND, "");
    bench_list(&bench, &row, 1);
    bench_start(&bench, 80, 24);
    struct call account = {.serial = bench_call(&bench, ENDPOINT_CURRENT_USER)->serial};
    bench_save_login(&bench, "http://127.0.0.1:8321", "from-elsewhere");
    bench.app->out = &bench.effects;
    while (bench.app->call_count < bench.app->call_capacity) /* with one more they move */
        app_call_send(
            bench.app, app_call_new(bench.app, ENDPOINT_PASSWORD_SETTINGS, 0),
            &(struct app_reply){.done = leave_answer, .what = mem_copy("Fill"), .background = true});
    size_t count = bench.app->call_count;
    bench_answer_error(&bench, &account, ERROR_NOT_LOGGED_IN, 401, "Not logged in");
    cr_expect_eq(bench.app->session, SESSION_UP);
    cr_expect_gt(bench.app->call_capacity, count, "none was sent in between");
    cr_expect_null(app_call_find(bench.app, account.serial));
    cr_expect_eq(bench.app->call_count, count);
    bench_free(&bench);
}
