#!/bin/sh
# A large export to /dev/null against curl. Target: at least 0.9 of curl's throughput, memory within 4 MB of that for a
# small file.
builddir=$(cd "$1" && pwd) || exit 0
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
bytes=${BENCH_BYTES:-1073741824}
command -v curl >/dev/null || bench_skip "curl is not installed"
sandbox_start --export-bytes "$bytes"
route=$("$builddir/steno" export 2 --file-format-id srt --dry-run 2>"$tmp/stderr" | grep -o 'http://[^ "]*' | head -n 1)
[ -n "$route" ] || bench_skip "no --dry-run of an export: $(tail -n 1 "$tmp/stderr")"
ratio_of_pairs "steno export ($bytes bytes)" "curl -o /dev/null" \
    "$builddir/steno export 2 --file-format-id srt -o - >/dev/null" \
    "curl -sS -f -H 'Authorization: $token' -o /dev/null '$route'"
awk "BEGIN { printf \"throughput: %.2f of curl's\\n\", 1 / $ratio }"

# Peak memory: VmHWM is not kept after the end, so the child's own accounting is asked.
peak_kb() {
    python3 -c '
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$@" 2>/dev/null
}
large=$(peak_kb "$builddir/steno" export 2 --file-format-id srt -o -)
kill "$sandbox_pid"
sandbox_start --export-bytes 1024
small=$(peak_kb "$builddir/steno" export 2 --file-format-id srt -o -)
if [ -n "$large" ] && [ -n "$small" ]; then
    echo "peak memory: $large KB for $bytes bytes, $small KB for 1024"
else
    echo "peak memory: not measured; python3, which reads it, did not start or found no steno"
fi
