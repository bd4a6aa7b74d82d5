#!/bin/sh
# SPDX-License-Identifier: MIT
# First kills steno in 200 enqueues, in the console and the command line: the next start must know each of them. Then three
# programs enqueue the same project at once, 100 times at each of six speeds: no second job without a question. Then steno
# gets random keys and sizes for SOAK_SECONDS (600; SOAK_SEED, 1): memory and descriptors must not grow.
set -u
cd "$(dirname "$0")/../.." || exit 2
./dev build || exit 1
make -s -C build tests/soak_steno tests/e2e_writes || exit 1

ENQUEUE_KILLS=200 ENQUEUE_SEED=${SOAK_SEED:-1} build/tests/e2e_writes --filter 'kills/*' || exit 1
TWICE_ROUNDS=100 build/tests/e2e_writes --filter 'twice/*' || exit 1
exec build/tests/soak_steno "${SOAK_SECONDS:-600}" "${SOAK_SEED:-1}"
