#!/bin/sh
# What README promises a stranger, on a system that has nothing: a bare Debian in a folder, a clone of the last commit, `./dev demo`
# driven in a terminal, then `./dev check`. On i386 a build and the unit tests alone.
#
#   ./dev fresh [bookworm|trixie] [i386]     MIRROR: where packages come from (else the mirror of this machine)
#
# Runs as root in mount and process namespaces of its own: when it ends, however it ends, its mounts and processes are gone, and
# nothing of this machine can be deleted through them. The whole output stays in build/fresh-RELEASE-ARCHITECTURE.log.
set -u
cd "$(dirname "$0")/../.." || exit 1

die() {
    echo "dev: fresh: $*" >&2
    exit 1
}

release=bookworm arch=$(dpkg --print-architecture)
for word in "$@"; do
    case $word in
    bookworm | trixie) release=$word ;;
    i386) arch=i386 ;;
    *) die "\"$word\" is not one of: bookworm, trixie, i386" ;;
    esac
done
# shellcheck disable=SC2016 # apt's own words
mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 2>/dev/null | head -n 1)}
[ -n "$mirror" ] || die "no Debian mirror is set up here: set MIRROR=URL"
git rev-parse -q --verify HEAD >/dev/null || die "this is no git repository, and a clone of one is what is tried"
[ -z "$(git status --porcelain)" ] || echo "dev: fresh: what is not committed is not in the clone" >&2

if [ "${FRESH_INSIDE:-}" != yes ]; then
    ./dev build && make -s -C build tests/fresh_demo || exit 1
    FRESH_INSIDE=yes exec unshare --mount --pid --fork --kill-child --propagation private sh "$0" "$@"
fi

log=$PWD/build/fresh-$release-$arch.log
began=$(date +%s)
top=$(mktemp -d "${TMPDIR:-/tmp}/steno-fresh-XXXXXX") || exit 1
root=$top/$release
: >"$log"

# The mounts first: where one stays, nothing below it is deleted.
clear_root() {
    for mount in dev/shm dev/pts proc; do
        ! mountpoint -q "$root/$mount" || umount -l "$root/$mount" || return
    done
    rm -rf --one-file-system "$top"
}
trap clear_root EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# inside COMMAND...: in the new system, with the environment of a first login.
inside() {
    case $arch in
    i386) set -- setarch i386 "$@" ;;
    esac
    chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        TERM=xterm-256color ${http_proxy:+http_proxy="$http_proxy"} "$@"
}

# ended CODE WHAT: the last lines of what ran, how it ended and how long it took.
ended() {
    tail -n 4 "$log" | sed 's/^/    /'
    if [ "$1" -eq 0 ]; then word=ok; else word=FAIL; fi
    echo "$word   fresh $release $arch: $2, $(($(date +%s) - began)) s"
    [ "$1" -eq 0 ] || exit 1
}

make_system() {
    debootstrap --variant=minbase --arch="$arch" --include=git,ca-certificates "$release" "$root" "$mirror" >"$log" 2>&1 || return
    apt-config dump | grep '^Acquire::' >"$root/etc/apt/apt.conf.d/99machine"
    cp -rp /etc/apt/auth.conf.d "$root/etc/apt/" 2>/dev/null
    [ -s "$root/etc/hosts" ] || printf '127.0.0.1 localhost\n::1 localhost\n' >"$root/etc/hosts"
    mkdir -p "$root/dev/pts" "$root/dev/shm" &&
        mount -t proc proc "$root/proc" &&
        mount -t devpts -o newinstance,ptmxmode=666,mode=620,gid=5 devpts "$root/dev/pts" &&
        mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm" &&
        git clone -q --no-hardlinks . "$root/root/steno"
}

make_system >>"$log" 2>&1
ended $? "the bare system and the clone"
if [ "$arch" = i386 ]; then
    # shellcheck disable=SC2016 # for the shell inside
    inside sh -c 'cd ~/steno && ./dev deps && ./dev build && make -s -C build -j2 check-programs &&
        sh tests/run.sh build $(cd build && ls -d tests/unit_*[a-z0-9] | grep -v "[.]")' >>"$log" 2>&1
    ended $? "build and unit tests"
    exit 0
fi
build/tests/fresh_demo "$root" >>"$log" 2>&1
ended $? "./dev demo, in a terminal"
inside sh -c 'cd ~/steno && exec ./dev check' >>"$log" 2>&1
ended $? "./dev check"
# Elsewhere the test of a shell or a reader of manual pages that is missing is skipped; here all have been installed.
! inside grep -E '^skip .* (shells|manual)::' /root/steno/build/test-results >>"$log" 2>&1
ended $? "completion in bash, zsh and fish, the manual in man, groff and mandoc"
