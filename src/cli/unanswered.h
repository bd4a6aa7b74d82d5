/* Writes of programs that did not live to see their answer: a command about the project finds out what became
 * of them. */
#ifndef STENO_CLI_UNANSWERED_H
#define STENO_CLI_UNANSWERED_H

#include "steno/api/record.h"
#include "steno/cli/cli.h"
#include "steno/core/pending.h"

/* Those of one project. */
struct unanswered {
    struct pending *rows; /* now this program's, until it has told of them or ended */
    size_t count;
    int64_t other_pid; /* a program that lives has an enqueue without an answer; 0 for none */
};

/* Looks, and takes over what others have left: before the project is read. Free with unanswered_free. */
void unanswered_claim(struct cli *cli, int64_t id, struct unanswered *unanswered);
void unanswered_free(struct unanswered *unanswered);

/* Saves what a reading that began after unanswered_claim shows of them, and says it on standard error. They
 * are forgotten then. */
void unanswered_tell(struct cli *cli, struct unanswered *unanswered, const struct project *now);

/* May an enqueue be sent? Not while another one has no answer; after one whose sender is gone the project is
 * read, and must be as that one had seen it. False with the reason. */
bool unanswered_allow_enqueue(struct cli *cli, int64_t id, struct error *err);

#endif
