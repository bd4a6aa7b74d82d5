#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the lints: each must report certain offences and pass certain clean code. Works in a temporary folder.
set -u
LC_ALL=C
export LC_ALL
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d "${TMPDIR:-/tmp}/steno-lint-XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 2
mkdir -p src/caption src/core src/api src/tui src/sandbox src/app/topics include/steno/base tests docs
printf '#include <stdio.h>\n#include "config.h"\n#include "steno/base/mem.h"\n' >src/core/good.c
code=0

# must_find WORDS COMMAND...: the command must fail and print the words.
must_find() {
    words=$1
    shift
    if said=$("$@" 2>&1); then
        echo "blind: nothing found by: $*"
        code=1
    elif ! printf '%s\n' "$said" | grep -q -e "$words"; then
        echo "found something else than '$words': $said"
        code=1
    fi
}

# must_pass COMMAND...: the command must succeed.
must_pass() {
    said=$("$@" 2>&1) || {
        echo "false alarm of: $*: $said"
        code=1
    }
}

# shellcheck disable=SC2317 # called by must_find
lint() {
    program=$1
    shift
    awk -f "$here/lib.awk" -f "$here/$program.awk" "$@"
}

# finds LINT WORDS TEXT: the lint must report WORDS for a source with this text (\n: a new line).
finds() {
    printf '%b\n' "$3" >src/core/some.c
    must_find "src/core/some.c:.*$2" lint "$1" src/core/some.c
}

# passes LINT TEXT: the lint must accept a source with this text.
passes() {
    printf '%b\n' "$2" >src/core/some.c
    must_pass lint "$1" src/core/some.c
}

# FILE, what it includes, the expected message
while read -r file included words; do
    echo "#  include $included" >"$file"
    must_find "$file:1: .*$words" lint layers src/core/good.c "$file"
done <<'END'
src/core/up.c "steno/tui/screen.h" core stands below tui
src/caption/api.c "steno/api/json.h" caption stands below api
include/steno/base/up.h "steno/app/app.h" base stands below app
src/tui/across.c "steno/cli/cli.h" tui stands below cli
src/app/topics/up.c "steno/tui/demo.h" app stands below tui
src/core/curses.c <curses.h> curses.h may not
src/api/connection.c <curl/curl.h> curl/curl.h may not
src/core/thread.c <pthread.h> pthread.h may not
src/sandbox/connection.c "steno/api/connection.h" not its connection
src/core/private.c "../api/private.h" beside their sources: ../api/private.h
END
echo '#include "topics/open.h"' >src/app/app.c
must_pass lint layers src/core/good.c src/app/app.c

finds banned 'strcpy is not used' '    x = strcpy(y);'
finds banned 'tests include support/asserts.h' '#include <criterion/criterion.h>'
for said in 'cr_assert(strstr(a, "b"));' 'cr_expect_null(strstr(a, b), "no");' 'cr_assert_eq(strncmp(a, "b", 1), 0);' \
    'cr_expect(n == m && memcmp(a, b, n) == 0);'; do
    finds banned 'this assert shows no text' "    $said"
done
passes banned 'cr_assert(!a || strcmp(a, b) == 0);\ncr_assert_str_has(strstr(a, b), c);'
passes banned '/* no\n strcpy (a) */ int a; // atoi(\nsnprintf(s, "system(1)"); my_system(1); fgets(b);'

finds words 'not for the tree' "/* FIX""ME: later */"
finds words 'what differs' '/* The same for a date. */'
passes words 'mkdtemp("/tmp/a-XXXXXX"); TODOS = HACKS;'

for said in anew Afresh HOLDS stand 'Small letters' 'is none of'; do
    finds wording 'not plain English' "/* fine */\nstatic const char *a = b + \"%%s: $said\";"
    printf '# Title\nThen %s: no.\n' "$said" >said.md
    must_find 'said.md:2: not plain English' lint wording said.md
done
printf 'It is done\nby lines.\n' >said.md
must_find 'said.md:2: not plain English: by lines' lint wording said.md
finds wording '1: not plain English: is none of' 'say("%%" PRId64 " is none " /* here */\n    "of them");'
finds wording '1: not plain English: kin' 'a = '"'\\\\\\\\'"'; b = "no\\nkin";'
cat >src/core/said.c <<'END'
/* It stands behind its twin. */ // told "anew"
#include "behind.h"
f("is none", "of these, so kind, a contraction", '"', behind); /* "told
holds */ g("SELECT told FROM hold", "within a household", "\"understands\"", "by", "lines");
END
must_pass lint wording src/core/said.c

# Files and functions that a document names must exist.
printf 'enum queue_kind queue_find(const char *name,\n                           int length)\n{\n}\n' >src/core/queue.c
printf 'void queue_say(const char *format, ...)\n{\n}\n' >src/core/queue_row.c
mkdir -p include/steno/core
for file in include/steno/core/queue.h include/steno/core/limit.h src/core/limit.c; do echo 'struct limit;' >$file; done
cat >docs/good.md <<'END'
| a queue | `core/queue.h`, `core/queue.c` `queue_find()`, `core/queue_*.c` `queue_say()`; `include/steno/core/limit.h`; `--flag` `raw` |
END
# shellcheck disable=SC2317 # called by must_find
named() {
    # shellcheck disable=SC2046 # names without blanks
    lint named $(find src include -name '*.[ch]') "$@"
}
must_pass named docs/good.md
# shellcheck disable=SC2016 # the quotes of a text
for said in 'no file queue.c:queue.c' 'queue_say() is not defined in core/queue.c:core/queue.c` `queue_say()' \
    'queue_say() is not defined in a file named before:queue_say()'; do
    printf '| a | `core/limit.c` |\n| b | `%s` |\n' "${said#*:}" >docs/bad.md
    must_find "docs/bad.md:2: .*${said%%:*}" named docs/bad.md
done

rm -rf src include tests docs
mkdir -p src/base include tests/data docs
: >src/base/a.c
: >src/base/b.c
: >tests/data/one.json
must_find 'src/base/b.c: not listed' env LINT_DISTFILES=tests/data sh "$here/listed.sh" src/base/a.c
must_find 'one.json: not in EXTRA_DIST' sh "$here/listed.sh" src/base/a.c src/base/b.c
must_pass env LINT_DISTFILES=tests/data sh "$here/listed.sh" src/base/a.c src/base/b.c

echo 'int a;' | tee src/base/a.c >src/base/b.c
must_find 'src/base/a.c: says no licence' sh "$here/spdx.sh"
for file in src/base/*.c; do echo '/* SPDX-License-Identifier: MIT */' >>"$file"; done
must_pass sh "$here/spdx.sh"

# Lints by other programs, if these are installed.
printf 'int last(void)\n{\n    int rows[2] = {1, 2};\n    return rows[2];\n}\n' >cppcheck
printf '#include <string.h>\nint same(const char *a)\n{\n    if (strcmp(a, "b"))\n        return 0;\n    return 1;\n}\n' >clang-tidy-14
echo '/* They are received. */' >clean.c
echo '/* They are recieved. */' >codespell
for tool in cppcheck clang-tidy-14 codespell; do
    command -v "$tool" >/dev/null || continue
    mv "$tool" bad.c
    must_find 'bad.c:' sh "$here/tool.sh" "$tool" clean.c bad.c
    must_pass sh "$here/tool.sh" "$tool" clean.c
done
exit "$code"
