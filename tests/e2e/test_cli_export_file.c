/* The file of an export: its mode, its name, whether it is one, and what is left of it when the run ends at a
 * bad moment. */
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
#include <time.h>
#include <unistd.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/mock_server.h"

/* Runs a line of a shell in which $STENO is the program; expects exit code 0. */
static void shell(struct bench *bench, const char *line)
{
    struct process_result result;
    char *program = process_program("steno");
    char *script = mem_printf("STENO='%s'; %s", program, line);
    char *const argv[] = {(char[]){"sh"}, (char[]){"-c"}, script, NULL};
    process_run(bench->home, argv, NULL, PROCESS_LIMIT_MS, &result);
    cr_expect_eq(result.code, 0, "%s: %s%s", line, buffer_text(&result.out), buffer_text(&result.err));
    process_result_free(&result);
    free(script);
    free(program);
}

Test(export_file, follows_the_umask)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    shell(&bench, "umask 022; \"$STENO\" export 2 -o a.srt");
    cr_expect_eq(home_mode(bench.home, "a.srt"), 0644);
    shell(&bench, "umask 027; \"$STENO\" export 2 -o b.srt");
    cr_expect_eq(home_mode(bench.home, "b.srt"), 0640);
    shell(&bench, "umask 077; \"$STENO\" export 2 -o c.srt --force");
    cr_expect_eq(home_mode(bench.home, "c.srt"), 0600);
    shell(&bench, "umask 000; \"$STENO\" export 2 -o d.srt");
    cr_expect_eq(home_mode(bench.home, "d.srt"), 0666);
    cr_expect_eq(home_mode(bench.home, "config/steno/credentials"), 0600);
    bench_stop(&bench);
}

Test(export_file, that_replaces_one_keeps_its_mode_and_leaves_other_links_alone)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    home_write(bench.home, "a.srt", "mine");
    shell(&bench, "chmod 640 a.srt; ln a.srt link.srt; umask 022; \"$STENO\" export 2 -o a.srt --force");
    cr_expect_eq(home_mode(bench.home, "a.srt"), 0640);
    char *text = home_read(bench.home, "link.srt");
    cr_expect_str_eq(text, "mine");
    free(text);
    shell(&bench, "chmod 604 a.srt; \"$STENO\" export 2 -o . --force --name-pattern 'a.{ext}'");
    cr_expect_eq(home_mode(bench.home, "a.srt"), 0604, "its name was known only by the answer");
    bench_stop(&bench);
}

/* Has the process a file below the folder open, with a name or without? */
static bool writes_below(struct bench *bench, pid_t pid, const char *folder)
{
    char fds[64], target[512];
    char *path = home_path(bench->home, folder);
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

/* Starts an export into dir/a.srt that stops in the middle, and ends it by a signal. */
static void kill_download(struct bench *bench, int sig, bool force)
{
    struct process process;
    long before = control_requests(&bench->sandbox, "export");
    char *program = process_program("steno");
    char *const argv[] = {program,
                          (char[]){"export"},
                          (char[]){"2"},
                          (char[]){"-o"},
                          (char[]){"dir/a.srt"},
                          force ? (char[]){"--force"} : NULL,
                          NULL};
    cr_assert(process_start(bench->home, argv, "export.log", &process));
    cr_assert(control_wait_requests(&bench->sandbox, "export", before + 1));
    cr_assert(writes_below(bench, process.pid, "dir"), "the file is begun before the request is sent");
    kill(process.pid, sig);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 128 + sig);
    free(program);
}

/* Waits until a pipe that nobody reads from has so many bytes in it that its writer waits. */
static bool fills(int fifo)
{
    int full = fcntl(fifo, F_GETPIPE_SZ) / 2, count = 0;
    for (int64_t until = clock_mono_ms() + PROCESS_LIMIT_MS; count < full && clock_mono_ms() < until;) {
        poll(NULL, 0, 20);
        cr_assert_eq(ioctl(fifo, FIONREAD, &count), 0);
    }
    return count >= full;
}

Test(export_file, a_reader_that_takes_nothing_does_not_keep_a_signal_from_ending_an_export)
{
    static const char *const commands[] = {"exec \"$0\" export 2 -o pipe", "exec \"$0\" export 2 >pipe 2>&1"};
    for (size_t i = 0; i < 2; i++) {
        struct bench bench;
        struct process process;
        bench_start_logged_in(&bench, "--export-bytes 3000000");
        char *pipe = home_path(bench.home, "pipe"), *program = process_program("steno");
        cr_assert_eq(mkfifo(pipe, 0600), 0);
        int fifo = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        char *const argv[] = {(char[]){"/bin/sh"}, (char[]){"-c"}, (char *)(uintptr_t)commands[i], program,
                              NULL};
        cr_assert(process_start(bench.home, argv, "export.log", &process));
        cr_assert(fills(fifo));
        kill(process.pid, SIGTERM);
        cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 128 + SIGTERM, "%s", commands[i]);
        close(fifo);
        free(pipe);
        free(program);
        bench_stop(&bench);
    }
}

