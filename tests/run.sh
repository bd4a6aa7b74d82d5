#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs test programs, and reports failures that Criterion alone would count as passes.
#
#   tests/run.sh BUILDDIR PROGRAM...        (programs are paths below BUILDDIR; `make check` calls this)
#
# These are failures too: a program that reports no case, or fewer cases than it announced, or that ends with an error
# although its cases passed; a sanitizer report of any process; in a build with sanitizers, a canary (a test with a
# planted fault) without a report.
#
# BUILDDIR/test-results gets one line per case: "pass|fail|skip PROGRAM CASE".
# STENO_TEST_LIMIT: seconds for one program (900). STENO_TEST_FILTER: a Criterion filter, used by `./dev test`; it is a
# failure if no test matches.
set -u
LC_ALL=C
export LC_ALL

builddir=$(cd "$1" && pwd) || exit 2
shift
limit=${STENO_TEST_LIMIT:-900}
filter=${STENO_TEST_FILTER:-}
results=$builddir/test-results
reports=$builddir/san
# Criterion needs /dev/shm. The temporary folder is there too unless it is mounted noexec: tests run scripts from it.
: >"$results"
tmp=$(mktemp -d /dev/shm/steno-check-XXXXXX 2>/dev/null) || {
    echo "tests/run.sh: Criterion needs a writable /dev/shm; as root: mount -t tmpfs -o mode=1777 tmpfs /dev/shm" >&2
    echo "fail run /dev/shm-is-writable" >>"$results"
    exit 1
}
printf '#!/bin/sh\n' >"$tmp/probe"
chmod +x "$tmp/probe"
"$tmp/probe" 2>/dev/null || {
    rm -rf "$tmp"
    tmp=$(mktemp -d "${TMPDIR:-/tmp}/steno-check-XXXXXX") || exit 2
}
chmod 711 "$tmp" # for tests that change to another user
lanes=
trap 'rm -rf "$tmp"' EXIT
# shellcheck disable=SC2086 # process numbers
trap 'kill $lanes 2>/dev/null; exit 130' INT
# shellcheck disable=SC2086
trap 'kill $lanes 2>/dev/null; exit 143' TERM

rm -rf "$reports"
mkdir -p "$reports"

# run_sealed NAME PROGRAM ARGUMENTS...: runs a program with its own folders and a clean environment. Sanitizer reports go
# to a folder of this name.
run_sealed() {
    own=$tmp/$1
    logs=$reports/$1/log
    shift
    mkdir -p "$own/home" "$own/config" "$own/state" "$own/cache" "$own/tmp" "${logs%/log}"
    mkdir -m 700 "$own/runtime" 2>/dev/null
    env -i PATH="$PATH" LC_ALL=C.UTF-8 TERM=xterm-256color TZ=UTC HOME="$own/home" TMPDIR="$own/tmp" \
        XDG_CONFIG_HOME="$own/config" XDG_STATE_HOME="$own/state" XDG_CACHE_HOME="$own/cache" \
        XDG_RUNTIME_DIR="$own/runtime" \
        ASAN_OPTIONS="log_path=$logs:detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1" \
        UBSAN_OPTIONS="log_path=$logs:print_stacktrace=1" \
        ${STENO_TEST_PROGRAMS:+STENO_TEST_PROGRAMS="$STENO_TEST_PROGRAMS"} ${MOCK_WRITE:+MOCK_WRITE="$MOCK_WRITE"} \
        ${ENQUEUE_KILLS:+ENQUEUE_KILLS="$ENQUEUE_KILLS"} ${TWICE_ROUNDS:+TWICE_ROUNDS="$TWICE_ROUNDS"} \
        ${TSAN_OPTIONS:+TSAN_OPTIONS="$TSAN_OPTIONS"} timeout -k 10 "$limit" "$@" </dev/null
}

# tap_cases PROGRAM REPORT: prints one line per case of a TAP report. A parameterized test reports all its cases by the same
# name, so they get numbers. Criterion reports cases outside the filter as skipped without a reason: they are left out.
tap_cases() {
    awk -v program="$1" -v filter="$filter" '
        /^1\.\.[0-9]+/ { sub(/^1\.\./, ""); planned = $0 + 0 }
        filter != "" && / # SKIP test was skipped$/ { planned--; next }
        /^(not )?ok / {
            word[++seen] = /^not/ ? "fail" : / # SKIP/ ? "skip" : "pass"
            sub(/^(not )?ok +- +/, "")
            name[seen] = $1
            times[$1]++
        }
        END {
            for (i = 1; i <= seen; i++) {
                number[name[i]]++
                suffix = times[name[i]] > 1 ? "#" number[name[i]] : ""
                print word[i], program, name[i] suffix
            }
            if (seen == 0)
                print "fail", program, "has-cases"
            else if (seen < planned)
                print "fail", program, "reports-every-case"
        }' "$2"
}

