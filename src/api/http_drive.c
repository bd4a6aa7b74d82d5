/* Owns the waiting for exchanges: until one has ended, has stalled or is cancelled. Begins and ends none. */
/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <sys/ioctl.h>

#include "http.h"
#include "http_private.h"
#include "steno/base/clock.h"

#define IDLE_WAIT_MS 60000

bool http_wait(struct http *http, int64_t ms)
{
    int64_t deadline = clock_mono_ms() + ms;
    for (;;) {
        if (atomic_load(&http->cancelled))
            return false;
        int64_t left = deadline - clock_mono_ms();
        if (left <= 0)
            return true;
        curl(multi_poll)(http->multi, NULL, 0, left > IDLE_WAIT_MS ? IDLE_WAIT_MS : (int)left, NULL);
    }
}

void http_note_end(struct http_line *line, CURLcode code)
{
    line->code = line->has_ended ? line->code : code;
    line->has_ended = true;
}

/* A line whose exchange has ended, or NULL. */
static struct http_line *http_ended(struct http *http)
{
    int left;
    struct http_line *line;
    for (CURLMsg *message; (message = curl(multi_info_read)(http->multi, &left));) {
        for (line = http->lines; line && line->easy != message->easy_handle;)
            line = line->next;
        if (line && message->msg == CURLMSG_DONE)
            http_note_end(line, message->data.result);
    }
    for (line = http->lines; line && !(line->is_under_way && line->has_ended);)
        line = line->next;
    return line;
}

/* When an exchange has stalled; INT64_MAX for never. */
static int64_t http_stalls_at(const struct exchange *exchange)
{
    int64_t stall = exchange->request->stall_timeout_ms;
    return stall > 0 ? exchange->last_byte_ms + stall : INT64_MAX;
}

/* A line that has stalled; else NULL, and *until_ms is no later than when the first one would. */
static struct http_line *http_stalled(const struct http *http, int64_t now_ms, int64_t *until_ms)
{
    for (struct http_line *line = http->lines; line; line = line->next) {
        int64_t at_ms = line->is_under_way ? http_stalls_at(&line->exchange) : INT64_MAX;
        if (at_ms <= now_ms) {
            line->exchange.failure->stalled = true;
            http_note_end(line, CURLE_OPERATION_TIMEDOUT);
            return line;
        }
        if (at_ms < *until_ms)
            *until_ms = at_ms;
    }
    return NULL;
}

/* Nothing can be driven any more: ends them all, and returns one. */
static struct http_line *http_broken(struct http *http)
{
    struct http_line *broken = NULL;
    for (struct http_line *line = http->lines; line; line = line->next) {
        if (!line->is_under_way)
            continue;
        http_note_end(line, CURLE_OUT_OF_MEMORY);
        broken = line;
    }
    return broken;
}

/* The only exchange under way; NULL when there are more. */
static struct exchange *http_only_exchange(struct http *http)
{
    struct exchange *only = NULL;
    for (struct http_line *line = http->lines; line; line = line->next) {
        if (line->is_under_way && only)
            return NULL;
        if (line->is_under_way)
            only = &line->exchange;
    }
    return only;
}

/* Notes bytes of an answer whose first line is not whole yet: libcurl says nothing of them. What TLS itself
 * sends is no answer. They are counted, not read: to read takes the error of a reset away from libcurl. */
static void http_note_bytes(struct http *http)
{
    struct exchange *exchange = http_only_exchange(http);
    fd_set reading, writing, failed;
    int last = -1, waiting;
    if (!exchange || exchange->head_began || !exchange->transfer_began ||
        strncmp(exchange->request->url, "http:", 5) != 0)
        return;
    FD_ZERO(&reading);
    FD_ZERO(&writing);
    FD_ZERO(&failed);
    curl(multi_fdset)(http->multi, &reading, &writing, &failed, &last);
    for (int fd = 0; fd <= last && !exchange->head_began; fd++)
        exchange->head_began = FD_ISSET(fd, &reading) && ioctl(fd, FIONREAD, &waiting) == 0 && waiting > 0;
}

struct http_line *http_await(struct http *http, int64_t until_ms)
{
    struct http_line *line = http_ended(http);
    int running;
    while (!line) {
        if (atomic_load(&http->cancelled) || atomic_exchange(&http->woken, false))
            return NULL;
        if (curl(multi_perform)(http->multi, &running) != CURLM_OK)
            return http_broken(http);
        if ((line = http_ended(http)))
            break;
        int64_t now_ms = clock_mono_ms(), end_ms = until_ms;
        if ((line = http_stalled(http, now_ms, &end_ms)))
            break;
        if (until_ms <= now_ms)
            return NULL;
        int64_t left_ms = end_ms - now_ms;
        if (curl(multi_poll)(http->multi, NULL, 0, left_ms > IDLE_WAIT_MS ? IDLE_WAIT_MS : (int)left_ms,
                             NULL) != CURLM_OK)
            return http_broken(http);
        http_note_bytes(http);
    }
    return line;
}
