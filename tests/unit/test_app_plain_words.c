/* What plain mode advises: words that a line takes, never a key of the screen. Every action has a key here
 * that stands in no sentence otherwise; whatever an action says, in any place, is looked at. */
/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;
static size_t sentences;

static void words_stop(void)
{
    bench_free(&bench);
}

TestSuite(app_plain_words, .fini = words_stop);

/* An application without a screen, and a Greek or Cyrillic letter as the key of each action. */
static void start(const char *token)
{
    size_t count;
    struct bench plain = {0};
    bench_init(&plain, token);
    bench_start(&plain, 80, 24);
    const struct action *rows = keymap_actions(plain.app->keymap, &count);
    bench_init(&bench, token);
    bench.settings.keys = mem_zero(count, sizeof *bench.settings.keys);
    bench.settings.key_count = count;
    for (size_t i = 0; i < count; i++) {
        unsigned letter = 0x3B1 + (unsigned)i;
        bench.settings.keys[i] = (struct settings_key){
            .action = mem_copy(rows[i].name),
            .keys = strcmp(rows[i].name, "interrupt") == 0
                        ? mem_copy("^C")
                        : mem_printf("%c%c", 0xC0 | (int)(letter >> 6), 0x80 | (int)(letter & 0x3F))};
    }
    bench_free(&plain);
    bench_set(&bench, SETTING_RATE_CAP, "0");
    struct error err;
    bench.app = app_new(&bench.settings, &err);
    cr_assert_not_null(bench.app, "%s", err.text);
    bench.app->linear = true;
    bench_open(&bench, 80, 24, NULL, 0);
}

/* No letter that is a key, and no name of a key that sentences are wont to name. */
static void expect_no_key(const char *where, const char *text)
{
    static const char *const keys[] = {"Enter", "Esc", "Space", "Tab", "PgDn", "PgUp", "^G"};
    sentences += text && *text;
    for (const unsigned char *at = (const unsigned char *)(text ? text : ""); *at; at++)
        cr_expect_not(*at >= 0xCE && *at <= 0xD1 && at[1] >= 0x80, "%s: %s", where, text);
    for (size_t i = 0; text && i < sizeof keys / sizeof keys[0]; i++)
        cr_expect_str_lacks(text, keys[i], "%s: %s", where, text);
}

/* All that can be read now. */
static void look(const char *where)
{
    const struct app *app = bench.app;
    expect_no_key(where, app->status);
    for (size_t i = 0; i < app->sentence_count; i++)
        expect_no_key(where, app->sentences[i].text);
    for (int pane = 1; pane < app->pane_count; pane++) {
        expect_no_key(where, app->panes[pane].page.title);
        expect_no_key(where, app->panes[pane].page.head.value);
        for (size_t i = 0; i < app->panes[pane].page.count; i++)
            expect_no_key(where, app->panes[pane].page.lines[i].value);
    }
    for (int i = 0; i < app->form_count; i++) {
        expect_no_key(where, app->forms[i].message);
        expect_no_key(where, form_message(app->forms[i].form));
    }
    expect_no_key(where, app->preview.title);
    expect_no_key(where, app->question->text);
    expect_no_key(where, app->question->note);
}

/* Runs each action here, as a line would, and looks at what it leaves. */
static void run_all(const char *place, const char *first)
{
    size_t count;
    const struct action *rows = keymap_actions(bench.app->keymap, &count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(rows[i].name, "quit") == 0 || strcmp(rows[i].name, "suspend") == 0)
            continue;
        char *where = mem_printf("%s, %s", place, rows[i].name);
        if (*first)
            bench_command(&bench, first);
        bench_command(&bench, rows[i].name);
        look(where);
        for (int k = 0; k < 6 && overlay_top(&bench.app->overlays)->ops->kind != OVERLAY_PANE; k++) {
            bench_input(&bench, &(struct app_input){.kind = INPUT_CLOSE});
            look(where);
        }
        free(where);
        bench_clear(&bench);
    }
}

Test(app_plain_words, name_no_key_without_a_login)
{
    start(NULL);
    run_all("no login", "");
    cr_expect_gt(sentences, 200, "%zu", sentences);
}

Test(app_plain_words, name_no_key_without_a_project)
{
    start("token");
    bench_answer_load(&bench, NULL, 0);
    run_all("no project", "");
    run_all("account", "account");
    cr_expect_gt(sentences, 400, "%zu", sentences);
}

Test(app_plain_words, name_no_key_in_lists_panes_forms_and_captions)
{
    const struct bench_row rows[] = {{1, "None", "One"}, {2, "Completed", "Two"}, {3, "InProgress", "Three"}};
    static const char *const places[] = {"",       "details", "tags",    "metadata", "raw",     "activity",
                                         "policy", "help",    "enqueue", "export",   "receipt", "conflict"};
    start("token");
    bench_answer_load(&bench, rows, 3);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        run_all(places[i], places[i]);
    cr_expect_gt(sentences, 5000, "%zu", sentences);
}

Test(app_plain_words, are_the_names_of_actions_that_a_line_takes)
{
    static const char *const words[][2] = {{"open", "open"},    {"form-unset-all", "unset-all"},
                                           {"form-unset", "-"}, {"refresh", "refresh"},
                                           {"back", ".."},      {"form-leave", ".."},
                                           {"interrupt", "^C"}, {"form-submit", "submit"}};
    start("token");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        cr_expect_str_eq(app_key_of(bench.app, words[i][0]), words[i][1], "%s", words[i][0]);
}
