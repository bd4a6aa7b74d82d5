/* The login form, for a password or a pasted token. It also opens when the server rejects the current token.
 * Also the panes of the account and of the password policy. The account is read again after an enqueue, for
 * its credit. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <stdint.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "batch.h"
#include "writes.h"
#include "steno/api/connection.h"
#include "steno/api/field.h"
#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/api/request.h"
#include "steno/app/app.h"
#include "steno/app/calls.h"
#include "steno/app/forms.h"
#include "steno/app/keys.h"
#include "steno/app/panes.h"
#include "steno/app/say.h"
#include "steno/app/session.h"
#include "steno/app/watchlist.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/forms.h"
#include "steno/core/refresh.h"
#include "steno/core/settings.h"
#include "steno/core/write.h"
#include "steno/store/store.h"
#include "steno/widget/form.h"
#include "steno/widget/page.h"

#define AFTER_ENQUEUE_MS 2000
#define LABEL_CELLS_MIN  23
#define LABEL_CELLS_MAX  32

struct account_state {
    bool login_due;        /* the login form must be opened, because the session is lost */
    bool login_wanted;     /* a call of the operator failed because the session is lost */
    bool login_announced;  /* the message that the login form will open was shown */
    uint64_t serial;       /* answers to calls with a lower serial number are ignored */
    int64_t at_ms;         /* monotonic: when the account is read again for its credit; 0: not planned */
    int failures;          /* number of failed readings while the account is unknown */
    struct policy *policy; /* NULL until read */
};

static struct account_state *account_state(const struct app *app)
{
    return part_state(app, &part_account);
}

/* --- the login form --- */

static const char *login_value(const struct app_form *form, int row)
{
    const char *value = param_set_get(form_values(form->form), row);
    return value ? value : "";
}

static bool login_is_untouched(const struct app_form *form)
{
    const struct lineedit *edit = form_editor(form->form);
    return param_set_is_same(form_values(form->form), form->start) && !(edit && *lineedit_text(edit));
}

static void login_left(struct app *app)
{
    if (app->session != SESSION_UP)
        app_say(app, "Not logged in: %s opens the login", app_key_of(app, "login"));
}

/* In an untouched form, fills in the account's email and selects the next required field. */
static void login_check(struct app *app, struct app_form *form)
{
    if (!*app->email || *login_value(form, LOGIN_EMAIL) || !login_is_untouched(form))
        return;
    form_put(form->form, params_login.rows[LOGIN_EMAIL].name, app->email);
    form_go_needed(form->form);
    app_form_take_start(form);
}

static void login_send(struct app *app, struct app_form *form);

static const struct form_ops login_form = {
    .title = "Log in", .table = &params_login, .send = login_send, .left = login_left, .check = login_check};

static void login_warn(const struct param_set *set, struct form_warnings *out)
{
    const char *url = param_set_get(set, LOGIN_URL);
    if (url && address_is_exposed(url))
        form_warnings_add(out, settings_http_warning);
}

