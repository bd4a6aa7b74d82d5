/* Times on the screen: the zone of TZ by its name, UTC by a key, and what that costs; highlights by theirs.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tui_run.h"

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
    times_start(&tui, "Asia/Kathmandu", "", "7");
    pty_type(tui.pty, "i/Created\r\r"); /* it is folded away */
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
    times_start(&tui, "Europe/Prague", "", "7");
    pty_type(tui.pty, "i/Created\r\r"); /* it is folded away */
    cr_assert(pty_wait_text(tui.pty, "CEST", SHORT_MS));
    tui_end(&tui);
}

/* A whole change of state in a zone, in bytes. */
static size_t times_change_bytes(const char *zone)
{
    struct tui tui = {0};
    times_start(&tui, zone, "--transcribe-seconds 8", "1");
    pty_type(tui.pty, "e");
    cr_assert(pty_wait_text(tui.pty, "> Lang", SHORT_MS));
    pty_type(tui.pty, "X");
    cr_assert(pty_wait_text(tui.pty, "*InProgress", TUI_LIMIT_MS));
    cr_expect(pty_wait_text(tui.pty, "InProgress since ", TUI_LIMIT_MS));
    cr_expect(pty_wait_text(tui.pty, " 600 min", TUI_LIMIT_MS)); /* the credit was read again after the enqueue */
    tui_settle(&tui);
    pty_mark(tui.pty);
    cr_assert(pty_wait_text(tui.pty, "+Completed", TUI_LIMIT_MS));
    tui_settle(&tui);
    size_t bytes = pty_bytes_since_mark(tui.pty);
    tui_end(&tui);
    return bytes;
}

Test(times, keep_a_change_of_state_within_140_bytes_however_long_the_zone_is)
{
    size_t bytes = times_change_bytes("Asia/Kathmandu");
    cr_expect_leq(bytes, 140, "%zu bytes", bytes);
}

Test(highlights, are_gone_through_by_a_key_from_the_watchlist_on)
{
    struct tui tui = {0};
    times_start(&tui, "UTC", "", "1-12");
    pty_type(tui.pty, "#1\rh");
    cr_expect(pty_wait_text(tui.pty, "1 has no highlights", SHORT_MS));
    pty_type(tui.pty, "q#7\r");
    cr_assert(pty_wait_text(tui.pty, "7  Evening news", SHORT_MS));
    tui_settle(&tui);
    pty_type(tui.pty, "h");
    cr_expect(pty_wait_text(tui.pty, ">  00:00:21", SHORT_MS));
    pty_type(tui.pty, "hhhh");
    cr_expect(pty_wait_text(tui.pty, ">  00:00:39", SHORT_MS));
    pty_type(tui.pty, "h");
    cr_expect(pty_wait_text(tui.pty, "No highlight below", SHORT_MS));
    pty_type(tui.pty, "[");
    cr_expect(pty_wait_text(tui.pty, ">- Highlights", SHORT_MS));
    tui_end(&tui);
}

Test(highlights, are_reached_at_forty_columns_too)
{
    struct tui tui = {0};
    times_start(&tui, "UTC", "", "7");
    pty_resize(tui.pty, 10, 40);
    tui_settle(&tui);
    pty_type(tui.pty, "h");
    cr_expect(pty_wait_text(tui.pty, ">  00:00:21", SHORT_MS));
    cr_expect(pty_wait_text(tui.pty, "přehrada", SHORT_MS), "its words are not in sight");
    pty_type(tui.pty, ":next-highlight 35\r");
    cr_expect(pty_wait_text(tui.pty, ">  00:00:37", SHORT_MS));
    tui_end(&tui);
}
