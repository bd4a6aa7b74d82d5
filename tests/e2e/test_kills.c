/* Enqueues whose program is killed at a random moment, on the screen and the command line: the next start
 * knows what the server got, and nothing is sent twice, even if the server carries out the request later. And
 * two sessions of one user: each marks the other's enqueues under way and asks about them. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "e2e/control.h"
#include "e2e/state_look.h"
#include "e2e/tui_run.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

#define KILLS       12 /* ENQUEUE_KILLS in the environment: another number, for ./dev soak */
#define SEED        1  /* ENQUEUE_SEED: another seed */
#define FIRST_ID    15 /* from here on two of four projects were never enqueued */
#define MARGIN_PART 5  /* kill moments go up to the time of an enqueue plus a fifth of it */
#define PAUSE_MS    2
#define TIMEOUT_S   "8" /* of each write; then no program waits for its answer */

static struct tui tui;

/* The interface that sends. */
enum front { SCREEN, COMMAND };

/* One enqueue that is killed. */
struct attempt {
    enum front front;
    int id;
    char folder[16]; /* its own state folder in the home */
    long us;         /* from the start to the kill */
    char name[64];
};

static void begin(void)
{
    tui = (struct tui){0};
    tui_sandbox(&tui, "--projects 1000 --transcribe-seconds 600 --fault enqueue:delay=20");
    home_set(tui.home, "STENO_TIMEOUT", TIMEOUT_S);
}

static void end(void)
{
    tui_end(&tui);
}

TestSuite(kills, .init = begin, .fini = end, .timeout = 600);

static long environment_number(const char *name, long otherwise)
{
    const char *wanted = getenv(name);
    return wanted ? strtol(wanted, NULL, 10) : otherwise;
}

/* A number from the attempt's state; its id is appended to the SQL. */
static int64_t state_of(const struct attempt *attempt, const char *sql)
{
    char *whole = mem_printf("%s%d", sql, attempt->id);
    int64_t number = state_number(tui.home, attempt->folder, whole);
    free(whole);
    return number;
}

static int64_t pending(const struct attempt *attempt)
{
    return state_of(attempt, "SELECT count(*) FROM act_rows WHERE outcome IS NULL AND id = ");
}

/* The number of answered enqueues in the state. */
static int64_t answered(const struct attempt *attempt)
{
    return state_of(attempt, "SELECT count(*) FROM history WHERE kind = 'enqueue' AND id = ");
}

/* The number of enqueues whose outcome is unknown in the state. */
static int64_t unknown(const struct attempt *attempt)
{
    return state_of(attempt, "SELECT count(*) FROM history WHERE kind = 'unknown' AND id = ");
}

static long received(void)
{
    return control_requests(&tui.sandbox, "enqueue");
}

/* Waits until a number in the state has this value. */
static void wait_state(const struct attempt *attempt, int64_t (*look)(const struct attempt *), int64_t wanted)
{
    int64_t limit = clock_mono_ms() + TUI_LIMIT_MS;
    while (look(attempt) != wanted) {
        cr_assert(clock_mono_ms() < limit, "%s: not %" PRId64, attempt->name, wanted);
        poll(NULL, 0, PAUSE_MS);
    }
}

/* Runs steno and returns its exit code. */
static int run(const char *verb, int id)
{
    struct process_result result;
    char *arguments = mem_printf("%s %d", verb, id);
    process_steno(tui.home, arguments, NULL, &result);
    int code = result.code;
    process_result_free(&result);
    free(arguments);
    return code;
}

/* Prepares an attempt: a project that was never enqueued, in a state folder of its own. */
static void prepare(struct attempt *attempt, enum front front, int number)
{
    *attempt = (struct attempt){.front = front, .id = FIRST_ID + number / 2 * 4 + number % 2};
    snprintf(attempt->folder, sizeof attempt->folder, "state%d", number);
    char *path = home_path(tui.home, attempt->folder);
    home_set(tui.home, "XDG_STATE_HOME", path);
    free(path);
    control_reset(&tui.sandbox); /* restores the credit */
    cr_assert_eq(run("show", attempt->id), 0);
    control_forget(&tui.sandbox);
}

/* Opens the screen with the enqueue form of a project. */
static struct pty *open_form(int id)
{
    char *argument = mem_printf("%d", id);
    struct pty *pty = pty_steno(tui.home, argument, 24, 80);
    free(argument);
    cr_assert(pty_wait_text(pty, "None", TUI_LIMIT_MS));
    pty_key(pty, "e");
    cr_assert(pty_wait_text(pty, "> Lang", TUI_LIMIT_MS));
    return pty;
}

