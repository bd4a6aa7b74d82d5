/* Owns how metadata stands in a reply. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/metadata_reply.h"

#include <stdint.h>
#include <string.h>

/* Appends a pair. */
static void pairs_add(json_t *pairs, const char *key, const json_t *value)
{
    json_t *pair = json_object();
    json_object_set_new_nocheck(pair, "Key", json_string_nocheck(key));
    json_object_set_nocheck(pair, "Value", (json_t *)(uintptr_t)value);
    json_array_append_new(pairs, pair);
}

json_t *metadata_reply_pairs(const json_t *resource)
{
    const json_t *field = json_object_get(resource, "Metadata");
    const char *key;
    json_t *value;
    if (!json_is_object(field) && !json_is_array(field))
        return NULL;
    json_t *pairs = json_array();
    json_object_foreach((json_t *)(uintptr_t)field, key, value) pairs_add(pairs, key, value);
    for (size_t i = 0; i < json_array_size(field); i++) {
        const json_t *pair = json_array_get(field, i), *own = json_object_get(pair, "Value");
        key = json_string_value(json_object_get(pair, "Key"));
        pairs_add(pairs, key ? key : "-", key && own ? own : pair);
    }
    return pairs;
}

const json_t *metadata_reply_value(const json_t *pairs, const char *key)
{
    for (size_t i = 0; i < json_array_size(pairs); i++) {
        const json_t *pair = json_array_get(pairs, i);
        if (strcmp(json_string_value(json_object_get(pair, "Key")), key) == 0)
            return json_object_get(pair, "Value");
    }
    return NULL;
}
