#!/bin/sh
# steno under random keys and sizes for a while: memory and descriptors must stay. SOAK_SECONDS (600), SOAK_SEED (1).
# Before that the sandbox is killed 200 times while 32 connections write to it and 32 read: what it acknowledged must stay.
set -u
cd "$(dirname "$0")/../.." || exit 2
./dev build || exit 1
make -s -C build tests/soak_steno tests/e2e_sandbox || exit 1
SANDBOX_KILLS=200 build/tests/e2e_sandbox --filter 'kept/what_was_acknowledged_survives_a_kill' || exit 1
exec build/tests/soak_steno "${SOAK_SECONDS:-600}" "${SOAK_SEED:-1}"
