/* Captions of the export form in a terminal, on a good server and a bad one. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "control.h"
#include "tui_run.h"
#include "support/asserts.h"

#define SHORT_MS 10000

static void captions_start(struct tui *tui, const char *sandbox)
{
    tui_sandbox(tui, sandbox);
    tui_start(tui, "2", 24, 80);
    cr_assert(pty_wait_text(tui->pty, "Interview", TUI_LIMIT_MS));
    pty_type(tui->pty, "x");
    cr_assert(pty_wait_text(tui->pty, "1/", SHORT_MS));
}

/* Presses keys and waits for what they must bring. */
static void captions_go(struct tui *tui, const char *keys, const char *text)
{
    pty_type(tui->pty, keys);
    cr_assert(pty_wait_text(tui->pty, text, SHORT_MS), "after “%s”", keys);
}

Test(captions, are_looked_at_and_exported)
{
    struct tui tui = {0};
    captions_start(&tui, "");
    captions_go(&tui, "x", "00:06.21");
    captions_go(&tui, ".", "wanted at least 2000  [min-duration]");
    captions_go(&tui, "X", "exported to 2-Interview_dam_keeper.srt");
    char *path = home_path(tui.home, "2-Interview_dam_keeper.srt");
    cr_expect_eq(access(path, F_OK), 0);
    free(path);
    tui_end(&tui);
}

Test(captions, of_a_failing_server_say_why_and_r_brings_them)
{
    struct tui tui = {0};
    captions_start(&tui, "--fault export:status=400*1");
    captions_go(&tui, "x", "400");
    captions_go(&tui, "r", "00:06.21");
    tui_end(&tui);
}

Test(captions, of_a_silent_server_are_given_up_with_interrupt)
{
    struct tui tui = {0};
    captions_start(&tui, "--fault export:stall*1");
    captions_go(&tui, "x", "Fetching the captions");
    cr_assert(control_wait_requests(&tui.sandbox, "export", 1), "the next one would be the silent one");
    captions_go(&tui, "\003", "Cancelled");
    captions_go(&tui, "r", "00:06.21");
    tui_end(&tui);
}
