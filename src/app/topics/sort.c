/* Owns how the watchlist is sorted by hand: the letter after the key, which names a column or reverses it.
 * How projects compare is core/rows.h's. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "steno/app/panes.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/action.h"
#include "steno/core/rows.h"
#include "steno/app/watchlist.h"

/* The columns in the order of the key bar; where it has no room, the last ones are left out. */
static const enum column sort_letters[] = {COLUMN_STATE,   COLUMN_SINCE,    COLUMN_NAME,
                                           COLUMN_EXPIRES, COLUMN_ID,       COLUMN_LENGTH,
                                           COLUMN_TAGS,    COLUMN_EXPORTED, COLUMN_CHANGED};
#define LETTERS (sizeof sort_letters / sizeof sort_letters[0])

/* Sorts by a column; where the list is sorted by it already, reversed. */
static void sort_turn(struct app *app, enum column column)
{
    bool is_down = column_defs[column].is_down;
    app_sort_set(app, column, app->sort == column ? !app->sort_down : is_down);
    app_say(app, "Sorted by %s%s", column_defs[column].name, app->sort_down != is_down ? ", reversed" : "");
}

/* The letter of a column sorts; any other key only ends this. */
static void sort_key(void *context, struct key key)
{
    struct app *app = context;
    overlay_remove(&app->overlays, &part_sort);
    for (size_t i = 0; i < LETTERS; i++) {
        if (key_equal(key, key_char((uint32_t)column_defs[sort_letters[i]].key)))
            sort_turn(app, sort_letters[i]);
    }
}

static bool sort_close(void *context)
{
    sort_key(context, (struct key){.kind = K_ESC});
    return true;
}

static bool sort_is_typing(const void *context)
{
    (void)context;
    return true;
}

/* "s State  c Since  …  q Back" */
static bool sort_hints(const void *context, char *out, size_t size)
{
    const struct app *app = context;
    const char *back = layout_shares_bottom(&app->layout) ? "" : "  q Back"; /* any other key leads back */
    int room = app->cols - 1 - (int)strlen(back);
    size_t len = 0;
    for (size_t i = 0; i < LETTERS; i++) {
        const struct column_def *def = &column_defs[sort_letters[i]];
        const char *head = def->head + (*def->head == ' ');
        if ((int)(len + strlen(head)) + (len ? 4 : 2) > room)
            break;
        len += (size_t)snprintf(out + len, size - len, "%s%c %s", len ? "  " : "", def->key, head);
    }
    snprintf(out + len, size - len, "%s", back);
    return true;
}

static const struct overlay_ops sort_overlay = {.kind = OVERLAY_LETTER,
                                                .message = "Sort by; the same letter again reverses:",
                                                .is_typing = sort_is_typing,
                                                .key = sort_key,
                                                .interrupt = sort_close,
                                                .hints = sort_hints};

/* By name: "since", or "since-" for reversed. */
static void sort_by(struct app *app, const char *arg)
{
    enum column column;
    bool is_down;
    if (*arg && column_sort_parse(arg, &column, &is_down)) {
        app->sort = column;
        app->sort_down = !is_down;
        sort_turn(app, column);
    } else if (*arg) {
        app_say_bad(app, "sort: one of %s", column_sort_names);
    } else {
        overlay_push(&app->overlays, &sort_overlay, &part_sort);
    }
}

/* clang-format off */
static const struct action sort_actions[] = {
    {.name = "sort", .keys = "s", .where = IN_LIST, .group = GROUP_LIST, 
     .arg = "id|state|since|length|name|tags|expires|exported|changed",
     .help = "Sort by a column; again, or name-: reversed", .run_with = sort_by},
};
/* clang-format on */

const struct part part_sort = {.name = "sort", PART_ACTIONS(sort_actions)};
