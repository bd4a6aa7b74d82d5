/* The form engine over the real tables: order, focus, search, drafts, needed fields. */
/* SPDX-License-Identifier: MIT */
#include "steno/base/text.h"
#include "steno/core/forms.h"
#include "steno/widget/form.h"
#include "unit/form_help.h"

TestSuite(form, .init = use_utf8);

/* --- order and focus --- */

Test(form, rows_stand_in_groups_in_the_order_of_their_use)
{
    struct form_row rows[80];
    struct form *form = form_new(&params_enqueue);
    size_t count = form_rows(form, 80, rows);
    static const char *const start[] = {"Language",
                                        "Language of the speech",
                                        "Transcription profile",
                                        "Speakers",
                                        "Tell speakers apart",
                                        "Recognise known speakers",
                                        "Speaker profile",
                                        "Text",
                                        "Punctuation",
                                        "Format numbers and times"};
    cr_assert_eq(count, params_enqueue.count + 7);
    for (size_t i = 0; i < sizeof start / sizeof start[0]; i++)
        cr_expect_str_eq(rows[i].label, start[i]);
    cr_expect(rows[0].is_heading);
    cr_expect_not(rows[1].is_heading);
    form_free(form);
}

Test(form, enqueue_opens_on_lang_and_export_on_fileformatid)
{
    struct form *enqueue = form_new(&params_enqueue), *export = form_new(&params_export);
    cr_expect_str_eq(focus_of(enqueue), "Lang");
    cr_expect_str_eq(focus_of(export), "FileFormatId");
    cr_expect_eq(form_count(enqueue), (int)params_enqueue.count);
    cr_expect_eq(form_count(export), (int)params_export.count);
    cr_expect_eq(form_position(export), 1);
    cr_expect_eq(form_position(enqueue), 1);
    form_free(enqueue);
    form_free(export);
}

/* Walks once round the form with one key; every field must be met and be in sight. */
static void walk(const struct param_table *table, const char *key, size_t height)
{
    struct form *form = form_new(table);
    bool met[64] = {false};
    form_set_height(form, height);
    for (size_t i = 0; i < table->count; i++) {
        assert_focus_in_sight(form, height, key);
        met[form_position(form)] = true;
        press(form, key);
    }
    for (size_t i = 1; i <= table->count; i++)
        cr_expect(met[i], "%s: %s never came to field %zu", table->name, key, i);
    cr_expect_str_eq(focus_of(form), table->first, "a round ends where it began");
    form_free(form);
}

Test(form, every_tab_keeps_the_focused_field_in_sight_at_any_height)
{
    static const size_t heights[] = {24, 20, 12, 8, 5, 3, 2, 1};
    for (size_t i = 0; i < sizeof heights / sizeof heights[0]; i++) {
        walk(&params_enqueue, "Tab", heights[i]);
        walk(&params_export, "Tab", heights[i]);
        walk(&params_enqueue, "Shift-Tab", heights[i]);
        walk(&params_export, "Shift-Tab", heights[i]);
    }
}

Test(form, every_way_to_move_keeps_the_focused_field_in_sight)
{
    static const char *const ways[] = {"PgDn", "j",    "Down",        "PgDn", "k",    "G",    "Up",
                                       "PgUp", "Home", "End",         "g",    "PgUp", "PgDn", "PgDn",
                                       "k",    "PgUp", "/ i n Enter", "n",    "N"};
    for (size_t height = 1; height < 24; height++) {
        struct form *form = form_new(&params_export);
        form_set_height(form, height);
        for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
            press(form, ways[i]);
            assert_focus_in_sight(form, height, ways[i]);
        }
        form_free(form);
    }
}

Test(form, a_height_the_form_was_not_told_still_shows_the_focused_field)
{
    struct form *form = form_new(&params_export);
    for (size_t i = 1; i < params_export.count; i++)
        press(form, "j");
    assert_focus_in_sight(form, 4, "never told");
    form_set_height(form, 20);
    assert_focus_in_sight(form, 3, "told another");
    form_free(form);
}

Test(form, arrows_stop_at_the_ends_and_tab_goes_round)
{
    struct form *form = form_new(&params_export);
    press(form, "k Up");
    cr_expect_eq(form_position(form), 1);
    press(form, "Shift-Tab");
    cr_expect_eq(form_position(form), (int)params_export.count);
    press(form, "j Down");
    cr_expect_eq(form_position(form), (int)params_export.count);
    press(form, "Tab");
    cr_expect_eq(form_position(form), 1);
    form_free(form);
}

