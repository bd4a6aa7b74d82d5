#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the Debian packages as users install them. ./dev deb builds them on a bare Debian. A second one, without compiler and
# libraries, installs them by apt, runs the demo in a terminal and purges them: no file may be left. Then autopkgtest
# installs them again and runs debian/tests.
#
#   ./dev deb try [bookworm|trixie]     MIRROR: URL of a Debian mirror (default: the mirror of this machine)
#
# Runs as root. The full output is in build/deb-RELEASE-ARCHITECTURE.log, the packages in build/deb-RELEASE.
set -u
cd "$(dirname "$0")/../.." || exit 1
task=deb
# shellcheck source=tests/fresh/system.sh
. tests/fresh/system.sh

release=${1:-bookworm} arch=$(dpkg --print-architecture)
case $release in
bookworm | trixie) ;;
*) die "\"$release\" is not one of: bookworm, trixie" ;;
esac
system_enter "$@"

# Two equal systems: one builds, the other stays bare.
two_systems() {
    system_make ca-certificates && cp -ax "$root" "$top/builder" || return
    bare=$root root=$top/builder
    system_mount && inside apt-get update -q && inside apt-get install -q -y --no-install-recommends git && system_clone
}

packages_build() {
    inside sh -c 'cd ~/steno && exec ./dev deb' || return
    rm -rf "build/deb-$release"
    mkdir "build/deb-$release" "$bare/root/packages" &&
        cp "$root"/root/steno/build/deb/steno*.deb "build/deb-$release/" &&
        cp "$root"/root/steno/build/deb/steno_*.deb "$root"/root/steno/build/deb/steno-sandbox_*.deb "$bare/root/packages/"
}

# All files of the bare system, except caches, logs and the records of apt and dpkg.
files_list() {
    (cd "$bare" && find . -xdev ! -type d ! -path './var/cache/*' ! -path './var/lib/apt/*' ! -path './var/lib/dpkg/*' \
        ! -path './var/log/*' ! -path './tmp/*' ! -path './etc/ld.so.cache' | sort)
}

packages_install() {
    inside apt-get update -q && files_list >"$top/before" &&
        inside sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install -q -y /root/packages/*.deb && dpkg -L steno steno-sandbox'
}

packages_use() {
    build/tests/fresh_demo "$bare" 'exec steno --demo' && inside steno --version && inside steno-sandbox --version &&
        inside sh -c 'steno doctor | grep libcurl'
}

packages_purge() {
    inside sh -c 'DEBIAN_FRONTEND=noninteractive apt-get purge -q -y steno steno-sandbox &&
        DEBIAN_FRONTEND=noninteractive apt-get autoremove -q -y --purge' || return
    files_list >"$top/after"
    echo "files left, including those of installed libraries:"
    comm -13 "$top/before" "$top/after" >"$top/left"
    cat "$top/left"
    ! grep steno "$top/left" && ! inside dpkg-query -W 'steno*'
}

two_systems >>"$log" 2>&1
ended $? "two bare systems, and the clone in one of them"
packages_build >>"$log" 2>&1
ended $? "./dev deb"
root=$bare
packages_install >>"$log" 2>&1
ended $? "apt install ./*.deb"
packages_use >>"$log" 2>&1
ended $? "steno --demo in a terminal, doctor"
packages_purge >>"$log" 2>&1
ended $? "apt purge"
# TMPDIR is a folder of this system, which the chroot does not have.
env -u TMPDIR autopkgtest -B "$root"/root/packages/*.deb "$(ls -d "$top"/builder/root/steno/build/deb/steno-*/)" -- chroot "$root" >>"$log" 2>&1
ended $? "autopkgtest"
