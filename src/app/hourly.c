/* Owns what is said once an hour. */
#include <stdint.h>

#include "steno/app/part.h"
#include "steno/app/state.h"
#include "steno/app/status.h"

#define HOUR_MS 3600000

struct app_hourly {
    int64_t next_ms;
};

static void hourly_turn(struct app *app)
{
    struct app_hourly *hourly = part_state(app, &part_hourly);
    if (hourly->next_ms > app->now_ms)
        return;
    if (hourly->next_ms)
        app_say(app, "Another hour");
    hourly->next_ms = app->now_ms + HOUR_MS;
}

static int64_t hourly_deadline(const struct app *app)
{
    return ((const struct app_hourly *)part_state(app, &part_hourly))->next_ms;
}

const struct part part_hourly = {.name = "hourly",
                                 .state_size = sizeof(struct app_hourly),
                                 .wakes = STALE_LIST,
                                 .turn = hourly_turn,
                                 .deadline = hourly_deadline};
