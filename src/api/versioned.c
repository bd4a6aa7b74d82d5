/* Owns what follows a stale version and a lost answer. Sends nothing itself but through the client's
 * operations. */
#include "steno/api/versioned.h"

#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define CHANGES_MAX 6
#define VALUE_CELLS 40

/* The row is no news to a person: it changes with every change. */
static bool versioned_is_bookkeeping(const struct field_def *def)
{
    return strcmp(def->path, "Data.AccessToken") == 0 || strcmp(def->path, "Data.Updated") == 0;
}

/* Appends a field's value, cut, or "nothing". */
static void versioned_put_value(struct buffer *out, const char *value)
{
    char shown[VALUE_CELLS * 4 + 4];
    text_clip(shown, sizeof shown, value, VALUE_CELLS);
    buffer_append_text(out, shown[0] ? shown : "nothing");
}

void project_describe_changes(struct buffer *out, const struct project *before, const struct project *after)
{
    int count = 0;
    for (size_t i = 0; i < fields_project.count; i++) {
        const struct field_def *def = &fields_project.rows[i];
        if (field_is_nested(def) || versioned_is_bookkeeping(def))
            continue;
        struct buffer was, is;
        buffer_init(&was, BUFFER_MAX_DEFAULT);
        buffer_init(&is, BUFFER_MAX_DEFAULT);
        field_show(&was, &fields_project, def, before->record.shown);
        field_show(&is, &fields_project, def, after->record.shown);
        if (strcmp(buffer_text(&was), buffer_text(&is)) != 0 && ++count <= CHANGES_MAX) {
            buffer_printf(out, "%s%s ", count > 1 ? ", " : "", def->label);
            versioned_put_value(out, buffer_text(&was));
            buffer_append_text(out, " → ");
            versioned_put_value(out, buffer_text(&is));
        }
        buffer_free(&was);
        buffer_free(&is);
    }
    if (count > CHANGES_MAX)
        buffer_printf(out, " and %d more", count - CHANGES_MAX);
}

/* Does the project have the tag, letter by letter? */
static bool versioned_has_tag(const struct project *project, const char *tag)
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

/* What a project shows of a metadata key: its value, or NULL. The contract names no such member, so that an
 * object and a list of {Key, Value} are both understood. Borrowed. */
static const json_t *versioned_metadata(const struct project *project, const char *key)
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

/* Are two values the same, or both missing? */
static bool versioned_same(const json_t *a, const json_t *b)
{
    return a && b ? json_equal(a, b) != 0 : a == b;
}

/* Why the wish makes no sense any more, or NULL. */
static const char *versioned_refusal(const struct versioned_write *write, const struct project *now)
{
    if (write->op == ENDPOINT_DELETE_TAG)
        return versioned_has_tag(now, write->value) ? NULL : "the tag is not there any more";
    if (versioned_same(versioned_metadata(write->seen, write->key), versioned_metadata(now, write->key)))
        return NULL;
    return "this metadata was changed by someone else";
}

/* Sends the write with a version. */
static struct project *versioned_send(struct api_client *client, const struct versioned_write *write,
                                      int64_t version, struct error *err)
{
    int64_t id = write->seen->id;
    if (write->op == ENDPOINT_ADD_METADATA)
        return api_metadata_set(client, id, version, write->key, write->value, err);
    if (write->op == ENDPOINT_DELETE_METADATA)
        return api_metadata_delete(client, id, version, write->key, err);
    return api_tag_delete(client, id, version, write->value, err);
}

/* Says what changed between two readings. */
static void versioned_say_changes(struct buffer *said, const struct project *before,
                                  const struct project *now)
{
    struct buffer changes;
    buffer_init(&changes, BUFFER_MAX_DEFAULT);
    project_describe_changes(&changes, before, now);
    if (changes.len > 0)
        buffer_printf(said, "Project %lld was changed meanwhile: %s.\n", (long long)now->id, changes.data);
    else
        buffer_printf(said, "Project %lld was changed meanwhile, in nothing that is shown here.\n",
                      (long long)now->id);
    buffer_free(&changes);
}

