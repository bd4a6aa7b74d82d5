/* Owns the table of operations and the transaction around each write. Knows no SQL of theirs. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/store/config.h"
#include "steno/store/credentials.h"
#include "store.h"
#include "store_act.h"
#include "store_schema.h"

/* Changes the scope. */
static bool store_scope_set(struct store *store, const struct store_op *op, struct store_result *result)
{
    return store_set_scope(store, op->text, op->text2, op->text3, &result->error);
}

/* Writes one profile of the credentials file. */
static bool store_credentials_save(struct store *store, const struct store_op *op,
                                   struct store_result *result)
{
    return credentials_save(store->credentials_path, op->name, op->text, op->text2, op->text3, op->secret,
                            &result->error);
}

/* Forgets the token of one profile. */
static bool store_credentials_drop(struct store *store, const struct store_op *op,
                                   struct store_result *result)
{
    return credentials_drop(store->credentials_path, op->name, NULL, &result->error);
}

/* Reads the source of a token again. */
static bool store_token_read(struct store *store, const struct store_op *op, struct store_result *result)
{
    return config_read_token(store->credentials_path, op->name, op->text2 ? op->text2 : "",
                             op->text3 ? op->text3 : "", op->text ? op->text : "", &result->secret,
                             &result->error);
}

static store_handler store_together;

/* What an operation does with state.db. */
enum store_use {
    READS,
    READS_MANY, /* as of one time, by one lock of the file */
    WRITES,
    ELSEWHERE
};

static const struct {
    store_handler *run;
    enum store_use use;
} handlers[STORE_OP_COUNT] = {
    [STORE_SCOPE] = {store_scope_set, READS},
    [STORE_LOAD] = {store_load, READS},
    [STORE_WATCH_ADD] = {store_watch_add, WRITES},
    [STORE_WATCH_REMOVE] = {store_watch_remove, WRITES},
    [STORE_WATCH_NOTE] = {store_watch_note, WRITES},
    [STORE_PROJECT_SAVE] = {store_project_save, WRITES},
    [STORE_PROJECT_LOAD] = {store_project_load, READS},
    [STORE_HISTORY_ADD] = {store_history_add, WRITES},
    [STORE_HISTORY_LOAD] = {store_history_load, READS},
    [STORE_DRAFT_SAVE] = {store_draft_save, WRITES},
    [STORE_DRAFT_LOAD] = {store_draft_load, READS},
    [STORE_DRAFT_DROP] = {store_draft_drop, WRITES},
    [STORE_PRESET_SAVE] = {store_preset_save, WRITES},
    [STORE_PRESET_LOAD] = {store_preset_load, READS},
    [STORE_PRESET_LIST] = {store_preset_list, READS},
    [STORE_PRESET_DROP] = {store_preset_drop, WRITES},
    [STORE_METADATA_ADD] = {store_metadata_add, WRITES},
    [STORE_METADATA_LIST] = {store_metadata_list, READS},
    [STORE_EXPORTS_ADD] = {store_exports_add, WRITES},
    [STORE_EXPORTS_LIST] = {store_exports_list, READS_MANY},
    [STORE_EXPORTS_LOOK] = {store_exports_look, READS_MANY},
    [STORE_EXPORTS_MOVE] = {store_exports_move, WRITES},
    [STORE_PENDING_ADD] = {store_pending_add, WRITES},
    [STORE_PENDING_REMOVE] = {store_pending_remove, WRITES},
    [STORE_PENDING_LIST] = {store_pending_list, READS},
    [STORE_PENDING_SETTLE] = {store_pending_settle, WRITES},
    [STORE_ACT_ADD] = {store_act_add, WRITES},
    [STORE_ACT_END] = {store_act_end, WRITES},
    [STORE_ACT_LIST] = {store_act_list, READS},
    [STORE_ACT_SEEN] = {store_act_seen, WRITES},
    [STORE_CHANGE_CLAIM] = {store_change_claim, WRITES},
    [STORE_SENT_LIST] = {store_act_sent, READS},
    [STORE_FORGET] = {store_pending_forget, WRITES},
    [STORE_SORT_LOAD] = {store_sort_load, READS},
    [STORE_SORT_SAVE] = {store_sort_save, WRITES},
    [STORE_TOGETHER] = {store_together, WRITES},
    [STORE_CREDENTIALS_SAVE] = {store_credentials_save, ELSEWHERE},
    [STORE_CREDENTIALS_DROP] = {store_credentials_drop, ELSEWHERE},
    [STORE_TOKEN_READ] = {store_token_read, ELSEWHERE},
};

bool store_op_writes(enum store_op_kind kind)
{
    return handlers[kind].use == WRITES;
}

