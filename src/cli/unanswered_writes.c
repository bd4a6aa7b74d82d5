/* Owns what a subcommand does about writes that others left without an answer. Knows no SQL. */
#include "unanswered_writes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/cli/output.h"
#include "connect.h"
#include "steno/core/receipt.h"
#include "local.h"

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

/* Adds a row, taken; one that is known stays what it is. */
static void unanswered_add(struct unanswered *unanswered, struct pending *pending, int64_t seen_ms)
{
    for (size_t i = 0; i < unanswered->count; i++) {
        if (unanswered->rows[i].pending.row == pending->row) {
            unanswered->rows[i].seen_ms = seen_ms;
            return;
        }
    }
    unanswered->rows = mem_grow(unanswered->rows, unanswered->count + 1, sizeof *unanswered->rows);
    unanswered->rows[unanswered->count++] = (struct unanswered_row){.pending = *pending, .seen_ms = seen_ms};
    *pending = (struct pending){0};
}

void unanswered_look(struct cli *cli, const int64_t *ids, size_t count, struct unanswered *unanswered)
{
    struct store_result *result = unanswered_list(cli, ids, count);
    int64_t now_ms = clock_wall_ms();
    for (size_t i = 0; result && i < result->pending_count; i++) {
        struct pending *pending = &result->pending[i];
        if (unanswered_is_wanted(pending->id, ids, count) && pending_is_orphan(pending, now_ms))
            unanswered_add(unanswered, pending, now_ms);
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
        pending_clear(&unanswered->rows[i].pending);
    free(unanswered->rows);
    *unanswered = (struct unanswered){0};
}

/* What a reading shows of a row; what it settles is saved. False when another program was quicker. *receipt
 * is the caller's. */
static bool unanswered_judge(struct cli *cli, const struct unanswered_row *row, const struct project *now,
                             enum pending_finding *finding, struct receipt **receipt)
{
    struct receipt_context context = {
        .state = row->pending.state, .when_ms = clock_wall_ms(), .settings = &cli->settings};
    *finding = pending_judge(&row->pending, now, row->seen_ms, &cli->settings);
    *receipt = receipt_told(&row->pending, now, *finding, &context);
    struct store_op *store = receipt_take_store(*receipt);
    struct store_result *saved = store ? cli_store_ask(cli, store) : NULL;
    bool is_ours = !saved || saved->changes > 0;
    store_result_free(saved);
    return is_ours;
}

/* Tells of one of them; false when it stays open. */
static bool unanswered_tell_one(struct cli *cli, struct unanswered_row *row, const struct project *now)
{
    enum pending_finding finding;
    struct receipt *receipt;
    bool is_ours = unanswered_judge(cli, row, now, &finding, &receipt);
    if (is_ours && (finding != PENDING_OPEN || !row->said))
        cli_say("%s", receipt->said);
    receipt_free(receipt);
    row->said = true;
    return finding != PENDING_OPEN;
}

void unanswered_tell(struct cli *cli, struct unanswered *unanswered, const struct project *now)
{
    size_t left = 0;
    for (size_t i = 0; i < unanswered->count; i++) {
        struct unanswered_row *row = &unanswered->rows[i];
        if (row->pending.id == now->id && unanswered_tell_one(cli, row, now))
            pending_clear(&row->pending);
        else
            unanswered->rows[left++] = *row;
    }
    unanswered->count = left;
}

/* "process 4711 sent an enqueue of it at 15:03 CEST and waits for the answer". */
static bool unanswered_blame_sender(const struct pending *pending, struct error *err)
{
    char when[DATE_TEXT_SIZE], who[sizeof pending->owner.host + 30];
    date_format_minute(when, sizeof when, pending->when_ms, DATE_LOCAL);
    if (pending->life == OWNER_ELSEWHERE) {
        char *host = text_clean_copy(pending->owner.host);
        host[strcspn(host, " ")] = '\0'; /* behind it stands what tells its containers apart */
        snprintf(who, sizeof who, "a program on %s", host);
        free(host);
    } else {
        snprintf(who, sizeof who, "process %" PRId64, pending->owner.pid);
    }
    return error_set(err, ERROR_CONFLICT,
                     "Enqueue project %" PRId64
                     ": nothing was sent, as %s sent an enqueue of it at %s and %s. "
                     "--anyway sends another one",
                     pending->id, who, when,
                     pending->until_ms > clock_wall_ms() ? "waits for the answer" : "had no answer");
}

/* Judges one open enqueue by a reading; false with the reason when nothing is to be sent. */
static bool unanswered_clears_row(struct cli *cli, const struct unanswered_row *row,
                                  const struct project *now, struct error *err)
{
    enum pending_finding finding;
    struct receipt *receipt;
    unanswered_judge(cli, row, now, &finding, &receipt);
    if (finding == PENDING_NO_EFFECT) {
        cli_say("%s", receipt->said);
    } else {
        error_set(err, ERROR_CONFLICT, "Enqueue project %" PRId64 ": nothing was sent. %s. %s", now->id,
                  receipt->said,
                  finding == PENDING_OPEN ? "--anyway sends another one"
                                          : "Run it again to enqueue it once more");
        err->open_until_ms = receipt->open_until_ms;
    }
    receipt_free(receipt);
    return finding == PENDING_NO_EFFECT;
}

/* Reads the project, of which an earlier enqueue is open. */
static struct project *unanswered_read(struct cli *cli, int64_t id, struct error *err)
{
    struct connection *connection = cli_connection(cli, true, err);
    struct project *now = connection ? api_project_get(connection, id, err) : NULL;
    if (now)
        cli_keep_project(cli, now, false);
    else
        error_prefix(err,
                     "Enqueue project %" PRId64 ": nothing was sent, as an earlier enqueue had no answer and"
                     " the project must be read first",
                     id);
    return now;
}

bool unanswered_clears_way(struct cli *cli, int64_t id, const struct store_result *open, struct error *err)
{
    int64_t seen_ms = clock_wall_ms();
    for (size_t i = 0; i < open->pending_count; i++) {
        if (!pending_is_orphan(&open->pending[i], seen_ms))
            return unanswered_blame_sender(&open->pending[i], err);
    }
    struct project *now = unanswered_read(cli, id, err);
    bool clears = now != NULL;
    for (size_t i = 0; clears && i < open->pending_count; i++) {
        struct unanswered_row row = {.pending = open->pending[i], .seen_ms = seen_ms};
        clears = unanswered_clears_row(cli, &row, now, err);
    }
    project_free(now);
    return clears;
}
