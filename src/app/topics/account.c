/* Owns the account pane: reading the account, and its lines. */
#include "topics/account.h"

#include <stdint.h>

#include "field_page.h"
#include "session.h"
#include "steno/api/endpoint.h"
#include "steno/api/field.h"
#include "steno/api/record.h"
#include "steno/app/action.h"
#include "steno/app/calls.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/topic.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "steno/widget/page.h"

struct account_state {
    bool asked; /* somebody waits for the account */
};

static struct account_state *account_state(const struct app *app)
{
    return topic_state(app, &topic_account);
}

static void account_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct login *login = result->login;
    account_state(app)->asked = false;
    if (!result->ok || !login) {
        if (!call->background)
            app_say_bad(app, "%s", result->error.text);
        return;
    }
    result->login = NULL;
    app_session_learn(app, login);
    app_session_account(app, login);
}

static void account_read(struct app *app, bool background)
{
    if (!background && account_state(app)->asked)
        return;
    account_state(app)->asked |= !background;
    app_call_send(app, app_call_new(app, ENDPOINT_CURRENT_USER, 0),
                  &(struct app_reply){
                      .done = account_done, .what = mem_copy("Read the account"), .background = background});
}

static void account_open(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_open(app, "account");
    if (!app->login && app->session == SESSION_UP)
        account_read(app, false);
}

static void account_build(struct app *app, struct page *page, int cells)
{
    static const char *const first[] = {"Account", "Credit", NULL};
    page_title(page, "Account");
    page_add_wrapped(page, LINE_FIELD, "Server", *app->url ? app->url : "-", cells, NULL);
    page_add_wrapped(page, LINE_FIELD, "API path", app->api_path, cells, NULL);
    if (!app->login) {
        if (app->session == SESSION_UP)
            page_note(page, "Not read yet: %s reads it", app_key_of(app, "refresh"));
        else
            page_note(page, "Not logged in: %s logs in", app_key_of(app, "login"));
        return;
    }
    if (app->login->record.problems)
        page_add_wrapped(page, LINE_BAD, NULL, app->login->record.problems, cells, "problems");
    app_page_groups(page, &fields_login, first, app->login->record.shown, cells);
}

static void account_refresh(struct app *app)
{
    account_read(app, false);
}

static bool account_awaits(const struct app *app, const struct app_call *call)
{
    (void)app;
    return call->op == ENDPOINT_CURRENT_USER;
}

static const struct pane_hint *account_hints(const struct app *app)
{
    static const struct pane_hint hints[] = {{"login", "Log in", 95},
                                             {"policy", "Password policy", 94},
                                             {"refresh", "Refresh", 93},
                                             {"copy", "Copy", 92},
                                             {"search", "Find", 91},
                                             {"back", NULL, 96},
                                             {0}};
    (void)app;
    return hints;
}

static const struct pane_ops account_pane = {.name = "account",
                                             .covers = true,
                                             .title = "Account",
                                             .grouped = true,
                                             .label_least = 22,
                                             .label_most = 40,
                                             .build = account_build,
                                             .refresh = account_refresh,
                                             .hints = account_hints,
                                             .awaits = account_awaits};

static void account_changed(struct app *app)
{
    account_state(app)->asked = false;
    app_page_touch(app, "account");
}

/* The header and the warnings of a form want it from the start; after a login it is here already. */
static void account_session_up(struct app *app)
{
    if (!app->login)
        account_read(app, true);
}

/* clang-format off */
static const struct action account_actions[] = {
    {.name = "account", .keys = "A", .where = IN_PANES, .group = GROUP_PANES,
     .brief = "Account; password policy",
     .help = "Account: user, credit, rights, consents", .run = account_open},
};
/* clang-format on */

const struct topic topic_account = {.name = "account",
                                    .state_size = sizeof(struct account_state),
                                    .pane = &account_pane,
                                    .session_up = account_session_up,
                                    .account_changed = account_changed,
                                    TOPIC_ACTIONS(account_actions)};
