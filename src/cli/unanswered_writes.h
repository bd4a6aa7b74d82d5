/* Writes of programs that did not live to see their answer, or had none: a command that reads the project
 * finds out what became of them. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_UNANSWERED_WRITES_H
#define STENO_CLI_UNANSWERED_WRITES_H

#include "steno/api/record.h"
#include "cli.h"
#include "steno/core/pending.h"
#include "steno/core/store_op.h"

/* Those of some projects, as the store has listed them; NULL when it could not. */
struct unanswered {
    struct store_result *listed;
    int64_t seen_ms; /* when that was: a reading that was sent later tells of them */
};

/* Looks at what others have left, before the projects are read, each once. Free it with unanswered_free. */
void unanswered_look(struct cli *cli, const int64_t *ids, size_t count, struct unanswered *unanswered);
void unanswered_free(struct unanswered *unanswered);

/* Is there an enqueue of the project among the open ones (STORE_PENDING_LIST; may be NULL)? */
bool unanswered_has_enqueue(const struct store_result *open, int64_t id);

/* Only says on standard error which of the projects have one, without a request. */
void unanswered_mark(struct cli *cli, const int64_t *ids, size_t count);

/* Says on standard error what a reading that was sent after unanswered_look shows of those of its project
 * whose sender waits no longer, and saves it where that settles them, unless another program did. */
void unanswered_tell(struct cli *cli, const struct unanswered *unanswered, const struct project *now);

/* Before an enqueue of a project of which there are open ones: the project is read. True when that has
 * settled them, without effect; otherwise err says why nothing is sent. */
bool unanswered_clears_way(struct cli *cli, int64_t id, struct error *err);

#endif
