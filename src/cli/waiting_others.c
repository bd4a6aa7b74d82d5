/* Owns what other sessions do to the projects that are waited for, as far as the store tells of it. */
#include <string.h>
#include <unistd.h>

#include "steno/base/clock.h"
#include "steno/base/folder_watch.h"
#include "steno/core/activity_row.h"
#include "local.h"
#include "waiting_private.h"

#define ROWS_MAX 50 /* of the activity that are looked at after a change */

void waiting_listen(struct loop *loop)
{
    loop->store_fd = cli_store_watch(loop->cli);
    loop->store_version = cli_store_version(loop->cli);
}

void waiting_listen_end(struct loop *loop)
{
    if (loop->store_fd >= 0)
        close(loop->store_fd);
    loop->store_fd = -1;
}

/* Does this row of the activity say that something was done since the project was last read? */
static bool others_is_news(const struct waiting_project *entry, const struct store_entry *row)
{
    return !entry->over && row->id == entry->id && row->when_ms >= entry->sent_ms && row->name &&
           (strcmp(row->name, activity_row_kind(ENDPOINT_ENQUEUE)) == 0 || strcmp(row->name, "unknown") == 0);
}

/* Has the projects read that a row is about. */
static void others_take_row(struct loop *loop, const struct store_entry *row)
{
    for (size_t i = 0; i < loop->waiting->count; i++) {
        const struct waiting_project *entry = &loop->waiting->projects[i];
        if (others_is_news(entry, row))
            refresh_event(loop->refresh, &(struct refresh_event){.kind = REFRESH_USER, .id = entry->id},
                          clock_mono_ms());
    }
}

void waiting_hear_others(struct loop *loop)
{
    folder_watch_forget(loop->store_fd);
    int64_t version = loop->store_fd >= 0 ? cli_store_version(loop->cli) : -1;
    if (version < 0 || version == loop->store_version)
        return;
    loop->store_version = version;
    struct store_op *op = store_op_new(STORE_HISTORY_LOAD);
    op->number = ROWS_MAX;
    struct store_result *result = cli_store_ask(loop->cli, op);
    for (size_t i = 0; result && i < result->entry_count; i++)
        others_take_row(loop, &result->entries[i]);
    store_result_free(result);
}
