#!/bin/sh
# SPDX-License-Identifier: MIT
# A lint that finds nothing may be blind: each one is shown offences that it must name and clean code that it
# must pass. Works in a folder of its own.
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

# must_find WORDS COMMAND...: the command fails and says the words.
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

# must_pass COMMAND...: the command succeeds.
must_pass() {
    said=$("$@" 2>&1) || {
        echo "false alarm of: $*: $said"
        code=1
    }
}

# lint NAME FILE...
# shellcheck disable=SC2317 # called by must_find
lint() {
    program=$1
    shift
    awk -f "$here/lib.awk" -f "$here/$program.awk" "$@"
}

# FILE, what it includes, what is said of it
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

# One clean tree, for what texts name of it.
rm -rf src include
mkdir -p src/core include/steno/core
cat >src/core/queue.c <<'END'
enum queue_kind queue_find(const char *name,
                           int length)
{
    return QUEUE_A;
}
END
printf 'void queue_say(const char *format, ...)\n{\n}\n' >src/core/queue_row.c
for file in include/steno/core/queue.h include/steno/core/limit.h src/core/limit.c; do echo 'struct limit;' >$file; done

# Texts name what is there, in docs and in the folders of the tree.
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

echo '    x = strcpy(y);' >src/core/banned.c
must_find 'strcpy is not used' lint banned src/core/banned.c
echo '#include <criterion/criterion.h>' >src/core/banned.c
must_find 'tests include support/asserts.h' lint banned src/core/banned.c
for said in 'cr_assert(strstr(a, "b"));' 'cr_expect_null(strstr(a, b), "no");' 'cr_assert_eq(strncmp(a, "b", 1), 0);' \
    'cr_expect(n == m && memcmp(a, b, n) == 0);'; do
    echo "    $said" >src/core/banned.c
    must_find 'this assert shows no text' lint banned src/core/banned.c
done
printf 'cr_assert(!a || strcmp(a, b) == 0);\ncr_assert_str_has(strstr(a, b), c);\n' >src/core/fine.c
must_pass lint banned src/core/fine.c
printf '/* no\n strcpy (a) */ int a; // atoi(\nsnprintf(s, "system(1)"); my_system(1); fgets(b);\n' >src/core/fine.c
must_pass lint banned src/core/fine.c

# shellcheck disable=SC2317 # called by must_find
words() { awk -f "$here/words.awk" "$@"; }
echo '/* FIX_ME: later */' | tr -d _ >src/core/words.c
must_find 'not for the tree' words src/core/words.c
echo '/* The same for a date. */' >src/core/words.c
must_find 'what differs' words src/core/words.c
echo 'mkdtemp("/tmp/a-XXXXXX"); TODOS = HACKS;' >src/core/words.c
must_pass words src/core/words.c

# shellcheck disable=SC2317 # called by must_find
wording() { awk -f "$here/wording.awk" "$@"; }
for said in anew Afresh HOLDS stand 'Small letters' 'is none of'; do
    printf '/* fine */\nstatic const char *a = b + "%%s: %s";\n' "$said" >src/core/said.c
    must_find 'src/core/said.c:2: not plain English' wording src/core/said.c
    printf '# Title\nThen %s: no.\n' "$said" >said.md
    must_find 'said.md:2: not plain English' wording said.md
done
printf 'say("%%" PRId64 " is none " /* here */\n    "of them");\n' >src/core/said.c
must_find 'src/core/said.c:1: not plain English: is none of' wording src/core/said.c
printf "a = '\\\\\\\\'; b = \"no\\\\nkin\";\n" >src/core/said.c
must_find 'src/core/said.c:1: not plain English: kin' wording src/core/said.c
printf 'It is done\nby lines.\n' >said.md
must_find 'said.md:2: not plain English: by lines' wording said.md
cat >src/core/said.c <<'END'
/* It stands behind its twin. */ // told "anew"
#include "behind.h"
f("is none", "of these, so kind, a contraction", '"', behind); /* "told
holds */ g("SELECT told FROM hold", "within a household", "\"understands\"", "by", "lines");
END
must_pass wording src/core/said.c

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

# What other programs find, where they are installed.
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
