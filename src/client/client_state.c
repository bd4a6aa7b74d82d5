/* Owns what all parts of a client use: effects, and sentences for its user. */
/* SPDX-License-Identifier: MIT */
#include "client_state.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/core/effect.h"

const char *client_host(const struct client *client)
{
    const char *host = strstr(client->url, "://");
    return host ? host + 3 : client->url;
}

void client_changed(struct client *client, unsigned what)
{
    client->lists_pending = client->lists_pending || (what & CHANGED_PENDING);
    if (client->user->changed)
        client->user->changed(client->self, what);
}

struct effect *client_emit(struct client *client, enum effect_kind kind)
{
    return effects_add(client->out, kind);
}

void client_say(struct client *client, unsigned how, int64_t id, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = mem_vprintf(format, args);
    va_end(args);
    client->user->say(client->self, &(struct client_said){.how = how, .id = id, .text = text});
    free(text);
}
