# shellcheck shell=sh disable=SC2154 # task, release and arch are set by the caller
# SPDX-License-Identifier: MIT
# A bare Debian in a folder, in its own mount and process namespaces: however the script ends, its mounts and processes end
# too, and no file of this machine can be deleted through them. A script sources this from the top of the tree after it has
# set `task` (its name in messages), sets `release` and `arch`, and calls `system_enter "$@"` before the other functions.

die() {
    echo "dev: $task: $*" >&2
    exit 1
}

# Builds what this machine builds, then starts the script again inside the namespaces.
system_enter() {
    # shellcheck disable=SC2016 # a variable of apt
    mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 2>/dev/null | head -n 1)}
    [ -n "$mirror" ] || die "no Debian mirror is set up here: set MIRROR=URL"
    if [ "${FRESH_INSIDE:-}" != yes ]; then
        git rev-parse -q --verify HEAD >/dev/null || die "this is not a git repository; the test needs a clone of one"
        [ -z "$(git status --porcelain)" ] || echo "dev: $task: the clone will not contain uncommitted changes" >&2
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

# Unmounts first; if a mount stays, nothing is deleted.
system_clear() {
    for mounted in "$top"/*; do
        for mount in dev/shm dev/pts proc; do
            ! mountpoint -q "$mounted/$mount" || umount -l "$mounted/$mount" || return
        done
    done
    rm -rf --one-file-system "$top"
}

# inside COMMAND...: runs a command in the new system, with the environment of a first login.
inside() {
    case $arch in
    i386) set -- setarch i386 "$@" ;;
    esac
    chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        TERM=xterm-256color ${http_proxy:+http_proxy="$http_proxy"} "$@"
}

# ended CODE WHAT: prints the last lines of the log, the result and the time since the start. Exits unless CODE is 0.
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

# system_make PACKAGES: installs a minimal system and these packages, with the apt settings of this machine.
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
