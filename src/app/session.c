/* Owns the session: the start, what a 401 stops, the token's second chance, and going on after a login. */
#include "session.h"

#include <stdlib.h>

#include "private.h"
#include "topics/account.h"
#include "topics/login.h"
#include "steno/app/effect.h"
#include "steno/app/forms.h"
#include "steno/app/poll.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/mem.h"
#include "steno/core/refresh.h"
#include "steno/core/settings.h"
#include "steno/widget/form.h"

/* Tells the workers whom they speak for. */
void app_session_set(struct app *app, const char *token)
{
    app->private->session_serial = app->next_serial;
    struct effect *effect = app_emit(app, EFFECT_SESSION);
    effect->text = mem_copy(app->url);
    effect->text2 = mem_copy(app->api_path);
    effect->secret = mem_copy_or_null(token);
}

void app_session_start(struct app *app)
{
    const char *token = settings_text(app->settings, SETTING_TOKEN);
    const char *trouble = app->settings->token_trouble;
    if (*app->url && *token && !trouble) {
        app_session_set(app, token);
        app->session = SESSION_UP;
        app_account_read(app, true);
        return;
    }
    app->session = SESSION_NONE;
    if (*app->url)
        app_session_set(app, NULL); /* the password policy can be read without a token */
    app_login_open(app);
    struct app_form *form = app_form_top(app);
    if (trouble && form)
        app_form_message(app, form, true, "%s. Log in by password or token instead; nothing was lost",
                         trouble);
}

void app_session_works(struct app *app)
{
    app->private->token_tried = false;
}

/* Stops every read until there is a good token. */
static void session_stop(struct app *app)
{
    struct refresh_event event = {.kind = REFRESH_UNAUTHORIZED};
    refresh_event(app->refresh, &event, app->now_ms);
    app_dirty(app, DIRTY_HEADER | DIRTY_STATUS);
}

/* Would a login take the keys of somebody who is in the middle of something else? What was just sent from a
 * form waits for nothing else. */
static bool session_would_disturb(const struct app *app)
{
    if (app_form_is_covered(app))
        return true;
    const struct app_form *form = app_form_top(app);
    if (!form || form->ops->logs_in)
        return false;
    return !app->private->login_wanted || (!form_is_short(form->form) && form_is_typing(form->form));
}

/* Asks for a login on top of everything; nothing below is lost. */
static void session_ask(struct app *app)
{
    char source[256];
    const char *why = app->private->login_why;
    settings_describe_source(source, sizeof source, app->settings, SETTING_TOKEN);
    app->private->login_due = app->private->login_wanted = false;
    app_login_open(app);
    struct app_form *form = app_form_top(app);
    if (!form || !form->ops->logs_in)
        return;
    if (why)
        app_form_message(app, form, true,
                         "The server no longer accepts the token. %s. Log in; everything else is kept", why);
    else if (app->private->logged_in_here || !*settings_text(app->settings, SETTING_TOKEN))
        app_form_message(app, form, true,
                         "The server no longer accepts the token: log in; everything else is kept");
    else
        app_form_message(app, form, true,
                         "The server refuses the token of %s: log in; everything else is kept", source);
}

/* The token is no good; `why` its source gave no other, or NULL. */
static void session_expired(struct app *app, const char *why)
{
    free(app->private->login_why);
    app->private->login_why = mem_copy_or_null(why);
    app->session = SESSION_EXPIRED;
    app->private->login_due = true;
    if (session_would_disturb(app))
        app_say_bad(app, "The server no longer accepts the token: the login opens when you are done here");
}

void app_session_ask_when_due(struct app *app)
{
    if (app->private->login_due && !session_would_disturb(app))
        session_ask(app);
}

void app_session_lost(struct app *app, bool wanted)
{
    app->private->login_wanted |= wanted;
    if (app->session == SESSION_CHECKING)
        return;
    if (app->session == SESSION_EXPIRED) {
        app->private->login_due |= wanted;
        return;
    }
    session_stop(app);
    if (app->private->token_tried) {
        session_expired(app, NULL);
        return;
    }
    app->private->token_tried = true;
    app->session = SESSION_CHECKING;
    struct effect *effect = app_emit(app, EFFECT_TOKEN);
    effect->text = mem_copy(app->url);
    effect->text2 = mem_copy(app->login ? app->login->email : "");
    app_say_bad(app, "The server no longer accepts the token; its source is read again");
}

/* Goes on where the 401 stopped it. */
void app_session_go_on(struct app *app)
{
    app->session = SESSION_UP;
    app->private->login_due = app->private->login_wanted = false;
    struct refresh_event event = {.kind = REFRESH_LOGGED_IN};
    refresh_event(app->refresh, &event, app->now_ms);
    app_refresh_sync(app);
    app_dirty(app, DIRTY_HEADER | DIRTY_STATUS);
}

void app_session_token(struct app *app, const char *token, const char *why)
{
    if (app->session != SESSION_CHECKING)
        return;
    if (!token || !*token) {
        session_expired(app, why);
        return;
    }
    bool wanted = app->private->login_wanted;
    app_session_set(app, token);
    app_session_go_on(app);
    app_say(app, "The token's source was read again%s", wanted ? ": try once more" : "");
}
