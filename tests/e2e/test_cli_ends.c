/* How a subcommand ends after a signal, a kill, a closed output, or a clash with another program, and what it
 * leaves. Other ends are in the cases of test_cases.c. */
/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "support/asserts.h"
#include "support/mock_server.h"
#include "support/pty.h"

#define LIMIT_MS 20000

static struct bench bench;

static void end(void)
{
    bench_stop(&bench);
}

TestSuite(ends, .fini = end);

/* Runs a line of bash; $STENO is the program. */
static void shell(const char *line, int code, struct process_result *result)
{
    char *program = process_program("steno"), *script = mem_printf("STENO='%s'; %s", program, line);
    process_run(bench.home, (char *const[]){(char[]){"bash"}, (char[]){"-c"}, script, NULL}, NULL,
                PROCESS_LIMIT_MS, result);
    cr_expect_eq(result->code, code, "%s: %s%s", line, buffer_text(&result->out), buffer_text(&result->err));
    free(script);
    free(program);
}

/* --- signals --- */

static void expect_end(struct process *process, int sig, const char *what)
{
    kill(process->pid, sig);
    cr_expect_eq(process_finish(process, PROCESS_LIMIT_MS), 128 + sig, "signal %d: %s", sig, what);
}

/* True if the process has a file in the folder open, even one without a name. */
static bool writes_below(pid_t pid, const char *folder)
{
    char fds[64], target[512];
    char *path = home_path(bench.home, folder);
    bool found = false;
    snprintf(fds, sizeof fds, "/proc/%d/fd", (int)pid);
    DIR *dir = opendir(fds);
    for (struct dirent *entry; dir && !found && (entry = readdir(dir));) {
        ssize_t len = readlinkat(dirfd(dir), entry->d_name, target, sizeof target - 1);
        target[len > 0 ? len : 0] = '\0';
        found = strncmp(target, path, strlen(path)) == 0;
    }
    if (dir)
        closedir(dir);
    free(path);
    return found;
}

/* Starts an export into dir/a.srt that stalls in the middle, and ends it by a signal. */
static void kill_download(int sig, bool force)
{
    struct process process;
    long before = control_requests(&bench.sandbox, "export");
    bench_begin(&bench, force ? "export 2 -o dir/a.srt --force" : "export 2 -o dir/a.srt", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "export", before + 1));
    cr_assert(writes_below(process.pid, "dir"), "the file is begun before the request is sent");
    expect_end(&process, sig, force ? "force" : "");
}

Test(ends, an_interrupted_download_leaves_no_file_and_a_killed_one_a_hidden_half)
{
    static const int signals[] = {SIGTERM, SIGQUIT, SIGINT};
    bench_start_logged_in(&bench, "--fault export:freeze=10");
    home_write(bench.home, "dir/keep", "");
    for (size_t i = 0; i < 6; i++) {
        kill_download(signals[i / 2], i % 2);
        cr_expect_eq(home_count(bench.home, "dir"), 1, "signal %d, force %zu", signals[i / 2], i % 2);
    }
    for (int i = 0; i < 4; i++)
        kill_download(SIGKILL, i % 2);
    cr_expect_eq(home_count(bench.home, "dir"), 1 + 4);
    home_write(bench.home, "dir/a.srt", "mine");
    kill_download(SIGKILL, true);
    char *text = home_read(bench.home, "dir/a.srt");
    cr_expect_str_eq(text, "mine");
    free(text);
}

/* Waits until an unread pipe is full, so that its writer waits. */
static bool fills(int fifo)
{
    int full = fcntl(fifo, F_GETPIPE_SZ) / 2, count = 0;
    for (int64_t until = clock_mono_ms() + PROCESS_LIMIT_MS; count < full && clock_mono_ms() < until;) {
        poll(NULL, 0, 20);
        cr_assert_eq(ioctl(fifo, FIONREAD, &count), 0);
    }
    return count >= full;
}

Test(ends, a_reader_that_takes_nothing_does_not_keep_a_signal_from_ending_an_export)
{
    static const char *const commands[] = {"exec \"$0\" export 2 -o pipe", "exec \"$0\" export 2 >pipe 2>&1"};
    bench_start_logged_in(&bench, "--export-bytes 3000000");
    char *pipe = home_path(bench.home, "pipe"), *program = process_program("steno");
    cr_assert_eq(mkfifo(pipe, 0600), 0);
    for (size_t i = 0; i < 2; i++) {
        struct process process;
        int fifo = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        char *const argv[] = {(char[]){"/bin/sh"}, (char[]){"-c"}, (char *)(uintptr_t)commands[i], program,
                              NULL};
        cr_assert(process_start(bench.home, argv, "export.log", &process));
        cr_assert(fills(fifo));
        expect_end(&process, SIGTERM, commands[i]);
        close(fifo);
    }
    free(pipe);
    free(program);
}

Test(ends, an_interrupt_ends_a_watch_and_a_call_and_leaves_a_write_that_was_sent_as_unknown)
{
    struct process process;
    struct process_result result;
    char text[300] = "";
    bench_start_logged_in(&bench, "--fault export:freeze=10 --fault enqueue:stall");
    bench_begin(&bench, "watch 2 --json", &process);
    for (size_t len = 0; len + 1 < sizeof text && !strchr(text, '\n'); len++)
        cr_assert_eq(read(process.from, text + len, 1), 1);
    cr_expect_str_has(text, "\"from\":null,\"to\":\"Completed\",\"name\":\"Interview: dam keeper\"}");
    expect_end(&process, SIGINT, "watch");
    bench_begin(&bench, "export 2", &process);
    cr_assert_eq(read(process.from, text, 1), 1, "the file has begun to come, and the rest never will");
    expect_end(&process, SIGINT, "export");
    bench_begin(&bench, "enqueue 1 --lang en-US", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "enqueue", 1));
    expect_end(&process, SIGINT, "enqueue");
    bench_steno(&bench, "activity 1 --json", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.out),
                      "\"kind\":\"unknown\",\"text\":\"Enqueue with Lang=en-US: no answer\"}\n");
    process_result_free(&result);
}

