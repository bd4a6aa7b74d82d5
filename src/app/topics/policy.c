/* Owns the pane of the password policy: reading it, its lines, and the check of a password that stays here.
 */
#include "topics/policy.h"

#include <stdint.h>
#include <stdlib.h>

#include "field_page.h"
#include "steno/api/endpoint.h"
#include "steno/api/field.h"
#include "steno/api/record.h"
#include "steno/app/action.h"
#include "steno/app/calls.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/prompt.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "steno/core/policy_check.h"
#include "steno/widget/list.h"
#include "steno/widget/page.h"

/* One finding about a password that was checked; the password itself is gone. */
struct checked {
    const struct field_def *field;
    enum policy_verdict verdict;
    char *text;
};

struct policy_state {
    bool asked;            /* a reading is under way */
    struct policy *policy; /* NULL until it was read */
    char *trouble;         /* sentence of the last reading that failed; NULL when it went well */
    struct checked *checked;
    size_t checked_count;
};

static struct policy_state *policy_state(const struct app *app)
{
    return topic_state(app, &topic_policy);
}

static void policy_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    (void)call;
    struct policy_state *state = policy_state(app);
    state->asked = false;
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
    app_page_touch(app, "policy");
}

static void policy_read(struct app *app)
{
    if (policy_state(app)->asked)
        return;
    policy_state(app)->asked = true;
    app_call_send(app, app_call_new(app, ENDPOINT_PASSWORD_SETTINGS, 0),
                  &(struct app_reply){.done = policy_done, .what = mem_copy("Read the password policy")});
}

static void policy_open(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_open(app, "policy");
    if (!policy_state(app)->policy && *app->url && app->session != SESSION_CHECKING)
        policy_read(app);
}

/* Forgets what was found about the last password. */
static void policy_forget(struct policy_state *state)
{
    for (size_t i = 0; i < state->checked_count; i++)
        free(state->checked[i].text);
    free(state->checked);
    state->checked = NULL;
    state->checked_count = 0;
}

static void policy_check_typed(struct app *app, int64_t id, const char *password)
{
    (void)id;
    struct policy_state *state = policy_state(app);
    struct policy_finding findings[POLICY_FINDINGS_MAX];
    policy_forget(state);
    size_t count = policy_check(state->policy, password, findings);
    state->checked = mem_zero(count + 1, sizeof *state->checked);
    size_t failed = 0;
    for (size_t i = 0; i < count; i++) {
        state->checked[i] = (struct checked){
            .field = findings[i].field, .verdict = findings[i].verdict, .text = mem_copy(findings[i].reason)};
        failed += findings[i].verdict == POLICY_FAILED;
    }
    state->checked_count = count;
    if (failed)
        app_say_bad(app, "The password fails %zu of %zu rules", failed, count);
    else
        app_say(app, "The password passes all that can be checked here");
    app_page_touch(app, "policy");
    list_home(&app_page_of(app, "policy")->list, 0);
}

static const struct prompt_ops password_prompt = {.label = "Password to check (not stored or sent): ",
                                                  .secret = true,
                                                  .shows = SHOWS_PANE,
                                                  .accept = policy_check_typed};

static void policy_ask(struct app *app, const char *arg)
{
    (void)arg;
    if (policy_state(app)->policy)
        app_prompt_open(app, &password_prompt, 0, "");
    else
        app_say(app, "The policy is not read yet: %s reads it", app_key_of(app, "refresh"));
}

/* What was found about the last password, which itself is gone. */
static void policy_findings(const struct policy_state *state, struct page *page, int cells)
{
    if (state->checked_count == 0)
        return;
    page_add(page, LINE_HEADING, NULL, "The password that was checked");
    for (size_t i = 0; i < state->checked_count; i++) {
        const struct checked *checked = &state->checked[i];
        char *text = mem_printf("%s %s", policy_verdict_mark(checked->verdict, false), checked->text);
        page_add_wrapped(page, LINE_FIELD, checked->field->label, text, cells, NULL);
        free(text);
    }
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
    policy_findings(state, page, cells);
    if (state->policy->record.problems)
        page_add_wrapped(page, LINE_BAD, NULL, state->policy->record.problems, cells, "problems");
    app_page_groups(page, &fields_policy, first, state->policy->record.shown, cells);
    char *check = mem_printf("%s checks a password locally; it is not stored or sent",
                             app_key_of(app, "check-password"));
    page_add_wrapped(page, LINE_NOTE, NULL, check, cells, NULL);
    free(check);
}

static bool policy_awaits(const struct app *app, const struct app_call *call)
{
    (void)app;
    return call->op == ENDPOINT_PASSWORD_SETTINGS;
}

static void policy_end(void *owned)
{
    struct policy_state *state = owned;
    policy_forget(state);
    policy_free(state->policy);
    free(state->trouble);
}

static const struct pane_hint *policy_hints(const struct app *app)
{
    static const struct pane_hint hints[] = {{"check-password", "Check a password", 95},
                                             {"account", "Account", 94},
                                             {"refresh", "Refresh", 93},
                                             {"copy", "Copy", 92},
                                             {"search", "Find", 91},
                                             {"back", NULL, 96},
                                             {0}};
    (void)app;
    return hints;
}

static const struct pane_ops policy_pane = {.name = "policy",
                                            .covers = true,
                                            .title = "Password policy",
                                            .grouped = true,
                                            .label_least = 23,
                                            .label_most = 32,
                                            .build = policy_build,
                                            .refresh = policy_read,
                                            .hints = policy_hints,
                                            .awaits = policy_awaits};

/* clang-format off */
static const struct action policy_actions[] = {
    {.name = "policy", .keys = "P", .where = IN_PANES, .group = GROUP_PANES, .with = "account",
     .help = "Password policy",
     .run = policy_open},
    {.name = "check-password", .keys = "c", .where = IN_OWN, .group = GROUP_PANES, .hint = "Check",
     .brief = "Check a password", .help = "Check a password locally; it is not stored or sent", .run = policy_ask},
};
/* clang-format on */

const struct topic topic_policy = {.name = "policy",
                                   .state_size = sizeof(struct policy_state),
                                   .end = policy_end,
                                   .pane = &policy_pane,
                                   TOPIC_ACTIONS(policy_actions)};
