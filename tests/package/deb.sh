#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the Debian packages of the last commit from a release tarball and the folder debian, and runs lintian.
#
#   ./dev deb          build/deb: steno and steno-sandbox, their source package, lintian's report
#   ./dev deb twice    build again with another folder, time zone and umask: the packages must be equal byte for byte
#
# DEB_BUILD_OPTIONS: nocheck if unset, as ./dev check runs the tests. Fails on errors and warnings of lintian.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=tests/package/tarball.sh
. tests/package/tarball.sh
version=$(tarball_version)
DEB_BUILD_OPTIONS=${DEB_BUILD_OPTIONS-nocheck}
DEB_BUILD_PROFILES=${DEB_BUILD_PROFILES-}
[ "$DEB_BUILD_OPTIONS" != nocheck ] || DEB_BUILD_PROFILES=nocheck
export DEB_BUILD_OPTIONS DEB_BUILD_PROFILES
# Use the compiler and flags of the distribution.
unset CC CFLAGS CPPFLAGS LDFLAGS MAKEFLAGS MAKELEVEL

# packages_build FOLDER: builds the packages in the folder.
packages_build() {
    rm -rf "$1"
    mkdir -p "$1"
    tarball_make "$1/tarball"
    mv "$1/tarball/steno-$version.tar.gz" "$1/steno_$version.orig.tar.gz"
    tar -xf "$1/steno_$version.orig.tar.gz" -C "$1"
    git archive HEAD debian | tar -x -C "$1/steno-$version"
    (cd "$1/steno-$version" && dpkg-buildpackage -us -uc) >"$1/build.log" 2>&1 || {
        tail -n 30 "$1/build.log"
        echo "FAIL deb: dpkg-buildpackage; see $1/build.log"
        return 1
    }
}

case ${1:-} in
twice)
    other=$(mktemp -d "${TMPDIR:-/tmp}/steno-deb-XXXXXX")
    trap 'rm -rf "$other"' EXIT
    [ "$(cat build/deb/commit 2>/dev/null)" = "$(git rev-parse HEAD)" ] || sh "$0"
    umask 077
    TZ=Asia/Kolkata LC_ALL=C.UTF-8 packages_build "$other/longer/name"
    for file in build/deb/*.deb build/deb/*.orig.tar.gz build/deb/*.debian.tar.xz; do
        cmp "$file" "$other/longer/name/${file##*/}" || exit 1
        sha256sum "$file"
    done
    echo "ok   deb twice: equal, byte for byte"
    ;;
"")
    packages_build build/deb
    lintian --allow-root -EvI --pedantic --fail-on error,warning build/deb/*.changes >build/deb/lintian.log 2>&1 || {
        grep -E '^[EW]:' build/deb/lintian.log
        echo "FAIL deb: lintian; see build/deb/lintian.log"
        exit 1
    }
    grep -E '^[EWIPX]:' build/deb/lintian.log || :
    for package in build/deb/steno_*.deb build/deb/steno-sandbox_*.deb; do
        printf '%s, %s bytes\n    depends on %s\n' "${package##*/}" "$(wc -c <"$package")" "$(dpkg-deb -f "$package" Depends)"
    done
    git rev-parse HEAD >build/deb/commit
    echo "ok   deb: both packages in build/deb, no error or warning of lintian"
    ;;
*)
    echo "usage: ./dev deb [twice|try [bookworm|trixie]]" >&2
    exit 2
    ;;
esac
