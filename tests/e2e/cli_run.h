/* What the tests of the command line share: a home, a sandbox, and steno runs compared byte by byte. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_E2E_CLI_RUN_H
#define STENO_TESTS_E2E_CLI_RUN_H

#include "support/process.h"

struct bench {
    struct home *home;
    struct process_sandbox sandbox;
};

/* A fresh home with a sandbox of its own, whose URL stands in STENO_URL. Ends the test when it does not
 * start. */
void bench_start(struct bench *bench, const char *sandbox_arguments);
void bench_stop(struct bench *bench);
/* bench_start(), logged in as the demo user. */
void bench_start_logged_in(struct bench *bench, const char *sandbox_arguments);

/* Runs steno and compares the exit code, and JSON with its schema; both outputs are to be freed with
 * process_result_free. */
void bench_steno(struct bench *bench, const char *arguments, const char *input, int code,
                 struct process_result *result);

/* Starts steno in the background; its stderr is the file steno.log in the home. */
void bench_begin(struct bench *bench, const char *arguments, struct process *process);

/* Runs steno and compares exit code and both outputs whole. "$URL" in an expected text stands for the
 * sandbox. */
void bench_expect(struct bench *bench, const char *arguments, const char *input, int code, const char *out,
                  const char *err);

/* Runs steno without a look at its output. */
void bench_run(struct bench *bench, const char *arguments, int code);
/* Runs steno and expects a part of each output; the other one expects a part of standard error. */
void bench_expect_parts(struct bench *bench, const char *arguments, const char *input, int code,
                        const char *out, const char *err);
void bench_expect_said(struct bench *bench, const char *arguments, int code, const char *part);

/* What the sandbox logged, as lines "METHOD ENDPOINT STATUS". Caller frees. */
char *bench_requests(const struct bench *bench);

#endif
