/* steno-sandbox with --db: what it has answered is kept, whatever ends it; and one process a file. */
/* SPDX-License-Identifier: MIT */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "e2e/sandbox_ask.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/home.h"
#include "support/process.h"

#define KILLS    25 /* SANDBOX_KILLS in the environment: another number, for ./dev soak */
#define LIMIT_MS 20000

static struct home *home;
static struct process_sandbox sandbox;
static char *db;

static void setup(void)
{
    home = home_create();
    db = home_path(home, "sandbox.db");
}

static void teardown(void)
{
    free(db);
    home_remove(home);
}

TestSuite(kept, .init = setup, .fini = teardown);

/* Starts the sandbox on the file, with token T. */
static void start(const char *arguments)
{
    char *all = mem_printf("--show-metadata --transcribe-seconds 3600 --db %s %s", db, arguments);
    cr_assert(process_sandbox_start(home, all, &sandbox));
    free(all);
}

/* The project's version in a reply. */
static long version_in(const char *reply)
{
    const char *at = strstr(reply, "\"AccessToken\":");
    return at ? strtol(at + strlen("\"AccessToken\":"), NULL, 10) : -1;
}

/* 64 connections: 32 that write, each a number under a key of its own, and 32 that read. */
#define WRITERS 32
struct crowd {
    int fds[2 * WRITERS];
    int done[WRITERS]; /* the number that was acknowledged last */
    long version;      /* what they all write at */
    int acknowledged, conflicts;
};

static void crowd_connect(struct crowd *crowd)
{
    for (int i = 0; i < 2 * WRITERS; i++)
        crowd->fds[i] = sandbox_connect(&sandbox);
}

static void crowd_close(struct crowd *crowd)
{
    for (int i = 0; i < 2 * WRITERS; i++)
        close(crowd->fds[i]);
}

/* All ask before anybody reads an answer. What cannot be sent has no answer either. */
static void crowd_ask(const struct crowd *crowd)
{
    static const char read[] = GET("/API/v2/Projects/1");
    for (int i = 0; i < WRITERS; i++) {
        char *write = mem_printf("POST /API/v2/Projects/1/Metadata?Key=w%d&AccessToken=%ld HTTP/1.1\r\n"
                                 "Host: localhost\r\nAuthorization: T\r\nContent-Length: 6\r\n\r\n%06d",
                                 i, crowd->version, crowd->done[i] + 1);
        send(crowd->fds[i], write, strlen(write), MSG_NOSIGNAL);
        free(write);
        send(crowd->fds[WRITERS + i], read, sizeof read - 1, MSG_NOSIGNAL);
    }
}

/* Reads all answers, each that is whole; true when all were. */
static bool crowd_take(struct crowd *crowd)
{
    bool all = true;
    int won = 0;
    long read = 0, written = 0;
    for (int i = 0; i < 2 * WRITERS; i++) {
        char *reply = sandbox_reply(crowd->fds[i]);
        const char *body = sandbox_body(reply);
        bool whole = body && (long long)strlen(body) >= sandbox_announced(reply);
        bool ok = whole && strncmp(reply, "HTTP/1.1 200", 12) == 0;
        cr_assert(!whole || ok || (i < WRITERS && strncmp(reply, "HTTP/1.1 409", 12) == 0), "%s", reply);
        if (i < WRITERS && ok) {
            won++;
            crowd->done[i]++;
            written = version_in(reply);
        } else if (ok) {
            read = version_in(reply) > read ? version_in(reply) : read;
        }
        crowd->conflicts += i < WRITERS && whole && !ok;
        all = all && whole;
        free(reply);
    }
    cr_assert_leq(won, 1, "one of those that had the same version wins");
    crowd->acknowledged += won;
    crowd->version = written > read ? written : read > crowd->version ? read : crowd->version;
    return all;
}

/* What is stored is what was acknowledged to each, or the one write more that was on its way; and every
 * version that anybody read. Goes on from there. */
static void crowd_assert_kept(struct crowd *crowd)
{
    int sum = 0;
    char *reply = sandbox_ask_once(&sandbox, GET("/API/v2/Projects/1"));
    for (int i = 0; i < WRITERS; i++) {
        char key[20];
        snprintf(key, sizeof key, "\"w%d\":\"", i);
        const char *at = strstr(reply, key);
        int found = at ? (int)strtol(at + strlen(key), NULL, 10) : 0;
        cr_assert(found == crowd->done[i] || found == crowd->done[i] + 1,
                  "%d: %d was acknowledged, %d is there", i, crowd->done[i], found);
        crowd->done[i] = found;
        sum += found;
    }
    cr_assert_eq(version_in(reply), 4711 + sum, "each write is one version");
    cr_assert_geq(version_in(reply), crowd->version);
    crowd->version = version_in(reply);
    free(reply);
}

