/* The application: login, consent, the password policy; a session that expires: the token is asked for again,
 * the login form opens over the open pane, a login in another window, another server. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steno/api/param.h"
#include "steno/base/mem.h"
#include "steno/core/forms.h"
#include "steno/store/config.h"
#include "support/asserts.h"
#include "support/replies.h"

#define LOGIN_JSON "{\"Token\":\"fresh-token\",\"User\":{\"Email\":\"demo@example.org\"}}"
#define HERE       "http://127.0.0.1:8321"
#define ELSEWHERE  "http://127.0.0.1:9999"

/* Starts without a token and without projects, with this setting. */
static void start_with(enum setting_id id, const char *text)
{
    bench_init(&bench, NULL);
    bench_set(&bench, id, text);
    bench_start(&bench, 80, 24);
    bench_clear(&bench);
}

static void login_begin(void)
{
    start_with(SETTING_ALLOW_HTTP, "false");
}

TestSuite(app_login, .init = login_begin, .fini = scene_stop);

static bool login_is_open(void)
{
    const struct app_form *top = app_form_top(bench.app);
    return top && top->ops->table == &params_login;
}

static void set_scope(const char *url, const char *email)
{
    struct error err;
    cr_assert(store_set_scope(bench.store, url, "/API", email, &err), "%s", err.text);
}

/* Fills in email and password and sends. */
static const struct call *send_password(void)
{
    scene_keys("'demo@example.org' Tab 'hunter2' Enter");
    return bench_call(&bench, ENDPOINT_LOGIN);
}

/* Refuses the last login; expects that nothing else was sent. */
static void refuse_login(enum error_kind kind, int status, const char *text)
{
    struct call sent = *bench_call(&bench, ENDPOINT_LOGIN);
    bench_clear(&bench);
    bench_answer_error(&bench, &sent, kind, status, text);
}

static void paste(const char *text)
{
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = text});
}

Test(app_login, a_login_sets_the_session_keeps_the_credentials_and_opens_the_list_of_its_account)
{
    char *token = NULL;
    struct error err;
    set_scope(HERE, "demo@example.org");
    bench_list(&bench, (struct bench_row[]){{7, "None", "Theirs"}}, 1);
    set_scope(HERE, "other@example.org");
    bench_store_changed(&bench);
    cr_assert_eq(bench.app->project_count, 0);

    cr_assert_str_eq(bench_value(&bench, "URL"), HERE);
    const struct call *call = send_password();
    cr_assert_not_null(call);
    cr_assert_str_eq(call->url, HERE);
    cr_assert_str_eq(call->email, "demo@example.org");
    cr_assert_str_eq(call->password, "hunter2");
    cr_assert_not(call->consent);
    bench_answer_login(&bench, call, LOGIN_JSON);
    cr_assert_null(app_form_top(bench.app));
    cr_assert_eq(bench.app->session, SESSION_UP);
    cr_assert_str_eq(bench_effect(&bench, EFFECT_SESSION)->secret, "fresh-token");
    cr_assert(config_read_token(NULL, "default", HERE, "demo@example.org", "", &token, &err), "%s", err.text);
    cr_expect_str_eq(token, "fresh-token");
    mem_wipe_free(token);
    cr_expect_str_eq(bench.app->status, "Logged in as demo@example.org");
    cr_assert_eq(bench.app->project_count, 1);
    cr_expect_eq(bench.app->projects[0].id, 7);
}

Test(app_login, a_wrong_password_keeps_what_was_typed_says_why_and_enter_sends_another_one)
{
    send_password();
    refuse_login(ERROR_NOT_LOGGED_IN, 401, "Wrong password");
    cr_assert(login_is_open());
    cr_assert_str_eq(bench_value(&bench, "Email"), "demo@example.org");
    cr_assert_str_eq(bench_value(&bench, "Password"), "hunter2");
    cr_assert_str_eq(app_form_top(bench.app)->message, "Wrong password");
    cr_assert_null(bench_effect(&bench, EFFECT_TOKEN), "a wrong password is no lost session");
    cr_assert_eq(bench_happened_count(&bench, "hunter2"), 0);
    scene_keys("^U 'better' Enter");
    cr_assert_str_eq(bench_call(&bench, ENDPOINT_LOGIN)->password, "better");
}

