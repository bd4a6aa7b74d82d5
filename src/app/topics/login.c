/* Owns the login form: a password or a pasted token, consent only when asked for and agreed, credentials
 * kept. */
#include "topics/login.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "draft.h"
#include "private.h"
#include "session.h"
#include "store.h"
#include "topics/account.h"
#include "steno/api/address.h"
#include "steno/api/client.h"
#include "steno/api/endpoint.h"
#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/app/ask.h"
#include "steno/app/calls.h"
#include "steno/app/effect.h"
#include "steno/app/forms.h"
#include "steno/app/keep.h"
#include "steno/app/poll.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/watchlist.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "steno/core/form_warn.h"
#include "steno/core/refresh.h"
#include "steno/core/settings.h"
#include "steno/core/short_forms.h"
#include "steno/core/store_op.h"
#include "steno/widget/form.h"

/* Warns of an address to which everything would go in the clear. */
static void login_warn(const struct param_set *set, struct form_warnings *out)
{
    const char *url = param_set_get(set, LOGIN_URL);
    if (url && address_is_exposed(url))
        form_warnings_add(out, settings_http_warning);
}

static void login_send(struct app *app, struct app_form *form);

/* The form was left. */
static void login_left(struct app *app)
{
    if (app->session != SESSION_UP)
        app_say(app, "Not logged in: %s opens the login", app_key_of(app, "login"));
}

static const struct form_ops login_form = {.title = "Log in",
                                           .table = &params_login,
                                           .style = FORM_SHORT,
                                           .send = login_send,
                                           .left = login_left,
                                           .logs_in = true};

/* Fills in what is known, and goes to what is not. */
static void login_fill(struct app *app, struct form *form)
{
    if (*app->url)
        form_put(form, params_login.rows[LOGIN_URL].name, app->url);
    if (*app->email)
        form_put(form, params_login.rows[LOGIN_EMAIL].name, app->email);
    if (!settings_bool(app->settings, SETTING_ALLOW_HTTP))
        form_set_warn(form, login_warn);
    form_hide(form, params_login.rows[LOGIN_CONSENT].name, true);
    int focus = !*app->url ? LOGIN_URL : !*app->email ? LOGIN_EMAIL : LOGIN_PASSWORD;
    form_focus(form, params_login.rows[focus].name);
}

void app_login_open(struct app *app)
{
    if (app_form_about(app, &login_form, 0))
        return;
    struct app_form *form = app_form_push(app, &login_form, 0);
    if (!form)
        return;
    login_fill(app, form->form);
    app_draft_take_base(form);
    app_form_want_draft(app, form);
}

/* The text of a field; "" when it is unset. */
static const char *login_value(const struct app_form *form, int row)
{
    const char *value = param_set_get(form_values(form->form), row);
    return value ? value : "";
}

static app_call_reply login_done;

/* Sends what was typed, by password or by token. */
static void login_send(struct app *app, struct app_form *form)
{
    struct error err;
    int row = -1;
    if (!login_form_check(form_values(form->form), &row, &err)) {
        if (row < 0 || !form_field_error(form->form, params_login.rows[row].name, err.text))
            app_form_tell(app, form, true, err.text);
        app_dirty(app, DIRTY_FORM);
        return;
    }
    bool by_token = *login_value(form, LOGIN_TOKEN) != '\0';
    struct call *call = app_call_new(app, by_token ? ENDPOINT_CURRENT_USER : ENDPOINT_LOGIN, 0);
    call->url = address_normalise(login_value(form, LOGIN_URL));
    if (by_token) {
        call->token = mem_copy(login_value(form, LOGIN_TOKEN));
    } else {
        call->email = mem_copy(login_value(form, LOGIN_EMAIL));
        call->password = mem_copy(login_value(form, LOGIN_PASSWORD));
        call->consent = strcmp(login_value(form, LOGIN_CONSENT), "true") == 0;
    }
    app_form_tell(app, form, false, "Logging in…");
    form->serial = app_call_send(
        app, call, &(struct app_reply){.done = login_done, .what = mem_copy("Log in"), .logs_in = true});
    app_dirty(app, DIRTY_FORM);
}

/* The consent was given: the same is sent with it. */
static void login_consent(struct app *app, int64_t id, const char *arg)
{
    (void)id, (void)arg;
    struct app_form *form = app_form_top(app);
    if (!form || form->ops != &login_form)
        return;
    form_hide(form->form, params_login.rows[LOGIN_CONSENT].name, false);
    form_put(form->form, params_login.rows[LOGIN_CONSENT].name, "true");
    login_send(app, form);
}

