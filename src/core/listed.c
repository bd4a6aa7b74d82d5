/* Owns what of a reading the watchlist shows, and how projects are ordered by it. It must not know who keeps
 * them. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/listed.h"

#include <string.h>

#include "steno/api/field.h"
#include "steno/core/last_run.h"
#include "steno/core/since.h"

static const char *listed_text(const json_t *text)
{
    return json_is_string(text) ? json_string_value(text) : "";
}

void listed_read(struct listed *listed, const json_t *shown)
{
    struct date updated;
    const char *language = last_run_language(shown);
    listed->label = listed_text(json_object_get(shown, "ActiveTrsxLabel"));
    listed->lang = language ? language : "";
    listed->author = listed_text(json_object_get(json_object_get(shown, "Description"), "Author"));
    listed->has_no_media = json_is_false(json_object_get(shown, "HasRecording"));
    listed->is_read_only = json_is_true(json_object_get(shown, "IsReadOnly"));
    listed->expiry = expiry_of(shown);
    listed->updated_ms =
        date_parse(listed_text(json_object_get(shown, "Updated")), &updated) ? updated.ms : 0;
}

char *listed_tags(const json_t *shown)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    field_show(&text, &fields_project, field_find(&fields_project, "Data.Tags[]"), shown);
    return buffer_take(&text);
}

bool listed_is_today(int64_t state_since_ms, int64_t now_ms, enum date_zone zone)
{
    return state_since_ms != 0 && date_days_from(now_ms, since_time(state_since_ms), zone) == 0;
}

/* The place of a state among the others. */
static int64_t listed_state_rank(const struct listed *listed)
{
    static const char order[] = "!?* +";
    return strchr(order, listed->is_lost ? '?' : listed->mark) - order;
}

/* What a column orders by, where that is a number. */
static int64_t listed_number(const struct listed *listed, enum column column)
{
    switch (column) {
    case COLUMN_ID:
        return listed->id;
    case COLUMN_STATE:
        return listed_state_rank(listed);
    case COLUMN_SINCE:
        return listed->since_ms;
    case COLUMN_LENGTH:
        return listed->length_ms;
    case COLUMN_EXPIRES:
        return listed->expiry.ms;
    case COLUMN_EXPORTED:
        return listed->exported;
    case COLUMN_CHANGED:
        return listed->updated_ms;
    default:
        return (int64_t)listed->place;
    }
}

/* Is what the column orders by not known? */
static bool listed_is_unknown(const struct listed *listed, enum column column)
{
    return (column == COLUMN_SINCE && listed->since_ms == 0) ||
           (column == COLUMN_LENGTH && listed->length_ms < 0) || (column == COLUMN_NAME && !*listed->name) ||
           (column == COLUMN_TAGS && !*listed->tags) ||
           (column == COLUMN_EXPORTED && listed->mark != '+' && listed->exported == LEDGER_NONE) ||
           (column == COLUMN_EXPIRES && !listed->expiry.is_known) ||
           (column == COLUMN_CHANGED && listed->updated_ms == 0);
}

int listed_compare(const struct listed *a, const struct listed *b, enum column column, bool is_down)
{
    bool a_is_unknown = listed_is_unknown(a, column), b_is_unknown = listed_is_unknown(b, column);
    int64_t one = listed_number(a, column), other = listed_number(b, column);
    int order = (one > other) - (one < other);
    if (column == COLUMN_NAME)
        order = strcoll(a->name, b->name);
    else if (column == COLUMN_TAGS)
        order = strcoll(a->tags, b->tags);
    if (a_is_unknown != b_is_unknown)
        return a_is_unknown ? 1 : -1;
    if (order == 0 || a_is_unknown)
        return (a->place > b->place) - (a->place < b->place);
    return is_down ? -order : order;
}
