/* Whether the server can be reached: since when not, why, and how many reads were late. When it is tried
 * again is the refresh machine's. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/offline.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "part.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/refresh.h"
#include "steno/core/write.h"

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

static void offline_begin(struct app *app)
{
    app->offline = mem_zero(1, sizeof *app->offline);
}

static void offline_end(struct app *app)
{
    free(app->offline);
}

bool app_is_offline(const struct app *app)
{
    return app->offline->failed >= FAILURES_LEAST;
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

/* "cannot connect to 127.0.0.1:8321". Caller frees. */
static char *offline_why(const struct app *app)
{
    const struct error *why = &app->offline->why;
    const char *words = why->kind == ERROR_DNS       ? "cannot resolve"
                        : why->kind == ERROR_CONNECT ? "cannot connect to"
                        : why->kind == ERROR_TIMEOUT ? "no response from"
                                                     : "no connection to";
    if (why->is_here)
        return mem_copy(why->text);
    return mem_printf("%s %s", words, app_host(app));
}

/* An answer: whatever it says, the server is there. */
static void offline_answered(struct app *app)
{
    struct offline *offline = app->offline;
    if (app_is_offline(app)) {
        char lasted[32];
        offline_duration(lasted, sizeof lasted, app->wall_ms - offline->since_ms);
        app_log_activity(app, ACTIVITY_NOTE, 0, "Back after %s; %zu reads were late", lasted,
                         offline->failed);
        app_say(app, "Back after %s", lasted);
        app_dirty(app, DIRTY_HEADER | DIRTY_STATUS);
        app_stale(app, STALE_PROJECT);
    }
    offline->failed = 0;
    offline->answered_ms = app->wall_ms;
}

/* A read that did not reach it. */
static void offline_failed(struct app *app, const struct error *error)
{
    struct offline *offline = app->offline;
    if (offline->failed++ == 0)
        offline->since_ms = app->wall_ms;
    offline->why = *error;
    if (!app_is_offline(app))
        return;
    app_dirty(app, DIRTY_HEADER | DIRTY_STATUS);
    if (offline->failed > FAILURES_LEAST)
        return;
    char *why = offline_why(app);
    app_log_activity(app, ACTIVITY_ERROR, 0, "Offline: %s", why);
    free(why);
    app_stale(app, STALE_PROJECT);
}

void app_offline_forget(struct app *app)
{
    *app->offline = (struct offline){.since = app->next_serial};
    app_dirty(app, DIRTY_HEADER | DIRTY_STATUS);
}

void app_offline_hear(struct app *app, const struct call_result *result)
{
    if (result->serial <= app->offline->since)
        return;
    if (result->ok || result->error.status > 0)
        offline_answered(app);
    else if (offline_is_about(&result->error) && result->op == ENDPOINT_GET_PROJECT)
        offline_failed(app, &result->error);
}

bool app_offline_text(const struct app *app, bool is_short, char *out, size_t size)
{
    char since[DATE_TEXT_SIZE], next[DATE_TEXT_SIZE];
    if (!app_is_offline(app))
        return false;
    int64_t deadline = refresh_next_deadline(app->refresh);
    date_format_short(since, sizeof since, app->offline->since_ms, app->wall_ms, app->zone, DATE_WEEK);
    if (deadline == REFRESH_NEVER) { /* nothing is watched any more */
        snprintf(out, size, "offline since %s", since);
        return true;
    }
    int64_t wait = deadline < app->now_ms ? 0 : deadline - app->now_ms;
    date_format_short(next, sizeof next, app->wall_ms + wait, app->wall_ms, app->zone, DATE_WEEK);
    if (is_short)
        snprintf(out, size, "offline, try %s", next);
    else
        snprintf(out, size, "offline since %s, next try %s", since, next);
    return true;
}

bool app_offline_sentence(const struct app *app, bool is_short, char *out, size_t size)
{
    const struct offline *offline = app->offline;
    char when[DATE_TEXT_SIZE];
    if (!app_is_offline(app))
        return false;
    char *why = offline_why(app);
    date_format_short(when, sizeof when, is_short ? offline->since_ms : offline->answered_ms, app->wall_ms,
                      app->zone, DATE_WEEK);
    if (is_short)
        snprintf(out, size, "Offline since %s", when);
    else if (offline->answered_ms)
        snprintf(out, size, "Offline: %s. The list is as of %s.", why, when);
    else
        snprintf(out, size, "Offline: %s.", why);
    free(why);
    return true;
}

const struct part part_offline = {.name = "offline", .begin = offline_begin, .end = offline_end};
