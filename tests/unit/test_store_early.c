/* store/early: what is saved before a server is named goes to the first login, whole. */
/* SPDX-License-Identifier: MIT */
#include "store.h"
#include "store_fixture.h"

TestSuite(store_early, .init = store_begin, .fini = store_end);

Test(store_early, what_was_saved_before_any_server_was_named_goes_to_the_first_login)
{
    config.url = config.email = "";
    open_store();
    watch(1, 2);
    cr_assert(store_set_scope(store, "https://h", "/API", "a@b.c", &err));
    cr_expect_str_eq(watched(store), "1 2");
    cr_assert(store_set_scope(store, "https://other", "/API", "a@b.c", &err));
    cr_expect_str_eq(watched(store), "");
}

Test(store_early, the_first_login_takes_over_what_was_saved_before_under_any_api_path)
{
    config.url = config.email = "";
    open_store();
    watch(1, 2);
    cr_assert(run(STORE_WATCH_NOTE, 1, NULL, "mine", NULL));
    cr_assert(run(STORE_PRESET_SAVE, 0, "fast", "enqueue", "{}"));
    cr_assert(store_set_scope(store, "https://h", "/XAPI", "a@b.c", &err));
    cr_expect_str_eq(watched(store), "1 2");
    cr_expect_str_eq(last->rows[0].note, "mine");
    cr_assert(run(STORE_PRESET_LOAD, 0, "fast", NULL, NULL));
    cr_expect_not_null(last->json);
}
