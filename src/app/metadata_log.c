/* Owns what is known of the metadata that was set from here. Must not know who shows it. */
#include "metadata_log.h"

#include <stdlib.h>
#include <string.h>

#include "steno/client/store_calls.h"
#include "part.h"
#include "state.h"
#include "steno/client/client_state.h"
#include "steno/base/mem.h"
#include "steno/core/store_op.h"

static struct ledger *metadata_log_state(const struct app *app)
{
    return part_state(app, &part_ledger);
}

/* Frees the entries. */
static void metadata_log_clear(struct ledger *ledger)
{
    for (size_t i = 0; i < ledger->count; i++) {
        free(ledger->entries[i].key);
        free(ledger->entries[i].value);
    }
    free(ledger->entries);
    ledger->entries = NULL;
    ledger->count = 0;
    ledger->id = 0;
}

/* Appends an entry that is older than those before it. */
static void metadata_log_add(struct ledger *ledger, const struct store_entry *row)
{
    bool is_latest = true;
    for (size_t i = 0; i < ledger->count; i++)
        is_latest = is_latest && strcmp(ledger->entries[i].key, row->name) != 0;
    ledger->entries[ledger->count++] = (struct ledger_entry){.key = mem_copy(row->name),
                                                             .value = mem_copy_or_null(row->text),
                                                             .when_ms = row->when_ms,
                                                             .is_latest = is_latest};
}

/* Takes the answer of the store, unless another project is wanted by now. */
static void metadata_log_listed(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct ledger *ledger = metadata_log_state(app);
    if (!result->ok || result->id != ledger->asked)
        return;
    metadata_log_clear(ledger);
    ledger->id = result->id;
    ledger->entries = mem_zero(result->entry_count + 1, sizeof *ledger->entries);
    for (size_t i = 0; i < result->entry_count; i++)
        metadata_log_add(ledger, &result->entries[i]);
    app_stale_project(app, result->id);
}

const struct ledger_entry *app_ledger_entries(const struct app *app, int64_t id, size_t *count)
{
    *count = metadata_log_state(app)->id == id ? metadata_log_state(app)->count : 0;
    return metadata_log_state(app)->entries;
}

void app_ledger_want(struct app *app, int64_t id, bool again)
{
    if (id == metadata_log_state(app)->asked && !again)
        return;
    metadata_log_state(app)->asked = id;
    client_store_ask(app->client, STORE_METADATA_LIST, id, metadata_log_listed)->number = LEDGER_MAX;
}

void app_ledger_forget(struct app *app)
{
    metadata_log_clear(metadata_log_state(app));
    metadata_log_state(app)->asked = 0;
}

static void app_ledger_end(struct app *app)
{
    metadata_log_clear(metadata_log_state(app));
}

const struct part part_ledger = {
    .name = "ledger", .state_size = sizeof(struct ledger), .end = app_ledger_end};
