/* Owns whether the server can be reached: when that ended, why, and how many reads were late. It must not
 * know when to try again: refresh does. */
/* SPDX-License-Identifier: MIT */
#include "offline.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client_state.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/call.h"
#include "steno/core/effect.h"
#include "steno/core/refresh.h"

#define FAILURES_LEAST 2
#define MINUTE_S       60LL
#define HOUR_S         3600LL

struct offline {
    size_t failed;       /* reads in a row that did not reach the server */
    int64_t since_ms;    /* wall clock: the first of them */
    int64_t answered_ms; /* wall clock: the last answer; 0 for none */
    struct error why;    /* of the newest */
    uint64_t since;      /* calls up to this serial were about another server */
};

void offline_begin(struct client *client)
{
    client->offline = mem_zero(1, sizeof *client->offline);
}

void offline_end(struct client *client)
{
    free(client->offline);
}

bool client_is_offline(const struct client *client)
{
    return client->offline->failed >= FAILURES_LEAST;
}

bool offline_is_about(const struct error *error)
{
    return error->kind == ERROR_DNS || error->kind == ERROR_CONNECT || error->kind == ERROR_TIMEOUT ||
           error->kind == ERROR_NETWORK;
}

/* "42 s", "7 min", "3 h": rounded down. */
static void offline_duration(char *out, size_t size, int64_t ms)
{
    long long s = ms > 0 ? ms / 1000 : 0;
    if (s < 2 * MINUTE_S)
        snprintf(out, size, "%lld s", s);
    else if (s < 2 * HOUR_S)
        snprintf(out, size, "%lld min", s / MINUTE_S);
    else
        snprintf(out, size, "%lld h", s / HOUR_S);
}

/* An answer: whatever it says, the server is there. */
static void offline_answered(struct client *client)
{
    struct offline *offline = client->offline;
    if (client_is_offline(client)) {
        char lasted[32];
        offline_duration(lasted, sizeof lasted, client->wall_ms - offline->since_ms);
        client_say(client, SAY_LOG, 0, "Back after %s; %zu reads were late", lasted, offline->failed);
        client_say(client, SAY_LINE, 0, "Back after %s", lasted);
        client_changed(client, CHANGED_OFFLINE);
        client_changed(client, CHANGED_REACH);
    }
    offline->failed = 0;
    offline->answered_ms = client->wall_ms;
}

/* "cannot connect to 127.0.0.1:8321". Caller frees. */
static char *offline_why(const struct client *client)
{
    const struct error *why = &client->offline->why;
    const char *words = why->kind == ERROR_DNS       ? "cannot resolve"
                        : why->kind == ERROR_CONNECT ? "cannot connect to"
                        : why->kind == ERROR_TIMEOUT ? "no response from"
                                                     : "no connection to";
    if (why->is_here)
        return mem_copy(why->text);
    return mem_printf("%s %s", words, client_host(client));
}

/* A read that did not reach it. */
static void offline_failed(struct client *client, const struct error *error)
{
    struct offline *offline = client->offline;
    if (offline->failed++ == 0)
        offline->since_ms = client->wall_ms;
    offline->why = *error;
    if (!client_is_offline(client))
        return;
    client_changed(client, CHANGED_OFFLINE);
    if (offline->failed > FAILURES_LEAST)
        return;
    char *why = offline_why(client);
    client_say(client, SAY_LOG | SAY_BAD, 0, "Offline: %s", why);
    free(why);
    client_changed(client, CHANGED_REACH);
}

void offline_forget(struct client *client)
{
    *client->offline = (struct offline){.since = client->next_serial};
    client_changed(client, CHANGED_OFFLINE);
}

void offline_hear(struct client *client, const struct call_result *result)
{
    if (result->serial <= client->offline->since)
        return;
    if (result->ok || result->error.status > 0)
        offline_answered(client);
    else if (offline_is_about(&result->error) && result->op == ENDPOINT_GET_PROJECT)
        offline_failed(client, &result->error);
}

/* "19:09", while it is. */
static void offline_since(const struct client *client, char *out, size_t size)
{
    date_format_short(out, size, client->offline->since_ms, client->wall_ms, client->zone, DATE_WEEK);
}

bool offline_text(const struct client *client, bool is_short, char *out, size_t size)
{
    char since[DATE_TEXT_SIZE], next[DATE_TEXT_SIZE];
    if (!client_is_offline(client))
        return false;
    int64_t deadline = refresh_next_deadline(client->refresh);
    offline_since(client, since, sizeof since);
    if (deadline == REFRESH_NEVER) { /* nothing is watched any more */
        snprintf(out, size, "offline since %s", since);
        return true;
    }
    int64_t wait = deadline < client->now_ms ? 0 : deadline - client->now_ms;
    date_format_short(next, sizeof next, client->wall_ms + wait, client->wall_ms, client->zone, DATE_WEEK);
    if (is_short)
        snprintf(out, size, "offline, try %s", next);
    else
        snprintf(out, size, "offline since %s, next try %s", since, next);
    return true;
}

bool offline_sentence(const struct client *client, bool is_short, char *out, size_t size)
{
    char when[DATE_TEXT_SIZE];
    if (!client_is_offline(client))
        return false;
    char *why = offline_why(client);
    offline_since(client, when, sizeof when);
    if (is_short) {
        snprintf(out, size, "Offline since %s", when);
    } else if (client->offline->answered_ms) {
        date_format_short(when, sizeof when, client->offline->answered_ms, client->wall_ms, client->zone,
                          DATE_WEEK);
        snprintf(out, size, "Offline: %s. The list is as of %s.", why, when);
    } else {
        snprintf(out, size, "Offline: %s.", why);
    }
    free(why);
    return true;
}
