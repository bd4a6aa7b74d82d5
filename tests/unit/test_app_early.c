/* Keys that were typed before the screen showed what they act on: a paste without brackets, or typing ahead.
 * They answer no question and start no write; other keys typed ahead work. And leaving: where q, Esc and ^G
 * lead, and when q quits. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steno/app/say.h"
#include "support/asserts.h"
#include "support/replies.h"

TestSuite(app_early, .init = scene_start, .fini = scene_stop);

/* Expects that only reads were sent. */
static void expect_no_write(void)
{
    for (size_t i = 0; i < bench.effects.count; i++) {
        const struct call *call = bench.effects.items[i].call;
        cr_expect(!call || call->op == ENDPOINT_GET_PROJECT || call->op == ENDPOINT_CURRENT_USER);
    }
}

/* Types keys ahead; expects that the question is open and unanswered, and says that keys were ignored. */
static void expect_ignored(const char *keys, const char *words)
{
    bench_burst(&bench, keys);
    cr_expect_str_has(bench_question(&bench), words, "%s", keys);
    cr_expect_str_eq(bench.app->question->remark, "Key ignored: typed before you were asked", "%s", keys);
    expect_no_write();
}

static struct app_input key_seen(char key, uint64_t generation)
{
    return (struct app_input){.kind = INPUT_KEY, .key = key_char((unsigned char)key), .seen = generation};
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

Test(app_early, no_key_answers_a_question_that_was_not_shown_in_its_generation)
{
    static const char *const answers[] = {"D y", "D Y", "D n", "D N", "D q", "D Enter", "D Esc", "D ^G"};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        expect_ignored(answers[i], "from the list?");
        cr_expect_not_null(app_project_find(bench.app, 1));
        bench_keys(&bench, "n");
    }
    bench_burst(&bench, "D ^C");
    cr_expect_null(bench.app->question->text, "an interrupt is never too early");
    cr_expect_not_null(app_project_find(bench.app, 1));
    expect_ignored("D y", "from the list?");
    bench_keys(&bench, "y");
    cr_expect_null(app_project_find(bench.app, 1), "once it was drawn, it is answered as ever");

    scene_anew();
    bench_keys(&bench, "D n D n");
    for (int behind = 2; behind >= -1; behind--) {
        bench_keys(&bench, "D");
        struct app_input key = key_seen('n', bench.app->overlays.generation - (uint64_t)behind);
        bench_input(&bench, &key);
        cr_expect_eq((bench.app->question->text == NULL), behind <= 0, "%d behind", behind);
        bench_keys(&bench, "n");
    }

    scene_anew();
    app_project_find(bench.app, 1)->rests_ms = 0;
    bench_keys(&bench, "e X");
    struct app_input key = key_seen('y', bench.app->overlays.generation);
    reply_before(ENDPOINT_ENQUEUE, 1, "InProgress");
    bench_input(&bench, &key);
    cr_assert_str_has(bench_question(&bench), "Enqueue again? ");
    cr_expect_not_null(bench.app->question->remark);
    expect_no_write();
    expect_sent("y", ENDPOINT_ENQUEUE, 1);
}

Test(app_early, what_was_pasted_deletes_no_tag_and_no_preset_and_confirms_no_batch)
{
    scene_preset("czech", "enqueue", "{}");
    expect_ignored("e p d y", "Delete preset");
    cr_expect_eq(preset_count(), 1);
    scene_anew();
    expect_ignored("t d y", "Delete the tag \"");
    scene_anew();
    bench_keys(&bench, "Space Space");
    expect_ignored("d n e w s Enter 2 Enter", "Delete the tag \"news\" of 2 projects");
    expect_sent("2 Enter", ENDPOINT_DELETE_TAG, 2);
}

#define UNSENT(key)                                                                                          \
    "Nothing was sent: " key " was typed before this form was shown; check the form, then press X"

Test(app_early, a_form_that_was_typed_ahead_is_sent_by_another_X_alone_and_says_so)
{
    static const struct {
        const char *keys;
        enum endpoint_id op;
        const char *said;
    } rows[] = {{"e X", ENDPOINT_ENQUEUE, UNSENT("X") " again"},
                {"x X", ENDPOINT_EXPORT, UNSENT("X") " again"},
                {"m a k Tab v Enter", ENDPOINT_ADD_METADATA, UNSENT("Enter")},
                {"l a @ b Tab p w Enter", ENDPOINT_LOGIN, UNSENT("Enter")}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].op == ENDPOINT_EXPORT)
            bench_complete(&bench);
        bench_burst(&bench, rows[i].keys);
        expect_no_write();
        cr_assert_not_null(app_form_top(bench.app), "%s", rows[i].keys);
        cr_expect_str_eq(app_form_top(bench.app)->message, rows[i].said, "%s", rows[i].keys);
        bench_keys(&bench, "X");
        const struct call *call = bench_call(&bench, rows[i].op);
        cr_assert_not_null(call, "%s", rows[i].keys);
        if (call->op == ENDPOINT_ADD_METADATA) {
            cr_expect_str_eq(call->key, "k");
            cr_expect_str_eq(call->value, "v");
        }
        scene_anew();
    }
}

