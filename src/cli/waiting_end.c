/* Owns how waiting ends: for a project that cannot be read, for the time, and the exit code of it all. */
#include <inttypes.h>

#include "steno/base/text.h"
#include "output.h"
#include "interrupt.h"
#include "projects.h"
#include "waiting_private.h"

#define WITHIN_MAX_S 31536000 /* a year */

bool waiting_read_within(const struct args *args, int64_t *within_ms, struct error *err)
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

bool waiting_read_interval(const struct args *args, int64_t *interval_ms, struct error *err)
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
static size_t end_count_over(const struct waiting *waiting)
{
    size_t over = 0;
    for (size_t i = 0; i < waiting->count; i++)
        over += waiting->projects[i].over;
    return over;
}

/* Has one ended? One that cannot be read has not. */
static bool end_has_any(const struct waiting *waiting)
{
    for (size_t i = 0; i < waiting->count; i++) {
        if (waiting->projects[i].ended)
            return true;
    }
    return false;
}

bool waiting_is_done(const struct loop *loop)
{
    const struct waiting *waiting = loop->waiting;
    return loop->cli->out_errno || end_count_over(waiting) == waiting->count ||
           (waiting->any && end_has_any(waiting));
}

void waiting_give_up(struct loop *loop, struct waiting_project *entry, struct error *err)
{
    entry->over = true;
    entry->code = cli_fail(loop->cli, entry->id, err);
}

/* Did the server answer, and ask to wait? */
static bool end_server_asked(const struct error *trouble)
{
    return trouble && (trouble->status == 429 || trouble->status == 503);
}

void waiting_give_up_network(struct loop *loop, int64_t now_ms)
{
    bool held = refresh_held_until(loop->refresh) != 0;
    for (size_t i = 0; i < loop->waiting->count; i++) {
        struct waiting_project *entry = &loop->waiting->projects[i];
        struct error err;
        if (entry->over || end_server_asked(entry->trouble) || (held && !entry->trouble))
            continue;
        error_clear(&err);
        error_set(&err, ERROR_TIMEOUT,
                  "project %" PRId64 " was not read: no answer came within %" PRId64 " s", entry->id,
                  settings_int(&loop->cli->settings, SETTING_TIMEOUT));
        waiting_give_up(loop, entry, entry->trouble ? entry->trouble : &err);
        refresh_event(loop->refresh, &(struct refresh_event){.kind = REFRESH_REMOVED, .id = entry->id},
                      now_ms);
    }
}

/* What is known of a project when the time is over. */
static void end_describe(const struct loop *loop, const struct waiting_project *entry, int64_t now_ms,
                         struct error *err)
{
    int64_t limit_s = loop->waiting->within_ms / 1000;
    bool held = refresh_held_until(loop->refresh) != 0;
    const char *why = entry->trouble ? entry->trouble->text : "the server asked to wait";
    error_clear(err);
    if (!entry->state && !entry->trouble && !held)
        error_set(err, ERROR_TIMEOUT, "project %" PRId64 " was not read within %" PRId64 " s", entry->id,
                  limit_s);
    else if (!entry->state)
        error_set(err, ERROR_TIMEOUT, "project %" PRId64 " was not read within %" PRId64 " s: %s", entry->id,
                  limit_s, why);
    else if (entry->trouble || held)
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
static void end_time(struct loop *loop, int64_t now_ms)
{
    for (size_t i = 0; i < loop->waiting->count; i++) {
        struct waiting_project *entry = &loop->waiting->projects[i];
        struct error err;
        if (entry->over || (loop->waiting->forever && entry->state))
            continue;
        end_describe(loop, entry, now_ms, &err);
        entry->code = cli_fail(loop->cli, entry->id, &err);
        entry->over = loop->waiting->forever;
    }
}

/* The exit code: of those that could not be read; else 6 when some have not ended in time; else of the ends.
 */
static int end_code(const struct waiting *waiting, bool in_time)
{
    struct cli_tally unread = {0};
    size_t others = 0;
    int code = 0;
    for (size_t i = 0; i < waiting->count; i++) {
        const struct waiting_project *entry = &waiting->projects[i];
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
    return in_time || waiting->forever ? code : error_kind_exit_code(ERROR_TIMEOUT);
}

int waiting_result(struct loop *loop, int64_t now_ms)
{
    bool in_time = waiting_is_done(loop);
    if (interrupt_signal())
        return error_kind_exit_code(ERROR_CANCELLED);
    if (!in_time)
        end_time(loop, now_ms);
    return end_code(loop->waiting, in_time);
}
