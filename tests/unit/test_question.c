/* What confirms a question, and what does not. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/widget/overlay.h"
#include "support/asserts.h"

static struct question question;

static void setup(void)
{
    question = (struct question){0};
    question_add_words(&question, "Delete tag \"");
    question_add_piece(&question, "news");
    question_add_words(&question, "\"?");
}

static void teardown(void)
{
    question_free(&question);
}

TestSuite(question, .init = setup, .fini = teardown);

/* Presses the letters of a text; returns what the last one meant. */
static enum answer press(const char *letters)
{
    enum answer answer = ANSWER_NONE;
    for (; *letters; letters++)
        answer = question_key(&question, key_char((unsigned char)*letters));
    return answer;
}

Test(question, words_and_pieces_are_one_sentence)
{
    cr_expect_str_eq(question.text, "Delete tag \"news\"?");
    cr_expect_eq(question.pieces[0].at, strlen("Delete tag \""));
    cr_expect_eq(question.pieces[0].len, strlen("news"));
    cr_expect_eq(question.pieces[1].len, 0);
}

Test(question, pieces_beyond_the_most_are_words)
{
    for (int i = 0; i < PIECES_MAX + 1; i++)
        question_add_piece(&question, "x");
    cr_expect_str_eq(question.text, "Delete tag \"news\"?xxxx");
    cr_expect_eq(question.pieces[PIECES_MAX - 1].len, 1);
}

Test(question, only_y_confirms)
{
    cr_expect_eq(press("y"), ANSWER_YES);
    cr_expect_eq(press("Y"), ANSWER_YES);
    cr_expect_eq(press("n"), ANSWER_NO);
    cr_expect_eq(press("q"), ANSWER_NO);
    cr_expect_eq(question_key(&question, key_plain(K_ENTER)), ANSWER_NO);
    cr_expect_eq(question_key(&question, key_plain(K_ESC)), ANSWER_NO);
    cr_expect_eq(question_key(&question, key_ctrl('g')), ANSWER_NO);
    cr_expect_eq(press("x"), ANSWER_NO);
    cr_expect_eq(press("1"), ANSWER_NO);
    cr_expect_eq(press(" "), ANSWER_NO);
    cr_expect_eq(question_key(&question, key_plain(K_DOWN)), ANSWER_NO, "any other key keeps it");
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
}

Test(question, a_number_without_end_is_cut)
{
    question.count = 1;
    for (int i = 0; i < 3 * NUMBER_SIZE; i++)
        press("1");
    cr_expect_eq(strlen(question.typed), NUMBER_SIZE - 1);
    cr_expect_eq(question_key(&question, key_plain(K_ENTER)), ANSWER_NO);
}

Test(question, a_remark_stands_before_the_end)
{
    question_set_remark(&question, "Typed too early");
    question_set_remark(&question, "Pasted");
    cr_expect_str_eq(question.remark, "Pasted");
}

Test(question, yes_may_have_another_key)
{
    question.yes = (struct question_choice){'o', "overwrite"};
    cr_expect_eq(press("O"), ANSWER_YES);
    cr_expect_eq(press("y"), ANSWER_NO);
}

Test(question, the_key_bar_says_what_each_key_does)
{
    char bar[200];
    question.yes.word = "Delete";
    question_bar(&question, bar, sizeof bar);
    cr_expect_str_eq(bar, "y Delete   any other key: no");
    question.no = "keeps it";
    question_bar(&question, bar, sizeof bar);
    cr_expect_str_eq(bar, "y Delete   any other key keeps it");
    question.count = 12;
    press("1");
    question_bar(&question, bar, sizeof bar);
    cr_expect_str_eq(bar, "Type 12, then Enter: 1   Esc keeps it");
}