/* Opens the form if it is closed. Fills in address and email. Selects the first empty required field. */
static void login_open(struct app *app)
{
    struct app_form *form = app_form_about(app, &login_form, 0) ? NULL : app_form_open(app, &login_form, 0);
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

static app_call_reply login_done;

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

/* Called after Yes: sends the login again. `path` is the API path to try. "": the user has given consent. */
static void login_retry(struct app *app, int64_t id, const char *path)
{
    (void)id;
    struct app_form *form = app_form_top(app);
    if (!form || form->ops != &login_form || (*path && app->session == SESSION_UP))
        return;
    if (*path) {
        session_try_path(app, path);
    } else {
        form_hide(form->form, params_login.rows[LOGIN_CONSENT].name, false);
        form_put(form->form, params_login.rows[LOGIN_CONSENT].name, "true");
    }
    login_send(app, form);
}

/* Handles a refused login. If the server requires consent, asks the user for consent. After a 404, asks
 * whether to try the other API path. */
static void login_refused(struct app *app, struct app_form *form, const struct error *error)
{
    const char *other = address_other_path(app->api_path);
    bool is_on_top = form == app_form_top(app);
    if (reply_message_wants_consent(error) && is_on_top) {
        app_ask(app,
                &(struct app_question_ask){.parts = {{.words = "The server requires your consent to its "
                                                               "data protection terms. Do you agree?"}},
                                           .verb = {.word = "Agree"},
                                           .arg = "",
                                           .yes_with = login_retry,
                                           .refused = "Not logged in: the server requires your consent"});
        return;
    }
    if (error->status == 412) /* the message asks for consent, so show the field */
        form_hide(form->form, params_login.rows[LOGIN_CONSENT].name, false);
    app_form_failed(app, form, error);
    if (error->status == 401 && !*error->field)
        form_field_error(
            form->form,
            params_login.rows[*login_value(form, LOGIN_TOKEN) ? LOGIN_TOKEN : LOGIN_PASSWORD].name,
            "rejected by the server");
    if (error->status == 404 && other && app->session != SESSION_UP && is_on_top)
        app_ask(app,
                &(struct app_question_ask){.parts = {{.words = "No service under the path "},
                                                     {.words = app->api_path},
                                                     {.words = ". Try "},
                                                     {.words = other},
                                                     {.words = "?"}},
                                           .verb = {.word = "Try it"},
                                           .arg = other,
                                           .yes_with = login_retry,
                                           .refused = "Not logged in: no service answers at this address"});
}

/* Handles the answer to a login. The form keeps the typed values until a login succeeds. */
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
        return;
    }
    if (!login || !(login->token || *login_value(form, LOGIN_TOKEN))) {
        app_form_message(app, form, true, "Log in: the server returned no token; nothing was changed");
        return;
    }
    result->login = NULL;
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
    app->closed_ms = app->now_ms;
    session_log_in(app, login);
    app_status_end_failure(app);
    app_say(app, "Logged in as %s", *app->email ? app->email : "the owner of the token");
}

/* --- login after a lost session --- */

/* True if the login form would interrupt the user in a question, a menu or another form. If `login_wanted` is
 * set, another form counts only while text is typed there. */
static bool login_would_disturb(const struct app *app)
{
    const struct account_state *state = account_state(app);
    const struct app_form *form = app_form_top(app);
    return app_form_is_covered(app) ||
           (form && form->ops != &login_form && (!state->login_wanted || form_is_typing(form->form)));
}

static void login_session_lost(struct app *app, bool wanted)
{
    struct account_state *state = account_state(app);
    if (app->session == SESSION_NONE) {
        const char *trouble = app->settings->token_trouble;
        login_open(app);
        if (trouble && app_form_top(app))
            app_form_message(app, app_form_top(app), true,
                             "%s. Log in by password or token instead; nothing is lost", trouble);
        return;
    }
    store_wait_at_most(app->store, STORE_SCREEN_BUSY_MS);
    app_drafts_save(app);
    state->login_due = true;
    state->login_wanted |= wanted;
    if (!state->login_announced && login_would_disturb(app))
        app_say_bad(app, "Login no longer accepted: the login form opens when you are done here");
    state->login_announced = true;
}

/* Opens the login form when it would not interrupt the user. The form shows why a login is needed. */
static void login_turn(struct app *app)
{
    struct account_state *state = account_state(app);
    const char *why = session_why(app);
    char source[256];
    if (app->quitting || !state->login_due || login_would_disturb(app))
        return;
    state->login_due = state->login_wanted = false;
    login_open(app);
    struct app_form *form = app_form_top(app);
    if (!form || form->ops != &login_form)
        return;
    settings_describe_source(source, sizeof source, app->settings, SETTING_TOKEN);
    if (why)
        app_form_message(app, form, true, "Login no longer accepted. %s. Log in again; no data is lost", why);
    else if (session_is_typed(app) || !*settings_text(app->settings, SETTING_TOKEN))
        app_form_message(app, form, true, "Login no longer accepted. Log in again; no data is lost");
    else
        app_form_message(app, form, true,
                         "The server rejected the token from %s. Log in again; no data is lost", source);
}

/* --- the account and the policy --- */

struct credit app_credit(const struct app *app)
{
    const struct login *login = app->login;
    return (struct credit){.left = login ? login_credit(login) : -1, .read_ms = app->login_ms};
}

void app_credit_text(const struct app *app, char *out, size_t size)
{
    *out = '\0';
    if (app->login && login_credit(app->login) >= 0)
        snprintf(out, size, "%" PRId64 " min left", login_credit(app->login));
}

void app_credit_read_soon(struct app *app)
{
    account_state(app)->at_ms = app->now_ms + AFTER_ENQUEUE_MS;
}

