#!/bin/sh
# SPDX-License-Identifier: MIT
# Reads many projects through 4 connections, compared with curl reading the same projects.
builddir=$(cd "$1" && pwd) || exit 0
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
count=${BENCH_PROJECTS:-10000}
command -v curl >/dev/null || bench_skip "curl is not installed"
bench_make bench_pairs
sandbox_start --projects "$count"
mkdir -p "$XDG_CONFIG_HOME/steno"
printf 'rate_cap = 0\nconnections = 4\n' >>"$XDG_CONFIG_HOME/steno/config"
"$builddir/steno" add "1-$count" >/dev/null 2>"$tmp/stderr" || bench_skip "add failed: $(tail -n 1 "$tmp/stderr")"
cp -r "$XDG_STATE_HOME" "$tmp/new"

# curl fetches each project into /dev/null; steno decodes, stores and prints each.
awk -v url="$url" -v count="$count" 'BEGIN {
    for (id = 1; id <= count; id++)
        printf "url = \"%s/API/v2/Projects/%d\"\noutput = \"/dev/null\"\n", url, id }' >"$tmp/urls"
few=2000
[ "$few" -le $((count / 3)) ] || few=$((count / 3))
# The sandbox's projects 17, 18, 21, 22, 25, 26 and so on are Completed, so `wait` ends at once.
awk -v few="$few" 'BEGIN { for (i = 0; i < few; i++) printf " %d", 17 + 2 * i - i % 2 }' >"$tmp/done"
tr ' ' '\n' <"$tmp/done" | awk -v url="$url" 'NF {
    printf "url = \"%s/API/v2/Projects/%d\"\noutput = \"/dev/null\"\n", url, $1 }' >"$tmp/few"
options='curl -q -sS -f -Z --parallel-immediate --parallel-max 4'
curl_of() {
    echo "$options -H 'Authorization: $token' -K $tmp/$1"
}

figure_of_pairs "list --refresh of $count × curl -Z" 'curl -Z' '≤ 1.5' "$builddir/steno list --refresh --json" \
    "$(curl_of urls)" "sh -c 'rm -rf $XDG_STATE_HOME && cp -r $tmp/new $XDG_STATE_HOME'"
figure 'CPU of a reading by list --refresh, ms' "$(awk "BEGIN { printf \"%.4f\", ${cpu_ms:-0} / $count }")" '' ''
figure_of_pairs "show of $few × curl -Z" 'curl -Z' '≤ 1.5' "$builddir/steno show --json$(cat "$tmp/done")" "$(curl_of few)"
figure_of_pairs "wait of $few × curl -Z" 'curl -Z' '≤ 1.5' "$builddir/steno wait --json$(cat "$tmp/done")" "$(curl_of few)"
