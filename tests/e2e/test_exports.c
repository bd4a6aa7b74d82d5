/* Exports on the screen: the file's mode, and what is left of it when the program is killed. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "control.h"
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

static unsigned mode_of(struct tui *tui, const char *name)
{
    struct stat facts;
    char *path = home_path(tui->home, name);
    cr_assert_eq(stat(path, &facts), 0, "%s", name);
    free(path);
    return facts.st_mode & 07777;
}

Test(exports, follow_the_umask_and_an_overwritten_file_keeps_its_mode)
{
    struct tui tui = {0};
    umask(027);
    exports_start(&tui, "");
    exports_go(&tui, "x", "1/28");
    exports_go(&tui, "X", "exported to 2-Interview_dam_keeper.srt");
    cr_expect_eq(mode_of(&tui, "2-Interview_dam_keeper.srt"), 0640);
    char *path = home_path(tui.home, "2-Interview_dam_keeper.srt");
    cr_assert_eq(chmod(path, 0604), 0);
    exports_go(&tui, "x", "1/28");
    exports_go(&tui, "X", "Overwrite it? y/N");
    pty_mark(tui.pty);
    pty_type(tui.pty, "y");
    cr_assert(pty_wait_bytes(tui.pty, "exported", SHORT_MS));
    cr_expect_eq(mode_of(&tui, "2-Interview_dam_keeper.srt"), 0604);
    cr_expect_eq(mode_of(&tui, "state/steno/state.db"), 0600);
    free(path);
    tui_end(&tui);
}

Test(exports, a_killed_program_leaves_nothing_of_a_file)
{
    struct tui tui = {0};
    struct process_result found;
    char *argv[] = {"find", ".", "(", "-name", "2-*", "-o", "-name", ".steno-*", ")", NULL};
    exports_start(&tui, "--fault export:freeze=10");
    exports_go(&tui, "x", "1/28");
    pty_type(tui.pty, "X");
    cr_assert(control_wait_requests(&tui.sandbox, "export", 1)); /* the file was begun before */
    kill(pty_pid(tui.pty), SIGKILL);
    cr_expect_eq(pty_wait_exit(tui.pty, SHORT_MS), 128 + SIGKILL);
    process_run(tui.home, argv, NULL, SHORT_MS, &found);
    cr_expect_eq(found.out.len, 0, "left behind: %s", buffer_text(&found.out));
    process_result_free(&found);
    tui_end(&tui);
}
