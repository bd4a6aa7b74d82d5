/* Owns how following ends: for a project that cannot be read, for the time, and the exit code of it all. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "steno/base/text.h"
#include "steno/client/reads.h"
#include "output.h"
#include "projects.h"
#include "follow_private.h"

#define WITHIN_MAX_S 31536000 /* a year */

bool follow_read_within(const struct args *args, int64_t *within_ms, struct error *err)
{
    const char *text = args->options[OPTION_WITHIN];
    int64_t seconds;
    *within_ms = 0;
    if (!text)
        return true;
    if (!text_parse_int(text, &seconds) || seconds < 1 || seconds > WITHIN_MAX_S)
        return error_set(err, ERROR_USAGE, "--within: “%s” is not a whole number from 1 to %d s", text,
                         WITHIN_MAX_S);
    *within_ms = seconds * 1000;
    return true;
}

bool follow_read_interval(const struct args *args, int64_t *interval_ms, struct error *err)
{
    const struct setting_def *limits = &setting_defs[SETTING_POLL_FAST];
    const char *text = args->options[OPTION_INTERVAL];
    int64_t seconds;
    *interval_ms = 0;
    if (!text)
        return true;
    if (!text_parse_int(text, &seconds) || seconds < limits->min || seconds > limits->max)
        return error_set(err, ERROR_USAGE,
                         "--interval: “%s” is not a whole number from %" PRId64 " to %" PRId64 " s", text,
                         (int64_t)limits->min, (int64_t)limits->max);
    *interval_ms = seconds * 1000;
    return true;
}

/* How many are over. */
static size_t end_count_over(const struct follow *follow)
{
    size_t over = 0;
    for (size_t i = 0; i < follow->count; i++)
        over += follow->projects[i].over;
    return over;
}

/* Has one ended? One that cannot be read has not. */
static bool end_has_any(const struct follow *follow)
{
    for (size_t i = 0; i < follow->count; i++) {
        if (follow->projects[i].ended)
            return true;
    }
    return false;
}

bool follow_is_done(const struct following *following)
{
    const struct follow *follow = following->follow;
    return following->cli->out_errno || end_count_over(follow) == follow->count ||
           (follow->any && end_has_any(follow));
}

void follow_give_up(struct following *following, struct follow_project *entry, struct error *err)
{
    entry->over = true;
    client_unwatch(following->client, entry->id);
    entry->code = cli_fail(following->cli, entry->id, err);
}

/* Did the server answer, and ask to wait? */
static bool end_server_asked(const struct error *trouble)
{
    return trouble && (trouble->status == 429 || trouble->status == 503);
}

void follow_give_up_network(struct following *following)
{
    bool paused = following->client->is_paused;
    for (size_t i = 0; i < following->follow->count; i++) {
        struct follow_project *entry = &following->follow->projects[i];
        struct error err;
        if (entry->over || end_server_asked(entry->trouble) || (paused && !entry->trouble))
            continue;
        error_clear(&err);
        error_set(&err, ERROR_TIMEOUT,
                  "project %" PRId64 " was not read: no answer came within %" PRId64 " s", entry->id,
                  settings_int(&following->cli->settings, SETTING_TIMEOUT));
        follow_give_up(following, entry, entry->trouble ? entry->trouble : &err);
    }
}

/* What is known of a project when the time is over. */
static void end_describe(const struct following *following, const struct follow_project *entry,
                         int64_t now_ms, struct error *err)
{
    int64_t limit_s = following->follow->within_ms / 1000;
    bool paused = following->client->is_paused;
    const char *why = entry->trouble ? entry->trouble->text : "the server asked to wait";
    error_clear(err);
    if (!entry->state && !entry->trouble && !paused)
        error_set(err, ERROR_TIMEOUT, "project %" PRId64 " was not read within %" PRId64 " s", entry->id,
                  limit_s);
    else if (!entry->state)
        error_set(err, ERROR_TIMEOUT, "project %" PRId64 " was not read within %" PRId64 " s: %s", entry->id,
                  limit_s, why);
    else if (entry->trouble || paused)
        error_set(err, ERROR_TIMEOUT,
                  "project %" PRId64 " was %s when last read, %" PRId64 " s before the time limit of %" PRId64
                  " s: %s",
                  entry->id, entry->state[0] ? entry->state : "without a state",
                  (now_ms - entry->read_ms) / 1000, limit_s, why);
    else
        error_set(err, ERROR_TIMEOUT, "project %" PRId64 " is still %s after %" PRId64 " s", entry->id,
                  entry->state[0] ? entry->state : "without a state", limit_s);
}

/* The time is over for those that are not: `watch` ends well with what it has read. */
static void end_time(struct following *following, int64_t now_ms)
{
    for (size_t i = 0; i < following->follow->count; i++) {
        struct follow_project *entry = &following->follow->projects[i];
        struct error err;
        if (entry->over || (following->follow->forever && entry->state))
            continue;
        end_describe(following, entry, now_ms, &err);
        entry->code = cli_fail(following->cli, entry->id, &err);
        entry->over = following->follow->forever;
    }
}

/* The exit code: of those that could not be read; else 6 when some have not ended in time; else of the ends.
 */
static int end_code(const struct follow *follow, bool in_time)
{
    struct cli_tally unread = {0};
    size_t others = 0;
    int code = 0;
    for (size_t i = 0; i < follow->count; i++) {
        const struct follow_project *entry = &follow->projects[i];
        if (entry->over && !entry->ended) {
            cli_tally_add(&unread, entry->code);
            continue;
        }
        others++;
        if (entry->ended && entry->code)
            code = entry->code;
    }
    if (unread.count > 0)
        return others > 0 ? EXIT_MIXED : cli_tally_code(&unread);
    return in_time || follow->forever ? code : error_kind_exit_code(ERROR_TIMEOUT);
}

int follow_result(struct following *following, int64_t now_ms)
{
    bool in_time = follow_is_done(following);
    if (!in_time)
        end_time(following, now_ms);
    return end_code(following->follow, in_time);
}
