/* Owns what a line at the prompt means: an action by its name or its key, with what follows it. Every name
 * comes from the table of actions. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "plain.h"
#include "steno/app/action.h"
#include "steno/app/app_input.h"
#include "steno/app/keymap.h"
#include "steno/app/panes.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

/* The action that a key runs where the focus is, or NULL. */
static const struct action *plain_command_of_key(const struct app *app, const char *name)
{
    struct key key;
    return key_parse(name, &key) ? keymap_find(app->keymap, 1u << app->focus, key) : NULL;
}

/* The action of a word, or NULL; a number is none, although keys may be digits. */
static const struct action *plain_command_find(const struct app *app, const char *word)
{
    const struct action *action = keymap_meant(app->keymap, word);
    return action || text_parse_int(word, &(int64_t){0}) ? action : plain_command_of_key(app, word);
}

/* What a command may change of what is shown. */
struct command_before {
    int focus;
    int64_t current;
    size_t marks;
    char *title; /* NULL of the watchlist */
};

/* Shows the pane one thing after the other, and now another one? */
static bool plain_command_turned(const struct app *app, const struct command_before *before)
{
    const struct page *page = app_focus_page(app);
    return !page->is_list && page->title && before->title && strcmp(page->title, before->title) != 0;
}

/* What of the watchlist or pane has to be shown after this action. */
static enum shows plain_command_shows(const struct app *app, const struct action *action,
                                      const struct command_before *before)
{
    static const enum shows by_group[GROUP_COUNT] = {
        [GROUP_MOVE] = SHOWS_LINE, [GROUP_PANES] = SHOWS_PANE, [GROUP_LIST] = SHOWS_PANE};
    enum shows shows = action->shows ? action->shows : by_group[action->group];
    if (action->group == GROUP_MOVE && app->sentence_count > 0)
        return SHOWS_NOTHING; /* it says why it did not move */
    if (app_top(app)->kind == OVERLAY_FORM)
        return SHOWS_NOTHING; /* what was over it is closed, or it is new: its questions follow */
    bool elsewhere = app->focus != before->focus ||
                     (app->focus != PANE_LIST && app->current != before->current) ||
                     plain_command_turned(app, before);
    return elsewhere && shows != SHOWS_TARGET ? SHOWS_PANE : shows;
}

/* Runs an action with what followed its name. */
static void plain_command_run(struct plain *plain, const struct action *action, const char *arg)
{
    const struct app *app = plain->app;
    struct command_before before = {app->focus, app->current, app->list.mark_count,
                                    mem_copy_or_null(app_focus_page(app)->title)};
    char *line = mem_printf("%s%s%s", action->name, *arg ? " " : "", arg);
    plain_send(plain, INPUT_COMMAND, line);
    free(line);
    if (app->list.mark_count != before.marks)
        plain_line("Marked: %zu", app->list.mark_count);
    plain_show(plain, plain_command_shows(app, action, &before));
    free(before.title);
}

/* A number alone: an id among the projects, a line elsewhere. */
static bool plain_command_number(struct plain *plain, const char *word)
{
    int64_t number;
    if (!text_parse_int(word, &number))
        return false;
    if (plain->app->focus == PANE_LIST) {
        plain_command_run(plain, keymap_named(plain->app->keymap, "jump"), word);
        return true;
    }
    struct app_input input = {
        .kind = INPUT_CHOOSE, .number = number > 0 && number < INT32_MAX ? (int)number : 0, .text = "enter"};
    engine_input(&plain->engine, &input);
    plain_show(plain, app_focus_ops(plain->app)->choose ? SHOWS_PANE : SHOWS_LINE);
    return true;
}

/* A sign with its text right behind it, such as "/news" or "#12". */
static bool plain_command_sign(struct plain *plain, const char *line)
{
    char sign[2] = {line[0], '\0'};
    const struct action *action = strchr("/#", line[0]) ? plain_command_of_key(plain->app, sign) : NULL;
    if (!action || !action->arg)
        return false;
    plain_command_run(plain, action, line + 1 + strspn(line + 1, " "));
    return true;
}

void plain_command(struct plain *plain, const char *line)
{
    line += strspn(line, " ");
    if (line[0] == ':' && line[1])
        line++;
    size_t len = strcspn(line, " ");
    if (len == 0) {
        if (plain->app->over.pane != PANE_LIST)
            plain_page_go_on(plain);
        return;
    }
    char *word = mem_copy_n(line, len), *rest = mem_copy(line + len + strspn(line + len, " "));
    const struct action *action = plain_command_find(plain->app, word);
    if (strcmp(word, "..") == 0 && plain->app->focus == PANE_LIST)
        plain_line("There is nothing to leave here; quit ends the session.");
    else if (action)
        plain_command_run(plain, action, rest);
    else if (!plain_command_number(plain, word) && !plain_command_sign(plain, line))
        plain_send(plain, INPUT_COMMAND, line); /* which says what might have been meant */
    free(word);
    free(rest);
}
