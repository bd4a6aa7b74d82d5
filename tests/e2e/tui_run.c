/* Implements tui_run.h. */
/* SPDX-License-Identifier: MIT */
#include "tui_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "support/asserts.h"

#define QUIET_MS 300

void tui_demo(struct tui *tui, int rows, int cols)
{
    if (!tui->home)
        tui->home = home_create();
    tui->pty = pty_steno(tui->home, "--demo", rows, cols);
    cr_assert(pty_wait_text(tui->pty, "Council", TUI_LIMIT_MS));
}

void tui_sandbox(struct tui *tui, const char *sandbox_arguments)
{
    char arguments[512];
    if (!tui->home)
        tui->home = home_create();
    snprintf(arguments, sizeof arguments, "--token t0ken %s", sandbox_arguments);
    cr_assert(process_sandbox_start(tui->home, arguments, &tui->sandbox));
    home_set(tui->home, "STENO_URL", tui->sandbox.url);
    home_set(tui->home, "STENO_TOKEN", "t0ken");
}

void tui_start(struct tui *tui, const char *arguments, int rows, int cols)
{
    pty_free(tui->pty);
    tui->pty = pty_steno(tui->home, arguments, rows, cols);
}

void tui_open(struct tui *tui, const char *sandbox_arguments, const char *arguments, const char *text)
{
    tui_sandbox(tui, sandbox_arguments);
    tui_start(tui, arguments, 24, 80);
    tui_go(tui, "", text);
}

void tui_go(struct tui *tui, const char *keys, const char *text)
{
    pty_type(tui->pty, keys);
    cr_assert(pty_wait_text(tui->pty, text, TUI_LIMIT_MS), "no “%s” after “%s”", text, keys);
}

void tui_leave(struct tui *tui, const char *keys, const char *text)
{
    pty_type(tui->pty, keys);
    cr_assert(pty_wait_no_text(tui->pty, text, TUI_LIMIT_MS), "still “%s” after “%s”", text, keys);
}

bool tui_has_sent(struct tui *tui, const char *bytes)
{
    size_t len;
    const char *sent = pty_transcript(tui->pty, &len);
    return memmem(sent, len, bytes, strlen(bytes)) != NULL;
}

void tui_set_clock(struct tui *tui, const char *time)
{
    struct date date;
    cr_assert(date_parse(time, &date), "%s", time);
    char *path = home_path(tui->home, "clock"), *now = mem_printf("%" PRId64, date.ms);
    home_write(tui->home, "clock", now);
    home_set(tui->home, "DATED_CLOCK", path);
    free(now);
    free(path);
}

void tui_settle(struct tui *tui)
{
    int64_t end = clock_mono_ms() + TUI_LIMIT_MS;
    while (clock_mono_ms() < end)
        if (pty_stays_quiet(tui->pty, QUIET_MS))
            return;
    cr_assert(false, "the screen never came to rest");
}

size_t tui_key_bytes(struct tui *tui, const char *key)
{
    pty_mark(tui->pty);
    if (key[1])
        pty_key(tui->pty, key);
    else
        pty_type(tui->pty, key);
    tui_settle(tui);
    return pty_bytes_since_mark(tui->pty);
}

void tui_quit(struct tui *tui, const char *keys, int limit_ms)
{
    pty_type(tui->pty, keys);
    cr_expect_eq(pty_wait_exit(tui->pty, limit_ms), 0);
}

void tui_end(struct tui *tui)
{
    pty_free(tui->pty);
    if (tui->sandbox.url[0])
        process_sandbox_stop(&tui->sandbox);
    home_remove(tui->home);
}
