/* The session: its server, its account and its token. After a 401 the token is read again from its source.
 * Also the offline state, which begins after two failed reads in a row. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/session.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "part.h"
#include "steno/api/record.h"
#include "steno/app/app.h"
#include "steno/app/calls.h"
#include "steno/app/reads.h"
#include "steno/app/say.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/refresh.h"
#include "steno/core/settings.h"
#include "steno/core/write.h"
#include "steno/store/config.h"
#include "steno/store/credentials.h"
#include "steno/store/store.h"
#include "writes.h"

#define FAILURES_LEAST 2
#define MINUTE_S       60LL
#define HOUR_S         3600LL

struct session_state {
    char *token;       /* the current token; NULL: none */
    uint64_t since;    /* calls up to this serial number used an older token */
    bool was_reloaded; /* the token was read again from its source since the last good answer */
    bool wanted;       /* a call of the operator was refused because of the token */
    bool typed;        /* the token came from a login in this session */
    char *why;         /* why reading a new token failed; NULL: unknown */
    char **refused;    /* tokens that the server refused */
    size_t refused_count;
    struct offline {
        size_t failed;       /* number of consecutive reads that did not reach the server */
        int64_t since_ms;    /* wall clock: time of the first failure since the last answer */
        int64_t answered_ms; /* wall clock: time of the last answer; 0: none */
        struct error why;    /* error of the last failed read */
        uint64_t since;      /* calls up to this serial number went to another server */
    } offline;
};

static struct session_state *session_state(const struct app *app)
{
    return part_state(app, &part_session);
}

static void session_begin(struct app *app)
{
    app->url = mem_copy(settings_text(app->settings, SETTING_URL));
    app->api_path = mem_copy(settings_text(app->settings, SETTING_API_PATH));
    app->email = mem_copy(settings_text(app->settings, SETTING_EMAIL));
}

static void session_end(struct app *app)
{
    struct session_state *state = session_state(app);
    mem_wipe_free(state->token);
    free(state->why);
    for (size_t i = 0; i < state->refused_count; i++)
        mem_wipe_free(state->refused[i]);
    free(state->refused);
    login_free(app->login);
    free(app->url);
    free(app->api_path);
    free(app->email);
}

static void session_replace(char **text, char *value)
{
    free(*text);
    *text = value;
}

/* Tells the parts if the token is valid. For an invalid one, also tells if an operator's call failed. */
static void session_changed(struct app *app)
{
    if (app->session == SESSION_UP) {
        part_tell(session_up, app);
    } else if (app->session != SESSION_CHECKING) {
        part_tell(session_lost, app, session_state(app)->wanted);
    }
}

/* Gives the workers the address and the token for later calls. token NULL: calls are sent without a token. */
static void session_set(struct app *app, const char *token)
{
    struct session_state *state = session_state(app);
    char *copy = mem_copy_or_null(token);
    mem_wipe_free(state->token);
    state->token = copy;
    state->since = app->next_serial;
    struct effect *effect = app_emit(app, EFFECT_SESSION);
    effect->text = mem_copy(app->url);
    effect->text2 = mem_copy(app->api_path);
    effect->secret = mem_copy_or_null(token);
}

void session_start(struct app *app)
{
    const char *token = settings_text(app->settings, SETTING_TOKEN);
    if (*app->url && *token && !app->settings->token_trouble) {
        session_set(app, token);
        app->session = SESSION_UP;
    } else if (*app->url) {
        session_set(app, NULL); /* reading the password policy needs no token */
    }
    session_changed(app);
    if (app->session == SESSION_UP)
        app_open_writes_look_now(app);
}

static void session_resume(struct app *app)
{
    app->session = SESSION_UP;
    session_state(app)->wanted = false;
    app_reads_go_on(app);
    session_changed(app);
    app_open_writes_look_now(app);
}

/* --- a refused token --- */

/* Uses a token from the credentials file or from token_command, and shows `message`. Returns false if `token`
 * is empty, or the server has refused this token before. */
static bool session_take(struct app *app, const char *token, const char *message)
{
    bool wanted = session_state(app)->wanted, is_new = token && *token;
    for (size_t i = 0; is_new && i < session_state(app)->refused_count; i++)
        is_new = strcmp(session_state(app)->refused[i], token) != 0;
    if (!is_new)
        return false;
    session_set(app, token);
    session_resume(app);
    app_say(app, "%s%s", message, wanted ? ": try again" : "");
    return true;
}

/* Uses the token in the credentials file. Returns false if the server has refused this token before. If the
 * file cannot be read, `why` gets the reason. */
