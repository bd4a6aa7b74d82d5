/* Owns what becomes of input: where each kind goes, the first turn, another size of the terminal. It must not
 * know what a key or a line means. */
/* SPDX-License-Identifier: MIT */
#include "app_input.h"

#include <stdint.h>

#include "dispatch.h"
#include "typed.h"
#include "foot.h"
#include "steno/app/pages.h"
#include "panes.h"
#include "steno/app/project.h"
#include "steno/app/prompt.h"
#include "state.h"
#include "watchlist.h"
#include "steno/client/session.h"
#include "steno/core/effect.h"

/* The projects of the command line: there at once, the first one shown, a single one with its details in
 * focus. */
static void app_input_open_ids(struct app *app, const int64_t *ids, size_t count)
{
    for (size_t i = 0; i < count; i++)
        app_watchlist_add(app, ids[i]);
    app_watchlist_arrange(app);
    if (count > 0) {
        app_project_select(app, ids[0]);
        app_project_show(app, ids[0]);
    }
    if (count == 1)
        app_pane_open(app, "details");
}

/* The terminal has another size: everything finds its place anew; cursors and texts stay. */
static void app_input_resize(struct app *app, int cols, int rows)
{
    app->cols = cols;
    app->rows = rows;
    app_layout(app);
    app_stale(app, STALE_PAGES);
    app_dirty(app, DIRTY_ALL);
}

/* The first turn. */
static void app_input_start(struct app *app, const struct app_input *input)
{
    app->is_unseen = input->draws_later;
    app_input_resize(app, input->cols, input->rows);
    session_start(app->client);
    app_input_open_ids(app, input->ids, input->id_count);
    app_watchlist_start(app);
}

/* A key, which ends messages that were seen. */
static void app_input_take_key(struct app *app, struct key key)
{
    struct message_mark before = app_message_before_key(app, key);
    app_key(app, key);
    app_message_after_key(app, &before, key);
    app_lower_rest(app);
}

void app_take_input(struct app *app, const struct app_input *input)
{
    if (input->kind != INPUT_START && input->kind != INPUT_DRAW && input->kind != INPUT_DRAWN)
        session_look(app->client); /* the system may give no notice */
    switch (input->kind) {
    case INPUT_START:
        app_input_start(app, input);
        break;
    case INPUT_KEY:
        app_typed_note(app);
        app->early = input->seen < app->overlays.generation;
        app_input_take_key(app, input->key);
        break;
    case INPUT_PASTE:
        app_typed_note(app);
        app_paste(app, input->text, input->lost);
        break;
    case INPUT_RESIZE:
        app_input_resize(app, input->cols, input->rows);
        break;
    case INPUT_DRAW:
        app->is_unseen = false;
        app_stale(app, STALE_PANE);
        break;
    case INPUT_DRAWN:
        app_watchlist_drawn(app);
        break;
    case INPUT_NONE:
        break;
    }
}