# Deletes reports of leaks in Criterion 2.4.2 itself: all their frames are in its library. True if there was one: then the
# exit code 1 of the program comes from the sanitizer.
forgive_criterion() {
    forgiven=1
    for leak in "$reports/$1"/log*; do
        if grep -qs 'LeakSanitizer: detected memory leaks' "$leak" && grep -q '#1 .*libcriterion[.]so' "$leak" &&
            ! grep '#[1-9]' "$leak" | grep -qv 'libcriterion[.]so'; then
            rm -f "$leak"
            forgiven=0
        fi
    done
    return $forgiven
}

# Runs a test program, adds its cases to the results and prints its failures.
run_program() {
    name=${1##*/}
    report=$tmp/$name.tap
    output=$tmp/$name.out
    cases=$tmp/$name.cases
    code=0
    began=$(date +%s)
    # Criterion uses the smaller of --timeout and a test's own limit, so --timeout is as long as the longest limit.
    # End-to-end tests mostly wait for programs, so more of them run at the same time.
    case $name in
    e2e_*) jobs=4 ;;
    *) jobs= ;;
    esac
    run_sealed "$name" "$builddir/$1" --tap="$report" --timeout 300 ${jobs:+-j"$jobs"} \
        ${filter:+--filter "$filter"} >"$output" 2>&1 || code=$?
    if forgive_criterion "$name" && [ "$code" -eq 1 ]; then
        code=0
    fi
    [ -f "$report" ] || : >"$report"
    tap_cases "$name" "$report" >"$cases" || echo "fail $name report-can-be-read" >>"$cases"
    if [ -n "$filter" ] && grep -q ' has-cases$' "$cases"; then
        : >"$cases"
    fi
    if [ "$code" -ne 0 ] && ! grep -q '^fail' "$cases"; then
        echo "fail $name ends-well-(exit-code-$code)" >>"$cases"
    fi
    if sed 's/^/    /' "$reports/$name"/log* >"$tmp/$name.san" 2>/dev/null; then
        echo "fail $name no-sanitizer-report" >>"$cases"
    fi
    cat "$cases" >>"$results"
    if grep -q '^fail' "$cases"; then
        echo "FAIL $name"
        sed -n 's/^fail [^ ]* /  failed: /p' "$cases"
        sed 's/^/    /' "$output"
        cat "$tmp/$name.san"
    else
        echo "ok   $name ($(grep -c . "$cases") in $(($(date +%s) - began)) s)"
        sed -n 's/^rewritten: /     rewritten: /p' "$output"
    fi
}

# canary_expect CASE WORDS: runs a planted fault; there must be a sanitizer report with these words.
canary_expect() {
    run_sealed "canary-$1" "$builddir/tests/canary" --filter "canary/$1" >/dev/null 2>&1
    if grep -qs "$2" "$reports/canary-$1"/log*; then
        echo "pass canary a-planted-$1-is-reported" >>"$results"
    else
        echo "fail canary a-planted-$1-is-reported" >>"$results"
        echo "FAIL canary: the planted $1 left no sanitizer report, so this run proves nothing"
    fi
}

run_canary() {
    canary_expect leak 'LeakSanitizer: detected memory leaks'
    canary_expect overflow 'heap-buffer-overflow'
    canary_expect undefined 'signed integer overflow'
    canary_expect child 'LeakSanitizer: detected memory leaks'
}

# Runs every program that no other lane has taken yet. The output of a program is printed in one piece.
run_lane() {
    number=0
    for program in "$@"; do
        number=$((number + 1))
        mkdir "$tmp/taken-$number" 2>/dev/null || continue
        case $program in
        */canary) run_canary ;;
        *) run_program "$program" ;;
        esac >"$tmp/said-$number"
        cat "$tmp/said-$number"
    done
}

# Two lanes of programs at the same time, as most programs wait for a screen or a server.
lane=0
while [ "$lane" -lt "${STENO_TEST_LANES:-2}" ]; do
    lane=$((lane + 1))
    run_lane "$@" &
    lanes="$lanes $!"
done
wait

if [ -n "$filter" ] && [ ! -s "$results" ]; then
    echo "tests/run.sh: no such test: $filter" >&2
fi
sh "$(dirname "$0")/summary.sh" "$results"
