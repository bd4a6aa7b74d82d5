/* The help: of the current pane, of all panes, or searched; and the command line: completion by Tab, its
 * menu, and messages about wrong names. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/base/mem.h"
#include "steno/app/keys.h"
#include "support/app_scene.h"
#include "support/asserts.h"

TestSuite(app_help, .init = scene_start, .fini = scene_stop);
TestSuite(app_command, .init = scene_start, .fini = scene_stop);

/* The text for these keys in the help; "": not in the help. */
static const char *beside(const char *keys)
{
    return bench_page_value(&bench, "help", keys);
}

/* Expects this title of the help and these headings, separated by blanks (NULL: any). */
static void expect_help(const char *title, const char *headings)
{
    const struct page *page = app_page_of(bench.app, "help");
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < page->count; i++) {
        if (page->lines[i].kind == LINE_HEADING)
            buffer_printf(&text, "%s%s", text.len ? " " : "", page->lines[i].value);
    }
    cr_expect_str_eq(page->title, title);
    if (headings)
        cr_expect_str_eq(buffer_text(&text), headings);
    buffer_free(&text);
}

Test(app_help, the_keys_of_a_place_stand_together_by_what_they_are_for_and_tab_shows_all)
{
    static const char *const rows[][2] = {
        {"e", "Enqueue for transcription"},
        {"r", "Refresh this project, or what the pane shows"},
        {"D", "Remove from the list (not from the server)"},
        {"j Down", "Move down one line"},
        {"1", "View 1 (is:todo): state None, has media, no enqueue under way"},
        {":quit", "Quit"},
        {"d", ""}, /* needs a marked project */
        {"]", ""}};
    const char *const erase = "Delete a tag or metadata (in the list: a tag of all marked projects)";
    bench_keys(&bench, "?");
    expect_help("Help: the keys of the list", "Project Marks Panes Move List Program");
    cr_expect_eq(app_page_of(bench.app, "help")->list.selected, 1, "the first row that can be run");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect_str_eq(beside(rows[i][0]), rows[i][1], "%s", rows[i][0]);
    bench_keys(&bench, "Tab");
    expect_help("Help: the keys of all panes", NULL);
    cr_expect_str_eq(beside("]"), "Next heading");
    cr_expect_str_eq(beside("Shift-Tab"), "Previous pane");
    cr_expect_str_has(bench_page_text(&bench, "help"), "Show failures only, or all entries again (activity)");
    bench_keys(&bench, "Tab");
    cr_expect_str_eq(beside("]"), "");
    bench_keys(&bench, "Tab q t ?");
    expect_help("Help: the keys of the tags", "Project Marks Panes Move Program");
    cr_expect_str_eq(beside("d"), erase);
    cr_expect_str_eq(beside("s"), "");
    bench_keys(&bench, "q q Space ?");
    cr_expect_str_eq(beside("d"), erase, "of the marked one");
}

Test(app_help, shows_at_each_key_what_holds_the_text_and_enter_runs_it)
{
    const struct page *page = app_page_of(bench.app, "help");
    cr_expect_str_has(bench_page_text(after("? / T A G S"), "help"), "Tags");
    cr_expect_str_lacks(bench_page_text(&bench, "help"), "Enqueue for transcription");
    cr_expect_str_lacks(bench_page_text(after("Enter"), "help"), "Enqueue for transcription");
    cr_expect_str_eq(bench_focus(after("Enter")), "tags");
    bench_keys(&bench, "? /");
    bench_type(&bench, "^L");
    cr_expect_str_has(bench_page_text(&bench, "help"), "Redraw the screen", "all is shown when it opens");
    cr_expect_eq(page->count, 1);
    cr_expect_str_has(bench_page_text(after("x"), "help"), "No key or command matches");
    cr_expect_str_has(bench_page_text(after("Esc"), "help"), "Enqueue for transcription");
    bench_command(&bench, "search transcription");
    cr_expect_eq(app_form_top(after("Enter")->app)->ops->table, &params_enqueue);
}

/* True if the help over a form has this line. */
static bool preview_has(const char *text)
{
    for (size_t i = 0; i < bench.app->preview.count; i++) {
        if (strstr(bench.app->preview.lines[i].value, text))
            return true;
    }
    return false;
}

Test(app_help, the_enqueue_form_has_no_captions_and_r_is_explained_by_what_it_fetches)
{
    bench_keys(&bench, "e ?");
    cr_expect(preview_has("Show the request"));
    cr_expect_not(preview_has("subtitles"));
    bench_keys(&bench, "q q j x ?");
    cr_expect(preview_has("subtitles"));
    bench_keys(&bench, "q x ?");
    cr_expect_str_eq(bench.app->preview.title, "Help: the keys of the captions");
    cr_expect(preview_has("or what the pane shows"));
    bench_keys(&bench, "q q q A ?");
    cr_expect_str_eq(beside("r"), "Refresh this project, or what the pane shows");
}

