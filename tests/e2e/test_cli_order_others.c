/* Standing orders where others use the server and the state file, too. */
/* SPDX-License-Identifier: MIT */
#include <poll.h>
#include <signal.h>

#include "e2e/control.h"
#include "e2e/keep_help.h"
#include "e2e/orders_run.h"
#include "steno/base/clock.h"

TestSuite(cli_order_others, .init = begin, .fini = end, .timeout = 120);

/* Waits until the program in the background has said this; all that it said. Caller frees. */
static char *wait_for_words(const char *words)
{
    int64_t until = clock_mono_ms() + PROCESS_LIMIT_MS;
    char *said = home_read(bench.home, "steno.log");
    while (!strstr(said, words) && clock_mono_ms() < until) {
        poll(NULL, 0, 20);
        free(said);
        said = home_read(bench.home, "steno.log");
    }
    return said;
}

Test(cli_order_others, a_program_that_read_the_old_transcription_meanwhile_waits_for_the_new_one)
{
    struct process watch;
    home_write(bench.home, "config/steno/config", "poll_fast = 2\n");
    bench_begin(&bench, "watch " DONE, &watch);
    cr_assert(control_wait_requests(&bench.sandbox, "get-project", 1));
    control_fault(&bench.sandbox, "enqueue:late=200");
    enqueue_then(DONE, "air", "--lang en-US", 0, "the order is kept");
    char *said = wait_for_words("exported to ");
    kill(watch.pid, SIGTERM);
    process_finish(&watch, PROCESS_LIMIT_MS);
    cr_expect_str_has(said, "project 2, order air: exported to ");
    cr_expect_str_lacks(said, "412");
    cr_expect_eq(control_requests(&bench.sandbox, "export"), 1, "not once before");
    cr_expect_gt(size_of("2.srt"), 0);
    free(said);
}

/* Runs a command while another program has the state file; its output. Caller frees. */
static char *run_locked(int code, const char *words)
{
    keep_lock(bench.home);
    char *said = steno(code, words);
    keep_unlock();
    return said;
}

Test(cli_order_others, one_that_the_busy_state_file_kept_from_its_export_is_told)
{
    give(DONE, "air", "", 0, "kept");
    char *said = run_locked(1, "orders run");
    cr_expect_str_has(said, "project 2, order air: not exported: Another session is using ");
    cr_expect_str_has(said, "state.db. It is tried again.");
    cr_expect_str_lacks(said, "this is not saved here");
    free(said);
    said = run_locked(0, "wait " DONE);
    cr_expect_str_has(said, "project 2, order air: not exported: Another session is using ");
    cr_expect_eq(count_files(false), 0);
    expect(0, "orders run", "2.srt");
    free(said);
}

Test(cli_order_others, where_the_state_file_cannot_be_written_none_is_carried_out)
{
    char *path = home_path(bench.home, "state/steno/state.db");
    give(DONE, "air", "--force", 0, "kept");
    chmod(path, 0400);
    expect(1, "orders run", "No order is carried out: ");
    expect(0, "wait " DONE, "project 2, order air: not exported: ");
    cr_expect_eq(control_requests(&bench.sandbox, "export"), 0);
    chmod(path, 0600);
    expect(0, "orders run", "2.srt");
    cr_expect_eq(control_requests(&bench.sandbox, "export"), 1);
    free(path);
}
