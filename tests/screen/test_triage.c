/* Finding and ordering among sixty projects: the menu of columns, empty views. */
/* SPDX-License-Identifier: MIT */
#include "screen/sixty.h"
#include "support/asserts.h"
#include "support/screen.h"

static struct bench bench;

static void triage_stop(void)
{
    bench_free(&bench);
}

TestSuite(triage, .fini = triage_stop);

/* Bytes of what these keys bring on the screen. */
static size_t triage_bytes(const char *keys)
{
    mock_show(&bench);
    screen_bytes();
    bench_keys(&bench, keys);
    mock_show(&bench);
    return screen_bytes();
}

Test(triage, the_menu_of_columns_takes_at_most_300_bytes)
{
    sixty_afternoon(&bench, 80, 24, &(struct sixty){.credit = 37});
    size_t bytes = triage_bytes("s");
    cr_expect_leq(bytes, 300, "%zu bytes", bytes);
    cr_expect_str_eq(screen_row(22), "Sort by; the same letter again reverses:");
    bytes = triage_bytes("x");
    cr_expect_leq(bytes, 700, "%zu bytes", bytes);
}

Test(triage, a_narrow_menu_of_columns_names_those_that_matter_most)
{
    sixty_afternoon(&bench, 40, 10, &(struct sixty){.credit = 37});
    bench_keys(&bench, "s");
    mock_show(&bench);
    cr_expect_str_eq(screen_row(9), "s State  c Since  n Name  x Expires");
}

Test(triage, a_wide_menu_of_columns_names_all)
{
    sixty_afternoon(&bench, 132, 43, &(struct sixty){.credit = 37});
    bench_keys(&bench, "s");
    mock_show(&bench);
    cr_expect_str_eq(screen_row(42),
                     "s State  c Since  n Name  x Expires  i ID  l Length  t Tags  e Exported  "
                     "u Changed  q Back");
}

Test(triage, an_empty_view_says_why_and_how_all_are_shown)
{
    sixty_afternoon(&bench, 40, 10, &(struct sixty){.credit = 37});
    bench_command(&bench, "filter is:today is:todo");
    mock_show(&bench);
    cr_expect_str_eq(screen_row(2), "  No project matches the filter. Esc All");
}
