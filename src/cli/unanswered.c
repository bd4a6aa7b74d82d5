/* Owns what a subcommand does about writes that others left without an answer. Knows no SQL. */
#include "unanswered.h"

#include <inttypes.h>
#include <stdlib.h>

#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/cli/output.h"
#include "steno/core/receipt.h"
#include "local.h"
#include "projects.h"

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

void unanswered_claim(struct cli *cli, int64_t id, struct unanswered *unanswered)
{
    *unanswered = (struct unanswered){0};
    struct store_op *op = store_op_new(STORE_PENDING_LIST);
    op->id = id;
    struct store_result *result = cli_store_ask(cli, op);
    for (size_t i = 0; result && i < result->pending_count; i++)
        unanswered_sort(cli, unanswered, &result->pending[i]);
    store_result_free(result);
}

void unanswered_free(struct unanswered *unanswered)
{
    for (size_t i = 0; i < unanswered->count; i++)
        pending_clear(&unanswered->rows[i]);
    free(unanswered->rows);
    *unanswered = (struct unanswered){0};
}

/* Saves what a reading shows of one of them. Caller frees the receipt. */
static struct receipt *unanswered_save(struct cli *cli, const struct pending *pending,
                                       const struct project *now)
{
    struct receipt_context context = {.state = pending->state, .when_ms = clock_wall_ms()};
    struct receipt *receipt = receipt_told(pending, now, &context);
    cli_store_note(cli, receipt_take_store(receipt));
    return receipt;
}

void unanswered_tell(struct cli *cli, struct unanswered *unanswered, const struct project *now)
{
    for (size_t i = 0; i < unanswered->count; i++) {
        struct receipt *receipt = unanswered_save(cli, &unanswered->rows[i], now);
        cli_say("%s", receipt->said);
        receipt_free(receipt);
    }
    unanswered_free(unanswered);
}

/* Tells of all of them; false with the reason when an enqueue among them may have been done. */
static bool unanswered_judge(struct cli *cli, const struct unanswered *unanswered, const struct project *now,
                             struct error *err)
{
    bool allowed = true;
    for (size_t i = 0; i < unanswered->count; i++) {
        const struct pending *pending = &unanswered->rows[i];
        struct receipt *receipt = unanswered_save(cli, pending, now);
        if (pending->op == ENDPOINT_ENQUEUE && !pending_is_unchanged(pending, now))
            allowed =
                error_set(err, ERROR_CONFLICT,
                          "Enqueue of project %" PRId64 ": nothing was sent, as an earlier enqueue had no"
                          " answer. %s. Run it again to enqueue all the same.",
                          now->id, receipt->shown);
        else
            cli_say("%s", receipt->said);
        receipt_free(receipt);
    }
    return allowed;
}

/* Reads the project and judges. */
static bool unanswered_look(struct cli *cli, int64_t id, const struct unanswered *unanswered,
                            struct error *err)
{
    struct project *now = cli_get_project(cli, id, err);
    if (!now) {
        error_prefix(err,
                     "Enqueue of project %" PRId64
                     ": nothing was sent, as an earlier enqueue had no answer and"
                     " the project must be read first",
                     id);
        return false;
    }
    bool allowed = unanswered_judge(cli, unanswered, now, err);
    project_free(now);
    return allowed;
}

bool unanswered_allow_enqueue(struct cli *cli, int64_t id, struct error *err)
{
    struct unanswered unanswered;
    bool allowed = true;
    unanswered_claim(cli, id, &unanswered);
    if (unanswered.count > 0)
        allowed = unanswered_look(cli, id, &unanswered, err);
    if (allowed && unanswered.other_pid)
        allowed =
            error_set(err, ERROR_CONFLICT,
                      "Enqueue of project %" PRId64 ": nothing was sent, as another session (process %" PRId64
                      ") has an enqueue of it without an answer. Try again when that has ended.",
                      id, unanswered.other_pid);
    unanswered_free(&unanswered);
    return allowed;
}
