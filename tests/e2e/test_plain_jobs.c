/* The dialogue by lines as a job of a shell: stopped and continued, hung up, left alone by its terminal. */
/* SPDX-License-Identifier: MIT */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "e2e/plain_run.h"
#include "support/asserts.h"

#define HANG_UP_MS 2000

/* A script for a shell, with the program's path for its only %s, run in a terminal. */
static struct pty *jobs_terminal(struct bench *bench, const char *format)
{
    char *program = process_program("steno");
    size_t size = strlen(program) + strlen(format) + 1;
    char *script = malloc(size);
    snprintf(script, size, format, program);
    char *const argv[] = {(char[]){"bash"}, (char[]){"-c"}, script, NULL};
    struct pty *pty = pty_start(bench->home, argv, 24, 80);
    free(script);
    free(program);
    return pty;
}

/* The number behind "pid=" in what was written. */
static pid_t jobs_pid(struct pty *pty)
{
    size_t len;
    cr_assert(pty_wait_bytes(pty, "pid=", PLAIN_LIMIT_MS));
    cr_assert(pty_wait_bytes(pty, "steno> ", PLAIN_LIMIT_MS));
    const char *written = pty_transcript(pty, &len), *told = strstr(written, "pid=");
    return (pid_t)strtol(told + strlen("pid="), NULL, 10);
}

/* Waits until the process has stopped. */
static bool jobs_stopped(pid_t pid)
{
    char path[64], text[400];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    for (int tries = 0; tries < 1000; tries++) {
        FILE *file = fopen(path, "re");
        size_t got = file ? fread(text, 1, sizeof text - 1, file) : 0;
        text[got] = '\0';
        if (file)
            fclose(file);
        if (strstr(text, ") T "))
            return true;
        poll(NULL, 0, 10);
    }
    return false;
}

/* What a draft of the enqueue form now holds for Lang. */
static void jobs_expect_draft(struct bench *bench, const char *lang)
{
    char *written = plain_script(bench, "1", "enqueue\n.\n");
    plain_expect(written, lang);
    free(written);
}

Test(plain_jobs, a_stop_gives_the_terminal_back_and_fg_shows_the_prompt_with_what_was_typed)
{
    struct bench bench;
    plain_start(&bench, "");
    home_set(bench.home, "PS1", "ready> ");
    char *program = process_program("steno");
    char *const argv[] = {(char[]){"bash"}, (char[]){"--norc"}, (char[]){"--noprofile"}, (char[]){"-i"},
                          NULL};
    struct pty *pty = pty_start(bench.home, argv, 24, 200);
    size_t size = strlen(program) + 20;
    char *line = malloc(size);
    snprintf(line, size, "%s --plain 1\r", program);
    cr_assert(pty_wait_bytes(pty, "ready> ", PLAIN_LIMIT_MS));
    pty_type(pty, line);
    cr_assert(pty_wait_bytes(pty, "steno> ", PLAIN_LIMIT_MS));
    for (int i = 0; i < 3; i++) {
        pty_mark(pty);
        pty_type(pty, i ? "" : "tag");
        cr_assert(i || pty_wait_bytes(pty, "tag", PLAIN_LIMIT_MS));
        pty_key(pty, "^Z");
        cr_assert(pty_wait_bytes(pty, "Stopped", PLAIN_LIMIT_MS), "not stopped in round %d", i);
        cr_assert(pty_wait_bytes(pty, "ready> ", PLAIN_LIMIT_MS));
        pty_mark(pty);
        pty_type(pty, "stty -a | grep -oE ' icanon'\r");
        cr_assert(pty_wait_bytes(pty, " icanon\r\n", PLAIN_LIMIT_MS), "the shell's terminal edits no lines");
        pty_mark(pty);
        pty_type(pty, "fg\r");
        cr_assert(pty_wait_bytes(pty, "steno> tag", PLAIN_LIMIT_MS), "no prompt in round %d", i);
        cr_assert(pty_stays_quiet(pty, 200));
        size_t len;
        const char *first = strstr(pty_transcript(pty, &len), "steno> ");
        cr_expect_str_lacks(first + 1, "steno> ", "the prompt is shown twice");
    }
    plain_type(pty, "s", "1  news\r\n");
    plain_type(pty, "quit", "ready> ");
    free(line);
    free(program);
    pty_free(pty);
    bench_stop(&bench);
}

Test(plain_jobs, a_stop_that_it_was_not_told_of_ends_with_the_prompt_shown_again)
{
    struct bench bench;
    plain_start(&bench, "");
    struct pty *pty = jobs_terminal(&bench, "echo pid=$$; exec %s --plain 1");
    pid_t pid = jobs_pid(pty);
    pty_mark(pty);
    pty_type(pty, "tag");
    cr_assert(pty_wait_bytes(pty, "tag", PLAIN_LIMIT_MS));
    kill(pid, SIGSTOP);
    cr_assert(jobs_stopped(pid));
    kill(pid, SIGCONT);
    cr_assert(pty_wait_bytes(pty, "tag\r\nsteno> tag", PLAIN_LIMIT_MS));
    plain_type(pty, "s", "1  news\r\n");
    plain_type(pty, "quit", "\r\n");
    cr_expect_eq(pty_wait_exit(pty, PLAIN_LIMIT_MS), 0);
    pty_free(pty);
    bench_stop(&bench);
}

