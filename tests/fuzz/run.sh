#!/bin/sh
# SPDX-License-Identifier: MIT
# Fuzzes each target with libFuzzer and the address and undefined sanitizers: tests/fuzz/run.sh [TARGET...]
# FUZZ_SECONDS: time per target (60). Findings are in build-fuzz/findings/; copy a fixed one into tests/fuzz/corpus/.
set -u
cd "$(dirname "$0")/../.." || exit 2
seconds=${FUZZ_SECONDS:-60}
command -v clang >/dev/null || {
    echo "fuzz: clang is needed, with its compiler-rt: apt-get install clang" >&2
    exit 1
}
flags="-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
[ -x configure ] || autoreconf -fi >/dev/null 2>&1 || exit 1
mkdir -p build-fuzz/findings
if [ ! -f build-fuzz/Makefile ]; then
    (cd build-fuzz && ../configure -q CC=clang CFLAGS="$flags -fsanitize=fuzzer-no-link") || exit 1
fi
make -s -C build-fuzz -j "$(nproc)" libapi.a libbase.a libcaption.a libcore.a libsandbox.a libstore.a || exit 1
targets=${*:-$(ls tests/fuzz/corpus)}
code=0
for target in $targets; do
    program=build-fuzz/fuzz_$target
    # shellcheck disable=SC2046,SC2086 # lists of flags
    clang $flags -fsanitize=fuzzer -std=gnu11 -D_GNU_SOURCE -DFUZZ_TARGET="\"$target\"" -Iinclude -Ibuild-fuzz -Itests -iquote src/sandbox \
        -iquote src/api -iquote src/core -iquote src/sandbox -iquote src/store \
        -o "$program" tests/fuzz/test_targets.c \
        build-fuzz/libsandbox.a build-fuzz/libstore.a build-fuzz/libcore.a build-fuzz/libapi.a build-fuzz/libcaption.a \
        build-fuzz/libbase.a $(pkg-config --cflags --libs jansson libcurl sqlite3) || exit 1
    mkdir -p "build-fuzz/corpus/$target"
    echo "== $target, $seconds s"
    if "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=8192 -print_final_stats=1 \
        -artifact_prefix="build-fuzz/findings/$target-" "build-fuzz/corpus/$target" "tests/fuzz/corpus/$target" \
        >"build-fuzz/$target.log" 2>&1; then
        grep -E 'number_of_executed_units' "build-fuzz/$target.log"
    else
        code=1
        tail -n 40 "build-fuzz/$target.log"
    fi
done
exit "$code"
