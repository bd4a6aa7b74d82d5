/* The keymap, as front ends and the doctor ask it: which key runs which action. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_KEYMAP_H
#define STENO_APP_KEYMAP_H

#include <stdbool.h>

#include "steno/app/action.h"
#include "steno/widget/form.h"
#include "steno/widget/key.h"

struct keymap;

void keymap_free(struct keymap *keymap);

/* The row with this name, or NULL. */
const struct action *keymap_named(const struct keymap *keymap, const char *name);
/* The row that a word of a line stands for: its name, or the everyday word for it; NULL for none. */
const struct action *keymap_meant(const struct keymap *keymap, const char *word);

/* The action of a key where `where` (one IN_ bit) has the focus, or NULL. */
const struct action *keymap_find(const struct keymap *keymap, unsigned where, struct key key);

/* What a row of a long form does in it; FORM_ACT_NONE for other rows. */
enum form_action keymap_form_action(const struct keymap *keymap, const struct action *action);

/* "Move". */
const char *keymap_group_name(enum action_group group);

#endif
