/* Owns server and token of an engine: what the calls to come are made with, and where a token is read again.
 */
/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "api_workers.h"
#include "steno/api/connection.h"
#include "steno/base/log.h"
#include "steno/base/mem.h"
#include "steno/store/config.h"
#include "steno/store/credentials.h"
#include "store_worker.h"

void engine_set_session(struct engine *engine, const struct effect *effect)
{
    struct api_config config;
    settings_to_api(engine->settings, &config);
    config.base_url = effect->text;
    config.api_path = effect->text2;
    config.token = effect->secret;
    if (!effect->secret || strcmp(effect->secret, settings_text(engine->settings, SETTING_TOKEN)) != 0)
        config.token_variable = NULL;
    free(engine->url);
    engine->url = mem_copy(effect->text);
    if (effect->secret)
        log_hide_secret(effect->secret);
    api_workers_set_session(engine->workers, &config);
}

bool engine_login_has_changed(struct engine *engine)
{
    char *path = credentials_default_path();
    struct stat now = {0}, *seen = &engine->login_file;
    if (!path || stat(path, &now) != 0)
        now = (struct stat){0};
    bool is_other = now.st_ino != seen->st_ino || now.st_size != seen->st_size ||
                    now.st_ctim.tv_sec != seen->st_ctim.tv_sec ||
                    now.st_ctim.tv_nsec != seen->st_ctim.tv_nsec;
    *seen = now;
    free(path);
    return is_other;
}

/* Has a thread of the store read what a command prints, or the file of the logins where it is "". */
static void engine_submit_token(struct engine *engine, const char *url, const char *email,
                                const char *command)
{
    struct store_op *op = store_op_new(STORE_TOKEN_READ);
    op->name = mem_copy(settings_text(engine->settings, SETTING_PROFILE));
    op->text = mem_copy(command);
    op->text2 = mem_copy(url);
    op->text3 = mem_copy(email);
    store_worker_submit(engine->store, op); /* not waited for: a command may take its time */
}

/* Reads the token's source again after a 401; the answer comes from the store's thread. */
static void engine_read_token(struct engine *engine, const char *url, const char *email)
{
    const struct settings *settings = engine->settings;
    enum setting_source source = settings->sources[SETTING_TOKEN];
    const char *command;
    struct error err;
    error_clear(&err);
    bool fixed = source == SOURCE_FLAG || source == SOURCE_ENVIRONMENT; /* cannot have changed */
    if (fixed || !config_token_command(settings, url, &command, &err)) {
        struct event event = {.kind = EVENT_TOKEN, .value = fixed ? NULL : err.text};
        engine_event(engine, &event);
        return;
    }
    engine_submit_token(engine, url, email, command);
}

void engine_find_token(struct engine *engine, const struct effect *effect)
{
    if (effect->code == 0)
        engine_read_token(engine, effect->text, effect->text2);
    else if (engine_login_has_changed(engine) || effect->code == 2)
        engine_submit_token(engine, effect->text, effect->text2, "");
}
