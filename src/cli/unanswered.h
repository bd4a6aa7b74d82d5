/* Writes of programs that did not live to see their answer: a command that reads the project finds out what
 * became of them. */
#ifndef STENO_CLI_UNANSWERED_H
#define STENO_CLI_UNANSWERED_H

#include "steno/api/record.h"
#include "steno/cli/cli.h"
#include "steno/core/pending.h"

/* Those of some projects. */
struct unanswered {
    struct pending *rows; /* now this program's, until it has told of them or ended */
    size_t count;
    int64_t other_pid; /* of a program that lives and has an enqueue without an answer; 0 for none */
};

/* Looks, and adds what others have left, which is taken over: before the projects are read. `unanswered` is
 * empty at first; free it with unanswered_free. */
void unanswered_claim(struct cli *cli, const int64_t *ids, size_t count, struct unanswered *unanswered);
void unanswered_free(struct unanswered *unanswered);

/* Only says on standard error which of the projects have one, without a request and without taking it over.
 */
void unanswered_mark(struct cli *cli, const int64_t *ids, size_t count);

/* Is an enqueue among them, of a project that is not as it was seen then? It may have been done. */
bool unanswered_may_be_enqueued(const struct unanswered *unanswered, const struct project *now);

/* Saves what a reading that began after unanswered_claim shows of those of its project, and says it on
 * standard error. They are forgotten then. */
void unanswered_tell(struct cli *cli, struct unanswered *unanswered, const struct project *now);

#endif
