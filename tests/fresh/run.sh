#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the first steps of README on a system without any packages: a bare Debian in a folder, a clone of the last commit,
# `./dev demo` in a terminal, then `./dev check`. On i386 only a build and the unit tests.
#
#   ./dev fresh [bookworm|trixie] [i386]     MIRROR: URL of a Debian mirror (default: the mirror of this machine)
#
# Runs as root. The full output is in build/fresh-RELEASE-ARCHITECTURE.log.
set -u
cd "$(dirname "$0")/../.." || exit 1
task=fresh
# shellcheck source=tests/fresh/system.sh
. tests/fresh/system.sh

release=bookworm arch=$(dpkg --print-architecture)
for word in "$@"; do
    case $word in
    bookworm | trixie) release=$word ;;
    i386) arch=i386 ;;
    *) die "\"$word\" is not one of: bookworm, trixie, i386" ;;
    esac
done
system_enter "$@"

{ system_make git,ca-certificates && system_clone; } >>"$log" 2>&1
ended $? "the bare system and the clone"
if [ "$arch" = i386 ]; then
    # shellcheck disable=SC2016 # for the shell inside
    inside sh -c 'cd ~/steno && ./dev deps && ./dev build && make -s -C build -j2 check-programs &&
        sh tests/run.sh build $(cd build && ls -d tests/unit_*[a-z0-9] | grep -v "[.]")' >>"$log" 2>&1
    ended $? "build and unit tests"
    exit 0
fi
build/tests/fresh_demo "$root" 'cd ~/steno && exec ./dev demo' >>"$log" 2>&1
ended $? "./dev demo, in a terminal"
inside sh -c 'cd ~/steno && exec ./dev check' >>"$log" 2>&1
ended $? "./dev check"
# Tests of shells and manual page viewers are skipped if these are not installed; here all are, so no test may be skipped.
! inside grep -E '^skip .* (shells|manual)::' /root/steno/build/test-results >>"$log" 2>&1
ended $? "completion in bash, zsh and fish, the manual in man, groff and mandoc"
