/* What was changed in a form since it was saved. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/form_tables.h"
#include "steno/widget/draft.h"
#include "support/asserts.h"

static struct form *form;
static struct draft draft;

static void draft_setup(void)
{
    form = form_new(&params_login);
    form_put(form, params_login.rows[LOGIN_URL].name, "https://a.example");
    draft_begin(&draft, form);
}

static void draft_teardown(void)
{
    draft_free(&draft);
    form_free(form);
}

TestSuite(draft, .init = draft_setup, .fini = draft_teardown);

/* The fields that were changed since the base was taken. */
static uint64_t changed(void)
{
    struct param_set *now = draft_now(form);
    uint64_t fields = draft_differences(draft.base, now);
    param_set_free(now);
    return fields;
}

Test(draft, what_a_form_opens_with_is_no_change)
{
    cr_assert_eq(changed(), 0);
    cr_assert_not(form_is_dirty(form));
}

Test(draft, a_changed_field_is_told_until_it_is_saved)
{
    form_put(form, params_login.rows[LOGIN_EMAIL].name, "a@b.example");
    cr_assert_eq(changed(), UINT64_C(1) << LOGIN_EMAIL);
    cr_assert(form_is_dirty(form));
    draft_take_base(&draft, form);
    cr_assert_eq(changed(), 0);
    cr_assert_not(form_is_dirty(form));
}

Test(draft, a_secret_is_no_part_of_it)
{
    form_put(form, params_login.rows[LOGIN_PASSWORD].name, "secret");
    cr_assert_eq(changed(), 0);
}

Test(draft, a_field_that_is_set_in_one_set_only_differs)
{
    struct param_set *none = param_set_new(&params_login);
    cr_assert_eq(draft_differences(none, draft.base), UINT64_C(1) << LOGIN_URL);
    cr_assert_eq(draft_differences(draft.base, none), UINT64_C(1) << LOGIN_URL);
    param_set_free(none);
}
