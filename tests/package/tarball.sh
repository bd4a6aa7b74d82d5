# shellcheck shell=sh
# SPDX-License-Identifier: MIT
# Makes the tarball of a release from the last commit. Source this from the top of the tree.

tarball_version() {
    sed -n 's/^AC_INIT(\[steno\], \[\([^]]*\)\].*/\1/p' configure.ac
}

# tarball_make FOLDER: makes steno-VERSION.tar.gz in the folder, with configure. A commit always gives the same bytes.
tarball_make() {
    rm -rf "$1"
    mkdir -p "$1/source" "$1/source/build" || return
    git archive HEAD | tar -x -C "$1/source" || return
    (
        unset MAKEFLAGS MAKELEVEL
        TAR_OPTIONS="--sort=name --mtime=@$(git log -1 --format=%ct) --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw,a-s"
        export TAR_OPTIONS GZIP_ENV=-9n
        cd "$1/source" && autoreconf -fi && cd build && ../configure -q && make -s dist
    ) >"$1/log" 2>&1 || {
        tail -n 20 "$1/log" >&2
        return 1
    }
    mv "$1/source/build/steno-$(tarball_version).tar.gz" "$1/" && rm -rf "$1/source"
}
