/* Shared by tests of the command line: a home, a sandbox, and runs of steno whose output is compared. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_E2E_CLI_RUN_H
#define STENO_TESTS_E2E_CLI_RUN_H

#include "support/process.h"

struct bench {
    struct home *home;
    struct process_sandbox sandbox;
};

/* Makes a home with its own sandbox, whose URL is in STENO_URL. Ends the test if the sandbox does not start.
 */
void bench_start(struct bench *bench, const char *sandbox_arguments);
void bench_stop(struct bench *bench);
/* bench_start(), then logs in as demo@example.org. */
void bench_start_logged_in(struct bench *bench, const char *sandbox_arguments);

/* Runs steno, compares the exit code, and checks JSON by the schema. Free the result with
 * process_result_free(). */
void bench_steno(struct bench *bench, const char *arguments, const char *input, int code,
                 struct process_result *result);

/* Starts steno in the background; its stderr is the file steno.log in the home. */
void bench_begin(struct bench *bench, const char *arguments, struct process *process);

/* Runs steno and compares the exit code and both complete outputs. "$URL" in an expected text is the
 * sandbox's address. */
void bench_expect(struct bench *bench, const char *arguments, const char *input, int code, const char *out,
                  const char *err);

/* Runs steno and compares only the exit code. */
void bench_run(struct bench *bench, const char *arguments, int code);
/* Runs steno and expects a part of each output; bench_expect_said(): a part of standard error. */
void bench_expect_parts(struct bench *bench, const char *arguments, const char *input, int code,
                        const char *out, const char *err);
void bench_expect_said(struct bench *bench, const char *arguments, int code, const char *part);

/* The sandbox's log as lines "METHOD ENDPOINT STATUS". Caller frees. */
char *bench_requests(const struct bench *bench);

#endif
