/* The application: house styles in the menu of presets over the export form. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "steno/caption/style.h"
#include "support/asserts.h"
#include "support/captions_bench.h"

TestSuite(app_styles, .init = captions_begin, .fini = captions_end);

/* The menu over the form, with no preset saved. */
static void open_presets(void)
{
    bench_keys(&bench, "p");
    bench_answer_entries(&bench, bench_store(&bench, STORE_PRESET_LIST), NULL, 0);
    bench_clear(&bench);
}

/* The line of the menu that begins so. */
static size_t menu_line(const char *begin)
{
    const struct app_menu *menu = bench.app->menu;
    size_t at = 0;
    while (at < menu->count && strncmp(menu->items[at], begin, strlen(begin)) != 0)
        at++;
    cr_assert_lt(at, menu->count, "%s", begin);
    return at;
}

static void choose(const char *begin, const char *key)
{
    list_select_row(&bench.app->menu->list, menu_line(begin), 10);
    bench_keys(&bench, key);
}

static const char *value(const char *name)
{
    const struct param_set *set = form_values(app_form_top(bench.app)->form);
    const char *text = param_set_get(set, param_find(set->table, name));
    return text ? text : "(unset)";
}

Test(app_styles, styles_stand_in_the_menu_of_presets_with_what_differs)
{
    bench_keys(&bench, "x");
    open_presets();
    const char *item = bench.app->menu->items[menu_line("style bbc ")];
    cr_assert_str_has(item, "5 differ: SubtitleLineLength 37");
    choose("style bbc ", "Enter");
    cr_assert_str_eq(value("SubtitleLineLength"), "37");
    cr_assert_str_eq(value("PauseBetweenCaptionsMs"), "0");
    cr_assert_str_eq(bench.app->style->name, "bbc");
    open_presets();
    cr_assert_str_lacks(bench.app->menu->items[menu_line("style bbc ")], "differ");
    bench_keys(&bench, "q");
    bench_keys(&bench, "x");
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert(call);
    cr_assert_str_eq(call->captions->style->name, "bbc");
}

Test(app_styles, another_style_takes_back_what_the_one_before_sent_and_nobody_changed)
{
    bench_keys(&bench, "x");
    open_presets();
    choose("style netflix-en", "Enter");
    cr_assert_str_eq(value("EllipsisGapDurationMs"), "2000");
    set_length("30");
    open_presets();
    choose("style asked", "Enter");
    cr_assert_str_eq(value("EllipsisGapDurationMs"), "(unset)");
    cr_assert_str_eq(value("SubtitleLineLength"), "30", "this one was changed by hand");
}

Test(app_styles, a_style_is_no_preset_to_be_deleted_and_an_enqueue_has_none)
{
    bench_keys(&bench, "x");
    open_presets();
    choose("style bbc ", "d");
    cr_assert_str_lacks(bench_question(&bench), "Delete preset");
    cr_assert_str_has(bench.app->status, "house style");
    bench_keys(&bench, "q q e");
    open_presets();
    for (size_t i = 0; i < bench.app->menu->count; i++)
        cr_assert_str_lacks(bench.app->menu->items[i], "style ");
}

/* Does the bar offer to delete the line of the menu under the cursor? */
static bool offers_delete(void)
{
    char hints[HINTS_SIZE];
    app_hints(bench.app, hints, sizeof hints, 200);
    return strstr(hints, "d Delete") != NULL;
}

Test(app_styles, a_preset_alone_is_offered_to_be_deleted)
{
    const struct store_entry preset = {.name = (char[]){"air"}};
    bench_keys(&bench, "x p");
    cr_expect_not(offers_delete(), "nothing has come yet");
    bench_answer_entries(&bench, bench_store(&bench, STORE_PRESET_LIST), &preset, 1);
    cr_expect(offers_delete(), "air");
    bench_keys(&bench, "j");
    cr_expect_not(offers_delete(), "%s", bench.app->menu->items[1]);
    bench_keys(&bench, "G");
    cr_expect_not(offers_delete(), "to save one is no preset");
}