/* Kills without a warning. */
static void kill_hard(void)
{
    kill(sandbox.process.pid, SIGKILL);
    process_finish(&sandbox.process, LIMIT_MS);
}

/* 64 connections, killed with the sandbox at some point, again and again. */
Test(kept, what_was_acknowledged_survives_a_kill)
{
    const char *wanted = getenv("SANDBOX_KILLS");
    struct crowd crowd = {.version = 4711};
    int kills = wanted ? (int)strtol(wanted, NULL, 10) : KILLS;
    for (int i = 0; i < kills; i++) {
        start("--token T");
        crowd_assert_kept(&crowd);
        crowd_connect(&crowd);
        pid_t killer = fork();
        if (killer == 0) { /* a while of its own, so that the kill falls anywhere */
            poll(NULL, 0, 1 + i * 7 % 23);
            kill(sandbox.process.pid, SIGKILL);
            _exit(0);
        }
        do {
            crowd_ask(&crowd);
        } while (crowd_take(&crowd));
        crowd_close(&crowd);
        waitpid(killer, NULL, 0);
        kill_hard();
    }
    start("--token T");
    crowd_assert_kept(&crowd);
    cr_expect_gt(crowd.acknowledged, 0);
    cr_expect_eq(process_sandbox_stop(&sandbox), 0);
}

Test(kept, tokens_outlive_a_restart)
{
    start("");
    char *login =
        sandbox_ask_once(&sandbox, "POST /API/Login?Email=demo@example.org&Password=demo HTTP/1.1\r\n"
                                   "Host: localhost\r\nContent-Length: 0\r\n\r\n");
    const char *at = strstr(login, "\"Token\":\"");
    cr_assert_not_null(at);
    char *request = mem_printf(
        "GET /API/CurrentUser HTTP/1.1\r\nHost: localhost\r\nAuthorization: %.36s\r\n\r\n", at + 9);
    kill_hard();
    start("");
    char *reply = sandbox_ask_once(&sandbox, request);
    cr_assert_str_starts(reply, "HTTP/1.1 200");
    free(reply);
    free(request);
    free(login);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

Test(kept, a_second_process_is_refused_with_the_pid_of_the_first)
{
    start("");
    struct process_result result;
    char *program = process_program("steno-sandbox"),
         *pid = mem_printf("process %d ", (int)sandbox.process.pid);
    char *argv[] = {program, "--port", "0", "--db", db, NULL};
    process_run(home, argv, NULL, LIMIT_MS, &result);
    cr_expect_eq(result.code, 1);
    cr_expect_eq(result.out.len, 0);
    cr_expect_str_has(buffer_text(&result.err), pid);
    process_result_free(&result);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
    start(""); /* the file is free again */
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
    free(program);
    free(pid);
}

Test(kept, a_full_disk_is_507_and_nothing_is_acknowledged)
{
    struct rlimit none = {.rlim_cur = 0, .rlim_max = RLIM_INFINITY}, before;
    start("--token T");
    cr_assert_eq(prlimit(sandbox.process.pid, RLIMIT_FSIZE, &none, &before), 0);
    char *reply = sandbox_ask_once(&sandbox, "GET /API/v2/Projects/1/Enqueue HTTP/1.1\r\nHost: localhost\r\n"
                                             "Authorization: T\r\n\r\n");
    cr_expect_str_starts(reply, "HTTP/1.1 507");
    cr_expect_str_has(reply, "{\"Message\":\"The change could not be stored");
    free(reply);
    reply = sandbox_ask_once(&sandbox, GET("/API/v2/Projects/1"));
    cr_expect_str_has(reply, "\"ProcessingState\":\"None\"");
    free(reply);
    cr_assert_eq(prlimit(sandbox.process.pid, RLIMIT_FSIZE, &before, NULL), 0);
    reply = sandbox_ask_once(&sandbox, "GET /API/v2/Projects/1/Enqueue HTTP/1.1\r\nHost: localhost\r\n"
                                       "Authorization: T\r\n\r\n");
    cr_expect_str_starts(reply, "HTTP/1.1 200", "it goes on when there is room again: %s", reply);
    free(reply);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

Test(kept, sixty_four_connections_and_thirty_two_writers_lose_nothing)
{
    enum { EACH = 10 };
    struct crowd crowd = {.version = 4711};
    start("--token T");
    crowd_connect(&crowd);
    while (crowd.acknowledged < WRITERS * EACH) {
        int before = crowd.acknowledged;
        crowd_ask(&crowd);
        cr_assert(crowd_take(&crowd));
        cr_assert_eq(crowd.acknowledged, before + 1);
    }
    crowd_assert_kept(&crowd);
    cr_assert_eq(crowd.version, 4711 + WRITERS * EACH);
    cr_assert_eq(crowd.conflicts, (WRITERS - 1) * WRITERS * EACH);
    crowd_close(&crowd);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}
