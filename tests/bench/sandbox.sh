#!/bin/sh
# SPDX-License-Identifier: MIT
# The sandbox beside nginx, which serves the same bytes from files: a project, and an export of four minutes, on 8 kept
# connections. Targets: 0.6 of nginx's requests a second for the project, 0.2 for the export. The sandbox keeps what it
# has written until the project changes; everything else of a request is done each time.
builddir=$(cd "$1" && pwd) || exit 0
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
command -v curl >/dev/null || bench_skip "curl is not installed"
bench_make bench_load bench_pairs
nginx_start || bench_skip "nginx is not installed (Debian: nginx-light), or did not start"
sandbox_start --projects 12
project=/API/v2/Projects/2
mkdir "$tmp/www"
for file in project export; do
    [ "$file" = project ] && path=$project || path=$project/Export/Subtitles
    curl -sS -f -H "Authorization: $token" -o "$tmp/www/$file" "$url$path" 2>"$tmp/stderr" ||
        bench_skip "no $file: $(tail -n 1 "$tmp/stderr")"
done

# compare NAME PATH FILE COUNT GOAL
compare() {
    load="$builddir/tests/bench_load"
    ratio_of_pairs "sandbox, $1 ($4)" nginx "$load ${url##*:} $2 $token $4" "$load $nginx_port /$3 $token $4" || return 0
    figure "requests a second of the sandbox, $1 of $(wc -c <"$tmp/www/$3") bytes × nginx" \
        "$(awk "BEGIN { printf \"%.2f\", 1 / $ratio }")" "≥ $5" nginx
}
compare 'project' "$project" project "${BENCH_REQUESTS:-20000}" 0.6
compare 'export' "$project/Export/Subtitles" export "$((${BENCH_REQUESTS:-20000} / 10))" 0.2
