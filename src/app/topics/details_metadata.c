/* Owns the metadata in the details: what the server shows, and what was set from here and is not shown. The
 * pane that it leads to has the times and the earlier values. */
#include <stdlib.h>

#include "metadata_log.h"
#include "topics/details.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/last_run.h"
#include "steno/core/metadata_reply.h"

/* What was set from here and is still set, as far as is known, but is not in the reply: those entries one by
 * one. NULL at the end. */
static const struct ledger_entry *details_metadata_next_set(const struct details *details,
                                                            const json_t *pairs, size_t *at)
{
    size_t count;
    const struct ledger_entry *entries = app_ledger_entries(details->app, details->project->id, &count);
    while (*at < count) {
        const struct ledger_entry *entry = &entries[(*at)++];
        if (entry->is_latest && entry->value && !metadata_reply_value(pairs, entry->key))
            return entry;
    }
    return NULL;
}

char *details_metadata_text(const struct details *details, bool is_open)
{
    json_t *pairs = metadata_reply_pairs(details->shown);
    size_t shown = json_array_size(pairs), set = 0;
    bool is_there = pairs != NULL;
    (void)is_open;
    for (size_t at = 0; details_metadata_next_set(details, pairs, &at);)
        set++;
    json_decref(pairs);
    if (set > 0 && is_there)
        return mem_printf("%zu, %zu shown by the server", shown + set, shown);
    if (set > 0)
        return mem_printf("%zu set from here, not shown by the server", set);
    if (!is_there)
        return mem_copy("not shown by the server");
    return shown == 0 ? mem_copy("none, as the server shows") : mem_printf("%zu, as the server shows", shown);
}

/* One pair; Enter on it leads to the pane of metadata. */
static void details_metadata_line(const struct details *details, const char *key, const char *text)
{
    char *name = text_clean_copy(key);
    page_add_wrapped(details->page, LINE_FIELD, name, text, details->cells, METADATA_TARGET);
    free(name);
}

/* What was set from here, with its time. */
static void details_metadata_set_line(const struct details *details, const struct ledger_entry *entry)
{
    char when[DATE_TEXT_SIZE], *clean = text_clean_copy(entry->value);
    date_format_short(when, sizeof when, entry->when_ms, details->app->client->wall_ms, details->page->zone,
                      DATE_SINCE);
    char *text = mem_printf("%s  (set %s)", clean, when);
    details_metadata_line(details, entry->key, text);
    free(text);
    free(clean);
}

void details_metadata_lines(const struct details *details)
{
    json_t *pairs = metadata_reply_pairs(details->shown);
    const struct ledger_entry *entry;
    for (size_t i = 0; i < json_array_size(pairs); i++) {
        const json_t *pair = json_array_get(pairs, i);
        char *text = last_run_text(json_object_get(pair, "Value"));
        details_metadata_line(details, json_string_value(json_object_get(pair, "Key")), text);
        free(text);
    }
    for (size_t at = 0; (entry = details_metadata_next_set(details, pairs, &at)) != NULL;)
        details_metadata_set_line(details, entry);
    json_decref(pairs);
}
