/* The form engine over the real tables: editing, toggling, pasting and sending values. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "unit/form_help.h"

TestSuite(form_values, .init = use_utf8);

/* --- values --- */

Test(form_values, a_default_is_shown_but_not_sent)
{
    struct form *form = form_new(&params_enqueue);
    struct form_row row = row_of(form, "Lang");
    cr_expect_str_eq(row.value, "cs-CZ");
    cr_expect(row.is_default);
    cr_expect_eq(param_set_count(form_values(form)), 0);
    cr_expect_str_eq(row_of(form, "TranscriptionDurationInSeconds").unit, "s");
    form_free(form);
}

Test(form_values, an_edit_that_is_accepted_becomes_the_value)
{
    struct form *form = form_new(&params_export);
    form_focus(form, "SpeakerSign");
    cr_expect_eq(press(form, "Enter"), FORM_REDRAW);
    cr_expect_str_eq(lineedit_text(form_editor(form)), "-", "the editor begins with the default");
    press(form, "^U");
    type(form, ">>");
    cr_expect_eq(press(form, "Enter"), FORM_CHANGED);
    cr_expect_null(form_editor(form));
    cr_expect_str_eq(value_of(form, "SpeakerSign"), ">>");
    cr_expect_not(row_of(form, "SpeakerSign").is_default);
    cr_expect_eq(form_changed_count(form), 1);
    form_free(form);
}

Test(form_values, letters_typed_into_a_field_are_never_taken_for_actions)
{
    struct form *form = form_new(&params_enqueue);
    press(form, "Enter ^U");
    cr_expect(form_is_typing(form));
    type(form, "quXnv/c");
    cr_expect_str_eq(lineedit_text(form_menu_line(form)), "quXnv/c", "nor are those that narrow the menu");
    press(form, "Esc");
    form_focus(form, "CustomLabel");
    press(form, "Enter");
    cr_expect(form_is_typing(form));
    type(form, "quXnv/c");
    cr_expect_str_eq(lineedit_text(form_editor(form)), "quXnv/c");
    form_free(form);
}

Test(form_values, escape_restores_what_was_there)
{
    static const char *const ends[] = {"Esc", "^G"};
    for (size_t i = 0; i < 2; i++) {
        struct form *form = form_new(&params_enqueue);
        form_put(form, "Lang", "de-DE");
        press(form, "Enter x y");
        cr_expect_eq(press(form, ends[i]), FORM_REDRAW);
        cr_expect_str_eq(value_of(form, "Lang"), "de-DE");
        cr_expect_not(form_is_typing(form));
        form_free(form);
    }
}

Test(form_values, a_default_that_was_only_looked_at_stays_unset)
{
    struct form *form = form_new(&params_export);
    form_focus(form, "CharsPerSecond");
    press(form, "Enter Enter");
    cr_expect_null(value_of(form, "CharsPerSecond"));
    form_free(form);
}

Test(form_values, a_bad_number_stays_in_the_field_with_its_reason)
{
    struct form *form = form_new(&params_export);
    form_focus(form, "PauseBetweenCaptionsMs");
    press(form, "Enter ^U 8 0 x");
    cr_expect_eq(press(form, "Enter"), FORM_REDRAW);
    cr_assert_not_null(form_editor(form));
    cr_expect_str_eq(lineedit_text(form_editor(form)), "80x");
    cr_expect_str_eq(row_of(form, "PauseBetweenCaptionsMs").error, "a number of ms");
    cr_expect_null(value_of(form, "PauseBetweenCaptionsMs"));
    press(form, "Backspace . 5 Enter");
    cr_expect_str_eq(row_of(form, "PauseBetweenCaptionsMs").error, "a whole number of ms");
    press(form, "Backspace Backspace Enter");
    cr_expect_str_eq(value_of(form, "PauseBetweenCaptionsMs"), "80");
    cr_expect_null(row_of(form, "PauseBetweenCaptionsMs").error);
    form_free(form);
}

Test(form_values, escape_after_a_bad_value_takes_the_reason_away)
{
    struct form *form = form_new(&params_export);
    form_focus(form, "CharsPerSecond");
    press(form, "Enter ^U 1 6 Comma 5 Enter");
    cr_expect_not_null(row_of(form, "CharsPerSecond").error);
    press(form, "Esc");
    cr_expect_null(row_of(form, "CharsPerSecond").error);
    cr_expect_null(value_of(form, "CharsPerSecond"));
    form_free(form);
}

