/* The rules' own tables, for form_warn.c and for the test that holds their names against the parameters. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_FORM_WARN_PRIVATE_H
#define STENO_CORE_FORM_WARN_PRIVATE_H

#include "steno/api/param.h"

/* Two parameters that say the same thing. */
struct form_warn_pair {
    const struct param_table *table;
    const char *one, *two;
};
extern const struct form_warn_pair form_warn_pairs[];
extern const size_t form_warn_pair_count;

/* When `mode` is not its default, `front` and `back` should differ. */
struct form_warn_colors {
    const struct param_table *table;
    const char *mode, *front, *back;
};
extern const struct form_warn_colors form_warn_colors;

/* A text that usually is a number from `least` to `most`. */
struct form_warn_range {
    const struct param_table *table;
    const char *name;
    int least, most;
};
extern const struct form_warn_range form_warn_range;

/* The group means nothing in a format that is a text. */
struct form_warn_header {
    const struct param_table *table;
    const char *format, *group;
};
extern const struct form_warn_header form_warn_header;

/* A parameter of form_warn_header's table that has no effect in a format, and what the format lacks. */
struct form_warn_format {
    const char *name;
    const char *format;
    const char *why;
};
extern const struct form_warn_format form_warn_formats[];
extern const size_t form_warn_format_count;

#endif
