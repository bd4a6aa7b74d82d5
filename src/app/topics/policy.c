/* Owns the pane of the password policy: reading it, and its lines. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <stdlib.h>

#include "steno/api/endpoint.h"
#include "steno/api/field.h"
#include "steno/api/record.h"
#include "steno/app/action.h"
#include "steno/app/calls.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "steno/widget/page.h"

struct policy_state {
    bool asked;            /* a reading is under way */
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
                                            .label_least = 23,
                                            .label_most = 32,
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