Test(form_values, an_emptied_number_is_unset_and_an_emptied_text_is_empty)
{
    struct form *form = form_new(&params_export);
    form_put(form, "MinLineDurationMs", "900");
    form_focus(form, "MinLineDurationMs");
    press(form, "Enter ^U Enter");
    cr_expect_null(value_of(form, "MinLineDurationMs"));
    form_focus(form, "Ellipsis");
    press(form, "Enter ^U Enter");
    cr_expect_str_eq(value_of(form, "Ellipsis"), "");
    cr_assert_eq(form_warned(form)->count, 1);
    cr_expect_str_has(form_warned(form)->texts[0], "Ellipsis=");
    form_free(form);
}

Test(form_values, space_takes_a_boolean_to_the_other_value_then_to_the_default_then_to_unset)
{
    static const char *const rounds[][3] = {{"WithPPC", "false", "true"},       /* by default true */
                                            {"WithSpeakerId", "true", "false"}, /* false */
                                            {"WithDraft", "true", "false"}};    /* not known */
    struct form *form = form_new(&params_enqueue);
    for (size_t i = 0; i < 3; i++) {
        form_focus(form, rounds[i][0]);
        cr_expect_eq(press(form, "Space"), FORM_CHANGED);
        cr_expect_str_eq(value_of(form, rounds[i][0]), rounds[i][1]);
        press(form, "Space");
        cr_expect_str_eq(value_of(form, rounds[i][0]), rounds[i][2]);
        press(form, "Space");
        cr_expect_null(value_of(form, rounds[i][0]));
    }
    form_free(form);
}

Test(form_values, a_boolean_reads_yes_or_no_and_is_kept_as_true_or_false)
{
    struct form *form = form_new(&params_enqueue);
    cr_expect_str_eq(row_of(form, "WithPPC").value, "yes");
    cr_expect_str_eq(row_of(form, "WithDraft").value, "-", "no default is known");
    cr_expect(row_of(form, "WithDraft").is_default);
    form_put(form, "WithPPC", "No");
    cr_expect_str_eq(row_of(form, "WithPPC").value, "no");
    cr_expect_str_eq(value_of(form, "WithPPC"), "false");
    form_put(form, "WithPPC", "true");
    cr_expect_str_eq(row_of(form, "WithPPC").value, "yes");
    form_put(form, "CustomLabel", "yes");
    cr_expect_str_eq(value_of(form, "CustomLabel"), "yes", "a text is left as it is");
    form_free(form);
}

Test(form_values, space_opens_another_field_as_enter_does)
{
    struct form *form = form_new(&params_export);
    press(form, "Space");
    cr_expect_not_null(form_menu_line(form), "FileFormatId has known values");
    cr_expect_null(value_of(form, "FileFormatId"));
    form_free(form);
    form = form_new(&params_enqueue);
    form_focus(form, "CustomLabel");
    press(form, "Space");
    cr_expect_not_null(form_editor(form));
    cr_expect_null(value_of(form, "CustomLabel"));
    form_free(form);
}

Test(form_values, up_and_down_bring_known_values_while_editing)
{
    struct form *form = form_new(&params_enqueue);
    press(form, "Enter Up Enter Up");
    cr_expect_str_eq(lineedit_text(form_editor(form)), "cs-CZ");
    press(form, "Up");
    cr_expect_str_eq(lineedit_text(form_editor(form)), "en-US");
    press(form, "Enter");
    cr_expect_str_eq(value_of(form, "Lang"), "en-US");
    form_free(form);
}

Test(form_values, u_unsets_the_field_and_U_all_and_U_again_brings_them_back)
{
    struct form *form = form_new(&params_enqueue);
    form_put(form, "Lang", "de-DE");
    form_put(form, "WithVAD", "false");
    press(form, "u");
    cr_expect_null(value_of(form, "Lang"));
    cr_expect_eq(form_changed_count(form), 1);
    form_put(form, "Lang", "de-DE");
    cr_expect_eq(press(form, "U"), FORM_CHANGED);
    cr_expect_eq(form_changed_count(form), 0);
    cr_expect_str_eq(form_message(form), "All fields cleared; the same again restores them");
    press(form, "U");
    cr_expect_str_eq(value_of(form, "Lang"), "de-DE");
    cr_expect_str_eq(value_of(form, "WithVAD"), "false");
    form_free(form);
}

Test(form_values, tab_in_an_open_field_accepts_and_goes_on_unless_the_value_is_bad)
{
    struct form *form = form_new(&params_enqueue);
    form_focus(form, "StartTranscriptionAtSeconds");
    press(form, "Enter 1 x Tab");
    cr_expect_str_eq(focus_of(form), "StartTranscriptionAtSeconds");
    cr_expect_not_null(form_editor(form));
    press(form, "Backspace Tab");
    cr_expect_str_eq(value_of(form, "StartTranscriptionAtSeconds"), "1");
    cr_expect_str_eq(focus_of(form), "TranscriptionDurationInSeconds");
    form_free(form);
}