/* Keeps address, email and token in the credentials file. */
static void login_save(struct app *app, const char *token)
{
    struct store_op *op = app_keep(app, STORE_CREDENTIALS_SAVE, 0, mem_copy("login"), NULL)->op;
    op->name = mem_copy(settings_text(app->settings, SETTING_PROFILE));
    op->text = mem_copy(app->url);
    op->text2 = mem_copy(app->api_path);
    op->text3 = mem_copy(app->email);
    op->secret = mem_copy(token);
}

/* From now on the watchlist is that of this server and login. What was opened before there was a server goes
 * along. */
static void login_change_scope(struct app *app, bool had_server)
{
    struct store_op *op = app_store(app, STORE_SCOPE, 0);
    op->text = mem_copy(app->url);
    op->text2 = mem_copy(app->api_path);
    op->text3 = mem_copy(app->email);
    app_drafts_moved(app);
    for (size_t i = 0; !had_server && i < app->project_count; i++)
        app_store(app, STORE_WATCH_ADD, app->projects[i].id);
    app_store_load(app);
}

/* The operator is logged in: remember, tell the workers, go on. */
static void login_accept(struct app *app, struct app_form *form, struct login *login)
{
    char *token = mem_copy(login->token ? login->token : login_value(form, LOGIN_TOKEN));
    bool had_server = *app->url != '\0';
    app_draft_discard(app, form);
    free(app->url);
    app->url = address_normalise(login_value(form, LOGIN_URL));
    free(app->email);
    app->email = mem_copy(*login->email ? login->email : login_value(form, LOGIN_EMAIL));
    app->private->logged_in_here = true;
    app_session_set(app, token);
    login_save(app, token);
    login_change_scope(app, had_server);
    mem_wipe_free(token);
    app_form_close(app, form);
    app_account_take(app, login);
    app_session_go_on(app);
    app_say(app, "Logged in as %s", *app->email ? app->email : "the owner of the token");
}

/* A login ended, by password or by token: either way the form keeps what was typed until it went well. */
static void login_ended(struct app *app, struct app_form *form, struct call_result *result)
{
    form->serial = 0;
    app_form_tell(app, form, false, NULL);
    if (result->ok && result->login && (result->login->token || *login_value(form, LOGIN_TOKEN))) {
        struct login *login = result->login;
        result->login = NULL;
        login_accept(app, form, login);
    } else if (result->ok) {
        app_form_message(app, form, true, "Log in: the server gave no token; nothing was changed");
    } else if (api_error_wants_consent(&result->error) && form == app_form_top(app)) {
        app_ask(app,
                &(struct app_question_ask){
                    .parts = {{.words = "The server asks for consent to its data protection terms. Agree?"}},
                    .yes = login_consent,
                    .refused = "Not logged in: the server wants the consent first"});
    } else {
        if (result->error.status ==
            412) /* the sentence speaks of consent, so it must be possible to give it */
            form_hide(form->form, params_login.rows[LOGIN_CONSENT].name, false);
        app_form_failed(app, form, &result->error);
    }
}

static void login_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_form *form = app_form_find(app, call->serial);
    if (form)
        login_ended(app, form, result);
    else if (!result->ok)
        app_say_bad(app, "%s", result->error.text);
}

/* The account's email became known: an open login form in which nothing was typed shows it and goes on to the
 * password, as one that opens later would. */
static void login_learn_email(struct app *app, const char *email)
{
    struct app_form *form = app_form_about(app, &login_form, 0);
    free(app->email);
    app->email = mem_copy(email);
    if (!form || form_is_dirty(form->form) || !*email)
        return;
    form_put(form->form, params_login.rows[LOGIN_EMAIL].name, email);
    form_focus(form->form, params_login.rows[LOGIN_PASSWORD].name);
    form_mark_clean(form->form);
    app_dirty(app, DIRTY_FORM);
}

void app_login_learn(struct app *app, const struct login *login)
{
    if (login->token && !app->private->logged_in_here &&
        strcmp(login->token, settings_text(app->settings, SETTING_TOKEN)) != 0) {
        app_session_set(app, login->token);
        app_refresh_event(app, REFRESH_LOGGED_IN, 0); /* reads under way may be refused for the old one */
        if (app->settings->sources[SETTING_TOKEN] == SOURCE_CREDENTIALS)
            login_save(app, login->token);
    }
    if (!*app->email)
        login_learn_email(app, login->email);
}

const struct topic topic_login = {.name = "login"};