/* Handles the answer to a reading of the account. If the reading failed and no account is known, plans
 * another reading. */
static void account_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct account_state *state = account_state(app);
    const struct error *error = &result->error;
    if (call->serial < state->serial)
        return;
    if (result->ok && result->login) {
        struct login *login = result->login;
        state->serial = call->serial;
        result->login = NULL;
        session_learn(app, login, call->asked_ms);
        return;
    }
    int64_t asked_ms = error->retry_after_s > 0 ? error->retry_after_s * INT64_C(1000) : 0;
    if (!app->login && app->session == SESSION_UP)
        state->at_ms = app->now_ms + refresh_wait_ms(++state->failures, asked_ms, (uint32_t)app->now_ms);
    if (!call->background)
        app_say_bad(app, "%s", error->text);
}

static void policy_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    (void)call;
    struct account_state *state = account_state(app);
    if (result->ok && result->policy) {
        policy_free(state->policy);
        state->policy = result->policy;
        result->policy = NULL;
    } else {
        app_say_bad(app, "%s", result->error.text);
    }
}

/* Reads the account or the policy. A second call of the operator is ignored while the first is under way. */
static void account_ask(struct app *app, enum endpoint_id op, app_call_reply *done, const char *what,
                        bool background)
{
    for (size_t i = 0; i < app->call_count && !background; i++) {
        const struct app_call *call = &app->calls[i];
        if (call->op == op && !call->background && !call->logs_in)
            return;
    }
    app_call_send(app, app_call_new(app, op, 0),
                  &(struct app_reply){.done = done, .what = mem_copy(what), .background = background});
}

static void account_read(struct app *app, bool background)
{
    account_ask(app, ENDPOINT_CURRENT_USER, account_done, "Read the account", background);
}

static void account_refresh(struct app *app)
{
    account_read(app, false);
}

static void policy_refresh(struct app *app)
{
    account_ask(app, ENDPOINT_PASSWORD_SETTINGS, policy_done, "Read the password policy", false);
}

/* Called after a login, here or in another window. Closes an untouched login form. Reads the account if it is
 * unknown, because the header shows its credit. */
static void account_session_up(struct app *app)
{
    struct account_state *state = account_state(app);
    struct app_form *form = app_form_about(app, &login_form, 0);
    state->login_due = state->login_wanted = state->login_announced = false;
    if (!app->login)
        account_read(app, true);
    if (form && !form->serial && form == app_form_top(app) && login_is_untouched(form))
        app_form_close(app, form);
}

/* Answers to calls under way are ignored, because they are about the old account. */
static void account_server_changed(struct app *app)
{
    struct account_state *state = account_state(app);
    state->serial = app->next_serial;
    state->failures = 0;
    state->at_ms = 0;
}

static int64_t account_deadline(const struct app *app)
{
    int64_t at_ms = account_state(app)->at_ms;
    return at_ms ? at_ms : INT64_MAX;
}

/* Reads the account when this is due. A batch of enqueues postpones the reading. */
static void account_turn(struct app *app)
{
    const struct batch *batch = app->batch;
    login_turn(app);
    if (account_deadline(app) > app->now_ms)
        return;
    account_state(app)->at_ms = 0;
    if (batch->active && batch->ops->op == ENDPOINT_ENQUEUE)
        app_credit_read_soon(app);
    else if (!app->quitting && app->session == SESSION_UP)
        account_read(app, true);
}

static void account_end(struct app *app)
{
    policy_free(account_state(app)->policy);
}

static void account_open(struct app *app)
{
    app_pane_open(app, "account");
    if (!app->login && app->session == SESSION_UP)
        account_refresh(app);
}

static void policy_open(struct app *app)
{
    app_pane_open(app, "policy");
    if (!account_state(app)->policy && *app->url && app->session != SESSION_CHECKING)
        policy_refresh(app);
}

