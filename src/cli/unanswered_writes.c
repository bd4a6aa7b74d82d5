/* Owns what a subcommand does about writes that others left without an answer. Knows no SQL. */
/* SPDX-License-Identifier: MIT */
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

/* The rows of these projects, perhaps with others among them. NULL when the store has failed. */
static struct store_result *unanswered_list(struct cli *cli, const int64_t *ids, size_t count)
{
    struct store_op *op = store_op_new(STORE_PENDING_LIST);
    op->id = count == 1 ? ids[0] : 0;
    return cli_store_ask(cli, op);
}

void unanswered_look(struct cli *cli, const int64_t *ids, size_t count, struct unanswered *unanswered)
{
    *unanswered = (struct unanswered){.listed = unanswered_list(cli, ids, count), .seen_ms = clock_wall_ms()};
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
    store_result_free(unanswered->listed);
}

bool unanswered_has_enqueue(const struct store_result *open, int64_t id)
{
    for (size_t i = 0; open && i < open->pending_count; i++) {
        if (open->pending[i].id == id && open->pending[i].op == ENDPOINT_ENQUEUE)
            return true;
    }
    return false;
}

/* What a reading shows of a write. */
struct unanswered_news {
    enum pending_finding finding;
    bool is_told;            /* by another program, which was quicker to save it */
    struct receipt *receipt; /* the caller's */
};

/* Judges one by a reading that was sent after `seen_ms`; what that settles is saved. */
static struct unanswered_news unanswered_judge(struct cli *cli, const struct pending *pending,
                                               const struct project *now, int64_t seen_ms)
{
    struct receipt_context context = {
        .state = pending->state, .when_ms = clock_wall_ms(), .settings = &cli->settings};
    struct unanswered_news news = {.finding = pending_judge(pending, now, seen_ms, &cli->settings)};
    news.receipt = receipt_told(pending, now, news.finding, &context);
    struct store_op *store = receipt_take_store(news.receipt);
    struct store_result *saved = store ? cli_store_ask(cli, store) : NULL;
    news.is_told = saved && saved->changes == 0;
    store_result_free(saved);
    return news;
}

void unanswered_tell(struct cli *cli, const struct unanswered *unanswered, const struct project *now)
{
    const struct store_result *listed = unanswered->listed;
    for (size_t i = 0; listed && i < listed->pending_count; i++) {
        const struct pending *pending = &listed->pending[i];
        if (pending->id != now->id || !pending_is_orphan(pending, unanswered->seen_ms))
            continue;
        struct unanswered_news news = unanswered_judge(cli, pending, now, unanswered->seen_ms);
        if (!news.is_told)
            cli_say("%s", news.receipt->said);
        receipt_free(news.receipt);
    }
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
                     ": nothing was sent, as %s sent an enqueue of it at %s and waits for the answer. "
                     "--anyway sends another one",
                     pending->id, who, when);
}

/* Judges one open enqueue by a reading; false with the reason when nothing is to be sent. */
static bool unanswered_clears_row(struct cli *cli, const struct pending *pending, const struct project *now,
                                  int64_t seen_ms, struct error *err)
{
    struct unanswered_news news = unanswered_judge(cli, pending, now, seen_ms);
    if (news.finding == PENDING_NO_EFFECT) {
        cli_say("%s", news.receipt->said);
    } else {
        error_set(err, ERROR_CONFLICT, "Enqueue project %" PRId64 ": nothing was sent. %s. %s", now->id,
                  news.receipt->said,
                  news.finding == PENDING_OPEN ? "--anyway sends another one"
                                               : "Run it again to enqueue it once more");
        err->open_until_ms = news.receipt->open_until_ms;
    }
    receipt_free(news.receipt);
    return news.finding == PENDING_NO_EFFECT;
}

/* Reads the project, of which an earlier enqueue is open. */
static struct project *unanswered_read(struct cli *cli, int64_t id, struct error *err)
{
    struct connection *connection = cli_connection(cli, true, err);
    int64_t sent_ms = clock_wall_ms();
    struct project *now = connection ? api_project_get(connection, id, err) : NULL;
    if (now)
        cli_keep_project(cli, now, sent_ms);
    else
        error_prefix(err,
                     "Enqueue project %" PRId64 ": nothing was sent, as an earlier enqueue had no answer and"
                     " the project must be read first",
                     id);
    return now;
}

bool unanswered_clears_way(struct cli *cli, int64_t id, struct error *err)
{
    int64_t seen_ms = clock_wall_ms();
    struct store_result *open = unanswered_list(cli, &id, 1);
    struct project *now = NULL;
    bool clears = open != NULL;
    if (!open)
        *err = cli->store_failure;
    for (size_t i = 0; clears && i < open->pending_count; i++) {
        if (open->pending[i].op == ENDPOINT_ENQUEUE && !pending_is_orphan(&open->pending[i], seen_ms))
            clears = unanswered_blame_sender(&open->pending[i], err);
    }
    clears = clears && (now = unanswered_read(cli, id, err)) != NULL;
    for (size_t i = 0; clears && i < open->pending_count; i++) {
        if (open->pending[i].op == ENDPOINT_ENQUEUE)
            clears = unanswered_clears_row(cli, &open->pending[i], now, seen_ms, err);
    }
    project_free(now);
    store_result_free(open);
    return clears;
}
