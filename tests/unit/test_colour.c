/* core/colour: the words of [colours]. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/colour.h"
#include "support/asserts.h"

Test(colour, a_look_is_a_colour_with_attributes_or_none)
{
    struct colour colour;
    struct error err;
    cr_assert(colour_read(&colour, "red bold", &err));
    cr_expect(colour.number == 1 && colour.bold && !colour.underline);
    cr_assert(colour_read(&colour, "underline, black", &err));
    cr_expect(colour.number == 0 && !colour.bold && colour.underline);
    cr_assert(colour_read(&colour, "none", &err));
    cr_expect(colour.number == -1 && !colour.bold && !colour.underline);
    cr_expect_not(colour_read(&colour, "boldly", &err));
    cr_expect_not(colour_read(&colour, "bo", &err));
}
