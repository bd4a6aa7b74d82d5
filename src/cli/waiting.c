/* Owns the loop that follows states: reads when the refresh machine says so, as many at once as there are
 * connections. How it ends is waiting_end.c. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/receipt.h"
#include "output.h"
#include "connect.h"
#include "steno/store/config.h"
#include "interrupt.h"
#include "local.h"
#include "waiting_private.h"

#define STOP_MS      2000
#define STOP_HOOK_MS 100 /* one that runs goes on without us */

/* Writes one change: {"time","id","from","to"}, or "time  id  from -> to". */
static void waiting_put_change(struct cli *cli, int64_t id, const char *from, const struct project *project)
{
    char when[40];
    date_format_utc(when, sizeof when, clock_wall_ms());
    if (cli->json) {
        const json_t *raw = json_object_get(project->record.raw, "ProcessingState");
        json_t *object = json_object();
        json_object_set_new(object, "time", json_string(when));
        json_object_set_new(object, "id", json_integer(id));
        json_object_set_new(object, "from", from ? json_string(from) : json_null());
        json_object_set_new(object, "to",
                            json_is_string(raw) ? json_copy((json_t *)(uintptr_t)raw)
                                                : json_string(project->state));
        cli_put_json(cli, object);
        return;
    }
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    buffer_printf(&line, "%s  %" PRId64 "  ", when, id);
    if (from)
        buffer_printf(&line, "%s -> ", from[0] ? from : "-");
    buffer_printf(&line, "%s\n", project->state[0] ? project->state : "-");
    cli_put_buffer(cli, &line);
}

/* The exit code of a settled state. */
static int waiting_code(const char *state)
{
    return strcmp(state, "Failed") == 0 || strcmp(state, "Canceled") == 0 ? 7 : 0;
}

/* Tells the machine of something that happened to a project. */
static void waiting_tell(struct loop *loop, enum refresh_event_kind kind, int64_t id)
{
    refresh_event(loop->refresh, &(struct refresh_event){.kind = kind, .id = id}, clock_mono_ms());
}

/* Forgets why the last read failed. */
static void waiting_clear_trouble(struct waiting_project *entry)
{
    free(entry->trouble);
    entry->trouble = NULL;
}

/* Keeps and tells a change of state that this run has seen. */
static void waiting_tell_change(struct loop *loop, const struct waiting_project *entry,
                                const struct project *project)
{
    const char *from = entry->state[0] ? entry->state : "not given";
    const char *to = project->state[0] ? project->state : "not given";
    struct notify_change change = {.id = entry->id,
                                   .from = from,
                                   .to = to,
                                   .name = project->name,
                                   .since_ms = entry->state_sent_ms,
                                   .until_ms = clock_wall_ms()};
    cli_store_note(loop->cli,
                   receipt_state_row(entry->id, project->state, receipt_change(entry->state, project->state),
                                     entry->state_sent_ms, change.until_ms));
    notice_tell(loop->cli, loop->hooks, &change);
}

/* Takes a project that was read. */
static void waiting_take(struct loop *loop, struct waiting_project *entry, const struct project *project)
{
    struct cli *cli = loop->cli;
    loop->reached = true;
    waiting_clear_trouble(entry);
    entry->read_ms = clock_mono_ms();
    unanswered_tell(cli, &loop->left, project);
    refresh_reply(loop->refresh, entry->id, project->state, entry->read_ms);
    if (!entry->state || strcmp(entry->state, project->state) != 0) {
        waiting_put_change(cli, entry->id, entry->state, project);
        if (entry->state)
            waiting_tell_change(loop, entry, project);
        cli_keep_project(cli, project, entry->state != NULL);
        free(entry->state);
        entry->state = mem_copy(project->state);
    }
    entry->state_sent_ms = entry->sent_ms;
    if (loop->waiting->forever || !refresh_is_settled(loop->refresh, project->state))
        return;
    entry->over = entry->ended = true;
    entry->code = waiting_code(project->state);
    waiting_tell(loop, REFRESH_REMOVED, entry->id);
}

/* May a later read succeed where this one failed? Of a project that was never read, only when the network
 * failed or the server asked to wait: all else is more likely a mistake in the id or the address. */
static bool waiting_may_pass(const struct waiting_project *entry, const struct error *err)
{
    switch (err->kind) {
    case ERROR_DNS:
    case ERROR_CONNECT:
    case ERROR_TIMEOUT:
    case ERROR_NETWORK:
    case ERROR_RATE_LIMITED:
        return true;
    case ERROR_SERVER:
        return entry->state || err->status == 503;
    case ERROR_BAD_REPLY:
        return entry->state && entry->state[0];
    default:
        return false;
    }
}

