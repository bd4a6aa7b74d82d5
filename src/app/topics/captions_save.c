/* Owns saving captions as they are shown. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>

#include "report.h"
#include "ask.h"
#include "steno/client/calls.h"
#include "steno/app/forms.h"
#include "poll.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "status.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "topics/captions.h"

static client_call_reply captions_save_done;

/* Sends them to the file; the path is taken. */
static void captions_save_send(struct app *app, char *path, enum export_replace replace)
{
    struct captions_state *state = captions_state(app);
    struct call *call = client_call_new(app->client, ENDPOINT_EXPORT, state->id);
    call->params = param_set_copy(state->now.captions->params);
    call->captions = call_captions_new(CAPTIONS_SAVE, state->now.captions);
    call->captions->style = app->style;
    call->version = state->now.version;
    call->path = path;
    call->replace = replace;
    captions_count_request(app);
    client_call_send(
        app->client, call,
        &(struct client_reply){.done = captions_save_done, .what = mem_printf("Export %" PRId64, state->id)});
}

static void captions_save_overwrite(struct app *app, int64_t id, const char *path)
{
    const struct captions_state *state = captions_state(app);
    if (captions_are_open(app) && state->id == id && state->now.captions)
        captions_save_send(app, mem_copy(path), EXPORT_OVERWRITE);
    else
        app_say_bad(app, "Not exported: the captions were closed");
}

static void captions_save_ask(struct app *app, const char *path)
{
    app_ask(app, &(struct app_question_ask){
                     .parts = {{.piece = path, .keeps_tail = true}, {.words = " exists. Overwrite it?"}},
                     .id = captions_state(app)->id,
                     .arg = path,
                     .verb = {.word = "Overwrite"},
                     .spares = "keeps it",
                     .yes_with = captions_save_overwrite,
                     .refused = "Not overwritten"});
}

/* The project is another one than the captions were made of, which may be closed by now; their head says so.
 */
static void captions_save_refused(struct app *app, struct call_result *result)
{
    app_say_bad(app, "%" PRId64 ": changed since its captions were read. Nothing was written",
                result->project_id);
    app_poll_take_project(app, result->project_id, result->project);
}

static void captions_save_done(struct client *client, const struct client_call *call,
                               struct call_result *result)
{
    struct app *app = client->self;
    if (result->ok)
        app_report_done(app, call, result, true);
    else if (result->error.kind == ERROR_EXISTS && result->path)
        captions_save_ask(app, result->path);
    else if (result->error.kind == ERROR_CONFLICT && result->project)
        captions_save_refused(app, result);
    else
        app_say_bad(app, "%s", result->error.text);
}

/* To the file that the form names. */
static void captions_save_to_form(struct app *app, const struct app_form *form)
{
    captions_save_send(app, form->ops->path(app, form, captions_state(app)->id), EXPORT_LEAVE);
}

void captions_save(struct app *app)
{
    struct captions_state *state = captions_state(app);
    struct app_form *form = captions_form(app);
    char words[160];
    const char *invalid = captions_invalid(app);
    if (invalid) {
        app_say_bad(app, "Nothing was saved: one of the options is invalid: %s", invalid);
        return;
    }
    if (!state->now.captions || state->now.captions->trouble || !form) {
        app_say(app, "There are no captions to save yet");
        return;
    }
    captions_limit(app, words, sizeof words);
    if (app->early)
        app_say_bad(app, "Nothing was saved: the key was typed before these were shown; press it again");
    else if (*words)
        app_say_bad(app, "Nothing was saved: %s", words);
    else
        captions_save_to_form(app, form);
}
