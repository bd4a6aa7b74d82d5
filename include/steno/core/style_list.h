/* The house styles at hand: those of caption/style.h, and those of the config's [style NAME] sections.
 *
 * A section begins as a copy of the style that `from` names, or of the one that limits nothing, and changes
 * single values: parameters by their names (an empty value: it is not sent), limits by style_limit_keys,
 * levels by level.RULE, and title, source and audience.  Sections may stand in any order; they are put
 * together by style_list_resolve when all were read.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_STYLE_LIST_H
#define STENO_CORE_STYLE_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/base/error.h"
#include "steno/caption/style.h"

#define STYLE_OWN_MAX  100 /* sections; more are refused */
#define STYLE_NAME_MAX 40  /* bytes of a name */

struct style_section;

struct style_list {
    struct style_section **sections;
    size_t count;
};

/* Takes a line of the section of a style, `key` NULL for the section's own; `where` names the line:
 * "/home/me/.config/steno/config:3". False for a name that cannot be one or that is built in; values are
 * checked by style_list_resolve. */
bool style_list_put(struct style_list *list, const char *name, const char *key, const char *value,
                    const char *where, struct error *err);
/* Puts the styles together. False with an error that begins with the place of the line at fault. */
bool style_list_resolve(struct style_list *list, struct error *err);

/* All styles in the order in which they are listed: the built-in ones, then those of the config; NULL behind
 * the last. They live as long as the list. */
const struct caption_style *style_list_at(const struct style_list *list, size_t index);
/* The style of a name, NULL with an error that names the nearest one. */
const struct caption_style *style_list_find(const struct style_list *list, const char *name,
                                            struct error *err);

/* Of a style of the config the place of its section, and the name of the style that it began as a copy of;
 * NULL for a built-in one. */
const char *style_list_where(const struct style_list *list, const struct caption_style *style);
const char *style_list_from(const struct style_list *list, const struct caption_style *style);

#endif
