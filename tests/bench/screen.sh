#!/bin/sh
# Start-up and the line: steno beside a bare curses program and what is installed of its peers; then a minute in which
# nothing is due. The ratio is to the bare program linked with the same libraries.
# Target: paint at most 1.3 times that. A key here is a move and the details that follow it. What a start, a key and
# being idle may cost is asserted by tests/e2e/test_budgets.c.
builddir=$(cd "$1" && pwd) || exit 0
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
make -s -C "$builddir" tests/bench_meter tests/bench_bare tests/bench_linked >&2 || bench_skip "the meter needs libvterm"
sandbox_start --projects 12
"$builddir/steno" add 1-12 >/dev/null 2>"$tmp/stderr" || bench_skip "add failed: $(tail -n 1 "$tmp/stderr")"
folders="HOME=$HOME XDG_CONFIG_HOME=$XDG_CONFIG_HOME"
set -- 'bare, linked' 'Project number 20' jjjjj "$builddir/tests/bench_linked"
set -- "$@" -- steno 'Council meeting' jjjjj "$folders XDG_STATE_HOME=$XDG_STATE_HOME $builddir/steno"
set -- "$@" -- bare 'Project number 20' jjjjj "$builddir/tests/bench_bare"
# A peer that is not installed, or ends before its screen is there, has a row that says so.
set -- "$@" -- less ':' jjjjj "less $0"
set -- "$@" -- htop 'PID' jjjjj htop
set -- "$@" -- nnn '/' jjjjj "nnn $(dirname "$0")"
set -- "$@" -- tig 'main' jjjjj "tig -C $(dirname "$0")"
"$builddir/tests/bench_meter" "${BENCH_RUNS:-7}" 500 "$@"

# One project that is done is read again after five minutes: until then nothing may happen.
"$builddir/tests/bench_meter" 1 60000 'steno, a minute' Completed '' \
    "$folders XDG_STATE_HOME=$tmp/idle-state $builddir/steno 2"
