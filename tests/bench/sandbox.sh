#!/bin/sh
# The sandbox beside nginx, which serves the same bytes from files: a project, and an export of four minutes, on 8 kept
# connections. Targets: 0.6 of nginx's requests a second for the project, 0.2 for the export. The sandbox keeps what it
# has written until the project changes; everything else of a request is done each time.
builddir=$(cd "$1" && pwd) || exit 0
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
nginx_bin=$(command -v nginx || { [ ! -x /usr/sbin/nginx ] || echo /usr/sbin/nginx; })
[ -n "$nginx_bin" ] || bench_skip "nginx is not installed (Debian: nginx-light)"
command -v curl >/dev/null || bench_skip "curl is not installed"
make -s -C "$builddir" tests/bench_load >&2 || bench_skip "tests/bench_load cannot be built"

# Port 0 is not for nginx: it gets one that a sandbox has just had.
sandbox_start --projects 12
nginx_port=${url##*:}
kill "$sandbox_pid"
wait "$sandbox_pid" 2>/dev/null
sandbox_start --projects 12
project=/API/v2/Projects/2
mkdir "$tmp/www"
for file in project export; do
    [ "$file" = project ] && path=$project || path=$project/Export/Subtitles
    curl -sS -f -H "Authorization: $token" -o "$tmp/www/$file" "$url$path" 2>"$tmp/stderr" ||
        bench_skip "no $file: $(tail -n 1 "$tmp/stderr")"
done
{
    [ "$(id -u)" != 0 ] || echo 'user root;' # the folder is this user's
    cat <<END
worker_processes 1;
pid $tmp/nginx.pid;
error_log $tmp/nginx.log;
events { worker_connections 64; }
http {
    access_log off;
    sendfile on;
    tcp_nopush on;
    keepalive_requests 100000000;
    client_body_temp_path $tmp/n1; proxy_temp_path $tmp/n2; fastcgi_temp_path $tmp/n3;
    uwsgi_temp_path $tmp/n4; scgi_temp_path $tmp/n5;
    server { listen 127.0.0.1:$nginx_port; root $tmp/www; }
}
END
} >"$tmp/nginx.conf"
"$nginx_bin" -c "$tmp/nginx.conf" -e "$tmp/nginx.log" 2>"$tmp/stderr" ||
    bench_skip "nginx did not start: $(tail -n 1 "$tmp/stderr")"
trap '[ ! -s "$tmp/nginx.pid" ] || kill "$(cat "$tmp/nginx.pid")"; bench_end' EXIT

# compare NAME PATH FILE COUNT TARGET
compare() {
    load="$builddir/tests/bench_load"
    ratio_of_pairs "sandbox, $1 ($4)" "nginx" "$load ${url##*:} $2 $token $4" "$load $nginx_port /$3 $token $4"
    awk "BEGIN { printf \"requests: %.2f of nginx's (goal %s), %d bytes each\\n\", 1 / $ratio, \"$5\", $(wc -c <"$tmp/www/$3") }"
}
compare project "$project" project "${BENCH_REQUESTS:-20000}" 0.6
compare 'export of 4 min' "$project/Export/Subtitles" export "$((${BENCH_REQUESTS:-20000} / 10))" 0.2
