#!/bin/sh
# SPDX-License-Identifier: MIT
# A mark beside 20,000 marked projects and beside 20. Target: at most twice as long, because what the marked take
# and what can be done to them is counted with each mark, never anew.
builddir=$(cd "$1" && pwd) || exit 0
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
bench_make bench_marks
said=$("$builddir/tests/bench_marks" 2>"$tmp/stderr") || bench_skip "bench_marks failed: $(tail -n 1 "$tmp/stderr")"
echo "$said"
figure 'a mark beside 20,000 marked projects × beside 20' "${said##* }" '≤ 2' ''
