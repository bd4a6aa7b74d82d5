#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes a release of the last commit: checks the conditions, makes the tarball twice and compares, writes its checksum and a
# draft of NEWS from the commits, and tags the commit.
#
#   ./dev release --dry    without the tag and the second tarball; conditions that fail are only printed
#   ./dev release          everything: the files are in build/release, and nothing is sent anywhere
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=tests/package/tarball.sh
. tests/package/tarball.sh
dry=no
case ${1:-} in
--dry) dry=yes ;;
"") ;;
*)
    echo "usage: ./dev release [--dry]" >&2
    exit 2
    ;;
esac
version=$(tarball_version)
tag=v$version
stops=0

# must WHAT COMMAND...: a condition for a release.
must() {
    what=$1
    shift
    if "$@" >/dev/null 2>&1; then
        echo "ok   release: $what"
    else
        echo "stop release: $what: no"
        stops=$((stops + 1))
    fi
}
is_clean() { [ -z "$(git status --porcelain)" ]; }
is_untagged() { ! git rev-parse -q --verify "refs/tags/$tag"; }
has_place() { ! grep -E 'example\.(org|com|net)|\.example' configure.ac debian/control debian/copyright debian/changelog; }
has_news() { grep -qx "## $version ($(sed -n 's/^STENO_DATE=//p' configure.ac))" NEWS.md; }
is_packaged() {
    head -n 1 debian/changelog | grep -qF "steno ($version-"
}

# The subjects of the commits since the last release, grouped by area ("area: subject").
news_draft() {
    last=$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null || :)
    echo "Commits since ${last:-the beginning}, by area. Keep what a user of steno notices."
    git log --no-merges --reverse --format=%s ${last:+"$last.."} |
        awk '{ area = match($0, /^[a-z0-9_.]+: /) ? substr($0, 1, RLENGTH - 2) : "(none)"
               print area "\t" (area == "(none)" ? $0 : substr($0, RLENGTH + 1)) }' |
        sort -s -t "$(printf '\t')" -k 1,1 |
        awk -F '\t' '$1 != area { area = $1; print "\n## " area } { print "- " $2 }'
}

# Does the tarball have every file of the commit, except debian/ and files for git and editors?
is_whole() {
    tar -tzf "$1" | sed -n "s|^steno-$version/\(.*[^/]\)\$|\1|p" | sort >build/release/in-tarball
    git ls-tree -r --name-only HEAD | grep -v -E '^debian/|(^|/)\.(gitignore|gitattributes|git-blame-ignore-revs|editorconfig)$' | sort |
        comm -23 - build/release/in-tarball >build/release/not-in-tarball
    rm build/release/in-tarball
    [ ! -s build/release/not-in-tarball ] || {
        sed 's/^/     not in the tarball: /' build/release/not-in-tarball
        return 1
    }
    rm build/release/not-in-tarball
}

must "all is committed" is_clean
must "there is no tag $tag yet" is_untagged
must "the address for bugs and the packager's are no placeholders" has_place
must "NEWS.md has $version with the date of configure.ac" has_news
must "debian/changelog has $version" is_packaged
[ "$stops" -eq 0 ] || [ "$dry" = yes ] || exit 1

rm -rf build/release
tarball=steno-$version.tar.gz
tarball_make build/release/first
if [ "$dry" = no ]; then
    tarball_make build/release/again
    cmp "build/release/first/$tarball" "build/release/again/$tarball"
fi
mv "build/release/first/$tarball" build/release/
rm -rf build/release/first build/release/again
is_whole "build/release/$tarball"
tar -tzf "build/release/$tarball" | grep -qx "steno-$version/configure"
(cd build/release && sha256sum "$tarball" >SHA256SUMS)
news_draft >build/release/NEWS.draft
echo "ok   release: build/release/$tarball, whole, with configure; SHA256SUMS, NEWS.draft"
cat build/release/SHA256SUMS
if [ "$dry" = yes ]; then
    echo "ok   release: dry, $stops things would stop it; git would tag $(git rev-parse --short HEAD) as $tag"
else
    git tag -a "$tag" -m "steno $version"
    echo "ok   release: $(git rev-parse --short HEAD) is tagged $tag; RELEASE.md says what comes next"
fi
