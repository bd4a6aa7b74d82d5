/* Owns the keys of the captions of the export form. What they do is captions.c's. */
#include "steno/app/part.h"

#include <string.h>

#include "steno/app/action.h"
#include "steno/app/captions.h"
#include "steno/core/effect.h"
#include "steno/app/forms.h"
#include "steno/app/presets.h"
#include "steno/app/preview.h"
#include "steno/app/prompt.h"
#include "steno/app/state.h"
#include "steno/app/status.h"

static void captions_next(struct app *app)
{
    app_captions_finding(app, 1);
}

static void captions_previous(struct app *app)
{
    app_captions_finding(app, -1);
}

static void captions_side(struct app *app)
{
    app_captions_take_focus(app);
}

/* The command that exports the same. */
static void captions_copy(struct app *app)
{
    const struct app_form *form = app_form_top(app);
    if (form)
        app_emit(app, EFFECT_COPY)->text = app_form_command(app, form);
}

static void captions_request(struct app *app)
{
    if (app_form_top(app))
        app_preview_request(app, app_form_top(app));
}

/* The bytes as they came. */
static void captions_raw(struct app *app)
{
    if (app_captions_raw(app))
        app_preview_show(app);
}

static void captions_styles(struct app *app)
{
    if (app_form_top(app))
        app_presets_open(app);
}

static void captions_went(struct app *app, int64_t id, const char *text)
{
    (void)id;
    if (*text)
        app_captions_go(app, text);
}

static const struct prompt_ops go_prompt = {
    .label = "Caption, or time: ", .kept_as = "line.caption", .accept = captions_went};

static void captions_go(struct app *app, const char *arg)
{
    if (*arg)
        app_captions_go(app, arg);
    else
        app_prompt_open(app, &go_prompt, 0, "");
}

static void captions_filtered(struct app *app, int64_t id, const char *text)
{
    (void)id;
    app_captions_filter(app, text);
}

static const struct prompt_ops filter_prompt = {
    .label = "Rule, error or text: ", .kept_as = "line.caption-filter", .accept = captions_filtered};

static void captions_filter(struct app *app, const char *arg)
{
    if (*arg)
        app_captions_filter(app, arg);
    else
        app_prompt_open(app, &filter_prompt, 0, "");
}

/* clang-format off */
static const struct action captions_actions[] = {
    {.name = "captions", .keys = "x", .where = IN_FORM | NEEDS_EXPORT, .group = GROUP_CAPTIONS,
     .hint = "Captions", .help = "Show captions as the export makes them", .run = app_captions_open},
    {.name = "captions-next", .keys = "n . ]", .where = IN_CAPTIONS, .group = GROUP_CAPTIONS,
     .hint = "Next", .help = "Next finding", .run = captions_next},
    {.name = "captions-previous", .keys = "N Comma [", .where = IN_CAPTIONS, .group = GROUP_CAPTIONS,
     .help = "Previous finding", .run = captions_previous},
    {.name = "captions-errors", .keys = "!", .where = IN_CAPTIONS, .group = GROUP_CAPTIONS,
     .hint = "Errors", .help = "Show only captions with errors, with findings, or all", .run = app_captions_show_only},
    {.name = "captions-summary", .keys = "i", .where = IN_CAPTIONS, .group = GROUP_CAPTIONS,
     .hint = "Summary", .help = "Show the summary of the checks, and back", .run = app_captions_summary},
    {.name = "captions-style", .keys = "p", .where = IN_CAPTIONS, .group = GROUP_CAPTIONS,
     .hint = "Style", .help = "Styles and presets", .run = captions_styles},
    {.name = "captions-compare", .keys = "=", .where = IN_CAPTIONS, .group = GROUP_CAPTIONS,
     .hint = "Compare", .help = "Keep these, later compare with them, then drop them", .run = app_captions_compare},
    {.name = "captions-save", .keys = "X", .where = IN_CAPTIONS, .group = GROUP_CAPTIONS,
     .hint = "Save", .help = "Save the captions shown to the file, byte for byte", .run = app_captions_save},
    {.name = "captions-filter", .keys = "f", .where = IN_CAPTIONS, .group = GROUP_CAPTIONS, .arg = "TEXT",
     .hint = "Filter", .help = "Show only captions with findings of a rule or a text", .run_with = captions_filter},
    {.name = "captions-sort", .keys = "s", .where = IN_CAPTIONS, .group = GROUP_CAPTIONS,
     .help = "Sort by speed, length, gap, time", .run = app_captions_sort},
    {.name = "captions-go", .keys = "#", .where = IN_CAPTIONS, .group = GROUP_CAPTIONS, .arg = "CAPTION|TIME",
     .help = "Go to a caption by its number or its time", .run_with = captions_go},
    {.name = "captions-request", .keys = "v", .where = IN_CAPTIONS, .group = GROUP_CAPTIONS,
     .help = "Show the request for these captions", .run = captions_request},
    {.name = "captions-raw", .keys = "J", .where = IN_CAPTIONS, .group = GROUP_CAPTIONS,
     .help = "Show the file as it came", .run = captions_raw},
    {.name = "captions-copy", .keys = "y", .where = IN_CAPTIONS, .group = GROUP_CAPTIONS,
     .help = "Copy the command that exports the same", .run = captions_copy},
    {.name = "captions-refresh", .keys = "r", .where = IN_CAPTIONS, .group = GROUP_CAPTIONS,
     .help = "Fetch them again", .run = app_captions_refresh},
    {.name = "captions-side", .keys = "Tab", .where = IN_CAPTIONS, .group = GROUP_CAPTIONS,
     .help = "Go to the form beside them", .run = captions_side},
    {.name = "captions-whole", .keys = "+", .where = IN_CAPTIONS, .group = GROUP_CAPTIONS,
     .help = "Use the whole screen, and back", .run = app_captions_whole},
    {.name = "captions-enter", .keys = "Enter", .where = IN_CAPTIONS, .group = GROUP_CAPTIONS,
     .help = "Show one caption whole; of a rule, its captions", .run = app_captions_enter},
    {.name = "captions-close", .keys = "x", .where = IN_CAPTIONS, .group = GROUP_CAPTIONS,
     .help = "Close the captions", .run = app_captions_close},
    {.name = "captions-back", .keys = "q Esc ^G", .where = IN_CAPTIONS, .group = GROUP_CAPTIONS,
     .help = "Back: to the list, to all captions, to the form", .run = app_captions_back},
};
/* clang-format on */

const struct part part_captions = {.name = "captions",
                                   .begin = app_captions_begin,
                                   .end = app_captions_end,
                                   .turn = app_captions_turn,
                                   .deadline = app_captions_deadline,
                                   .until_quit = true,
                                   .session_up = app_captions_session_up,
                                   .server_changed = app_captions_server_changed,
                                   .account_changed = app_captions_account_known,
                                   PART_ACTIONS(captions_actions)};