static void account_build(struct app *app, struct page *page, int cells)
{
    static const char *const first[] = {"User", "Credit", "Rights", "Consents", NULL};
    const struct login *login = app->login;
    const struct credit credit = app_credit(app);
    char when[DATE_TEXT_SIZE], left[COST_TEXT_SIZE], source[512];
    page_title(page, "Account");
    if (login && login->record.problems)
        page_add_wrapped(page, LINE_BAD, NULL, login->record.problems, cells, "problems");
    app_credit_text(app, left, sizeof left);
    date_format_short(when, sizeof when, credit.read_ms, app->wall_ms, app->zone, DATE_SINCE);
    if (login)
        page_add_taken(page, LINE_FIELD, "Credit",
                       *left ? mem_printf("%s, as of %s", left, when) : mem_copy("-"), cells, "Credit");
    page_add_wrapped(page, LINE_FIELD, "Server", *app->url ? app->url : "-", cells, "Server");
    page_add_wrapped(page, LINE_FIELD, "API path", app->api_path, cells, "API path");
    settings_describe_source(source, sizeof source, app->settings, SETTING_TOKEN);
    page_add_taken(page, LINE_FIELD, "Token",
                   *settings_text(app->settings, SETTING_TOKEN) ? mem_printf("from %s", source)
                   : app->session == SESSION_UP ? mem_copy("received when you logged in during this session")
                                                : mem_copy("-"),
                   cells, "Token");
    date_format_short(when, sizeof when, app->answer_ms, app->wall_ms, app->zone, DATE_TRAIL);
    page_add_taken(page, LINE_FIELD, "Last answer",
                   app->answer_ms ? mem_printf("%s, took %lld ms", when, (long long)app->answer_took_ms)
                                  : mem_copy("none yet"),
                   cells, "Last answer");
    if (login)
        app_page_groups(page, &fields_login, first, login->record.shown, cells);
    else if (app->session == SESSION_UP)
        page_note(page, "The account is not read yet: press %s to read it", app_key_of(app, "refresh"));
    else
        page_note(page, "Not logged in: %s logs in", app_key_of(app, "login"));
}

static void policy_build(struct app *app, struct page *page, int cells)
{
    static const char *const first[] = {"Length", "Characters", NULL};
    const struct account_state *state = account_state(app);
    page_title(page, "Password policy");
    if (!state->policy) {
        page_note(page, "The policy is not read yet: press %s to read it", app_key_of(app, "refresh"));
        return;
    }
    if (state->policy->record.problems)
        page_add_wrapped(page, LINE_BAD, NULL, state->policy->record.problems, cells, "problems");
    app_page_groups(page, &fields_policy, first, state->policy->record.shown, cells);
}

/* clang-format off */
static const struct pane_hint account_hints[] = {
    {"login", "Log in"}, {"policy", "Password policy"}, {"refresh", "Refresh"}, {"copy", "Copy"}, {"search", "Find"},
    {0}};
static const struct pane_hint policy_hints[] = {
    {"account", "Account"}, {"refresh", "Refresh"}, {"copy", "Copy"}, {"search", "Find"}, {0}};
static const struct action account_actions[] = {
    {.name = "login", .keys = "l", .where = IN_PANES, .group = GROUP_PROGRAM, .help = "Log in", .run = login_open},
    {.name = "account", .keys = "A", .where = IN_PANES, .group = GROUP_PANES, .help = "Account: user, credit, rights",
     .run = account_open},
};
static const struct action policy_actions[] = {
    {.name = "policy", .keys = "P", .where = IN_PANES, .group = GROUP_PANES, .help = "Password policy",
     .run = policy_open},
};
/* clang-format on */

static const struct pane_ops account_pane = {.name = "account",
                                             .title = "Account",
                                             .grouped = true,
                                             .label_least = LABEL_CELLS_MIN,
                                             .label_most = LABEL_CELLS_MAX,
                                             .build = account_build,
                                             .refresh = account_refresh,
                                             .usual_hints = account_hints};

static const struct pane_ops policy_pane = {.name = "policy",
                                            .title = "Password policy",
                                            .grouped = true,
                                            .label_least = LABEL_CELLS_MIN,
                                            .label_most = LABEL_CELLS_MAX,
                                            .build = policy_build,
                                            .refresh = policy_refresh,
                                            .usual_hints = policy_hints};

const struct part part_account = {.name = "account",
                                  .state_size = sizeof(struct account_state),
                                  .end = account_end,
                                  .pane = &account_pane,
                                  .session_up = account_session_up,
                                  .session_lost = login_session_lost,
                                  .server_changed = account_server_changed,
                                  .turn = account_turn,
                                  .deadline = account_deadline,
                                  PART_ACTIONS(account_actions)};

const struct part part_policy = {.name = "policy", .pane = &policy_pane, PART_ACTIONS(policy_actions)};
