/* Owns the order of what lies over each other, and the number that changes with it. It must not know what any
 * of it is. */
/* SPDX-License-Identifier: MIT */
#include "steno/widget/overlay.h"

#include <string.h>

#include "steno/base/mem.h"

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
