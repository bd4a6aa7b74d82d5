/* Owns the minutes that projects take of the credit, and the words for them. Knows no project, and reads no
 * clock. */
/* SPDX-License-Identifier: MIT */
#include "cost.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/base/text.h"

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

struct cost cost_of(int64_t part_ms, bool can_be_sent)
{
    if (!can_be_sent)
        return (struct cost){0};
    if (part_ms < 0)
        return (struct cost){.unknown = 1};
    return (struct cost){.minutes = part_ms / MINUTE_MS + (part_ms % MINUTE_MS > 0)};
}

void cost_add(struct cost *sum, struct cost one)
{
    sum->minutes += one.minutes;
    sum->unknown += one.unknown;
}

void cost_amount(char *out, size_t size, struct cost cost)
{
    snprintf(out, size, "%" PRId64 "%s", cost.minutes, cost.unknown ? "+?" : "");
}

bool cost_fits(struct cost cost, struct credit credit)
{
    return credit.left < 0 || cost.minutes <= credit.left;
}

void cost_left(char *out, size_t size, struct credit credit)
{
    snprintf(out, size, "%s", "");
    if (credit.left >= 0)
        snprintf(out, size, "%" PRId64, credit.left);
}

void cost_free(char *out, size_t size, struct credit credit)
{
    char left[COST_TEXT_SIZE];
    cost_left(left, sizeof left, credit);
    snprintf(out, size, *left ? "%s min" : "%s", left);
}

void cost_takes(char *out, size_t size, struct cost cost, struct credit credit)
{
    char amount[COST_TEXT_SIZE];
    cost_amount(amount, sizeof amount, cost);
    snprintf(out, size, "%s", "");
    if (credit.left >= 0 && !(cost.unknown && cost.minutes == 0))
        snprintf(out, size, "Takes %s of %" PRId64 " minutes", amount, credit.left);
}
