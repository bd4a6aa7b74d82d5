#!/bin/sh
# SPDX-License-Identifier: MIT
# A large export beside curl, from the sandbox and from nginx: to nothing, to memory, and to a disk, where steno waits
# until all of it is there and curl does not. And the memory that it takes.
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
peer 'curl, one' "$(version_of curl -V)" "$options -o FILE"

# against SERVER URL FOLDER WHERE GOAL: throughput into a folder; "" for nothing.
against() {
    ours=- theirs=/dev/null
    [ -z "$3" ] || ours=$3/ours theirs=$3/theirs
    ours="env STENO_URL=$2 STENO_TOKEN=$token $builddir/steno export 2 --file-format-id srt -o $ours"
    theirs="$options -H 'Authorization: $token' -o $theirs $2$path"
    what="throughput of an export of $((bytes >> 20)) MiB × curl, $1, $4"
    ratio_of_pairs "export, $1, $4" curl "$ours" "$theirs" ${3:+"rm -f $3/ours $3/theirs"} || return 0
    figure "$what" "$(awk "BEGIN { printf \"%.2f\", 1 / $ratio }")" "$5" curl
    [ -n "$3" ] || large_kb=$rss_kb
}
against_all() {
    against "$1" "$2" '' 'to nothing' '≥ 1.0'
    if [ -n "$memory" ]; then against "$1" "$2" "$memory" 'to memory' '≥ 1.0'; fi
    against "$1" "$2" "$disk" 'to a disk' '≥ 0.8'
}
large_kb=0
sandbox_start --export-bytes "$bytes"
against_all sandbox "$url"
figure "RSS of an export of $((bytes >> 20)) MiB, MB" "$(awk "BEGIN { printf \"%.1f\", $large_kb / 1000 }")" '≤ 18' ''
kill "$sandbox_pid"
wait "$sandbox_pid" 2>/dev/null
if nginx_start; then
    mkdir -p "$tmp/www${path%/*}"
    truncate -s "$bytes" "$tmp/www$path"
    against_all nginx "http://127.0.0.1:$nginx_port"
else
    missing 'export from nginx' 'nginx is not installed (Debian: nginx-light), or did not start'
fi
