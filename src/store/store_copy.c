/* Owns the ways to go on where the state file may not be written. */
#include <stdlib.h>

#include "steno/api/param.h"
#include "steno/base/mem.h"
#include "store_private.h"

int store_open_immutable(struct store *store)
{
    struct buffer uri;
    buffer_init(&uri, BUFFER_MAX_DEFAULT);
    buffer_append_text(&uri, "file:");
    param_encode(&uri, store->path);
    buffer_append_text(&uri, "?immutable=1");
    int code = sqlite3_open_v2(buffer_text(&uri), &store->db,
                               SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
    buffer_free(&uri);
    return code;
}

/* Copies all tables. What was copied in part is no use: the store in memory then stays as it is. */
static void store_copy_from(struct store *memory, struct store *file)
{
    sqlite3_backup *backup = sqlite3_backup_init(memory->db, "main", file->db, "main");
    if (!backup)
        return;
    sqlite3_backup_step(backup, -1);
    sqlite3_backup_finish(backup);
}

struct store *store_open_copy(const struct store_config *config, struct error *err)
{
    struct store_config in_memory = *config;
    in_memory.path = ":memory:";
    struct store *memory = store_open(&in_memory, err), *file = memory ? store_open(config, NULL) : NULL;
    if (file && file->read_only) {
        store_copy_from(memory, file);
        store_set_scope(memory, config->url, config->api_path, config->email, NULL);
    }
    store_close(file);
    return memory;
}
