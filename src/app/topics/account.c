/* Owns the account and policy panes: reading them, their lines, and the check of a password that
 * stays here. */
#include "topics/account.h"

#include <stdint.h>
#include <stdlib.h>

#include "field_page.h"
#include "private.h"
#include "session.h"
#include "steno/api/endpoint.h"
#include "steno/api/field.h"
#include "steno/api/record.h"
#include "steno/app/calls.h"
#include "steno/app/columns.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/prompt.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/topic.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "steno/core/policy_check.h"
#include "steno/widget/list.h"
#include "steno/widget/page.h"

static void account_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct login *login = result->login;
    app->private->account_asked = false;
    if (!result->ok || !login) {
        if (!call->background)
            app_say_bad(app, "%s", result->error.text);
        return;
    }
    result->login = NULL;
    app_session_learn(app, login);
    app_session_account(app, login);
}

void app_account_read(struct app *app, bool background)
{
    if (!background && app->private->account_asked)
        return;
    app->private->account_asked |= !background;
    app_call_send(app, app_call_new(app, ENDPOINT_CURRENT_USER, 0),
                  &(struct app_reply){
                      .done = account_done, .what = mem_copy("Read the account"), .background = background});
}

void act_account(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_open(app, PANE_ACCOUNT);
    if (!app->login && app->session == SESSION_UP)
        app_account_read(app, false);
}

void app_build_account(struct app *app, struct page *page, int cells)
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

/* --- password policy --- */

static void policy_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    (void)call;
    app->private->policy_asked = false;
    free(app->policy_trouble);
    app->policy_trouble = NULL;
    if (result->ok && result->policy) {
        policy_free(app->policy);
        app->policy = result->policy;
        result->policy = NULL;
    } else {
        app->policy_trouble = mem_copy(result->error.text);
        app_say_bad(app, "%s", result->error.text);
    }
    app_page_touch(app, PANE_POLICY);
}

void app_policy_read(struct app *app)
{
    if (app->private->policy_asked)
        return;
    app->private->policy_asked = true;
    app_call_send(app, app_call_new(app, ENDPOINT_PASSWORD_SETTINGS, 0),
                  &(struct app_reply){.done = policy_done, .what = mem_copy("Read the password policy")});
}

void act_policy(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_open(app, PANE_POLICY);
    if (!app->policy && *app->url && app->session != SESSION_CHECKING)
        app_policy_read(app);
}

/* Forgets the judgement of the last candidate. */
static void policy_forget(struct app *app)
{
    struct app_private *private = app->private;
    for (size_t i = 0; i < private->judged_count; i++)
        free(private->judged[i].text);
    free(private->judged);
    private->judged = NULL;
    private->judged_count = 0;
}

static void policy_judge(struct app *app, int64_t id, const char *candidate)
{
    (void)id;
    struct policy_finding findings[POLICY_FINDINGS_MAX];
    policy_forget(app);
    size_t count = policy_check(app->policy, candidate, findings);
    struct app_private *private = app->private;
    private->judged = mem_zero(count + 1, sizeof *private->judged);
    size_t failed = 0;
    for (size_t i = 0; i < count; i++) {
        private->judged[i] = (struct app_judged){
            .field = findings[i].field, .verdict = findings[i].verdict, .text = mem_copy(findings[i].reason)};
        failed += findings[i].verdict == POLICY_FAILED;
    }
    private->judged_count = count;
    if (failed)
        app_say_bad(app, "The password fails %zu of %zu rules", failed, count);
    else
        app_say(app, "The password passes all that can be judged here");
    app_page_touch(app, PANE_POLICY);
    list_home(&app->pages[PANE_POLICY].list, app_pane_height(app, PANE_POLICY));
}

static const struct prompt_ops password_prompt = {.label = "Password to check (not sent, not kept): ",
                                                  .secret = true,
                                                  .shows = SHOWS_PANE,
                                                  .accept = policy_judge};

void act_check(struct app *app, const char *arg)
{
    (void)arg;
    if (app->policy)
        app_prompt_open(app, &password_prompt, 0, "");
    else
        app_say(app, "The policy is not read yet: %s reads it", app_key_of(app, "refresh"));
}

/* What was found about the last candidate, which itself is gone. */
static void policy_judgement(struct app *app, struct page *page, int cells)
{
    if (app->private->judged_count == 0)
        return;
    page_add(page, LINE_HEADING, NULL, "The password that was checked");
    for (size_t i = 0; i < app->private->judged_count; i++) {
        const struct app_judged *judged = &app->private->judged[i];
        char *text = mem_printf("%s %s", policy_verdict_mark(judged->verdict, false), judged->text);
        page_add_wrapped(page, LINE_FIELD, judged->field->label, text, cells, NULL);
        free(text);
    }
}

void app_build_policy(struct app *app, struct page *page, int cells)
{
    static const char *const first[] = {"Length", "Characters", NULL};
    page_title(page, "Password policy");
    if (app->policy_trouble)
        page_add_wrapped(page, LINE_BAD, NULL, app->policy_trouble, cells, "trouble");
    if (!app->policy) {
        page_note(page, "Not read yet: %s reads it", app_key_of(app, "refresh"));
        return;
    }
    policy_judgement(app, page, cells);
    if (app->policy->record.problems)
        page_add_wrapped(page, LINE_BAD, NULL, app->policy->record.problems, cells, "problems");
    app_page_groups(page, &fields_policy, first, app->policy->record.shown, cells);
    char *check =
        mem_printf("%s checks a password here, without sending it", app_key_of(app, "check-password"));
    page_add_wrapped(page, LINE_NOTE, NULL, check, cells, NULL);
    free(check);
}

static void account_changed(struct app *app)
{
    app->private->account_asked = false;
    app_page_touch(app, PANE_ACCOUNT);
}

/* The header and the warnings of a form want it from the start; after a login it is here already. */
static void account_session_up(struct app *app)
{
    if (!app->login)
        app_account_read(app, true);
}

const struct topic topic_account = {
    .name = "account", .session_up = account_session_up, .account_changed = account_changed};
