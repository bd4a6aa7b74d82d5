#!/bin/sh
# What the application's own thread does with 20,000 watched projects beside 10 and beside 1,000: a reply, keys that
# filter, sort and scroll. Targets: a reply and a scroll at most 1.5; a filter key 25 and a sort key 35 times that of 1,000.
builddir=$(cd "$1" && pwd) || exit 0
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
make -s -C "$builddir" tests/bench_rows >&2 || bench_skip "the rows need the libraries of the tests"
"$builddir/tests/bench_rows" 2>"$tmp/stderr" || bench_skip "bench_rows failed: $(tail -n 1 "$tmp/stderr")"