static bool session_take_saved(struct app *app, const char *email, const char *message, struct error *why)
{
    char *token = NULL;
    const char *profile = settings_text(app->settings, SETTING_PROFILE);
    bool is_taken = config_read_token(NULL, profile, app->url, email, "", &token, why) &&
                    session_take(app, token, message);
    mem_wipe_free(token);
    return is_taken;
}

void session_look(struct app *app)
{
    struct error err;
    bool is_out = app->session == SESSION_EXPIRED || app->session == SESSION_NONE;
    error_clear(&err);
    if (is_out && *app->url && !app->quitting)
        session_take_saved(app, app->email, "Logged in with the token from another window", &err);
}

/* Called when the token is invalid and its source has no new token. why: the reason, or NULL. Also looks for
 * a token that another program has saved. */
static void session_expire(struct app *app, const char *why)
{
    session_replace(&session_state(app)->why, mem_copy_or_null(why));
    app->session = SESSION_EXPIRED;
    session_changed(app);
    session_look(app);
}

/* Called after a 401: reads the token from its source again. */
static void session_check(struct app *app)
{
    enum setting_source source = app->settings->sources[SETTING_TOKEN];
    const char *email = app->login ? app->login->email : "", *command = "";
    struct error err;
    error_clear(&err);
    session_state(app)->was_reloaded = true;
    if (source == SOURCE_FLAG || source == SOURCE_ENVIRONMENT) { /* these sources give no new token */
        session_expire(app, NULL);
    } else if (!config_command(app->settings, SETTING_TOKEN_COMMAND, app->url, &command, &err)) {
        session_expire(app, err.text);
    } else if (*command) {
        app->session = SESSION_CHECKING;
        session_changed(app);
        struct effect *effect = app_emit(app, EFFECT_TOKEN);
        effect->text = mem_copy(app->url);
        effect->text2 = mem_copy(email);
        effect->text3 = mem_copy(command);
        app_say_bad(app, "Token rejected; token_command is run for a new one");
    } else if (!session_take_saved(app, email, "Token reloaded from the credentials file", &err)) {
        session_expire(app, *err.text ? err.text : NULL);
    }
}

void session_take_token(struct app *app, const char *token, const char *why)
{
    if (app->session == SESSION_CHECKING && !session_take(app, token, "token_command gave a new token"))
        session_expire(app, why);
}

void session_hear(struct app *app, const struct call_result *result)
{
    struct session_state *state = session_state(app);
    const struct app_call *call = app_call_find(app, result->serial);
    if (call && result->ok)
        state->was_reloaded = false;
    if (!call || result->ok || result->error.kind != ERROR_NOT_LOGGED_IN || call->logs_in ||
        call->serial <= state->since)
        return;
    bool wanted = !call->background;
    state->wanted |= wanted;
    if (app->session == SESSION_EXPIRED && wanted)
        session_changed(app);
    if (app->session == SESSION_CHECKING || app->session == SESSION_EXPIRED)
        return;
    app_reads_stop(app);
    state->refused = mem_grow(state->refused, state->refused_count + 1, sizeof *state->refused);
    state->refused[state->refused_count++] = mem_copy(state->token ? state->token : "");
    if (state->was_reloaded)
        session_expire(app, NULL);
    else
        session_check(app);
}

/* --- logins --- */

static void session_save(struct app *app, const char *token)
{
    struct error err;
    error_clear(&err);
    app_kept(app,
             credentials_save(NULL, settings_text(app->settings, SETTING_PROFILE), app->url, app->api_path,
                              app->email, token, &err),
             "login", &err);
}

bool session_move(struct app *app, char *url, char *email, const char *token)
{
    bool is_other = strcmp(url, app->url) != 0 || (*app->email && strcmp(email, app->email) != 0);
    struct error err;
    error_clear(&err);
    if (is_other) {
        app_calls_leave(app);
        batch_stop(app, NULL); /* unsent rows belong to the old account */
    }
    session_replace(&app->url, url);
    session_replace(&app->email, email);
    session_set(app, token);
    session_save(app, token);
    session_state(app)->offline =
        (struct offline){.since = app->next_serial}; /* forgets the failures of the old server */
    app_kept(app, store_set_scope(app->store, app->url, app->api_path, app->email, &err),
             "which account this list belongs to", &err);
    return is_other;
}

/* Sets the account; takes ownership of `login`. */
static void session_take_account(struct app *app, struct login *login, int64_t read_ms)
{
    app->login_ms = read_ms;
    login_free(app->login);
    app->login = login;
}

void session_log_in(struct app *app, struct login *login)
{
    session_take_account(app, login, app->wall_ms);
    session_state(app)->typed = true;
    session_resume(app);
}

