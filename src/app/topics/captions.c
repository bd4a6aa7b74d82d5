/* Owns the pane of captions: when it is opened and left, and what can be done in it. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/action.h"
#include "forms.h"
#include "pages.h"
#include "panes.h"
#include "part.h"
#include "state.h"
#include "presets.h"
#include "steno/app/project.h"
#include "prompt.h"
#include "steno/client/client_state.h"
#include "status.h"
#include "steno/base/mem.h"
#include "steno/core/computation.h"
#include "steno/core/settings.h"
#include "steno/widget/form.h"
#include "topics/captions.h"

#define PANE       "captions"
#define RULE_CELLS 18 /* of the names of rules, with their gap */

struct captions_state *captions_state(const struct app *app)
{
    return part_state(app, &part_captions);
}

void captions_shown_clear(struct captions_shown *shown)
{
    caption_list_drop(shown->captions);
    free(shown->query);
    *shown = (struct captions_shown){.version = -1};
}

/* Lets go of everything that is about one form; what was fetched for any of them stays. */
static void captions_forget(struct captions_state *state)
{
    struct captions_state fresh = {.cache = state->cache,
                                   .login = state->login,
                                   .email = state->email,
                                   .sent_ms = state->sent_ms,
                                   .rule = RULE_COUNT};
    captions_shown_clear(&state->now);
    captions_shown_clear(&state->before);
    caption_list_diff_free(state->diff);
    free(state->trouble);
    param_set_free(state->values);
    free(state->wanted);
    free(state->failed);
    free(state->sent);
    free(state->filter);
    free(state->rows);
    *state = fresh;
}

static void captions_begin(struct app *app)
{
    app->style = style_list_at(&app->settings->styles, 0);
}

static void captions_end(struct app *app)
{
    struct captions_state *state = captions_state(app);
    captions_forget(state);
    caption_list_cache_clear(&state->cache);
    free(state->email);
}

struct app_form *captions_form(const struct app *app)
{
    const struct captions_state *state = captions_state(app);
    for (int i = app->form_count; i-- > 0;) {
        const struct app_form *form = &app->forms[i];
        if (form->ops == state->ops && form->project_id == state->form_id)
            return (struct app_form *)(uintptr_t)form;
    }
    return NULL;
}

bool captions_are_open(const struct app *app)
{
    return app->over.pane == app_pane_find(app, PANE);
}

void captions_touch(struct app *app)
{
    app_page_touch(app, PANE);
}

void captions_set_view(struct app *app, enum captions_view view)
{
    struct captions_state *state = captions_state(app);
    if (state->view == view)
        return;
    if (state->view == CAPTIONS_CHANGES)
        captions_list_rows(app, -1); /* its rows are no captions */
    state->view = view;
    list_home(&app_page_of(app, PANE)->list, 0);
    captions_touch(app);
}

/* The cursor is on the row at hand, which other captions may have. */
static void captions_built(struct app *app)
{
    struct page *page = app_page_of(app, PANE);
    if (page->is_list)
        list_select_row(&page->list, captions_state(app)->row,
                        app_pane_height(app, app_pane_find(app, PANE)));
}

static void captions_moved(struct app *app)
{
    const struct page *page = app_page_of(app, PANE);
    if (page->is_list)
        captions_state(app)->row = page->list.selected;
}

/* Of one that is shown whole, to the one before or after it. */
static bool captions_step(struct app *app, const char *action)
{
    struct captions_state *state = captions_state(app);
    bool up = strcmp(action, "up") == 0, down = strcmp(action, "down") == 0;
    if (state->view != CAPTIONS_ONE || (!up && !down))
        return false;
    if (up ? state->row > 0 : state->row + 1 < state->row_count)
        captions_go_row(app, up ? state->row - 1 : state->row + 1);
    return true;
}

/* --- when it is opened, and left --- */

/* The captions of this form, from now on. */
static void captions_begin_form(struct app *app, const struct app_form *form)
{
    struct captions_state *state = captions_state(app);
    int64_t id = form->id_count ? form->ids[0] : form->project_id,
            sent_ms = state->id == id ? state->sent_ms : 0;
    captions_forget(state);
    state->sent_ms = sent_ms;
    state->ops = form->ops;
    part_wake(app, &part_captions);
    state->form_id = form->project_id;
    state->id = id;
    state->on_request = strcmp(settings_text(app->settings, SETTING_PREVIEW), "on") != 0;
}

/* They are on the screen again: what the options ask for is fetched at once, if it is not here. */
static void captions_reopen(struct app *app)
{
    struct captions_state *state = captions_state(app);
    state->reopened = true;
    free(state->wanted);
    free(state->failed);
    state->wanted = state->failed = NULL;
    app_pane_open_over(app, PANE);
}

