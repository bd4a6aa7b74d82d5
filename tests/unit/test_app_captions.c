/* The application: captions of the export form, fetched, checked and looked at. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "steno/caption/styles.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static const char three[] = "1\n00:00:01,000 --> 00:00:03,000\n- One\nline\n\n"
                            "2\n00:00:03,500 --> 00:00:06,000\nTwo words\n\n"
                            "3\n00:00:08,000 --> 00:00:08,200\nToo fast to be read by anybody\n";

static struct bench bench;

static void begin(void)
{
    bench_ready(&bench);
    bench_keys(&bench, "j");
    bench_wait(&bench, 200);
    bench_clear(&bench);
}

static void end(void)
{
    bench_free(&bench);
}

TestSuite(app_captions, .init = begin, .fini = end);

static const struct page *page(void)
{
    return app_page_of(bench.app, "captions");
}

/* Have they the keys, over the form? */
static bool has_keys(void)
{
    return overlay_has(&bench.app->overlays, OVERLAY_OVER_FORM);
}

/* The fetch that is sent, answered with this text. */
static void answer(const char *text)
{
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(call);
    bench_answer_captions(&bench, call, text);
    bench_clear(&bench);
}

static void open_captions(const char *text)
{
    bench_keys(&bench, "x x");
    answer(text);
    bench_wait(&bench, 200);
}

static void set(const char *field, const char *value)
{
    bench_field(&bench, field, value);
}

static const char *sent(const struct call *call, const char *name)
{
    const char *value = param_set_get(call->params, param_find(call->params->table, name));
    return value ? value : "";
}

Test(app_captions, are_asked_for_as_srt_whatever_the_form_has_and_nothing_is_written)
{
    bench_keys(&bench, "x");
    bench_wait(&bench, 5000);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    set("FileFormatId", "stl");
    set("CodePageNumber", "850");
    set("SubtitleLineLength", "20");
    bench_clear(&bench);
    bench_keys(&bench, "x");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 1);
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_expect_eq(call->project_id, 2);
    cr_expect_null(call->path);
    cr_expect(call->into_memory);
    cr_expect_str_eq(sent(call, "FileFormatId"), "srt");
    cr_expect_str_eq(sent(call, "CodePageNumber"), "");
    cr_expect_str_eq(sent(call, "SubtitleLineLength"), "20");
    answer(three);
    cr_expect(page()->is_list);
    cr_expect_eq(page()->count, 3);
    bench_wait(&bench, 20000);
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0, "and not again");
}

Test(app_captions, q_and_x_lead_back_to_the_form_and_they_are_fetched_again)
{
    open_captions(three);
    bench_keys(&bench, "q");
    cr_assert(!has_keys() && app_form_top(bench.app));
    bench_keys(&bench, "x");
    cr_assert(has_keys());
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 1);
    answer(three);
    bench_keys(&bench, "x q");
    cr_expect_null(app_form_top(bench.app));
    cr_expect_eq(bench.app->focus, PANE_LIST, "the form is closed, and with it they are");
}

Test(app_captions, they_belong_to_the_export_form_alone)
{
    bench_keys(&bench, "e x");
    cr_expect(!has_keys());
    cr_expect_str_has(bench.app->status, "export form");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
}

Test(app_captions, beside_the_form_other_options_are_told_and_r_fetches_them)
{
    bench_resize(&bench, 140, 43);
    open_captions(three);
    bench_keys(&bench, "Tab");
    cr_assert(!has_keys());
    set("SubtitleLineLength", "20");
    bench_wait(&bench, 5000);
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    cr_expect_str_has(page()->head.value, "not these options: r fetches them");
    cr_expect_eq(page()->count, 3, "they are still to be seen");
    set("SubtitleLineLength", NULL);
    cr_expect_str_lacks(page()->head.value, "not these options");
    set("SubtitleLineLength", "20");
    bench_keys(&bench, "Tab r");
    cr_expect_str_eq(sent(bench_call(&bench, ENDPOINT_EXPORT), "SubtitleLineLength"), "20");
    answer("1\n00:00:01,000 --> 00:00:03,000\nOne\n");
    cr_expect_eq(page()->count, 1);
    cr_expect_str_eq(page()->head.value, "text");
}

Test(app_captions, a_refusal_is_shown_in_the_server_s_words_until_r_is_pressed)
{
    bench_keys(&bench, "x x");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_EXPORT), ERROR_REJECTED, 400, "No such variant");
    cr_expect_str_has(page()->lines[0].value, "No such variant");
    cr_expect_eq(page()->lines[0].kind, LINE_BAD);
    bench_clear(&bench);
    bench_wait(&bench, 20000);
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    bench_keys(&bench, "r");
    answer(three);
    cr_expect_eq(page()->count, 3);
}

