/* Owns what a subcommand does about writes that others left without an answer. Knows no SQL. */
#include "unanswered.h"

#include <inttypes.h>
#include <stdlib.h>

#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/cli/output.h"
#include "steno/core/receipt.h"
#include "local.h"

/* Takes a row over; true when it is this program's now. */
static bool unanswered_take(struct cli *cli, int64_t row)
{
    struct store_op *op = store_op_new(STORE_PENDING_CLAIM);
    op->number = row;
    op->when_ms = clock_wall_ms();
    struct store_result *result = cli_store_ask(cli, op);
    bool mine = result && result->changes == 1;
    store_result_free(result);
    return mine;
}

/* Sorts one row: taken over, or of a program that lives, which may be the one that was quicker. */
static void unanswered_sort(struct cli *cli, struct unanswered *unanswered, struct pending *pending)
{
    if (pending_is_orphan(pending, clock_wall_ms()) && unanswered_take(cli, pending->row)) {
        unanswered->rows = mem_grow(unanswered->rows, unanswered->count + 1, sizeof *unanswered->rows);
        unanswered->rows[unanswered->count++] = *pending;
        *pending = (struct pending){0};
    } else if (pending->op == ENDPOINT_ENQUEUE) {
        unanswered->other_pid = pending->owner.pid;
    }
}

/* Is the id one of these? */
static bool unanswered_is_wanted(int64_t id, const int64_t *ids, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (ids[i] == id)
            return true;
    }
    return false;
}

/* The rows of some projects, with others among them. NULL when the store has failed. Caller frees. */
static struct store_result *unanswered_list(struct cli *cli, const int64_t *ids, size_t count)
{
    struct store_op *op = store_op_new(STORE_PENDING_LIST);
    op->id = count == 1 ? ids[0] : 0;
    return cli_store_ask(cli, op);
}

void unanswered_claim(struct cli *cli, const int64_t *ids, size_t count, struct unanswered *unanswered)
{
    struct store_result *result = unanswered_list(cli, ids, count);
    for (size_t i = 0; result && i < result->pending_count; i++) {
        if (unanswered_is_wanted(result->pending[i].id, ids, count))
            unanswered_sort(cli, unanswered, &result->pending[i]);
    }
    store_result_free(result);
}

/* Says that a write has no answer, and since when. */
static void unanswered_say(const struct pending *pending)
{
    char when[DATE_TEXT_SIZE];
    date_format(when, sizeof when, &(struct date){.ms = pending->when_ms, .has_zone = true}, DATE_LOCAL);
    cli_say("project %" PRId64 ": %s of %s has no answer; steno show %" PRId64 " finds out what became of it",
            pending->id, endpoints[pending->op].title, when, pending->id);
}

void unanswered_mark(struct cli *cli, const int64_t *ids, size_t count)
{
    struct store_result *result = unanswered_list(cli, ids, count);
    for (size_t i = 0; result && i < result->pending_count; i++) {
        if (unanswered_is_wanted(result->pending[i].id, ids, count))
            unanswered_say(&result->pending[i]);
    }
    store_result_free(result);
}

void unanswered_free(struct unanswered *unanswered)
{
    for (size_t i = 0; i < unanswered->count; i++)
        pending_clear(&unanswered->rows[i]);
    free(unanswered->rows);
    *unanswered = (struct unanswered){0};
}

bool unanswered_may_be_enqueued(const struct unanswered *unanswered, const struct project *now)
{
    for (size_t i = 0; i < unanswered->count; i++) {
        const struct pending *pending = &unanswered->rows[i];
        if (pending->op == ENDPOINT_ENQUEUE && !pending_is_unchanged(pending, now))
            return true;
    }
    return false;
}

/* Tells of one of them. */
static void unanswered_tell_one(struct cli *cli, const struct pending *pending, const struct project *now)
{
    struct receipt_context context = {.state = pending->state, .when_ms = clock_wall_ms()};
    struct receipt *receipt = receipt_told(pending, now, &context);
    cli_store_note(cli, receipt_take_store(receipt));
    cli_say("%s", receipt->said);
    receipt_free(receipt);
}

void unanswered_tell(struct cli *cli, struct unanswered *unanswered, const struct project *now)
{
    size_t left = 0;
    for (size_t i = 0; i < unanswered->count; i++) {
        struct pending *pending = &unanswered->rows[i];
        if (pending->id != now->id) {
            unanswered->rows[left++] = *pending;
            continue;
        }
        unanswered_tell_one(cli, pending, now);
        pending_clear(pending);
    }
    unanswered->count = left;
}
