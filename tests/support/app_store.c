/* The store under a bench. Lists that a test gives by hand are left to it. */
/* SPDX-License-Identifier: MIT */
#include "support/app_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "steno/base/mem.h"
#include "steno/store/store.h"
#include "support/asserts.h"

/* Is it one that tests answer, or leave without an answer? */
static bool bench_store_is_left(enum store_op_kind kind)
{
    static const enum store_op_kind left[] = {STORE_LOAD,          STORE_PROJECT_LOAD, STORE_HISTORY_LOAD,
                                              STORE_DRAFT_LOAD,    STORE_PRESET_LOAD,  STORE_PRESET_LIST,
                                              STORE_METADATA_LIST, STORE_EXPORTS_LOOK, STORE_TOKEN_READ};
    for (size_t i = 0; i < sizeof left / sizeof left[0]; i++) {
        if (left[i] == kind)
            return true;
    }
    return false;
}

static void bench_store_carry(struct bench *bench)
{
    for (size_t i = 0; i < bench->effects.count; i++) {
        const struct store_op *op = bench->effects.items[i].store;
        if (!op || op->serial <= bench->stored || bench_store_is_left(op->kind))
            continue;
        struct store_result *result = store_result_new(op);
        bench->stored = op->serial;
        store_execute(bench->store, op, result);
        bench_event(bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
        store_result_free(result);
    }
}

void bench_store_do(struct bench *bench, enum store_op_kind kind, int64_t id)
{
    struct store_op *op = store_op_new(kind);
    struct store_result *result = store_result_new(op);
    op->id = id;
    cr_assert(store_execute(bench->store, op, result), "%s", result->error.text);
    store_result_free(result);
    store_op_free(op);
}

void bench_store_open(struct bench *bench)
{
    struct error err;
    const char *temp = getenv("TMPDIR");
    bench->folder = mem_printf("%s/steno-bench-XXXXXX", temp ? temp : "/tmp");
    cr_assert_not_null(mkdtemp(bench->folder));
    char *path = mem_printf("%s/state.db", bench->folder);
    bench->store =
        store_open(&(struct store_config){.path = path,
                                          .url = settings_text(&bench->settings, SETTING_URL),
                                          .api_path = settings_text(&bench->settings, SETTING_API_PATH),
                                          .email = ""},
                   &err);
    cr_assert_not_null(bench->store, "%s", err.text);
    bench->carry = bench_store_carry;
    free(path);
}

void bench_store_close(struct bench *bench)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    store_close(bench->store);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char *path = mem_printf("%s/state.db%s", bench->folder, ends[i]);
        unlink(path);
        free(path);
    }
    rmdir(bench->folder);
    free(bench->folder);
}
