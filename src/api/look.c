/* What a reading of a project shows of a write whose outcome the answer left open, and of changes since the
 * reading before it. */
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

/* Does the reply say anything of a member? Null is as good as absent. */
static bool look_lists(const struct project *now, const char *member)
{
    const json_t *value = json_object_get(now->record.raw, member);
    return value && !json_is_null(value);
}

bool look_lists_metadata(const struct project *project)
{
    return look_lists(project, "Metadata");
}

/* Is a listed key as it should be now: the value set, or gone? */
static bool look_metadata_is_as_wished(const struct look *look)
{
    const json_t *found = look_metadata(look->now, look->key);
    if (look->op == ENDPOINT_DELETE_METADATA)
        return !found;
    return json_is_string(found) && strcmp(json_string_value(found), look->value) == 0;
}

/* Are the states of both readings known? */
static bool look_states_known(const struct look *look)
{
    return look->before && look->before->state[0] && look->now->state[0];
}

/* Was it probably enqueued: is the state another one, that follows from it? */
static bool look_shows_job(const struct look *look)
{
    const char *state = look->now->state;
    return look_states_known(look) && strcmp(look->before->state, state) != 0 &&
           (text_has_word(look->active_states, state) || text_has_word(look->settled_states, state));
}

bool look_shows_it_done(const struct look *look)
{
    const struct project *now = look->now;
    if (look->op == ENDPOINT_ENQUEUE) /* what it was before is known only from an earlier reading */
        return look_shows_job(look);
    if (look->op == ENDPOINT_DELETE_TAG && look_lists(now, "Tags"))
        return !look_finds_tag(now, look->value);
    if (look->op != ENDPOINT_DELETE_TAG && look_lists_metadata(now))
        return look_metadata_is_as_wished(look);
    return now->version >= 0 && look->sent_version >= 0 && now->version != look->sent_version;
}

void look_describe(struct buffer *said, const struct look *look)
{
    const struct project *before = look->before, *now = look->now;
    const char *at = look->at ? " at " : "", *when = look->at ? look->at : "";
    const char *rest = look->is_over ? "" : "; the request may yet be carried out";
    bool known = before && before->version >= 0 && now->version >= 0;
    bool changed = known && before->version != now->version;
    bool same_state = look_states_known(look) && strcmp(before->state, now->state) == 0;
    bool lists = look_lists_metadata(now);
    buffer_printf(said, "Project %lld ", (long long)now->id);
    if (look->op == ENDPOINT_DELETE_TAG && !look_lists(now, "Tags"))
        buffer_printf(said, "was returned without its tags%s%s%s", at, when, rest);
    else if (look->op == ENDPOINT_DELETE_TAG && look_finds_tag(now, look->value))
        buffer_printf(said, "still has the tag%s%s%s", at, when, rest);
    else if (look->op == ENDPOINT_DELETE_TAG)
        buffer_append_text(said, "no longer has the tag");
    else if (look->op != ENDPOINT_ENQUEUE && lists && look_metadata_is_as_wished(look))
        buffer_append_text(said, "shows the metadata as you wanted it");
    else if (look->op != ENDPOINT_ENQUEUE && !lists && changed)
        buffer_printf(said, "was changed since, perhaps by this%s%s", at, when);
    else if (look->op != ENDPOINT_ENQUEUE)
        buffer_printf(said, "%s%s%s%s",
                      lists   ? "does not show the change of metadata"
                      : known ? "is unchanged"
                              : "does not show its metadata",
                      at, when, rest);
    else if (look_shows_job(look))
        buffer_printf(said, "was probably enqueued: it changed from %s to %s", before->state, now->state);
    else if (same_state)
        buffer_printf(said, "%sis still %s%s%s%s%s", changed ? "may have been enqueued: it " : "", now->state,
                      at, when,
                      changed         ? ", but was changed since"
                      : !known        ? ", and whether it was changed cannot be seen"
                      : look->is_over ? " and was not changed"
                                      : "",
                      rest);
    else
        buffer_printf(said, "is %s%s%s%s", now->state[0] ? now->state : "in no state", look->at ? "" : " now",
                      at, when);
    buffer_append_text(said, ".\n");
}

/* --- what differs --- */

/* Appends each item of a list in one line that the other has not; returns how many. */
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

/* Appends "Tags news → archive", or "Tags + archive, - news". */
static void changes_put_field(struct buffer *out, const struct field_def *def, const char *was,
                              const char *is, bool apart)
{
    char from[VALUE_CELLS * 4 + 4], to[VALUE_CELLS * 4 + 4];
    buffer_printf(out, "%s ", def->label);
    if (apart && def->type == FIELD_TEXT_LIST &&
        changes_put_missing(out, '-', was, is, changes_put_missing(out, '+', is, was, 0)) > 0)
        return; /* else only their order differs */
    text_clip(from, sizeof from, was, VALUE_CELLS);
    text_clip(to, sizeof to, is, VALUE_CELLS);
    buffer_printf(out, "%s → %s", from[0] ? from : "nothing", to[0] ? to : "nothing");
}

size_t changes_put(struct buffer *out, const json_t *before, const json_t *after, bool apart)
{
    size_t count = 0;
    for (size_t i = 0; i < fields_project.count; i++) {
        const struct field_def *def = &fields_project.rows[i];
        struct buffer was, is;
        if (field_is_nested(def) || strcmp(def->path, "Data.AccessToken") == 0 ||
            strcmp(def->path, "Data.Updated") == 0)
            continue;
        buffer_init(&was, BUFFER_MAX_DEFAULT);
        buffer_init(&is, BUFFER_MAX_DEFAULT);
        field_show(&was, &fields_project, def, before, DATE_LOCAL);
        field_show(&is, &fields_project, def, after, DATE_LOCAL);
        if (strcmp(buffer_text(&was), buffer_text(&is)) != 0 && count++ < CHANGES_MAX) {
            buffer_append_text(out, count > 1 ? ", " : "");
            changes_put_field(out, def, buffer_text(&was), buffer_text(&is), apart);
        }
        buffer_free(&was);
        buffer_free(&is);
    }
    if (count > CHANGES_MAX)
        buffer_printf(out, " and %zu more", count - CHANGES_MAX);
    return count;
}