/* True if the command leaves a core file after a fatal fault. */
static bool leaves_core(const char *command)
{
    struct process_result result;
    char *script = mem_printf("rm -f out; ulimit -c unlimited || exit; %s >out & p=$!; until test -s out; do "
                              "sleep 0.05; done; kill -SEGV $p; wait $p",
                              command);
    shell(script, 128 + SIGSEGV, &result);
    bool left = strstr(buffer_text(&result.err), "core dumped") != NULL;
    process_result_free(&result);
    free(script);
    return left;
}

Test(ends, a_fault_leaves_no_core_file_with_the_token_in_it)
{
    bench_start_logged_in(&bench, "");
    home_let_faults(bench.home);
    if (!leaves_core("bash -c 'echo on; exec sleep 60'"))
        cr_skip_test("no core files are made here");
    cr_expect_not(leaves_core("\"$STENO\" watch 3"));
}

/* --- outputs --- */

Test(ends, a_reader_that_leaves_ends_the_program_quietly_as_the_signal_would)
{
    struct process process;
    bench_start_logged_in(&bench, "");
    bench_begin(&bench, "show -", &process);
    close(process.from);
    process.from = -1;
    cr_assert_eq(write(process.to, "1 2", 3), 3);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 128 + SIGPIPE);
    char *log = home_read(bench.home, "steno.log");
    cr_expect_str_eq(log, "");
    free(log);
}

Test(ends, data_has_the_same_bytes_with_and_without_a_terminal_and_quiet_shows_no_progress)
{
    static const char *const commands[] = {"show 1-6", "show 6 --json", "list", "password-policy",
                                           "enqueue --help"};
    size_t len;
    bench_start_logged_in(&bench, "--fault get-project/9:stall");
    char *program = process_program("steno");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        struct process_result piped;
        bench_steno(&bench, commands[i], NULL, 0, &piped);
        char *script = mem_printf("stty -opost; exec %s %s 2>/dev/null", program, commands[i]);
        struct pty *pty =
            pty_start(bench.home, (char *const[]){(char[]){"bash"}, (char[]){"-c"}, script, NULL}, 24, 80);
        cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 0);
        const char *seen = pty_transcript(pty, &len);
        cr_assert_eq(len, piped.out.len, "steno %s", commands[i]);
        cr_expect_arr_eq(seen, buffer_text(&piped.out), len, "steno %s", commands[i]);
        pty_free(pty);
        free(script);
        process_result_free(&piped);
    }
    free(program);
    struct pty *pty = pty_steno(bench.home, "show 1 9 --timeout 2 --quiet", 24, 80);
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 6);
    cr_expect_str_lacks(pty_transcript(pty, &len), "1 of 2, ");
    pty_free(pty);
}

/* --- another program, and another server --- */

Test(ends, a_project_that_another_program_forgets_during_the_read_is_still_a_row)
{
    struct process process;
    char out[2000] = "";
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "add 2", NULL, 0, "", "");
    bench_run(&bench, "list --refresh", 0);
    control_forget(&bench.sandbox);
    control_fault(&bench.sandbox, "get-project/2:late=1000*1");
    bench_begin(&bench, "list --refresh --json", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "get-project", 1));
    bench_expect(&bench, "forget 2", NULL, 0, "", "");
    size_t len = 0;
    for (ssize_t got; (got = read(process.from, out + len, sizeof out - 1 - len)) > 0;)
        len += (size_t)got;
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 0);
    cr_expect_str_has(out, "{\"id\":2,\"ok\":true,\"project\":{");
}

/* The server compresses a file, or chooses its name. */
Test(ends, a_compressed_file_is_refused_and_the_servers_file_name_is_ignored)
{
    static const struct {
        const char *headers, *arguments;
        int code;
        const char *out, *err;
    } rows[] = {
        {"Content-Encoding: gzip\r\n", "export 2 -o dir/a.srt", 1, "", "“gzip”"},
        {"Content-Encoding: br\r\n", "export 2 -o dir/a.srt", 1, "", "“br”"},
        {"Content-Type: text/vtt\r\nContent-Disposition: attachment; filename=setup.exe\r\n",
         "export 2 -o . --name-pattern {id}.{ext}", 0, "./2.vtt\n", ""},
        {"Content-Type: text/vtt\r\nContent-Disposition: attachment; filename=setup.exe\r\n",
         "export 2 -o . --name-pattern {id}.{ext} --file-format-id srt", 0, "./2.srt\n", ""},
    };
    bench_start(&bench, "");
    home_set(bench.home, "STENO_TOKEN", "t0ken");
    home_write(bench.home, "dir/keep", "");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct mock_server *mock = mock_start();
        char *answer =
            mem_printf("HTTP/1.1 200 OK\r\n%sContent-Length: 16\r\n\r\n1\nGood evening.\n", rows[i].headers);
        mock_always(mock, answer, strlen(answer));
        home_set(bench.home, "STENO_URL", mock_url(mock));
        struct process_result result;
        bench_steno(&bench, rows[i].arguments, NULL, rows[i].code, &result);
        cr_expect_str_eq(buffer_text(&result.out), rows[i].out, "%s", rows[i].headers);
        cr_expect_str_has(buffer_text(&result.err), rows[i].err, "%s", rows[i].headers);
        process_result_free(&result);
        mock_stop(mock);
        free(answer);
    }
    cr_expect_eq(home_count(bench.home, "dir"), 1);
}
