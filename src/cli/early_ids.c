/* Owns the offer of projects that were added before a server was set. */
/* SPDX-License-Identifier: MIT */
#include "early_ids.h"

#include <stdlib.h>

#include "entry.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/cli/output.h"
#include "steno/core/id_list.h"
#include "steno/store/peek.h"

#define EARLY_TEXT_MAX 4000 /* bytes of ids in a sentence */

static struct store_result *early_ids_do(struct store *store, enum store_op_kind kind, const char *teller,
                                         bool takes)
{
    struct store_op *op = store_op_new(kind);
    op->name = mem_copy(teller);
    op->number = takes;
    op->when_ms = clock_wall_ms();
    struct store_result *result = store_result_new(op);
    store_execute(store, op, result);
    store_op_free(op);
    return result;
}

/* Moves them, or remembers that this way of telling was used; after a question neither is left. */
static void early_ids_end(struct store *store, bool asked, bool takes)
{
    if (asked)
        store_result_free(early_ids_do(store, STORE_EARLY_END, STORE_EARLY_ASKED, takes));
    if (!takes)
        store_result_free(early_ids_do(store, STORE_EARLY_END, STORE_EARLY_SAID, false));
}

/* "12 15 20-30". Caller frees. */
static char *early_ids_text(const struct store_result *result)
{
    struct buffer text;
    int64_t *ids = mem_zero(result->entry_count, sizeof *ids);
    for (size_t i = 0; i < result->entry_count; i++)
        ids[i] = result->entries[i].id;
    buffer_init(&text, EARLY_TEXT_MAX);
    id_list_put(&text, ids, result->entry_count);
    free(ids);
    return buffer_take(&text);
}

/* Asks; false where no answer came. */
static bool early_ids_ask(const char *before, const char *server, bool *yes)
{
    struct error err;
    char *question = mem_printf("steno: %s. Move them to the watchlist of %s? y/N ", before, server);
    bool answered = entry_ask_yes(question, yes, &err);
    free(question);
    return answered;
}

void early_ids_offer(struct store *store, const struct settings *settings, bool may_ask)
{
    bool yes = false;
    const char *server = settings_text(settings, SETTING_URL);
    if (!*server || store_is_read_only(store) || store_memory_only(store))
        return;
    struct store_result *result =
        early_ids_do(store, STORE_EARLY_LIST, may_ask ? STORE_EARLY_ASKED : STORE_EARLY_SAID, false);
    if (result->ok && result->entry_count > 0) {
        char *ids = early_ids_text(result);
        char *before = mem_printf("%zu %s added before a server was set: %s", result->entry_count,
                                  result->entry_count == 1 ? "project was" : "projects were", ids);
        if (!may_ask)
            cli_say("%s. In a terminal steno list asks whether to move them to the watchlist of %s", before,
                    server);
        if (!may_ask || early_ids_ask(before, server, &yes))
            early_ids_end(store, may_ask, yes);
        free(before);
        free(ids);
    }
    store_result_free(result);
}

void early_ids_start(const struct settings *settings)
{
    struct error err;
    struct peek_rows rows;
    struct store_config config = {.url = settings_text(settings, SETTING_URL),
                                  .api_path = settings_text(settings, SETTING_API_PATH),
                                  .email = settings_text(settings, SETTING_EMAIL)};
    if (!*config.url)
        return;
    peek_read(&rows, &config, PEEK_EARLY, "", "");
    bool there = rows.count > 0;
    peek_rows_free(&rows);
    struct store *store = there ? store_open(&config, &err) : NULL;
    if (store)
        early_ids_offer(store, settings, entry_can_ask());
    store_close(store);
}