Test(app_login, a_login_removes_the_message_of_the_rejected_token)
{
    app_say_bad(bench.app, "The server rejected the token");
    bench_answer_login(&bench, send_password(), LOGIN_JSON);
    cr_expect_null(bench.app->failure, "%s", bench.app->failure);
}

Test(app_login, consent_is_asked_only_when_the_server_wants_it_and_is_sent_only_on_yes)
{
    static const struct {
        int status;
        const char *message, *answer;
    } rows[] = {{400, "DataProtectionConsent:Required", "Enter"},
                {400, "data protection consent required", "n"},
                {412, "Consent is missing", "y"}};
    send_password();
    cr_assert_null(bench.app->question->text);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        refuse_login(ERROR_REJECTED, rows[i].status, rows[i].message);
        cr_assert_str_has(bench_question(&bench), "consent to its data protection terms", "%s",
                          rows[i].message);
        bench_keys(&bench, rows[i].answer);
        cr_assert_eq(sent(ENDPOINT_LOGIN), *rows[i].answer == 'y', "%s", rows[i].message);
        cr_assert_str_eq(bench_value(&bench, "Password"), "hunter2");
        if (*rows[i].answer != 'y')
            bench_keys(&bench, "X");
    }
    cr_assert(bench_call(&bench, ENDPOINT_LOGIN)->consent);
    cr_assert_str_eq(bench_call(&bench, ENDPOINT_LOGIN)->password, "hunter2");

    scene_stop();
    login_begin();
    send_password();
    int fields = form_count(scene_form());
    refuse_login(ERROR_REJECTED, 412, "");
    cr_assert_null(bench.app->question->text);
    cr_assert_eq(form_count(scene_form()), fields + 1, "it can be given where the 412 has no words");
}

Test(app_login, nothing_to_send_is_no_login_nor_is_an_answer_without_a_token_and_a_pasted_one_is_checked)
{
    cr_assert_null(bench_call(after("Enter"), ENDPOINT_LOGIN));
    cr_assert_not_null(app_form_top(bench.app));
    bench_answer_login(&bench, send_password(), "{\"User\":{\"Email\":\"demo@example.org\"}}");
    cr_assert_not_null(app_form_top(bench.app));
    cr_assert_null(bench_effect(&bench, EFFECT_SESSION));

    scene_stop();
    login_begin();
    bench_keys(&bench, "Tab Tab");
    paste("pasted-token\n");
    bench_keys(&bench, "Enter");
    const struct call *call = bench_call(&bench, ENDPOINT_CURRENT_USER);
    cr_assert_str_eq(call->token, "pasted-token");
    bench_answer_login(&bench, call, "{\"User\":{\"Email\":\"demo@example.org\"}}");
    cr_assert_str_eq(bench_effect(&bench, EFFECT_SESSION)->secret, "pasted-token");
}

Test(app_login, plain_http_is_warned_of_in_the_form_unless_it_is_allowed_and_without_a_server_no_id_is_taken)
{
    cr_assert_eq(form_warned(scene_form())->count, 0, "the address is this machine's");
    bench_field(&bench, "URL", "http://example.org");
    cr_assert_eq(form_warned(scene_form())->count, 1);
    cr_expect_str_eq(form_warned(scene_form())->texts[0], settings_http_warning);

    scene_stop();
    start_with(SETTING_ALLOW_HTTP, "true");
    bench_field(&bench, "URL", "http://example.org");
    cr_expect_eq(form_warned(scene_form())->count, 0);

    scene_stop();
    start_with(SETTING_URL, "");
    cr_expect_eq(after("Esc o 8 Enter")->app->project_count, 0);
    cr_expect_str_eq(bench.app->prompt->hint, "No server is set: log in first");
}

Test(app_login, the_policy_pane_shows_all_fifteen_settings)
{
    scene_anew();
    bench_keys(&bench, "P");
    bench_answer_policy(&bench, bench_call(&bench, ENDPOINT_PASSWORD_SETTINGS), "{\"MaxLength\":64}");
    for (size_t i = 0; i < fields_policy.count; i++)
        cr_assert_str_has(bench_page_text(&bench, "policy"), fields_policy.rows[i].label, "%s",
                          fields_policy.rows[i].path);
}

