#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests ./dev release in a clone: it stops at a failed condition; with --dry it does not stop, and makes no tag; a release
# has a tag, a correct checksum and the news of its commits.
# usage: selftest.sh   (from the top of a git clone)
set -u
top=$(mktemp -d "${TMPDIR:-/tmp}/steno-release-XXXXXX") || exit 1
trap 'rm -rf "$top"' EXIT
GIT_AUTHOR_NAME=tests GIT_AUTHOR_EMAIL=tests@localhost GIT_COMMITTER_NAME=tests GIT_COMMITTER_EMAIL=tests@localhost
export GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
git clone -q . "$top/clone" && cd "$top/clone" || exit 1
version=$(sed -n 's/^AC_INIT(\[steno\], \[\([^]]*\)\].*/\1/p' configure.ac)
code=0

# says EXIT WORDS ARGUMENTS...: ./dev release must end with this exit code and print these words.
says() {
    wanted=$1 words=$2
    shift 2
    ./dev release "$@" >"$top/said" 2>&1
    ended=$?
    if [ "$ended" -ne "$wanted" ] || ! grep -qF "$words" "$top/said"; then
        echo "release $*: ended with $ended, not $wanted, or did not say \"$words\":"
        cat "$top/said"
        code=1
    fi
}
mended() {
    sed -i "$1" "$2"
}

for file in configure.ac debian/control debian/copyright debian/changelog; do
    mended 's/steno\.example\.org/steno.invalid/; s/example\.org/steno.invalid/' "$file"
done
mended "s/^## $version .*/## $version ($(sed -n 's/^STENO_DATE=//p' configure.ac))/" NEWS.md
says 1 "stop release: all is committed: no"
git commit -qam 'release: as it would be'
mended "s/^## $version .*/## $version (not yet released)/" NEWS.md
git commit -qam 'news: the date is missing'
says 1 "stop release: NEWS.md has $version"
says 0 "1 things would stop it" --dry
[ -z "$(git tag)" ] || { echo "the dry mode left a tag"; code=1; }
git reset -q --hard HEAD~1
says 0 "is tagged v$version"
git rev-parse -q --verify "refs/tags/v$version" >/dev/null || { echo "no tag was made"; code=1; }
(cd build/release && sha256sum --quiet -c SHA256SUMS) || code=1
grep -qx -e '- as it would be' build/release/NEWS.draft || { echo "the draft lacks a commit"; code=1; }
says 1 "stop release: there is no tag v$version yet: no"
exit "$code"
