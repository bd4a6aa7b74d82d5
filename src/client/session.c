/* Owns the session: the start, what a 401 stops, the token's second chance, going on after a login, and what
 * the account tells of it. It must not know forms. */
/* SPDX-License-Identifier: MIT */
#include "session.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "client_state.h"
#include "offline.h"
#include "open_writes.h"
#include "reads.h"
#include "saves.h"
#include "store_calls.h"
#include "steno/api/record.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "steno/core/effect.h"
#include "steno/core/settings.h"
#include "steno/core/store_op.h"

/* What only the session knows of its token. */
struct session_token {
    char *sent;     /* the one of the calls to come, or NULL; wiped */
    uint64_t since; /* calls up to this serial were sent with an older one */
    bool tried;     /* its source was read again since the last good answer */
    bool wanted;    /* what the operator sent was refused for it */
    bool typed;     /* it came from a login in this session */
    char *why;      /* its source gave no other */
    char **refused; /* those that the server has refused; wiped */
    size_t refused_count;
};

void session_begin(struct client *client)
{
    client->token = mem_zero(1, sizeof *client->token);
    client->url = mem_copy(settings_text(client->settings, SETTING_URL));
    client->api_path = mem_copy(settings_text(client->settings, SETTING_API_PATH));
    client->email = mem_copy(settings_text(client->settings, SETTING_EMAIL));
}

void session_end(struct client *client)
{
    mem_wipe_free(client->token->sent);
    free(client->token->why);
    for (size_t i = 0; i < client->token->refused_count; i++)
        mem_wipe_free(client->token->refused[i]);
    free(client->token->refused);
    free(client->token);
    login_free(client->login);
    free(client->url);
    free(client->api_path);
    free(client->email);
}

/* Tells the workers whom they speak for; NULL: for nobody. */
static void session_set(struct client *client, const char *token)
{
    char *copy = mem_copy_or_null(token);
    mem_wipe_free(client->token->sent);
    client->token->sent = copy;
    client->token->since = client->next_serial;
    struct effect *effect = client_emit(client, EFFECT_SESSION);
    effect->text = mem_copy(client->url);
    effect->text2 = mem_copy(client->api_path);
    effect->secret = mem_copy_or_null(token);
}

void session_start(struct client *client)
{
    const char *token = settings_text(client->settings, SETTING_TOKEN);
    if (*client->url && *token && !client->settings->token_trouble) {
        session_set(client, token);
        client->session = SESSION_UP;
    } else if (*client->url) {
        session_set(client, NULL); /* the password policy can be read without a token */
    }
    client_changed(client, CHANGED_SESSION);
    if (client->session == SESSION_UP)
        open_writes_look_now(client);
}

/* Has the saved logins read; `code` as that of the effect. */
static void session_read_saved(struct client *client, int code)
{
    bool is_out = client->session == SESSION_EXPIRED || client->session == SESSION_NONE;
    if (!is_out || !*client->url || client->quitting || client->keeps_token)
        return;
    struct effect *effect = client_emit(client, EFFECT_TOKEN);
    effect->text = mem_copy(client->url);
    effect->text2 = mem_copy(client->email);
    effect->code = code;
}

void session_look(struct client *client)
{
    session_read_saved(client, 1);
}

/* The token is no good; `why` its source gave no other, or NULL. A login that was saved, or read, while it
 * still was good was of no use then. */
static void session_expire(struct client *client, const char *why)
{
    free(client->token->why);
    client->token->why = mem_copy_or_null(why);
    client->session = SESSION_EXPIRED;
    client_changed(client, CHANGED_SESSION);
    session_read_saved(client, 2);
}

/* The token gets its second chance. */
static void session_check(struct client *client)
{
    client->token->tried = true;
    client->session = SESSION_CHECKING;
    client_changed(client, CHANGED_SESSION);
    struct effect *effect = client_emit(client, EFFECT_TOKEN);
    effect->text = mem_copy(client->url);
    effect->text2 = mem_copy(client->login ? client->login->email : "");
    client_say(client, SAY_LINE | SAY_BAD, 0, "Token rejected; reloading it from its source");
}

/* A token that was refused is not tried again, wherever it comes from. */
static void session_refuse(struct session_token *token)
{
    token->refused = mem_grow(token->refused, token->refused_count + 1, sizeof *token->refused);
    token->refused[token->refused_count++] = mem_copy(token->sent ? token->sent : "");
}

static bool session_is_refused(const struct session_token *token, const char *text)
{
    for (size_t i = 0; i < token->refused_count; i++) {
        if (strcmp(token->refused[i], text) == 0)
            return true;
    }
    return false;
}

