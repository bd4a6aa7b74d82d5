/* steno-sandbox with --db: what it has answered is kept, whatever ends it; and one process a file. */
#include <criterion/criterion.h>
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

/* Sets metadata k to a number at this version; true when it was acknowledged. */
static bool set_number(int fd, long version, int number)
{
    char *request = mem_printf("POST /API/v2/Projects/1/Metadata?Key=k&AccessToken=%ld HTTP/1.1\r\n"
                               "Host: x\r\nAuthorization: T\r\nContent-Length: 6\r\n\r\n%06d",
                               version, number);
    bool sent = send(fd, request, strlen(request), MSG_NOSIGNAL) == (ssize_t)strlen(request);
    free(request);
    char *reply = sent ? sandbox_reply(fd) : NULL;
    bool ok = reply && strncmp(reply, "HTTP/1.1 200", 12) == 0 && strstr(reply, "\r\n\r\n{");
    free(reply);
    return ok;
}

/* Kills without a warning. */
static void kill_hard(void)
{
    kill(sandbox.process.pid, SIGKILL);
    process_finish(&sandbox.process, LIMIT_MS);
}

/* A writer on one connection, killed with the sandbox at some point: what was acknowledged last is there, or
 * the one write that was on its way. */
Test(kept, what_was_acknowledged_survives_a_kill)
{
    const char *wanted = getenv("SANDBOX_KILLS");
    int last = 0, kills = wanted ? (int)strtol(wanted, NULL, 10) : KILLS;
    for (int i = 0; i < kills; i++) {
        start("--token T");
        char *reply = sandbox_ask_once(&sandbox, GET("/API/v2/Projects/1"));
        long version = version_in(reply);
        const char *at = strstr(reply, "\"k\":\"");
        int found = at ? (int)strtol(at + 5, NULL, 10) : 0;
        cr_assert(found == last || found == last + 1, "%d was acknowledged, %d is there", last, found);
        cr_assert_eq(version, 4711 + found, "each write is one version");
        free(reply);
        last = found;
        int fd = sandbox_connect(&sandbox);
        pid_t killer = fork();
        if (killer == 0) { /* a while of its own, so that the kill falls anywhere */
            poll(NULL, 0, 1 + i % 7);
            kill(sandbox.process.pid, SIGKILL);
            _exit(0);
        }
        while (set_number(fd, version++, last + 1))
            last++;
        close(fd);
        waitpid(killer, NULL, 0);
        kill_hard();
    }
    cr_expect_gt(last, 0);
}

Test(kept, tokens_outlive_a_restart)
{
    start("");
    char *login =
        sandbox_ask_once(&sandbox, "POST /API/Login?Email=demo@example.org&Password=demo HTTP/1.1\r\n"
                                   "Host: x\r\nContent-Length: 0\r\n\r\n");
    const char *at = strstr(login, "\"Token\":\"");
    cr_assert_not_null(at);
    char *request =
        mem_printf("GET /API/CurrentUser HTTP/1.1\r\nHost: x\r\nAuthorization: %.36s\r\n\r\n", at + 9);
    kill_hard();
    start("");
    char *reply = sandbox_ask_once(&sandbox, request);
    cr_assert_eq(strncmp(reply, "HTTP/1.1 200", 12), 0, "%s", reply);
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
    cr_expect(strstr(buffer_text(&result.err), pid) != NULL, "%s", buffer_text(&result.err));
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
    char *reply = sandbox_ask_once(&sandbox, "GET /API/v2/Projects/1/Enqueue HTTP/1.1\r\nHost: x\r\n"
                                             "Authorization: T\r\n\r\n");
    cr_expect_eq(strncmp(reply, "HTTP/1.1 507", 12), 0, "%s", reply);
    cr_expect(strstr(reply, "{\"Message\":\"The change could not be stored") != NULL, "%s", reply);
    free(reply);
    reply = sandbox_ask_once(&sandbox, GET("/API/v2/Projects/1"));
    cr_expect(strstr(reply, "\"ProcessingState\":\"None\"") != NULL, "%s", reply);
    free(reply);
    cr_assert_eq(prlimit(sandbox.process.pid, RLIMIT_FSIZE, &before, NULL), 0);
    reply = sandbox_ask_once(&sandbox, "GET /API/v2/Projects/1/Enqueue HTTP/1.1\r\nHost: x\r\n"
                                       "Authorization: T\r\n\r\n");
    cr_expect_eq(strncmp(reply, "HTTP/1.1 200", 12), 0, "it goes on when there is room again: %s", reply);
    free(reply);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

/* 32 connections write, each 10 times, and 32 read meanwhile: every acknowledged write is one version. */
Test(kept, sixty_four_connections_and_thirty_two_writers_lose_nothing)
{
    enum { WRITERS = 32, EACH = 10 };
    int fds[2 * WRITERS], done[WRITERS] = {0}, acknowledged = 0, conflicts = 0;
    start("--token T");
    for (int i = 0; i < 2 * WRITERS; i++)
        fds[i] = sandbox_connect(&sandbox);
    long version = 4711;
    while (acknowledged < WRITERS * EACH) {
        for (int i = 0; i < WRITERS; i++) { /* all ask before anybody reads an answer */
            char *write = mem_printf("POST /API/v2/Projects/1/Metadata?Key=w%d&AccessToken=%ld HTTP/1.1\r\n"
                                     "Host: x\r\nAuthorization: T\r\nContent-Length: 3\r\n\r\n%03d",
                                     i, version, done[i]);
            cr_assert_eq(send(fds[i], write, strlen(write), MSG_NOSIGNAL), (ssize_t)strlen(write));
            free(write);
            send(fds[WRITERS + i], GET("/API/v2/Projects/1"), strlen(GET("/API/v2/Projects/1")),
                 MSG_NOSIGNAL);
        }
        int won = 0;
        for (int i = 0; i < 2 * WRITERS; i++) {
            char *reply = sandbox_reply(fds[i]);
            bool ok = strncmp(reply, "HTTP/1.1 200", 12) == 0;
            cr_assert(ok || (i < WRITERS && strncmp(reply, "HTTP/1.1 409", 12) == 0), "%s", reply);
            if (i < WRITERS && ok) {
                won++;
                done[i]++;
                version = version_in(reply);
            } else if (i < WRITERS) {
                conflicts++;
            }
            free(reply);
        }
        cr_assert_eq(won, 1, "one of those that had the same version wins");
        acknowledged += won;
    }
    cr_assert_eq(version, 4711 + WRITERS * EACH);
    cr_assert_eq(conflicts, (WRITERS - 1) * WRITERS * EACH);
    for (int i = 0; i < 2 * WRITERS; i++)
        close(fds[i]);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}
