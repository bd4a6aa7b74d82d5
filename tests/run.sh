#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs test programs and tells the truth about them.
#
#   tests/run.sh BUILDDIR PROGRAM...        (programs are paths below BUILDDIR; `make check` calls this)
#
# Failures are also: a program that reports no case, fewer cases than it promised, or that ends badly although
# its cases passed; any sanitizer report of any process; in a build with sanitizers, a canary whose planted fault
# leaves no report. Criterion itself would call each of them a pass.
#
# BUILDDIR/test-results gets one line a case: "pass|fail|skip PROGRAM CASE".
# STENO_TEST_LIMIT: seconds a program may take (900). STENO_TEST_FILTER: a Criterion filter, for work by hand
# (`./dev test`): a filter that no test of these programs matches is a failure.
set -u
LC_ALL=C
export LC_ALL

builddir=$(cd "$1" && pwd) || exit 2
shift
limit=${STENO_TEST_LIMIT:-900}
filter=${STENO_TEST_FILTER:-}
results=$builddir/test-results
reports=$builddir/san
# In memory, where Criterion talks to its workers, and where that may hold programs: a script of a test is run from there.
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
chmod 711 "$tmp" # tests that become another user go through it
lanes=
trap 'rm -rf "$tmp"' EXIT
# shellcheck disable=SC2086 # process numbers
trap 'kill $lanes 2>/dev/null; exit 130' INT
# shellcheck disable=SC2086
trap 'kill $lanes 2>/dev/null; exit 143' TERM

rm -rf "$reports"
mkdir -p "$reports"

# Runs one program in folders of its own, also for sanitizer reports: run_sealed NAME PROGRAM ARGUMENTS...
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

# One line a case out of a TAP report: tap_cases PROGRAM REPORT. A parameterized test reports each of its cases by one
# name, in the order of the parameters: they are numbered. What a filter left out is reported as skipped without a reason.
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

# Deletes the reports of leaks that Criterion 2.4.2 itself has now and then: above each allocation stands nothing but
# its library. True when there was one: its exit code is then that of the sanitizer.
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

# Runs a program and writes down what came of each case.
run_program() {
    name=${1##*/}
    report=$tmp/$name.tap
    output=$tmp/$name.out
    cases=$tmp/$name.cases
    code=0
    began=$(date +%s)
    # Criterion takes the smaller of --timeout and a test's own limit: with less, the longest could not have theirs.
    # Tests that drive programs mostly wait for them: more of them fit beside each other.
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

# The planted faults must be seen, each by a report that names it: canary_expect CASE WORDS
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

# Takes one program after the other that no other lane has taken. What one says comes in one piece.
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

# Programs mostly wait, for a screen or for a server: two lanes keep two cores busy.
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
