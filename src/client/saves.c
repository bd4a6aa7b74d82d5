/* Owns what the store was asked to keep for the operator: the sentence that the answer allows, and what is
 * owed as long as none has come or the answer was No. It must not know what is kept. */
#include "steno/client/saves.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/client/client_state.h"
#include "steno/client/store_calls.h"
#include "steno/base/mem.h"
#include "steno/core/store_op.h"

#define OWED_MAX 200 /* more than can be read on standard error */

/* What is owed, oldest first. */
struct client_debts {
    struct client_owed *items;
    size_t count;
    bool more; /* than there was room for */
};

/* Frees one entry and closes the gap. */
static void owed_drop(struct client *client, size_t at)
{
    struct client_debts *debts = client->debts;
    struct client_owed *owed = &debts->items[at];
    free(owed->what);
    free(owed->said);
    free(owed->why);
    memmove(owed, owed + 1, (debts->count - at - 1) * sizeof *owed);
    debts->count--;
}

struct client_owed *client_owed_find(const struct client *client, const char *what)
{
    for (size_t i = client->debts->count; i-- > 0;) {
        if (strcmp(client->debts->items[i].what, what) == 0)
            return &client->debts->items[i];
    }
    return NULL;
}

void client_keep_waive(struct client *client, const char *what)
{
    for (size_t i = client->debts->count; i-- > 0;) {
        if (strcmp(client->debts->items[i].what, what) == 0)
            owed_drop(client, i);
    }
}

static client_store_reply keep_answered;

/* One more entry; the operation has been handed over. */
static struct client_owed *keep_add(struct client *client, struct store_op *op, char *what, char *said)
{
    struct client_debts *debts = client->debts;
    debts->more |= debts->count == OWED_MAX;
    if (debts->count == OWED_MAX)
        owed_drop(client, 0);
    debts->items = mem_grow(debts->items, debts->count + 1, sizeof *debts->items);
    struct client_owed *owed = &debts->items[debts->count++];
    *owed = (struct client_owed){.serial = op->serial, .op = op, .what = what, .said = said};
    return owed;
}

struct client_owed *client_keep(struct client *client, enum store_op_kind kind, int64_t id, char *what,
                                char *said)
{
    return keep_add(client, client_store_insist(client, kind, id, keep_answered), what, said);
}

void client_keep_op(struct client *client, struct store_op *op, char *what)
{
    client_store_hand_over(client, op, keep_answered);
    keep_add(client, op, what, NULL);
}

/* Where an operation is owed; owed_count when it is not. */
static size_t owed_at(const struct client *client, uint64_t serial)
{
    size_t at = 0;
    while (at < client->debts->count && client->debts->items[at].serial != serial)
        at++;
    return at;
}

/* Drops what older operations owe under the name of this one, which has replaced them. */
static void owed_drop_older(struct client *client, uint64_t serial)
{
    char *what = mem_copy(client->debts->items[owed_at(client, serial)].what);
    for (size_t i = client->debts->count; i-- > 0;) {
        const struct client_owed *owed = &client->debts->items[i];
        if (owed->serial < serial && strcmp(owed->what, what) == 0)
            owed_drop(client, i);
    }
    free(what);
}

void client_keep_say_session_only(struct client *client, const char *said, const char *why)
{
    client_say(client, SAY_LINE, 0, "%s for this session only: %s", said, why);
}

/* Says what was waiting for the answer, and for how long it is true. */
static void keep_say(struct client *client, const struct client_owed *owed, const struct store_result *result)
{
    char *text = result->session_only
                     ? mem_printf("%s for this session only: %s", owed->said, result->error.text)
                     : mem_copy(owed->said);
    if (owed->tell)
        owed->tell(client, text);
    else
        client_say(client, SAY_LINE, 0, "%s", text);
    free(text);
}

/* The store has it, at least until the end of the session. */
static void keep_done(struct client *client, const struct store_result *result)
{
    owed_drop_older(client, result->serial);
    struct client_owed *owed = &client->debts->items[owed_at(client, result->serial)];
    if (owed->said)
        keep_say(client, owed, result);
    if (result->session_only)
        owed->why = mem_copy(result->error.text);
    else
        owed_drop(client, owed_at(client, result->serial));
}

/* The store could not keep it. */
static void keep_failed(struct client *client, const struct store_result *result)
{
    owed_drop_older(client, result->serial);
    struct client_owed *owed = &client->debts->items[owed_at(client, result->serial)];
    owed->why = mem_copy(result->error.text);
    client_say(client, SAY_LINE | SAY_LOG | SAY_BAD | SAY_COUNT, result->id, "Not saved: %s. %s", owed->what,
               owed->why);
}

static void keep_answered(struct client *client, const struct store_result *result)
{
    size_t at = owed_at(client, result->serial);
    if (at == client->debts->count) { /* nobody wants it any more, or there were too many */
        if (!result->ok && !client->quitting)
            client_store_say_failed(client, result);
        return;
    }
    const struct client_owed owed = client->debts->items[at]; /* it may be dropped */
    if (result->ok)
        keep_done(client, result);
    else
        keep_failed(client, result);
    if (owed.done && !client->quitting)
        owed.done(client, result, owed.fields);
}

size_t client_unkept_count(const struct client *client)
{
    return client->debts->count;
}

const char *client_unkept(const struct client *client, size_t index, const char **why)
{
    *why = client->debts->items[index].why;
    return client->debts->items[index].what;
}

bool client_unkept_is_part(const struct client *client)
{
    return client->debts->more;
}

void client_keep_begin(struct client *client)
{
    client->debts = mem_zero(1, sizeof *client->debts);
}

void client_keep_end(struct client *client)
{
    while (client->debts->count > 0)
        owed_drop(client, client->debts->count - 1);
    free(client->debts->items);
    free(client->debts);
}
