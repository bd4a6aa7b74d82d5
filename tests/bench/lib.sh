# shellcheck shell=sh disable=SC2154 # builddir is the caller's
# What the benches share. A bench prints ratios between programs measured in turn in one run, as medians of pairs:
# times of one machine say little about another, ratios do. It never fails a build: what cannot run is said.
# Each script sources this after setting `builddir`.
set -u
LC_ALL=C
export LC_ALL
pairs=${BENCH_PAIRS:-5}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/steno-bench-XXXXXX") || exit 0
sandbox_pid=
export HOME="$tmp" XDG_CONFIG_HOME="$tmp/config" XDG_STATE_HOME="$tmp/state" no_proxy='*'
unset STENO_URL STENO_TOKEN STENO_PROFILE STENO_API_PATH STENO_TIMEOUT 2>/dev/null || :

bench_end() {
    [ -z "$sandbox_pid" ] || kill "$sandbox_pid" 2>/dev/null
    rm -rf "$tmp"
}
trap bench_end EXIT
trap 'exit 130' INT TERM

# Ends the bench with a reason; that is no failure.
bench_skip() {
    echo "skipped: $*"
    exit 0
}

now_us() {
    echo $(($(date +%s%N) / 1000))
}

# time_of COMMAND...: microseconds that it took; its output goes away. Empty when it failed.
time_of() {
    began=$(now_us)
    "$@" >/dev/null 2>"$tmp/stderr" || return 1
    echo $(($(now_us) - began))
}

# median NUMBER...
median() {
    printf '%s\n' "$@" | sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# ratio_of_pairs NAME BASE-NAME "COMMAND" "BASE COMMAND": medians of both times and of their ratios, taken in turn;
# the last one is left in $ratio.
ratio_of_pairs() {
    ours='' base='' ratios=''
    pair=0
    while [ "$pair" -lt "$pairs" ]; do
        pair=$((pair + 1))
        a=$(time_of sh -c "$3") || bench_skip "$1 failed: $(tail -n 1 "$tmp/stderr")"
        b=$(time_of sh -c "$4") || bench_skip "$2 failed: $(tail -n 1 "$tmp/stderr")"
        ours="$ours $a"
        base="$base $b"
        ratios="$ratios $(awk "BEGIN { printf \"%.3f\", $a / $b }")"
    done
    # shellcheck disable=SC2086 # a list of numbers
    ratio=$(median $ratios)
    # shellcheck disable=SC2086 # lists of numbers
    awk "BEGIN { printf \"%-34s %8.1f ms   %-24s %8.1f ms   time ratio %.2f\\n\", \"$1\", $(median $ours) / 1000, \
        \"$2\", $(median $base) / 1000, $ratio }"
}

# Starts a sandbox and logs in: $url and $token are set.
sandbox_start() {
    token=bench-token-of-no-worth
    rm -f "$tmp/url"
    "$builddir/steno-sandbox" --port 0 --token "$token" "$@" >"$tmp/url" 2>"$tmp/sandbox.log" &
    sandbox_pid=$!
    tries=0
    until [ -s "$tmp/url" ]; do
        tries=$((tries + 1))
        [ "$tries" -lt 200 ] || bench_skip "the sandbox did not start: $(tail -n 1 "$tmp/sandbox.log")"
        sleep 0.05
    done
    url=$(cat "$tmp/url")
    printf '%s' "$token" | "$builddir/steno" login --url "$url" --token-stdin >/dev/null 2>"$tmp/stderr" ||
        bench_skip "no login: $(tail -n 1 "$tmp/stderr")"
}
