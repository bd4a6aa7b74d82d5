/* Owns when what is being typed is handed to the store, and the line of commands of a front end that has its
 * own. A form's line is part of its draft, that of a prompt is the prompt's. */
/* SPDX-License-Identifier: MIT */
#include "typed.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "command_prompt.h"
#include "form_draft.h"
#include "steno/client/store_calls.h"
#include "steno/app/forms.h"
#include "prompt.h"
#include "part.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "status.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/store_op.h"
#include "steno/widget/draft.h"

#define REST_MS   2000  /* after the last key */
#define TYPING_MS 10000 /* after the first one, however fast more of them come */

struct app_typed {
    bool is_unsaved;   /* something typed was not handed to the store yet: */
    int64_t first_ms;  /* since then, */
    int64_t last_ms;   /* and the last key came then */
    bool now;          /* something was typed in this turn */
    char *line;        /* of commands; NULL for none */
    bool line_unsaved; /* it was not handed over */
    bool line_kept;    /* the store has one */
};

static struct app_typed *typed_state(const struct app *app)
{
    return part_state(app, &part_typed);
}

static void typed_end(struct app *app)
{
    free(typed_state(app)->line);
}

/* Hands over the line of commands. */
static void typed_save_line(struct app *app)
{
    struct app_typed *typed = typed_state(app);
    if (!typed->line_unsaved)
        return;
    typed->line_unsaved = false;
    if (typed->line || typed->line_kept)
        app_line_save(app, &app_command_prompt, 0, typed->line);
    typed->line_kept = typed->line != NULL;
}

void app_typed_save(struct app *app)
{
    app_drafts_save(app);
    app_prompt_save(app);
    typed_save_line(app);
    typed_state(app)->is_unsaved = false;
}

/* Is something typed that was not handed over? */
static bool typed_is_unsaved(const struct app *app)
{
    bool unsaved = typed_state(app)->line_unsaved || app_prompt_is_unsaved(app);
    for (int i = 0; i < app->form_count; i++)
        unsaved = unsaved || draft_is_unsaved(&app->forms[i].edited, app->forms[i].form);
    return unsaved;
}

static int64_t typed_deadline(const struct app *app)
{
    const struct app_typed *typed = typed_state(app);
    if (!typed->is_unsaved)
        return INT64_MAX;
    int64_t rest = typed->last_ms + REST_MS, typing = typed->first_ms + TYPING_MS;
    return rest < typing ? rest : typing;
}

void app_typed_note(struct app *app)
{
    typed_state(app)->now = true;
    part_wake(app, &part_typed);
}

static void typed_turn(struct app *app)
{
    struct app_typed *typed = typed_state(app);
    bool unsaved = typed_is_unsaved(app);
    if (unsaved && !typed->is_unsaved)
        typed->first_ms = app->client->now_ms;
    if (unsaved && (typed->now || !typed->is_unsaved))
        typed->last_ms = app->client->now_ms;
    typed->is_unsaved = unsaved;
    typed->now = false;
    if (typed_deadline(app) <= app->client->now_ms)
        app_typed_save(app);
    if (app->form_count > 0 || app->prompt->ops || typed->is_unsaved)
        part_wake(app, &part_typed);
}

/* --- a front end that has its own line --- */

/* A command of an earlier time is shown once. */
static void typed_line_came(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    const char *line = json_string_value(json_object_get(result->json, "line"));
    char when[DATE_TEXT_SIZE];
    if (!line || !*line)
        return;
    app_time_text(app, when, sizeof when, result->when_ms);
    char *clean = text_clean_copy(line);
    app_say(app, "Typed but not entered (%s): %s", when, clean);
    free(clean);
    client_store(app->client, STORE_DRAFT_DROP, 0)->name = mem_copy(app_command_prompt.kept_as);
}

void app_typed_start(struct app *app)
{
    if (app->linear)
        client_store_ask(app->client, STORE_DRAFT_LOAD, 0, typed_line_came)->name =
            mem_copy(app_command_prompt.kept_as);
}

/* The line of commands as far as it is typed. */
static void typed_set_line(struct app_typed *typed, const char *text)
{
    free(typed->line);
    typed->line = text && *text ? mem_copy(text) : NULL;
    typed->line_unsaved = true;
}

void app_typed_line(struct app *app, const char *field, const char *text)
{
    app_typed_note(app);
    struct app_form *form = app_form_top(app);
    if (field && form)
        draft_type(&form->edited, form->form, field, text);
    else if (!field && app->prompt->ops)
        app_prompt_typed(app, text);
    else if (!field)
        typed_set_line(typed_state(app), text);
}

const struct part part_typed = {.name = "typed",
                                .state_size = sizeof(struct app_typed),
                                .end = typed_end,
                                .wakes = STALE_FORM,
                                .turn = typed_turn,
                                .deadline = typed_deadline};
