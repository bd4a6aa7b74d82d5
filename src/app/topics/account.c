/* Owns the panes of the account and of the password policy: their readings, and their lines by the tables of
 * fields, the account's below what is known of the connection; and when the account is read for its credit.
 */
/* SPDX-License-Identifier: MIT */
#include "batch.h"
#include "part.h"

#include <stdint.h>
#include <stdlib.h>

#include "steno/app/session.h"
#include "steno/api/endpoint.h"
#include "steno/api/field.h"
#include "steno/api/record.h"
#include "steno/app/keys.h"
#include "steno/app/calls.h"
#include "steno/app/app.h"
#include "steno/app/panes.h"
#include "steno/app/say.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/call.h"
#include "steno/core/refresh.h"
#include "steno/core/settings.h"
#include "steno/widget/page.h"

#define AFTER_ENQUEUE_MS 2000
#define LABEL_CELLS_MIN  23
#define LABEL_CELLS_MAX  32

/* Does somebody wait for a reading of this kind? */
static bool account_is_asked(const struct app *app, enum endpoint_id op)
{
    for (size_t i = 0; i < app->call_count; i++) {
        const struct app_call *call = &app->calls[i];
        if (call->op == op && !call->background && !call->logs_in)
            return true;
    }
    return false;
}

/* --- the account --- */

struct account_state {
    uint64_t serial; /* of the call that read it last; those before are older, or about another account */
    int64_t at_ms;   /* monotonic: when it is read for its credit; 0: not */
    int failures;    /* while it was never read */
};

static struct account_state *account_state(const struct app *app)
{
    return part_state(app, &part_account);
}

struct credit app_credit(const struct app *app)
{
    const struct login *login = app->login;
    return (struct credit){.left = login ? login_credit(login) : -1, .read_ms = app->login_ms};
}

static void account_read_at(struct app *app, int64_t at_ms)
{
    account_state(app)->at_ms = at_ms;
}

void app_credit_read_soon(struct app *app)
{
    account_read_at(app, app->now_ms + AFTER_ENQUEUE_MS);
}

/* An account that could never be read is tried again as a project is. */
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
        account_read_at(app,
                        app->now_ms + refresh_wait_ms(++state->failures, asked_ms, (uint32_t)app->now_ms));
    if (!call->background)
        app_say_bad(app, "%s", error->text);
}

static void account_read(struct app *app, bool background)
{
    if (background || !account_is_asked(app, ENDPOINT_CURRENT_USER))
        app_call_send(app, app_call_new(app, ENDPOINT_CURRENT_USER, 0),
                      &(struct app_reply){.done = account_done,
                                          .what = mem_copy("Read the account"),
                                          .background = background});
}

static void account_refresh(struct app *app)
{
    account_read(app, false);
}

static void account_open(struct app *app)
{
    app_pane_open(app, "account");
    if (!app->login && app->session == SESSION_UP)
        account_read(app, false);
}

/* A line whose value is taken. */
static void account_add(struct page *page, const char *label, char *value, int cells)
{
    page_add_wrapped(page, LINE_FIELD, label, value, cells, label);
    free(value);
}

/* What the table does not know: the credit with its time, and this side of the connection. */
static void account_summary(const struct app *app, struct page *page, int cells)
{
    const struct credit credit = app_credit(app);
    char when[DATE_TEXT_SIZE], left[COST_TEXT_SIZE], source[512];
    bool has_token = *settings_text(app->settings, SETTING_TOKEN);
    cost_free(left, sizeof left, credit);
    date_format_short(when, sizeof when, credit.read_ms, app->wall_ms, app->zone, DATE_SINCE);
    if (app->login)
        account_add(page, "Left", *left ? mem_printf("%s, as of %s", left, when) : mem_copy("-"), cells);
    account_add(page, "Server", mem_copy(*app->url ? app->url : "-"), cells);
    account_add(page, "API path", mem_copy(app->api_path), cells);
    settings_describe_source(source, sizeof source, app->settings, SETTING_TOKEN);
    account_add(page, "Token",
                mem_copy(has_token                    ? source
                         : app->session == SESSION_UP ? "from a login here"
                                                      : "-"),
                cells);
    date_format_short(when, sizeof when, app->answer_ms, app->wall_ms, app->zone, DATE_TRAIL);
    account_add(page, "Last answer",
                app->answer_ms ? mem_printf("%s, %lld ms", when, (long long)app->answer_took_ms)
                               : mem_copy("none yet"),
                cells);
}

static void account_build(struct app *app, struct page *page, int cells)
{
    static const char *const first[] = {"Account", "Credit", "Rights", "Consents", NULL};
    const struct login *login = app->login;
    page_title(page, "Account");
    if (login && login->record.problems)
        page_add_wrapped(page, LINE_BAD, NULL, login->record.problems, cells, "problems");
    account_summary(app, page, cells);
    if (login)
        app_page_groups(page, &fields_login, first, login->record.shown, cells);
    else if (app->session == SESSION_UP)
        page_note(page, "Not read yet: %s reads it", app_key_of(app, "refresh"));
    else
        page_note(page, "Not logged in: %s logs in", app_key_of(app, "login"));
}

static bool account_awaits(const struct app *app, const struct app_call *call)
{
    (void)app;
    return call->op == ENDPOINT_CURRENT_USER;
}

