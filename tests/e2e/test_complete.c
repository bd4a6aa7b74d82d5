/* Completion in real shells: a line, the Tab key, and the line after it; also while a program has locked the
 * state. The offered words are tested in cases/complete.txt. */
/* SPDX-License-Identifier: MIT */
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "e2e/cli_run.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/pty.h"

#define SHELL_MS 30000
#define SHELLS   FIXTURES "/../../src/completion/"

struct shell {
    const char *name;
    const char *argv[5];
    const char *start; /* typed before the first line */
};

static const struct shell bash = {"bash", {"bash", "--norc", "-i"}, "PS1='>:'; . " SHELLS "bash/steno"};
static const struct shell zsh = {"zsh",
                                 {"zsh", "-f", "-i"},
                                 "PS1='>:'; fpath=(" SHELLS
                                 "zsh $fpath); autoload -Uz compinit; compinit -u -d ~/dump"};
static const struct shell fish = {
    "fish",
    {"fish", "--no-config", "-i"},
    "function fish_prompt; echo -n '>:'; end; set -g fish_autosuggestion_enabled 0; source " SHELLS
    "fish/steno.fish"};

/* Starts the shell in a terminal, with a server, projects and a preset. Skips the test if the shell is
 * missing;
 * `./dev check` installs it, and `./dev fresh` allows no skip. */
static struct pty *shell_start(struct bench *bench, const struct shell *shell)
{
    char *path = process_find(shell->name), *program = process_program("steno");
    bool is_there = access(path, X_OK) == 0;
    free(path);
    if (!is_there)
        cr_skip_test("%s is not installed", shell->name);
    bench_start_logged_in(bench, "");
    bench_expect(bench, "add 2 1999 --offline", NULL, 0, "", "");
    struct process_result result;
    bench_steno(bench, "show 2", NULL, 0, &result);
    process_result_free(&result);
    bench_expect(bench, "preset save 'my own' export --file-format-id vtt", NULL, 0, "", "");
    home_write(bench->home, "some file.vtt", "");
    *strrchr(program, '/') = '\0';
    path = mem_printf("%s:%s", program, getenv("PATH"));
    home_set(bench->home, "PATH", path);
    struct pty *pty = pty_start(bench->home, (char *const *)(uintptr_t)shell->argv, 24, 100);
    char *start = mem_printf("%s; clear; printf 'rea%%s\\n' dy", shell->start); /* the echo lacks "ready" */
    pty_type(pty, start);
    pty_key(pty, "Enter");
    cr_assert(pty_wait_text(pty, "ready", SHELL_MS));
    cr_assert(pty_wait_text(pty, ">:", SHELL_MS)); /* text typed before the prompt would be echoed twice */
    free(start);
    free(path);
    free(program);
    return pty;
}

/* Types a line, Tab and an X; waits for the expected line with the X at its end, and begins the next line. */
static void expect_tab(struct pty *pty, const char *line, const char *expected)
{
    char *whole = mem_printf(">:steno %sX", expected);
    pty_type(pty, "steno ");
    pty_type(pty, line);
    pty_key(pty, "Tab");
    pty_type(pty, "X");
    cr_assert(pty_wait_text(pty, whole, SHELL_MS), "%s", line);
    pty_key(pty, "^U");
    cr_assert(pty_wait_no_text(pty, whole, SHELL_MS), "%s", line);
    free(whole);
}

/* Tests the lines that all shells complete alike; with `lists` that ids are listed with their state; and that
 * the shell prints nothing if steno is missing, after the command `lose`. */
static void expect_tabs(const struct shell *shell, bool lists, const char *lose)
{
    static const char *const rows[][2] = {
        {"enq", "enqueue "},
        {"metadata r", "metadata rm "},
        {"--url x sho", "--url x show "},
        {"show 19", "show 1999 "},
        {"export 2 --file-f", "export 2 --file-format-id "},
        {"export 2 --file-format-id=v", "export 2 --file-format-id=vtt "},
        {"list is:bu", "list is:busy "},
        {"list stat", "list state:"},
        {"export 2 --preset m", "export 2 --preset my\\ own "},
        {"lint so", "lint some\\ file.vtt "},
        {"export 2 --output=so", "export 2 --output=some\\ file.vtt "},
    };
    struct bench bench;
    struct pty *pty = shell_start(&bench, shell);
    char *before = bench_requests(&bench);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_tab(pty, rows[i][0], rows[i][1]);
    if (lists) {
        pty_type(pty, "steno show ");
        pty_key(pty, "Tab");
        pty_key(pty, "Tab");
        cr_expect(pty_wait_text(pty, "1999", SHELL_MS));
        cr_expect(pty_wait_text(pty, "Completed", SHELL_MS));
        pty_key(pty, "^U");
    }
    char *after = bench_requests(&bench);
    cr_expect_str_eq(before, after);
    free(before);
    free(after);
    pty_type(pty, lose);
    pty_type(pty, "; clear; printf 'lo%s\\n' st");
    pty_key(pty, "Enter");
    cr_assert(pty_wait_text(pty, "lost", SHELL_MS));
    cr_assert(pty_wait_text(pty, ">:", SHELL_MS));
    expect_tab(pty, "enq", "enq");
    pty_free(pty);
    bench_stop(&bench);
}

Test(shells, bash_completes_by_the_program)
{
    expect_tabs(&bash, false, "PATH=/usr/bin:/bin");
}

Test(shells, zsh_completes_by_the_program)
{
    expect_tabs(&zsh, true, "PATH=/usr/bin:/bin");
}

Test(shells, fish_completes_by_the_program)
{
    expect_tabs(&fish, true, "set PATH /usr/bin /bin");
}

/* Completion reads beside a writer that has not committed. If another program has an exclusive lock, nothing
 * is offered. */
Test(complete, waits_for_no_program_that_has_locked_the_state)
{
    static const char *const rows[][2] = {
        {"BEGIN IMMEDIATE; CREATE TABLE held (a)", "5\n6\n"},
        {"PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE held (a)", ""},
    };
    struct bench bench = {.home = home_create()};
    home_set(bench.home, "STENO_URL", "http://127.0.0.1:1");
    bench_expect(&bench, "add 5-6 --offline", NULL, 0, "", "");
    char *path = home_path(bench.home, "state/steno/state.db");
    for (size_t i = 0; i < 2; i++) {
        sqlite3 *db;
        cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
        cr_assert_eq(sqlite3_exec(db, rows[i][0], NULL, NULL, NULL), SQLITE_OK);
        bench_expect(&bench, "__complete -- steno show ''", NULL, 0, rows[i][1], "");
        sqlite3_close(db);
    }
    free(path);
    home_remove(bench.home);
}