/* The server and the token of the reads to come. */
static void waiting_set_session(struct loop *loop)
{
    struct api_config config;
    settings_to_api(&loop->cli->settings, &config);
    api_workers_set_session(loop->workers, &config);
    loop->session_serial = loop->serial;
}

/* After a 401: another token may stand where this one came from. Looked at once. */
static bool waiting_reload_token(struct loop *loop)
{
    struct cli *cli = loop->cli;
    struct error err;
    const char *command, *url = settings_text(&cli->settings, SETTING_URL);
    char *token = NULL;
    error_clear(&err);
    if (loop->token_reloaded || cli->settings.sources[SETTING_TOKEN] < SOURCE_PROFILE)
        return false;
    loop->token_reloaded = true;
    bool other = config_token_command(&cli->settings, url, &command, &err) &&
                 config_read_token(NULL, settings_text(&cli->settings, SETTING_PROFILE), url, "", command,
                                   &token, &err) &&
                 *token && strcmp(token, settings_text(&cli->settings, SETTING_TOKEN)) != 0;
    other = other && settings_put(&cli->settings, SETTING_TOKEN, cli->settings.sources[SETTING_TOKEN],
                                  cli->settings.where[SETTING_TOKEN], token, &err);
    mem_wipe_free(token);
    if (other)
        waiting_set_session(loop);
    return other;
}

/* Was the read refused only for a token that another one has taken the place of? */
static bool waiting_is_old_refusal(struct loop *loop, const struct call_result *result)
{
    return result->error.kind == ERROR_NOT_LOGGED_IN && result->error.status &&
           (result->serial <= loop->session_serial || waiting_reload_token(loop));
}

/* Has a project that is waited for already failed to be read for this? */
static bool waiting_is_told(const struct waiting *waiting, const struct error *err)
{
    for (size_t i = 0; i < waiting->count; i++) {
        const struct waiting_project *entry = &waiting->projects[i];
        if (!entry->over && entry->trouble && entry->trouble->kind == err->kind &&
            entry->trouble->status == err->status)
            return true;
    }
    return false;
}

/* Trouble that may pass: said once, whatever number of projects it meets, and the machine says when the
 * project is read again. */
static void waiting_go_on(struct loop *loop, struct waiting_project *entry, const struct error *err)
{
    int64_t now = clock_mono_ms();
    struct refresh_event event = {.kind = REFRESH_ERROR, .id = entry->id, .random = (uint32_t)now};
    if (!waiting_is_told(loop->waiting, err))
        cli_say("still waiting, after: %s", err->text);
    waiting_clear_trouble(entry);
    entry->trouble = mem_alloc(sizeof *entry->trouble);
    *entry->trouble = *err;
    event.retry_after_ms = err->retry_after_s < 0 ? -1 : (int64_t)err->retry_after_s * 1000;
    if (err->kind == ERROR_RATE_LIMITED)
        event.kind = REFRESH_RATE_LIMITED;
    refresh_event(loop->refresh, &event, now);
}

/* Takes a failed read. */
static void waiting_trouble(struct loop *loop, struct waiting_project *entry, struct call_result *result)
{
    struct error *err = &result->error;
    cli_explain_auth(loop->cli, err);
    if (waiting_is_old_refusal(loop, result)) {
        waiting_tell(loop, REFRESH_CANCELLED, entry->id);
        waiting_tell(loop, REFRESH_USER, entry->id);
    } else if (waiting_may_pass(entry, err)) {
        waiting_go_on(loop, entry, err);
    } else {
        waiting_tell(loop, REFRESH_ERROR, entry->id); /* its answer has come: no place is kept for it */
        waiting_tell(loop, REFRESH_REMOVED, entry->id);
        waiting_give_up(loop, entry, err);
    }
}

/* The entry of an id that is waited for. */
static struct waiting_project *waiting_find(const struct loop *loop, int64_t id)
{
    struct waiting_project *entry = loop->waiting->projects;
    while (entry->id != id)
        entry++;
    return entry;
}

