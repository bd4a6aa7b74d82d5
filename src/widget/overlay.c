/* Layout, overlays and questions. Must not know contents of overlays or effects of answers. */
/* SPDX-License-Identifier: MIT */
#include "steno/widget/overlay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

#define LOWER_COLS   80 /* a smaller terminal has no lower place */
#define LOWER_ROWS   20
#define LOWER_LEAST  8  /* minimum rows of the lower place */
#define LOWER_PART   4  /* the lower place of a tall terminal has 1/LOWER_PART of the rows */
#define ASKED_LEAVES 2  /* in a small terminal, rows of the list that stay visible above a question */
#define FORM_MOST    64 /* maximum cells of a form beside a pane */
#define OVER_LEAST   90 /* minimum cells of a pane beside a form, including the line between the two */

static struct area layout_from(struct area area, int y)
{
    return (struct area){.x = area.x, .y = y, .w = area.w, .h = area.y + area.h - y};
}

void layout_compute(struct layout *layout, int cols, int rows, size_t listed)
{
    int bottom = rows < LAYOUT_TALL_ROWS ? 1 : 2;
    struct area all = {.w = cols, .h = rows};
    *layout = (struct layout){.places = 1, .too_small = cols < LAYOUT_MIN_COLS || rows < LAYOUT_MIN_ROWS};
    if (layout->too_small)
        return;
    layout->header = (struct area){.w = cols, .h = 1};
    layout->form = layout->body = layout->place[0] = (struct area){.y = 1, .w = cols, .h = rows - 1 - bottom};
    layout->message = (struct area){.y = rows - bottom, .w = cols, .h = 1};
    layout->keys = layout_from(all, rows - 1);
    layout->asked = layout_from(all, layout->body.y + ASKED_LEAVES);
    layout->is_small = cols < LOWER_COLS || rows < LOWER_ROWS;
    if (layout->is_small)
        return;
    int lower = rows / LOWER_PART > LOWER_LEAST ? rows / LOWER_PART : LOWER_LEAST;
    int spare = listed < (size_t)layout->body.h ? layout->body.h - 1 - (int)listed : 0;
    if (listed > 0 && spare > lower)
        lower = spare;
    layout->asked = layout_from(all, layout->message.y - lower);
    if (listed == 0)
        return;
    layout->places = LAYOUT_PLACES_MAX;
    layout->form = layout->place[1] = layout_from(layout->body, layout->message.y - lower);
    layout->place[0].h = layout->body.h - lower;
}

void layout_cover(struct layout *layout)
{
    layout->places = 1;
    layout->form = layout->place[0] = layout->body;
}

void layout_beside_form(struct layout *layout)
{
    int rest = layout->body.w - OVER_LEAST, form = rest > FORM_MOST ? FORM_MOST : rest;
    layout->form.w = form;
    layout->place[0].x = form + LAYOUT_RULE_CELLS;
    layout->place[0].w = layout->body.w - layout->place[0].x;
}

void overlay_init(struct overlay_stack *stack, const struct overlay_ops *bottom)
{
    *stack = (struct overlay_stack){.items = {{.ops = bottom}}, .count = 1, .generation = 1};
}

void overlay_push(struct overlay_stack *stack, const struct overlay_ops *ops, const void *what)
{
    size_t at = stack->count;
    if (at == OVERLAY_MAX)
        mem_die("too many overlays");
    while (at > 1 && stack->items[at - 1].ops->kind > ops->kind)
        at--;
    memmove(&stack->items[at + 1], &stack->items[at], (stack->count - at) * sizeof stack->items[0]);
    stack->generation++;
    stack->items[at] = (struct overlay){.ops = ops, .what = what, .serial = stack->generation};
    stack->count++;
}

bool overlay_remove(struct overlay_stack *stack, const void *what)
{
    size_t at = stack->count - 1;
    while (at > 0 && stack->items[at].what != what)
        at--;
    if (at == 0)
        return false;
    stack->count--;
    memmove(&stack->items[at], &stack->items[at + 1], (stack->count - at) * sizeof stack->items[0]);
    stack->generation++;
    return true;
}

void overlay_touch(struct overlay_stack *stack)
{
    stack->generation++;
}

const struct overlay *overlay_top(const struct overlay_stack *stack)
{
    return &stack->items[stack->count - 1];
}

const struct overlay *overlay_below(const struct overlay_stack *stack, enum overlay_kind kind)
{
    size_t at = stack->count - 1;
    while (at > 0 && stack->items[at].ops->kind >= kind)
        at--;
    return &stack->items[at];
}

bool overlay_has(const struct overlay_stack *stack, enum overlay_kind kind)
{
    return kind < OVERLAY_KINDS && overlay_below(stack, kind + 1)->ops->kind == kind;
}

void question_free(struct question *question)
{
    free(question->text);
    free(question->note);
    free(question->remark);
    *question = (struct question){0};
}

static char question_yes_key(const struct question *question)
{
    return question->yes.key ? question->yes.key : 'y';
}

static bool question_is_letter(struct key key, char letter)
{
    uint32_t code = (unsigned char)letter;
    return key.kind == K_CHAR && !key.mods && (key.code == code || key.code == code - 'a' + 'A');
}

enum answer question_key(struct question *question, struct key key)
{
    if (question->count == 0)
        return question_is_letter(key, question_yes_key(question)) ? ANSWER_YES : ANSWER_NO;
    char wanted[NUMBER_SIZE];
    size_t len = strlen(question->typed);
    snprintf(wanted, sizeof wanted, "%zu", question->count);
    if (key.kind == K_ENTER)
        return strcmp(question->typed, wanted) == 0 ? ANSWER_YES : ANSWER_NO;
    if (key.kind == K_ESC || key_equal(key, key_ctrl('g')) || question_is_letter(key, 'n') ||
        question_is_letter(key, 'q'))
        return ANSWER_NO;
    bool digit = key.kind == K_CHAR && !key.mods && key.code >= '0' && key.code <= '9';
    if (key.kind == K_BACKSPACE && len > 0)
        question->typed[len - 1] = '\0';
    else if (digit && len + 1 < NUMBER_SIZE)
        question->typed[len] = (char)key.code;
    return ANSWER_NONE;
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
                 question->yes.word ? question->yes.word : "Yes", gap, no);
}
