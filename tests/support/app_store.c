/* Implements app_store.h. */
/* SPDX-License-Identifier: MIT */
#include "support/app_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "steno/base/mem.h"
#include "support/asserts.h"

void bench_store_open(struct bench *bench)
{
    const char *temp = getenv("TMPDIR");
    bench->folder = mem_printf("%s/steno-bench-XXXXXX", temp ? temp : "/tmp");
    cr_assert_not_null(mkdtemp(bench->folder));
    char *path = mem_printf("%s/state.db", bench->folder);
    bench->store = bench_store_at(bench, path);
    bench->other = bench_store_at(bench, path);
    store_wait_at_most(bench->store, 0);
    store_wait_at_most(bench->other, 0);
    free(path);
}

void bench_store_close(struct bench *bench)
{
    static const char *const ends[] = {"", "-journal"};
    store_close(bench->store);
    store_close(bench->other);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char *path = mem_printf("%s/state.db%s", bench->folder, ends[i]);
        unlink(path);
        free(path);
    }
    rmdir(bench->folder);
    free(bench->folder);
}

void bench_store_lock(struct bench *bench)
{
    struct error err;
    cr_assert(store_begin(bench->other, &err), "%s", err.text);
}

void bench_store_unlock(struct bench *bench)
{
    store_roll_back(bench->other);
}
