/* Owns the table of topics: what they have of panes and actions, their states, and telling each of them a
 * fact. It must not know any topic. */
#include "steno/app/topic.h"

#include <stdint.h>
#include <stdlib.h>

#include "steno/api/record.h"
#include "steno/app/action.h"
#include "steno/app/pane.h"
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

int topic_panes(const struct topic *const *topics, size_t count, const struct pane_ops **panes)
{
    int used = PANE_LIST + 1;
    for (size_t i = 0; i < count; i++) {
        const struct pane_ops *ops = topics[i]->pane;
        if (ops && ops->build && used == PANES_MAX)
            mem_die("more panes than PANES_MAX");
        if (ops)
            panes[ops->build ? used++ : PANE_LIST] = ops;
    }
    return used;
}

/* The bits of the panes that `where` means by what they are. */
static unsigned topic_where(const struct topic *topic, unsigned where, const struct pane_ops *const *panes,
                            int pane_count)
{
    for (int pane = 0; pane < pane_count; pane++) {
        const struct pane_ops *ops = panes[pane];
        if (((where & IN_OWN) && ops == topic->pane) || ((where & IN_GROUPED) && ops->grouped) ||
            ((where & IN_ADDING) && ops->add) || ((where & IN_ERASING) && ops->erase))
            where |= 1u << pane;
    }
    return where & ~(IN_GROUPED | IN_ADDING | IN_ERASING);
}

/* Copies the topic's actions that are of a group; returns how many. */
static size_t topic_actions_of(const struct topic *topic, enum action_group group, struct action *out)
{
    size_t count = 0;
    for (size_t i = 0; i < topic->action_count; i++) {
        if (topic->actions[i].group == group)
            out[count++] = topic->actions[i];
    }
    return count;
}

struct action *topic_actions(const struct topic *const *topics, size_t count, size_t *action_count)
{
    const struct pane_ops *panes[PANES_MAX];
    int pane_count = topic_panes(topics, count, panes);
    size_t total = 0, used = 0;
    for (size_t i = 0; i < count; i++)
        total += topics[i]->action_count;
    struct action *rows = mem_zero(total + 1, sizeof *rows);
    for (size_t at = 0; at < GROUP_COUNT * count; at++) {
        const struct topic *topic = topics[at % count];
        size_t end = used + topic_actions_of(topic, (enum action_group)(at / count), rows + used);
        for (; used < end; used++)
            rows[used].where = topic_where(topic, rows[used].where, panes, pane_count);
    }
    *action_count = used;
    return rows;
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

void topic_tell_store_lost(struct app *app)
{
    for (size_t i = 0; i < app->topic_count; i++) {
        if (app->topics[i]->store_lost)
            app->topics[i]->store_lost(app);
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

void topic_tell_project_read(struct app *app, const struct project *now, const struct app_call *call)
{
    for (size_t i = 0; i < app->topic_count; i++) {
        if (app->topics[i]->project_read)
            app->topics[i]->project_read(app, now, call);
    }
}

void topic_tell_project_first_read(struct app *app, const struct app_project *before,
                                   const struct project *now)
{
    for (size_t i = 0; i < app->topic_count; i++) {
        if (app->topics[i]->project_first_read)
            app->topics[i]->project_first_read(app, before, now);
    }
}

void topic_tell_write_told(struct app *app, const struct pending *pending, const struct project *now,
                           bool done)
{
    for (size_t i = 0; i < app->topic_count; i++) {
        if (app->topics[i]->write_told)
            app->topics[i]->write_told(app, pending, now, done);
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
