/* Owns the account pane: reading the account, and its lines. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "page_lines.h"
#include "session.h"
#include "steno/api/endpoint.h"
#include "steno/api/field.h"
#include "steno/api/record.h"
#include "steno/app/action.h"
#include "steno/app/calls.h"
#include "batch.h"
#include "steno/app/credit.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/call.h"
#include "steno/core/refresh.h"
#include "steno/core/settings.h"
#include "steno/widget/page.h"

#define LEFT_LABEL_CELLS  12
#define RIGHT_LABEL_CELLS 13
#define AFTER_ENQUEUE_MS  2000

struct account_state {
    bool asked;      /* somebody waits for the account */
    bool is_open;    /* the fold of the editor's settings */
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
    part_wake(app, &part_account);
}

void app_credit_read_soon(struct app *app)
{
    account_read_at(app, app->now_ms + AFTER_ENQUEUE_MS);
}

/* An account that could never be read is tried again as a project is. */
static void account_failed(struct app *app, const struct app_call *call, const struct error *error)
{
    int64_t asked_ms = error->retry_after_s > 0 ? error->retry_after_s * INT64_C(1000) : 0;
    if (!app->login && app->session == SESSION_UP)
        account_read_at(app, app->now_ms + refresh_wait_ms(++account_state(app)->failures, asked_ms,
                                                           (uint32_t)app->now_ms));
    if (!call->background)
        app_say_bad(app, "%s", error->text);
}

static void account_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct account_state *state = account_state(app);
    struct login *login = result->login;
    state->asked = false;
    if (call->serial < state->serial)
        return;
    if (!result->ok || !login) {
        account_failed(app, call, &result->error);
        return;
    }
    state->serial = call->serial;
    result->login = NULL;
    session_learn(app, login, call->asked_ms);
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

static void account_open(struct app *app)
{
    app_pane_open(app, "account");
    if (!app->login && app->session == SESSION_UP)
        account_read(app, false);
}

/* A field of the account as text, "-" without it. Caller frees. */
static char *account_text(const struct app *app, const char *path)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    const struct field_def *def = field_find(&fields_login, path);
    field_show_in(&text, &fields_login, def, app->login->record.shown, app->zone);
    if (text.len == 0)
        buffer_append_text(&text, "-");
    return buffer_take(&text);
}

/* A date of it: its zone only where it is not that of the screen. */
static char *account_date(const struct app *app, const char *path)
{
    char zone[DATE_TEXT_SIZE], *text = account_text(app, path), *named = strrchr(text, ' ');
    date_zone_name(zone, sizeof zone, app->wall_ms, app->zone);
    if (named && strcmp(named + 1, zone) == 0)
        *named = '\0';
    return text;
}

/* A field whose value is taken. */
static void account_add(struct page *page, const char *label, char *value, int cells, bool bad)
{
    page_add_wrapped(page, bad ? LINE_BAD : LINE_FIELD, label, value, cells, label);
    free(value);
}

/* "1, in team 10" */
static char *account_user(const struct app *app)
{
    char *id = account_text(app, "User.Id"), *team = account_text(app, "User.TeamId");
    char *text = strcmp(team, "-") == 0 ? mem_copy(id) : mem_printf("%s, in team %s", id, team);
    free(id);
    free(team);
    return text;
}

/* Where the token is from. */
static char *account_token(const struct app *app)
{
    char text[512];
    settings_describe_source(text, sizeof text, app->settings, SETTING_TOKEN);
    if (app->session == SESSION_UP && !*settings_text(app->settings, SETTING_TOKEN))
        return mem_copy("from a login here");
    return mem_copy(*settings_text(app->settings, SETTING_TOKEN) ? text : "-");
}

/* "19:02:33, 41 ms" */
static char *account_answer(const struct app *app)
{
    char when[DATE_TEXT_SIZE];
    if (app->answer_ms == 0)
        return mem_copy("none yet");
    date_format_short(when, sizeof when, app->answer_ms, app->wall_ms, app->zone, DATE_TRAIL);
    return mem_printf("%s, %lld ms", when, (long long)app->answer_took_ms);
}

/* "12 watched, at most 10 requests/s" */
static char *account_rate(const struct app *app)
{
    int64_t cap = settings_int(app->settings, SETTING_RATE_CAP);
    if (cap == 0)
        return mem_printf("%zu watched", app->project_count);
    return mem_printf("%zu watched, at most %lld requests/s", app->project_count, (long long)cap);
}