struct project *api_versioned_write(struct api_client *client, const struct versioned_write *write,
                                    struct buffer *said, struct error *err)
{
    struct project *done = versioned_send(client, write, write->seen->version, err);
    if (done || err->kind != ERROR_CONFLICT || write->exact)
        return done;
    struct error stale = *err;
    struct project *now = api_project_get(client, write->seen->id, err);
    if (!now) {
        error_prefix(err, "%s Reading it again failed", stale.text);
        return NULL;
    }
    versioned_say_changes(said, write->seen, now);
    const char *refusal = versioned_refusal(write, now);
    if (refusal || now->version == write->seen->version) {
        error_set(err, ERROR_CONFLICT, "%s of project %lld: nothing was changed: %s.",
                  endpoints[write->op].title, (long long)now->id,
                  refusal ? refusal : "the service refuses the version that it gives itself");
        err->status = stale.status;
        memcpy(err->server, stale.server, sizeof err->server);
    } else {
        buffer_append_text(said, "It was sent once more with the new version.\n");
        done = versioned_send(client, write, now->version, err);
    }
    project_free(now);
    return done;
}

/* What a fresh reading shows of a lost enqueue. */
static void look_at_enqueue(struct buffer *said, const struct project *before, const struct project *now)
{
    if (!before)
        buffer_printf(said, "Project %lld is %s now.\n", (long long)now->id,
                      now->state[0] ? now->state : "in no state");
    else if (strcmp(before->state, now->state) != 0)
        buffer_printf(said, "Project %lld went from %s to %s: it looks as if it was enqueued.\n",
                      (long long)now->id, before->state, now->state);
    else if (before->version != now->version)
        buffer_printf(said, "Project %lld is still %s, but was changed since: it may have been enqueued.\n",
                      (long long)now->id, now->state);
    else
        buffer_printf(said,
                      "Project %lld is still %s and was not changed: it looks as if it was not enqueued.\n",
                      (long long)now->id, now->state);
}

/* What a fresh reading shows of a lost metadata change. */
static void look_at_metadata(struct buffer *said, const struct project *before, const struct project *now,
                             const char *key, const char *value)
{
    const json_t *found = versioned_metadata(now, key);
    bool listed = json_object_get(now->record.raw, "Metadata") != NULL;
    bool as_wished = value ? json_is_string(found) && strcmp(json_string_value(found), value) == 0 : !found;
    long long id = now->id;
    if (listed)
        buffer_printf(said,
                      as_wished ? "Project %lld shows the metadata as you wanted it.\n"
                                : "Project %lld does not show the change of metadata.\n",
                      id);
    else if (before && before->version == now->version)
        buffer_printf(said, "Project %lld was not changed: it looks as if the metadata was not either.\n",
                      id);
    else if (before)
        buffer_printf(said, "Project %lld was changed since: the metadata may be part of that.\n", id);
    else
        buffer_printf(said, "Project %lld does not show its metadata: look in the web editor.\n", id);
}

struct project *api_look_after(struct api_client *client, enum endpoint_id op, int64_t id,
                               const struct project *before, const char *key, const char *value,
                               struct buffer *said, struct error *err)
{
    struct project *now = api_project_get(client, id, err);
    if (!now)
        return NULL;
    if (op == ENDPOINT_DELETE_TAG)
        buffer_printf(said,
                      versioned_has_tag(now, value) ? "Project %lld still has the tag: it was not deleted.\n"
                                                    : "Project %lld does not have the tag any more.\n",
                      (long long)id);
    else if (op == ENDPOINT_ENQUEUE)
        look_at_enqueue(said, before, now);
    else
        look_at_metadata(said, before, now, key, op == ENDPOINT_ADD_METADATA ? value : NULL);
    return now;
}
