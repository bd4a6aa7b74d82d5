/* Times on the screen: the zone of TZ by its name, UTC by a key, and what that costs. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/when.h"
#include "tui_run.h"
#include "support/asserts.h"

#define SHORT_MS 10000

/* steno on these projects in a zone. */
static void times_start(struct tui *tui, const char *zone, const char *sandbox, const char *arguments)
{
    tui->home = home_create();
    home_set(tui->home, "TZ", zone);
    tui_sandbox(tui, sandbox);
    tui_start(tui, arguments, 24, 80);
    cr_assert(pty_wait_text(tui->pty, ">", TUI_LIMIT_MS));
    cr_assert(pty_wait_text(tui->pty, " since ", TUI_LIMIT_MS));
}

Test(times, are_local_with_their_zone_and_z_shows_utc_and_back)
{
    struct tui tui = {0};
    times_start(&tui, "Asia/Kathmandu", "--as-of 2026-05-23T12:00:00Z", "7");
    pty_type(tui.pty, "i/Created\r");
    cr_assert(pty_wait_text(tui.pty, "2026-05-18 23:16", SHORT_MS));
    cr_expect(pty_wait_text(tui.pty, "+0545", TUI_LIMIT_MS));
    pty_type(tui.pty, "z");
    cr_assert(pty_wait_text(tui.pty, "Times in UTC, now ", SHORT_MS));
    cr_expect(pty_wait_text(tui.pty, "2026-05-18 17:31", SHORT_MS));
    cr_expect(pty_wait_no_text(tui.pty, "+0545", SHORT_MS), "both zones are on the screen");
    pty_type(tui.pty, "L");
    cr_expect(pty_wait_text(tui.pty, "Activity, newest first, UTC", SHORT_MS));
    pty_type(tui.pty, "z");
    cr_expect(pty_wait_text(tui.pty, "Activity, newest first, +0545", SHORT_MS));
    tui_end(&tui);
}

Test(times, of_summer_and_winter_name_their_own_zone)
{
    struct tui tui = {0};
    times_start(&tui, "Europe/Prague", "--as-of 2026-05-23T12:00:00Z", "7");
    pty_type(tui.pty, "i/Created\r");
    cr_assert(pty_wait_text(tui.pty, "CEST", SHORT_MS));
    tui_end(&tui);
}

/* A whole change of state in a zone, in bytes; of the credit, which is read again then, nothing is shown. 0
 * where another minute began after the state before, as its number is drawn, too. */
static size_t times_change_bytes(const char *zone)
{
    struct tui tui = {0};
    times_start(&tui, zone, "--transcribe-seconds 4 --fault current-user:missing=CreditMinutes", "1");
    pty_type(tui.pty, "e");
    cr_assert(pty_wait_text(tui.pty, "> Lang", SHORT_MS));
    int64_t minute = clock_wall_ms() / 60000;
    pty_type(tui.pty, "X");
    cr_assert(pty_wait_text(tui.pty, "*InProgress", TUI_LIMIT_MS));
    cr_expect(pty_wait_text(tui.pty, "InProgress since ", TUI_LIMIT_MS));
    tui_settle(&tui);
    pty_mark(tui.pty);
    cr_assert(pty_wait_text(tui.pty, "+Completed", TUI_LIMIT_MS));
    tui_settle(&tui);
    size_t bytes = pty_bytes_since_mark(tui.pty);
    tui_end(&tui);
    return minute == clock_wall_ms() / 60000 ? bytes : 0;
}

Test(times, keep_a_change_of_state_within_140_bytes_however_long_the_zone_is)
{
    size_t bytes = 0;
    for (int i = 0; i < 3 && bytes == 0; i++)
        bytes = times_change_bytes("Asia/Kathmandu");
    cr_expect_gt(bytes, 0);
    cr_expect_leq(bytes, 140, "%zu bytes", bytes);
}
