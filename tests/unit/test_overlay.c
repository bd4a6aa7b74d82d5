/* What lies over each other keeps the order of its kinds, whatever is opened when. */
/* SPDX-License-Identifier: MIT */
#include "steno/widget/overlay.h"
#include "support/asserts.h"

static const struct overlay_ops pane = {.kind = OVERLAY_PANE}, form = {.kind = OVERLAY_FORM},
                                menu = {.kind = OVERLAY_MENU}, prompt = {.kind = OVERLAY_PROMPT},
                                question = {.kind = OVERLAY_QUESTION};
static const char one, two, three;

static struct overlay_stack stack;

static void setup(void)
{
    overlay_init(&stack, &pane);
}

TestSuite(overlay, .init = setup);

/* The kind that has the keys. */
static enum overlay_kind top(void)
{
    return overlay_top(&stack)->ops->kind;
}

Test(overlay, the_bottom_has_the_keys_where_nothing_lies_over_it)
{
    cr_expect_eq(top(), OVERLAY_PANE);
    cr_expect_eq(overlay_below(&stack, OVERLAY_FORM)->ops, &pane);
    cr_expect_eq(overlay_below(&stack, OVERLAY_PANE)->ops, &pane);
    cr_expect_eq(stack.generation, 1, "what was typed before the first picture is older");
    cr_expect_not(overlay_remove(&stack, NULL), "the bottom stays");
    cr_expect(overlay_has(&stack, OVERLAY_PANE));
    cr_expect_not(overlay_has(&stack, OVERLAY_QUESTION));
}

Test(overlay, what_is_opened_goes_below_everything_of_a_higher_kind)
{
    overlay_push(&stack, &question, &one);
    overlay_push(&stack, &form, &two);
    cr_expect_eq(top(), OVERLAY_QUESTION, "a form that opens under a question takes no keys from it");
    cr_expect_eq(overlay_below(&stack, OVERLAY_QUESTION)->what, &two);
    overlay_push(&stack, &menu, &three);
    cr_expect_eq(overlay_below(&stack, OVERLAY_PROMPT)->what, &three);
    cr_expect_eq(overlay_below(&stack, OVERLAY_MENU)->what, &two);
    overlay_remove(&stack, &one);
    cr_expect_eq(top(), OVERLAY_MENU);
}

Test(overlay, of_one_kind_the_newest_is_on_top)
{
    overlay_push(&stack, &form, &one);
    overlay_push(&stack, &form, &two);
    cr_expect_eq(overlay_top(&stack)->what, &two);
    uint64_t serial = overlay_top(&stack)->serial;
    cr_expect(overlay_remove(&stack, &one), "one that is covered can go");
    cr_expect_eq(overlay_top(&stack)->what, &two);
    cr_expect_eq(overlay_top(&stack)->serial, serial, "the other one is still what it was");
    cr_expect_not(overlay_remove(&stack, &one));
}

Test(overlay, the_generation_changes_with_the_stack_and_when_it_is_told_to)
{
    uint64_t generation = stack.generation;
    overlay_push(&stack, &prompt, &one);
    cr_expect_gt(stack.generation, generation);
    generation = stack.generation;
    cr_expect_not(overlay_remove(&stack, &two));
    cr_expect_eq(stack.generation, generation, "nothing was changed");
    overlay_remove(&stack, &one);
    cr_expect_gt(stack.generation, generation);
    generation = stack.generation;
    overlay_touch(&stack);
    cr_expect_gt(stack.generation, generation);
}

Test(overlay, what_is_opened_again_is_another)
{
    overlay_push(&stack, &menu, &one);
    uint64_t serial = overlay_top(&stack)->serial;
    overlay_remove(&stack, &one);
    overlay_push(&stack, &menu, &one);
    cr_expect_neq(overlay_top(&stack)->serial, serial);
}