void session_try_path(struct app *app, const char *api_path)
{
    session_replace(&app->api_path, mem_copy(api_path));
    session_set(app, NULL);
}

void session_learn(struct app *app, struct login *login, int64_t read_ms)
{
    if (login->token && !session_state(app)->typed &&
        strcmp(login->token, settings_text(app->settings, SETTING_TOKEN)) != 0) { /* the token is new */
        session_set(app, login->token);
        if (app->settings->sources[SETTING_TOKEN] == SOURCE_CREDENTIALS)
            session_save(app, login->token);
    }
    if (!*app->email)
        session_replace(&app->email, mem_copy(login->email));
    session_take_account(app, login, read_ms);
}

const char *session_why(const struct app *app)
{
    return session_state(app)->why;
}

bool session_is_typed(const struct app *app)
{
    return session_state(app)->typed;
}

bool app_is_offline(const struct app *app)
{
    return session_state(app)->offline.failed >= FAILURES_LEAST;
}

bool offline_is_about(const struct error *error)
{
    return error->kind == ERROR_DNS || error->kind == ERROR_CONNECT || error->kind == ERROR_TIMEOUT ||
           error->kind == ERROR_NETWORK;
}

/* Writes a duration, rounded down: "42 s", "7 min", "3 h". */
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

/* Returns why the server cannot be reached: "cannot connect to 127.0.0.1:8321". Caller frees. */
static char *offline_why(const struct app *app)
{
    const struct error *why = &session_state(app)->offline.why;
    const char *words = why->kind == ERROR_DNS       ? "cannot resolve"
                        : why->kind == ERROR_CONNECT ? "cannot connect to"
                        : why->kind == ERROR_TIMEOUT ? "no response from"
                                                     : "no connection to";
    if (why->is_here)
        return mem_copy(why->text);
    return mem_printf("%s %s", words, app_host(app));
}

void app_offline_hear(struct app *app, const struct call_result *result)
{
    struct offline *offline = &session_state(app)->offline;
    const struct error *error = &result->error;
    char lasted[32];
    if (result->serial <= offline->since)
        return;
    if (result->ok || error->status > 0) { /* any answer shows that the server is reachable */
        if (app_is_offline(app)) {
            offline_duration(lasted, sizeof lasted, app->wall_ms - offline->since_ms);
            app_log_activity(app, ACTIVITY_NOTE, 0, "Reconnected after %s", lasted);
            app_say(app, "Reconnected after %s", lasted);
        }
        offline->failed = 0;
        offline->answered_ms = app->wall_ms;
    } else if (offline_is_about(error) && result->op == ENDPOINT_GET_PROJECT) {
        if (offline->failed++ == 0)
            offline->since_ms = app->wall_ms;
        offline->why = *error;
        if (offline->failed != FAILURES_LEAST)
            return;
        char *why = offline_why(app);
        app_log_activity(app, ACTIVITY_ERROR, 0, "Offline: %s", why);
        free(why);
    }
}

bool app_offline_text(const struct app *app, bool is_short, char *out, size_t size)
{
    char since[DATE_TEXT_SIZE], next[DATE_TEXT_SIZE];
    if (!app_is_offline(app))
        return false;
    int64_t deadline = refresh_next_deadline(app->refresh);
    date_format_short(since, sizeof since, session_state(app)->offline.since_ms, app->wall_ms, app->zone,
                      DATE_WEEK);
    if (deadline == REFRESH_NEVER) { /* no further read is planned */
        snprintf(out, size, "offline since %s", since);
        return true;
    }
    wait_format(next, sizeof next, deadline - app->now_ms);
    if (is_short)
        snprintf(out, size, "offline, retry in %s", next);
    else
        snprintf(out, size, "offline since %s, next try in %s", since, next);
    return true;
}

bool app_offline_sentence(const struct app *app, bool is_short, char *out, size_t size)
{
    const struct offline *offline = &session_state(app)->offline;
    char when[DATE_TEXT_SIZE];
    if (!app_is_offline(app))
        return false;
    char *why = offline_why(app);
    date_format_short(when, sizeof when, is_short ? offline->since_ms : offline->answered_ms, app->wall_ms,
                      app->zone, DATE_WEEK);
    if (is_short)
        snprintf(out, size, "Offline since %s", when);
    else if (offline->answered_ms)
        snprintf(out, size, "Offline: %s. The list is from %s.", why, when);
    else
        snprintf(out, size, "Offline: %s.", why);
    free(why);
    return true;
}

const struct part part_session = {.name = "session",
                                  .state_size = sizeof(struct session_state),
                                  .begin = session_begin,
                                  .end = session_end};
