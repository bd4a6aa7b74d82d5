#!/bin/sh
# SPDX-License-Identifier: MIT
# A large export from the sandbox compared with curl, into /dev/null, memory and a disk (on a disk
# steno waits until the file is written, curl does not), and its memory use.
builddir=$(cd "$1" && pwd) || exit 0
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
bytes=${BENCH_BYTES:-1073741824}
command -v curl >/dev/null || bench_skip "curl is not installed"
bench_make bench_pairs
path=/API/v2/Projects/2/Export/Subtitles
disk=$(mktemp -d "$builddir/bench-disk-XXXXXX") || bench_skip "no folder in $1"
memory=$(mktemp -d /dev/shm/steno-bench-XXXXXX 2>/dev/null) || memory=
trap 'rm -rf "$disk" ${memory:+"$memory"}; bench_end' EXIT
options='curl -q -sS -f'

sandbox_start --export-bytes "$bytes"
large_kb=0

# against FOLDER WHERE GOAL: throughput into a folder; "": into /dev/null.
against() {
    ours=- theirs=/dev/null
    [ -z "$1" ] || ours=$1/ours theirs=$1/theirs
    ours="env STENO_URL=$url STENO_TOKEN=$token $builddir/steno export 2 --file-format-id srt -o $ours"
    theirs="$options -H 'Authorization: $token' -o $theirs $url$path"
    ratio_of_pairs "export, $2" curl "$ours" "$theirs" ${1:+"rm -f $1/ours $1/theirs"} || return 0
    figure "throughput of an export of $((bytes >> 20)) MiB × curl, $2" "$(awk "BEGIN { printf \"%.2f\", 1 / $ratio }")" "$3" curl
    [ -n "$1" ] || large_kb=$rss_kb
}
against '' 'to nothing' '≥ 1.0'
if [ -n "$memory" ]; then against "$memory" 'to memory' '≥ 1.0'; fi
against "$disk" 'to a disk' '≥ 0.8'
figure "RSS of an export of $((bytes >> 20)) MiB, MB" "$(awk "BEGIN { printf \"%.1f\", $large_kb / 1000 }")" '≤ 18' ''
