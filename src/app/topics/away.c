/* Owns the digest: what the first reading of each project shows beside what the store had of it. It covers
 * what a reading can show, names nobody, and is announced, never opened by itself. What was not seen stays in
 * the store. */
#include "part.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "topics/away.h"
#include "steno/client/store_calls.h"
#include "steno/api/changes.h"
#include "steno/api/endpoint.h"
#include "steno/api/field.h"
#include "steno/api/record.h"
#include "steno/app/action.h"
#include "steno/core/effect.h"
#include "pages.h"
#include "panes.h"
#include "steno/app/project.h"
#include "state.h"
#include "steno/client/client_state.h"
#include "status.h"
#include "steno/app/watchlist.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/expiry.h"
#include "steno/core/pending.h"
#include "steno/core/store_op.h"
#include "steno/widget/page.h"

#define AWAY_NAME "away"
#define ROWS_MAX  500                            /* of more the rest is in the activity */
#define ENDS_MAX  (2 * (EXPIRY_URGENT_DAYS + 1)) /* expired or deleted, today and on the days after */

struct away_state *away_state(const struct app *app)
{
    return part_state(app, &part_away);
}

static void away_end(struct app *app)
{
    struct away_state *away = away_state(app);
    for (size_t i = 0; i < away->count; i++)
        free(away->rows[i].text);
    free(away->rows);
    json_decref(away->seen);
    *away = (struct away_state){0};
}

/* --- the store: "ROW ID" is what was not seen yet, or for an end that was seen, when that is --- */

static char *away_field(const struct away_row *row)
{
    return mem_printf("%d %" PRId64, row->rank, row->id);
}

/* Was the end of this project seen, as it stands? */
static bool away_was_seen(const struct away_state *away, const struct away_row *row)
{
    char *field = away_field(row);
    const json_t *kept = json_object_get(away->seen, field);
    bool seen = row->rank == AWAY_ENDS && kept && json_integer_value(kept) == row->when_ms;
    free(field);
    return seen;
}

/* Has the store merge a row: one that is not seen yet, or one that is. */
static void away_keep(struct app *app, const struct away_row *row, bool is_seen)
{
    json_t *value = json_null();
    if (row->rank == AWAY_ENDS && !is_seen)
        return; /* it shows itself again */
    if (row->rank == AWAY_ENDS)
        value = json_integer(row->when_ms);
    else if (!is_seen)
        value = json_pack("{s:s,s:I,s:I}", "text", row->text, "when", (json_int_t)row->when_ms, "from",
                          (json_int_t)away_state(app)->from_ms);
    char *field = away_field(row);
    struct store_op *op = client_store(app->client, STORE_DRAFT_SAVE, 0);
    op->name = mem_copy(AWAY_NAME);
    op->when_ms = app->client->wall_ms;
    op->json = json_object();
    json_object_set_new(op->json, field, value);
    free(field);
}

/* --- the rows --- */

static int away_compare_rows(const void *a, const void *b)
{
    const struct away_row *one = a, *two = b;
    if (one->rank != two->rank)
        return one->rank < two->rank ? -1 : 1;
    if (one->when_ms != two->when_ms)
        return (one->when_ms < two->when_ms) == (one->rank == AWAY_ENDS) ? -1 : 1;
    return (one->id > two->id) - (one->id < two->id);
}

/* Adds a row, unless there is one of the project and its rank; the text is taken. */
static bool away_add(struct app *app, struct away_row row)
{
    struct away_state *away = away_state(app);
    bool known = away->count == ROWS_MAX || away_was_seen(away, &row);
    for (size_t i = 0; i < away->count && !known; i++)
        known = away->rows[i].id == row.id && away->rows[i].rank == row.rank;
    if (known) {
        free(row.text);
        return false;
    }
    if ((away->count & (away->count - 1)) == 0)
        away->rows = mem_grow(away->rows, away->count ? away->count * 2 : 1, sizeof *away->rows);
    away->rows[away->count++] = row;
    qsort(away->rows, away->count, sizeof *away->rows, away_compare_rows);
    app_page_touch(app, AWAY_NAME);
    app_dirty(app, DIRTY_STATUS);
    return true;
}

/* Takes a row out: it was seen. */
static void away_take_out(struct app *app, size_t at)
{
    struct away_state *away = away_state(app);
    away_keep(app, &away->rows[at], true);
    free(away->rows[at].text);
    away->count--;
    memmove(&away->rows[at], &away->rows[at + 1], (away->count - at) * sizeof *away->rows);
    app_page_touch(app, AWAY_NAME);
    app_dirty(app, DIRTY_STATUS);
}

/* Is there a row of this kind about the project? Its place is *at. */
static bool away_has(const struct away_state *away, int64_t id, enum away_rank rank, size_t *at)
{
    for (*at = 0; *at < away->count; ++*at) {
        if (away->rows[*at].id == id && away->rows[*at].rank == rank)
            return true;
    }
    return false;
}

