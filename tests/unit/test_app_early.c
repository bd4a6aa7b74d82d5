/* Keys that were read before what they act on was on the screen: a paste without a mark, or typing ahead.
 * They answer no question and start no write; all else that is typed ahead works. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/app/say.h"
#include "steno/core/names.h"
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

TestSuite(app_early, .init = setup, .fini = teardown);

/* Nothing was sent but reads. */
static void expect_no_write(void)
{
    static const enum endpoint_id writes[] = {ENDPOINT_LOGIN,           ENDPOINT_ADD_METADATA,
                                              ENDPOINT_DELETE_METADATA, ENDPOINT_DELETE_TAG,
                                              ENDPOINT_ENQUEUE,         ENDPOINT_EXPORT};
    for (size_t i = 0; i < sizeof writes / sizeof writes[0]; i++)
        cr_expect_null(bench_call(&bench, writes[i]), "operation %d was sent", (int)writes[i]);
}

/* The question is open, unanswered, and says this of the keys before. */
static void expect_asked(const char *words, const char *remark)
{
    cr_expect_str_has(bench_question(&bench), words, "%s", words);
    cr_expect_str_eq(bench.app->question->remark, remark);
    expect_no_write();
}

#define IGNORED "Typed too early and ignored"

/* What the form on top says. */
static const char *form_said(void)
{
    const struct app_form *form = app_form_top(bench.app);
    return form && form->message ? form->message : "";
}

Test(app_early, y_is_no_answer_to_the_question_that_the_key_before_it_asked)
{
    bench_burst(&bench, "D y");
    expect_asked("from the watchlist?", IGNORED);
    cr_expect_not_null(app_project_find(bench.app, 1));
    bench_keys(&bench, "y");
    cr_expect_null(app_project_find(bench.app, 1), "once it was drawn, it is answered as ever");
}

Test(app_early, no_key_answers_a_question_that_was_not_shown)
{
    static const char *const answers[] = {"y", "Y", "n", "N", "q", "Enter", "Esc", "^G"};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        char keys[32];
        snprintf(keys, sizeof keys, "D %s", answers[i]);
        bench_burst(&bench, keys);
        expect_asked("from the watchlist?", IGNORED);
        bench_keys(&bench, "n");
    }
}

Test(app_early, the_generation_on_the_screen_may_be_the_one_of_now_but_none_before_it)
{
    bench_keys(&bench, "D n D n");
    for (int behind = 2; behind >= -1; behind--) {
        bench_keys(&bench, "D");
        struct app_input key = {.kind = INPUT_KEY,
                                .key = key_char('n'),
                                .seen = bench.app->overlays.generation - (uint64_t)behind};
        bench_input(&bench, &key);
        cr_expect_eq((bench.app->question->text == NULL), behind <= 0, "%d behind", behind);
        bench_keys(&bench, "n");
    }
}

Test(app_early, a_pasted_tdy_deletes_no_tag)
{
    bench_burst(&bench, "t d y");
    expect_asked("Delete the tag \"", IGNORED);
}

Test(app_early, a_pasted_number_confirms_no_batch)
{
    bench_keys(&bench, "Space Space");
    bench_burst(&bench, "d n e w s Enter 2 Enter");
    expect_asked("Delete the tag \"news\" of 2 projects", IGNORED);
    bench_keys(&bench, "2 Enter");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_DELETE_TAG), 2);
}

Test(app_early, a_pasted_eX_enqueues_nothing_and_says_so)
{
    bench_burst(&bench, "e X");
    expect_no_write();
    cr_assert_not_null(app_form_top(bench.app));
    cr_expect_str_eq(
        form_said(),
        "Nothing was sent: X was typed before this form was shown; check it, then press X again");
    bench_keys(&bench, "X");
    cr_expect_not_null(bench_call(&bench, ENDPOINT_ENQUEUE));
}

Test(app_early, a_pasted_xX_exports_nothing)
{
    bench_complete(&bench);
    bench_burst(&bench, "x X");
    expect_no_write();
    bench_keys(&bench, "X");
    cr_expect_not_null(bench_call(&bench, ENDPOINT_EXPORT));
}

Test(app_early, metadata_typed_ahead_waits_in_its_form)
{
    bench_burst(&bench, "m a k Tab v Enter");
    expect_no_write();
    cr_expect_str_eq(form_said(),
                     "Nothing was sent: Enter was typed before this form was shown; check it, then press X");
    bench_keys(&bench, "X");
    cr_assert_not_null(bench_call(&bench, ENDPOINT_ADD_METADATA));
    cr_expect_str_eq(bench_call(&bench, ENDPOINT_ADD_METADATA)->key, "k");
    cr_expect_str_eq(bench_call(&bench, ENDPOINT_ADD_METADATA)->value, "v");
}

Test(app_early, a_login_typed_ahead_is_not_sent)
{
    bench_burst(&bench, "l a @ b Tab p w Enter");
    expect_no_write();
    cr_expect_str_has(form_said(), "Nothing was sent");
    bench_keys(&bench, "X");
    cr_expect_not_null(bench_call(&bench, ENDPOINT_LOGIN));
}

