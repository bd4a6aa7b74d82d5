/* Owns the sentence of a question and what confirms it. It must not know what follows from the answer. */
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

void question_add_piece(struct question *question, const char *piece, bool keeps_tail)
{
    size_t at = question->text ? strlen(question->text) : 0, next = 0;
    while (next < PIECES_MAX && question->pieces[next].len > 0)
        next++;
    question_add_words(question, piece);
    if (next < PIECES_MAX)
        question->pieces[next] =
            (struct question_piece){.at = at, .len = strlen(piece), .keeps_tail = keeps_tail};
}

void question_free(struct question *question)
{
    free(question->text);
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

/* What a key means, whatever was typed before but the number. */
static enum answer question_meaning(const struct question *question, struct key key)
{
    if (key.kind == K_ENTER && question->count > 0 && question_is_number(question, question->typed))
        return ANSWER_YES;
    if (key.kind == K_ENTER || key.kind == K_ESC || key_equal(key, key_ctrl('g')))
        return ANSWER_NO;
    if (key.kind != K_CHAR || key.mods)
        return ANSWER_NONE;
    if (key.code == 'y' || key.code == 'Y')
        return question->count > 0 ? ANSWER_NONE : ANSWER_YES;
    return key.code == 'n' || key.code == 'N' || key.code == 'q' ? ANSWER_NO : ANSWER_NONE;
}

enum answer question_key(struct question *question, struct key key)
{
    enum answer answer = question_meaning(question, key);
    if (answer == ANSWER_NONE && question->count > 0)
        question_type(question, key);
    return answer;
}

enum answer question_line(const struct question *question, const char *line)
{
    bool yes;
    if (!line)
        yes = false;
    else if (question->count > 0)
        yes = question_is_number(question, line);
    else
        yes = text_equal_nocase(line, "y") || text_equal_nocase(line, "yes");
    return yes ? ANSWER_YES : ANSWER_NO;
}

void question_set_remark(struct question *question, const char *remark)
{
    free(question->remark);
    question->remark = mem_copy(remark);
}

int question_tail(const struct question *question, char *out, size_t size)
{
    const char *remark = question->remark ? question->remark : "", *gap = *remark ? ". " : "";
    if (question->count > 0)
        snprintf(out, size, " %s%sType %zu to confirm: %s", remark, gap, question->count, question->typed);
    else
        snprintf(out, size, " %s%sy/N ", remark, gap);
    return text_width(out);
}