Test(form, the_heading_above_a_group_s_first_field_is_in_sight_too)
{
    struct form_row rows[4];
    struct form *form = form_new(&params_export);
    form_set_height(form, 4);
    press(form, "G g");
    form_rows(form, 4, rows);
    cr_expect(rows[0].is_heading);
    cr_expect_str_eq(rows[0].label, "File");
    form_free(form);
}

/* --- find, short forms --- */

Test(form, slash_finds_a_field_by_its_label_or_by_its_name)
{
    struct form *form = form_new(&params_export);
    press(form, "/ s h o r t e s t Space p Enter");
    cr_expect_str_eq(focus_of(form), "PauseBetweenCaptionsMs");
    press(form, "/ m i n l Enter");
    cr_expect_str_eq(focus_of(form), "MinLineDurationMs");
    form_free(form);
}

Test(form, slash_finds_a_field_while_its_name_is_typed)
{
    struct form *form = form_new(&params_export);
    press(form, "/ e l l i p");
    cr_expect_str_eq(focus_of(form), "EllipsisGapDurationMs", "Timing stands above Text");
    cr_expect_not_null(form_finder(form));
    press(form, "Enter");
    cr_expect_null(form_finder(form));
    press(form, "n");
    cr_expect_str_eq(focus_of(form), "Ellipsis");
    press(form, "n");
    cr_expect_str_eq(focus_of(form), "EllipsisGapDurationMs");
    press(form, "N");
    cr_expect_str_eq(focus_of(form), "Ellipsis");
    form_free(form);
}

Test(form, a_search_without_a_match_or_given_up_leaves_the_focus)
{
    struct form *form = form_new(&params_export);
    press(form, "j / z z z Enter");
    cr_expect_str_eq(focus_of(form), "VariantId");
    cr_expect_str_has(form_message(form), "“zzz”");
    press(form, "/ e l l Esc");
    cr_expect_str_eq(focus_of(form), "VariantId");
    form_free(form);
}

Test(form, an_edit_in_a_short_form_keeps_its_field)
{
    struct form *form = form_new(&params_export);
    form_put(form, "Ellipsis", "--");
    form_put(form, "FileFormatId", "srt");
    form_set_short(form, true);
    press(form, "g Enter");
    press(form, "^U + Enter");
    cr_expect_str_eq(value_of(form, "FileFormatId"), "+");
    cr_expect_str_eq(value_of(form, "Ellipsis"), "--");
    cr_expect_str_eq(focus_of(form), "FileFormatId");
    form_free(form);
}

/* --- drafts --- */

Test(form, a_draft_holds_the_text_of_the_open_field_even_if_bad)
{
    struct form *form = form_new(&params_export);
    form_focus(form, "MinLineDurationMs");
    press(form, "Enter ^U 1 2 x");
    struct param_set *draft = form_draft(form);
    struct form *later = form_new(&params_export);
    cr_assert(form_load(later, draft));
    cr_expect_str_eq(value_of(later, "MinLineDurationMs"), "12x");
    cr_expect_not_null(row_of(later, "MinLineDurationMs").error);
    param_set_free(draft);
    form_free(later);
    form_free(form);
}

Test(form, a_set_of_another_table_is_refused)
{
    struct form *form = form_new(&params_export);
    struct param_set *other = param_set_new(&params_enqueue);
    cr_expect_not(form_load(form, other));
    param_set_free(other);
    form_free(form);
}

/* --- fields that a form cannot do without --- */

Test(form, a_field_that_is_needed_opens_by_itself_and_the_enter_that_fills_the_last_one_sends)
{
    struct form *form = form_new(&params_login);
    form_hide(form, "DataProtectionConsent", true);
    cr_expect_str_eq(focus_of(form), "URL");
    type(form, "http://h q");
    cr_expect_str_eq(form_enter(form), "Next");
    press(form, "Tab");
    type(form, "me@example.org");
    cr_expect_str_eq(value_of(form, "URL"), "http://h q");
    cr_expect_eq(press(form, "Enter"), FORM_CHANGED);
    cr_expect_str_eq(value_of(form, "Email"), "me@example.org");
    cr_expect_str_eq(focus_of(form), "Password");
    type(form, "x");
    cr_expect_str_eq(form_enter(form), "Send");
    cr_expect_eq(press(form, "Enter"), FORM_SUBMIT);
    cr_expect_null(form_editor(form), "all is filled: keys are commands");
    cr_expect_eq(press(form, "X"), FORM_SUBMIT);
    cr_expect_eq(press(form, "q"), FORM_LEAVE);
    form_free(form);
}