/* What sessions before have not seen: those of this one come first. */
static void away_loaded(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct away_state *away = away_state(app);
    const char *field;
    json_t *kept;
    if (!result->ok)
        return;
    json_decref(away->seen);
    away->seen = result->json ? json_deep_copy(result->json) : json_object();
    for (size_t i = away->count; i-- > 0;) {
        if (away_was_seen(away, &away->rows[i]))
            away_take_out(app, i);
    }
    json_object_foreach(away->seen, field, kept)
    {
        char *end;
        long rank = strtol(field, &end, 10);
        const char *text = json_string_value(json_object_get(kept, "text"));
        int64_t from_ms = json_integer_value(json_object_get(kept, "from"));
        if (!text || rank < AWAY_FAILED || rank > AWAY_OTHER)
            continue;
        away_add(app, (struct away_row){.id = strtoll(end, NULL, 10),
                                        .rank = (enum away_rank)rank,
                                        .text = text_clean_copy(text),
                                        .when_ms = json_integer_value(json_object_get(kept, "when"))});
        if (from_ms && (!away->from_ms || from_ms < away->from_ms))
            away->from_ms = from_ms;
    }
}

static void away_load(struct app *app)
{
    client_store_ask(app->client, STORE_DRAFT_LOAD, 0, away_loaded)->name = mem_copy(AWAY_NAME);
}

static void away_session_up(struct app *app)
{
    if (!away_state(app)->seen)
        away_load(app);
}

static void away_server_changed(struct app *app)
{
    away_end(app);
    away_load(app);
    part_wake(app, &part_away);
}

/* When the server last changed the project; 0 when that cannot be read. */
static int64_t away_updated(const struct project *now)
{
    struct date date;
    const char *text = json_string_value(json_object_get(now->record.shown, "Updated"));
    return text && date_parse(text, &date) ? date.ms : 0;
}

/* "Tags + radio, not from here"; NULL when the tags are the same. Caller frees. */
static char *away_tags(const struct app_project *before, const struct project *now)
{
    struct buffer is, text;
    buffer_init(&is, BUFFER_MAX_DEFAULT);
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    field_show(&is, &fields_project, field_find(&fields_project, "Data.Tags[]"), now->record.shown);
    changes_put_list(&text, before->tags, buffer_text(&is));
    char *tags = text.len ? mem_printf("Tags %s, not from here", buffer_text(&text)) : NULL;
    buffer_free(&is);
    buffer_free(&text);
    return tags;
}

/* A change: shown, and kept until it was seen. */
static void away_add_change(struct app *app, const struct app_project *before, const struct project *now,
                            enum away_rank rank, char *text)
{
    struct away_state *away = away_state(app);
    if (before->fetched_ms && (!away->from_ms || before->fetched_ms < away->from_ms))
        away->from_ms = before->fetched_ms;
    struct away_row row = {.id = now->id, .rank = rank, .text = text, .when_ms = away_updated(now)};
    struct away_row copy = row;
    copy.text = mem_copy(text);
    if (away_add(app, row))
        away_keep(app, &copy, false);
    free(copy.text);
}

/* What became of a write of a program that is no more: the change of state that it brought is told with it.
 */
static void away_write_told(struct app *app, const struct pending *pending, const struct project *now,
                            bool done)
{
    char when[DATE_TEXT_SIZE];
    size_t at;
    if (away_has(away_state(app), now->id, AWAY_STATE, &at))
        away_take_out(app, at);
    date_format_short(when, sizeof when, pending->when_ms, app->client->wall_ms, app->client->zone,
                      DATE_WEEK);
    struct away_row row = {.id = now->id,
                           .rank = AWAY_ANSWER,
                           .text =
                               mem_printf("%s sent %s had no answer; %s: %s", endpoints[pending->op].title,
                                          when, done ? "it probably went through" : "no effect was seen",
                                          *now->state ? now->state : "no state")};
    struct away_row copy = row;
    copy.text = mem_copy(row.text);
    if (away_add(app, row))
        away_keep(app, &copy, false);
    free(copy.text);
}

/* The first reading of a project in this session. */
static void away_first_read(struct app *app, const struct app_project *before, const struct project *now)
{
    struct away_state *away = away_state(app);
    struct expiry expiry = expiry_of(now->record.shown);
    char text[EXPIRY_TEXT_SIZE];
    away->to_ms = app->client->wall_ms;
    size_t at;
    if (strcmp(before->state, now->state) != 0 && !away_has(away, now->id, AWAY_ANSWER, &at))
        away_add_change(app, before, now, app_state_mark(app, now->state) == '!' ? AWAY_FAILED : AWAY_STATE,
                        mem_printf("%s → %s", *before->state ? before->state : "not given",
                                   *now->state ? now->state : "not given"));
    char *tags = away_tags(before, now);
    if (tags)
        away_add_change(app, before, now, AWAY_OTHER, tags);
    if (expiry_level(&expiry, app->client->wall_ms, app->client->zone) != EXPIRY_URGENT)
        return;
    expiry_sentence(text, sizeof text, &expiry, app->client->wall_ms, app->client->zone);
    away_add(app, (struct away_row){
                      .id = now->id, .rank = AWAY_ENDS, .text = mem_copy(text), .when_ms = expiry.ms});
}

