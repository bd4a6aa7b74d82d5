/* Programs that show manual pages accept the manual. Its contents are tested in cases/docs.txt. */
/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/process.h"

/* Shows each page with a program that reads manual pages: it must succeed without a warning. Skipped if it is
 * not installed. */
static void expect_silent(const char *const *reader, const char *locale)
{
    static const char *const pages[] = {"docs/steno.1", "docs/steno-config.5", "docs/steno-sandbox.1"};
    char *argv[8] = {NULL}, *program = process_find(reader[0]);
    size_t count = 0;
    if (access(program, X_OK) != 0)
        cr_skip_test("%s is not installed", reader[0]);
    for (; reader[count]; count++)
        argv[count] = (char *)(uintptr_t)reader[count];
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        struct process_result result;
        struct home *home = home_create();
        argv[count] = process_built(pages[i]);
        home_set(home, "LC_ALL", locale);
        process_run(home, argv, NULL, PROCESS_LIMIT_MS, &result);
        cr_expect_eq(result.code, 0, "%s %s", reader[0], pages[i]);
        cr_expect_str_eq(buffer_text(&result.err), "", "%s %s", reader[0], pages[i]);
        if (strcmp(reader[0], "mandoc") == 0)
            cr_expect_str_eq(buffer_text(&result.out), "", "%s", pages[i]);
        else
            cr_expect_gt(result.out.len, 500);
        process_result_free(&result);
        home_remove(home);
        free(argv[count]);
    }
    free(program);
}

Test(manual, is_read_without_a_warning_in_a_c_locale)
{
    static const char *const man[] = {"man", "-l", NULL}, *const groff[] = {"groff", "-ww", "-man", "-Tutf8",
                                                                            NULL};
    expect_silent(man, "C");
    expect_silent(groff, "C");
}

Test(manual, is_accepted_by_mandoc)
{
    static const char *const mandoc[] = {"mandoc", "-Tlint", "-W", "warning", NULL};
    expect_silent(mandoc, "C.UTF-8");
}
