/* Owns the running of steno --plain for its tests. */
/* SPDX-License-Identifier: MIT */
#include "e2e/plain_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/text.h"
#include "support/asserts.h"

void plain_start(struct bench *bench, const char *sandbox_arguments)
{
    char arguments[512];
    snprintf(arguments, sizeof arguments, "--token t0ken %s", sandbox_arguments);
    bench_start(bench, arguments);
    home_set(bench->home, "STENO_TOKEN", "t0ken");
}

void plain_check_bytes(const char *written, size_t len, bool from_terminal)
{
    for (size_t at = 0; at < len;) {
        uint32_t code;
        at += text_decode(written + at, len - at, &code);
        bool allowed = code == '\n' || (from_terminal && code == '\r') || !text_code_is_hostile(code);
        bool braille = code >= 0x2800 && code <= 0x28FF;
        cr_assert(allowed && !braille && code != 0x1B, "U+%04X was written at byte %zu, behind: %.*s",
                  (unsigned)code, at, (int)(at < 60 ? at : 60), written + (at < 60 ? 0 : at - 60));
    }
}

char *plain_script(struct bench *bench, const char *arguments, const char *script)
{
    struct process_result result;
    char line[256];
    snprintf(line, sizeof line, "--plain %s", arguments);
    bench_steno(bench, line, script, 0, &result);
    cr_expect_str_eq(buffer_text(&result.err), "", "stderr holds: %s", buffer_text(&result.err));
    plain_check_bytes(buffer_text(&result.out), result.out.len, false);
    buffer_free(&result.err);
    return buffer_take(&result.out);
}

struct pty *plain_terminal(struct bench *bench, const char *arguments)
{
    char line[256];
    snprintf(line, sizeof line, "--plain %s", arguments);
    return pty_steno(bench->home, line, 100, 200);
}

void plain_type(struct pty *pty, const char *line, const char *awaited)
{
    pty_mark(pty);
    pty_type(pty, line);
    pty_key(pty, "Enter");
    cr_assert(pty_wait_bytes(pty, awaited, PLAIN_LIMIT_MS), "“%s” was not answered with “%s”", line, awaited);
}

void plain_check_terminal(struct pty *pty)
{
    size_t len;
    const char *written = pty_transcript(pty, &len);
    plain_check_bytes(written, len, true);
}

void plain_expect(const char *written, const char *text)
{
    cr_assert_str_has(written, text, "“%s” is missing in:\n%s", text, written);
}
