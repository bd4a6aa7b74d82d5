/* Owns what the application makes of what its client tells. */
#include "app_client.h"

#include "steno/app/state.h"
#include "steno/app/status.h"

/* A sentence for the message line, the activities, or both. */
static void app_client_say(void *self, unsigned how, int64_t id, const char *text)
{
    struct app *app = self;
    if (how & SAY_LOG)
        app_log_activity(app, how & SAY_BAD ? ACTIVITY_ERROR : ACTIVITY_NOTE, id, "%s", text);
    if (how & SAY_COUNT)
        app_count_failure(app);
    if (how & SAY_LINE)
        (how & SAY_BAD ? app_say_bad : app_say)(app, "%s", text);
}

const struct client_user app_client_user = {.say = app_client_say};
