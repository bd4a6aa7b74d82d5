/* Sentences name keys as they are bound, and an action without a key as a command. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

static void fini(void)
{
    bench_free(&bench);
}

TestSuite(key_words, .fini = fini);

/* An application with other keys for some actions, on this watchlist. */
static void start(const char *token, const struct bench_row *rows, size_t count)
{
    static const char *const bound[][2] = {
        {"open", "F2"},        {"refresh", "none"}, {"login", "F4"},          {"activity", "F5"},
        {"mark", "F6"},        {"tags", "F7"},      {"interrupt", "^C F8"},   {"delete", "F9"},
        {"back", "Backspace"}, {"filter", "F10"},   {"form-unset-all", "F3"}, {"form-submit", "none"},
        {"copy", "Y"},         {"command", ": ^T"},
    };
    size_t keys = sizeof bound / sizeof bound[0];
    bench_init(&bench, token);
    bench.settings.keys = mem_zero(keys, sizeof *bench.settings.keys);
    bench.settings.key_count = keys;
    for (size_t i = 0; i < keys; i++)
        bench.settings.keys[i] =
            (struct settings_key){.action = mem_copy(bound[i][0]), .keys = mem_copy(bound[i][1])};
    bench_list(&bench, rows, count);
    bench_start(&bench, 80, 24);
}

Test(key_words, an_action_without_a_key_is_named_as_a_command)
{
    start("token", NULL, 0);
    cr_expect_str_eq(app_key_of(bench.app, "open"), "F2");
    cr_expect_str_eq(app_key_of(bench.app, "refresh"), ":refresh");
    cr_expect_str_eq(app_key_of(bench.app, "interrupt"), "^C");
    cr_expect_str_eq(app_key_of(bench.app, "form-submit"), ":form-submit");
}

Test(key_words, an_empty_watchlist_names_the_bound_key)
{
    start("token", NULL, 0);
    bench_keys(&bench, "Tab");
    cr_expect_str_has(bench_page_text(&bench, "details"), "No project: F2 opens by id");
    bench_keys(&bench, "Tab e");
    cr_expect_str_eq(bench.app->status, "enqueue: there is no project under the cursor; F2 opens by id");
    bench_keys(&bench, "Esc");
    bench_command(&bench, "refresh");
    cr_expect_str_eq(bench.app->status, "No project to read: F2 opens by id");
    bench_command(&bench, "delete news");
    cr_expect_str_has(bench.app->status, "F2 opens by id");
}

Test(key_words, what_is_not_read_yet_names_the_command_when_it_has_no_key)
{
    const struct bench_row rows[] = {{1, NULL, NULL}};
    start("token", rows, 1);
    bench_keys(&bench, "F7");
    cr_expect_str_has(bench_page_text(&bench, "tags"), "Not read yet: :refresh reads it");
    bench_keys(&bench, "P");
    cr_expect_str_has(bench_page_text(&bench, "policy"), "Not read yet: :refresh reads it");
}

Test(key_words, a_login_left_names_its_bound_key)
{
    start(NULL, NULL, 0);
    bench_keys(&bench, "Esc");
    cr_expect_str_eq(bench.app->status, "Not logged in: F4 opens the login");
    bench_keys(&bench, "A");
    cr_expect_str_has(bench_page_text(&bench, "account"), "Not logged in: F4 logs in");
}

Test(key_words, a_refresh_without_a_session_names_the_bound_key)
{
    start(NULL, NULL, 0);
    bench_keys(&bench, "Esc");
    bench_command(&bench, "refresh");
    cr_expect_str_eq(bench.app->status, "Not logged in: F4 opens the login");
    bench_command(&bench, "refresh-all");
    cr_expect_str_eq(bench.app->status, "Not logged in: F4 opens the login");
}

Test(key_words, a_filter_says_how_all_are_shown_again)
{
    const struct bench_row rows[] = {{1, "None", "One"}, {2, "None", "Two"}};
    start("token", rows, 2);
    bench_command(&bench, "filter Two");
    cr_expect_str_eq(bench.app->status, "1 of 2 projects match “Two”; an empty filter shows all");
}

