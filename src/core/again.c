/* Owns what "again" sends for a project, and the lines that say it. Knows no store and no screen but its
 * cells. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/again.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/activity_row.h"
#include "steno/core/last_run.h"

#define LINES_MAX    4
#define WHENCE_CELLS 30
#define IDS_CELLS    24
#define NARROW_CELLS 60

/* What differs from the defaults in a TranscriptionConfig; NULL without one. */
static struct param_set *again_shown(const json_t *config)
{
    const char *field;
    json_t *value;
    if (!json_is_object(config))
        return NULL;
    struct param_set *set = param_set_new(&params_enqueue);
    json_object_foreach((json_t *)(uintptr_t)config, field, value)
    {
        int row = last_run_row(set->table, field);
        bool is_plain = !json_is_object(value) && !json_is_array(value);
        if (row < 0 || !is_plain || last_run_compare(&set->table->rows[row], value) != LAST_RUN_DIFFERS)
            continue;
        char *text = last_run_text(value);
        param_set_put_raw(set, row, text);
        free(text);
    }
    return set;
}

struct again *again_make(const json_t *rows, size_t *count)
{
    size_t at;
    json_t *row;
    *count = json_array_size(rows);
    struct again *again = mem_zero(*count + 1, sizeof *again);
    json_array_foreach(rows, at, row)
    {
        const json_t *sent = json_object_get(row, "sent");
        bool is_sent = json_is_object(sent);
        again[at] =
            (struct again){.id = json_integer_value(json_object_get(row, "id")),
                           .sent_ms = is_sent ? json_integer_value(json_object_get(row, "when_ms")) : 0,
                           .params = is_sent ? param_set_from_json(&params_enqueue, sent, NULL)
                                             : again_shown(json_object_get(row, "shown"))};
    }
    return again;
}

void again_free(struct again *again, size_t count)
{
    for (size_t i = 0; i < count; i++)
        param_set_free(again[i].params);
    free(again);
}

void again_take_item(struct cost_item *item, const struct param_set *params)
{
    if (!params && item->bar == COST_POSSIBLE)
        item->bar = COST_NEVER;
    item->is_completed = item->doubt == COST_COMPLETED;
    if (item->is_completed)
        item->doubt = COST_CERTAIN;
}

/* Projects with equal options. */
struct again_group {
    char *options;
    struct buffer ids;
    size_t count, more;
    int64_t sent_ms; /* of the last of them */
};

/* The group of a project, a new one where there is none yet. */
static struct again_group *again_group_of(struct again_group **groups, size_t *count, const struct again *one)
{
    char *words = activity_row_words(one->params), *options = words ? words : mem_copy("no options");
    for (size_t i = 0; i < *count; i++) {
        struct again_group *group = &(*groups)[i];
        if (strcmp(group->options, options) == 0 && (group->sent_ms == 0) == (one->sent_ms == 0)) {
            free(options);
            return group;
        }
    }
    *groups = mem_grow(*groups, *count + 1, sizeof **groups);
    struct again_group *group = &(*groups)[(*count)++];
    *group = (struct again_group){.options = options};
    buffer_init(&group->ids, BUFFER_MAX_DEFAULT);
    return group;
}

/* Adds a project to its group; ids beyond the room for them are counted. */
static void again_group_add(struct again_group *group, const struct again *one)
{
    group->count++;
    if (one->sent_ms > group->sent_ms)
        group->sent_ms = one->sent_ms;
    if (group->more || group->ids.len > IDS_CELLS)
        group->more++;
    else
        buffer_printf(&group->ids, "%s%" PRId64, group->ids.len ? " " : "", one->id);
}

/* One line; the whence stands at its place, or after a blank where there is no room. */
static void again_line(struct buffer *out, const struct again_group *group, int wide, int cells,
                       int64_t now_ms, enum date_zone zone)
{
    char when[DATE_TEXT_SIZE] = "";
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    buffer_printf(&line, " %s", buffer_text(&group->ids));
    buffer_printf(&line, "%*s%s", wide + 4 - text_width(buffer_text(&line)), "", group->options);
    if (group->sent_ms)
        date_format_short(when, sizeof when, group->sent_ms, now_ms, zone, DATE_SINCE);
    if (cells == 0 || cells >= NARROW_CELLS) {
        int pad = cells - WHENCE_CELLS - text_width(buffer_text(&line));
        buffer_printf(&line, "%*s%s%s", pad > 1 ? pad : 2, "",
                      group->sent_ms ? "as sent from here, " : "as the server shows it", when);
    }
    buffer_printf(out, "%s%s", out->len ? "\n" : "", buffer_text(&line));
    buffer_free(&line);
}

char *again_lines(const struct again *again, size_t count, int cells, int64_t now_ms, enum date_zone zone)
{
    struct again_group *groups = NULL;
    struct buffer out;
    size_t group_count = 0, left = 0;
    int wide = 0;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < count; i++) {
        if (again[i].params)
            again_group_add(again_group_of(&groups, &group_count, &again[i]), &again[i]);
    }
    size_t shown = group_count > LINES_MAX ? LINES_MAX - 1 : group_count;
    for (size_t i = 0; i < group_count; i++) {
        if (groups[i].more)
            buffer_printf(&groups[i].ids, " and %zu more", groups[i].more);
        if (i < shown && text_width(buffer_text(&groups[i].ids)) > wide)
            wide = text_width(buffer_text(&groups[i].ids));
        left += i < shown ? 0 : groups[i].count;
    }
    for (size_t i = 0; i < shown; i++)
        again_line(&out, &groups[i], wide, cells, now_ms, zone);
    if (left)
        buffer_printf(&out, "\n and %zu more with %zu other sets of options", left, group_count - shown);
    for (size_t i = 0; i < group_count; i++) {
        free(groups[i].options);
        buffer_free(&groups[i].ids);
    }
    free(groups);
    return buffer_take(&out);
}
