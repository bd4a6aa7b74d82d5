/* A bench with its store in a file, and a second connection to the file that plays another program. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_APP_STORE_H
#define STENO_TESTS_APP_STORE_H

#include "support/app_bench.h"

/* Call before the application starts; call bench_store_close() after bench_free(). */
void bench_store_open(struct bench *bench);
void bench_store_close(struct bench *bench);
/* Lock the store as another program would, so that the application cannot save anything, and unlock it. */
void bench_store_lock(struct bench *bench);
void bench_store_unlock(struct bench *bench);

#endif