Test(app_early, a_form_that_was_shown_takes_an_edit_and_its_sending_at_once)
{
    bench_keys(&bench, "e");
    uint64_t seen = bench.app->overlays.generation;
    bench_keys(&bench, "v q");
    struct app_input key = key_seen('X', seen);
    bench_input(&bench, &key);
    expect_no_write(); /* X was typed before the form was shown again */
    bench_burst(&bench, "Enter ^U e n - G B Enter X");
    const struct call *call = bench_call(&bench, ENDPOINT_ENQUEUE);
    cr_expect_str_eq(param_set_get(call->params, param_find(call->params->table, "Lang")), "en-GB");
}

Test(app_early, moves_texts_searches_and_ids_may_be_typed_ahead)
{
    bench_burst(&bench, "j j");
    cr_expect_eq(app_selected(bench.app), 3);
    bench_burst(&bench, "/ d a m Enter");
    cr_expect_eq(app_selected(bench.app), 2);
    bench_burst(&bench, "e Enter ^U d e");
    cr_expect_str_eq(lineedit_text(form_menu_line(app_form_top(bench.app)->form)), "de");
    bench_burst(&bench, "Esc q o 1 2 Enter");
    cr_expect_not_null(app_project_find(bench.app, 12));
}

static void expect_note(const char *wanted)
{
    char *text = NULL;
    struct error err;
    cr_assert(store_note_load(bench.store, 1, &text, &err), "%s", err.text);
    cr_expect_str_eq(text, wanted);
    free(text);
}

Test(app_early, a_note_or_preset_typed_ahead_is_saved_by_another_enter)
{
    bench_command(&bench, "note mine");
    bench_burst(&bench, "b ^U x Enter");
    cr_expect(bench_prompts(&bench, "Note: "));
    expect_note("mine");
    cr_expect_str_has(bench.app->prompt->hint, "not saved");
    bench_keys(&bench, "Enter");
    expect_note("x");

    bench_burst(&bench, ": n o t e Space z Enter");
    expect_note("x");
    cr_expect_str_eq(lineedit_text(bench.app->prompt->edit), "z");
    cr_expect_str_has(bench.app->prompt->hint, "not saved");
    bench_keys(&bench, "Enter");
    expect_note("z");

    bench_keys(&bench, "e p");
    bench_burst(&bench, "Enter a Enter");
    cr_expect_eq(preset_count(), 0);
    bench_keys(&bench, "Enter");
    cr_expect_eq(preset_count(), 1);
}

/* --- leaving --- */

TestSuite(leave, .init = scene_start, .fini = scene_stop);

static bool quits(void)
{
    return bench_effect(&bench, EFFECT_QUIT) != NULL;
}

Test(leave, q_on_the_list_quits_but_not_one_that_was_typed_before_the_list_was_drawn)
{
    struct app_input key = key_seen('q', 0);
    bench_input(&bench, &key);
    cr_expect_not(quits(), "there was no picture yet");
    bench_keys(&bench, "t");
    bench_burst(&bench, "q q");
    cr_expect_not(quits());
    cr_expect_eq(bench.app->focus, PANE_LIST);
    cr_expect_str_eq(bench.app->status, "q was typed before the list was shown: press it again to quit");
    bench_keys(&bench, "q");
    cr_expect(quits());
}

Test(leave, a_key_that_quits_does_so_at_once_with_marks_too_where_nothing_is_under_way)
{
    static const char *const keys[] = {"q", "^C", ":quit"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        scene_anew();
        bench_keys(&bench, "M");
        cr_expect_eq(bench.app->list.mark_count, 3);
        after(keys[i]);
        cr_expect(quits(), "%s", keys[i]);
        cr_expect_null(bench.app->question->text, "%s", keys[i]);
    }
}

/* Sends the enqueue form; the answer closes it. */
static void close_enqueue(void)
{
    bench_keys(&bench, "e X");
    reply_state(ENDPOINT_ENQUEUE, 1, "InProgress");
}

static void close_export(void)
{
    bench_complete(&bench);
    bench_keys(&bench, "x X");
    reply_state(ENDPOINT_EXPORT, 1, "Completed");
}

static void close_login(void)
{
    scene_log_in("http://127.0.0.1:8321", "demo@example.org");
}

Test(leave, q_within_a_second_after_an_answer_closed_a_form_has_to_be_pressed_once_more)
{
    static void (*const closes[])(void) = {close_enqueue, close_export, close_login};
    for (int i = 0; i < 3; i++) {
        for (int ms = 999; ms <= 1000; ms++) {
            scene_anew();
            closes[i]();
            cr_assert_null(app_form_top(bench.app), "form %d", i);
            cr_expect_eq(bench.app->focus, PANE_LIST, "form %d", i);
            bench.now_ms += ms;
            bench_keys(&bench, "q");
            cr_expect_eq(quits(), ms == 1000, "form %d, after %d ms", i, ms);
        }
        scene_anew();
        closes[i]();
        bench_keys(&bench, "q");
        cr_expect_str_eq(bench.app->status, "The form has just closed: press q again to quit");
        bench_keys(&bench, "q");
        cr_expect(quits(), "form %d", i);
    }
    scene_anew();
    bench_keys(&bench, "e Esc q");
    cr_expect(quits(), "a key closed it");
}
