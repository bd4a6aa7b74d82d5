#!/bin/sh
# Start-up and the line: steno beside a bare curses program and what is installed of its peers.
# Targets: paint at most 1.3 times the bare program linked alike; 2,500 bytes at start; 24 a move; no idle wake-up.
builddir=$(cd "$1" && pwd) || exit 0
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
make -s -C "$builddir" tests/bench_meter tests/bench_bare >&2 || bench_skip "the meter needs libvterm"
sandbox_start --projects 12
"$builddir/steno" add 1-12 >/dev/null 2>"$tmp/stderr" || bench_skip "add failed: $(tail -n 1 "$tmp/stderr")"
set -- bare 'Project number 20' jjjjj "$builddir/tests/bench_bare"
set -- "$@" -- steno 'Council meeting' jjjjj \
    "env HOME=$HOME XDG_CONFIG_HOME=$XDG_CONFIG_HOME XDG_STATE_HOME=$XDG_STATE_HOME $builddir/steno"
! command -v less >/dev/null || set -- "$@" -- less ':' jjjjj "less $0"
! command -v htop >/dev/null || set -- "$@" -- htop 'PID' jjjjj htop
! command -v nnn >/dev/null || set -- "$@" -- nnn '/' jjjjj "nnn $(dirname "$0")"
"$builddir/tests/bench_meter" "${BENCH_RUNS:-5}" 2000 "$@"
