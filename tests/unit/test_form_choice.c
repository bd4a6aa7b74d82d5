/* The form engine over the real tables: the menu of values to choose from. */
/* SPDX-License-Identifier: MIT */
#include "steno/widget/form.h"
#include "unit/form_help.h"

TestSuite(form_choice, .init = use_utf8);

/* The lines of the menu, parted by bars, the one under the cursor in brackets. */
static const char *lines(const struct form *form)
{
    static char text[1000];
    const struct form_choice *rows;
    size_t selected, len = 0, count = form_menu_rows(form, &rows, &selected);
    text[0] = '\0';
    for (size_t i = 0; i < count; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, i == selected ? "%s[%s]" : "%s%s",
                                i ? "|" : "", rows[i].text);
    return text;
}

/* The form with the menu of this field open. */
static struct form *menu_of(const struct param_table *table, const char *field)
{
    struct form *form = form_new(table);
    form_focus(form, field);
    cr_expect_eq(press(form, "Enter"), FORM_REDRAW);
    cr_assert_not_null(form_menu_line(form));
    return form;
}

Test(form_choice, lists_known_values_none_and_another_one)
{
    struct form *form = menu_of(&params_export, "FileFormatId");
    cr_expect_str_eq(lines(form), "[srt]|vtt|ssa|not sent|other …");
    form_free(form);
}

Test(form_choice, a_boolean_has_yes_and_no_and_nothing_to_type)
{
    struct form *form = menu_of(&params_enqueue, "WithPPC");
    cr_expect_str_eq(lines(form), "[yes]|no|not sent");
    press(form, "n o Enter");
    cr_expect_str_eq(value_of(form, "WithPPC"), "false");
    press(form, "Enter m a y b e");
    cr_expect_str_eq(lines(form), "", "that is no value");
    cr_expect_eq(press(form, "Enter"), FORM_REDRAW);
    cr_expect_str_eq(value_of(form, "WithPPC"), "false");
    form_free(form);
}

Test(form_choice, opens_on_the_value_that_the_field_has)
{
    struct form *form = form_new(&params_export);
    form_put(form, "FileFormatId", "ssa");
    press(form, "Enter");
    cr_expect_str_eq(lines(form), "srt|vtt|[ssa]|not sent|other …");
    form_free(form);
}

Test(form_choice, enter_takes_the_line_under_the_cursor)
{
    struct form *form = menu_of(&params_export, "FileFormatId");
    cr_expect_eq(press(form, "Down Enter"), FORM_CHANGED);
    cr_expect_str_eq(value_of(form, "FileFormatId"), "vtt");
    cr_expect_null(form_menu_line(form));
    press(form, "Enter Down Down");
    cr_expect_eq(press(form, "Enter"), FORM_CHANGED);
    cr_expect_null(value_of(form, "FileFormatId"), "the line of none");
    form_free(form);
}

Test(form_choice, only_arrows_tab_and_their_like_move_and_single_steps_go_round)
{
    struct form *form = menu_of(&params_export, "FileFormatId");
    press(form, "Tab ^N Down");
    cr_expect_str_eq(lines(form), "srt|vtt|ssa|[not sent]|other …");
    press(form, "Shift-Tab ^P Up Up");
    cr_expect_str_eq(lines(form), "srt|vtt|ssa|not sent|[other …]");
    press(form, "PgUp");
    cr_expect_str_eq(lines(form), "[srt]|vtt|ssa|not sent|other …");
    press(form, "PgDn PgDn");
    cr_expect_str_eq(lines(form), "srt|vtt|ssa|not sent|[other …]");
    press(form, "j");
    cr_expect_str_eq(lines(form), "[j]", "letters narrow");
    form_free(form);
}

Test(form_choice, what_is_typed_narrows_and_what_fits_nothing_is_the_value_itself)
{
    struct form *form = menu_of(&params_export, "FileFormatId");
    press(form, "S");
    cr_expect_str_eq(lines(form), "[srt]|ssa|not sent");
    press(form, "s");
    cr_expect_str_eq(lines(form), "[ssa]");
    press(form, "x");
    cr_expect_str_eq(lines(form), "[Ssx]");
    cr_expect_eq(press(form, "Enter"), FORM_CHANGED);
    cr_expect_str_eq(value_of(form, "FileFormatId"), "Ssx");
    form_free(form);
}

Test(form_choice, a_paste_narrows_and_runs_nothing)
{
    struct form *form = menu_of(&params_export, "FileFormatId");
    cr_expect_eq(form_paste(form, "vtt\nX", 5), FORM_REDRAW);
    cr_expect_str_eq(lines(form), "[vtt X]");
    form_free(form);
}

Test(form_choice, another_one_opens_the_field_for_typing)
{
    struct form *form = menu_of(&params_enqueue, "Lang");
    press(form, "Up Enter");
    cr_assert_not_null(form_editor(form));
    cr_expect_str_eq(lineedit_text(form_editor(form)), "cs-CZ");
    press(form, "^U d e Enter");
    cr_expect_str_eq(value_of(form, "Lang"), "de");
    form_free(form);
}

Test(form_choice, escape_leaves_the_field_as_it_was)
{
    static const char *const ends[] = {"Esc", "^G"};
    for (size_t i = 0; i < 2; i++) {
        struct form *form = menu_of(&params_enqueue, "Lang");
        press(form, "d e");
        cr_expect_eq(press(form, ends[i]), FORM_REDRAW);
        cr_expect_null(form_menu_line(form));
        cr_expect_null(value_of(form, "Lang"));
        cr_expect_eq(press(form, "q"), FORM_LEAVE);
        form_free(form);
    }
}

Test(form_choice, a_value_typed_in_it_is_part_of_the_draft_until_it_is_given_up)
{
    struct form *form = menu_of(&params_enqueue, "Lang");
    type(form, "sk-SK");
    struct param_set *draft = form_draft(form);
    cr_expect_str_eq(param_set_get(draft, param_find(draft->table, "Lang")), "sk-SK");
    param_set_free(draft);
    press(form, "Esc");
    draft = form_draft(form);
    cr_expect_eq(param_set_count(draft), 0);
    param_set_free(draft);
    form_free(form);
}

Test(form_choice, an_action_closes_it)
{
    struct form *form = menu_of(&params_enqueue, "Lang");
    cr_expect_eq(form_act(form, FORM_ACT_SUBMIT), FORM_SUBMIT);
    cr_expect_null(form_menu_line(form));
    form_free(form);
}

Test(form_choice, a_field_without_known_values_is_edited)
{
    struct form *form = form_new(&params_enqueue);
    form_focus(form, "CustomLabel");
    cr_expect_not(form_has_choices(form));
    press(form, "Enter");
    cr_expect_null(form_menu_line(form));
    cr_expect_not_null(form_editor(form));
    form_free(form);
}

Test(form_choice, space_says_what_it_would_make_of_the_field)
{
    struct form *form = form_new(&params_enqueue);
    form_focus(form, "WithPPC");
    cr_expect_str_eq(form_next(form), "no", "yes is the default");
    press(form, "Space");
    cr_expect_str_eq(form_next(form), "yes");
    press(form, "Space");
    cr_expect_str_eq(form_next(form), "", "not set");
    form_focus(form, "CustomLabel");
    cr_expect_null(form_next(form));
    form_free(form);
}