/* --- an expired session --- */

TestSuite(app_session, .init = scene_start, .fini = scene_stop);

static void refuse_token(const struct call *call)
{
    bench_answer_error(&bench, call, ERROR_NOT_LOGGED_IN, 401, "Not logged in");
}

/* The source of the token gives this token, or a reason why not. */
static void take_token(const char *token, const char *why)
{
    bench_event(&bench, &(struct event){.kind = EVENT_TOKEN, .text = token, .value = why});
}

/* Starts a read of project 1. */
static struct call begin_reading(void)
{
    bench_keys(&bench, "r");
    return bench_under_way(&bench, ENDPOINT_GET_PROJECT, 1);
}

/* Refuses the token for a call; the source of the token has no other. */
static void lose_session(const struct call *call)
{
    refuse_token(call);
    take_token(NULL, NULL);
}

Test(app_session, a_401_stops_the_reads_and_has_the_token_read_again_once)
{
    struct call read = begin_reading();
    refuse_token(&read);
    cr_assert_eq(bench.app->session, SESSION_CHECKING);
    cr_assert_eq(bench_effect_count(&bench, EFFECT_TOKEN), 1);
    cr_assert_str_eq(bench_effect(&bench, EFFECT_TOKEN)->text, HERE, "for this server alone");
    cr_assert_str_eq(bench_effect(&bench, EFFECT_TOKEN)->text2, "");
    cr_assert_eq(sent_within(120000, ENDPOINT_GET_PROJECT), 0);
    take_token("rotated", NULL);
    cr_assert_eq(bench.app->session, SESSION_UP);
    cr_assert_str_eq(bench_effect(&bench, EFFECT_SESSION)->secret, "rotated");
    cr_assert_null(app_form_top(bench.app));
    bench_wait(&bench, 5000);
    struct call again = bench_under_way(&bench, ENDPOINT_GET_PROJECT, 1);
    cr_assert_gt(again.serial, read.serial, "it goes on without a question");
    refuse_token(&again);
    cr_assert_eq(bench.app->session, SESSION_EXPIRED, "a second one right after that asks for a login");
    cr_assert(login_is_open());
}

Test(app_session, a_newer_token_with_the_account_is_kept_where_the_old_one_came_from_the_credentials)
{
    static const enum setting_source sources[] = {SOURCE_ENVIRONMENT, SOURCE_CREDENTIALS};
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        char *token = NULL;
        struct error err;
        bench.settings.sources[SETTING_TOKEN] = sources[i];
        bench_keys(&bench, "A");
        bench_answer_login(&bench, bench_call(&bench, ENDPOINT_CURRENT_USER), LOGIN_JSON);
        cr_expect_str_eq(bench_effect(&bench, EFFECT_SESSION)->secret, "fresh-token");
        config_read_token(NULL, "default", HERE, "demo@example.org", "", &token, &err);
        cr_expect_str_eq(token, i == 1 ? "fresh-token" : "");
        mem_wipe_free(token);
        scene_anew();
    }
}

Test(app_session, a_source_that_fails_or_still_has_the_refused_token_asks_for_a_login_and_for_nothing_else)
{
    static const struct {
        const char *token, *why, *said;
    } rows[] = {{"secret-token", NULL, "Log in again"},
                {NULL, "token_command: pass exited with code 2", "token_command: pass exited with code 2."}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct call read = begin_reading();
        refuse_token(&read);
        take_token(rows[i].token, rows[i].why);
        cr_assert_eq(bench.app->session, SESSION_EXPIRED);
        cr_assert(login_is_open());
        cr_expect_str_has(app_form_top(bench.app)->message, rows[i].said);
        cr_expect_eq(sent_within(120000, ENDPOINT_GET_PROJECT), 0);
        scene_anew();
    }
}