Test(form_values, a_text_beyond_4096_bytes_is_refused_and_said)
{
    char *text = malloc(5000);
    memset(text, 'x', 5000);
    struct form *form = form_new(&params_enqueue);
    form_focus(form, "ContentDescription");
    press(form, "Enter");
    cr_expect_eq(form_paste(form, text, 4096), FORM_REDRAW);
    press(form, "y");
    cr_expect_eq(strlen(lineedit_text(form_editor(form))), 4096);
    cr_expect_str_has(form_message(form), "4096");
    press(form, "Enter");
    cr_expect_eq(strlen(value_of(form, "ContentDescription")), 4096);
    form_free(form);
    free(text);
}

/* --- paste --- */

Test(form_values, pasted_keys_are_never_run)
{
    struct form *form = form_new(&params_enqueue);
    form_paste(form, "X\nq\nU\n", 6);
    cr_assert_not_null(form_editor(form));
    cr_expect_str_eq(lineedit_text(form_editor(form)), "X q U");
    press(form, "Esc");
    cr_expect_null(value_of(form, "Lang"));
    form_free(form);
}

/* --- submit --- */

Test(form_values, submit_jumps_to_the_first_bad_field_with_its_reason)
{
    struct form *form = form_new(&params_export);
    struct param_set *draft = param_set_new(&params_export);
    param_set_put_raw(draft, param_find(&params_export, "MinLineDurationMs"), "soon");
    param_set_put_raw(draft, param_find(&params_export, "KeepStripped"), "maybe");
    form_load(form, draft);
    form_set_height(form, 8);
    cr_expect_eq(press(form, "X"), FORM_REDRAW);
    cr_expect_str_eq(focus_of(form), "KeepStripped", "Lines stand above Timing");
    cr_expect_str_eq(row_of(form, "KeepStripped").error, "yes or no");
    cr_expect_str_has(form_message(form), "2 invalid fields; first: Keep empty captions: yes or no");
    assert_focus_in_sight(form, 8, "submit");
    cr_expect_str_eq(value_of(form, "MinLineDurationMs"), "soon", "nothing typed is lost");
    press(form, "u");
    cr_expect_eq(press(form, "X"), FORM_REDRAW);
    cr_expect_str_eq(focus_of(form), "MinLineDurationMs");
    cr_assert_not_null(form_editor(form), "a refused value is open");
    cr_expect_str_eq(lineedit_text(form_editor(form)), "soon");
    press(form, "Esc u");
    cr_expect_eq(press(form, "X"), FORM_SUBMIT);
    param_set_free(draft);
    form_free(form);
}

Test(form_values, warnings_never_block_sending)
{
    struct form *form = form_new(&params_enqueue);
    static const char *const notes[] = {"The project has no recording"};
    form_set_notes(form, notes, 1);
    form_put(form, "StartTranscriptionAt", "1");
    form_put(form, "StartTranscriptionAtSeconds", "2");
    cr_assert_eq(form_warned(form)->count, 2);
    cr_expect_str_eq(form_warned(form)->texts[0], notes[0]);
    cr_expect_str_has(form_warned(form)->texts[1], "StartTranscriptionAtSeconds");
    cr_expect_eq(press(form, "X"), FORM_SUBMIT);
    form_free(form);
}

Test(form_values, a_server_s_field_error_finds_its_field_without_case)
{
    struct form *form = form_new(&params_enqueue);
    form_set_height(form, 5);
    cr_expect(form_field_error(form, "transcriptionprofile", "not supported"));
    cr_expect_str_eq(focus_of(form), "TranscriptionProfile");
    cr_expect_str_eq(row_of(form, "TranscriptionProfile").error, "not supported");
    assert_focus_in_sight(form, 5, "field error");
    cr_expect_not(form_field_error(form, "somethingElse", "x"));
    cr_assert_not_null(form_editor(form), "a refused value is open");
    press(form, "x Enter");
    cr_expect_null(row_of(form, "TranscriptionProfile").error, "a new value takes the reason away");
    form_free(form);
}

Test(form_values, keys_for_the_app_come_back_as_results)
{
    struct form *form = form_new(&params_enqueue);
    cr_expect_eq(press(form, "v"), FORM_PREVIEW);
    cr_expect_eq(press(form, "p"), FORM_PRESETS);
    cr_expect_eq(press(form, "y"), FORM_COPY_COMMAND);
    cr_expect_eq(press(form, "q"), FORM_LEAVE);
    cr_expect_eq(press(form, "Esc"), FORM_LEAVE);
    cr_expect_eq(press(form, "^G"), FORM_LEAVE);
    cr_expect_eq(press(form, "?"), FORM_NONE);
    cr_expect_eq(press(form, "^L"), FORM_NONE);
    cr_expect_eq(form_act(form, FORM_ACT_PREVIEW), FORM_PREVIEW, "also by action, for keys bound otherwise");
    form_free(form);
}