Test(app_early, a_form_that_was_shown_takes_an_edit_and_its_sending_at_once)
{
    bench_keys(&bench, "e");
    bench_burst(&bench, "Enter ^U e n - G B Enter X");
    const struct call *call = bench_call(&bench, ENDPOINT_ENQUEUE);
    cr_assert_not_null(call);
    cr_expect_str_eq(param_set_get(call->params, param_find(call->params->table, "Lang")), "en-GB");
}

Test(app_early, moves_texts_searches_and_ids_may_be_typed_ahead)
{
    bench_burst(&bench, "j j");
    cr_expect_eq(app_selected(bench.app), 3);
    bench_burst(&bench, "/ d a m Enter");
    cr_expect_eq(app_selected(bench.app), 2);
    bench_burst(&bench, ": s o r t Space n a m e Enter");
    cr_expect_eq(bench.app->sort, COLUMN_NAME);
    bench_burst(&bench, "e Enter ^U d e");
    cr_expect_str_eq(lineedit_text(form_menu_line(app_form_top(bench.app)->form)), "de");
    bench_burst(&bench, "Esc q o 1 2 Enter");
    cr_expect_not_null(app_project_find(bench.app, 12));
}

static const char *note(void)
{
    static char *text;
    struct error err;
    free(text);
    cr_assert(store_note_load(bench.store, 1, &text, &err), "%s", err.text);
    return text ? text : "";
}

static size_t preset_count(void)
{
    struct store_entries kept;
    struct error err;
    cr_assert(store_preset_list(bench.store, "", &kept, &err), "%s", err.text);
    size_t count = kept.count;
    store_entries_clear(&kept);
    return count;
}

Test(app_early, a_note_or_preset_typed_ahead_is_saved_by_another_enter)
{
    bench_command(&bench, "note mine");
    bench_burst(&bench, "b ^U x Enter");
    cr_expect(bench_prompts(&bench, "Note: "));
    cr_expect_str_eq(note(), "mine");
    cr_assert_not_null(bench.app->prompt->hint);
    cr_expect_str_has(bench.app->prompt->hint, "not saved");
    bench_keys(&bench, "Enter");
    cr_expect_str_eq(note(), "x");

    bench_burst(&bench, ": n o t e Space z Enter");
    cr_expect_str_eq(note(), "x");
    cr_expect_str_eq(
        bench.app->status,
        "The note was not saved: it was typed before its line was shown; : and Up bring it back");
    bench_keys(&bench, ": Up Enter");
    cr_expect_str_eq(note(), "z");

    bench_keys(&bench, "e p");
    bench_burst(&bench, "Enter a Enter");
    cr_expect_eq(preset_count(), 0);
    bench_keys(&bench, "Enter");
    cr_expect_eq(preset_count(), 1);
}

Test(app_early, what_was_typed_before_the_presets_were_shown_deletes_none)
{
    struct error err;
    json_t *values = json_object();
    cr_assert(store_preset_save(bench.store, "czech", "enqueue", values, NULL, &err));
    json_decref(values);
    bench_burst(&bench, "e p d y");
    expect_asked("Delete preset", IGNORED);
    cr_expect_eq(preset_count(), 1);
}

Test(app_early, what_was_typed_for_a_form_does_not_send_the_one_under_it)
{
    bench_keys(&bench, "e");
    uint64_t seen = bench.app->overlays.generation;
    bench_keys(&bench, "v q");
    bench_input(&bench, &(struct app_input){.kind = INPUT_KEY, .key = key_char('X'), .seen = seen});
    expect_no_write();
}

Test(app_early, a_question_that_an_answer_of_the_server_asks_waits_until_it_is_shown)
{
    char folder[] = "/tmp/steno-early-XXXXXX";
    cr_assert(mkdtemp(folder) && chdir(folder) == 0);
    bench_complete(&bench);
    bench_keys(&bench, "x X");
    uint64_t seen = bench.app->overlays.generation;
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    char *name = export_name_close(call->path, call->params, NULL);
    FILE *file = fopen(name, "w");
    cr_assert(file && fclose(file) == 0);
    bench_answer_error(&bench, call, ERROR_EXISTS, 0, "exists");
    bench_clear(&bench);
    bench_input(&bench, &(struct app_input){.kind = INPUT_KEY, .key = key_char('y'), .seen = seen});
    cr_assert_str_has(bench_question(&bench), ": y replaces it");
    cr_expect_not_null(bench.app->question->remark);
    cr_expect_null(bench_call(&bench, ENDPOINT_EXPORT));
    bench_keys(&bench, "y");
    cr_expect_not_null(bench_call(&bench, ENDPOINT_EXPORT));
    unlink(name);
    rmdir(folder);
    free(name);
}

Test(app_early, an_interrupt_is_never_too_early)
{
    bench_burst(&bench, "D ^C");
    cr_expect_null(bench.app->question->text);
    cr_expect_not_null(app_project_find(bench.app, 1));
}

Test(app_early, a_paste_of_ids_takes_back_what_was_said_of_the_paste_before)
{
    char text[MESSAGE_SIZE];
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = "eX"});
    cr_expect_str_eq(bench.app->status, "2 characters pasted, nothing run");
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = "12"});
    cr_expect_eq(app_message(bench.app, text, sizeof text), MESSAGE_NONE, "%s", text);
}