Test(plain_jobs, a_script_can_be_stopped_and_continued)
{
    struct bench bench;
    plain_start(&bench, "");
    struct pty *pty = jobs_terminal(
        &bench, "set -m; mkfifo in; %s --plain 1 <in >out 2>&1 & exec 9>in; echo tags >&9\n"
                "until grep -q news out; do sleep 0.02; done; kill -TSTP %%1\n"
                "until grep -q ') T ' /proc/$!/stat; do sleep 0.02; done; echo stopped; echo list >&9\n"
                "kill -CONT %%1; exec 9>&-; wait $!; echo code=$?; grep -c Selected: out");
    cr_expect(pty_wait_bytes(pty, "stopped\r\n", PLAIN_LIMIT_MS));
    cr_expect(pty_wait_bytes(pty, "code=0\r\n", PLAIN_LIMIT_MS));
    char *written = home_read(bench.home, "out");
    cr_expect_str_lacks(written, "there is no terminal");
    plain_expect(written, "1  None");
    free(written);
    pty_free(pty);
    bench_stop(&bench);
}

Test(plain_jobs, nohup_without_input_ends_at_once_and_well)
{
    struct bench bench;
    plain_start(&bench, "");
    struct pty *pty = jobs_terminal(&bench, "nohup %s --plain 1 >out 2>err; echo code=$?");
    cr_expect(pty_wait_bytes(pty, "code=0\r\n", PLAIN_LIMIT_MS));
    char *written = home_read(bench.home, "out");
    plain_expect(written, "steno> ");
    free(written);
    pty_free(pty);
    bench_stop(&bench);
}

Test(plain_jobs, a_hang_up_that_is_ignored_leaves_a_script_running_until_its_end_with_the_draft_saved)
{
    struct bench bench;
    struct process process;
    plain_start(&bench, "");
    char *program = process_program("steno");
    char *const argv[] = {(char[]){"nohup"}, program, (char[]){"--plain"}, (char[]){"1"}, NULL};
    cr_assert(process_start(bench.home, argv, "err", &process));
    dprintf(process.to, "enqueue\nsk-SK\nmore\n");
    char got[4096] = "";
    for (size_t len = 0; !strstr(got, "(TranscriptionProfile)") && len + 1 < sizeof got;) {
        ssize_t took = read(process.from, got + len, sizeof got - 1 - len);
        cr_assert_gt(took, 0, "it ended after: %s", got);
        len += (size_t)took;
        got[len] = '\0';
    }
    for (int i = 0; i < 5; i++)
        kill(process.pid, SIGHUP);
    dprintf(process.to, "my own\n");
    cr_expect_eq(process_finish(&process, PLAIN_LIMIT_MS), 0, "the hang-up ended it");
    free(program);
    jobs_expect_draft(&bench, "  Lang = sk-SK\n  TranscriptionProfile = my own\n");
    bench_stop(&bench);
}

Test(plain_jobs, a_terminal_that_goes_ends_it_even_when_hang_ups_are_ignored)
{
    struct bench bench;
    plain_start(&bench, "");
    struct pty *pty = jobs_terminal(&bench, "trap '' HUP; echo pid=$$; exec %s --plain 1");
    cr_assert_gt(jobs_pid(pty), 0);
    plain_type(pty, "enqueue", "(Lang, ");
    plain_type(pty, "sk-SK", "Send? y/N ");
    pty_hang_up(pty);
    cr_expect_neq(pty_wait_exit(pty, HANG_UP_MS), PTY_TIMED_OUT);
    pty_free(pty);
    jobs_expect_draft(&bench, "  Lang = sk-SK\n");
    bench_stop(&bench);
}

Test(plain_jobs, without_its_state_file_the_dialogue_says_so_once_and_goes_on)
{
    struct bench bench;
    plain_start(&bench, "");
    struct pty *pty = plain_terminal(&bench, "1 2");
    cr_assert(pty_wait_bytes(pty, "steno> ", PLAIN_LIMIT_MS));
    plain_type(pty, "projects", "Council meeting");
    char *path = home_path(bench.home, "state/steno/state.db");
    cr_assert_eq(unlink(path), 0);
    cr_assert(pty_wait_bytes(pty, "nothing is saved until steno is restarted", PLAIN_LIMIT_MS));
    plain_type(pty, "projects", "Interview");
    pty_type(pty, "quit\n");
    cr_assert_eq(pty_wait_exit(pty, PLAIN_LIMIT_MS), 0);
    cr_expect_neq(access(path, F_OK), 0, "a new one was begun");
    free(path);
    pty_free(pty);
    bench_stop(&bench);
}
