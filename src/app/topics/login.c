/* Owns the login form: by password or by a pasted token, with consent only when the server asks for it and
 * the user agrees; and when a lost session opens it. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/session.h"
#include "steno/api/address.h"
#include "steno/api/connection.h"
#include "steno/api/endpoint.h"
#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/app/keys.h"
#include "ask.h"
#include "writes.h"
#include "steno/app/calls.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "steno/app/app.h"
#include "steno/app/say.h"
#include "steno/app/watchlist.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "steno/core/forms.h"
#include "steno/core/settings.h"
#include "steno/store/store.h"
#include "steno/widget/form.h"

/* Warns of an address to which everything would go unencrypted. */
static void login_warn(const struct param_set *set, struct form_warnings *out)
{
    const char *url = param_set_get(set, LOGIN_URL);
    if (url && address_is_exposed(url))
        form_warnings_add(out, settings_http_warning);
}

static void login_send(struct app *app, struct app_form *form);

static void login_left(struct app *app)
{
    if (app->session != SESSION_UP)
        app_say(app, "Not logged in: %s opens the login", app_key_of(app, "login"));
}

static const struct form_ops login_form = {
    .title = "Log in", .table = &params_login, .send = login_send, .left = login_left};

/* Opens the form, unless it is open already: fills in what is known, and goes to what is not. */
static void login_open(struct app *app)
{
    if (app_form_about(app, &login_form, 0))
        return;
    struct app_form *form = app_form_open(app, &login_form, 0);
    if (!form)
        return;
    if (*app->url)
        form_put(form->form, params_login.rows[LOGIN_URL].name, app->url);
    if (*app->email)
        form_put(form->form, params_login.rows[LOGIN_EMAIL].name, app->email);
    if (!settings_bool(app->settings, SETTING_ALLOW_HTTP))
        form_set_warn(form->form, login_warn);
    form_hide(form->form, params_login.rows[LOGIN_CONSENT].name, true);
    form_go_needed(form->form);
    app_draft_restore(app, form);
}

/* The text of a field; "" when it is unset. */
static const char *login_value(const struct app_form *form, int row)
{
    const char *value = param_set_get(form_values(form->form), row);
    return value ? value : "";
}

static app_call_reply login_done;

/* The login by token, where one was typed, else by password. */
static void login_send(struct app *app, struct app_form *form)
{
    const char *url = login_value(form, LOGIN_URL), *token = login_value(form, LOGIN_TOKEN);
    struct error err;
    int row = -1;
    if (!form_tables_check_login(form_values(form->form), &row, &err)) {
        if (row < 0 || !form_field_error(form->form, params_login.rows[row].name, err.text))
            app_form_tell(form, true, err.text);
        return;
    }
    const char *path = address_api_path(url);
    if (path && app->session != SESSION_UP && strcmp(path, app->api_path) != 0)
        session_try_path(app, path);
    struct call *call = app_call_new(app, *token ? ENDPOINT_CURRENT_USER : ENDPOINT_LOGIN, 0);
    call->url = address_normalise(url);
    if (*token) {
        call->token = mem_copy(token);
    } else {
        call->email = mem_copy(login_value(form, LOGIN_EMAIL));
        call->password = mem_copy(login_value(form, LOGIN_PASSWORD));
        call->consent = strcmp(login_value(form, LOGIN_CONSENT), "true") == 0;
    }
    const struct app_reply reply = {.done = login_done, .what = mem_copy("Log in"), .logs_in = true};
    app_form_send(app, form, call, &reply, "Logging in…");
}

/* Yes to the consent: the same is sent with it. */
static void login_consent(struct app *app, int64_t id)
{
    (void)id;
    struct app_form *form = app_form_top(app);
    if (!form || form->ops != &login_form)
        return;
    form_hide(form->form, params_login.rows[LOGIN_CONSENT].name, false);
    form_put(form->form, params_login.rows[LOGIN_CONSENT].name, "true");
    login_send(app, form);
}

/* The login went well. */
static void login_accept(struct app *app, struct app_form *form, struct login *login)
{
    char *token = mem_copy(login->token ? login->token : login_value(form, LOGIN_TOKEN));
    char *url = address_normalise(login_value(form, LOGIN_URL));
    char *email = mem_copy(*login->email ? login->email : login_value(form, LOGIN_EMAIL));
    app_draft_discard(app, form);
    if (session_move(app, url, email, token)) {
        app_watchlist_forget(app);
        app_open_writes_forget(app);
    }
    app_drafts_moved(app);
    app_watchlist_load(app);
    part_tell(server_changed, app);
    mem_wipe_free(token);
    app_form_close(app, form);
    session_log_in(app, login);
    app_say(app, "Logged in as %s", *app->email ? app->email : "the owner of the token");
}

/* Yes to the other prefix: the same is sent there. */
static void login_elsewhere(struct app *app, int64_t id, const char *path)
{
    (void)id;
    struct app_form *form = app_form_top(app);
    if (!form || form->ops != &login_form || app->session == SESSION_UP)
        return;
    session_try_path(app, path);
    login_send(app, form);
}

/* The server refused the login: it may want consent, which is asked for. Where there is nothing at the
 * address the service may stand under the other prefix, which is never tried without asking. */
