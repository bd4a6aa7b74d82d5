#!/bin/sh
# SPDX-License-Identifier: MIT
# Start time and bytes on the terminal: steno, with and without details that follow the cursor, compared with a bare curses
# program and with other programs if they are installed; then a minute in which nothing is due. tests/e2e/test_budgets.c
# asserts the limits of a start, a key and an idle time.
builddir=$(cd "$1" && pwd) || exit 0
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
bench_make bench_meter bench_bare bench_linked
sandbox_start --projects 12
cp -r "$XDG_STATE_HOME" "$tmp/state-idle"
"$builddir/steno" add 1-12 >/dev/null 2>"$tmp/stderr" || bench_skip "add failed: $(tail -n 1 "$tmp/stderr")"
"$builddir/steno" list --refresh >/dev/null 2>"$tmp/stderr" # as on most days, all projects are already known

# For the other programs: a file of 200 lines, a folder of 30 files, a history of 40 commits, and an empty home for their
# settings.
mkdir -p "$tmp/peers/config" "$tmp/files" "$tmp/history"
awk 'BEGIN { for (i = 1; i <= 200; i++) printf "line %d of a text that is as wide as the other screens are\n", i }' >"$tmp/text"
for i in 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
    : >"$tmp/files/file-$i"
done
{
    echo 'reset refs/heads/main'
    awk 'BEGIN { for (i = 1; i <= 40; i++) {
        printf "commit refs/heads/main\ncommitter nobody <nobody@example.org> %d +0000\ndata <<END\n", 1778749320 + i
        printf "change %d\nEND\n", i } }'
} >"$tmp/changes"
if command -v git >/dev/null; then
    git -c init.defaultBranch=main init -q "$tmp/history" && git -C "$tmp/history" fast-import --quiet <"$tmp/changes"
fi
own="HOME=$tmp/peers XDG_CONFIG_HOME=$tmp/peers/config XDG_DATA_HOME=$tmp/peers/data XDG_CACHE_HOME=$tmp/peers/cache"

# steno_with NAME LINES: makes a home with these lines in the config, and prints the command that runs steno there.
steno_with() {
    cp -r "$XDG_CONFIG_HOME" "$tmp/config-$1"
    cp -r "$XDG_STATE_HOME" "$tmp/state-$1"
    printf '%s\n' "$2" >>"$tmp/config-$1/steno/config"
    echo "HOME=$HOME XDG_CONFIG_HOME=$tmp/config-$1 XDG_STATE_HOME=$tmp/state-$1 $builddir/steno"
}
follows=$(steno_with follows 'follow = on')
stays=$(steno_with stays 'follow = off')
row='Project number 20'
name='Council meeting'
set -- bare "$row" j k q "$builddir/tests/bench_bare"
set -- "$@" -- 'bare, libraries of steno' "$row" j k q "$builddir/tests/bench_linked"
set -- "$@" -- steno "$name" j k q "$follows"
set -- "$@" -- 'steno, follow = off' "$name" j k q "$stays"
set -- "$@" -- less 'line 20' j k q "$own LESSHISTFILE=- less -n -X $tmp/text"
set -- "$@" -- nnn 'file-15' j k q "$own nnn -Q -x $tmp/files"
set -- "$@" -- tig 'change 25' j k q "$own TIGRC_USER=/dev/null GIT_CONFIG_NOSYSTEM=1 tig -C $tmp/history -n 40"
set -- "$@" -- mc 'file-14' Down Up F10 "$own mc -u -d -b -X $tmp/files $tmp/files"
set -- "$@" -- htop 'F10Quit' Down Up F10 "$own htop -C -M -d 100"
"$builddir/tests/bench_meter" "${BENCH_RUNS:-11}" 1000 "$@" >"$tmp/met" 2>"$tmp/stderr"
awk -F '\t' 'BEGIN { form = "%-26s %9s %6s %12s %10s %8s %11s %9s %8s\n"
        printf form, "program", "paint ms", "ratio", "start bytes", "key down", "key up", "idle bytes", "wake-ups", "RSS MB" }
    NF == 2 { printf "%-26s %s\n", $1, $2; next }
    { printf form, $1, $2, $3, $4, $5, $6, $7, $8, sprintf("%.1f", $9 / 1000) }' "$tmp/met"
echo "(idle: 1 s)"

# of NAME COLUMN: a result of the meter.
of() {
    awk -F '\t' -v name="$1" -v column="$2" '$1 == name { print NF == 2 ? "?" : $column }' "$tmp/met"
}
others=
for other in tig mc nnn htop less; do others="$others, $other $(of "$other" 3)"; done
figure 'first paint of the watchlist × a bare curses program' "$(of steno 3)" '≤ 2.5' \
    "${others#, }; bare with the libraries of steno $(of 'bare, libraries of steno' 3)"
figure 'bytes a move down, up, follow = on' "$(of steno 5), $(of steno 6)" '' \
    "bare $(of bare 5), $(of bare 6); tig $(of tig 5), mc $(of mc 5), nnn $(of nnn 5)"
figure 'bytes a move down, up, follow = off' "$(of 'steno, follow = off' 5), $(of 'steno, follow = off' 6)" '≤ 12' ''
figure 'bytes at start, 80x24' "$(of steno 4)" '≤ 2000' "bare $(of bare 4), less $(of less 4), tig $(of tig 4), mc $(of mc 4)"
figure 'RSS with 12 projects, MB' "$(of steno 9 | awk '{ printf "%.1f", $1 / 1000 }')" '≤ 16' ''

# A completed project is read again after five minutes: in the first minute nothing may happen.
"$builddir/tests/bench_meter" 1 60000 'a minute' Completed '' '' q \
    "HOME=$HOME XDG_CONFIG_HOME=$XDG_CONFIG_HOME XDG_STATE_HOME=$tmp/state-idle $builddir/steno 2" >"$tmp/met" 2>"$tmp/stderr"
figure 'bytes, wake-ups in a minute in which nothing is due' "$(of 'a minute' 7), $(of 'a minute' 8)" '0, 0' ''