/* --- the announcement --- */

/* ", 2 completed". */
static void away_count(const struct app *app, struct buffer *out, enum away_rank rank, const char *state,
                       const char *words)
{
    const struct away_state *away = away_state(app);
    size_t count = 0;
    for (size_t i = 0; i < away->count; i++) {
        const struct app_project *project = app_project_find(app, away->rows[i].id);
        count += away->rows[i].rank == rank && project && (!state || strcmp(project->state, state) == 0);
    }
    if (count > 0)
        buffer_printf(out, "%s%zu %s", out->len ? ", " : "", count, words);
}

/* Those that end in the same way on the same day. */
struct away_ends {
    const char *in; /* ", in 2 days", ", today" */
    bool is_deletion;
    size_t count;
};

/* Adds a row to those like it. Returns how many groups there are. */
static size_t away_group_end(struct away_ends *groups, size_t count, const struct away_row *row)
{
    const char *in = strrchr(row->text, ',');
    struct away_ends one = {in ? in : ",", strncmp(row->text, "is ", 3) == 0, 1};
    for (size_t i = 0; i < count; i++) {
        if (groups[i].is_deletion == one.is_deletion && strcmp(groups[i].in, one.in) == 0) {
            groups[i].count++;
            return count;
        }
    }
    if (count < ENDS_MAX)
        groups[count++] = one;
    return count;
}

/* ", 4 expire today, 1 is deleted in 2 days". */
static void away_count_ends(const struct away_state *away, struct buffer *out)
{
    struct away_ends groups[ENDS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < away->count; i++)
        count = away->rows[i].rank == AWAY_ENDS ? away_group_end(groups, count, &away->rows[i]) : count;
    for (size_t i = 0; i < count; i++) {
        const struct away_ends *group = &groups[i];
        const char *verb = group->is_deletion  ? group->count == 1 ? "is deleted" : "are deleted"
                           : group->count == 1 ? "expires"
                                               : "expire";
        buffer_printf(out, "%s%zu %s%s", out->len ? ", " : "", group->count, verb, group->in + 1);
    }
}

static bool away_standing(const struct app *app, char *out, size_t size)
{
    const struct away_state *away = away_state(app);
    struct buffer text;
    if (!away->is_over || away->count == 0)
        return false;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    away_count(app, &text, AWAY_FAILED, "Failed", "failed");
    away_count(app, &text, AWAY_FAILED, "Canceled", "canceled");
    away_count(app, &text, AWAY_STATE, "Completed", "completed");
    away_count_ends(away, &text);
    if (text.len == 0)
        buffer_printf(&text, "%zu changed", away->count);
    snprintf(out, size, "While you were away: %s; %s shows them", buffer_text(&text),
             app_key_of(app, AWAY_NAME));
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
    return app->loaded && away->seen;
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

/* --- the pane: its lines are in away_page.c --- */

static void away_see(struct app *app)
{
    size_t at = app_focus_page(app)->list.selected;
    if (at < away_state(app)->count)
        away_take_out(app, at);
}

static void away_see_all(struct app *app)
{
    while (away_state(app)->count > 0)
        away_take_out(app, away_state(app)->count - 1);
}

static const struct pane_hint *away_hints(const struct app *app)
{
    static const struct pane_hint hints[] = {{"enter", "Go to", 96},
                                             {"seen", NULL, 95},
                                             {"seen-all", NULL, 94},
                                             {"export", "Export", 50},
                                             {"enqueue", "Enqueue", 51},
                                             {"back", NULL, 97},
                                             {0}};
    (void)app;
    return hints;
}

static const struct pane_ops away_pane = {.name = AWAY_NAME,
                                          .title = "While you were away",
                                          .numbered = true,
                                          .build = away_build,
                                          .enter = away_go,
                                          .go = away_go,
                                          .hints = away_hints};

/* clang-format off */
static const struct action away_actions[] = {
    {.name = AWAY_NAME, .keys = "W", .where = IN_PANES, .group = GROUP_PANES, .with = "activity", .help = "While you were away",
     .run_named = app_pane_open},
    {.name = "seen", .keys = "Space", .where = IN_OWN, .group = GROUP_LIST, .hint = "Seen",
     .help = "This was seen: it does not come back", .run = away_see},
    {.name = "seen-all", .keys = "M", .where = IN_OWN, .group = GROUP_LIST, .hint = "All seen",
     .help = "All of it was seen", .run = away_see_all},
};
/* clang-format on */

const struct part part_away = {.name = AWAY_NAME,
                               .state_size = sizeof(struct away_state),
                               .end = away_end,
                               .pane = &away_pane,
                               .session_up = away_session_up,
                               .server_changed = away_server_changed,
                               .project_first_read = away_first_read,
                               .write_told = away_write_told,
                               .standing = away_standing,
                               .turn = away_turn_end,
                               PART_ACTIONS(away_actions)};
