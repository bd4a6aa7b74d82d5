/* What a failed assert shows. The cases of `planted` fail, in a second process of this program alone. */
/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/asserts.h"
#include "support/process.h"

#define PLANT "STENO_TEST_PLANT"

/* The case fails and shows the words. */
static void expect_shown(const char *name, const char *words)
{
    struct process_result result;
    struct home *home = home_create();
    char filter[64];
    snprintf(filter, sizeof filter, "planted/%s", name);
    home_set(home, PLANT, "1");
    char *const argv[] = {(char[]){"/proc/self/exe"}, (char[]){"--filter"}, filter, NULL};
    process_run(home, argv, NULL, PROCESS_LIMIT_MS, &result);
    cr_expect_eq(result.code, 1, "%s", name);
    cr_expect_str_has(buffer_text(&result.err), words, "%s", name);
    process_result_free(&result);
    home_remove(home);
}

Test(planted, numbers)
{
    int times = 0;
    if (getenv(PLANT))
        cr_assert_eq(++times, 2, "after %d", times);
}

Test(planted, sign)
{
    if (getenv(PLANT))
        cr_assert_eq(-1, UINT64_MAX);
}

Test(planted, texts)
{
    if (getenv(PLANT))
        cr_assert_str_eq("one\ntwo\x1B", "one\ntoo");
}

Test(planted, control)
{
    if (getenv(PLANT))
        cr_assert_str_eq("a\xC2\x9B"
                         "b",
                         "a");
}

Test(planted, missing)
{
    if (getenv(PLANT))
        cr_assert_str_eq(NULL, "one");
}

Test(planted, words)
{
    const char *said = "all of it";
    if (getenv(PLANT))
        cr_assert_str_has(said, "none");
}

Test(planted, start)
{
    if (getenv(PLANT))
        cr_assert_str_starts("one two", "one three");
}

Test(planted, truth)
{
    if (getenv(PLANT))
        cr_assert(1 > 2, "no");
}

Test(asserts, a_text_that_is_not_there_has_lacks_and_starts_with_nothing)
{
    const struct assert_value none = assert_text(NULL), word = assert_text("a");
    cr_expect_not(assert_holds(&none, ASSERT_HAS, &word));
    cr_expect_not(assert_holds(&none, ASSERT_LACKS, &word));
    cr_expect_not(assert_holds(&none, ASSERT_STARTS, &word));
}

Test(asserts, show_what_they_met)
{
    expect_shown("numbers", "not eq(++times, 2, \"after %d\", times)");
    expect_shown("numbers", "left    1");
    expect_shown("numbers", "after 1");
    expect_shown("sign", "left    -1");
    expect_shown("sign", "right   18446744073709551615");
    expect_shown("texts", "\"two\\x1B\"");
    expect_shown("texts", "they differ from byte 5 on");
    expect_shown("control", "\"a\\xC2\\x9Bb\"");
    expect_shown("missing", "left    NULL");
    expect_shown("words", "left    \"all of it\"");
    expect_shown("start", "they differ from byte 5 on");
    expect_shown("truth", "not set(1 > 2, \"no\")");
}
