/* Owns the interactive program without a terminal: the engine as the screen runs it, keys as events, and
 * what it says. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "e2e/control.h"
#include "e2e/parity_run.h"
#include "steno/app/app.h"
#include "batch.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/store/config.h"
#include "steno/store/store.h"
#include "steno/work/engine.h"
#include "support/asserts.h"

#define LIMIT_MS 20000
#define REST_MS  200 /* what is due sooner is waited for */
#define PAUSE_MS 5

struct screen {
    struct app *app;
    struct engine engine;
    struct buffer said;
    uint64_t said_count;
};

/* Keeps what stands in the form, when it is a failure. */
static void screen_form_said(struct screen *screen, const struct app_form *form)
{
    if (form && form->message_is_bad && !strstr(buffer_text(&screen->said), form->message))
        buffer_printf(&screen->said, "%s\n", form->message);
}

/* A turn, whose last sentence is kept. */
static void screen_handle(void *self, const struct event *event, int64_t now_ms, struct effects *effects)
{
    struct screen *screen = self;
    const struct app *app = screen->app;
    app_handle(screen->app, event, now_ms, effects);
    if (app->said_count != screen->said_count)
        buffer_printf(&screen->said, "%s\n", app->status);
    screen->said_count = app->said_count;
    screen_form_said(screen, app_form_top(app));
}

static void screen_send(void *context, const char *bytes)
{
    (void)context, (void)bytes;
}

/* Has everything that was asked for come to its end? */
static bool screen_rests(const struct screen *screen)
{
    const struct engine *engine = &screen->engine;
    const struct app *app = screen->app;
    return app->call_count == 0 && !app->batch->active && engine->deadline_ms > clock_mono_ms() + REST_MS;
}

/* Takes answers and deadlines until there is nothing more to come. */
static void screen_settle(struct screen *screen)
{
    int64_t until = clock_mono_ms() + LIMIT_MS;
    struct engine *engine = &screen->engine;
    unsigned found = ENGINE_MAIL;
    while (found || !screen_rests(screen)) {
        int64_t due = screen_rests(screen) ? clock_mono_ms() : engine->deadline_ms;
        cr_assert_lt(clock_mono_ms(), until, "the application never came to rest:\n%s",
                     buffer_text(&screen->said));
        found = engine_wait(-1, engine_fd(engine), -1, due < until ? due : until) & ENGINE_MAIL;
        engine_mail(engine);
        engine_tick(engine);
    }
}

static void screen_key(struct screen *screen, struct key key)
{
    struct app_input input = {.kind = INPUT_KEY, .key = key, .seen = screen->app->overlays.generation};
    engine_input(&screen->engine, &input);
}

/* ^C once the write has reached the server. */
static void screen_interrupt(struct screen *screen, const struct parity *parity)
{
    int64_t until = clock_mono_ms() + LIMIT_MS;
    while (control_requests(&parity->bench.sandbox, parity->cancelled) < 1) {
        cr_assert_lt(clock_mono_ms(), until, "nothing was sent:\n%s", buffer_text(&screen->said));
        engine_wait(-1, engine_fd(&screen->engine), -1, clock_mono_ms() + PAUSE_MS);
        engine_mail(&screen->engine);
        engine_tick(&screen->engine);
    }
    screen_key(screen, key_ctrl('c'));
    screen_settle(screen);
}

/* One step: keys by name, or a text. */
static void screen_step(struct screen *screen, const char *step)
{
    struct key keys[32];
    struct error err;
    size_t count = 0;
    if (*step != '=')
        cr_assert(key_parse_list(step, keys, 32, &count, &err), "%s", err.text);
    for (const char *typed = step + 1; *step == '=' && *typed; typed++)
        screen_key(screen, key_char((unsigned char)*typed));
    for (size_t i = 0; i < count; i++)
        screen_key(screen, keys[i]);
}

/* The steps, each when all that the one before asked for has come; the last one may be interrupted. */
static void screen_steps(struct screen *screen, const struct parity *parity, const char *keys)
{
    char *steps = mem_copy(keys), *rest = steps;
    for (char *step; (step = strsep(&rest, "\n"));) {
        screen_step(screen, step);
        if (!rest && parity->cancelled)
            screen_interrupt(screen, parity);
        else
            screen_settle(screen);
    }
    free(steps);
}

/* This process gets the environment and the folder that programs of the home have. */
static void screen_enter_home(const struct home *home)
{
    for (size_t i = 0; home->env[i]; i++)
        putenv(home->env[i]);
    cr_assert_eq(chdir(home->dir), 0);
}

char *parity_screen(const struct parity *parity, const struct parity_way *way)
{
    struct screen screen;
    struct settings settings;
    struct id_list ids = {0};
    struct error err;
    struct config_sources sources = {0};
    struct terminal_ops terminal = {.context = &screen, .send = screen_send};
    buffer_init(&screen.said, BUFFER_MAX_DEFAULT);
    screen_enter_home(parity->bench.home);
    settings_init(&settings);
    cr_assert(config_load(&settings, &sources, NULL, &err), "%s", err.text);
    cr_assert(!*way->ids || id_list_parse(&ids, way->ids, &err), "%s", err.text);
    struct store *store =
        store_open(&(struct store_config){.url = settings_text(&settings, SETTING_URL),
                                          .api_path = settings_text(&settings, SETTING_API_PATH),
                                          .email = settings_text(&settings, SETTING_EMAIL)},
                   &err);
    cr_assert_not_null(store, "%s", err.text);
    screen.app = app_new(&settings, store, &err);
    struct engine_user user = {.self = &screen, .handle = screen_handle};
    struct app_input start = {
        .kind = INPUT_START, .cols = 100, .rows = 30, .ids = ids.ids, .id_count = ids.count};
    cr_assert(screen.app && engine_init(&screen.engine, &settings, &user, &terminal, &err), "%s", err.text);
    engine_input(&screen.engine, &start);
    engine_start(&screen.engine);
    screen_settle(&screen);
    screen_steps(&screen, parity, way->keys);
    int64_t end_ms = clock_mono_ms() + LIMIT_MS;
    while (screen.engine.hook_count > 0 && clock_mono_ms() < end_ms) {
        engine_wait(-1, engine_fd(&screen.engine), -1, end_ms);
        engine_mail(&screen.engine);
    }
    cr_assert_eq(screen.engine.hook_count, 0, "the hook does not end");
    engine_stop(&screen.engine);
    app_free(screen.app);
    store_close(store);
    settings_free(&settings);
    id_list_free(&ids);
    return buffer_take(&screen.said);
}
