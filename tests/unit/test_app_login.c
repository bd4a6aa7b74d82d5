/* The application: logging in, consent, a token that is no longer accepted, account and policy. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/core/forms.h"
#include "steno/base/mem.h"
#include "steno/store/config.h"
#include "support/app_bench.h"
#include "support/asserts.h"

#define LOGIN_JSON_TEXT                                                                                      \
    "{\"Token\":\"fresh-token\",\"Claims\":[\"edit\"],\"User\":{\"Email\":\"demo@example.org\",\"Id\":1,"    \
    "\"CreditMinutes\":120,\"UserRole\":\"User\",\"TeamId\":2,\"Settings\":{\"pageSize\":20}}}"

static struct bench bench;

static void setup(void)
{
    bench_init(&bench, NULL);
    bench_list(&bench, NULL, 0);
    bench_start(&bench, 80, 24);
    bench_clear(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_login, .init = setup, .fini = teardown);

static const char *value(int row)
{
    const char *text = param_set_get(form_values(app_form_top(bench.app)->form), row);
    return text ? text : "";
}

/* Fills in email and password and sends. */
static void send_password(void)
{
    bench_type(&bench, "demo@example.org");
    bench_keys(&bench, "Tab");
    bench_type(&bench, "demo");
    bench_keys(&bench, "Enter");
}

Test(app_login, the_form_knows_the_address_and_sends_email_and_password_without_consent)
{
    cr_assert_str_eq(value(LOGIN_URL), "http://127.0.0.1:8321");
    send_password();
    const struct call *call = bench_call(&bench, ENDPOINT_LOGIN);
    cr_assert_not_null(call);
    cr_assert_str_eq(call->url, "http://127.0.0.1:8321");
    cr_assert_str_eq(call->email, "demo@example.org");
    cr_assert_str_eq(call->password, "demo");
    cr_assert_not(call->consent);
}

Test(app_login, a_login_sets_the_session_keeps_the_credentials_and_closes_the_form)
{
    send_password();
    bench_answer_login(&bench, bench_call(&bench, ENDPOINT_LOGIN), LOGIN_JSON_TEXT);
    cr_assert_null(app_form_top(bench.app));
    cr_assert_eq(bench.app->session, SESSION_UP);
    cr_assert_str_eq(bench_effect(&bench, EFFECT_SESSION)->secret, "fresh-token");
    char *token = NULL;
    struct error err;
    cr_assert(
        config_read_token(NULL, "default", "http://127.0.0.1:8321", "demo@example.org", "", &token, &err),
        "%s", err.text);
    cr_expect_str_eq(token, "fresh-token");
    mem_wipe_free(token);
    cr_assert_str_eq(bench.app->status, "Logged in as demo@example.org");
}

Test(app_login, after_a_login_the_store_belongs_to_its_server_and_email)
{
    struct error err;
    cr_assert(store_set_scope(bench.store, "http://127.0.0.1:8321", "/API", "demo@example.org", &err));
    bench_list(&bench, (struct bench_row[]){{7, "None", "Theirs"}}, 1);
    cr_assert(store_set_scope(bench.store, "http://127.0.0.1:8321", "/API", "other@example.org", &err));
    bench_store_changed(&bench);
    cr_assert_eq(bench.app->project_count, 0);
    send_password();
    bench_answer_login(&bench, bench_call(&bench, ENDPOINT_LOGIN), LOGIN_JSON_TEXT);
    cr_assert_eq(bench.app->project_count, 1);
    cr_expect_eq(bench.app->projects[0].id, 7);
}

Test(app_login, without_a_server_nothing_is_put_on_a_watchlist_but_by_the_login)
{
    const int64_t ids[] = {7};
    bench_free(&bench);
    bench_init(&bench, NULL);
    bench_set(&bench, SETTING_URL, "");
    bench_store(&bench);
    bench.app = app_new(&bench.settings, bench.store, &(struct error){0});
    bench_open(&bench, 80, 24, ids, 1);
    cr_expect_eq(bench.app->project_count, 0);
    bench_keys(&bench, "Esc o 8 Enter");
    cr_expect_eq(bench.app->project_count, 0);
    cr_expect_str_eq(bench.app->prompt->hint, "No server is set: log in first");
}

Test(app_login, a_pasted_token_is_checked_with_current_user)
{
    bench_keys(&bench, "Tab Tab");
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = "pasted-token\n"});
    bench_keys(&bench, "Enter");
    const struct call *call = bench_call(&bench, ENDPOINT_CURRENT_USER);
    cr_assert_not_null(call);
    cr_assert_str_eq(call->token, "pasted-token");
    bench_answer_login(&bench, call, "{\"User\":{\"Email\":\"demo@example.org\"}}");
    cr_assert_str_eq(bench_effect(&bench, EFFECT_SESSION)->secret, "pasted-token");
}

Test(app_login, a_wrong_password_keeps_what_was_typed_and_says_why)
{
    send_password();
    struct call sent = *bench_call(&bench, ENDPOINT_LOGIN);
    bench_clear(&bench);
    bench_answer_error(&bench, &sent, ERROR_NOT_LOGGED_IN, 401, "Wrong password");
    cr_assert_eq(app_form_top(bench.app)->ops->table, &params_login);
    cr_assert_str_eq(value(LOGIN_EMAIL), "demo@example.org");
    cr_assert_str_eq(value(LOGIN_PASSWORD), "demo");
    cr_assert_str_eq(app_form_top(bench.app)->message, "Wrong password");
    cr_assert_null(bench_effect(&bench, EFFECT_TOKEN), "a wrong password is no lost session");
}

