/* The help: the keys of the place that it was opened in, of all panes, or those that are looked for. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/base/mem.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

static void setup(void)
{
    bench_ready(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_help, .init = setup, .fini = teardown);

/* The words beside these keys in the help, or NULL. */
static const char *beside(const char *keys)
{
    const struct page *page = app_page_of(bench.app, "help");
    for (size_t i = 0; i < page->count; i++) {
        if (page->lines[i].label && strcmp(page->lines[i].label, keys) == 0)
            return page->lines[i].full ? page->lines[i].full : page->lines[i].value;
    }
    return NULL;
}

/* Are these the headings of the help, parted by blanks? */
static bool are_headings(const char *words)
{
    const struct page *page = app_page_of(bench.app, "help");
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < page->count; i++) {
        if (page->lines[i].kind == LINE_HEADING)
            buffer_printf(&text, "%s%s", text.len ? " " : "", page->lines[i].value);
    }
    bool same = strcmp(buffer_text(&text), words) == 0;
    buffer_free(&text);
    return same;
}

Test(app_help, the_keys_of_the_list_stand_together_by_what_they_are_for)
{
    static const struct {
        const char *keys, *words;
    } rows[] = {{"e", "Enqueue for transcription"},
                {"r", "Refresh this project"},
                {"R", "Refresh all projects"},
                {"D", "Remove from the watchlist (not from the server)"},
                {"M", "Mark all that are shown"},
                {"i", "Details of the project"},
                {"t", "Tags"},
                {"P", "Password policy"},
                {"j Down", "Move down one line"},
                {"PgDn", "Move down one page"},
                {"n", "Next match"},
                {"1", "View 1, is:todo: None, has media, nothing sent"},
                {"s", "Sort by a column; again, or name-: reversed"},
                {"^C", "Cancel, go back or quit (press twice to quit)"},
                {"?", "Show available keys; they can be searched"},
                {"q Esc ^G", "Back; on the watchlist: quit"},
                {":quit", "Quit"}};
    bench_keys(&bench, "?");
    cr_expect_str_eq(app_page_of(bench.app, "help")->title, "Help: the keys of the list");
    cr_expect(are_headings("Project Marks Panes Move List Program"));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_assert_not_null(beside(rows[i].keys), "%s", rows[i].keys);
        cr_expect_str_eq(beside(rows[i].keys), rows[i].words);
    }
    cr_expect_null(beside("d"), "nothing is marked");
    cr_expect_null(beside("]"));
}

Test(app_help, of_another_pane_has_its_own_keys_and_none_of_the_list)
{
    bench_keys(&bench, "t ?");
    cr_expect_str_eq(app_page_of(bench.app, "help")->title, "Help: the keys of the tags");
    cr_expect_str_eq(beside("d"), "Delete the tag or key here; a tag of the marked projects");
    cr_expect_null(beside("s S"));
    cr_expect(are_headings("Project Marks Panes Move Program"));
    bench_keys(&bench, "q q Space ?");
    cr_expect_str_eq(beside("d"), "Delete the tag or key here; a tag of the marked projects",
                     "of the marked one");
}

Test(app_help, tab_shows_the_keys_of_all_panes_and_back)
{
    bench_keys(&bench, "? Tab");
    cr_expect_str_eq(app_page_of(bench.app, "help")->title, "Help: the keys of all panes");
    cr_expect_str_eq(beside("]"), "Next heading");
    cr_expect_str_eq(beside("Shift-Tab"), "Previous pane");
    cr_expect_str_has(bench_page_text(&bench, "help"), "Show failures only, and back (activity)");
    bench_keys(&bench, "Tab");
    cr_expect_null(beside("]"));
    bench_keys(&bench, "Tab q t ?");
    cr_expect_str_eq(app_page_of(bench.app, "help")->title, "Help: the keys of the tags",
                     "it opens here again");
}

Test(app_help, help_lists_what_is_valid_here_and_enter_runs_it)
{
    bench_keys(&bench, "?");
    cr_assert_str_has(bench_page_text(&bench, "help"), "Enqueue for transcription");
    cr_assert_str_lacks(bench_page_text(&bench, "help"), "Show failures only");
    bench_command(&bench, "search transcription");
    bench_keys(&bench, "Enter");
    cr_assert_eq(app_form_top(bench.app)->ops->table, &params_enqueue);
}

Test(app_help, help_shows_at_each_key_what_holds_the_text_and_enter_runs_it)
{
    bench_keys(&bench, "? /");
    bench_type(&bench, "TAGS");
    cr_assert_str_has(bench_page_text(&bench, "help"), "Tags");
    cr_assert_str_lacks(bench_page_text(&bench, "help"), "Enqueue for transcription");
    bench_keys(&bench, "Enter");
    cr_assert_str_lacks(bench_page_text(&bench, "help"), "Enqueue for transcription");
    bench_keys(&bench, "Enter");
    cr_assert_eq(bench.app->focus, app_pane_find(bench.app, "tags"));
    bench_keys(&bench, "?");
    cr_assert_str_has(bench_page_text(&bench, "help"), "Enqueue for transcription",
                      "all is shown when it opens again");
}

Test(app_help, help_finds_an_action_by_its_key_and_shows_all_again_when_the_search_is_left)
{
    bench_keys(&bench, "? /");
    bench_type(&bench, "^L");
    cr_assert_str_has(bench_page_text(&bench, "help"), "Redraw the screen");
    cr_assert_eq(app_page_of(bench.app, "help")->count, 1);
    bench_type(&bench, "x");
    cr_assert_str_has(bench_page_text(&bench, "help"), "No key or command matches");
    bench_keys(&bench, "Esc");
    cr_assert_str_has(bench_page_text(&bench, "help"), "Enqueue for transcription");
}

Test(app_help, help_leaves_no_action_out)
{
    size_t count, action_count;
    const struct action *rows = keymap_actions(bench.app->keymap, &count);
    free(app_actions(&action_count));
    cr_assert_eq(count, action_count + FORM_ACT_COUNT - 1);
    bench_resize(&bench, 79, 24);
    bench_keys(&bench, "? Tab");
    for (size_t i = 0; i < count; i++) {
        if (rows[i].where & IN_PANES)
            cr_assert_str_has(bench_page_text(&bench, "help"), rows[i].help, "%s", rows[i].name);
    }
    bench_keys(&bench, "q x ?");
    for (size_t i = 0; i < count; i++) {
        bool found = !(rows[i].where & IN_FORM);
        for (size_t k = 0; k < bench.app->preview.count; k++)
            found = found || strstr(bench.app->preview.lines[k].value, rows[i].help);
        cr_assert(found, "%s", rows[i].name);
    }
}
