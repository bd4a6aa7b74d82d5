/* What the conflict sheet is about, for the files of its topic. */
#ifndef STENO_APP_TOPICS_CONFLICT_PRIVATE_H
#define STENO_APP_TOPICS_CONFLICT_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/app/calls.h"
#include "steno/app/forms.h"

struct app;
struct page;

/* The one write that waits for a decision. */
struct conflict {
    struct call *asked;          /* as it was sent, with what was seen; NULL: there is none */
    app_call_reply *done;        /* of who sent it: takes the answer of another try, too */
    char *said;                  /* the sentence of the refusal, which the sheet takes the place of */
    char *what;                  /* "Set metadata "Episode" of 2" */
    const struct form_ops *form; /* it came from; NULL: from a question */
    struct param_set *typed;     /* that form, as it was sent */
    struct project *now;         /* as the reading after the refusal found it; NULL: it is waited for */
    int64_t seen_ms, now_ms;     /* wall clock: of what was seen, and of `now` */
    uint64_t since;              /* readings after this serial are later than the refusal */
    uint64_t applied;            /* the call of another try, whose answer is waited for */
    bool wants_ledger;           /* what was last set from here is asked of the store */
    char *set;                   /* that value; NULL: deleted, or never set */
    int64_t set_ms;              /* when; 0: never */
    bool is_open;                /* the sheet has been shown */
};

const struct conflict *conflict_of(const struct app *app);
/* The lines of the sheet. */
void conflict_build(struct app *app, struct page *page, int cells);
/* What `apply` does, without its verb's full stop: "set Episode to 120". Caller frees. */
char *conflict_wish(const struct conflict *conflict);

#endif
