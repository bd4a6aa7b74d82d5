/* Owns what every part of the application uses of its state: what is to be drawn again, effects, how times
 * and keys are named in sentences. */
#include "state.h"

#include <stdint.h>
#include <string.h>

#include "steno/core/effect.h"
#include "keymap.h"
#include "steno/base/when.h"
#include "steno/client/client_state.h"

#define HALF_A_DAY_MS INT64_C(43200000)

const struct overlay_ops *app_top(const struct app *app)
{
    return overlay_top(&app->overlays)->ops;
}

void app_dirty(struct app *app, unsigned bits)
{
    if (app->client->out)
        app->client->out->dirty |= bits;
}

struct effect *app_emit(struct app *app, enum effect_kind kind)
{
    return effects_add(app->client->out, kind);
}

void app_time_text(const struct app *app, char *out, size_t size, int64_t wall_ms)
{
    int64_t apart =
        app->client->wall_ms > wall_ms ? app->client->wall_ms - wall_ms : wall_ms - app->client->wall_ms;
    if (apart < HALF_A_DAY_MS)
        date_format_minute(out, size, wall_ms, app->client->zone);
    else
        date_format(out, size, &(struct date){.ms = wall_ms, .has_zone = true}, app->client->zone);
}

/* What plain mode takes for an action in place of a key: its name, without the part that says where. */
static const char *state_word_of(const char *action)
{
    static const char *const words[][2] = {{"back", ".."},
                                           {"form-leave", ".."},
                                           {"form-unset", "-"},
                                           {"interrupt", "^C"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i][0], action) == 0)
            return words[i][1];
    return strncmp(action, "form-", 5) == 0 ? action + 5 : action;
}

const char *app_key_of(const struct app *app, const char *action)
{
    return app->linear ? state_word_of(action) : keymap_key_of(app->keymap, action);
}

void app_stale(struct app *app, unsigned bits)
{
    app->stale |= bits;
    app->woke |= bits;
}

void app_stale_project(struct app *app, int64_t id)
{
    if (id == app->current)
        app_stale(app, STALE_PROJECT);
}
