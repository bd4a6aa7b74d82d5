#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints a table of how many source files a key, a tick and a command run through, counted in programs built with
# -finstrument-functions, and the lines of each layer. Never fails.
# usage: run.sh BUILDDIR METER [--write]   (from the top of the tree; BUILDDIR: traced programs; METER: the program
# that presses keys; --write puts the table into docs/ARCHITECTURE.md). BUILDDIR/shape keeps the lists of files.
builddir=$(cd "$1" && pwd) || exit 0
drive=$2
write=${3-}
here=tests/shape
# shellcheck source=tests/bench/lib.sh
. tests/bench/lib.sh
lists=$builddir/shape
rm -rf "$lists"
mkdir -p "$lists"
alone= # 1: do not count what worker threads run
${CC:-cc} -D_GNU_SOURCE -shared -fPIC -O1 -o "$lists/trace.so" $here/trace.c || bench_skip "the tracer does not build"

# address NAME: the address of a function in the program.
address() {
    nm "$builddir/steno" | awk -v name="$1" '$3 == name { sub(/^0+/, "", $1); print $1 }'
}

# trace NAME: environment variables that make a program write its trace to the list NAME.
trace() {
    echo "LD_PRELOAD=$lists/trace.so SHAPE_WAIT=$(address engine_wait) SHAPE_LOG=$lists/$1"
}

# press NAME ID STEP...: a traced session in a terminal; project ID is the only one on the watchlist.
press() {
    name=$1
    id=$2
    shift 2
    "$drive" drive "$lists/$name" "HOME=$HOME XDG_CONFIG_HOME=$XDG_CONFIG_HOME XDG_STATE_HOME=$XDG_STATE_HOME \
$(trace "$name") $builddir/steno $id" "$@" || :
    "$builddir/steno" remove "$id" >/dev/null 2>&1 || :
}

# entered NAME MARK FUNCTION...: the number of source files entered after the mark, until these functions were entered in
# this order.
entered() {
    name=$1
    mark=$2
    shift 2
    until=
    for stop in "$@"; do until="$until $(address "$stop")"; done
    if awk -v mark="$mark" -v until="$until" -v alone="$alone" '
        BEGIN { count = split(until, stops, " "); at = 1; open = mark == "" }
        $1 == "mark" { open = open || $2 == mark; next }
        !open || (alone && $2 == "worker") { next }
        !($1 in seen) { seen[$1] = 1; print $1 }
        $1 == stops[at] && ++at > count { done = 1; exit }
        END { exit !done }' "$lists/$name" >"$tmp/entered"; then
        addr2line -e "$builddir/steno" <"$tmp/entered" | sed -n 's!^.*/\(src/.*\.c\):.*!\1!p' | sort -u >"$lists/$name.$mark"
        awk 'END { print NR }' "$lists/$name.$mark"
    else
        echo '?'
    fi
}

# smallest LIST MARK FUNCTION...: the smallest count of three sessions, as other events may add files to a count.
smallest() {
    list=$1
    shift
    for id in 1 6 8; do entered "$list$id" "$@"; done | sort -n | awk '/[0-9]/ { print; exit }'
}

sandbox_start --projects 12
for id in 1 6 8; do
    echo 'poll_slow = 2' >"$XDG_CONFIG_HOME/steno/config"
    press "tick$id" "$id" wait=None quiet mark=tick pause
    rm "$XDG_CONFIG_HOME/steno/config"
    press "keys$id" "$id" wait=None quiet mark=e type=e 'wait=> Lang' quiet mark=X type=X "wait=#$id is now"
done
# shellcheck disable=SC2046 # words without blanks
timeout 20 env $(trace command) "$builddir/steno" enqueue 12 --wait >/dev/null 2>&1 || :

{
    echo '| sources entered by | |'
    echo '| --- | --- |'
    echo "| \`e\`, until the form is drawn | $(alone=1 && smallest keys e screen_draw engine_wait) |"
    echo "| \`X\`, until the request | $(smallest keys X http_perform) |"
    echo "| a tick that changes nothing | $(smallest tick tick engine_tick http_perform engine_mail engine_wait) |"
    echo "| \`enqueue 12 --wait\`, until its first byte | $(entered command '' http_perform) |"
    # shellcheck disable=SC2046 # names without blanks
    wc -l $(find src include -name '*.[ch]') | awk '
        $2 == "total" { all = $1; next }
        { split($2, part, "/"); layer = part[1] == "src" ? part[2] : part[3]; lines[layer ~ /[.]/ ? "programs" : layer] += $1 }
        END {
            count = split("base caption api core widget app store work cli tui sandbox programs", layers, " ")
            printf "\nLines of src and include, %d:", all
            for (i = 1; i <= count; i++)
                printf " %s %d%s", layers[i], lines[layers[i]], i < count ? " ·" : ".\n"
        }'
} | tee "$lists/table"
[ "$write" != --write ] || { awk -v mark=shape -v table="$lists/table" -f $here/write.awk docs/ARCHITECTURE.md >"$tmp/new" &&
    cat "$tmp/new" >docs/ARCHITECTURE.md; }
