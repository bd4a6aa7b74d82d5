/* Owns how the watchlist is sorted by hand: the letter after the key, which names a column or reverses it.
 * How projects compare is core/rows.h's. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <stdint.h>
#include <stdio.h>

#include "steno/app/panes.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/action.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/rows.h"
#include "steno/app/watchlist.h"

/* The columns in the order of the key bar; where it has no room, those of the highest `drop` go first. */
static const struct {
    enum column column;
    int drop;
} sort_letters[] = {{COLUMN_ID, 4},      {COLUMN_STATE, 0},    {COLUMN_SINCE, 0},
                    {COLUMN_LENGTH, 3},  {COLUMN_NAME, 0},     {COLUMN_TAGS, 2},
                    {COLUMN_EXPIRES, 0}, {COLUMN_EXPORTED, 6}, {COLUMN_CHANGED, 6}};
#define LETTERS (sizeof sort_letters / sizeof sort_letters[0])
#define DROPS   6

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
    app_dirty(app, DIRTY_STATUS);
    for (size_t i = 0; i < LETTERS; i++) {
        if (key_equal(key, key_char((uint32_t)column_defs[sort_letters[i].column].key)))
            sort_turn(app, sort_letters[i].column);
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

/* "i ID  s State  …  q Back", without those that are dropped first. */
static void sort_write_hints(struct buffer *out, int drop)
{
    buffer_clear(out);
    for (size_t i = 0; i < LETTERS; i++) {
        const struct column_def *def = &column_defs[sort_letters[i].column];
        const char *head = def->head + (*def->head == ' ');
        if (sort_letters[i].drop < drop)
            buffer_printf(out, "%s%c %s", out->len ? "  " : "", def->key, head);
    }
    if (drop > 1)
        buffer_append_text(out, "  q Back");
}

static bool sort_hints(const void *context, char *out, size_t size)
{
    const struct app *app = context;
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    int drop = DROPS + 1;
    do
        sort_write_hints(&text, drop);
    while (text_width(buffer_text(&text)) >= app->cols && --drop > 0);
    snprintf(out, size, "%s", buffer_text(&text));
    buffer_free(&text);
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
        app_dirty(app, DIRTY_STATUS);
    }
}

/* clang-format off */
static const struct action sort_actions[] = {
    {.name = "sort", .keys = "s", .where = IN_LIST, .group = GROUP_LIST, 
     .arg = "id|state|since|length|name|tags|expires|exported|changed",
     .brief = "Sort by a column", .help = "Sort by a column; again, or name-: reversed", .run_with = sort_by},
};
/* clang-format on */

const struct part part_sort = {.name = "sort", PART_ACTIONS(sort_actions)};
