/* Owns what a reading of a project shows of a write whose outcome the answer left open. Sends nothing. */
/* SPDX-License-Identifier: MIT */
#include "steno/api/look.h"

#include <string.h>

#include "steno/base/text.h"

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

/* How the version of a reading stands to that of the one before the write. */
enum look_version { VERSION_SAME, VERSION_OTHER, VERSION_UNKNOWN };

static enum look_version look_version(const struct look *look)
{
    if (!look->before || look->before->version < 0 || look->now->version < 0)
        return VERSION_UNKNOWN;
    return look->before->version == look->now->version ? VERSION_SAME : VERSION_OTHER;
}

/* Are both states known? */
static bool look_states_known(const struct look *look)
{
    return look->before && look->before->state[0] && look->now->state[0];
}

/* Is the state another one than before the write? */
static bool look_state_changed(const struct look *look)
{
    return look_states_known(look) && strcmp(look->before->state, look->now->state) != 0;
}

/* Was it probably enqueued? */
static bool look_shows_job(const struct look *look)
{
    return look_state_changed(look) && (text_has_word(look->active_states, look->now->state) ||
                                        text_has_word(look->settled_states, look->now->state));
}

bool look_shows_it_done(const struct look *look)
{
    const struct project *now = look->now;
    if (look->op == ENDPOINT_ENQUEUE) /* what it was before is known only from an earlier reading */
        return look_shows_job(look);
    if (look->op == ENDPOINT_DELETE_TAG && look_lists(now, "Tags"))
        return !look_finds_tag(now, look->value);
    if (look->op != ENDPOINT_DELETE_TAG && look_lists(now, "Metadata"))
        return look_metadata_is_as_wished(look);
    return now->version >= 0 && look->sent_version >= 0 && now->version != look->sent_version;
}

/* When it was read, where that is not now. */
static void look_put_at(struct buffer *said, const struct look *look)
{
    if (look->at)
        buffer_printf(said, " at %s", look->at);
}

/* What may follow yet. */
static void look_put_rest(struct buffer *said, const struct look *look)
{
    if (!look->is_over)
        buffer_append_text(said, "; the request may yet be carried out");
}

/* An enqueue of a project that is in the state that it was in. */
static void look_at_same_state(struct buffer *said, const struct look *look)
{
    enum look_version version = look_version(look);
    if (version == VERSION_OTHER)
        buffer_append_text(said, "may have been enqueued: it ");
    buffer_printf(said, "is still %s", look->now->state);
    look_put_at(said, look);
    if (version == VERSION_OTHER)
        buffer_append_text(said, ", but was changed since");
    else if (version == VERSION_UNKNOWN)
        buffer_append_text(said, ", and whether it was changed cannot be seen");
    else if (look->is_over)
        buffer_append_text(said, " and was not changed");
    look_put_rest(said, look);
}

/* What a reading shows of an enqueue. */
static void look_at_enqueue(struct buffer *said, const struct look *look)
{
    const struct project *now = look->now;
    if (look_shows_job(look)) {
        buffer_printf(said, "was probably enqueued: it changed from %s to %s", look->before->state,
                      now->state);
    } else if (look_states_known(look) && !look_state_changed(look)) {
        look_at_same_state(said, look);
    } else {
        buffer_printf(said, "is %s%s", now->state[0] ? now->state : "in no state", look->at ? "" : " now");
        look_put_at(said, look);
    }
}

/* What a reading shows of a change of metadata. */
static void look_at_metadata(struct buffer *said, const struct look *look)
{
    static const char *const unlisted[] = {
        [VERSION_SAME] = "is unchanged",
        [VERSION_OTHER] = "was changed since, perhaps by this",
        [VERSION_UNKNOWN] = "does not show its metadata",
    };
    bool lists = look_lists(look->now, "Metadata");
    if (lists && look_metadata_is_as_wished(look)) {
        buffer_append_text(said, "shows the metadata as you wanted it");
        return;
    }
    buffer_append_text(said, lists ? "does not show the change of metadata" : unlisted[look_version(look)]);
    look_put_at(said, look);
    if (lists || look_version(look) != VERSION_OTHER)
        look_put_rest(said, look);
}

/* What a reading shows of a tag's deletion. */
static void look_at_tag(struct buffer *said, const struct look *look)
{
    if (!look_lists(look->now, "Tags")) {
        buffer_append_text(said, "was returned without its tags");
        look_put_at(said, look);
        look_put_rest(said, look);
    } else if (!look_finds_tag(look->now, look->value)) {
        buffer_append_text(said, "no longer has the tag");
    } else {
        buffer_append_text(said, "still has the tag");
        look_put_at(said, look);
        look_put_rest(said, look);
    }
}

void look_describe(struct buffer *said, const struct look *look)
{
    buffer_printf(said, "Project %lld ", (long long)look->now->id);
    if (look->op == ENDPOINT_DELETE_TAG)
        look_at_tag(said, look);
    else if (look->op == ENDPOINT_ENQUEUE)
        look_at_enqueue(said, look);
    else
        look_at_metadata(said, look);
    buffer_append_text(said, ".\n");
}