Test(app_login, a_rejected_password_is_open_and_enter_sends_another_one)
{
    send_password();
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_LOGIN), ERROR_NOT_LOGGED_IN, 401, "wrong");
    cr_assert_str_eq(bench_focused(&bench), "Password");
    bench_clear(&bench);
    bench_keys(&bench, "^U");
    bench_type(&bench, "better");
    bench_keys(&bench, "Enter");
    cr_assert_str_eq(bench_call(&bench, ENDPOINT_LOGIN)->password, "better");
}

Test(app_login, consent_is_asked_only_when_the_server_wants_it_and_no_sends_nothing)
{
    send_password();
    cr_assert_null(bench.app->question->text);
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_LOGIN), ERROR_REJECTED, 400,
                       "DataProtectionConsent:Required");
    cr_assert_str_has(bench_question(&bench), "consent to its data protection terms");
    bench_clear(&bench);
    bench_keys(&bench, "Enter");
    cr_assert_null(bench_call(&bench, ENDPOINT_LOGIN));
    cr_assert_str_eq(value(LOGIN_PASSWORD), "demo");
}

Test(app_login, consent_in_other_words_is_asked_for_too)
{
    static const struct {
        int status;
        const char *message;
    } rows[] = {{400, "data protection consent required"}, {412, "Consent is missing"}};
    for (int i = 0; i < 2; i++) {
        if (i == 0)
            send_password();
        else
            bench_keys(&bench, "X");
        bench_answer_error(&bench, bench_call(&bench, ENDPOINT_LOGIN), ERROR_REJECTED, rows[i].status,
                           rows[i].message);
        cr_assert_str_has(bench_question(&bench), "consent to its data protection terms", "%s",
                          rows[i].message);
        bench_clear(&bench);
        bench_keys(&bench, "n");
        cr_assert_null(bench_call(&bench, ENDPOINT_LOGIN));
    }
}

Test(app_login, a_412_without_words_asks_nothing_but_lets_consent_be_given)
{
    send_password();
    int fields = form_count(app_form_top(bench.app)->form);
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_LOGIN), ERROR_REJECTED, 412, "");
    cr_assert_null(bench.app->question->text);
    cr_assert_eq(form_count(app_form_top(bench.app)->form), fields + 1);
}

Test(app_login, agreeing_sends_the_same_login_with_consent)
{
    send_password();
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_LOGIN), ERROR_REJECTED, 400,
                       "DataProtectionConsent:Required");
    bench_clear(&bench);
    bench_type(&bench, "y");
    const struct call *call = bench_call(&bench, ENDPOINT_LOGIN);
    cr_assert_not_null(call);
    cr_assert(call->consent);
    cr_assert_str_eq(call->password, "demo");
}

Test(app_login, an_answer_without_a_token_is_no_login)
{
    send_password();
    bench_answer_login(&bench, bench_call(&bench, ENDPOINT_LOGIN),
                       "{\"User\":{\"Email\":\"demo@example.org\"}}");
    cr_assert_not_null(app_form_top(bench.app));
    cr_assert_null(bench_effect(&bench, EFFECT_SESSION));
}

Test(app_login, nothing_to_send_is_said_in_the_form)
{
    bench_keys(&bench, "Enter");
    cr_assert_null(bench_call(&bench, ENDPOINT_LOGIN));
    cr_assert_not_null(app_form_top(bench.app));
}

#define POLICY_JSON                                                                                          \
    "{\"ActionTokenValidityHours\":24,\"AllowUnicode\":true,\"AllowedSymbols\":\"!?\","                      \
    "\"BannedPasswordCheckEnabled\":"                                                                        \
    "true,\"BannedPasswordFilePath\":\"\",\"BannedPasswords\":\"\",\"MaxLength\":64,"                        \
    "\"PasswordComplexityCategories\":"                                                                      \
    "2,\"PasswordHistoryLength\":3,\"RequireDigit\":true,\"RequireLowercase\":true,"                         \
    "\"RequireNonAlphanumeric\":false,"                                                                      \
    "\"RequireUppercase\":false,\"RequiredLength\":8,\"RequiredUniqueChars\":4}"

Test(app_policy, the_policy_pane_shows_all_fifteen_settings)
{
    bench_ready(&bench);
    bench_keys(&bench, "P");
    bench_answer_policy(&bench, bench_call(&bench, ENDPOINT_PASSWORD_SETTINGS), POLICY_JSON);
    for (size_t i = 0; i < fields_policy.count; i++)
        cr_assert_str_has(bench_page_text(&bench, "policy"), fields_policy.rows[i].label, "%s",
                          fields_policy.rows[i].path);
    bench_free(&bench);
}

/* Types an address into the form's first field. */
static void give_url(const char *url)
{
    bench_field(&bench, "URL", url);
}

Test(app_login, plain_http_to_another_machine_is_warned_of_in_the_form)
{
    const struct form *form = app_form_top(bench.app)->form;
    cr_assert_eq(form_warned(form)->count, 0, "the address is this machine's");
    give_url("http://example.org");
    cr_assert_eq(form_warned(form)->count, 1);
    cr_expect_str_eq(form_warned(form)->texts[0], settings_http_warning);
    give_url("https://example.org");
    cr_expect_eq(form_warned(form)->count, 0);
    give_url("HTTP://example.org");
    cr_expect_eq(form_warned(form)->count, 1);
}

Test(app_login, plain_http_that_is_allowed_is_not_warned_of)
{
    bench_free(&bench);
    bench_init(&bench, NULL);
    bench_set(&bench, SETTING_ALLOW_HTTP, "true");
    bench_list(&bench, NULL, 0);
    bench_start(&bench, 80, 24);
    give_url("http://example.org");
    cr_expect_eq(form_warned(app_form_top(bench.app)->form)->count, 0);
}