Test(app_help, leaves_no_action_out)
{
    size_t count, action_count;
    const struct action *rows = keymap_actions(bench.app->keymap, &count);
    free(app_actions(&action_count));
    cr_assert_eq(count, action_count + FORM_ACT_COUNT - 1);
    bench_resize(&bench, 79, 24);
    bench_keys(&bench, "? Tab");
    for (size_t i = 0; i < count; i++) {
        if (rows[i].where & IN_PANES)
            cr_expect_str_has(bench_page_text(&bench, "help"), rows[i].help, "%s", rows[i].name);
    }
    bench_keys(&bench, "q x ?");
    for (size_t i = 0; i < count; i++) {
        if (rows[i].where & IN_FORM)
            cr_expect(preview_has(rows[i].help), "%s", rows[i].name);
    }
}

/* --- the command line --- */

/* Further keys, and the result: the line, the text beside it, and the number of rows of its menu. */
struct step {
    const char *keys, *line, *ghost;
    size_t total;
    bool menu;
};

static void walk(const struct step *steps, size_t count)
{
    const struct app_prompt *prompt = bench.app->prompt;
    for (size_t i = 0; i < count; i++) {
        bench_keys(&bench, steps[i].keys);
        cr_expect_str_eq(lineedit_text(prompt->edit), steps[i].line, "%s", steps[i].keys);
        if (steps[i].ghost)
            cr_expect_str_eq(app_prompt_ghost(bench.app), steps[i].ghost, "%s", steps[i].keys);
        if (steps[i].total)
            cr_expect_eq(prompt->fits.total, steps[i].total, "%s", steps[i].keys);
        cr_expect_eq(prompt->menu, steps[i].menu, "%s", steps[i].keys);
    }
}

Test(app_command, what_tab_would_take_stands_beside_the_line_and_a_menu_of_several_goes_round)
{
    static const struct step steps[] = {
        {":", "", "", 0, false},
        {"e n q", "enq", "ueue", 1, false},
        {"Left", "enq", "", 0, false}, /* the cursor is not at the end of the line */
        {"End Tab", "enqueue ", NULL, 0, false},
        {"^U r e", "re", NULL, 4, false},
        {"Tab", "refresh", NULL, 4, true},
        {"Tab Down ^N", "repaint", NULL, 4, true},
        {"Tab", "refresh", NULL, 4, true}, /* after the last row comes the first */
        {"Shift-Tab", "repaint", NULL, 4, true},
        {"Up ^P", "refresh-all", NULL, 4, true},
        {"Esc", "re", NULL, 4, false}, /* back to the typed text */
        {"^U r Tab ^U r e f", "ref", NULL, 2, true},
        {"x", "refx", NULL, 0, false}, /* no match: the menu closes */
    };
    walk(steps, sizeof steps / sizeof steps[0]);
    cr_expect_str_eq(after("^U r e Tab")->app->prompt->fits.title, "Actions that begin with \"re\"");
    cr_expect_str_eq(bench.app->prompt->fits.rows[0].key, "r");
    cr_expect_not(bench_prompts(after("Esc Esc"), ":"));
    cr_expect_geq(bench_call_count(after(": r e Tab Tab Enter"), ENDPOINT_GET_PROJECT), 3);
}

Test(app_command, what_an_action_takes_is_completed_too)
{
    static const struct step steps[] = {
        {": j u m p Space", "jump ", NULL, 3, false},
        {"Tab", "jump 1", NULL, 3, true},
        {"Esc ^U o p e n Space 7 Space 2 Tab", "open 7 2 ", NULL, 0, false},
        {"^U d e l e t e Space a", "delete a", "rchive", 0, false},
    };
    walk(steps, 2);
    cr_expect_str_eq(bench.app->prompt->fits.rows[0].help, "Council meeting, 14 May");
    walk(steps + 2, 2);
    cr_expect_eq(after("^U s o r t Space l Tab Enter")->app->sort, COLUMN_LENGTH);
    cr_expect_eq(after(": q u i t Space")->app->prompt->fits.total, 0);
}

Test(app_command, an_action_runs_by_its_name_or_an_everyday_word_and_a_wrong_name_names_the_nearest)
{
    static const char *const wrong[][2] = {{"shwo", "There is no action “shwo”. Did you mean show?"},
                                           {"enqeue", "There is no action “enqeue”. Did you mean enqueue?"},
                                           {"frobnicate", "There is no action “frobnicate”; ? lists all"}};
    cr_expect_str_eq(bench_focus(after(":show")), "details");
    cr_expect_str_eq(bench_focus(after(":list")), "projects");
    for (size_t i = 0; i < 3; i++) {
        bench_command(&bench, wrong[i][0]);
        cr_expect_str_eq(bench.app->status, wrong[i][1]);
    }
    cr_expect_str_eq(after(": e n q e u e Tab")->app->prompt->hint, wrong[1][1]);
    cr_expect_null(after("x")->app->prompt->hint);
    cr_expect_eq(app_form_top(after("^U e n q u e u e Enter")->app)->ops->table, &params_enqueue);
}

Test(app_command, a_key_that_does_nothing_here_says_where_it_works)
{
    static const char *const rows[][2] = {{"? Space", "The key Space works in the list, not here"},
                                          {"q i f", "The key f works in the list, not here"},
                                          {"q U", "Open a form first: e or x"},
                                          {"a", "The key a works in the metadata, not here"},
                                          {"x L", "The key L works in the list, not here"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bench_keys(&bench, rows[i][0]);
        cr_expect_str_eq(bench.app->status, rows[i][1]);
    }
}
