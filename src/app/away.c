/* Owns what is said of the time between two sessions: what the first reading of each project shows beside
 * what the store had of it, and when the last session ended. It names nobody, and opens nothing. */
/* SPDX-License-Identifier: MIT */
#include "away.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "part.h"
#include "project.h"
#include "state.h"
#include "status.h"
#include "steno/api/changes.h"
#include "steno/api/record.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/client/client_state.h"
#include "steno/client/store_calls.h"
#include "steno/core/expiry.h"
#include "steno/core/listed.h"
#include "steno/core/store_op.h"

#define SESSION_NAME "session"

struct away_state {
    size_t failed, canceled, completed, changed;
    size_t ends[EXPIRY_URGENT_DAYS + 1][2]; /* by the days that are left: expired, deleted */
    bool has_ends;
    int64_t since_ms; /* the end of the last session; 0: not known */
    bool is_loaded;
    size_t next;  /* projects before this place were read */
    bool is_over; /* all of them were: what comes now, somebody sees */
    bool is_told, is_seen;
};

static struct away_state *away_state(const struct app *app)
{
    return part_state(app, &part_away);
}

/* --- when the last session ended --- */

static void away_loaded(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct away_state *away = away_state(app);
    away->is_loaded = true;
    if (result->ok && result->json)
        away->since_ms = json_integer_value(json_object_get(result->json, "end"));
    part_wake(app, &part_away);
}

static void away_load(struct app *app)
{
    client_store_ask(app->client, STORE_DRAFT_LOAD, 0, away_loaded)->name = mem_copy(SESSION_NAME);
}

static void away_session_up(struct app *app)
{
    if (!away_state(app)->is_loaded)
        away_load(app);
}

static void away_server_changed(struct app *app)
{
    *away_state(app) = (struct away_state){0};
    away_load(app);
    part_wake(app, &part_away);
}

int64_t app_away_since(const struct app *app)
{
    return away_state(app)->since_ms;
}

void app_away_leave(struct app *app)
{
    struct store_op *op = client_store(app->client, STORE_DRAFT_SAVE, 0);
    op->name = mem_copy(SESSION_NAME);
    op->when_ms = app->client->wall_ms;
    op->json = json_pack("{s:I}", "end", (json_int_t)app->client->wall_ms);
}

void app_away_see(struct app *app)
{
    away_state(app)->is_seen = true;
    app_dirty(app, DIRTY_STATUS);
}

/* --- what the first readings show --- */

/* "Tags + radio, not from here"; NULL when the tags are the same. Caller frees. */
static char *away_tags(const struct app_project *before, const struct project *now)
{
    struct buffer text;
    char *is = listed_tags(now->record.shown);
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    changes_put_list(&text, before->tags, is);
    char *tags = text.len ? mem_printf("Tags %s, not from here", buffer_text(&text)) : NULL;
    buffer_free(&text);
    free(is);
    return tags;
}

/* Counts another state. */
static void away_add_state(struct away_state *away, const char *state)
{
    away->changed++;
    away->failed += strcmp(state, "Failed") == 0;
    away->canceled += strcmp(state, "Canceled") == 0;
    away->completed += strcmp(state, "Completed") == 0;
}

/* The first reading of a project in this session: what is told of it stands in the activity, too, where its
 * state is already. What was as near to its end when the last session ended is no news. */
static void away_first_read(struct app *app, const struct app_project *before, const struct project *now)
{
    struct away_state *away = away_state(app);
    struct expiry expiry = expiry_of(now->record.shown);
    enum date_zone zone = app->client->zone;
    char *tags = away_tags(before, now), text[EXPIRY_TEXT_SIZE];
    if (strcmp(before->state, now->state) != 0)
        away_add_state(away, now->state);
    away->changed += tags != NULL;
    if (tags)
        app_log_activity(app, ACTIVITY_NOTE, now->id, "%s", tags);
    free(tags);
    if (expiry_level(&expiry, app->client->wall_ms, zone) != EXPIRY_URGENT ||
        (away->since_ms && expiry_level(&expiry, away->since_ms, zone) == EXPIRY_URGENT))
        return;
    expiry_sentence(text, sizeof text, &expiry, app->client->wall_ms, zone);
    app_log_activity(app, ACTIVITY_NOTE, now->id, "%s", text);
    away->ends[expiry_days(&expiry, app->client->wall_ms, zone)][expiry.is_deletion]++;
    away->has_ends = true;
}

/* ", 2 completed". */
static void away_put(struct buffer *out, size_t count, const char *words)
{
    if (count > 0)
        buffer_printf(out, "%s%zu %s", out->len ? ", " : "", count, words);
}

/* ", 4 expire today, 1 project is deleted in 2 days": "1 is deleted" would be project 1. */
static void away_put_ends(const struct away_state *away, struct buffer *out)
{
    static const char *const verbs[2][2] = {{"project expires", "expire"},
                                            {"project is deleted", "are deleted"}};
    char words[EXPIRY_TEXT_SIZE], in[32];
    for (int at = 0; at < 2 * (EXPIRY_URGENT_DAYS + 1); at++) {
        size_t count = away->ends[at / 2][at % 2];
        expiry_in(in, sizeof in, at / 2);
        snprintf(words, sizeof words, "%s %s", verbs[at % 2][count > 1], in);
        away_put(out, count, words);
    }
}

static bool away_standing(const struct app *app, char *out, size_t size)
{
    const struct away_state *away = away_state(app);
    struct buffer text;
    if (!away->is_over || away->is_seen || (away->changed == 0 && !away->has_ends))
        return false;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    away_put(&text, away->failed, "failed");
    away_put(&text, away->canceled, "canceled");
    away_put(&text, away->completed, "completed");
    away_put_ends(away, &text);
    if (text.len == 0)
        buffer_printf(&text, "%zu %schanged", away->changed, away->changed == 1 ? "project " : "");
    snprintf(out, size, "While you were away: %s; %s shows them", buffer_text(&text),
             app_key_of(app, "away"));
    buffer_free(&text);
    return true;
}

/* Was each project read, or is known that it cannot be? */
static bool away_is_over(const struct app *app, struct away_state *away)
{
    while (away->next < app->project_count) {
        const struct app_project *project = &app->projects[away->next];
        if (project->known && !project->fresh && !project->trouble)
            return false;
        away->next++;
    }
    return app->loaded && !app->is_partial && away->is_loaded;
}

static void away_turn_end(struct app *app)
{
    struct away_state *away = away_state(app);
    char text[512];
    if (away->is_told)
        return;
    away->is_over = away_is_over(app, away);
    if (!away->is_over) {
        part_wake(app, &part_away);
        return;
    }
    away->is_told = true;
    app_dirty(app, DIRTY_STATUS);
    if (app->linear && away_standing(app, text, sizeof text))
        app_say(app, "%s", text);
}

const struct part part_away = {.name = "away",
                               .state_size = sizeof(struct away_state),
                               .session_up = away_session_up,
                               .server_changed = away_server_changed,
                               .project_first_read = away_first_read,
                               .standing = away_standing,
                               .turn = away_turn_end};
