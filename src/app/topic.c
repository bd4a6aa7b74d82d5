/* Owns the table of topics at run time: their states, and telling each of them a fact. It must not know any
 * topic. */
#include "steno/app/topic.h"

#include <stdint.h>
#include <stdlib.h>

#include "steno/app/state.h"
#include "steno/base/mem.h"

void topic_begin_all(struct app *app, const struct topic *const *topics, size_t count)
{
    app->topics = topics;
    app->topic_count = count;
    app->topic_states = mem_zero(count + 1, sizeof *app->topic_states);
    for (size_t i = 0; i < count; i++) {
        if (topics[i]->state_size > 0)
            app->topic_states[i] = mem_zero(1, topics[i]->state_size);
    }
}

void topic_end_all(struct app *app)
{
    for (size_t i = 0; i < app->topic_count; i++) {
        if (app->topic_states[i] && app->topics[i]->end)
            app->topics[i]->end(app->topic_states[i]);
        free(app->topic_states[i]);
    }
    free(app->topic_states);
}

void *topic_state(const struct app *app, const struct topic *topic)
{
    size_t at = 0;
    while (app->topics[at] != topic)
        at++;
    return app->topic_states[at];
}

void topic_tell_session_up(struct app *app)
{
    for (size_t i = 0; i < app->topic_count; i++) {
        if (app->topics[i]->session_up)
            app->topics[i]->session_up(app);
    }
}

void topic_tell_session_lost(struct app *app, bool wanted)
{
    for (size_t i = 0; i < app->topic_count; i++) {
        if (app->topics[i]->session_lost)
            app->topics[i]->session_lost(app, wanted);
    }
}

void topic_tell_server_changed(struct app *app)
{
    for (size_t i = 0; i < app->topic_count; i++) {
        if (app->topics[i]->server_changed)
            app->topics[i]->server_changed(app);
    }
}

void topic_tell_account_changed(struct app *app)
{
    for (size_t i = 0; i < app->topic_count; i++) {
        if (app->topics[i]->account_changed)
            app->topics[i]->account_changed(app);
    }
}

void topic_tell_project_changed(struct app *app, int64_t id)
{
    for (size_t i = 0; i < app->topic_count; i++) {
        if (app->topics[i]->project_changed)
            app->topics[i]->project_changed(app, id);
    }
}

bool topic_take_paste(struct app *app, const char *text)
{
    for (size_t i = 0; i < app->topic_count; i++) {
        if (app->topics[i]->paste && app->topics[i]->paste(app, text))
            return true;
    }
    return false;
}

void topic_tell_turn_end(struct app *app)
{
    for (size_t i = 0; i < app->topic_count; i++) {
        if (app->topics[i]->turn_end)
            app->topics[i]->turn_end(app);
    }
}
