/* Owns what stands before an action: whether it can run here and now. */
#include "steno/app/run.h"

#include "steno/app/columns.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/watchlist.h"
#include "steno/core/settings.h"

bool action_is_valid(const struct app *app, const struct action *action)
{
    if (!(action->where & app_where(app)))
        return false;
    if ((action->where & NEEDS_PROJECT) && !app_project_at_hand(app))
        return false;
    return !((action->where & IS_WRITE) && settings_bool(app->settings, SETTING_READ_ONLY));
}

void app_run(struct app *app, const struct action *action, const char *arg)
{
    app->run_count++;
    if ((action->where & IS_WRITE) && settings_bool(app->settings, SETTING_READ_ONLY))
        app_say_bad(app, "%s: not done, because read_only is set", action->name);
    else if ((action->where & NEEDS_PROJECT) && !app_project_at_hand(app))
        app_say_bad(app, "%s: there is no project under the cursor; %s opens by id", action->name,
                    app_key_of(app, "open"));
    else if (action->run)
        action->run(app, arg);
}
