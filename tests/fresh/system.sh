# shellcheck shell=sh disable=SC2154 # task, release and arch are set by the script that reads this
# SPDX-License-Identifier: MIT
# A bare Debian in a folder, in mount and process namespaces of its own: when the script ends, however it ends, its mounts and
# processes are gone, and nothing of this machine can be deleted through them. For scripts that set `task` (whose name is said),
# `release` and `arch`, call `system_enter "$@"` first and then read this: `.` it from the top of the tree.

die() {
    echo "dev: $task: $*" >&2
    exit 1
}

# The script once more, in the namespaces; what is to be built on this machine is built before.
system_enter() {
    # shellcheck disable=SC2016 # apt's own words
    mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 2>/dev/null | head -n 1)}
    [ -n "$mirror" ] || die "no Debian mirror is set up here: set MIRROR=URL"
    if [ "${FRESH_INSIDE:-}" != yes ]; then
        git rev-parse -q --verify HEAD >/dev/null || die "this is no git repository, and a clone of one is what is tried"
        [ -z "$(git status --porcelain)" ] || echo "dev: $task: what is not committed is not in the clone" >&2
        ./dev build && make -s -C build tests/fresh_demo || exit 1
        FRESH_INSIDE=yes exec unshare --mount --pid --fork --kill-child --propagation private sh "$0" "$@"
    fi
    log=$PWD/build/$task-$release-$arch.log
    began=$(date +%s)
    top=$(mktemp -d "${TMPDIR:-/tmp}/steno-fresh-XXXXXX") || exit 1
    root=$top/$release
    : >"$log"
    trap system_clear EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
}

# The mounts first: where one stays, nothing below it is deleted.
system_clear() {
    for mounted in "$top"/*; do
        for mount in dev/shm dev/pts proc; do
            ! mountpoint -q "$mounted/$mount" || umount -l "$mounted/$mount" || return
        done
    done
    rm -rf --one-file-system "$top"
}

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
    echo "$word   $task $release $arch: $2, $(($(date +%s) - began)) s"
    [ "$1" -eq 0 ] || exit 1
}

system_mount() {
    mkdir -p "$root/dev/pts" "$root/dev/shm" &&
        mount -t proc proc "$root/proc" &&
        mount -t devpts -o newinstance,ptmxmode=666,mode=620,gid=5 devpts "$root/dev/pts" &&
        mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
}

# system_make PACKAGES: with these beside the least, and the package lists of this machine's mirror.
system_make() {
    debootstrap --variant=minbase --arch="$arch" --include="$1" "$release" "$root" "$mirror" || return
    apt-config dump | grep '^Acquire::' >"$root/etc/apt/apt.conf.d/99machine"
    cp -rp /etc/apt/auth.conf.d "$root/etc/apt/" 2>/dev/null
    [ -s "$root/etc/hosts" ] || printf '127.0.0.1 localhost\n::1 localhost\n' >"$root/etc/hosts"
    system_mount
}

system_clone() {
    git clone -q --no-hardlinks . "$root/root/steno"
}