Test(form, a_token_stands_for_email_and_password)
{
    struct form *form = form_new(&params_login);
    form_put(form, "URL", "http://h");
    form_go_needed(form);
    cr_expect_str_eq(focus_of(form), "Email");
    press(form, "Tab Tab");
    cr_expect_str_eq(focus_of(form), "Token");
    type(form, "t");
    cr_expect_eq(press(form, "Enter"), FORM_SUBMIT);
    press(form, "k");
    cr_expect_str_eq(focus_of(form), "Password");
    cr_expect_null(form_editor(form), "it is no longer needed");
    form_free(form);
}

Test(form, enter_on_an_open_field_that_is_filled_already_sends_nothing)
{
    struct form *form = form_new(&params_metadata);
    form_put(form, "Key", "k");
    form_put(form, "Value", "v");
    form_go_needed(form);
    cr_expect_null(form_editor(form));
    press(form, "Enter 2");
    cr_expect_str_eq(form_enter(form), "Accept");
    cr_expect_eq(press(form, "Enter"), FORM_CHANGED);
    cr_expect_str_eq(value_of(form, "Key"), "k2");
    cr_expect(form_field_error(form, "Value", "refused"));
    cr_expect_eq(press(form, "Enter"), FORM_SUBMIT, "a refused value is filled again");
    form_free(form);
}

Test(form, an_empty_value_is_entered_by_itself_and_never_by_the_enter_in_the_key)
{
    struct form *form = form_new(&params_metadata);
    type(form, "k");
    cr_expect_eq(press(form, "Enter"), FORM_CHANGED);
    cr_expect_str_eq(focus_of(form), "Value");
    cr_expect_null(value_of(form, "Value"));
    cr_expect_eq(press(form, "Enter"), FORM_SUBMIT);
    cr_expect_str_eq(value_of(form, "Value"), "");
    form_free(form);
}

Test(form, an_empty_text_fills_no_field_that_is_needed)
{
    struct form *form = form_new(&params_login);
    type(form, "x");
    press(form, "Backspace");
    cr_expect_eq(press(form, "Enter"), FORM_REDRAW, "URL is required");
    cr_expect_null(value_of(form, "URL"));
    cr_expect_str_eq(row_of(form, "URL").error, "a value is required");
    cr_expect_not_null(form_editor(form));
    form_free(form);
}

Test(form, arrows_move_from_an_open_field_that_has_no_values_to_bring_and_take_its_text)
{
    struct form *form = form_new(&params_metadata);
    type(form, "k");
    press(form, "Down");
    type(form, "v");
    press(form, "Up Enter 2 Tab");
    cr_expect_str_eq(value_of(form, "Key"), "k2");
    cr_expect_str_eq(value_of(form, "Value"), "v");
    form_free(form);
}

Test(form, esc_puts_the_old_text_back_and_leaves_the_form_where_there_is_nothing_to_put_back)
{
    struct form *form = form_new(&params_metadata);
    type(form, "k");
    cr_expect_eq(press(form, "Esc"), FORM_REDRAW);
    cr_expect_null(value_of(form, "Key"));
    cr_expect_str_eq(lineedit_text(form_editor(form)), "");
    cr_expect_eq(press(form, "Esc"), FORM_LEAVE);
    form_free(form);
}

Test(form, a_secret_is_never_among_the_rows_nor_in_a_draft_s_json)
{
    struct form *form = form_new(&params_login);
    press(form, "Tab Tab");
    cr_expect_str_eq(focus_of(form), "Password");
    type(form, "hunter2");
    char drawn[40];
    lineedit_view(form_editor(form), 20, drawn, sizeof drawn);
    cr_expect_str_eq(drawn, "*******");
    press(form, "Tab");
    cr_expect_str_eq(row_of(form, "Password").value, "********");
    struct param_set *draft = form_draft(form);
    json_t *json = param_set_to_json(draft);
    cr_expect_eq(json_object_size(json), 0);
    json_decref(json);
    param_set_free(draft);
    form_free(form);
}

