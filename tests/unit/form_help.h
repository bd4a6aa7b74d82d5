/* What the tests of forms share: keys by name, values and rows by name. */
/* SPDX-License-Identifier: MIT */
#ifndef TESTS_UNIT_FORM_HELP_H
#define TESTS_UNIT_FORM_HELP_H

#include <locale.h>
#include <string.h>

#include "steno/app/keys.h"
#include "support/asserts.h"

static inline void use_utf8(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
}

/* Gives a key to the form as the app does: typed, or as the action that the default keymap finds. */
static inline enum form_result press_key(struct form *form, struct key key)
{
    static struct keymap *keymap;
    if (!keymap)
        keymap = keymap_new(NULL, 0, &(struct settings){0}, NULL);
    if (form_is_typing(form))
        return form_key(form, key);
    const struct action *action = keymap_find(keymap, IN_FORM, key);
    enum form_action act = action ? keymap_form_action(keymap, action) : FORM_ACT_NONE;
    return act == FORM_ACT_NONE ? FORM_NONE : form_act(form, act);
}

/* Presses keys by their names, parted by blanks. */
static inline enum form_result press(struct form *form, const char *names)
{
    struct key keys[60];
    size_t count = 0;
    enum form_result last = FORM_NONE;
    cr_assert(key_parse_list(names, keys, 60, &count, NULL), "%s", names);
    for (size_t i = 0; i < count; i++)
        last = press_key(form, keys[i]);
    return last;
}

/* Types a text letter by letter. */
static inline void type(struct form *form, const char *text)
{
    for (; *text; text++)
        press_key(form, key_char((unsigned char)*text));
}

static inline const char *value_of(const struct form *form, const char *name)
{
    return param_set_get(form_values(form), param_find(form_table(form), name));
}

/* The name of the field in focus, or the heading under which it is folded away. */
static inline const char *focus_of(const struct form *form)
{
    static struct form_row rows[80];
    size_t count = form_rows(form, 80, rows);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].is_focused)
            return rows[i].def ? rows[i].def->name : rows[i].label ? rows[i].label : "";
    }
    return "";
}

static inline struct form_row row_of(const struct form *form, const char *name)
{
    static struct form_row rows[80];
    size_t count = form_rows(form, 80, rows);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].def && strcmp(rows[i].def->name, name) == 0)
            return rows[i];
    }
    cr_assert_fail("no row %s in sight", name);
    return rows[0];
}

/* Is the focused row among those in sight at this height, with its value? */
static inline void assert_focus_in_sight(const struct form *form, size_t height, const char *where)
{
    struct form_row rows[80];
    size_t count = form_rows(form, height, rows), seen = 0;
    cr_assert_leq(count, height);
    for (size_t i = 0; i < count; i++) {
        if (!rows[i].is_focused)
            continue;
        seen++;
        cr_expect_not_null(rows[i].value);
        if (rows[i].def)
            cr_expect_str_eq(rows[i].def->help, form_help(form));
    }
    cr_expect_eq(seen, 1, "%s, height %zu: %s, field %d", form_table(form)->name, height, where,
                 form_position(form));
}

#endif
