#!/bin/sh
# SPDX-License-Identifier: MIT
# Commands that send nothing, compared with steno linked with libcurl. Goal: at most 0.35 of its time.
# usage: start.sh BUILDDIR LINKED-BUILDDIR
builddir=$(cd "$1" && pwd) || exit 0
linked=$(cd "${2:-/nowhere}" 2>/dev/null && pwd)
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
[ -x "$linked/steno" ] || bench_skip "there is no build linked with libcurl: ./dev bench makes one"
bench_make bench_pairs
sandbox_start --projects 12
"$builddir/steno" add 1-12 >/dev/null 2>"$tmp/stderr" || bench_skip "add failed: $(tail -n 1 "$tmp/stderr")"
"$builddir/steno" list --refresh >/dev/null 2>"$tmp/stderr" || bench_skip "no list: $(tail -n 1 "$tmp/stderr")"
pairs=$((pairs * 6)) # each takes a few ms
figure_of_pairs 'steno --version × the linked build' 'linked' '≤ 0.35' "$builddir/steno --version" "$linked/steno --version"
figure_of_pairs 'steno list of 12 × the linked build' 'linked' '≤ 0.35' "$builddir/steno list" "$linked/steno list"