static void login_refused(struct app *app, struct app_form *form, const struct error *error)
{
    const char *other = address_other_path(app->api_path);
    bool is_on_top = form == app_form_top(app);
    if (reply_message_wants_consent(error) && is_on_top) {
        app_ask(app,
                &(struct app_question_ask){.parts = {{.words = "The server requires your consent to its "
                                                               "data protection terms. Do you agree?"}},
                                           .verb = {.word = "Agree"},
                                           .yes = login_consent,
                                           .refused = "Not logged in: the server requires your consent"});
        return;
    }
    if (error->status == 412) /* the sentence speaks of consent, so it must be possible to give it */
        form_hide(form->form, params_login.rows[LOGIN_CONSENT].name, false);
    app_form_failed(app, form, error);
    if (error->status == 401 && !*error->field)
        form_field_error(
            form->form,
            params_login.rows[*login_value(form, LOGIN_TOKEN) ? LOGIN_TOKEN : LOGIN_PASSWORD].name,
            "rejected by the server");
    if (error->status == 404 && other && app->session != SESSION_UP && is_on_top)
        app_ask(app,
                &(struct app_question_ask){.parts = {{.words = "No service under "},
                                                     {.words = app->api_path},
                                                     {.words = ". Try "},
                                                     {.words = other},
                                                     {.words = "?"}},
                                           .verb = {.word = "Try it"},
                                           .arg = other,
                                           .yes_with = login_elsewhere,
                                           .refused = "Not logged in: no service answers at this address"});
}

/* Until a login goes well the form keeps what was typed. */
static void login_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_form *form = app_form_find(app, call->serial);
    struct login *login = result->login;
    if (!form) {
        if (!result->ok)
            app_say_bad(app, "%s", result->error.text);
        return;
    }
    form->serial = 0;
    app_form_tell(form, false, NULL);
    if (!result->ok) {
        login_refused(app, form, &result->error);
    } else if (login && (login->token || *login_value(form, LOGIN_TOKEN))) {
        result->login = NULL;
        login_accept(app, form, login);
    } else {
        app_form_message(app, form, true, "Log in: the server returned no token; nothing was changed");
    }
}

/* Was nothing typed into the form? */
static bool login_is_untouched(const struct app_form *form)
{
    const struct lineedit *edit = form_editor(form->form);
    return param_set_is_same(form_values(form->form), form->start) && !(edit && *lineedit_text(edit));
}

/* The account's email became known: an open login form in which nothing was typed shows it and goes on to the
 * password, as one that opens later would. */
static void login_account_changed(struct app *app)
{
    struct app_form *form = app_form_about(app, &login_form, 0);
    if (!form || !login_is_untouched(form) || !*app->email || *login_value(form, LOGIN_EMAIL))
        return;
    form_put(form->form, params_login.rows[LOGIN_EMAIL].name, app->email);
    form_go_needed(form->form);
    app_form_take_start(form);
}

/* --- the login that a lost session needs --- */

struct login_state {
    bool due;    /* the session is lost and the login not opened yet */
    bool wanted; /* what the operator sent was refused for that */
    bool said;   /* that the login opens later */
};

static struct login_state *login_state(const struct app *app)
{
    return part_state(app, &part_login);
}

/* Would the login take the keys of somebody who is doing something else? A form that was just sent is not
 * being filled in. */
static bool login_would_disturb(const struct app *app)
{
    if (app_form_is_covered(app))
        return true;
    const struct app_form *form = app_form_top(app);
    if (!form || form->ops == &login_form)
        return false;
    return !login_state(app)->wanted || form_is_typing(form->form);
}

/* Opens the login over everything else, and says in it why a session that was up needs one. */
static void login_ask(struct app *app)
{
    struct login_state *state = login_state(app);
    const char *why = session_why(app);
    char source[256];
    state->due = state->wanted = false;
    login_open(app);
    struct app_form *form = app_form_top(app);
    if (!form || form->ops != &login_form)
        return;
    settings_describe_source(source, sizeof source, app->settings, SETTING_TOKEN);
    if (why)
        app_form_message(app, form, true, "Login no longer accepted. %s. Log in again; nothing else is lost",
                         why);
    else if (session_is_typed(app) || !*settings_text(app->settings, SETTING_TOKEN))
        app_form_message(app, form, true, "Login no longer accepted. Log in again; nothing else is lost");
    else
        app_form_message(app, form, true,
                         "The server rejected the token of %s. Log in again; nothing else is lost", source);
}

static void login_session_lost(struct app *app, bool wanted)
{
    struct login_state *state = login_state(app);
    if (app->session == SESSION_NONE) { /* the first login of a session that has no token */
        const char *trouble = app->settings->token_trouble;
        login_open(app);
        if (trouble && app_form_top(app))
            app_form_message(app, app_form_top(app), true,
                             "%s. Log in by password or token instead; nothing is lost", trouble);
        return;
    }
    store_wait_at_most(app->store, STORE_SCREEN_BUSY_MS);
    app_drafts_save(app);
    state->due = true;
    state->wanted |= wanted;
    if (!state->said && login_would_disturb(app))
        app_say_bad(app, "Login no longer accepted: the login form opens when you are done here");
    state->said = true;
}

/* Somebody logged in, here or in another window: a form in which nothing was typed is not wanted any more. */
static void login_session_up(struct app *app)
{
    struct app_form *form = app_form_about(app, &login_form, 0);
    *login_state(app) = (struct login_state){0};
    if (form && !form->serial && form == app_form_top(app) && login_is_untouched(form))
        app_form_close(app, form);
}

static void login_turn_end(struct app *app)
{
    if (!app->quitting && login_state(app)->due && !login_would_disturb(app))
        login_ask(app);
}

/* clang-format off */
static const struct action login_actions[] = {
    {.name = "login", .keys = "l", .where = IN_PANES, .group = GROUP_PROGRAM,
     .help = "Log in",
     .run = login_open},
};
/* clang-format on */

const struct part part_login = {.name = "login",
                                .state_size = sizeof(struct login_state),
                                .session_up = login_session_up,
                                .session_lost = login_session_lost,
                                .account_changed = login_account_changed,
                                .turn = login_turn_end,
                                PART_ACTIONS(login_actions)};
