/* Owns what becomes of input: where each kind goes, the first turn, another size of the terminal. It must not
 * know what a key or a line means. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/app_input.h"

#include <stdint.h>

#include "dispatch.h"
#include "steno/app/foot.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/prompt.h"
#include "steno/app/state.h"
#include "steno/app/watchlist.h"
#include "session.h"
#include "steno/app/status.h"
#include "topics/activity.h"
#include "steno/core/write.h"

/* The projects of the command line: there at once, the first one shown, a single one with its details in
 * focus. */
static void app_input_open_ids(struct app *app, const int64_t *ids, size_t count)
{
    if (count == 0)
        return;
    if (!*app->url) {
        app_say_bad(app, "No server is set: log in first");
        return;
    }
    if (!app_watchlist_add(app, ids, count))
        return;
    app_watchlist_arrange(app);
    app_project_select(app, ids[0]);
    app_project_show(app, ids[0]);
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
    session_start(app);
    app_activity_start(app);
    app_watchlist_start(app, input->id_count > 0);
    app_input_open_ids(app, input->ids, input->id_count);
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
    if (input->kind != INPUT_START && input->kind != INPUT_DRAW)
        app_watchlist_load_rest(app);
    switch (input->kind) {
    case INPUT_START:
        app_input_start(app, input);
        break;
    case INPUT_KEY:
        app->early = input->seen < app->overlays.generation;
        app_input_take_key(app, input->key);
        break;
    case INPUT_PASTE:
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
    case INPUT_NONE:
        break;
    }
    if (input->kind != INPUT_START && input->kind != INPUT_DRAW && input->kind != INPUT_DRAWN)
        session_look(app); /* after the key, which was meant for the login */
}
