#!/bin/sh
# Reads of many projects through 4 connections, against curl reading the same ones. Target: a time ratio of 1.5.
builddir=$(cd "$1" && pwd) || exit 0
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
count=${BENCH_PROJECTS:-10000}
command -v curl >/dev/null || bench_skip "curl is not installed"
sandbox_start --projects "$count"
mkdir -p "$XDG_CONFIG_HOME/steno"
printf 'rate_cap = 0\nconnections = 4\n' >>"$XDG_CONFIG_HOME/steno/config"
"$builddir/steno" add "1-$count" >/dev/null 2>"$tmp/stderr" || bench_skip "add failed: $(tail -n 1 "$tmp/stderr")"
# The route as the contract has it; curl fetches each into its own file, as steno decodes each.
awk -v url="$url" -v count="$count" -v tmp="$tmp" 'BEGIN {
    for (id = 1; id <= count; id++)
        printf "url = \"%s/API/v2/Projects/%d\"\noutput = \"/dev/null\"\n", url, id }' >"$tmp/urls"
curl_sweep="curl -sS -f -Z --parallel-max 4 -H 'Authorization: $token' -K '$tmp/urls'"
ratio_of_pairs "steno list --refresh ($count)" "curl -Z --parallel-max 4" \
    "$builddir/steno list --refresh --json" "$curl_sweep"
few=2000
[ "$few" -le "$count" ] || few=$count
head -n $((2 * few)) "$tmp/urls" >"$tmp/few"
ratio_of_pairs "steno show ($few)" "curl -Z --parallel-max 4" \
    "$builddir/steno show --json 1-$few" "curl -sS -f -Z --parallel-max 4 -H 'Authorization: $token' -K '$tmp/few'"
