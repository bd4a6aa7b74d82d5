/* Owns the minutes that projects take of the credit, which of several are sent, and the words for both. Knows
 * no project, and reads no clock. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/cost.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "steno/api/param.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/id_list.h"

#define MINUTE_MS INT64_C(60000)
#define MAX_MS    INT64_C(1000000000000000) /* longer than any recording, and a double holds it */

/* A number of seconds that is asked for, in ms; negative: none is. Rounded, since 60.001 has no double. */
static int64_t cost_limit(const struct param_set *params, const char *name)
{
    const char *text = params ? param_set_get(params, param_find(params->table, name)) : NULL;
    double ms = text && text_is_number(text) ? strtod(text, NULL) * 1000 : -1;
    return ms < 0 ? -1 : ms < (double)MAX_MS ? (int64_t)(ms + 0.5) : MAX_MS;
}

int64_t cost_part(int64_t length_ms, const struct param_set *params)
{
    int64_t start_ms = cost_limit(params, "StartTranscriptionAtSeconds"),
            at_most_ms = cost_limit(params, "TranscriptionDurationInSeconds");
    if (length_ms < 0)
        return -1;
    int64_t part = start_ms > 0 ? (start_ms < length_ms ? length_ms - start_ms : 0) : length_ms;
    return at_most_ms >= 0 && at_most_ms < part ? at_most_ms : part;
}

struct cost cost_of(int64_t part_ms)
{
    if (part_ms < 0)
        return (struct cost){.unknown = 1};
    return (struct cost){.minutes = part_ms / MINUTE_MS + (part_ms % MINUTE_MS > 0)};
}

void cost_add(struct cost *sum, struct cost one)
{
    sum->minutes += one.minutes;
    sum->unknown += one.unknown;
}

bool cost_fits(struct cost cost, struct credit credit)
{
    return credit.left < 0 || cost.minutes <= credit.left;
}

void cost_free(char *out, size_t size, struct credit credit)
{
    *out = '\0';
    if (credit.left >= 0)
        snprintf(out, size, "%" PRId64 " min", credit.left);
}

void cost_takes(char *out, size_t size, struct cost cost, struct credit credit)
{
    *out = '\0';
    if (credit.left >= 0 && !(cost.unknown && cost.minutes == 0))
        snprintf(out, size, "Takes %" PRId64 "%s of %" PRId64 " minutes", cost.minutes,
                 cost.unknown ? "+?" : "", credit.left);
}

const char *cost_left_out(enum cost_state state)
{
    static const char *const words[] = {
        [COST_IN_PROGRESS] = "in progress", [COST_LOST] = "no response yet", [COST_UNREAD] = "not read yet",
        [COST_NO_MEDIA] = "no media",       [COST_READ_ONLY] = "read-only",  [COST_NOT_FOUND] = "not found"};
    return words[state];
}

size_t cost_count(const struct cost_item *items, size_t count, struct cost *sum)
{
    size_t sent = 0;
    *sum = (struct cost){0};
    for (size_t i = 0; i < count; i++) {
        if (cost_left_out(items[i].state))
            continue;
        cost_add(sum, cost_of(items[i].part_ms));
        sent++;
    }
    return sent;
}

bool cost_changed(const struct cost_item *asked, const struct cost_item *now, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool was_done_again = now[i].state == COST_COMPLETED && now[i].version != asked[i].version;
        if (now[i].state != asked[i].state || now[i].part_ms != asked[i].part_ms || was_done_again)
            return true;
    }
    return false;
}

char *cost_sentence(const struct cost_item *items, size_t count, struct credit credit)
{
    struct buffer out;
    struct cost sum;
    size_t sent = cost_count(items, count, &sum);
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    if (sent < count)
        buffer_printf(&out, "%zu of %zu", sent, count);
    else
        buffer_printf(&out, "%zu projects", sent);
    buffer_printf(&out, ": %" PRId64 "%s minutes, ", sum.minutes, sum.unknown ? "+?" : "");
    if (credit.left >= 0)
        buffer_printf(&out, "you have %" PRId64, credit.left);
    else
        buffer_append_text(&out, "the credit is not known");
    return buffer_take(&out);
}

/* Appends the line of those that are not sent. */
static void cost_put_left(struct buffer *out, const struct cost_item *items, size_t count, const char *words,
                          int cells)
{
    struct id_word *left = mem_alloc((count + 1) * sizeof *left);
    size_t left_count = 0;
    for (size_t i = 0; i < count; i++) {
        const char *why = cost_left_out(items[i].state);
        if (why)
            left[left_count++] = (struct id_word){items[i].id, why};
    }
    id_list_put_words(out, words, left, left_count, cells);
    free(left);
}

char *cost_not_sent(const struct cost_item *items, size_t count, const char *words, int cells)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    cost_put_left(&out, items, count, words, cells);
    return out.len ? buffer_take(&out) : (buffer_free(&out), NULL);
}

char *cost_note(const struct cost_item *items, size_t count, const char *as_of, int cells)
{
    static const char *const words[] = {[COST_COMPLETED] = "Completed", [COST_IN_PROGRESS] = "in progress"};
    size_t counts[COST_NOT_FOUND + 1] = {0};
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < count; i++)
        counts[items[i].state]++;
    for (int state = COST_COMPLETED; state <= COST_IN_PROGRESS; state++) {
        if (counts[state])
            buffer_printf(&out, "%s%zu %s %s", out.len ? ", " : "", counts[state],
                          counts[state] == 1 ? "is" : "are", words[state]);
    }
    if (out.len)
        buffer_append_char(&out, '.');
    cost_put_left(&out, items, count, "! Not sent: ", cells);
    if (as_of)
        buffer_printf(&out, "%sCredit as of %s.", out.len ? "\n" : "", as_of);
    return buffer_take(&out);
}