/* Gives the scope a row when it has none yet. Within a transaction. */
static bool store_ensure_scope(struct store *store, struct error *err)
{
    if (!store_find_scope(store, err))
        return false;
    if (store->scope != 0)
        return true;
    return store_run(store, err, "INSERT OR IGNORE INTO scopes (name) VALUES (?)", "t", store->scope_name) &&
           store_find_scope(store, err);
}

/* Has another version of the program changed the tables since the file was opened? */
static bool store_is_taken_over(struct store *store, struct error *err)
{
    int64_t version;
    if (!store_number(store, NULL, &version, 0, "PRAGMA user_version", "") || version == STORE_SCHEMA)
        return false;
    error_set(err, ERROR_IO, "%s was changed by another version of steno: restart steno", store->path);
    return true;
}

/* Begins a transaction that writes. */
static bool store_begin_write(struct store *store, struct error *err)
{
    return store_run(store, err, "BEGIN IMMEDIATE", "") && !store_is_taken_over(store, err) &&
           store_ensure_scope(store, err);
}

/* Ends a transaction that failed. */
static void store_roll_back(struct store *store, int64_t scope)
{
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    store->scope = scope;
}

/* Runs a write whole or not at all. */
static bool store_write(struct store *store, const struct store_op *op, struct store_result *result)
{
    struct error *err = &result->error;
    int64_t scope = store->scope;
    bool ok = store_begin_write(store, err) && handlers[op->kind].run(store, op, result) &&
              store_run(store, err, "COMMIT", "");
    if (!ok) {
        result->changes = 0;
        store_roll_back(store, scope);
    }
    return ok;
}

/* What a part has moved, and the act that has ended with it, are told with the answer to all: rather one of
 * which nothing else tells. */
static void store_take_move(struct store_result *all, struct store_result *part)
{
    struct store_result taken = *all;
    if (part->moved_from) {
        all->moved_from = part->moved_from;
        all->act = part->act;
        part->moved_from = taken.moved_from;
    }
    if (!part->act_count || (all->act_is_settled && !part->act_is_settled))
        return;
    all->act_is_settled = part->act_is_settled;
    all->acts = part->acts;
    all->act_count = part->act_count;
    part->acts = taken.acts;
    part->act_count = taken.act_count;
}

/* Runs one of several writes within their transaction; *changes and `all` may be NULL. */
static bool store_write_one(struct store *store, const struct store_op *op, int64_t *changes,
                            struct store_result *all, struct error *err)
{
    struct store_result *result = store_result_new(op);
    bool ok = store_op_writes(op->kind) && handlers[op->kind].run(store, op, result);
    if (!ok)
        *err = result->error;
    if (changes)
        *changes = result->changes;
    if (all)
        store_take_move(all, result);
    store_result_free(result);
    return ok;
}

/* Several writes as one; none where another program has told what they are about. */
static bool store_together(struct store *store, const struct store_op *op, struct store_result *result)
{
    for (size_t i = 0; i < op->part_count; i++) {
        int64_t changes;
        if (!store_write_one(store, op->parts[i], &changes, result, &result->error))
            return false;
        enum store_op_kind kind = op->parts[i]->kind;
        bool decides = kind == STORE_PENDING_SETTLE || kind == STORE_CHANGE_CLAIM;
        if (i == 0 && decides && changes == 0)
            return true;
        result->changes++;
    }
    return true;
}

bool store_execute_all(struct store *store, struct store_op *const *ops, size_t count, struct error *err)
{
    int64_t scope = store->scope;
    bool ok = store_begin_write(store, err);
    for (size_t i = 0; ok && i < count; i++)
        ok = store_write_one(store, ops[i], NULL, NULL, err);
    if (ok && store_run(store, err, "COMMIT", ""))
        return true;
    store_roll_back(store, scope);
    return false;
}

/* Runs one operation that does not write to state.db. */
static bool store_read(struct store *store, const struct store_op *op, struct store_result *result)
{
    bool is_many = handlers[op->kind].use == READS_MANY;
    bool ok = (!is_many || store_run(store, &result->error, "BEGIN", "")) &&
              store_find_scope(store, &result->error) && handlers[op->kind].run(store, op, result);
    if (is_many)
        sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL);
    if (ok)
        return true;
    store_is_taken_over(store, &result->error); /* then that is the reason */
    return false;
}

bool store_execute(struct store *store, const struct store_op *op, struct store_result *result)
{
    if (handlers[op->kind].use == ELSEWHERE) {
        result->ok = handlers[op->kind].run(store, op, result);
        return result->ok;
    }
    result->ok = store_op_writes(op->kind) ? store_write(store, op, result) : store_read(store, op, result);
    return result->ok;
}
