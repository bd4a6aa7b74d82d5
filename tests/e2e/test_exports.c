/* Exports on the screen: the file's mode, whether it is one, and what is left of it when the program is
 * killed. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "control.h"
#include "support/asserts.h"
#include "support/mock_server.h"
#include "tui_run.h"

#define SHORT_MS 10000

/* steno on project 2, read once, with its export form open. */
static void exports_start(struct tui *tui, const char *sandbox)
{
    tui_sandbox(tui, sandbox);
    tui_start(tui, "2", 24, 80);
    cr_assert(pty_wait_text(tui->pty, "Interview", TUI_LIMIT_MS));
}

/* Presses keys and waits for what they must bring. */
static void exports_go(struct tui *tui, const char *keys, const char *text)
{
    pty_type(tui->pty, keys);
    cr_assert(pty_wait_text(tui->pty, text, SHORT_MS), "after “%s”", keys);
}

Test(exports, follow_the_umask_and_an_overwritten_file_keeps_its_mode)
{
    struct tui tui = {0};
    umask(027);
    exports_start(&tui, "");
    exports_go(&tui, "x", "> Format");
    exports_go(&tui, "X", "exported to 2-Interview_dam_keeper.srt");
    cr_expect_eq(home_mode(tui.home, "2-Interview_dam_keeper.srt"), 0640);
    char *path = home_path(tui.home, "2-Interview_dam_keeper.srt");
    cr_assert_eq(chmod(path, 0604), 0);
    exports_go(&tui, "x", "> Format");
    exports_go(&tui, "X", "exists: y replaces it");
    pty_mark(tui.pty);
    pty_type(tui.pty, "y");
    cr_assert(pty_wait_bytes(tui.pty, "exported", SHORT_MS));
    cr_expect_eq(home_mode(tui.home, "2-Interview_dam_keeper.srt"), 0604);
    cr_expect_eq(home_mode(tui.home, "state/steno/state.db"), 0600);
    free(path);
    tui_end(&tui);
}

Test(exports, a_killed_program_leaves_no_half_a_file)
{
    struct tui tui = {0};
    struct process_result found;
    char *argv[] = {"find", ".", "-name", "2-*", NULL};
    exports_start(&tui, "--fault export:freeze=10");
    exports_go(&tui, "x", "> Format");
    pty_type(tui.pty, "X");
    cr_assert(control_wait_requests(&tui.sandbox, "export", 1)); /* the file was begun before */
    kill(pty_pid(tui.pty), SIGKILL);
    cr_expect_eq(pty_wait_exit(tui.pty, SHORT_MS), 128 + SIGKILL);
    process_run(tui.home, argv, NULL, SHORT_MS, &found);
    cr_expect_eq(found.out.len, 0, "left behind: %s", buffer_text(&found.out));
    process_result_free(&found);
    tui_end(&tui);
}

/* What the home holds of an export. */
static void expect_no_file(struct tui *tui)
{
    struct process_result found;
    char *argv[] = {"find", ".", "(", "-name", "2*", "-o", "-name", ".steno-*", ")", NULL};
    process_run(tui->home, argv, NULL, SHORT_MS, &found);
    cr_expect_eq(found.out.len, 0, "left behind: %s", buffer_text(&found.out));
    process_result_free(&found);
}

/* Exports project 2 from a server that answers everything so, waits for these words, and looks for files. */
static void expect_refused(const void *answer, size_t len, const char *words)
{
    struct tui tui = {.home = home_create()};
    struct mock_server *mock = mock_start();
    mock_always(mock, answer, len);
    home_set(tui.home, "STENO_URL", mock_url(mock));
    home_set(tui.home, "STENO_TOKEN", "t0ken");
    tui_start(&tui, "2", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "- 2", TUI_LIMIT_MS));
    exports_go(&tui, "x", "> Format");
    exports_go(&tui, "X", words);
    expect_no_file(&tui);
    tui_end(&tui);
    mock_stop(mock);
}

Test(exports, that_come_packed_are_no_file)
{
    static const char answer[] =
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08x";
    expect_refused(answer, sizeof answer - 1, "is packed as “gzip”");
}

Test(exports, that_a_204_does_not_bring_is_no_file)
{
    static const char answer[] = "HTTP/1.1 204 No Content\r\n\r\n";
    expect_refused(answer, sizeof answer - 1, "which means no file");
}

Test(exports, that_is_empty_is_a_file_and_is_said_to_be)
{
    struct tui tui = {0};
    struct stat facts;
    exports_start(&tui, "--fault export:empty");
    exports_go(&tui, "x", "> Format");
    exports_go(&tui, "X", "exported to 2-Interview_dam_keeper.srt: an empty file (0 bytes)");
    char *path = home_path(tui.home, "2-Interview_dam_keeper.srt");
    cr_assert_eq(stat(path, &facts), 0);
    cr_expect_eq(facts.st_size, 0);
    free(path);
    exports_go(&tui, "L", "+2 Interview: dam keeper: Export: 2-Interview_dam_keeper.srt, 0");
    tui_end(&tui);
}