static void captions_open(struct app *app)
{
    struct app_form *form = app_form_top(app);
    if (overlay_has(&app->overlays, OVERLAY_OVER_FORM)) {
        app_pane_over_close(app);
    } else if (!form || form->ops->op != ENDPOINT_EXPORT) {
        app_say(app, "captions: %s works in the export form", app_key_of(app, "captions"));
    } else if (strcmp(settings_text(app->settings, SETTING_PREVIEW), "off") == 0) {
        app_form_message(app, form, true, "preview = off in the config: captions are not fetched");
    } else {
        if (captions_form(app) != form)
            captions_begin_form(app, form);
        captions_reopen(app);
    }
}

/* First what is open in it: back to the list, then to all captions. */
static bool captions_back(struct app *app)
{
    const struct captions_state *state = captions_state(app);
    if (state->view != CAPTIONS_LIST && state->now.captions) {
        captions_set_view(app, CAPTIONS_LIST);
        return true;
    }
    bool limited = state->only != CAPTIONS_ALL || state->rule != RULE_COUNT || state->filter;
    captions_state(app)->only = CAPTIONS_ALL;
    if (limited)
        captions_filter(app, "");
    return limited;
}

/* What is fetched, checked and shown follows the options. A form that is gone has none. */
static void captions_follow(struct app *app)
{
    if (captions_state(app)->ops && !captions_form(app))
        captions_forget(captions_state(app));
    captions_turn(app);
    if (captions_state(app)->ops)
        part_wake(app, &part_captions);
}

/* --- what is done in it --- */

/* What is under the cursor: of the summary the captions of a rule, of the list all of one. */
static void captions_enter(struct app *app)
{
    const struct captions_state *state = captions_state(app);
    const struct page_line *line = page_line_at_hand(app_page_of(app, PANE));
    if (state->view == CAPTIONS_SUMMARY && line && line->target)
        captions_filter(app, line->target);
    else if (state->view == CAPTIONS_LIST && captions_at_hand(app) != SIZE_MAX)
        captions_set_view(app, CAPTIONS_ONE);
}

static void captions_refresh(struct app *app)
{
    const char *invalid = captions_invalid(app);
    if (invalid)
        app_say_bad(app, "One of the options is invalid: %s", invalid);
    captions_state(app)->asked = !invalid;
}

/* The command that exports the same. */
static char *captions_copied(const struct app *app)
{
    return app_form_command(app, captions_form(app));
}

/* The bytes as they came, and back. */
static void captions_raw(struct app *app)
{
    const struct captions_state *state = captions_state(app);
    if (state->view == CAPTIONS_RAW)
        captions_back(app);
    else if (state->now.captions && state->now.captions->len > 0)
        captions_set_view(app, CAPTIONS_RAW);
}

static void captions_filtered(struct app *app, int64_t id, const char *text)
{
    (void)id;
    captions_filter(app, text);
}

static const struct prompt_ops filter_prompt = {.label = "Rule, error or text: ",
                                                .kept_as = "line.caption-filter",
                                                .shows = SHOWS_PANE,
                                                .accept = captions_filtered};

static void captions_narrow(struct app *app, const char *arg)
{
    if (*arg)
        captions_filter(app, arg);
    else
        app_prompt_open(app, &filter_prompt, 0, "");
}

static void captions_went(struct app *app, int64_t id, const char *text)
{
    (void)id;
    if (*text)
        captions_go(app, text);
}

static const struct prompt_ops go_prompt = {
    .label = "Caption, or time: ", .kept_as = "line.caption", .shows = SHOWS_LINE, .accept = captions_went};

static void captions_ask_go(struct app *app, const char *arg)
{
    if (*arg)
        captions_go(app, arg);
    else
        app_prompt_open(app, &go_prompt, 0, "");
}

static void captions_next(struct app *app)
{
    captions_find(app, 1);
}

static void captions_previous(struct app *app)
{
    captions_find(app, -1);
}

/* The summary, and back. */
static void captions_summary(struct app *app)
{
    const struct captions_state *state = captions_state(app);
    if (state->view == CAPTIONS_SUMMARY)
        captions_back(app);
    else if (state->now.captions)
        captions_set_view(app, CAPTIONS_SUMMARY);
}

/* --- what it is told --- */

static void captions_session_up(struct app *app)
{
    struct captions_state *state = captions_state(app);
    free(state->failed);
    state->failed = NULL;
}

/* More is known of the account. */
static void captions_account_known(struct app *app)
{
    struct captions_state *state = captions_state(app);
    free(state->email);
    state->email = mem_copy(app->client->email);
}

/* Another server or login: the address of the options may be another one. */
static void captions_server_changed(struct app *app)
{
    struct captions_state *state = captions_state(app);
    state->login += !state->email || strcmp(state->email, app->client->email) != 0;
    captions_account_known(app);
    param_set_free(state->values);
    state->values = NULL;
}