Test(form, the_consent_row_is_there_only_when_wanted_and_never_true_unasked)
{
    struct form *form = form_new(&params_login);
    form_hide(form, "DataProtectionConsent", true);
    cr_expect_eq(form_count(form), 4);
    cr_expect_not(form_focus(form, "DataProtectionConsent"));
    form_hide(form, "DataProtectionConsent", false);
    cr_expect_eq(form_count(form), 5);
    cr_expect(form_focus(form, "dataprotectionconsent"));
    cr_expect_null(value_of(form, "DataProtectionConsent"));
    press(form, "Space");
    cr_expect_str_eq(value_of(form, "DataProtectionConsent"), "true");
    cr_expect_eq(press(form, "x"), FORM_NONE);
    press(form, "Tab");
    cr_expect_str_eq(focus_of(form), "URL");
    press(form, "Shift-Tab");
    form_hide(form, "DataProtectionConsent", true);
    cr_expect_null(value_of(form, "DataProtectionConsent"));
    cr_expect_str_neq(focus_of(form), "");
    form_free(form);
}

Test(form, an_open_field_takes_a_paste_without_its_line_end)
{
    struct form *form = form_new(&params_metadata);
    cr_expect_eq(form_paste(form, "12\n15\n", 6), FORM_REDRAW);
    cr_expect_str_eq(lineedit_text(form_editor(form)), "12 15");
    form_free(form);
}

Test(form, every_default_key_is_a_key_and_belongs_to_one_action)
{
    struct key all[64];
    size_t total = 0;
    for (size_t i = 0; i < sizeof form_bindings / sizeof form_bindings[0]; i++) {
        size_t count = 0;
        cr_assert(key_parse_list(form_bindings[i].keys, all + total, 64 - total, &count, NULL));
        for (size_t k = total; k < total + count; k++) {
            cr_expect_null(key_unreachable(all[k]), "%s", form_bindings[i].name);
            for (size_t m = 0; m < k; m++)
                cr_expect_not(key_equal(all[k], all[m]), "%s: a key is bound twice", form_bindings[i].name);
        }
        total += count;
    }
}

/* One random key or paste, or a word from the app. */
static void random_event(struct form *form, uint32_t dice)
{
    static const char *const names[] = {
        "Enter", "Esc",       "Space",  "Tab",  "Shift-Tab", "Up", "Down", "PgUp", "PgDn", "Home",
        "End",   "Backspace", "Delete", "u",    "U",         "/",  "n",    "N",    "c",    "X",
        "^W",    "^U",        "^K",     "Left", "Right",     "e",  "1",    "ž",    "中",   "Alt-b"};
    static const uint32_t codes[] = {0x301, 0x200D, 0x1F600, 0x202E, 'x'};
    static const char *const pastes[] = {"a\nb", "\xFF\xC3", "e\xCC\x81", "\t", "true"};
    const struct param_table *table = form_table(form);
    const char *name = table->rows[dice / 40 % table->count].name;
    switch (dice % 40) {
    case 30:
    case 31:
        press_key(form, key_char(codes[dice / 40 % 5]));
        break;
    case 32:
        form_paste(form, pastes[dice / 40 % 5], strlen(pastes[dice / 40 % 5]));
        break;
    case 33:
        form_set_height(form, dice / 40 % 26);
        break;
    case 34:
        form_hide(form, name, dice / 4000 % 3 == 0);
        break;
    case 35:
        form_field_error(form, name, "no");
        break;
    case 36:
        form_put(form, name, pastes[dice / 400 % 5]);
        break;
    default:
        press(form, names[dice % 40 % 30]);
        break;
    }
}

/* What must hold whatever was pressed. */
static void assert_sane(const struct form *form, size_t height)
{
    const struct lineedit *edit = form_editor(form) ? form_editor(form) : form_finder(form);
    if (form_count(form) > 0)
        assert_focus_in_sight(form, height, "random keys");
    if (!edit)
        return;
    const char *text = lineedit_text(edit);
    cr_assert_leq(lineedit_cursor(edit), strlen(text));
    cr_assert(text_is_valid(text, strlen(text)) && text_is_valid(text, lineedit_cursor(edit)));
}

Test(form, no_order_of_keys_loses_the_focus_or_breaks_the_text)
{
    static const struct param_table *const tables[] = {&params_enqueue, &params_export, &params_login,
                                                       &params_metadata};
    for (uint32_t seed = 1; seed <= 8; seed++) {
        const struct param_table *table = tables[seed % 4];
        struct form *form = form_new(table);
        uint32_t state = seed * 7919;
        for (int i = 0; i < 4000; i++) {
            state = state * 1664525 + 1013904223;
            random_event(form, state >> 8);
            assert_sane(form, 1 + (state >> 4) % 24);
        }
        struct param_set *draft = form_draft(form);
        cr_expect(form_load(form, draft));
        param_set_free(draft);
        form_free(form);
    }
}
