/* Which values an assert accepts, and what a failed one prints. The case of the suite `planted` fails; it
 * only runs in a second process of this program. */
/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>

#include "support/asserts.h"
#include "support/process.h"

#define PLANT "STENO_TEST_PLANT"

Test(planted, words)
{
    const char *said = "all of it";
    if (!getenv(PLANT))
        return;
    cr_expect_eq(-1, UINT64_MAX, "after %d", 1);
    cr_expect_str_eq(NULL, "one");
    cr_expect(1 > 2, "no");
    cr_expect_str_eq("one two\x1B\xC2\x9B", "one three");
    cr_assert_str_has(said, "none");
}

Test(asserts, show_what_they_met)
{
    static const char *const shown[] = {"not eq(-1, UINT64_MAX, \"after %d\", 1)",
                                        "left    -1",
                                        "right   18446744073709551615",
                                        "after 1",
                                        "left    NULL",
                                        "not set(1 > 2, \"no\")",
                                        "\"one two\\x1B\\xC2\\x9B\"",
                                        "they differ from byte 5 on",
                                        "not has(said, \"none\")",
                                        "left    \"all of it\""};
    struct process_result result;
    struct home *home = home_create();
    home_set(home, PLANT, "1");
    char *const argv[] = {(char[]){"/proc/self/exe"}, (char[]){"--filter"}, (char[]){"planted/*"}, NULL};
    process_run(home, argv, NULL, PROCESS_LIMIT_MS, &result);
    cr_expect_eq(result.code, 1);
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
        cr_expect_str_has(buffer_text(&result.err), shown[i]);
    process_result_free(&result);
    home_remove(home);
}

Test(asserts, hold_for_what_they_ask_and_a_text_that_is_not_there_has_lacks_and_starts_with_nothing)
{
    const struct assert_value none = assert_text(NULL), ab = assert_text("ab"), b = assert_text("b"),
                              a = assert_text("a"), low = assert_signed(-1), high = assert_unsigned(SIZE_MAX),
                              real = assert_real(1.5), off = assert_real(1.25);
    const struct {
        const struct assert_value *left;
        enum assert_test test;
        const struct assert_value *right;
        bool holds;
    } rows[] = {
        {&none, ASSERT_HAS, &a, false},   {&none, ASSERT_LACKS, &a, false}, {&none, ASSERT_STARTS, &a, false},
        {&none, ASSERT_EQ, &none, true},  {&none, ASSERT_EQ, &a, false},    {&ab, ASSERT_HAS, &b, true},
        {&ab, ASSERT_LACKS, &b, false},   {&ab, ASSERT_STARTS, &a, true},   {&ab, ASSERT_STARTS, &b, false},
        {&a, ASSERT_HAS, &ab, false},     {&a, ASSERT_EQ, &ab, false},      {&a, ASSERT_NEQ, &ab, true},
        {&low, ASSERT_EQ, &high, false},  {&low, ASSERT_LT, &high, true},   {&low, ASSERT_LEQ, &low, true},
        {&high, ASSERT_GT, &low, true},   {&low, ASSERT_GT, &low, false},   {&low, ASSERT_LT, &low, false},
        {&low, ASSERT_GEQ, &high, false}, {&low, ASSERT_SET, &a, true},     {&none, ASSERT_SET, &a, false},
        {&none, ASSERT_UNSET, &a, true},  {&real, ASSERT_EQ, &real, true},  {&real, ASSERT_EQ, &off, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect_eq(assert_holds(rows[i].left, rows[i].test, rows[i].right), rows[i].holds, "row %zu", i);
}