/* It has another name, or another version than the captions were made of. */
static void captions_project_changed(struct app *app, int64_t id)
{
    if (id == captions_state(app)->id)
        captions_touch(app);
}

static void captions_computed(struct app *app, struct computation *computation)
{
    const struct captions_state *state = captions_state(app);
    if (computation->serial == state->checking)
        captions_checked(app, computation);
    else if (computation->serial == state->comparing)
        captions_compared(app, computation);
}

static const struct pane_hint *captions_hints(const struct app *app)
{
    static const struct pane_hint hints[] = {
        {"save", NULL, 92},       {"next-finding", NULL, 91}, {"errors", NULL, 84},
        {"filter", "Filter", 90}, {"summary", NULL, 89},      {"style", NULL, 88},
        {"compare", NULL, 87},    {"back", "Back", 95},       {0}};
    (void)app;
    return hints;
}

static const struct pane_ops captions_pane = {.name = PANE,
                                              .title = "Captions",
                                              .covers = true,
                                              .over_form = true,
                                              .label_least = RULE_CELLS,
                                              .label_most = RULE_CELLS,
                                              .build = captions_build_page,
                                              .built = captions_built,
                                              .detail = captions_build_detail,
                                              .moved = captions_moved,
                                              .step = captions_step,
                                              .enter = captions_enter,
                                              .back = captions_back,
                                              .refresh = captions_refresh,
                                              .raw = captions_raw,
                                              .narrow = captions_narrow,
                                              .sort = captions_sort,
                                              .copied = captions_copied,
                                              .hints = captions_hints,
                                              .is_coming = captions_are_coming};

/* clang-format off */
static const struct action captions_actions[] = {
    {.name = "captions", .keys = "x", .where = IN_FORM | IN_OWN | NEEDS_EXPORT, .group = GROUP_CAPTIONS,
     .hint = "Captions", .brief = "Close", .help = "Show captions as the export makes them; close them",
     .run = captions_open},
    {.name = "next-finding", .keys = ". ]", .where = IN_OWN, .group = GROUP_CAPTIONS, .shows = SHOWS_LINE,
     .hint = "Next", .brief = "Next, previous finding", .help = "Next finding", .run = captions_next},
    {.name = "previous-finding", .keys = "Comma [", .where = IN_OWN, .group = GROUP_CAPTIONS, .shows = SHOWS_LINE,
     .with = "next-finding", .help = "Previous finding", .run = captions_previous},
    {.name = "errors", .keys = "!", .where = IN_OWN, .group = GROUP_CAPTIONS, .shows = SHOWS_PANE,
     .hint = "Errors", .brief = "Errors, findings, all",
     .help = "Show only captions with errors, with findings, or all", .run = captions_show_only},
    {.name = "summary", .keys = "i", .where = IN_OWN, .group = GROUP_CAPTIONS, .shows = SHOWS_PANE,
     .hint = "Summary", .brief = "Summary of the checks", .help = "Show the summary of the checks, and back",
     .run = captions_summary},
    {.name = "style", .keys = "p", .where = IN_OWN, .group = GROUP_CAPTIONS, .shows = SHOWS_PANE,
     .hint = "Style", .brief = "Styles and presets", .help = "Styles and presets", .run = app_presets_open},
    {.name = "compare", .keys = "=", .where = IN_OWN, .group = GROUP_CAPTIONS, .shows = SHOWS_PANE,
     .hint = "Compare", .brief = "Keep, compare, drop",
     .help = "Keep these, later compare with them, then drop them", .run = captions_compare},
    {.name = "save", .keys = "X", .where = IN_OWN, .group = GROUP_CAPTIONS,
     .hint = "Save", .brief = "Save what is shown", .help = "Save the captions shown to the file, byte for byte",
     .run = captions_save},
    {.name = "go", .keys = "#", .where = IN_OWN, .group = GROUP_CAPTIONS, .arg = "CAPTION|TIME", .shows = SHOWS_LINE,
     .brief = "Go to a caption or time", .help = "Go to a caption by its number or its time", .run_with = captions_ask_go},
};
/* clang-format on */

const struct part part_captions = {.name = PANE,
                                   .state_size = sizeof(struct captions_state),
                                   .begin = captions_begin,
                                   .end = captions_end,
                                   .turn = captions_follow,
                                   .deadline = captions_deadline,
                                   .until_quit = true,
                                   .pane = &captions_pane,
                                   .session_up = captions_session_up,
                                   .server_changed = captions_server_changed,
                                   .account_changed = captions_account_known,
                                   .project_changed = captions_project_changed,
                                   .computed = captions_computed,
                                   PART_ACTIONS(captions_actions)};
