/* A bench over a store in a file, to which another program has a connection, too. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_APP_STORE_H
#define STENO_TESTS_APP_STORE_H

#include "support/app_bench.h"

/* Before the application starts; the store ends with bench_store_close, after bench_free. */
void bench_store_open(struct bench *bench);
void bench_store_close(struct bench *bench);
/* The other program holds the lock: nothing can be saved, or it can again. */
void bench_store_lock(struct bench *bench);
void bench_store_unlock(struct bench *bench);

#endif
