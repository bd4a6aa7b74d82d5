/* What an enqueue of several projects takes of the credit: what --fit sends, and what --dry-run says of it.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_ENQUEUE_COST_H
#define STENO_CLI_ENQUEUE_COST_H

#include "cli.h"
#include "steno/core/call.h"
#include "steno/core/cost.h"
#include "steno/core/id_list.h"

struct enqueue_cost {
    struct cost_item *items; /* by place */
    struct cost_plan plan;
    struct credit credit;
};

/* Of these projects, sent with these parameters. Made of the store alone, but where it `reads`: then the account is read, and what was not read in the last
 * minutes; false with an error when that cannot be. To be freed in both cases. */
bool enqueue_cost_make(struct cli *cli, struct enqueue_cost *cost, const struct id_list *ids,
                       const struct param_set *params, bool reads, struct error *err);
void enqueue_cost_free(struct enqueue_cost *cost);

/* Says which --fit leaves out, a line a reason; as JSON an object each: {"id","ok":false,"left"}. */
void enqueue_cost_say_left(struct cli *cli, const struct enqueue_cost *cost);
/* Notes them in the act of a call that was sent. */
void enqueue_cost_note_left(struct cli *cli, const struct enqueue_cost *cost, struct call *asked);
/* Says what it comes to; as JSON {"cost_minutes","fit","left_out":[{"id","reason"}]}. */
void enqueue_cost_say(struct cli *cli, const struct enqueue_cost *cost);

#endif