static const struct pane_hint *account_hints(const struct app *app)
{
    static const struct pane_hint hints[] = {{"login", "Log in"},    {"policy", "Password policy"},
                                             {"refresh", "Refresh"}, {"copy", "Copy"},
                                             {"search", "Find"},     {0}};
    (void)app;
    return hints;
}

static const struct pane_ops account_pane = {.name = "account",
                                             .title = "Account",
                                             .grouped = true,
                                             .label_least = LABEL_CELLS_MIN,
                                             .label_most = LABEL_CELLS_MAX,
                                             .build = account_build,
                                             .refresh = account_refresh,
                                             .hints = account_hints,
                                             .awaits = account_awaits};

/* The header and the warnings of a form want it from the start; after a login it is here already. */
static void account_session_up(struct app *app)
{
    if (!app->login)
        account_read(app, true);
}

/* Readings under way are of the account before. */
static void account_server_changed(struct app *app)
{
    account_state(app)->serial = app->next_serial;
    account_state(app)->failures = 0;
    account_read_at(app, 0);
}

static int64_t account_deadline(const struct app *app)
{
    int64_t at_ms = account_state(app)->at_ms;
    return at_ms ? at_ms : INT64_MAX;
}

/* Reads it for its credit when it is time: not before the end of a batch of enqueues. */
static void account_turn(struct app *app)
{
    const struct batch *batch = app->batch;
    if (account_deadline(app) > app->now_ms)
        return;
    account_state(app)->at_ms = 0;
    if (batch->active && batch->ops->op == ENDPOINT_ENQUEUE)
        app_credit_read_soon(app);
    else if (!app->quitting && app->session == SESSION_UP)
        account_read(app, true);
}

/* clang-format off */
static const struct action account_actions[] = {
    {.name = "account", .keys = "A", .where = IN_PANES, .group = GROUP_PANES,
     .help = "Account: user, credit, rights", .run = account_open},
};
/* clang-format on */

const struct part part_account = {.name = "account",
                                  .state_size = sizeof(struct account_state),
                                  .pane = &account_pane,
                                  .session_up = account_session_up,
                                  .server_changed = account_server_changed,
                                  .turn = account_turn,
                                  .deadline = account_deadline,
                                  PART_ACTIONS(account_actions)};

/* --- the password policy --- */

struct policy_state {
    struct policy *policy; /* NULL until it was read */
    char *trouble;         /* sentence of the last reading that failed; NULL when it went well */
};

static struct policy_state *policy_state(const struct app *app)
{
    return part_state(app, &part_policy);
}

static void policy_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    (void)call;
    struct policy_state *state = policy_state(app);
    free(state->trouble);
    state->trouble = NULL;
    if (result->ok && result->policy) {
        policy_free(state->policy);
        state->policy = result->policy;
        result->policy = NULL;
    } else {
        state->trouble = mem_copy(result->error.text);
        app_say_bad(app, "%s", result->error.text);
    }
}

static void policy_read(struct app *app)
{
    if (!account_is_asked(app, ENDPOINT_PASSWORD_SETTINGS))
        app_call_send(app, app_call_new(app, ENDPOINT_PASSWORD_SETTINGS, 0),
                      &(struct app_reply){.done = policy_done, .what = mem_copy("Read the password policy")});
}

static void policy_open(struct app *app)
{
    app_pane_open(app, "policy");
    if (!policy_state(app)->policy && *app->url && app->session != SESSION_CHECKING)
        policy_read(app);
}

static void policy_build(struct app *app, struct page *page, int cells)
{
    static const char *const first[] = {"Length", "Characters", NULL};
    const struct policy_state *state = policy_state(app);
    page_title(page, "Password policy");
    if (state->trouble)
        page_add_wrapped(page, LINE_BAD, NULL, state->trouble, cells, "trouble");
    if (!state->policy) {
        page_note(page, "Not read yet: %s reads it", app_key_of(app, "refresh"));
        return;
    }
    if (state->policy->record.problems)
        page_add_wrapped(page, LINE_BAD, NULL, state->policy->record.problems, cells, "problems");
    app_page_groups(page, &fields_policy, first, state->policy->record.shown, cells);
}

static bool policy_awaits(const struct app *app, const struct app_call *call)
{
    (void)app;
    return call->op == ENDPOINT_PASSWORD_SETTINGS;
}

static void policy_end(struct app *app)
{
    struct policy_state *state = policy_state(app);
    policy_free(state->policy);
    free(state->trouble);
}

static const struct pane_hint *policy_hints(const struct app *app)
{
    static const struct pane_hint hints[] = {
        {"account", "Account"}, {"refresh", "Refresh"}, {"copy", "Copy"}, {"search", "Find"}, {0}};
    (void)app;
    return hints;
}

static const struct pane_ops policy_pane = {.name = "policy",
                                            .title = "Password policy",
                                            .grouped = true,
                                            .label_least = LABEL_CELLS_MIN,
                                            .label_most = LABEL_CELLS_MAX,
                                            .build = policy_build,
                                            .refresh = policy_read,
                                            .hints = policy_hints,
                                            .awaits = policy_awaits};

/* clang-format off */
static const struct action policy_actions[] = {
    {.name = "policy", .keys = "P", .where = IN_PANES, .group = GROUP_PANES,
     .help = "Password policy",
     .run = policy_open},
};
/* clang-format on */

const struct part part_policy = {.name = "policy",
                                 .state_size = sizeof(struct policy_state),
                                 .end = policy_end,
                                 .pane = &policy_pane,
                                 PART_ACTIONS(policy_actions)};