/* What all that could be enqueued takes, and how many projects that is. */
static struct cost account_waiting(const struct app *app, size_t *count)
{
    struct cost waiting = {0};
    *count = 0;
    for (size_t i = 0; i < app->project_count; i++) {
        const struct app_project *project = &app->projects[i];
        if (strcmp(project->state, "None") != 0 || project->length_ms <= 0)
            continue;
        if (!project->has_no_media && !project->is_read_only)
            cost_add(&waiting, cost_of(project->length_ms));
        ++*count;
    }
    return waiting;
}

/* What is on this side of the connection: beside the account where there is room. */
static void account_connection(const struct app *app, struct page *page, size_t from, int cells)
{
    struct page beside = {.is_tight = true, .width = page->width - page->pair_at};
    bool wide = page->pair_at > 0;
    struct page *to = wide ? &beside : page;
    int room = wide ? beside.width - 1 : cells;
    to->label_cells = wide ? RIGHT_LABEL_CELLS : LEFT_LABEL_CELLS;
    account_add(to, "Server", mem_copy(*app->url ? app->url : "-"), room, false);
    account_add(to, "API path", mem_copy(app->api_path), room, false);
    account_add(to, "Token", account_token(app), room, false);
    account_add(to, "Last answer", account_answer(app), room, false);
    account_add(to, "Refreshing", account_rate(app), room, false);
    if (wide)
        page_join(page, from, &beside);
}

/* One field beside another, or below it. */
static void account_beside(struct page *page, const char *label, char *value, int cells, bool bad)
{
    size_t from = page->count - 1;
    if (page->pair_at == 0) {
        account_add(page, label, value, cells, bad);
        return;
    }
    if (bad)
        page->lines[from].kind = LINE_BAD;
    page->lines[from].label2 = mem_copy(label);
    page->lines[from].value2 = value;
}

/* Who it is. */
static void account_identity(const struct app *app, struct page *page, int cells)
{
    account_add(page, "Email", account_text(app, "User.Email"), cells, false);
    account_add(page, "User", account_user(app), cells, false);
    account_add(page, "Role", account_text(app, "User.UserRole"), cells, false);
    account_add(page, "Language", account_text(app, "User.Language"), cells, false);
    account_add(page, "Created", account_date(app, "User.Created"), cells, false);
    account_add(page, "Changed", account_date(app, "User.Updated"), cells, false);
}

/* A heading after a blank line. */
static void account_heading(struct page *page, const char *text)
{
    page_add(page, LINE_TEXT, NULL, "");
    app_page_heading(page, text);
}

/* "600 min, as of 14:02"; "-". Caller frees. */
static char *account_left(const struct app *app)
{
    const struct credit credit = app_credit(app);
    char as_of[DATE_TEXT_SIZE], left[COST_TEXT_SIZE];
    cost_free(left, sizeof left, credit);
    date_format_short(as_of, sizeof as_of, credit.read_ms, app->wall_ms, app->zone, DATE_SINCE);
    return *left ? mem_printf("%s, as of %s", left, as_of) : mem_copy("-");
}

/* What can still be transcribed, and what waits for it. */
static void account_credit(const struct app *app, struct page *page, int cells)
{
    size_t count;
    struct cost waiting = account_waiting(app, &count);
    bool short_of = !cost_fits(waiting, app_credit(app));
    char *team = account_text(app, "User.TranscribedMinutes"),
         *own = account_text(app, "User.UserTranscribedMinutes");
    account_heading(page, "Credit");
    account_add(page, "Left", account_left(app), page->pair_at ? page->pair_at - 2 : cells, false);
    char *minutes =
        mem_printf("%lld min in %zu project%s", (long long)waiting.minutes, count, count == 1 ? "" : "s");
    account_beside(page, "Waiting", minutes, cells, short_of);
    char *unit = strstr(own, " min");
    if (unit)
        *unit = '\0';
    account_add(page, "Transcribed", mem_printf("%s by the team, %s by you", team, own), cells, false);
    free(team);
    free(own);
}

