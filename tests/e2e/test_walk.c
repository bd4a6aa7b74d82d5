/* The main job on the screen, by hand as an operator does it: the real steno in a terminal on a
 * real sandbox. */
/* SPDX-License-Identifier: MIT */
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/process.h"
#include "support/pty.h"

#define LIMIT_MS 30000

/* What a walk has in hand. */
struct walk {
    struct home *home;
    struct process_sandbox sandbox;
    struct pty *pty;
};

/* Opens steno with an empty home and logs in through the form. */
static void walk_log_in(struct walk *walk, int rows, int cols)
{
    walk->home = home_create();
    cr_assert(process_sandbox_start(walk->home, "--transcribe-seconds 2", &walk->sandbox));
    walk->pty = pty_steno(walk->home, "", rows, cols);
    cr_assert(pty_wait_text(walk->pty, "URL", LIMIT_MS));
    pty_type(walk->pty, walk->sandbox.url);
    pty_key(walk->pty, "Tab");
    pty_type(walk->pty, "demo@example.org");
    pty_key(walk->pty, "Tab");
    pty_type(walk->pty, "demo");
    pty_key(walk->pty, "Enter");
    cr_assert(pty_wait_text(walk->pty, "No projects are watched yet", LIMIT_MS));
}

/* Opens project 1 by its id and waits until it has been read. */
static void walk_open(struct walk *walk)
{
    pty_key(walk->pty, "o");
    cr_assert(pty_wait_text(walk->pty, "Ids", LIMIT_MS));
    pty_type(walk->pty, "1");
    pty_key(walk->pty, "Enter");
    cr_assert(pty_wait_text(walk->pty, "Council meeting", LIMIT_MS));
    cr_assert(pty_wait_text(walk->pty, "None", LIMIT_MS));
}

/* Sets Lang and WithPPC in the form and sends it. */
static void walk_enqueue(struct walk *walk)
{
    pty_key(walk->pty, "e");
    cr_assert(pty_wait_text(walk->pty, "Lang", LIMIT_MS));
    pty_key(walk->pty, "Enter");
    pty_type(walk->pty, "en-US");
    pty_key(walk->pty, "Enter");
    cr_assert(pty_wait_text(walk->pty, "en-US", LIMIT_MS));
    pty_key(walk->pty, "/");
    pty_type(walk->pty, "WithPPC");
    pty_key(walk->pty, "Enter");
    cr_assert(pty_wait_text(walk->pty, "WithPPC", LIMIT_MS));
    pty_key(walk->pty, "Space");
    cr_assert(pty_wait_text(walk->pty, "*Format numbers", LIMIT_MS));
    pty_key(walk->pty, "X");
    cr_assert(pty_wait_text(walk->pty, "InProgress", LIMIT_MS));
}

/* Exports SRT through the form into the folder where steno runs. */
static void walk_export(struct walk *walk)
{
    pty_key(walk->pty, "x");
    cr_assert(pty_wait_text(walk->pty, "FileFormatId", LIMIT_MS));
    pty_key(walk->pty, "Enter");
    pty_type(walk->pty, "srt");
    pty_key(walk->pty, "Enter");
    cr_assert(pty_wait_text(walk->pty, "*Format ", LIMIT_MS));
    pty_key(walk->pty, "X");
    cr_assert(pty_wait_text(walk->pty, "exported", LIMIT_MS));
}

/* The one .srt file in the home. Caller frees. */
static char *walk_read_export(const struct walk *walk)
{
    glob_t found;
    char *pattern = home_path(walk->home, "*.srt");
    cr_assert_eq(glob(pattern, 0, NULL, &found), 0, "no .srt file in %s", walk->home->dir);
    cr_assert_eq(found.gl_pathc, 1);
    char *text = home_read(walk->home, strrchr(found.gl_pathv[0], '/') + 1);
    globfree(&found);
    free(pattern);
    return text;
}

/* Leaves with q and gives everything back. */
static void walk_end(struct walk *walk)
{
    for (int i = 0; i < 4 && pty_wait_exit(walk->pty, 0) == PTY_TIMED_OUT; i++) {
        pty_key(walk->pty, "q");
        pty_wait_exit(walk->pty, 2000);
    }
    cr_expect_eq(pty_wait_exit(walk->pty, 0), 0);
    cr_expect_not(pty_on_alternate_screen(walk->pty));
    pty_free(walk->pty);
    cr_expect_eq(process_sandbox_stop(&walk->sandbox), 0);
    home_remove(walk->home);
}

/* From an empty home to a subtitle file. */
static void walk_whole(int rows, int cols)
{
    struct walk walk;
    struct process_result result;
    walk_log_in(&walk, rows, cols);
    walk_open(&walk);
    walk_enqueue(&walk);
    cr_assert(pty_wait_text(walk.pty, "Completed", LIMIT_MS)); /* no key is pressed: the timer brings it */
    walk_export(&walk);
    char *file = walk_read_export(&walk);
    cr_expect_str_starts(file, "1\n00:00:", "not SRT: %.60s", file);
    cr_expect_str_has(file, " --> ");
    free(file);
    process_steno(walk.home, "show 1 --json", NULL, &result);
    cr_expect_eq(result.code, 0, "%s", buffer_text(&result.err));
    cr_expect_str_has(buffer_text(&result.out), "\"ProcessingState\":\"Completed\"");
    cr_expect_str_has(buffer_text(&result.out), "\"Language\":\"en-US\"");
    cr_expect_str_has(buffer_text(&result.out), "\"WithPPC\":false");
    process_result_free(&result);
    walk_end(&walk);
}

Test(walk, from_the_login_to_a_subtitle_file_at_80_by_24)
{
    walk_whole(24, 80);
}

Test(walk, from_the_login_to_a_subtitle_file_at_40_by_10)
{
    walk_whole(10, 40);
}

Test(walk, a_wrong_password_keeps_the_form_and_what_was_typed)
{
    struct walk walk;
    walk.home = home_create();
    cr_assert(process_sandbox_start(walk.home, "", &walk.sandbox));
    walk.pty = pty_steno(walk.home, "", 24, 80);
    cr_assert(pty_wait_text(walk.pty, "URL", LIMIT_MS));
    pty_type(walk.pty, walk.sandbox.url);
    pty_key(walk.pty, "Tab");
    pty_type(walk.pty, "demo@example.org");
    pty_key(walk.pty, "Tab");
    pty_type(walk.pty, "wrong-secret");
    pty_key(walk.pty, "Enter");
    cr_assert(pty_wait_text(walk.pty, "rejected the email or the password", LIMIT_MS));
    cr_expect(pty_wait_text(walk.pty, walk.sandbox.url, LIMIT_MS));
    cr_expect(pty_wait_text(walk.pty, "demo@example.org", LIMIT_MS));
    size_t len;
    const char *sent = pty_transcript(walk.pty, &len);
    cr_expect_null(memmem(sent, len, "wrong-secret", 12));
    pty_key(walk.pty, "^G"); /* the refused one is open: puts it back */
    pty_key(walk.pty, "^G");
    cr_assert(pty_wait_no_text(walk.pty, "demo@example.org", LIMIT_MS));
    walk_end(&walk);
}
