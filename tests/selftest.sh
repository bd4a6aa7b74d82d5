#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests tests/run.sh with programs that fail in every way it must detect. They are scripts that write a report in the format
# of Criterion.
# shellcheck disable=SC2016 # the programs expand their own variables
set -u
unset STENO_TEST_FILTER
LC_ALL=C
export LC_ALL
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d "${TMPDIR:-/tmp}/steno-self-XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
code=0

# program NAME SCRIPT: makes a program; in the script $report is the file for its report.
program() {
    printf '#!/bin/sh\nfor a; do case $a in --tap=*) report=${a#--tap=};; esac; done\n%s\n' "$2" >"$tmp/$1"
    chmod 755 "$tmp/$1"
}

# expect EXIT LAST-LINE PROGRAM...: runs the programs by tests/run.sh, which must end so.
expect() {
    wanted="$1|$2"
    shift 2
    said=$(STENO_TEST_LIMIT=1 sh "$here/run.sh" "$tmp" "$@" 2>&1)
    got="$?|$(printf '%s\n' "$said" | tail -n 1)"
    if [ "$got" != "$wanted" ]; then
        echo "tests/run.sh: of $*: wanted $wanted, got $got:"
        printf '%s\n' "$said"
        code=1
    fi
}

good='printf "1..2\nok - s::a  (0.00s)\nok - s::b  (0.00s)\n" >"$report"'
program good "$good"
program skips 'printf "1..2\nok - s::a  (0.00s)\nok - s::c # SKIP not here\n" >"$report"'
program fails 'printf "1..2\nok - s::a  (0.00s)\nnot ok - s::b  (0.00s)\n" >"$report"; echo told; exit 1'
program empty 'printf "1..0\n" >"$report"'
program silent ':'
program short 'printf "1..3\nok - s::a  (0.00s)\n" >"$report"'
program crashes "$good"'; kill -SEGV $$'
program hangs "$good"'; sleep 1000'
program reports "$good"'; p=${ASAN_OPTIONS#log_path=}; echo "ERROR: told by a sanitizer" >"${p%%:*}.1"'
leak='p=${ASAN_OPTIONS#log_path=}; printf "ERROR: LeakSanitizer: detected memory leaks\n #0 1 in calloc (x+1)\n #1 2 %s\n" "$frames" >"${p%%:*}.1"'
program leaks "$good"'; frames="(/lib/libcriterion.so.3+1)"; '"$leak"'; exit 1'
program leaked "$good"'; frames="in mem_alloc mem.c:1
 #2 3 (/lib/libcriterion.so.3+1)"; '"$leak"'; exit 1'
program each 'printf "1..4\nok - s::p  (0.00s)\nnot ok - s::p  (0.00s)\nok - s::p # SKIP\nok - s::a\n" >"$report"; exit 1'
program nosy 'n=$(env | grep -c SECRET); [ "$n" = 0 ] && '"$good"
SECRET=1
export SECRET
expect 0 '2 passed, 0 failed' good
expect 0 '3 passed, 0 failed, 1 skipped' good skips
expect 1 '3 passed, 1 failed' good fails
expect 1 '2 passed, 1 failed' good silent
expect 1 '3 passed, 1 failed' good short
expect 1 '2 passed, 1 failed' crashes
expect 1 '2 passed, 1 failed' hangs
expect 1 '2 passed, 1 failed' reports
expect 0 '2 passed, 0 failed' leaks
expect 1 '2 passed, 2 failed' leaked
expect 1 '0 passed, 1 failed' missing
expect 0 '2 passed, 0 failed' nosy
expect 1 '2 passed, 1 failed, 1 skipped' each
expect 1 '0 passed, 0 failed'
# A filter that matches no case must be reported.
STENO_TEST_FILTER='none/*'
export STENO_TEST_FILTER
program left-out 'printf "1..2\nok - s::a # SKIP test was skipped\nok - s::b # SKIP not here\n" >"$report"'
expect 1 '0 passed, 0 failed, 1 skipped' left-out
expect 1 '0 passed, 0 failed' empty
[ "${said#*no such test: none/}" != "$said" ] || { echo "tests/run.sh: of a filter without a test it says $said"; code=1; }
unset STENO_TEST_FILTER
mkdir -p "$tmp/tests"
program tests/canary 'exit 0'
expect 1 '2 passed, 4 failed' good tests/canary

# summary LAST-LINE FIRST SECOND: tests/summary.sh must print this for the case lists of two builds ("word case,...").
summary() {
    printf '%s\n' "$2" | tr ',' '\n' | sed 's/ / program /' >"$tmp/first"
    printf '%s\n' "$3" | tr ',' '\n' | sed 's/ / program /' >"$tmp/second"
    got=$(sh "$here/summary.sh" "$tmp/first" "$tmp/second")
    [ "$got" = "$1" ] || { echo "tests/summary.sh: of $2 and $3: wanted $1, got $got"; code=1; }
}
summary '1 passed, 2 failed' 'pass a,fail b,pass c#1' 'pass a,pass b,fail c#1'
summary '2 passed, 0 failed, 1 skipped' 'pass a,skip b,skip c' 'pass a,pass b,skip c'

# Cases of the same name are numbered, so that each is counted.
sh "$here/run.sh" "$tmp" each >/dev/null 2>&1
got=$(tr '\n' ',' <"$tmp/test-results")
wanted='pass each s::p#1,fail each s::p#2,skip each s::p#3,pass each s::a,'
[ "$got" = "$wanted" ] || { echo "tests/run.sh: wanted the cases $wanted got $got"; code=1; }
exit "$code"