static void account_rights(const struct app *app, struct page *page, int cells)
{
    char *data = account_text(app, "User.DataProtectionConsent"),
         *commercial = account_text(app, "User.CommercialCommunicationConsent");
    account_heading(page, "Rights");
    account_add(page, "Claims", account_text(app, "Claims[]"), cells, false);
    account_add(page, "Consents", mem_printf("data protection %s, commercial %s", data, commercial), cells,
                false);
    account_add(page, "Has paid", account_text(app, "User.DidPay"), page->pair_at ? page->pair_at - 2 : cells,
                false);
    account_beside(page, "Owns the team", account_text(app, "User.IsTeamOwner"), cells, false);
    free(data);
    free(commercial);
}

/* The settings of the web editor, folded away: they are not this program's. */
static void account_settings(const struct app *app, struct page *page, int cells)
{
    const struct field_def *def = field_find(&fields_login, "User.Settings");
    const json_t *settings = field_get(&fields_login, def, app->login->record.shown);
    if (!json_is_object(settings))
        return;
    size_t count = json_object_size(settings);
    char *name = mem_printf("Settings of the web editor, %zu field%s", count, count == 1 ? "" : "s");
    size_t fold = page_fold_begin(page, name, "", account_state(app)->is_open);
    app_page_field(page, &fields_login, def, app->login->record.shown, cells);
    page_fold_end(page, fold);
    free(name);
}

static void account_build(struct app *app, struct page *page, int cells)
{
    page_title(page, "Account");
    page->is_tight = true;
    page->label_cells = LEFT_LABEL_CELLS;
    page->pair_at = page->width >= PAGE_PAIR_CELLS ? page->width / 2 : 0;
    int left = page->pair_at ? page->pair_at - 3 : cells;
    if (app->login && app->login->record.problems)
        page_add_wrapped(page, LINE_BAD, NULL, app->login->record.problems, cells, "problems");
    size_t from = page->count;
    if (app->login)
        account_identity(app, page, left);
    account_connection(app, page, from, cells);
    page->label_cells = LEFT_LABEL_CELLS;
    if (!app->login && app->session == SESSION_UP)
        page_note(page, "Not read yet: %s reads it", app_key_of(app, "refresh"));
    else if (!app->login)
        page_note(page, "Not logged in: %s logs in", app_key_of(app, "login"));
    if (!app->login)
        return;
    account_credit(app, page, cells);
    account_rights(app, page, cells);
    account_settings(app, page, cells);
    app_page_unknown(page, &fields_login, app->login->record.shown, cells);
    page->label_cells = RIGHT_LABEL_CELLS; /* of the second fields, when they are drawn */
}

/* Opens or folds the settings. */
static void account_enter(struct app *app)
{
    const struct page_line *line = page_line_at_hand(app_focus_page(app));
    if (!line || line->kind != LINE_FOLD)
        return;
    account_state(app)->is_open = !account_state(app)->is_open;
    app_page_touch(app, "account");
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
                                             .title = "Account",
                                             .grouped = true,
                                             .build = account_build,
                                             .enter = account_enter,
                                             .refresh = account_refresh,
                                             .hints = account_hints,
                                             .awaits = account_awaits};

static void account_changed(struct app *app)
{
    app_page_touch(app, "account");
}

/* The header and the warnings of a form want it from the start; after a login it is here already. */
static void account_session_up(struct app *app)
{
    if (!app->login)
        account_read(app, true);
}

/* Readings under way are of the account before. */
static void account_server_changed(struct app *app)
{
    struct account_state *state = account_state(app);
    state->serial = app->next_serial;
    state->failures = 0;
    account_read_at(app, 0);
}

static int64_t account_deadline(const struct app *app)
{
    int64_t at_ms = account_state(app)->at_ms;
    return at_ms ? at_ms : INT64_MAX;
}

/* Reads it for its credit when it is time: not before the end of a batch of enqueues. */
static void account_turn_end(struct app *app)
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
     .brief = "Account; password policy",
     .help = "Account: user, credit, rights", .run = account_open},
};
/* clang-format on */

const struct part part_account = {.name = "account",
                                  .state_size = sizeof(struct account_state),
                                  .pane = &account_pane,
                                  .session_up = account_session_up,
                                  .account_changed = account_changed,
                                  .server_changed = account_server_changed,
                                  .turn = account_turn_end,
                                  .deadline = account_deadline,
                                  PART_ACTIONS(account_actions)};
