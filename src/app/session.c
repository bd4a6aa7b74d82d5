/* Owns the session: the start, what a 401 stops, the token's second chance, going on after a login, and what
 * the account tells of it. It must not know forms. */
#include "session.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/record.h"
#include "steno/client/calls.h"
#include "steno/core/effect.h"
#include "steno/client/saves.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "steno/app/status.h"
#include "steno/app/part.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "steno/core/refresh.h"
#include "steno/core/settings.h"
#include "steno/core/store_op.h"

/* What only the session knows of itself. */
struct app_identity {
    uint64_t since; /* calls up to this serial were sent with an older token */
    bool tried;     /* the token's source was read again since the last good answer */
    bool wanted;    /* what the operator sent was refused for the token */
    bool typed;     /* the token came from a login in this session */
    char *why;      /* the token's source gave no other */
};

static struct app_identity *session_state(const struct app *app)
{
    return part_state(app, &part_session);
}

static void app_session_begin(struct app *app)
{
    app->client->url = mem_copy(settings_text(app->settings, SETTING_URL));
    app->client->api_path = mem_copy(settings_text(app->settings, SETTING_API_PATH));
    app->email = mem_copy(settings_text(app->settings, SETTING_EMAIL));
}

static void app_session_end(struct app *app)
{
    free(session_state(app)->why);
    login_free(app->login);
    free(app->client->url);
    free(app->client->api_path);
    free(app->email);
}

void app_session_set(struct app *app, const char *token)
{
    session_state(app)->since = app->client->next_serial;
    struct effect *effect = app_emit(app, EFFECT_SESSION);
    effect->text = mem_copy(app->client->url);
    effect->text2 = mem_copy(app->client->api_path);
    effect->secret = mem_copy_or_null(token);
}

void app_session_start(struct app *app)
{
    const char *token = settings_text(app->settings, SETTING_TOKEN);
    if (*app->client->url && *token && !app->settings->token_trouble) {
        app_session_set(app, token);
        app->session = SESSION_UP;
        part_tell_session_up(app);
        return;
    }
    app->session = SESSION_NONE;
    if (*app->client->url)
        app_session_set(app, NULL); /* the password policy can be read without a token */
    part_tell_session_lost(app, false);
}

/* Stops every read until there is a good token. */
static void session_stop(struct app *app)
{
    struct refresh_event event = {.kind = REFRESH_UNAUTHORIZED};
    refresh_event(app->client->refresh, &event, app->now_ms);
    app_dirty(app, DIRTY_HEADER | DIRTY_STATUS);
}

/* The token is no good; `why` its source gave no other, or NULL. */
static void session_expired(struct app *app, const char *why)
{
    free(session_state(app)->why);
    session_state(app)->why = mem_copy_or_null(why);
    app->session = SESSION_EXPIRED;
    app_dirty(app, DIRTY_HEADER | DIRTY_STATUS);
    part_tell_session_lost(app, session_state(app)->wanted);
}

/* A call was answered with 401; `wanted`: the operator waits for it, it is not the timer's. */
static void session_refused(struct app *app, bool wanted)
{
    session_state(app)->wanted |= wanted;
    if (app->session == SESSION_CHECKING)
        return;
    if (app->session == SESSION_EXPIRED) {
        if (wanted)
            part_tell_session_lost(app, true);
        return;
    }
    session_stop(app);
    if (session_state(app)->tried) {
        session_expired(app, NULL);
        return;
    }
    session_state(app)->tried = true;
    app->session = SESSION_CHECKING;
    struct effect *effect = app_emit(app, EFFECT_TOKEN);
    effect->text = mem_copy(app->client->url);
    effect->text2 = mem_copy(app->login ? app->login->email : "");
    app_say_bad(app, "Token rejected; reloading it from its source");
}

void app_session_hear(struct app *app, const struct call_result *result)
{
    const struct client_call *call = client_call_find(app->client, result->serial);
    if (call && result->ok)
        session_state(app)->tried = false;
    else if (call && result->error.kind == ERROR_NOT_LOGGED_IN && !call->logs_in &&
             call->serial > session_state(app)->since)
        session_refused(app, !call->background);
}

void app_session_go_on(struct app *app, bool typed)
{
    app->session = SESSION_UP;
    session_state(app)->wanted = false;
    session_state(app)->typed |= typed;
    struct refresh_event event = {.kind = REFRESH_LOGGED_IN};
    refresh_event(app->client->refresh, &event, app->now_ms);
    app_stale(app, STALE_SHOWN);
    app_dirty(app, DIRTY_HEADER | DIRTY_STATUS);
    part_tell_session_up(app);
}

void app_session_token(struct app *app, const char *token, const char *why)
{
    if (app->session != SESSION_CHECKING)
        return;
    if (!token || !*token) {
        session_expired(app, why);
        return;
    }
    bool wanted = session_state(app)->wanted;
    app_session_set(app, token);
    app_session_go_on(app, false);
    app_say(app, "Token reloaded from its source%s", wanted ? ": try again" : "");
}

void app_session_save(struct app *app, const char *token)
{
    struct store_op *op = saves_keep(app->client, STORE_CREDENTIALS_SAVE, 0, mem_copy("login"), NULL)->op;
    op->name = mem_copy(settings_text(app->settings, SETTING_PROFILE));
    op->text = mem_copy(app->client->url);
    op->text2 = mem_copy(app->client->api_path);
    op->text3 = mem_copy(app->email);
    op->secret = mem_copy(token);
}

void app_session_account(struct app *app, struct login *login)
{
    login_free(app->login);
    app->login = login;
    app_dirty(app, DIRTY_HEADER);
    part_tell_account_changed(app);
}

void app_session_learn(struct app *app, const struct login *login)
{
    if (login->token && !session_state(app)->typed &&
        strcmp(login->token, settings_text(app->settings, SETTING_TOKEN)) != 0) {
        struct refresh_event event = {.kind = REFRESH_LOGGED_IN};
        app_session_set(app, login->token);
        refresh_event(app->client->refresh, &event,
                      app->now_ms); /* reads under way may be refused for the old one */
        if (app->settings->sources[SETTING_TOKEN] == SOURCE_CREDENTIALS)
            app_session_save(app, login->token);
    }
    if (*app->email)
        return;
    free(app->email);
    app->email = mem_copy(login->email);
}

const char *app_session_why(const struct app *app)
{
    return session_state(app)->why;
}

bool app_session_is_typed(const struct app *app)
{
    return session_state(app)->typed;
}

const struct part part_session = {.name = "session",
                                  .state_size = sizeof(struct app_identity),
                                  .begin = app_session_begin,
                                  .end = app_session_end};
