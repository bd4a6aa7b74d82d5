/* What is fuzzed: each target takes any bytes and aborts when a promise of a header does not hold for them.
 * tests/fuzz/fuzzer.c makes a libFuzzer program of one; the test program fuzz_replay runs the corpus in each
 * check. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_FUZZ_TARGETS_H
#define STENO_TESTS_FUZZ_TARGETS_H

#include <stddef.h>
#include <stdint.h>

struct fuzz_target {
    const char *name; /* its corpus is tests/fuzz/corpus/<name> */
    void (*run)(const uint8_t *data, size_t size);
};

extern const struct fuzz_target fuzz_targets[]; /* ended by a NULL name */

#endif