/* Without its state a project is not seen to end: to wait, such a reply is as good as none. */
static void waiting_want_state(const struct loop *loop, struct call_result *result)
{
    if (loop->waiting->forever || !result->ok || result->project->state[0])
        return;
    result->ok = error_set(&result->error, ERROR_BAD_REPLY,
                           "project %" PRId64 " was returned without a state (ProcessingState) that can be "
                           "read: its end cannot be seen",
                           result->project_id);
}

/* Takes an answer; one for a project that is over only frees its place. */
static void waiting_receive(struct loop *loop, struct call_result *result)
{
    struct waiting_project *entry = waiting_find(loop, result->project_id);
    waiting_want_state(loop, result);
    if (entry->over)
        waiting_tell(loop, REFRESH_CANCELLED, entry->id);
    else if (result->ok && result->project)
        waiting_take(loop, entry, result->project);
    else
        waiting_trouble(loop, entry, result);
}

/* Asks the store whether a hook is this program's to run. */
static void waiting_claim(void *context, struct store_op *op)
{
    struct loop *loop = context;
    struct store_result *result = cli_store_ask(loop->cli, op);
    hooks_claimed(loop->hooks, result);
    store_result_free(result);
}

/* What programs have to say, and their end. */
static void waiting_hear_hooks(struct loop *loop, const struct mail *mail)
{
    if (mail->kind == MAIL_NOTICE)
        cli_say("%s", mail->text);
    else if (mail->kind == MAIL_PROGRAM)
        hooks_ended(loop->hooks);
}

/* Takes what has come, until nothing is left to wait for. */
static void waiting_receive_all(struct loop *loop)
{
    struct mail mail;
    while (!waiting_is_done(loop) && mailbox_take(loop->box, &mail)) {
        if (mail.kind == MAIL_CALL)
            waiting_receive(loop, mail.call);
        else if (mail.kind == MAIL_PROGRESS && mail.progress.notice[0])
            cli_say("%s", mail.progress.notice);
        else
            waiting_hear_hooks(loop, &mail);
        mail_clear(&mail);
    }
}

/* Sends what is due. */
static void waiting_send(struct loop *loop, int64_t now)
{
    int64_t id;
    while (refresh_take_due(loop->refresh, now, &id, 1) == 1) {
        struct call *call = call_new(ENDPOINT_GET_PROJECT);
        call->serial = ++loop->serial;
        call->project_id = id;
        call->timed = true;
        unanswered_look(loop->cli, &id, 1, &loop->left);
        waiting_find(loop, id)->sent_ms = clock_wall_ms();
        if (!loop->reached && loop->patience_ms > now)
            call->limit_ms = loop->patience_ms - now;
        api_workers_submit(loop->workers, call);
    }
}

/* Says until when nothing is read, once a hold. */
static void waiting_tell_hold(struct loop *loop, int64_t now)
{
    char when[DATE_TEXT_SIZE];
    int64_t until = refresh_held_until(loop->refresh);
    if (until <= now || until == loop->told_held_ms)
        return;
    loop->told_held_ms = until;
    date_format_clock(when, sizeof when, clock_wall_ms() + until - now, DATE_LOCAL);
    cli_say(REFRESH_HELD_SENTENCE, when);
}

/* How long to sleep when no answer comes. */
static int64_t waiting_pause(const struct loop *loop, int64_t now)
{
    int64_t at = refresh_next_deadline(loop->refresh);
    if (loop->end_ms < at)
        at = loop->end_ms;
    if (!loop->reached && loop->patience_ms > now && loop->patience_ms < at)
        at = loop->patience_ms;
    if (at == INT64_MAX)
        return -1;
    return at > now ? at - now : 0;
}

/* Reads and sleeps until it is done, the time is over or a signal comes. */
static void waiting_loop(struct loop *loop)
{
    int64_t now;
    while (!waiting_is_done(loop) && (now = clock_mono_ms()) < loop->end_ms) {
        if (!loop->reached && now >= loop->patience_ms)
            waiting_give_up_network(loop, now);
        if (loop->cli->stop.kind == ERROR_NOT_LOGGED_IN) {
            for (size_t i = 0; i < loop->waiting->count; i++) {
                if (!loop->waiting->projects[i].over)
                    waiting_give_up(loop, &loop->waiting->projects[i], &loop->cli->stop);
            }
            return;
        }
        waiting_send(loop, now);
        if (waiting_is_done(loop) ||
            !interrupt_wait_either(mailbox_fd(loop->box), loop->store_fd, waiting_pause(loop, now)))
            return;
        waiting_hear_others(loop);
        waiting_receive_all(loop);
        waiting_tell_hold(loop, clock_mono_ms());
    }
}

