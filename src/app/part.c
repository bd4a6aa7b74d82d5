/* Owns the walks over the table of parts: what they have of panes and actions, their states, and telling each
 * of them a fact. It must not know any part. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <stdint.h>
#include <stdlib.h>

#include "steno/api/record.h"
#include "steno/app/action.h"
#include "steno/app/pane.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"

/* Where it is in the table. */
static size_t part_place(const struct app *app, const struct part *part)
{
    size_t at = 0;
    while (app->parts[at] != part)
        at++;
    return at;
}

void part_begin_all(struct app *app, const struct part *const *parts, size_t count)
{
    app->parts = parts;
    app->part_count = count;
    app->part_states = mem_zero(count + 1, sizeof *app->part_states);
    for (size_t i = 0; i < count; i++) {
        if (parts[i]->state_size > 0)
            app->part_states[i] = mem_zero(1, parts[i]->state_size);
    }
    for (size_t i = 0; i < count; i++) {
        if (parts[i]->begin)
            parts[i]->begin(app);
    }
}

void part_end_all(struct app *app)
{
    for (size_t i = app->part_count; i-- > 0;) {
        if (app->parts[i]->end)
            app->parts[i]->end(app);
    }
    for (size_t i = 0; i < app->part_count; i++)
        free(app->part_states[i]);
    free(app->part_states);
}

int part_panes(const struct part *const *parts, size_t count, const struct pane_ops **panes)
{
    int used = PANE_LIST + 1;
    for (size_t i = 0; i < count; i++) {
        const struct pane_ops *ops = parts[i]->pane;
        if (ops && ops->build && used == PANES_MAX)
            mem_die("more panes than PANES_MAX");
        if (ops)
            panes[ops->build ? used++ : PANE_LIST] = ops;
    }
    return used;
}

/* The bits of the panes that `where` means by what they are. */
static unsigned part_where(const struct part *part, unsigned where, const struct pane_ops *const *panes,
                           int pane_count)
{
    for (int pane = 0; pane < pane_count; pane++) {
        const struct pane_ops *ops = panes[pane];
        if (((where & IN_OWN) && ops == part->pane) || ((where & IN_GROUPED) && ops->grouped) ||
            ((where & IN_ADDING) && ops->add) || ((where & IN_ERASING) && ops->erase))
            where |= 1u << pane;
    }
    return where & ~(IN_GROUPED | IN_ADDING | IN_ERASING);
}

/* Copies the part's actions that are of a group; returns how many. */
static size_t part_actions_of(const struct part *part, enum action_group group, struct action *out)
{
    size_t count = 0;
    for (size_t i = 0; i < part->action_count; i++) {
        if (part->actions[i].group == group)
            out[count++] = part->actions[i];
    }
    return count;
}

struct action *part_actions(const struct part *const *parts, size_t count, size_t *action_count)
{
    const struct pane_ops *panes[PANES_MAX];
    int pane_count = part_panes(parts, count, panes);
    size_t total = 0, used = 0;
    for (size_t i = 0; i < count; i++)
        total += parts[i]->action_count;
    struct action *rows = mem_zero(total + 1, sizeof *rows);
    for (size_t at = 0; at < GROUP_COUNT * count; at++) {
        const struct part *part = parts[at % count];
        size_t end = used + part_actions_of(part, (enum action_group)(at / count), rows + used);
        for (; used < end; used++)
            rows[used].where = part_where(part, rows[used].where, panes, pane_count);
    }
    *action_count = used;
    return rows;
}

void *part_state(const struct app *app, const struct part *part)
{
    return app->part_states[part_place(app, part)];
}

void part_tell_session_up(struct app *app)
{
    for (size_t i = 0; i < app->part_count; i++) {
        if (app->parts[i]->session_up)
            app->parts[i]->session_up(app);
    }
}

void part_tell_session_lost(struct app *app, bool wanted)
{
    for (size_t i = 0; i < app->part_count; i++) {
        if (app->parts[i]->session_lost)
            app->parts[i]->session_lost(app, wanted);
    }
}

void part_tell_server_changed(struct app *app)
{
    for (size_t i = 0; i < app->part_count; i++) {
        if (app->parts[i]->server_changed)
            app->parts[i]->server_changed(app);
    }
}

void part_tell_account_changed(struct app *app)
{
    for (size_t i = 0; i < app->part_count; i++) {
        if (app->parts[i]->account_changed)
            app->parts[i]->account_changed(app);
    }
}

void part_tell_project_changed(struct app *app, int64_t id)
{
    for (size_t i = 0; i < app->part_count; i++) {
        if (app->parts[i]->project_changed)
            app->parts[i]->project_changed(app, id);
    }
}

bool part_take_paste(struct app *app, const char *text)
{
    for (size_t i = 0; i < app->part_count; i++) {
        if (app->parts[i]->paste && app->parts[i]->paste(app, text))
            return true;
    }
    return false;
}

int64_t part_turn_all(struct app *app)
{
    int64_t first = INT64_MAX;
    for (size_t i = 0; i < app->part_count; i++) {
        if (app->parts[i]->turn && !(app->parts[i]->until_quit && app->quitting))
            app->parts[i]->turn(app);
    }
    for (size_t i = 0; i < app->part_count; i++) { /* after all turns, since one may change that of another */
        int64_t due_ms = app->parts[i]->deadline ? app->parts[i]->deadline(app) : INT64_MAX;
        first = due_ms < first ? due_ms : first;
    }
    return first;
}
