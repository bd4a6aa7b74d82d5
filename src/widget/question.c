/* Owns the sentence of a question and what confirms it. It must not know what follows from the answer. */
/* SPDX-License-Identifier: MIT */
#include "steno/widget/question.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

void question_add_words(struct question *question, const char *words)
{
    char *text = mem_printf("%s%s", question->text ? question->text : "", words);
    free(question->text);
    question->text = text;
}

void question_add_piece(struct question *question, const char *piece)
{
    size_t at = question->text ? strlen(question->text) : 0, next = 0;
    while (next < PIECES_MAX && question->pieces[next].len > 0)
        next++;
    question_add_words(question, piece);
    if (next < PIECES_MAX)
        question->pieces[next] = (struct question_piece){.at = at, .len = strlen(piece)};
}

void question_free(struct question *question)
{
    free(question->text);
    free(question->note);
    free(question->remark);
    *question = (struct question){0};
}

/* Is this text the number that confirms? */
static bool question_is_number(const struct question *question, const char *text)
{
    char wanted[NUMBER_SIZE];
    snprintf(wanted, sizeof wanted, "%zu", question->count);
    return strcmp(text, wanted) == 0;
}

/* A digit more or less of the number. */
static void question_type(struct question *question, struct key key)
{
    size_t len = strlen(question->typed);
    bool digit = key.kind == K_CHAR && !key.mods && key.code >= '0' && key.code <= '9';
    if (key.kind == K_BACKSPACE && len > 0)
        question->typed[len - 1] = '\0';
    else if (digit && len + 1 < NUMBER_SIZE)
        question->typed[len] = (char)key.code;
}

/* Does the key stand for this letter, whatever its case? */
static bool question_is_letter(struct key key, char letter)
{
    uint32_t code = (unsigned char)letter;
    return letter && key.kind == K_CHAR && !key.mods && (key.code == code || key.code == code - 'a' + 'A');
}

/* The letter that confirms. */
static char question_yes_key(const struct question *question)
{
    return question->yes.key ? question->yes.key : 'y';
}

/* What that does: "Delete". */
static const char *question_yes_word(const struct question *question)
{
    return question->yes.word ? question->yes.word : "Yes";
}

/* A key where a number is wanted. */
static enum answer question_count_key(struct question *question, struct key key)
{
    if (key.kind == K_ENTER)
        return question_is_number(question, question->typed) ? ANSWER_YES : ANSWER_NO;
    if (key.kind == K_ESC || key_equal(key, key_ctrl('g')) || question_is_letter(key, 'n') ||
        question_is_letter(key, 'q'))
        return ANSWER_NO;
    question_type(question, key);
    return ANSWER_NONE;
}

enum answer question_key(struct question *question, struct key key)
{
    if (question->count > 0)
        return question_count_key(question, key);
    return question_is_letter(key, question_yes_key(question)) ? ANSWER_YES : ANSWER_NO;
}

void question_set_remark(struct question *question, const char *remark)
{
    free(question->remark);
    question->remark = mem_copy(remark);
}

void question_bar(const struct question *question, char *out, size_t size)
{
    const char *no = question->no ? question->no : "", *gap = *no ? " " : ": no";
    if (question->count > 0)
        snprintf(out, size, "Type %zu, then Enter: %s   Esc%s%s", question->count, question->typed, gap, no);
    else
        snprintf(out, size, "%c %s   any other key%s%s", question_yes_key(question),
                 question_yes_word(question), gap, no);
}