Test(app_captions, an_answer_to_a_pane_that_was_closed_is_dropped)
{
    bench_keys(&bench, "x x");
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    struct call old = {.op = ENDPOINT_EXPORT, .serial = call->serial, .project_id = 2};
    bench_keys(&bench, "x");
    const struct effect *cancel = bench_effect(&bench, EFFECT_CANCEL);
    cr_assert(cancel && cancel->serial == old.serial);
    bench_clear(&bench);
    bench_answer_error(&bench, &old, ERROR_CANCELLED, 0, "cancelled");
    cr_expect_str_lacks(bench.app->status, "cancelled");
    bench_keys(&bench, "x");
    answer(three);
    cr_expect_eq(page()->count, 3);
}

Test(app_captions, the_cursor_goes_from_finding_to_finding_and_shows_each_with_its_text)
{
    open_captions("1\n00:00:01,000 --> 00:00:04,000\nfine\n\n"
                  "2\n00:00:05,000 --> 00:00:04,000\nwrong\n\n"
                  "3\n00:00:06,000 --> 00:00:09,000\nfine\n\n"
                  "4\n00:00:10,000 --> 00:00:13,000\n\n");
    const struct page *detail = &bench.app->panes[bench.app->focus].detail;
    bench_keys(&bench, ".");
    bench_wait(&bench, 200);
    cr_expect_eq(page()->list.selected, 1);
    cr_expect_str_has(detail->lines[0].value, "error: no times that can be read");
    cr_expect_str_eq(detail->lines[1].value, "wrong");
    bench_keys(&bench, ".");
    bench_wait(&bench, 200);
    cr_expect_eq(page()->list.selected, 3);
    cr_expect_str_eq(detail->lines[0].value, "error: no visible text  [empty]");
    bench_keys(&bench, ".");
    cr_expect_eq(page()->list.selected, 3);
    cr_expect_str_eq(bench.app->status, "No finding after this one");
    bench_keys(&bench, "Comma");
    cr_expect_eq(page()->list.selected, 1);
    bench_keys(&bench, "Comma");
    cr_expect_str_eq(bench.app->status, "No finding before this one");
}

Test(app_captions, on_a_small_screen_the_finding_is_said)
{
    bench_resize(&bench, 40, 10);
    open_captions(three);
    bench_keys(&bench, ".");
    cr_expect_eq(page()->list.selected, 2);
    cr_expect_str_eq(bench.app->status, "shown for 200 ms; wanted at least 2000");
}

Test(app_captions, what_is_wrong_with_the_file_as_a_whole_stands_above)
{
    open_captions("1\n00:00:01,000 --> 00:00:04,000\ncaf\xE9\n");
    cr_expect_str_eq(page()->head.value, "not UTF-8");
    cr_expect_eq(page()->count, 1);
    bench_keys(&bench, "r");
    answer("");
    cr_expect_str_eq(page()->head.value, "there are no captions");
}

Test(app_captions, a_text_is_searched_in_them)
{
    open_captions(three);
    bench_keys(&bench, "/");
    bench_type(&bench, "words");
    bench_keys(&bench, "Enter");
    cr_expect_eq(page()->list.selected, 1);
}

Test(app_captions, a_style_fills_the_form_and_is_what_they_are_checked_by)
{
    bench_keys(&bench, "x p");
    bench_clear(&bench);
    size_t at = 0;
    while (at < bench.app->menu->count && strcmp(bench.app->menu->names[at], "ted") != 0)
        at++;
    cr_assert_lt(at, bench.app->menu->count);
    cr_expect_str_has(bench.app->menu->items[at],
                      "style ted          TED Translators: SubtitleLineLength 42,");
    list_select_row(&bench.app->menu->list, at, 10);
    bench_keys(&bench, "Enter x");
    cr_expect_str_eq(sent(bench_call(&bench, ENDPOINT_EXPORT), "SubtitleLineLength"), "42");
    cr_expect_str_eq(sent(bench_call(&bench, ENDPOINT_EXPORT), "CharsPerSecond"), "21");
    answer(three);
    cr_expect_str_has(page()->aside, "ted: 3 captions, ");
}

Test(app_captions, X_exports_by_the_form)
{
    open_captions(three);
    bench_keys(&bench, "X");
    cr_expect(!has_keys());
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(call);
    cr_expect_not(call->into_memory);
    cr_expect_not_null(call->path);
}
