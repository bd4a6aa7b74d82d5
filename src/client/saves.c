/* Owns what the store was asked to keep for the operator: the sentence that the answer allows, and what is
 * unsaved as long as none has come or the answer was No. It must not know what is kept. */
/* SPDX-License-Identifier: MIT */
#include "saves.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "client_state.h"
#include "store_calls.h"
#include "steno/base/mem.h"
#include "steno/core/receipt.h"
#include "steno/core/store_op.h"

#define UNSAVED_MAX 200 /* more than can be read on standard error */

/* What is unsaved, oldest first. */
struct saves {
    struct unsaved *items;
    size_t count;
    bool more; /* than there was room for */
};

/* Frees one entry and closes the gap. */
static void saves_drop(struct client *client, size_t at)
{
    struct saves *saves = client->saves;
    struct unsaved *unsaved = &saves->items[at];
    free(unsaved->what);
    free(unsaved->said);
    free(unsaved->said_replaced);
    free(unsaved->deed);
    free(unsaved->why);
    memmove(unsaved, unsaved + 1, (saves->count - at - 1) * sizeof *unsaved);
    saves->count--;
}

struct unsaved *saves_find(const struct client *client, const char *what)
{
    for (size_t i = client->saves->count; i-- > 0;) {
        if (strcmp(client->saves->items[i].what, what) == 0)
            return &client->saves->items[i];
    }
    return NULL;
}

void saves_waive(struct client *client, const char *what)
{
    for (size_t i = client->saves->count; i-- > 0;) {
        if (strcmp(client->saves->items[i].what, what) == 0)
            saves_drop(client, i);
    }
}

static client_store_reply saves_answered;

/* One more entry; the operation has been handed over. */
static struct unsaved *saves_add(struct client *client, struct store_op *op, char *what, char *said)
{
    struct saves *saves = client->saves;
    saves->more |= saves->count == UNSAVED_MAX;
    if (saves->count == UNSAVED_MAX)
        saves_drop(client, 0);
    saves->items = mem_grow(saves->items, saves->count + 1, sizeof *saves->items);
    struct unsaved *unsaved = &saves->items[saves->count++];
    *unsaved = (struct unsaved){.serial = op->serial, .op = op, .what = what, .said = said};
    return unsaved;
}

struct unsaved *saves_keep(struct client *client, enum store_op_kind kind, int64_t id, char *what, char *said)
{
    return saves_add(client, client_store_must_answer(client, kind, id, saves_answered), what, said);
}

void saves_op(struct client *client, struct store_op *op, char *what, char *deed)
{
    client_store_hand_over(client, op, saves_answered);
    saves_add(client, op, what, NULL)->deed = deed;
}

/* Where an operation stands; saves->count when it does not. */
static size_t saves_at(const struct client *client, uint64_t serial)
{
    size_t at = 0;
    while (at < client->saves->count && client->saves->items[at].serial != serial)
        at++;
    return at;
}

/* Drops what older operations have there under the name of this one, which has replaced them. */
static void saves_drop_older(struct client *client, uint64_t serial)
{
    char *what = mem_copy(client->saves->items[saves_at(client, serial)].what);
    for (size_t i = client->saves->count; i-- > 0;) {
        const struct unsaved *unsaved = &client->saves->items[i];
        if (unsaved->serial < serial && strcmp(unsaved->what, what) == 0)
            saves_drop(client, i);
    }
    free(what);
}

/* Says what was waiting for the answer. */
static void saves_say(struct client *client, const struct unsaved *unsaved, const struct store_result *result)
{
    const char *said = unsaved->said_replaced && result->number ? unsaved->said_replaced : unsaved->said;
    if (unsaved->tell)
        unsaved->tell(client, said);
    else
        client_say(client, SAY_LINE, 0, "%s", said);
}

/* The store has it. */
static void saves_done(struct client *client, const struct store_result *result)
{
    saves_drop_older(client, result->serial);
    struct unsaved *unsaved = &client->saves->items[saves_at(client, result->serial)];
    if (unsaved->said)
        saves_say(client, unsaved, result);
    saves_drop(client, saves_at(client, result->serial));
}

/* The store could not keep it. */
static void saves_failed(struct client *client, const struct store_result *result)
{
    saves_drop_older(client, result->serial);
    struct unsaved *unsaved = &client->saves->items[saves_at(client, result->serial)];
    if (unsaved->deed) {
        client_say(client, SAY_LINE | SAY_LOG | SAY_BAD | SAY_COUNT, result->id, RECEIPT_NOT_RECORDED,
                   unsaved->deed, result->error.text);
        client_changed(client, CHANGED_PENDING);
        saves_drop(client, saves_at(client, result->serial));
        return;
    }
    unsaved->why = mem_copy(result->error.text);
    client_say(client, SAY_LINE | SAY_LOG | SAY_BAD | SAY_COUNT, result->id, "Not saved: %s. %s",
               unsaved->what, unsaved->why);
}

static void saves_answered(struct client *client, const struct store_result *result)
{
    size_t at = saves_at(client, result->serial);
    if (at == client->saves->count) { /* nobody wants it any more, or there were too many */
        if (!result->ok && !client->quitting)
            client_store_say_failed(client, result);
        return;
    }
    const struct unsaved unsaved = client->saves->items[at]; /* it may be dropped */
    if (result->ok)
        saves_done(client, result);
    else
        saves_failed(client, result);
    if (unsaved.done && !client->quitting)
        unsaved.done(client, result, unsaved.fields);
}

size_t saves_unsaved_count(const struct client *client)
{
    return client->saves->count;
}

const char *saves_unsaved(const struct client *client, size_t index, const char **why)
{
    *why = client->saves->items[index].why;
    return client->saves->items[index].what;
}

bool saves_unsaved_is_part(const struct client *client)
{
    return client->saves->more;
}

void saves_begin(struct client *client)
{
    client->saves = mem_zero(1, sizeof *client->saves);
}

void saves_end(struct client *client)
{
    while (client->saves->count > 0)
        saves_drop(client, client->saves->count - 1);
    free(client->saves->items);
    free(client->saves);
}