Test(app_session, without_a_new_token_the_login_opens_on_top_and_what_was_typed_below_is_kept)
{
    bench_keys(&bench, "e");
    form_put(scene_form(), "Lang", "en-US");
    bench_keys(&bench, "X");
    lose_session(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_assert_eq(bench.app->form_count, 2);
    cr_assert(login_is_open());
    bench_answer_login(&bench, send_password(), LOGIN_JSON);
    cr_assert_eq(app_form_top(bench.app)->ops->table, &params_enqueue);
    cr_assert_str_eq(bench_value(&bench, "Lang"), "en-US");
}

/* Another program saves this token; then a key is pressed here. */
static void login_elsewhere(const char *token)
{
    bench_clear(&bench);
    bench_save_login(&bench, HERE, token);
    bench_input(&bench, &(struct app_input){.kind = INPUT_NONE});
    cr_expect_null(bench_effect(&bench, EFFECT_TOKEN));
}

Test(app_session, a_login_in_another_window_ends_that_it_expired_and_closes_an_empty_form)
{
    struct call read = begin_reading();
    lose_session(&read);
    cr_assert(login_is_open());
    login_elsewhere("secret-token");
    cr_expect_eq(bench.app->session, SESSION_EXPIRED, "it was refused already");
    login_elsewhere("newer");
    cr_expect_eq(bench.app->session, SESSION_UP);
    cr_expect_str_eq(bench_effect(&bench, EFFECT_SESSION)->secret, "newer");
    cr_expect_null(app_form_top(bench.app));
    cr_expect_str_starts(bench.app->status, "Logged in with the token from another window");
    login_elsewhere("newest");
    cr_expect_null(bench_effect(&bench, EFFECT_SESSION), "the one in use is good");
    bench_wait(&bench, 5000);
    read = bench_under_way(&bench, ENDPOINT_GET_PROJECT, 1); /* timed reads continue */
    lose_session(&read);
    cr_expect_eq(bench.app->session, SESSION_UP, "the newest one is tried when that one is refused");

    scene_anew();
    read = begin_reading();
    lose_session(&read);
    bench_type(&bench, "dem");
    login_elsewhere("newer");
    cr_expect_eq(bench.app->session, SESSION_UP);
    cr_assert_not_null(app_form_top(bench.app));
    cr_expect_str_eq(lineedit_text(form_editor(scene_form())), "dem", "what was typed stays");
}

Test(app_session, that_expires_under_an_open_form_keeps_its_keys_and_asks_when_it_is_left_or_sent)
{
    struct call read = begin_reading();
    scene_keys("e Enter 'de'");
    lose_session(&read);
    bench_type(&bench, "-DE");
    cr_assert_eq(bench.app->session, SESSION_EXPIRED);
    cr_assert_eq(app_form_top(bench.app)->ops->table, &params_enqueue);
    cr_expect(bench.app->status_is_bad);
    cr_assert_str_eq(bench_value(after("Enter"), "Lang"), "de-DE");
    bench_keys(&bench, "q");
    cr_assert(login_is_open());
    cr_expect_str_has(app_form_top(bench.app)->message, "Log in again");

    scene_anew();
    read = begin_reading();
    bench_keys(&bench, "e");
    lose_session(&read);
    cr_assert_eq(app_form_top(bench.app)->ops->table, &params_enqueue);
    bench_keys(&bench, "X");
    refuse_token(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_assert_eq(bench.app->form_count, 2);
    cr_assert(login_is_open());
}

Test(app_session, a_refusal_of_the_old_token_that_comes_late_does_not_end_the_new_session)
{
    bench_answer_reads(&bench, "None");
    bench_keys(&bench, "R");
    bench_wait(&bench, 1000);
    struct call early = bench_under_way(&bench, ENDPOINT_GET_PROJECT, 1);
    struct call late = bench_under_way(&bench, ENDPOINT_GET_PROJECT, 3);
    cr_assert_eq(late.serial, bench.app->next_serial, "it was the last one with the old token");
    refuse_token(&early);
    take_token("rotated", NULL);
    refuse_token(&late);
    cr_assert_eq(bench.app->session, SESSION_UP);
    cr_assert_null(app_form_top(bench.app));
    bench_wait(&bench, 5000);
    cr_assert_gt(bench_under_way(&bench, ENDPOINT_GET_PROJECT, 3).serial, late.serial,
                 "what was refused must be read again");
}

Test(app_session, an_answer_to_a_login_that_was_left_neither_ends_the_session_nor_changes_the_account)
{
    for (int is_good = 0; is_good < 2; is_good++) {
        bench_answer_login(&bench, &(struct call){.serial = bench.app->calls[0].serial}, LOGIN_JSON);
        bench_command(&bench, "login");
        bench_keys(&bench, "Tab");
        paste("of-somebody-else");
        cr_assert_null(app_form_top(after("Enter Esc")->app));
        const struct call *call = bench_call(&bench, ENDPOINT_CURRENT_USER);
        if (is_good)
            bench_answer_login(&bench, call, "{\"User\":{\"Email\":\"eve@example.org\"}}");
        else
            refuse_token(call);
        cr_expect_eq(bench.app->session, SESSION_UP);
        cr_expect_str_eq(bench.app->login->email, "demo@example.org");
        if (!is_good)
            cr_expect_str_eq(bench.app->status, "Not logged in");
        scene_anew();
    }
}

/* --- another server --- */

/* Like bench_ready(), with a second list at another server that has a project with the same id. */
static void servers_setup(void)
{
    bench_init(&bench, "secret-token");
    bench_store(&bench);
    set_scope(ELSEWHERE, "");
    bench_list(&bench, (struct bench_row[]){{1, "Completed", "Theirs"}}, 1);
    set_scope(HERE, "");
    bench_list(&bench, (struct bench_row[]){{1, "None", "Ours"}, {2, "None", "Second"}}, 2);
    bench_start(&bench, 80, 24);
    bench_answer_reads(&bench, "None");
    bench_clear(&bench);
}

TestSuite(app_servers, .init = servers_setup, .fini = scene_stop);

/* Expects that project 1 shows only the stored data of the other server. */
static void expect_theirs(void)
{
    const struct app_project *project = app_project_find(bench.app, 1);
    struct error err;
    json_t *raw = NULL;
    int64_t when_ms;
    cr_expect_eq(bench.app->project_count, 1);
    cr_expect_str_eq(project->state, "Completed");
    cr_expect_str_eq(project->name, "Theirs");
    cr_expect_eq(project->rests_ms, 0, "an enqueue there would rest on the other server");
    cr_expect_not(project->fresh);
    cr_assert(store_project_load(bench.store, 1, &raw, &when_ms, &err), "%s", err.text);
    cr_expect_str_eq(json_string_value(json_object_get(raw, "ProcessingState")), "Completed");
    json_decref(raw);
}

static void answer_late(const struct call *call)
{
    char *json = bench_json(1, "InProgress", "Ours");
    bench_answer_project(&bench, call, json);
    free(json);
    expect_theirs();
}

Test(app_servers, a_late_answer_of_the_previous_server_only_ends_its_own_row)
{
    cr_assert_neq(app_project_find(bench.app, 1)->rests_ms, 0);
    bench_keys(&bench, "r e X Esc");
    struct call read = bench_under_way(&bench, ENDPOINT_GET_PROJECT, 1);
    struct call write = bench_under_way(&bench, ENDPOINT_ENQUEUE, 1);
    scene_log_in(ELSEWHERE, "demo@example.org");
    expect_theirs();
    answer_late(&read);
    answer_late(&write);
    cr_expect_eq(bench_happened_count(&bench, ""), 0);
    bench_wait(&bench, 3000);
    cr_expect_gt(bench_under_way(&bench, ENDPOINT_GET_PROJECT, 1).serial, read.serial, "it is read there");
    set_scope(HERE, "");
    cr_expect_eq(bench_outcome(&bench, 1), WRITE_DONE);
}

Test(app_servers, an_enqueue_that_waits_for_its_reading_is_not_sent_to_another_one)
{
    app_project_find(bench.app, 1)->rests_ms = 0;
    cr_assert_null(bench_call(after("e X Esc"), ENDPOINT_ENQUEUE));
    struct call call = bench_under_way(&bench, ENDPOINT_ENQUEUE, 1);
    call.op = ENDPOINT_GET_PROJECT;
    scene_log_in(ELSEWHERE, "demo@example.org");
    answer_late(&call);
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_expect_str_eq(bench_question(&bench), "");
    cr_expect_eq(bench_open_count(&bench, 0), 0);
}
