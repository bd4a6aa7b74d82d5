#!/bin/sh
# SPDX-License-Identifier: MIT
# Captions of 26 hours beside those of one hour in the preview of an export.
builddir=$(cd "$1" && pwd) || exit 0
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
bench_make bench_captions
"$builddir/tests/bench_captions" >"$tmp/captions" 2>"$tmp/stderr" || bench_skip "bench_captions failed: $(tail -n 1 "$tmp/stderr")"
cat "$tmp/captions"
ratio_of() {
    awk -v line="$1" 'index($0, line) == 1 { print $NF }' "$tmp/captions"
}
figure 'captions of 26 hours × of one: opened and checked' "$(ratio_of opened)" '≤ 30' 'n: 26'
figure 'captions of 26 hours × of one: a filter' "$(ratio_of 'a filter')" '≤ 30' 'n: 26'
figure 'captions of 26 hours × of one: next finding' "$(ratio_of 'next finding')" '≤ 2' ''