/* The machine, with all projects in it and shown: these are the ones that somebody looks at. */
static struct refresh *waiting_machine(struct cli *cli, const struct waiting *waiting)
{
    struct refresh_config config;
    int64_t now = clock_mono_ms();
    int64_t *ids = mem_zero(waiting->count, sizeof *ids);
    settings_to_refresh(&cli->settings, &config);
    config.interval_ms = waiting->interval_ms;
    struct refresh *refresh = refresh_new(&config);
    for (size_t i = 0; i < waiting->count; i++) {
        ids[i] = waiting->projects[i].id;
        refresh_add(refresh, ids[i], waiting->projects[i].state, now, now);
    }
    refresh_set_shown(refresh, ids, waiting->count, now);
    for (size_t i = 0; i < waiting->count; i++)
        refresh_event(refresh,
                      &(struct refresh_event){.kind = waiting->enqueued ? REFRESH_ENQUEUED : REFRESH_USER,
                                              .id = ids[i]},
                      now);
    free(ids);
    return refresh;
}

/* Starts mailbox and workers for the settings' server. */
static bool waiting_start(struct loop *loop, struct error *err)
{
    if (!cli_connection(loop->cli, true, err))
        return false;
    loop->box = mailbox_new(err);
    loop->workers =
        loop->box
            ? api_workers_new(loop->box, (int)settings_int(&loop->cli->settings, SETTING_CONNECTIONS), err)
            : NULL;
    if (loop->workers)
        waiting_set_session(loop);
    if (loop->workers)
        loop->programs = programs_new(loop->box);
    if (loop->programs)
        loop->hooks = hooks_new(loop->programs, waiting_claim, loop);
    return loop->workers != NULL;
}

/* Waits for the hooks, each of which has its own limit, and says what went wrong with them; after a signal
 * nobody waits. False: one was left behind. */
static bool waiting_stop_hooks(struct loop *loop)
{
    struct mail mail;
    while (hooks_count(loop->hooks) > 0 && interrupt_wait(mailbox_fd(loop->box), -1)) {
        while (mailbox_take(loop->box, &mail)) {
            waiting_hear_hooks(loop, &mail);
            mail_clear(&mail);
        }
    }
    char *left = hooks_waiting(loop->hooks);
    if (left)
        cli_say(HOOKS_NOT_RUN, left);
    free(left);
    hooks_free(loop->hooks);
    return programs_stop(loop->programs, STOP_HOOK_MS);
}

/* Ends hooks and workers; memory that a hanging one holds stays with it. */
static void waiting_stop(struct loop *loop)
{
    bool ended = waiting_stop_hooks(loop);
    ended = (!loop->workers || api_workers_stop(loop->workers, STOP_MS)) && ended;
    if (ended)
        mailbox_free(loop->box);
    for (size_t i = 0; i < loop->waiting->count; i++) {
        free(loop->waiting->projects[i].state);
        waiting_clear_trouble(&loop->waiting->projects[i]);
    }
    unanswered_free(&loop->left);
    refresh_free(loop->refresh);
}

/* Starts the clocks: what an enqueue answered counts as read. */
static void waiting_begin(struct loop *loop)
{
    int64_t now = clock_mono_ms();
    loop->patience_ms = now + settings_int(&loop->cli->settings, SETTING_TIMEOUT) * 1000;
    loop->end_ms = loop->waiting->within_ms ? now + loop->waiting->within_ms : INT64_MAX;
    for (size_t i = 0; i < loop->waiting->count; i++) {
        loop->reached = loop->reached || loop->waiting->projects[i].state;
        loop->waiting->projects[i].read_ms = now;
        loop->waiting->projects[i].sent_ms = clock_wall_ms();
    }
    loop->refresh = waiting_machine(loop->cli, loop->waiting);
}

int waiting_run(struct cli *cli, struct waiting *waiting)
{
    struct loop loop = {.cli = cli, .waiting = waiting, .store_fd = -1};
    struct error err;
    error_clear(&err);
    waiting_begin(&loop);
    bool started = waiting_start(&loop, &err);
    for (size_t i = 0; !started && i < waiting->count; i++)
        waiting_give_up(&loop, &waiting->projects[i], &err);
    if (started)
        waiting_listen(&loop);
    waiting_loop(&loop);
    waiting_listen_end(&loop);
    int code = waiting_result(&loop, clock_mono_ms());
    waiting_stop(&loop);
    return code;
}
