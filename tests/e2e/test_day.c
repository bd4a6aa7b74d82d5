/* A day of a user with sixty projects: enqueue new projects, enqueue failed ones again, export, and a second
 * night. The results are checked on the server and the disk. */
/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "steno/base/mem.h"
#include "tui_run.h"
#include "support/asserts.h"

/* Presses the keys of a job, each after the effect of the previous one is drawn; the last key must cause this
 * number of requests. */
static void day_do(struct tui *tui, const char *job, const char *keys, const char *endpoint, long requests)
{
    control_forget(&tui->sandbox);
    for (const char *key = keys; *key; key++) {
        if (*key == 'y') /* the question comes after a look into the store */
            cr_assert(pty_wait_text(tui->pty, "   any other key", TUI_LIMIT_MS), "%s: no question", job);
        tui_key_bytes(tui, (char[]){*key, '\0'});
    }
    cr_assert(control_wait_requests(&tui->sandbox, endpoint, requests), "%s: fewer than %ld requests", job,
              requests);
    tui_settle(tui);
    cr_expect_eq(control_requests(&tui->sandbox, endpoint), requests, "%s: %ld requests", job,
                 control_requests(&tui->sandbox, endpoint));
}

/* The number of files with this ending in the folder. */
static int day_files(const char *path, const char *ending)
{
    int count = 0;
    DIR *folder = opendir(path);
    cr_assert_not_null(folder, "%s", path);
    for (struct dirent *entry; (entry = readdir(folder));)
        count += strstr(entry->d_name, ending) != NULL;
    closedir(folder);
    return count;
}

/* Of 60 projects 29 are None with media: they need 1,395 minutes, and the credit is 600. The server accepts
 * as many as it has credit for. Which ones depends on the order of the requests, so there is one connection.
 * 4 and 8 always fail and cost nothing. */
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
    cr_assert(pty_wait_text(tui.pty, " 4 of 60", 3 * TUI_LIMIT_MS),
              "not all are known: 4 and 8, and two from before");
    cr_assert(pty_wait_text(tui.pty, "27 min", 3 * TUI_LIMIT_MS),
              "the account was not read after the last end");
    day_do(&tui, "try again what failed", "!MeXy", "enqueue", 4);
    pty_type(tui.pty, "u4");
    cr_assert(pty_wait_text(tui.pty, " 43 of 60", 3 * TUI_LIMIT_MS), "not all that is done is known");
    day_do(&tui, "export what is done", "4MxX", "export", 43);
    cr_expect_eq(day_files(folder, ".srt"), 43, "%d files", day_files(folder, ".srt"));
    tui_quit(&tui, "uq", 5000);
    tui_start(&tui, "", rows, cols);
    tui_go(&tui, "", " min");
    tui_settle(&tui);
    day_do(&tui, "the second night: what was refused", "1MeXy", "enqueue", 12);
    free(folder);
    free(config);
    tui_end(&tui);
}

/* Each character is a key. Enter is \r, j moves down. */
Test(day, a_tag_is_deleted_by_3_keys_and_an_export_by_a_style_to_a_new_folder_takes_12)
{
    struct tui tui = {0};
    tui_open(&tui, "", "1-12", "600 min");
    cr_assert(control_wait_requests(&tui.sandbox, "get-project", 12));
    tui_settle(&tui);
    day_do(&tui, "delete a tag", "tdy", "delete-tag", 1);
    tui_go(&tui, "q", "1-5 Views");
    day_do(&tui, "enqueue one", "eX", "enqueue", 1);
    day_do(&tui, "export what is done as vtt", "4Mxp\r j\rd\rXy", "export", 4);
    char *folder = home_path(tui.home, "d");
    cr_expect_eq(day_files(folder, ".vtt"), 4, "%d files", day_files(folder, ".vtt"));
    free(folder);
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
