#!/bin/sh
# A lint that finds nothing may be blind: each one is shown offences that it must name and clean code that it
# must pass. Works in a folder of its own.
set -u
LC_ALL=C
export LC_ALL
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d "${TMPDIR:-/tmp}/steno-lint-XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 2
mkdir -p src/caption src/core src/api src/tui src/sandbox include/steno/base tests docs
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

# shellcheck disable=SC2317 # called by must_find
layers() { awk -f "$here/layers.awk" "$@"; }
echo '#include "steno/tui/screen.h"' >src/core/up.c
echo '#include <curses.h>' >src/core/curses.c
echo '#  include <curl/curl.h>' >src/api/client.c
echo '#include <sqlite3.h>' >src/tui/sql.c
echo '#include <pthread.h>' >src/core/thread.c
echo '#include <microhttpd.h>' >src/core/server.c
echo '#include "steno/api/client.h"' >src/sandbox/client.c
echo '#include "steno/caption/caption.h"' >src/sandbox/caption.c
echo '#include "steno/api/json.h"' >src/caption/api.c
echo '#include <expat.h>' >src/caption/read_srt.c
echo '#include "steno/app/state.h"' >include/steno/base/up.h
echo '#include "../api/private.h"' >src/core/private.c
printf '#include <stdio.h>\n#include "config.h"\n#include "steno/base/mem.h"\n' >src/core/good.c
must_find 'src/core/up.c:1: core stands below tui' layers src/core/good.c src/core/up.c
must_find 'curses.h may not' layers src/core/curses.c
must_find 'curl/curl.h may not' layers src/api/client.c
must_find 'sqlite3.h may not' layers src/tui/sql.c
must_find 'pthread.h may not' layers src/core/thread.c
must_find 'microhttpd.h may not' layers src/core/server.c
must_find 'not its client' layers src/sandbox/client.c
must_find 'sandbox stands below caption' layers src/sandbox/caption.c
must_find 'caption stands below api' layers src/caption/api.c
must_find 'expat.h may not' layers src/caption/read_srt.c
must_find 'base stands below app' layers include/steno/base/up.h
mkdir -p src/widget src/plain src/app/topics
echo '#include "steno/app/state.h"' >src/widget/up.c
echo '#include "steno/cli/cli.h"' >src/plain/across.c
echo '#include "steno/work/engine.h"' >src/app/topics/up.c
must_find 'widget stands below app' layers src/widget/up.c
must_find 'plain stands below cli' layers src/plain/across.c
must_find 'app stands below work' layers src/app/topics/up.c
must_find 'beside their sources: ../api/private.h' layers src/core/private.c
must_pass layers src/core/good.c

# A function with as many lines in its body as said: function_of LINES
function_of() {
    awk -v lines="$1" 'BEGIN {
        print "int f(void)\n{"
        for (i = 0; i < lines; i++)
            print "    if (i) {\n    }"
        print "}"
    }'
}
function_of 39 >src/core/short.c
function_of 40 >src/core/long.c
for _ in 1 2 3 4 5 6 7; do function_of 38; done >src/core/longfile.c
awk 'BEGIN { print "const int table[] = {"; for (i = 0; i < 600; i++) print "    1,"; print "};" }' >src/core/table.c
must_find 'src/core/long.c:1: the function has' awk -f "$here/length.awk" src/core/short.c src/core/long.c
must_find 'longfile.c:553: the file has 553 lines' awk -f "$here/length.awk" src/core/longfile.c
must_pass awk -f "$here/length.awk" src/core/short.c src/core/table.c

# shellcheck disable=SC2317 # called by must_find
banned() { awk -f "$here/banned.awk" "$@"; }
for name in sprintf strcpy strcat gets strtok system popen atoi alloca vfork; do
    echo "    x = $name(y);" >src/core/banned.c
    must_find "$name is not used" banned src/core/banned.c
done
printf '/* no\n strcpy (a) */ int a; // atoi(\nsnprintf(s, "system(1)"); my_system(1); fgets(b);\n' >src/core/fine.c
must_pass banned src/core/fine.c

# shellcheck disable=SC2317 # called by must_find
words() { awk -f "$here/words.awk" "$@"; }
for word in TO_DO FIX_ME X_XX HA_CK; do
    echo "/* $word: later */" | tr -d _ >src/core/words.c
    must_find 'not for the tree' words src/core/words.c
done
for path in /wo_rk/wt /ro_ot/x; do
    echo "cd $path" | tr -d _ >src/core/words.c
    must_find 'not for the tree' words src/core/words.c
done
echo 'mkdtemp("/tmp/a-XXXXXX"); see https://example.org/work' >src/core/words.c
must_pass words src/core/words.c

rm -rf src include tests docs
mkdir -p src/base include tests/data docs
: >src/base/a.c
: >src/base/b.c
: >tests/data/one.json
must_find 'src/base/b.c: not listed' env LINT_DISTFILES=tests/data sh "$here/listed.sh" src/base/a.c
must_find 'one.json: not in EXTRA_DIST' sh "$here/listed.sh" src/base/a.c src/base/b.c
must_pass env LINT_DISTFILES=tests/data sh "$here/listed.sh" src/base/a.c src/base/b.c
exit "$code"
