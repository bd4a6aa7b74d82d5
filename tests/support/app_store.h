/* A bench over a real store: what is sent, followed and read stands in its tables. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_APP_STORE_H
#define STENO_TESTS_APP_STORE_H

#include "support/app_bench.h"

/* Before the application starts; the store ends with bench_store_close, after bench_free. */
void bench_store_open(struct bench *bench);
void bench_store_close(struct bench *bench);
/* Carries an operation out as another program would. */
void bench_store_do(struct bench *bench, enum store_op_kind kind, int64_t id);

#endif
