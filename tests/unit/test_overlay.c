/* Overlays keep the order of their kinds, in whatever order they are opened; and which keys confirm a
 * question. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/widget/overlay.h"
#include "support/asserts.h"

static const struct overlay_ops pane = {.kind = OVERLAY_PANE}, form = {.kind = OVERLAY_FORM},
                                menu = {.kind = OVERLAY_MENU}, prompt = {.kind = OVERLAY_PROMPT},
                                asking = {.kind = OVERLAY_QUESTION};
static const char one, two, three;

static struct overlay_stack stack;

static void setup(void)
{
    overlay_init(&stack, &pane);
}

TestSuite(overlay, .init = setup);

/* The kind of the top overlay. */
static enum overlay_kind top(void)
{
    return overlay_top(&stack)->ops->kind;
}

Test(overlay, what_is_opened_goes_below_everything_of_a_higher_kind_and_above_its_own)
{
    overlay_push(&stack, &asking, &one);
    overlay_push(&stack, &form, &two);
    cr_expect_eq(top(), OVERLAY_QUESTION, "a form that opens under a question takes no keys from it");
    cr_expect_eq(overlay_below(&stack, OVERLAY_QUESTION)->what, &two);
    overlay_push(&stack, &menu, &three);
    cr_expect_eq(overlay_below(&stack, OVERLAY_PROMPT)->what, &three);
    cr_expect_eq(overlay_below(&stack, OVERLAY_MENU)->what, &two);
    overlay_remove(&stack, &one);
    cr_expect_eq(top(), OVERLAY_MENU);
    overlay_init(&stack, &pane);
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
    uint64_t serial = overlay_top(&stack)->serial;
    cr_expect_gt(stack.generation, generation);
    generation = stack.generation;
    cr_expect_not(overlay_remove(&stack, &two));
    cr_expect_eq(stack.generation, generation, "nothing was changed");
    overlay_remove(&stack, &one);
    cr_expect_gt(stack.generation, generation);
    generation = stack.generation;
    overlay_touch(&stack);
    cr_expect_gt(stack.generation, generation);
    overlay_push(&stack, &prompt, &one);
    cr_expect_neq(overlay_top(&stack)->serial, serial, "what is opened again is another");
}

/* --- questions --- */

static struct question question;

static void begin(void)
{
    question = (struct question){.text = mem_copy("Delete tag \"news\"?")};
}

static void finish(void)
{
    question_free(&question);
}

TestSuite(question, .init = begin, .fini = finish);

/* Presses the letters of a text; returns the answer of the last one. */
static enum answer press(const char *letters)
{
    enum answer answer = ANSWER_NONE;
    for (; *letters; letters++)
        answer = question_key(&question, key_char((unsigned char)*letters));
    return answer;
}

Test(question, only_y_confirms_or_the_key_that_stands_in_for_it)
{
    static const char *const others[] = {"n", "q", "x", "1", " "};
    const struct key keys[] = {key_plain(K_ENTER), key_plain(K_ESC), key_ctrl('g'), key_plain(K_DOWN)};
    cr_expect_eq(press("y"), ANSWER_YES);
    cr_expect_eq(press("Y"), ANSWER_YES);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cr_expect_eq(press(others[i]), ANSWER_NO, "%s", others[i]);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        cr_expect_eq(question_key(&question, keys[i]), ANSWER_NO, "key %zu", i);
    question.yes = (struct question_choice){'o', "overwrite"};
    cr_expect_eq(press("O"), ANSWER_YES);
    cr_expect_eq(press("y"), ANSWER_NO);
}

Test(question, many_are_confirmed_by_exactly_their_number)
{
    question.count = 12;
    cr_expect_eq(press("y"), ANSWER_NONE);
    cr_expect_eq(press("123"), ANSWER_NONE);
    cr_expect_str_eq(question.typed, "123");
    question_key(&question, key_plain(K_BACKSPACE));
    cr_expect_eq(question_key(&question, key_plain(K_ENTER)), ANSWER_YES);
    press("0");
    cr_expect_eq(question_key(&question, key_plain(K_ENTER)), ANSWER_NO);
    question.count = 1;
    for (int i = 0; i < 3 * NUMBER_SIZE; i++)
        press("1");
    cr_expect_eq(strlen(question.typed), NUMBER_SIZE - 1, "one without end is cut");
    cr_expect_eq(question_key(&question, key_plain(K_ENTER)), ANSWER_NO);
}
