#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares `steno lint` with independent readers of Debian, on exports of a sandbox, and validates the sandbox's OpenAPI
# document and answers, and the schema of --json: tests/peers/run.sh [BUILDDIR]
# The packages: python3-pysrt python3-webvtt python3-aeidon python3-ttconv, python3-jsonschema openapi-specification; what
# is not installed is named and left out.
# PYTHON: the interpreter that sees them (/usr/bin/python3).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${1:-build}" && pwd)
python=${PYTHON:-/usr/bin/python3}
home=$(mktemp -d "${TMPDIR:-/tmp}/steno-peers-XXXXXX")
sandbox=
trap '[ -z "$sandbox" ] || kill "$sandbox"; rm -rf "$home"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

mkfifo "$home/address"
"$build/steno-sandbox" --port 0 --token peers >"$home/address" 2>"$home/log" &
sandbox=$!
read -r STENO_URL <"$home/address"
HOME=$home XDG_CONFIG_HOME=$home/config XDG_STATE_HOME=$home/state
export STENO_URL HOME XDG_CONFIG_HOME XDG_STATE_HOME
echo demo | "$build/steno" login --email demo@example.org --password-stdin 2>/dev/null
for format in srt vtt ssa ass stl ttml; do
    for project in 2 5 9; do
        "$build/steno" export "$project" --file-format-id "$format" -o "$home/$project.$format" >/dev/null
    done
done
cp "$here"/../fixtures/captions/*.ttml "$home"
cd "$home"
code=0
"$python" "$here/openapi.py" "$STENO_URL" peers "$here/../../docs/openapi.json" \
    "$here/../../docs/output.schema.json" || code=$?
"$python" "$here/captions.py" "$build/steno" ./*.srt ./*.vtt ./*.ssa ./*.ass ./*.stl ./*.ttml || code=$?
exit "$code"
