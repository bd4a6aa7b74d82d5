/* The keymap: which key runs which action, as bound. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_KEYMAP_H
#define STENO_APP_KEYMAP_H

#include <stdbool.h>

#include "steno/app/action.h"
#include "steno/widget/form.h"
#include "steno/widget/key.h"
#include <stddef.h>
#include "steno/base/error.h"
#include "steno/core/settings.h"

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

/* The actions are copied. */
struct keymap *keymap_new(const struct action *actions, size_t count, const struct settings *settings,
                          struct error *err);

/* Every action: the table's rows, then one for each of a long form's (form_bindings, where = IN_FORM, run =
 * NULL). */
const struct action *keymap_actions(const struct keymap *keymap, size_t *count);

/* The keys of an action, which is one of these rows, as people read them: "j Down". */
void keymap_keys(const struct keymap *keymap, const struct action *action, char *out, size_t size);
/* The first of them, for hints; "" when it has none. */
void keymap_first_key(const struct keymap *keymap, const struct action *action, char *out, size_t size);

/* Does the first key of an action run it where `where` (one IN_ bit) has the focus? Another one may have it
 * there. */
bool keymap_leads(const struct keymap *keymap, const struct action *action, unsigned where);

/* How a sentence names the key of an action: its first key as bound; ":name", which does the same, without
 * one, and where another action has it in `where` (one IN_ bit). The name must be in the table; the text
 * lives as long as the keymap. */
const char *keymap_key_of(const struct keymap *keymap, const char *name, unsigned where);

#endif
