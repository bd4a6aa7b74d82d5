/* Owns when what is being typed is handed to the store. A form's line is part of its draft, that of a prompt
 * is the prompt's. */
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
    bool is_unsaved;  /* something typed was not handed to the store yet: */
    int64_t first_ms; /* since then, */
    int64_t last_ms;  /* and the last key came then */
    bool now;         /* something was typed in this turn */
};

static struct app_typed *typed_state(const struct app *app)
{
    return part_state(app, &part_typed);
}

void app_typed_save(struct app *app)
{
    app_drafts_save(app);
    app_prompt_save(app);
    typed_state(app)->is_unsaved = false;
}

/* Is something typed that was not handed over? */
static bool typed_is_unsaved(const struct app *app)
{
    bool unsaved = app_prompt_is_unsaved(app);
    for (int i = 0; i < app->form_count; i++)
        unsaved = unsaved || form_is_dirty(app->forms[i].form);
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
    app->stale &= ~STALE_FORM;
    if (typed_deadline(app) <= app->client->now_ms)
        app_typed_save(app);
    if (app->form_count > 0 || app->prompt->ops || typed->is_unsaved)
        part_wake(app, &part_typed);
}

const struct part part_typed = {.name = "typed",
                                .state_size = sizeof(struct app_typed),
                                .wakes = STALE_FORM,
                                .turn = typed_turn,
                                .deadline = typed_deadline};
