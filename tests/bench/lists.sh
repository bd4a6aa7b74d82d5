#!/bin/sh
# SPDX-License-Identifier: MIT
# A watchlist of 20,000 projects compared with one of 10, in a terminal: first rows, bytes at start, memory, and how long a
# key waits for its echo while all projects are read without a rate cap.
builddir=$(cd "$1" && pwd) || exit 0
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
count=${BENCH_ROWS:-20000}
bench_make bench_meter
sandbox_start --projects "$count"
cp -r "$XDG_CONFIG_HOME" "$tmp/config-steady"
mkdir -p "$XDG_CONFIG_HOME/steno"
printf 'rate_cap = 0\nconnections = 4\nfollow = off\n' >>"$XDG_CONFIG_HOME/steno/config"
for some in 10 "$count"; do
    XDG_STATE_HOME=$tmp/state-$some
    export XDG_STATE_HOME
    "$builddir/steno" add "1-$some" >/dev/null 2>"$tmp/stderr" || bench_skip "add failed: $(tail -n 1 "$tmp/stderr")"
    "$builddir/steno" list --refresh >/dev/null 2>"$tmp/stderr" || bench_skip "no list: $(tail -n 1 "$tmp/stderr")"
done
of="HOME=$HOME XDG_CONFIG_HOME=$tmp/config-steady XDG_STATE_HOME=$tmp"
"$builddir/tests/bench_meter" "${BENCH_RUNS:-11}" 1000 10 'Council meeting' j k q "$of/state-10 $builddir/steno" -- \
    many 'Council meeting' j k q "$of/state-$count $builddir/steno" >"$tmp/met" 2>"$tmp/stderr"
# of_many COLUMN: a result for the long list.
of_many() {
    awk -F '\t' -v column="$1" '$1 == "many" { print NF == 2 ? "?" : $column }' "$tmp/met"
}
awk -F '\t' '{ printf "%-8s paint %s ms, start %s bytes, %s KB\n", $1, $2, $4, $9 }' "$tmp/met"
figure "first rows of $count watched × 10" "$(of_many 3)" '≤ 1.3' "$(of_many 4) bytes at start"
figure "RSS with 20,000 projects, MB" "$(of_many 9 | awk -v n="$count" 'n == 20000 { printf "%.1f", $1 / 1000 }')" '≤ 40' ''
size_of() {
    cat "$tmp/state-$1"/steno/state.db* | wc -c
}
figure 'bytes of the state file a project' "$((($(size_of "$count") - $(size_of 10)) / (count - 10)))" '' ''
if said=$("$builddir/tests/bench_meter" echo "${BENCH_PRESSES:-100}" 'Council meeting' \
    "HOME=$HOME XDG_CONFIG_HOME=$XDG_CONFIG_HOME XDG_STATE_HOME=$tmp/state-$count $builddir/steno" 2>"$tmp/stderr"); then
    echo "echo of a key, ms: idle median, busy median, p95, longest; presses: $said"
    figure "echo of a key while $count are read, p95 × idle median" "$(echo "$said" | awk '{ printf "%.1f", $3 / $1 }')" \
        '≤ 10' "$(echo "$said" | awk '{ printf "idle %s ms, busy %s, longest %s", $1, $2, $4; if ($6 != "all-while-busy") printf "; the end was idle" }')"
else
    figure 'echo of a key' "not measured: $(tail -n 1 "$tmp/stderr")"
fi
