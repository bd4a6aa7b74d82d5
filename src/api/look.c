/* SPDX-License-Identifier: MIT */
#include "steno/api/look.h"

#include <string.h>

#include "steno/base/text.h"

#define CHANGES_MAX 6
#define VALUE_CELLS 40

bool look_finds_tag(const struct project *project, const char *tag)
{
    const json_t *tags = json_object_get(project->record.raw, "Tags");
    for (size_t i = 0; i < json_array_size(tags); i++) {
        const json_t *item = json_array_get(tags, i);
        const char *text = json_string_value(item);
        if (text && strcmp(text, tag) == 0 && strlen(text) == json_string_length(item))
            return true;
    }
    return false;
}

const json_t *look_metadata(const struct project *project, const char *key)
{
    const json_t *all = json_object_get(project->record.raw, "Metadata");
    if (json_is_object(all))
        return json_object_get(all, key);
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *pair = json_array_get(all, i);
        const char *name = json_string_value(json_object_get(pair, "Key"));
        if (name && strcmp(name, key) == 0)
            return json_object_get(pair, "Value");
    }
    return NULL;
}

/* True if the reply has this member with a value other than null. */
static bool look_lists(const struct project *now, const char *member)
{
    const json_t *value = json_object_get(now->record.raw, member);
    return value && !json_is_null(value);
}

bool look_lists_metadata(const struct project *project)
{
    return look_lists(project, "Metadata");
}

static bool look_metadata_is_as_requested(const struct look *look)
{
    const json_t *found = look_metadata(look->now, look->key);
    if (look->op == ENDPOINT_DELETE_METADATA)
        return !found;
    return json_is_string(found) && strcmp(json_string_value(found), look->value) == 0;
}

bool look_shows_it_done(const struct look *look)
{
    const struct project *before = look->before, *now = look->now;
    if (look->op == ENDPOINT_ENQUEUE)
        return before && before->state[0] && now->state[0] && strcmp(before->state, now->state) != 0 &&
               (text_has_word(look->active_states, now->state) ||
                text_has_word(look->settled_states, now->state));
    if (look->op == ENDPOINT_DELETE_TAG && look_lists(now, "Tags"))
        return !look_finds_tag(now, look->value);
    if (look->op != ENDPOINT_DELETE_TAG && look_lists_metadata(now))
        return look_metadata_is_as_requested(look);
    return now->version >= 0 && look->sent_version >= 0 && now->version != look->sent_version;
}

void look_describe(struct buffer *out, const struct look *look)
{
    const struct project *before = look->before, *now = look->now;
    const char *at = look->at ? " at " : "", *when = look->at ? look->at : "";
    const char *rest = look->is_over ? "" : "; the request may still be carried out";
    bool known = before && before->version >= 0 && now->version >= 0;
    bool changed = known && before->version != now->version;
    bool is_enqueue = look->op == ENDPOINT_ENQUEUE, is_tag = look->op == ENDPOINT_DELETE_TAG;
    bool lists = look_lists(now, is_tag ? "Tags" : "Metadata");
    buffer_printf(out, "Project %lld ", (long long)now->id);
    if (is_tag && lists && !look_finds_tag(now, look->value))
        buffer_append_text(out, "no longer has the tag");
    else if (is_tag)
        buffer_printf(out, "%s%s%s%s",
                      lists ? "still has the tag" : "cannot be checked: the server sent no list of tags", at,
                      when, rest);
    else if (!is_enqueue && lists && look_metadata_is_as_requested(look))
        buffer_append_text(out, "shows the metadata as you wanted it");
    else if (!is_enqueue && !lists && changed)
        buffer_printf(out, "has changed, perhaps by this request%s%s%s", look->at ? "; read" : "", at, when);
    else if (!is_enqueue)
        buffer_printf(out, "%s%s%s%s",
                      lists   ? "does not show the changed metadata"
                      : known ? "is unchanged"
                              : "cannot be checked: the server sent no metadata",
                      at, when, rest);
    else if (look_shows_it_done(look))
        buffer_printf(out, "is %s: your enqueue arrived",
                      text_has_word(look->active_states, now->state) ? "being transcribed" : now->state);
    else if (before && now->state[0] && strcmp(before->state, now->state) == 0)
        buffer_printf(out, "%sis still %s%s%s%s%s", changed ? "may have been enqueued: it " : "", now->state,
                      at, when,
                      changed         ? ", but something else in it has changed"
                      : !known        ? ", and steno cannot see whether anything else changed"
                      : look->is_over ? " and was not changed"
                                      : "",
                      rest);
    else
        buffer_printf(out, "is %s%s%s%s", now->state[0] ? now->state : "without a state",
                      look->at ? "" : " now", at, when);
    buffer_append_text(out, ".\n");
}

/* --- changes between two readings --- */

/* Appends the items of `list` that `other` lacks, each after `sign`. Returns `count` plus the number of
 * appended items. */
static size_t changes_put_missing(struct buffer *out, char sign, const char *list, const char *other,
                                  size_t count)
{
    for (const char *at = list; *at; at += strcspn(at, ",")) {
        at += strspn(at, ", ");
        size_t len = strcspn(at, ",");
        bool found = len == 0;
        for (const char *its = other; *its && !found; its += strcspn(its, ",")) {
            its += strspn(its, ", ");
            found = strcspn(its, ",") == len && memcmp(its, at, len) == 0;
        }
        if (!found)
            buffer_printf(out, "%s%c %.*s", count++ ? ", " : "", sign, (int)len, at);
    }
    return count;
}

size_t changes_put(struct buffer *out, const json_t *before, const json_t *after, bool apart)
{
    size_t count = 0;
    for (size_t i = 0; i < fields_project.count; i++) {
        const struct field_def *def = &fields_project.rows[i];
        struct buffer was, is;
        char from[VALUE_CELLS * 4 + 4], to[VALUE_CELLS * 4 + 4];
        if (field_is_nested(def) || strcmp(def->path, "Data.AccessToken") == 0 ||
            strcmp(def->path, "Data.Updated") == 0)
            continue;
        buffer_init(&was, BUFFER_MAX_DEFAULT);
        buffer_init(&is, BUFFER_MAX_DEFAULT);
        field_show(&was, &fields_project, def, before, DATE_LOCAL);
        field_show(&is, &fields_project, def, after, DATE_LOCAL);
        const char *old = buffer_text(&was), *new = buffer_text(&is);
        if (strcmp(old, new) != 0 && count++ < CHANGES_MAX) {
            buffer_printf(out, "%s%s ", count > 1 ? ", " : "", def->label);
            text_clip(from, sizeof from, old, VALUE_CELLS);
            text_clip(to, sizeof to, new, VALUE_CELLS);
            if (!apart || def->type != FIELD_TEXT_LIST || /* no such item: only the order differs */
                changes_put_missing(out, '-', old, new, changes_put_missing(out, '+', new, old, 0)) == 0)
                buffer_printf(out, "%s → %s", from[0] ? from : "nothing", to[0] ? to : "nothing");
        }
        buffer_free(&was);
        buffer_free(&is);
    }
    if (count > CHANGES_MAX)
        buffer_printf(out, " and %zu more", count - CHANGES_MAX);
    return count;
}
