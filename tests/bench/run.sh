#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs all benches and prints their table. Failing benches are only named.
# usage: run.sh BUILDDIR LINKED-BUILDDIR [--write] [NAME...]   (from the top of the tree; LINKED-BUILDDIR: a build that
# is linked with libcurl; NAME: only these; --write puts the table of all into docs/PERFORMANCE.md)
builddir=$1
linked=$2
shift 2
write=
[ "${1-}" != --write ] || { write=1; shift; }
[ -z "$write" ] || [ $# -eq 0 ] || { echo "--write is for the table of all: name none" >&2; exit 2; }
[ $# -gt 0 ] || set -- screen start sweep export lists
out=$PWD/$builddir/bench
mkdir -p "$out" || exit 1
BENCH_FIGURES=$out/figures
export BENCH_FIGURES
: >"$BENCH_FIGURES"
for name in "$@"; do
    echo "== $name"
    sh "tests/bench/$name.sh" "$builddir" "$linked" || echo "$name ended with $?"
done
{
    echo "$(date -u +%Y-%m-%d), by \`./dev bench --write\`: $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1)," \
        "$(nproc) processors, Linux $(uname -r), Debian $(cat /etc/debian_version 2>/dev/null)."
    printf '\n| figure | measured | goal | beside |\n| --- | --- | --- | --- |\n'
    sed 's/\t/ | /g; s/.*/| & |/' "$BENCH_FIGURES"
} >"$out/table.md"
echo
cat "$out/table.md"
[ -z "$write" ] || { awk -v mark=bench -v table="$out/table.md" -f tests/shape/write.awk docs/PERFORMANCE.md >"$out/new" &&
    cat "$out/new" >docs/PERFORMANCE.md; }