Test(export_file, an_interrupted_download_leaves_no_file)
{
    static const int signals[] = {SIGTERM, SIGQUIT, SIGINT};
    for (size_t i = 0; i < 3; i++) {
        for (int force = 0; force < 2; force++) {
            struct bench bench;
            bench_start_logged_in(&bench, "--fault export:freeze=10");
            home_write(bench.home, "dir/keep", "");
            kill_download(&bench, signals[i], force);
            cr_expect_eq(home_count(bench.home, "dir"), 1, "signal %d, force %d", signals[i], force);
            bench_stop(&bench);
        }
    }
}

Test(export_file, a_killed_download_leaves_a_hidden_half_and_nothing_else)
{
    struct bench bench;
    bench_start_logged_in(&bench, "--fault export:freeze=10");
    home_write(bench.home, "dir/keep", "");
    for (int i = 0; i < 4; i++)
        kill_download(&bench, SIGKILL, i % 2);
    cr_expect_eq(home_count(bench.home, "dir"), 1 + 4);
    bench_stop(&bench);
}

/* Makes a file of a folder look as if it was last written so long ago. */
static void age(struct bench *bench, const char *name, long seconds)
{
    struct timespec times[2] = {{.tv_sec = time(NULL) - seconds}, {.tv_sec = time(NULL) - seconds}};
    char *path = home_path(bench->home, name);
    cr_assert_eq(utimensat(AT_FDCWD, path, times, 0), 0, "%s", name);
    free(path);
}

Test(export_file, what_a_kill_left_is_removed_by_a_run_an_hour_later)
{
    struct bench bench;
    static const char path[] = "dir/.steno-Abc123";
    bench_start_logged_in(&bench, "--fault export:freeze=10");
    home_write(bench.home, "dir/a.srt", "mine");
    kill_download(&bench, SIGKILL, true);
    control_heal(&bench.sandbox);
    char *text = home_read(bench.home, "dir/a.srt");
    cr_expect_str_eq(text, "mine");
    free(text);
    home_write(bench.home, path, "half");
    bench_expect(&bench, "export 2 -o dir/b.srt", NULL, 0, "dir/b.srt\n", "");
    cr_expect_eq(home_count(bench.home, "dir"), 4, "a.srt, b.srt, and two that are too young");
    home_write(bench.home, "dir/.steno-notmine", "kept");
    age(&bench, "dir/.steno-notmine", 7200);
    age(&bench, path, 3601);
    bench_expect(&bench, "export 2 -o dir --file-format-id vtt", NULL, 0, "dir/2-Interview_dam_keeper.vtt\n",
                 "");
    cr_expect_eq(home_count(bench.home, "dir"), 5,
                 "a.srt, b.srt, the new one, the young one and a name of another kind");
    text = home_read(bench.home, path);
    cr_expect_null(text);
    free(text);
    text = home_read(bench.home, "dir/.steno-notmine");
    cr_expect_str_eq(text, "kept");
    free(text);
    bench_stop(&bench);
}

/* A scripted server in place of the sandbox, with these headers and a file. */
static struct mock_server *start_mock(struct home *home, const char *headers)
{
    struct mock_server *mock = mock_start();
    char *answer = mem_printf("HTTP/1.1 200 OK\r\n%sContent-Length: 16\r\n\r\n1\nGood evening.\n", headers);
    mock_always(mock, answer, strlen(answer));
    home_set(home, "STENO_URL", mock_url(mock));
    home_set(home, "STENO_TOKEN", "t0ken");
    free(answer);
    return mock;
}

Test(export_file, that_comes_packed_is_refused_and_leaves_nothing)
{
    static const char *const codings[][2] = {{"Content-Encoding: gzip\r\n", "“gzip”"},
                                             {"Content-Encoding: br\r\n", "“br”"}};
    for (size_t i = 0; i < 2; i++) {
        struct bench bench = {.home = home_create()};
        struct process_result result;
        struct mock_server *mock = start_mock(bench.home, codings[i][0]);
        home_write(bench.home, "dir/keep", "");
        bench_steno(&bench, "export 2 -o dir/a.srt", NULL, 1, &result);
        cr_expect_str_has(buffer_text(&result.err), codings[i][1]);
        process_result_free(&result);
        cr_expect_eq(home_count(bench.home, "dir"), 1);
        mock_stop(mock);
        home_remove(bench.home);
    }
}

