# shellcheck shell=sh disable=SC2154 # builddir is the caller's
# SPDX-License-Identifier: MIT
# Shared by the benches. A bench runs two programs in turn and prints the median ratio of the pairs, because ratios can be
# compared between machines and times cannot. A bench that cannot run says so and does not fail.
# Each script sets `builddir` and sources this. Each figure is also added to the file BENCH_FIGURES.
set -u
LC_ALL=C
export LC_ALL
pairs=${BENCH_PAIRS:-5}
figures=${BENCH_FIGURES:-/dev/null}
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

# Ends the bench with a reason and exit code 0.
bench_skip() {
    figure "$(basename "$0" .sh)" "not measured: $*"
    exit 0
}

# bench_make TARGET...: builds programs of tests/bench.
bench_make() {
    for target in "$@"; do set -- "$@" "tests/$target"; shift; done
    make -s -C "$builddir" "$@" >&2 || bench_skip "$* cannot be built: the test libraries are missing (./dev deps)"
}

# figure WHAT VALUE GOAL BESIDE: prints a row of the table; BESIDE: the programs compared with.
figure() {
    printf '%-58s %14s   goal %-10s %s\n' "$1" "$2" "${3:--}" "${4-}"
    printf '%s\t%s\t%s\t%s\n' "$1" "$2" "${3:--}" "${4-}" >>"$figures"
}

# ratio_of_pairs NAME BASE-NAME COMMAND BASE [BEFORE]: runs COMMAND and BASE in turn, by tests/bench/pairs.c. Sets $ratio,
# $least, $most (of the ratios), and COMMAND's $took_ms, $cpu_ms and $rss_kb. If a run fails, says so and returns false.
ratio_of_pairs() {
    name=$1 base=$2
    shift 2
    said=$("$builddir/tests/bench_pairs" "$pairs" "$@" 2>"$tmp/stderr") || {
        figure "$name" "not measured: $(tail -n 2 "$tmp/stderr" | tr '\n' ' ')"
        return 1
    }
    # shellcheck disable=SC2034 # the callers'
    read -r took_ms base_ms ratio least most cpu_ms base_cpu_ms rss_kb base_rss_kb <<END
$said
END
    printf '%-34s %9.1f ms %7.1f CPU   %-24s %9.1f ms %7.1f CPU   ratio %.2f (%.2f-%.2f)\n' "$name" "$took_ms" "$cpu_ms" \
        "$base" "$base_ms" "$base_cpu_ms" "$ratio" "$least" "$most"
}

# figure_of_pairs WHAT BASE-NAME GOAL COMMAND BASE [BEFORE]: prints the ratio of times as a row.
figure_of_pairs() {
    what=$1 beside=$2 goal=$3
    shift 3
    ratio_of_pairs "$what" "$beside" "$@" || return 0
    figure "$what" "$(printf %.2f "$ratio")" "$goal" "$beside"
}

# Starts a sandbox and logs in; sets $url and $token.
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
