#!/bin/sh
# SPDX-License-Identifier: MIT
# What watching many projects costs the server and this side. The refresh machine lives hours in a moment,
# without a network (tests/support/refresh_life.h); what a reading costs is measured before by sweep.sh and lists.sh.
builddir=$(cd "$1" && pwd) || exit 0
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
bench_make bench_refresh
began=$(now_us)
"$builddir/tests/bench_refresh" >"$tmp/lives" 2>"$tmp/stderr"
code=$?
took_s=$((($(now_us) - began) / 1000000))
verdict='kept'
[ "$code" -eq 0 ] || verdict=$(tail -n 1 "$tmp/stderr")
figure 'promises of the refresh machine, two hours over 10,000, an hour over 20,000' "$verdict" 'kept' "$took_s s"
figure 'CPU of the machine a reading, 20,000 projects × 10,000' "$(awk -F '\t' '$1 == 10000 { few = $11 }
    $1 == 20000 { many = $11 } END { printf "%.1f", few ? many / few : 0 }' "$tmp/lives")" '≤ 4' \
    "longest turn $(awk -F '\t' 'END { print $12 }' "$tmp/lives") ms at 20,000"

# figures_of WHAT: the numbers of a row that was measured before.
figures_of() {
    awk -F '\t' -v what="$1" 'index($1, what) == 1 && $4 !~ /^not/ { print $2 }' "$figures" 2>/dev/null | tail -n 1
}
reading_ms=$(figures_of 'CPU of a reading by list --refresh')
few_mb=$(figures_of 'RSS with 12 projects')
many_mb=$(figures_of 'RSS with 20,000 projects')
file_bytes=$(figures_of 'bytes of the state file a project')

# What goes over the line for a reading, in both directions.
sandbox_start --projects 12
wire=$(curl -q -sS --compressed -o /dev/null -w '%{size_request} %{size_header} %{size_download}' \
    -H "Authorization: $token" "$url/API/v2/Projects/2" 2>/dev/null | awk '{ print $1 + $2 + $3 }')
LC_ALL=C awk -F '\t' -v reading_ms="${reading_ms%%,*}" -v few_mb="$few_mb" -v many_mb="$many_mb" -v file_bytes="$file_bytes" \
    -v wire="${wire:-0}" -f "$(dirname "$0")/scale.awk" "$tmp/lives" | tee "${BENCH_SCALE_TABLE:-/dev/null}"