Test(export_file, has_no_extension_of_the_servers_name)
{
    struct bench bench = {.home = home_create()};
    struct mock_server *mock =
        start_mock(bench.home, "Content-Type: text/vtt\r\n"
                               "Content-Disposition: attachment; filename=setup.exe\r\n");
    bench_expect(&bench, "export 2 -o . --name-pattern '{id}.{ext}'", NULL, 0, "./2.vtt\n", "");
    bench_expect(&bench, "export 2 -o . --name-pattern '{id}.{ext}' --file-format-id srt", NULL, 0,
                 "./2.srt\n", "");
    mock_stop(mock);
    home_remove(bench.home);
}

Test(export_file, that_a_204_does_not_bring_is_none)
{
    struct bench bench;
    bench_start_logged_in(&bench, "--fault export:status=204");
    home_write(bench.home, "dir/keep", "");
    bench_expect(
        &bench, "export 2 -o dir/a.srt", NULL, 1, "",
        "steno: Export subtitles of project 2: the server answered 204, which means no file; nothing "
        "was saved. Check that the project has a transcript.\n");
    bench_expect(
        &bench, "export 2 --file-format-id srt", NULL, 1, "",
        "steno: Export subtitles of project 2: the server answered 204, which means no file; nothing "
        "was saved. Check that the project has a transcript.\n");
    cr_expect_eq(home_count(bench.home, "dir"), 1);
    bench_stop(&bench);
}

Test(export_file, that_is_empty_is_a_file_of_no_bytes_and_is_said_to_be)
{
    struct bench bench;
    struct stat facts;
    bench_start_logged_in(&bench, "--fault export:empty");
    bench_expect(&bench, "export 2 -o a.srt", NULL, 0, "a.srt\n",
                 "steno: a.srt: the server sent an empty file (0 bytes)\n");
    char *path = home_path(bench.home, "a.srt");
    cr_assert_eq(stat(path, &facts), 0);
    cr_expect_eq(facts.st_size, 0);
    free(path);
    bench_expect(&bench, "export 2 -o b.srt --json", NULL, 0,
                 "{\"id\":2,\"ok\":true,\"file\":\"b.srt\",\"bytes\":0,\"content_type\":"
                 "\"application/x-subrip\"}\n",
                 "steno: b.srt: the server sent an empty file (0 bytes)\n");
    bench_expect(&bench, "export 2", NULL, 0, "",
                 "steno: project 2: the server sent an empty file (0 bytes)\n");
    bench_expect(&bench, "export 2 -o . --name-pattern '{id}.{ext}'", NULL, 0, "./2.srt\n",
                 "steno: ./2.srt: the server sent an empty file (0 bytes)\n");
    bench_stop(&bench);
}

Test(export_file, is_of_the_format_that_its_suffix_names_and_of_no_other)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    shell(&bench, "\"$STENO\" export 2 -o a.VTT && head -c 6 a.VTT | grep -q WEBVTT");
    shell(&bench,
          "\"$STENO\" export 2 -o a.vtt --file-format-id WebVTT --dry-run | grep -q FileFormatId=WebVTT");
    shell(&bench, "mkdir d && \"$STENO\" export 2 -o d --name-pattern '{id}.vtt' && grep -q WEBVTT d/2.vtt");
    shell(&bench, "\"$STENO\" export 2 -o b.dat --unset file-format-id && head -c 1 b.dat | grep -q 1");
    control_forget(&bench.sandbox);
    bench_expect(&bench, "export 2 -o c.vtt --file-format-id srt", NULL, 2, "",
                 "steno: c.vtt: its suffix is that of vtt, but FileFormatId is srt: change one of them\n");
    bench_expect(&bench, "export 2 -o d --file-format-id srt --name-pattern {id}.ssa", NULL, 2, "",
                 "steno: {id}.ssa: its suffix is that of ssa, but FileFormatId is srt: change one of them\n");
    bench_expect(&bench, "export 2 -o c.vtt --unset file-format-id", NULL, 2, "",
                 "steno: c.vtt: its suffix is that of vtt, but FileFormatId is unset: change one of them\n");
    cr_expect_eq(control_requests(&bench.sandbox, "export"), 0);
    cr_expect_eq(home_count(bench.home, "d"), 1);
    bench_stop(&bench);
}
