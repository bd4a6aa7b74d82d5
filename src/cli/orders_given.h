/* The standing orders that a command gives: one for each preset or style that it names. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_ORDERS_GIVEN_H
#define STENO_CLI_ORDERS_GIVEN_H

#include "cli.h"
#include "steno/core/id_list.h"
#include "verdict.h"
#include "steno/core/order.h"

struct orders_given {
    struct order_list of; /* one for each preset, without a project */
    char *folder;
    const char *pattern;
    struct verdict verdict; /* its style is NULL where nothing is checked */
};

/* Reads them from an option with names and commas, -o, --name-pattern, --force, --check and --fail-on; the
 * values of presets are copied. The
 * folder must exist. */
bool orders_given_read(struct cli *cli, struct orders_given *given, enum option_id option, struct error *err);
/* Adds those of a project to the list. A name that exists, or that one of the list has, is refused, as far as
 * it is known before the project is read. */
bool orders_given_add(const struct orders_given *given, int64_t id, struct order_list *list,
                      struct error *err);
/* Offers the orders again that have failed, as with an earlier run, of projects that were enqueued just now.
 */
void orders_given_offer(struct cli *cli, const struct id_list *ids);
/* Says who carries so many out. */
void orders_given_say(size_t count);
void orders_given_clear(struct orders_given *given);

#endif
