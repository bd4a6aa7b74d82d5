/* A day of an operator with sixty projects: enqueue what is new, try again what failed, export, and a second
 * night. What the keys came to is asked of the server and the disk. */
/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "steno/base/mem.h"
#include "tui_run.h"
#include "support/asserts.h"

/* Presses the keys of a job, each once what the one before brought is drawn; the last key is answered by the
 * server with so many requests more. */
static void day_do(struct tui *tui, const char *job, const char *keys, const char *endpoint, long requests)
{
    control_forget(&tui->sandbox);
    for (const char *key = keys; *key; key++) {
        if (*key == 'y') /* the store is asked before the question */
            cr_assert(pty_wait_text(tui->pty, "y Enqueue", TUI_LIMIT_MS), "%s: no question", job);
        tui_key_bytes(tui, (char[]){*key, '\0'});
    }
    cr_assert(control_wait_requests(&tui->sandbox, endpoint, requests), "%s: fewer than %ld requests", job,
              requests);
    tui_settle(tui);
    cr_expect_eq(control_requests(&tui->sandbox, endpoint), requests, "%s: %ld requests", job,
                 control_requests(&tui->sandbox, endpoint));
}

/* How many files of that ending stand in the folder. */
static int day_files(const char *path)
{
    int count = 0;
    DIR *folder = opendir(path);
    cr_assert_not_null(folder, "%s", path);
    for (struct dirent *entry; (entry = readdir(folder));)
        count += strstr(entry->d_name, ".srt") != NULL;
    closedir(folder);
    return count;
}

/* Of 60 projects 29 are None and have media: they take 1,395 minutes, and 600 are left. The server takes
 * what it has credit for and refuses the rest: which these are depends on the order in which they come, hence
 * one connection. 4 and 8 fail always; it counts nothing for them. */
static void day_go(int rows, int cols)
{
    struct tui tui = {.home = home_create()};
    char *folder = home_path(tui.home, "subs");
    char *config = mem_printf("Lang = en-US\nFileFormatId = srt\nexport_dir = %s\nconnections = 1\n", folder);
    home_write(tui.home, "config/steno/config", config);
    home_write(tui.home, "subs/.keep", "");
    tui_sandbox(&tui, "--projects 60 --transcribe-seconds 1");
    tui_start(&tui, "1-60", rows, cols);
    tui_go(&tui, "", "600 min");
    cr_assert(control_wait_requests(&tui.sandbox, "get-project", 60));
    tui_settle(&tui);
    day_do(&tui, "enqueue what is new", "1MeXy", "enqueue", 29);
    pty_type(tui.pty, "u!");
    cr_assert(pty_wait_text(tui.pty, " 16 of 60", 3 * TUI_LIMIT_MS),
              "not all are known: 12 refused, 4 and 8, and two from before");
    cr_assert(pty_wait_text(tui.pty, "27 min", 3 * TUI_LIMIT_MS),
              "the account was not read after the last end");
    day_do(&tui, "try again what failed", "!MeXy", "enqueue", 16);
    pty_type(tui.pty, "u4");
    cr_assert(pty_wait_text(tui.pty, " 43 of 60", 3 * TUI_LIMIT_MS), "not all that is done is known");
    day_do(&tui, "export what is done", "4MxX", "export", 43);
    cr_expect_eq(day_files(folder), 43, "%d files", day_files(folder));
    tui_quit(&tui, "uq", 5000);
    tui_start(&tui, "", rows, cols);
    tui_go(&tui, "", " min");
    tui_settle(&tui);
    day_do(&tui, "the second night: what was refused", "1MeXy", "enqueue", 12);
    free(folder);
    free(config);
    tui_end(&tui);
}

Test(day, sixty_projects_at_80x24, .timeout = 240)
{
    day_go(24, 80);
}

Test(day, sixty_projects_at_40x10, .timeout = 240)
{
    day_go(10, 40);
}
