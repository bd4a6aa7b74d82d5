#!/bin/sh
# SPDX-License-Identifier: MIT
# What the application's own thread does with 20,000 watched projects beside 10 and beside 1,000: a reply, keys that
# filter, sort and scroll. Targets: a reply and a scroll at most 1.5; a filter key 25 and a sort key 35 times that of 1,000.
builddir=$(cd "$1" && pwd) || exit 0
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
bench_make bench_rows
"$builddir/tests/bench_rows" >"$tmp/rows" 2>"$tmp/stderr" || bench_skip "bench_rows failed: $(tail -n 1 "$tmp/stderr")"
cat "$tmp/rows"
# ratio_of LINE: the ratio of one of its lines.
ratio_of() {
    awk -v line="$1 " 'index($0, line) == 1 { print $NF }' "$tmp/rows"
}
figure 'CPU of the own thread a reply, 20,000 rows × 10' "$(ratio_of 'a reply, own order')" '≤ 1.5' \
    "by name $(ratio_of 'a reply, by name'), by since $(ratio_of 'a reply, by since'), in a view $(ratio_of 'a reply, by since, a view')"
figure 'a letter of the filter, 20,000 rows × 1,000' "$(ratio_of 'a letter of the filter')" '≤ 25' 'n: 20'
figure 'a sort key, 20,000 rows × 1,000' "$(ratio_of 'sorted by name')" '≤ 35' "n log n: 29; by since $(ratio_of 'sorted by since')"
