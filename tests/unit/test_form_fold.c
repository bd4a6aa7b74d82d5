/* The form engine over the real tables: groups that the values leave without a use, and short forms. */
/* SPDX-License-Identifier: MIT */
#include "unit/form_help.h"

TestSuite(form_fold, .init = use_utf8);

/* The line with this heading. */
static struct form_row heading_of(const struct form *form, const char *group)
{
    struct form_row rows[80];
    size_t count = form_rows(form, 80, rows);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].is_heading && strcmp(rows[i].label, group) == 0)
            return rows[i];
    }
    cr_assert_fail("no heading %s", group);
    return rows[0];
}

/* How many fields of the group are in sight. */
static int seen_of(const struct form *form, const char *group)
{
    struct form_row rows[80];
    int seen = 0;
    for (size_t i = 0, count = form_rows(form, 80, rows); i < count; i++)
        seen += rows[i].def && strcmp(rows[i].def->group, group) == 0;
    return seen;
}

#define STL "EBU STL header"

/* The export form as the application opens it. */
static struct form *folded_form(void)
{
    struct form *form = form_new(&params_export);
    form_set_fold(form, form_warn_unused_group);
    return form;
}

Test(form_fold, the_header_of_stl_files_is_folded_until_that_is_the_format)
{
    struct form *form = folded_form();
    cr_expect_eq(heading_of(form, STL).folded, 5);
    cr_expect_eq(seen_of(form, STL), 0);
    cr_expect_eq(form_count(form), (int)params_export.count, "they count");
    form_put(form, "FileFormatId", "stl");
    cr_expect_eq(heading_of(form, STL).folded, 0);
    cr_expect_eq(seen_of(form, STL), 5);
    form_put(form, "FileFormatId", "srt");
    cr_expect_eq(seen_of(form, STL), 0);
    form_free(form);
}

Test(form_fold, a_folded_field_with_a_value_or_an_error_is_in_sight)
{
    struct form *form = folded_form();
    form_put(form, "LanguageCode", "08");
    cr_expect_eq(heading_of(form, STL).folded, 4);
    cr_expect_str_eq(row_of(form, "LanguageCode").value, "08");
    form_field_error(form, "DiskFormatCode", "not known");
    cr_expect_str_eq(row_of(form, "DiskFormatCode").error, "not known");
    form_free(form);
}

Test(form_fold, enter_or_space_on_a_fold_shows_its_fields_for_good)
{
    static const char *const keys[] = {"G Enter", "G Space"};
    for (size_t i = 0; i < 2; i++) {
        struct form *form = folded_form();
        press(form, keys[i]);
        cr_expect_eq(seen_of(form, STL), 5);
        cr_expect_str_eq(focus_of(form), "CodePageNumber");
        form_put(form, "FileFormatId", "srt");
        cr_expect_eq(seen_of(form, STL), 5, "somebody wanted to see them");
        form_free(form);
    }
}

Test(form_fold, a_fold_is_one_line_to_walk_over_and_nothing_to_clear_or_paste_into)
{
    struct form *form = folded_form();
    press(form, "G");
    cr_expect_str_eq(focus_of(form), STL);
    cr_expect_eq(press(form, "u"), FORM_NONE);
    cr_expect_eq(form_paste(form, "08", 2), FORM_NONE);
    press(form, "k");
    cr_expect_str_eq(focus_of(form), "UnhighlightedBackgroundColor");
    press(form, "j Tab");
    cr_expect_str_eq(focus_of(form), "FileFormatId");
    form_free(form);
}

Test(form_fold, a_field_that_is_found_or_named_by_the_server_is_unfolded)
{
    struct form *form = folded_form();
    press(form, "/ b o x Enter");
    cr_expect_str_eq(focus_of(form), "UseBoxAroundText");
    cr_expect_eq(seen_of(form, STL), 5);
    form_free(form);
}

/* --- short forms --- */

Test(form_fold, a_short_form_shows_what_is_set_and_what_it_is_for_and_a_line_for_the_rest)
{
    struct form_row rows[80];
    struct form *form = form_new(&params_export_form);
    form_put(form, "Ellipsis", "--");
    form_set_short(form, true);
    cr_assert_eq(form_rows(form, 80, rows), 4);
    cr_expect_str_eq(rows[0].label, "Format");
    cr_expect_str_eq(rows[1].label, "Folder");
    cr_expect_str_eq(rows[2].label, "Ellipsis");
    cr_expect(rows[3].is_heading);
    cr_expect_null(rows[3].label);
    cr_expect_eq(rows[3].folded, form_count(form) - 3);
    form_free(form);
}

Test(form_fold, a_field_that_was_seen_in_a_short_form_stays_when_it_is_cleared)
{
    struct form_row rows[80];
    struct form *form = form_new(&params_export_form);
    form_put(form, "Ellipsis", "--");
    form_set_short(form, true);
    press(form, "j j u");
    cr_expect_eq(form_rows(form, 80, rows), 4);
    cr_expect_str_eq(focus_of(form), "Ellipsis");
    press(form, "c c");
    cr_expect_eq(form_rows(form, 80, rows), 3, "short again: it is not set");
    form_free(form);
}

Test(form_fold, the_last_line_of_a_short_form_and_c_open_the_rest_and_c_goes_back)
{
    struct form_row rows[80];
    struct form *form = form_new(&params_enqueue);
    form_set_short(form, true);
    press(form, "j");
    cr_expect_str_eq(form_help(form), "Fields that are not set; Enter shows them");
    cr_expect_null(form_next(form), "Space makes nothing of it");
    press(form, "Enter");
    cr_expect_eq(form_rows(form, 80, rows), 20 + 7);
    cr_expect_not(form_is_short(form));
    press(form, "c");
    cr_expect_eq(form_rows(form, 80, rows), 2);
    press(form, "k c");
    cr_expect_str_eq(focus_of(form), "Lang");
    form_free(form);
}

Test(form_fold, a_field_that_is_looked_for_or_refused_opens_the_rest_of_a_short_form)
{
    struct form *form = form_new(&params_enqueue);
    form_set_short(form, true);
    press(form, "/ w i t h p p c Enter");
    cr_expect_str_eq(focus_of(form), "WithPPC");
    cr_expect_not(form_is_short(form));
    form_set_short(form, true);
    cr_expect(form_field_error(form, "CustomLabel", "too long"));
    cr_expect_str_eq(focus_of(form), "CustomLabel");
    form_free(form);
}

Test(form_fold, a_value_says_whence_it_is_until_it_is_another_one)
{
    struct form *form = form_new(&params_enqueue);
    struct param_set *set = param_set_new(&params_enqueue);
    form_put(form, "Lang", "en-US");
    form_set_whence(form, param_find(&params_enqueue, "Lang"), "from the profile");
    cr_expect_str_eq(row_of(form, "Lang").whence, "from the profile");
    param_set_put_raw(set, param_find(&params_enqueue, "Lang"), "en-US");
    form_load(form, set);
    cr_expect_str_eq(row_of(form, "Lang").whence, "from the profile", "loaded as it was");
    press(form, "Enter ^U d e Enter");
    cr_expect_null(row_of(form, "Lang").whence);
    param_set_free(set);
    form_free(form);
}
