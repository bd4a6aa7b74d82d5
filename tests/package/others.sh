#!/bin/sh
# SPDX-License-Identifier: MIT
# What docs/packaging has for other systems, tried on the tarball of build/release, as far as it can be tried on Debian: that both build
# and have every file. Their dependencies are not looked for: they have other names there.
#
#   ./dev release others    after ./dev release [--dry]; build/others has the packages. Who has no rpmbuild or makepkg is told.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=tests/package/tarball.sh
. tests/package/tarball.sh
tarball=steno-$(tarball_version).tar.gz
[ -f "build/release/$tarball" ] || { echo "there is no build/release/$tarball: ./dev release --dry makes it" >&2; exit 1; }
unset CC CFLAGS CPPFLAGS LDFLAGS MAKEFLAGS MAKELEVEL
rm -rf build/others
mkdir -p build/others
cp "build/release/$tarball" docs/packaging/PKGBUILD build/others/
cd build/others

# built NAME COMMAND...: fails as the command does, and shows its end.
built() {
    name=$1
    shift
    "$@" >"$name.log" 2>&1 || {
        tail -n 20 "$name.log"
        echo "FAIL others: $name; build/others/$name.log has the whole"
        exit 1
    }
    echo "ok   others: $name"
}

if command -v rpmbuild >/dev/null; then
    built rpm rpmbuild -ta --nodeps --define "_topdir $PWD/rpm" "$tarball"
    for package in rpm/RPMS/*/steno-[0-9]*.rpm rpm/RPMS/*/steno-sandbox-[0-9]*.rpm; do
        echo "${package##*/}:"
        rpm -qlp "$package" | grep -v build-id | sed 's/^/    /'
    done
else
    echo "skip others: rpmbuild is not installed (Debian: rpm)"
fi

# makepkg needs pacman, and will not run as root.
if command -v makepkg >/dev/null && command -v pacman >/dev/null; then
    set -- makepkg --force --nodeps --noconfirm
    [ "$(id -u)" -ne 0 ] || {
        arch=$(mktemp -d "${TMPDIR:-/tmp}/steno-arch-XXXXXX")
        trap 'rm -rf "$arch"' EXIT
        cp "$tarball" PKGBUILD "$arch/"
        chown -R nobody "$arch"
        set -- setpriv --reuid=nobody --clear-groups env -i PATH=/usr/bin:/bin HOME="$arch" sh -c "cd $arch && $*"
    }
    built arch "$@"
    [ -z "${arch:-}" ] || cp "$arch"/*.pkg.tar.* .
    for package in steno-*.pkg.tar.*; do
        echo "$package:"
        tar -tf "$package" | grep '^usr/.*[^/]$' | sed 's/^/    /'
    done
else
    echo "skip others: makepkg is not installed (Debian: makepkg, pacman-package-manager)"
fi
