/* `forget` and `logout --forget`: what is left in the state file, and when they are refused. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "e2e/state_look.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

static struct bench bench;

static void begin(void)
{
    bench_start_logged_in(&bench, "");
}

static void end(void)
{
    bench_stop(&bench);
}

TestSuite(forget, .init = begin, .fini = end);

/* Do the bytes of the state file have this text anywhere? */
static bool is_kept(const char *text)
{
    struct buffer bytes;
    struct error err;
    char *path = home_path(bench.home, "state/steno/state.db");
    buffer_init(&bytes, (size_t)1 << 28);
    cr_assert(file_read(path, &bytes, &err), "%s", err.text);
    bool found = memmem(bytes.data, bytes.len, text, strlen(text)) != NULL;
    buffer_free(&bytes);
    free(path);
    return found;
}

Test(forget, a_project_is_gone_from_the_file_and_the_others_are_not)
{
    bench_run(&bench, "add 1 2", 0);
    bench_expect_parts(&bench, "show 1 2", NULL, 0, "Council meeting", "");
    bench_run(&bench, "metadata set 1 Episode first-night", 0);
    bench_run(&bench, "remove 1", 0); /* which deletes nothing */
    bench_expect_parts(&bench, "show 1 --offline", NULL, 0, "Council meeting", "");
    cr_assert(is_kept("Council meeting") && is_kept("first-night"));
    bench_expect(&bench, "forget 1 --json", NULL, 0, "{\"id\":1,\"ok\":true}\n", "");
    cr_expect_not(is_kept("Council meeting"));
    cr_expect_not(is_kept("first-night"));
    bench_run(&bench, "show 1 --offline", 4);
    bench_expect(&bench, "activity 1", NULL, 0, "", "");
    bench_expect_parts(&bench, "list", NULL, 0, "dam keeper", "");
    cr_expect_eq(state_number(bench.home, "state", "SELECT count(*) FROM watchlist"), 1);
}

Test(forget, it_leaves_a_write_without_an_answer_and_says_so)
{
    static const char kept[] =
        "steno: 1 write without an answer stays until a reading shows what became of it\n";
    struct process process;
    bench_run(&bench, "show 1", 0);
    control_fault(&bench.sandbox, "enqueue:stall");
    bench_begin(&bench, "enqueue 1", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "enqueue", 1));
    bench_expect_said(&bench, "forget 1", 0, kept);
    cr_expect_eq(state_number(bench.home, "state", "SELECT count(*) FROM projects WHERE id = 1"), 0);
    cr_expect_eq(state_unanswered(bench.home), 1);
    kill(process.pid, SIGKILL);
    process_finish(&process, PROCESS_LIMIT_MS);
    bench_expect_said(&bench, "forget 2 1", 0, kept);
    bench_run(&bench, "enqueue 1", 5);
    bench_expect_said(&bench, "forget --all", 0, kept);
    cr_expect_eq(state_unanswered(bench.home), 1);
    bench_run(&bench, "enqueue 1", 5);
}

Test(forget, all_is_gone_and_the_login_stays_and_an_account_goes_with_its_login)
{
    bench_run(&bench, "add 1", 0);
    bench_run(&bench, "show 1", 0);
    bench_run(&bench, "forget --all", 0);
    cr_expect_not(is_kept("demo@example.org"));
    cr_expect_not(is_kept("Council meeting"));
    bench_expect_parts(&bench, "whoami", NULL, 0, "demo@example.org", "");
    bench_expect_said(&bench, "forget", 2, "give project ids, or --all");
    bench_expect_said(&bench, "forget 1 --all", 2, "give project ids, or --all");
    bench_run(&bench, "add 1", 0);
    bench_run(&bench, "preset save mine enqueue --lang cs-CZ", 0);
    cr_assert(is_kept("demo@example.org") && is_kept("mine"));
    bench_expect_said(&bench, "logout --forget", 0,
                      "deleted what was saved here about the account: watchlist, notes");
    cr_expect_not(is_kept("demo@example.org"));
    cr_expect_not(is_kept("mine"));
    bench_run(&bench, "whoami", 3);
    char *saved = home_read(bench.home, "config/steno/credentials");
    cr_expect_str_eq(saved, "", "no address and no email");
    free(saved);
}