/* Measures a whole enqueue, in microseconds, plus the margin. */
static long measure(enum front front)
{
    struct attempt spare;
    prepare(&spare, front, 0);
    if (front == SCREEN)
        tui.pty = open_form(spare.id);
    int64_t start_ms = clock_mono_ms();
    if (front == SCREEN) {
        pty_type(tui.pty, "X");
        wait_state(&spare, answered, 1);
        pty_free(tui.pty);
        tui.pty = NULL;
    } else {
        cr_assert_eq(run("enqueue", spare.id), 0);
    }
    long us = (long)(clock_mono_ms() - start_ms + 1) * 1000;
    return us + us / MARGIN_PART;
}

static void wait_and_kill(pid_t pid, long us)
{
    nanosleep(&(struct timespec){.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000}, NULL);
    kill(pid, SIGKILL);
}

static void kill_sender(const struct attempt *attempt)
{
    if (attempt->front == SCREEN) {
        struct pty *pty = open_form(attempt->id);
        pty_type(pty, "X");
        wait_and_kill(pty_pid(pty), attempt->us);
        pty_free(pty);
    } else {
        struct process process;
        char *program = process_program("steno"), *id = mem_printf("%d", attempt->id);
        char *const argv[] = {program, (char[]){"enqueue"}, id, NULL};
        cr_assert(process_start(tui.home, argv, "enqueue.log", &process));
        wait_and_kill(process.pid, attempt->us);
        process_finish(&process, PROCESS_LIMIT_MS);
        free(id);
        free(program);
    }
}

/* The next start is the screen: it finds out the outcome itself and sends nothing. If the server did not get
 * the enqueue, it stays open until the timeout of the sender, and is then reported. */
static void next_screen(const struct attempt *attempt, int64_t rows, bool told)
{
    tui_start(&tui, "", 24, 80);
    if (rows && !told) /* a command does not add to the watchlist */
        cr_expect(
            pty_wait_text(tui.pty, attempt->front == SCREEN ? "?Sent" : "is still None at", TUI_LIMIT_MS));
    wait_state(attempt, pending, told ? 0 : rows);
    wait_state(attempt, unknown, told ? rows : 0);
    cr_expect_eq(received(), told);
    pty_free(tui.pty);
    tui.pty = NULL;
}

/* The next start enqueues the project again: nothing is sent if the server has the first enqueue, or may have
 * it. */
static void next_command(const struct attempt *attempt, int64_t rows, bool told)
{
    cr_expect_eq(run("enqueue", attempt->id), rows ? 5 : 0, "%s", attempt->name);
    cr_expect_eq(unknown(attempt), told ? rows : 0);
    cr_expect_eq(pending(attempt), told ? 0 : rows);
    cr_expect_eq(received(), told || !rows, "%s: sent twice", attempt->name);
}

/* Kills programs at random moments of an enqueue, and checks what the next start knows. */
static void kill_all(enum front front)
{
    long whole_us = measure(front), kills = environment_number("ENQUEUE_KILLS", KILLS);
    unsigned seed = (unsigned)environment_number("ENQUEUE_SEED", SEED);
    srand(seed);
    for (int i = 1; i <= kills; i++) {
        struct attempt attempt;
        prepare(&attempt, front, i);
        attempt.us = rand() % whole_us;
        snprintf(attempt.name, sizeof attempt.name, "kill %d (seed %u) after %ld us", i, seed, attempt.us);
        kill_sender(&attempt);
        long sent = received();
        int64_t rows = pending(&attempt);
        cr_assert_leq(sent, 1, "%s", attempt.name);
        if (answered(&attempt)) {
            cr_expect_eq(sent, 1, "%s", attempt.name);
            cr_expect_eq(rows, 0, "%s", attempt.name);
            continue;
        }
        cr_assert(!sent || rows == 1, "%s: the server has one that is not known", attempt.name);
        if (i % (front == SCREEN ? 2 : 4) == 1) /* fewer screens, as each waits 2 s before its first read */
            next_screen(&attempt, rows, sent);
        else
            next_command(&attempt, rows, sent);
    }
}

Test(kills, an_enqueue_of_the_screen_is_known_to_the_next_start)
{
    kill_all(SCREEN);
}

Test(kills, an_enqueue_of_the_command_line_is_known_to_the_next_start)
{
    kill_all(COMMAND);
}
