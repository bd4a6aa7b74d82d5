/* Owns what is known of the metadata that was set from here. Must not know who shows it. */
/* SPDX-License-Identifier: MIT */
#include "metadata_log.h"

#include <stdlib.h>
#include <string.h>

#include "steno/client/store_calls.h"
#include "part.h"
#include "state.h"
#include "steno/client/client_state.h"
#include "steno/base/mem.h"
#include "steno/core/store_op.h"

static struct metadata_log *metadata_log_state(const struct app *app)
{
    return part_state(app, &part_metadata_log);
}

/* Frees the entries. */
static void metadata_log_clear(struct metadata_log *log)
{
    for (size_t i = 0; i < log->count; i++) {
        free(log->entries[i].key);
        free(log->entries[i].value);
    }
    free(log->entries);
    log->entries = NULL;
    log->count = 0;
    log->id = 0;
}

/* Takes the answer of the store, unless another project is wanted by now. */
static void metadata_log_listed(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct metadata_log *log = metadata_log_state(app);
    if (!result->ok || result->id != log->asked)
        return;
    metadata_log_clear(log);
    log->id = result->id;
    log->entries = mem_zero(result->entry_count + 1, sizeof *log->entries);
    for (log->count = 0; log->count < result->entry_count; log->count++) {
        const struct store_entry *row = &result->entries[log->count];
        log->entries[log->count] = (struct metadata_log_entry){
            .key = mem_copy(row->name), .value = mem_copy_or_null(row->text), .when_ms = row->when_ms};
    }
    app_stale_project(app, result->id);
}

const struct metadata_log_entry *metadata_log_entries(const struct app *app, int64_t id, size_t *count)
{
    *count = metadata_log_state(app)->id == id ? metadata_log_state(app)->count : 0;
    return metadata_log_state(app)->entries;
}

void metadata_log_want(struct app *app, int64_t id, bool again)
{
    if (id == metadata_log_state(app)->asked && !again)
        return;
    metadata_log_state(app)->asked = id;
    client_store_ask(app->client, STORE_METADATA_LIST, id, metadata_log_listed);
}

void metadata_log_forget(struct app *app)
{
    metadata_log_clear(metadata_log_state(app));
    metadata_log_state(app)->asked = 0;
}

static void metadata_log_end(struct app *app)
{
    metadata_log_clear(metadata_log_state(app));
}

const struct part part_metadata_log = {
    .name = "metadata_log", .state_size = sizeof(struct metadata_log), .end = metadata_log_end};
