#!/bin/sh
# SPDX-License-Identifier: MIT
# All benches after one another, and their table. Nothing here fails a build.
# usage: run.sh BUILDDIR LINKED-BUILDDIR [--write] [NAME...]   (from the top of the tree; LINKED-BUILDDIR: a build that
# is linked with libcurl; NAME: only these; --write puts the table of all into docs/PERFORMANCE.md)
builddir=$1
linked=$2
shift 2
here=tests/bench
all='screen start sweep export lists rows marks refresh bytes'
write=
[ "${1-}" != --write ] || { write=1; shift; }
[ -z "$write" ] || [ $# -eq 0 ] || { echo "--write is for the table of all: name none" >&2; exit 2; }
out=$builddir/bench
rm -rf "$out"
mkdir -p "$out" || exit 1
BENCH_FIGURES=$PWD/$out/figures BENCH_PEERS=$PWD/$out/peers BENCH_PEER_TABLE=$PWD/$out/programs BENCH_BYTES_TABLE=$PWD/$out/bytes
BENCH_SCALE_TABLE=$PWD/$out/scale
export BENCH_FIGURES BENCH_PEERS BENCH_PEER_TABLE BENCH_BYTES_TABLE BENCH_SCALE_TABLE
: >"$BENCH_FIGURES"
: >"$BENCH_PEERS"

# How busy the processors are with other things, in percent, over three seconds.
busy() {
    { head -n 1 /proc/stat; sleep 3; head -n 1 /proc/stat; } | awk '
        { all = 0; for (i = 2; i <= 9; i++) all += $i; free = $5 + $6 }
        NR == 1 { all_before = all; free_before = free }
        END { printf "%d", 100 - 100 * (free - free_before) / (all - all_before) }'
}

system=$(cat /etc/debian_version 2>/dev/null) && system="Debian $system" ||
    system=$(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' /etc/os-release)
machine="$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1), $(nproc) processors, Linux $(uname -r), $system"
before=$(busy)
began=$(date +%s)
echo "$machine; $before % busy with other things"
# shellcheck disable=SC2086 # a list of names
[ $# -gt 0 ] || set -- $all
for name in "$@"; do
    echo "== $name"
    sh "$here/$name.sh" "$builddir" "$linked" || echo "$name ended with $?"
done
took=$(($(date +%s) - began))
after=$(busy)
[ "$after" -ge "$before" ] || after=$before

LC_ALL=C awk -v machine="$machine" -v took="$took" -v busy="$after" -v day="$(date -u +%Y-%m-%d)" -v out="$out" -f $here/table.awk \
    >"$out/table.md" </dev/null
echo
cat "$out/table.md"
[ -n "$write" ] || exit 0
if [ "$after" -gt 10 ]; then
    echo "not written: the machine was $after % busy with other things; the table is in $out/table.md" >&2
    exit 0
fi
awk -v mark=bench -v table="$out/table.md" -f tests/shape/write.awk docs/PERFORMANCE.md >"$out/new" &&
    grep -q 'end of bench' "$out/new" && cat "$out/new" >docs/PERFORMANCE.md && echo "written: docs/PERFORMANCE.md"
