/* Owns the life of a client and its turns. It must not know what any of its parts does. */
/* SPDX-License-Identifier: MIT */
#include "steno/client/client.h"

#include <stdlib.h>

#include "calls.h"
#include "client_state.h"
#include "notices.h"
#include "offline.h"
#include "open_writes.h"
#include "reads.h"
#include "saves.h"
#include "session.h"
#include "store_calls.h"
#include "steno/base/mem.h"
#include "steno/core/effect.h"
#include "steno/core/event.h"

struct client *client_new(const struct settings *settings, const struct client_user *user, void *self)
{
    struct client *client = mem_zero(1, sizeof *client);
    client->settings = settings;
    client->user = user;
    client->self = self;
    session_begin(client);
    offline_begin(client);
    notices_begin(client);
    client_store_begin(client);
    saves_begin(client);
    reads_begin(client);
    open_writes_begin(client);
    return client;
}

void client_free(struct client *client)
{
    if (!client)
        return;
    client_calls_free(client);
    session_end(client);
    offline_end(client);
    notices_end(client);
    client_store_end(client);
    saves_end(client);
    reads_end(client);
    open_writes_end(client);
    free(client);
}

void client_turn(struct client *client, int64_t now_ms, int64_t wall_ms, struct effects *out)
{
    client->now_ms = now_ms;
    if (wall_ms)
        client->wall_ms = wall_ms;
    client->out = out;
}

bool client_take(struct client *client, const struct event *event)
{
    switch (event->kind) {
    case EVENT_CALL_DONE:
        session_hear(client, event->call);
        reads_hear_write(client, event->call);
        client_call_done(client, event->call);
        return true;
    case EVENT_CALL_PROGRESS:
        client_call_progress(client, event->progress);
        return true;
    case EVENT_STORE_DONE:
        notices_settled(client, event->store);
        client_store_done(client, event->store);
        return true;
    case EVENT_STORE_CHANGED:
        client_changed(client, CHANGED_PENDING);
        return false; /* what else is another, the user knows */
    case EVENT_LOGIN_SAVED:
        session_look(client);
        return true;
    case EVENT_TOKEN:
        session_take_token(client, event->text, event->value);
        return true;
    default:
        return false;
    }
}
