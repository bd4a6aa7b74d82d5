#!/bin/sh
# steno under random keys and sizes for a while: memory and descriptors must stay. SOAK_SECONDS (600), SOAK_SEED (1).
set -u
cd "$(dirname "$0")/../.." || exit 2
./dev build || exit 1
make -s -C build tests/soak_steno || exit 1
exec build/tests/soak_steno "${SOAK_SECONDS:-600}" "${SOAK_SEED:-1}"
