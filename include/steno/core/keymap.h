/* The keymap: which key runs which action, built from the action table and the `[keys]` of the config.
 *
 * A key may serve several actions only where they are never valid together.
 * Duplicates, unknown actions and keys that no terminal sends are refused with
 * the config's line number.
 */
#ifndef STENO_CORE_KEYMAP_H
#define STENO_CORE_KEYMAP_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/base/error.h"
#include "steno/core/action.h"
#include "steno/core/key.h"
#include "steno/core/settings.h"

struct keymap;

struct keymap *keymap_new(const struct settings *settings, struct error *err);
void keymap_free(struct keymap *keymap);

/* The action of a key where `where` (one IN_ bit) has the focus, or NULL. */
const struct action *keymap_find(const struct keymap *keymap, unsigned where, struct key key);

/* The keys of an action as people read them: "j, Down". */
void keymap_keys(const struct keymap *keymap, const struct action *action, char *out, size_t size);
/* The first of them, for hints. */
void keymap_first_key(const struct keymap *keymap, const struct action *action, char *out, size_t size);

#endif
