/* A line of a question that names ids behind its words, as many as fit. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_PLAN_LINE_H
#define STENO_CORE_PLAN_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/base/mem.h"

struct plan_line {
    const char *words, *end;
    /* Appends the name of an item, "15", "#3 no media"; false: the line does not name it. */
    bool (*name)(struct buffer *out, const void *arg, size_t at);
    const void *arg;
    size_t count; /* of items */
    int cells;    /* of the line; ids that do not fit are counted */
};

/* Appends the line, after a line break where it is not the first; nothing where it names none. */
void plan_line_add(struct buffer *out, const struct plan_line *line);

#endif