Test(key_words, a_draft_offered_again_names_the_bound_key)
{
    const struct bench_row rows[] = {{1, "None", "One"}};
    start("token", rows, 1);
    struct error err;
    json_t *draft = json_pack("{s:s}", "Lang", "de-DE");
    cr_assert(store_draft_save(bench.store, "enqueue", 1, draft, BENCH_WALL_MS, &err), "%s", err.text);
    json_decref(draft);
    bench_keys(&bench, "e");
    cr_expect_str_has(app_form_top(bench.app)->message, "F3 discards it");
    bench_keys(&bench, "v");
    cr_expect_str_eq(bench.app->preview.title, "What :form-submit sends");
    char hints[100];
    app_hints(bench.app, hints, sizeof hints, 80);
    cr_expect_str_eq(hints, "Y Copy  Backspace Back");
}

Test(key_words, a_key_bound_to_back_quits_on_the_watchlist)
{
    start("token", NULL, 0);
    bench_keys(&bench, "Backspace");
    cr_expect(bench.app->quitting);
}

/* The presets of an enqueue form, this many. */
static void open_presets(size_t count)
{
    struct error err;
    for (size_t i = 0; i < count; i++) {
        char name[32], label[24];
        snprintf(name, sizeof name, "preset %02zu", i);
        snprintf(label, sizeof label, "%zu", i);
        json_t *values = json_pack("{s:s}", "CustomLabel", label);
        cr_assert(store_preset_save(bench.store, name, "enqueue", values, NULL, &err), "%s", err.text);
        json_decref(values);
    }
    bench_keys(&bench, "e p");
}

Test(key_words, the_presets_know_the_keys_that_move_in_every_list)
{
    bench_ready(&bench);
    open_presets(40);
    bench_resize(&bench, 80, 19);
    static const struct {
        const char *key;
        size_t selected;
    } rows[] = {{"G", 40}, {"g", 0},   {"End", 40},  {"Home", 0},  {"PgDn", 14}, {"PgDn", 28},
                {"k", 27}, {"Up", 26}, {"PgUp", 12}, {"Down", 13}, {"j", 14},    {"Home", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bench_keys(&bench, rows[i].key);
        cr_expect_eq(bench.app->menu->list.selected, rows[i].selected, "%s at %zu: %zu", rows[i].key, i,
                     bench.app->menu->list.selected);
    }
    bench_keys(&bench, "G g Enter");
    cr_expect_str_eq(app_form_top(bench.app)->message, "Preset “preset 00” loaded");
}

Test(key_words, the_presets_obey_the_keys_as_bound_and_name_them)
{
    const struct bench_row rows[] = {{1, "None", "One"}};
    char hints[100];
    start("token", rows, 1);
    open_presets(2);
    app_hints(bench.app, hints, sizeof hints, 80);
    cr_expect_str_eq(hints, "Enter Load  F9 Delete  Backspace Back");
    bench_keys(&bench, "d q Esc");
    cr_expect_null(bench.app->question->text, "d is bound to nothing here");
    cr_expect(overlay_has(&bench.app->overlays, OVERLAY_MENU), "neither is q");
    bench_keys(&bench, "j F9");
    cr_expect_str_eq(bench.app->question->text, "Delete preset “preset 01”?");
    bench_keys(&bench, "n Backspace");
    cr_expect_not(overlay_has(&bench.app->overlays, OVERLAY_MENU));
}

Test(key_words, the_preview_knows_the_keys_that_move_and_the_one_that_opened_it)
{
    bench_ready(&bench);
    bench_keys(&bench, "e ? G");
    cr_expect_eq(bench.app->preview.list.selected, bench.app->preview.count - 1);
    bench_keys(&bench, "g");
    cr_expect_eq(bench.app->preview.list.selected, 0);
    bench_keys(&bench, "Enter v");
    cr_expect(overlay_has(&bench.app->overlays, OVERLAY_PREVIEW));
    bench_keys(&bench, "v");
    cr_expect_not(overlay_has(&bench.app->overlays, OVERLAY_PREVIEW));
}