/* A call was answered with 401; `wanted`: the operator waits for it, it is not the timer's. */
static void session_refused(struct client *client, bool wanted)
{
    client->token->wanted |= wanted;
    if (client->session == SESSION_EXPIRED && wanted)
        client_changed(client, CHANGED_SESSION);
    if (client->session == SESSION_CHECKING || client->session == SESSION_EXPIRED)
        return;
    reads_stop(client);
    session_refuse(client->token);
    if (client->token->tried || client->keeps_token)
        session_expire(client, NULL);
    else
        session_check(client);
}

void session_hear(struct client *client, const struct call_result *result)
{
    const struct client_call *call = client_call_find(client, result->serial);
    if (call && result->ok)
        client->token->tried = false;
    else if (call && result->error.kind == ERROR_NOT_LOGGED_IN && !call->logs_in &&
             call->serial > client->token->since)
        session_refused(client, !call->background);
}

/* There is a good token. */
static void session_go_on(struct client *client)
{
    client->session = SESSION_UP;
    client->token->wanted = false;
    reads_go_on(client);
    client_changed(client, CHANGED_SESSION);
    open_writes_look_now(client);
}

void session_take_token(struct client *client, const char *token, const char *why)
{
    bool is_new = token && *token && !session_is_refused(client->token, token);
    bool is_checking = client->session == SESSION_CHECKING, wanted = client->token->wanted;
    if (client->session == SESSION_UP)
        return;
    if (!is_new && is_checking)
        session_expire(client, why);
    if (!is_new)
        return;
    session_set(client, token);
    session_go_on(client);
    client_say(client, SAY_LINE, 0, "%s%s",
               is_checking ? "Token reloaded from its source" : "Logged in from another window",
               wanted ? ": try again" : "");
}

/* Keeps address, email and token in the credentials file. */
static void session_save(struct client *client, const char *token)
{
    struct store_op *op = saves_keep(client, STORE_CREDENTIALS_SAVE, 0, mem_copy("login"), NULL)->op;
    op->name = mem_copy(settings_text(client->settings, SETTING_PROFILE));
    op->text = mem_copy(client->url);
    op->text2 = mem_copy(client->api_path);
    op->text3 = mem_copy(client->email);
    op->secret = mem_copy(token);
}

/* The store's rows are those of this server and account from now on. */
static void session_set_scope(struct client *client)
{
    struct store_op *op = client_store(client, STORE_SCOPE, 0);
    op->text = mem_copy(client->url);
    op->text2 = mem_copy(client->api_path);
    op->text3 = mem_copy(client->email);
}

bool session_move(struct client *client, char *url, char *email, const char *token)
{
    bool is_other = strcmp(url, client->url) != 0 || (*client->email && strcmp(email, client->email) != 0);
    if (is_other)
        client_calls_leave_account(client);
    free(client->url);
    client->url = url;
    free(client->email);
    client->email = email;
    session_set(client, token);
    session_save(client, token);
    offline_forget(client);
    session_set_scope(client);
    return is_other;
}

/* Whose account it is; taken. */
static void session_take_account(struct client *client, struct login *login, int64_t read_ms)
{
    client->login_ms = read_ms;
    login_free(client->login);
    client->login = login;
    client_changed(client, CHANGED_ACCOUNT);
}

void session_log_in(struct client *client, struct login *login)
{
    session_take_account(client, login, client->wall_ms);
    client->token->typed = true;
    session_go_on(client);
}

void session_try_path(struct client *client, const char *api_path)
{
    char *path = mem_copy(api_path);
    free(client->api_path);
    client->api_path = path;
    session_set(client, NULL);
}

/* The server gave a newer token than the one of the settings. */
static void session_renew(struct client *client, const char *token)
{
    session_set(client, token);
    reads_go_on(client);
    if (client->settings->sources[SETTING_TOKEN] == SOURCE_CREDENTIALS)
        session_save(client, token);
}

void session_learn(struct client *client, struct login *login, int64_t read_ms)
{
    if (login->token && !client->token->typed &&
        strcmp(login->token, settings_text(client->settings, SETTING_TOKEN)) != 0)
        session_renew(client, login->token);
    if (!*client->email) {
        free(client->email);
        client->email = mem_copy(login->email);
    }
    session_take_account(client, login, read_ms);
}

bool session_is_wanted(const struct client *client)
{
    return client->token->wanted;
}

const char *session_why(const struct client *client)
{
    return client->token->why;
}

bool session_is_typed(const struct client *client)
{
    return client->token->typed;
}
