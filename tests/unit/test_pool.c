/* work/pool: results in the order of the places, so many calls at once, and what ends it. */
#include "mail_wait.h"

#include <poll.h>
#include <stdio.h>

#include "steno/base/mem.h"
#include "steno/work/pool.h"
#include "support/process.h"

static struct home *home;
static struct process_sandbox sandbox;
static struct error err;
static struct pool_config config;
static char
    shown[400]; /* "1 2 3": the ids in the order in which they were shown, "x" behind one that failed */
static size_t shown_count;
static size_t made, answered;
static size_t instead_of = SIZE_MAX; /* the place for which nothing is sent */
static size_t done_after = SIZE_MAX; /* how many shown ones are enough */
static int ends_at;                  /* the wait ends when the sandbox had so many requests; 0: never */

static void begin(void)
{
    home = home_create();
    cr_assert(api_global_init(&err), "%s", err.text);
}

static void end(void)
{
    api_global_cleanup();
    process_sandbox_stop(&sandbox);
    home_remove(home);
}

TestSuite(pool, .init = begin, .fini = end);

/* How many requests of an endpoint the sandbox logged. */
static int requests(void)
{
    char *log = home_read(home, "sandbox.log");
    int count = 0;
    for (const char *at = log; at && (at = strstr(at, "/v2/Projects/")); at++)
        count++;
    free(log);
    return count;
}

/* Place 0 is project 1. */
static struct call *make(void *arg, size_t place, struct call_result **instead)
{
    (void)arg;
    struct call *call = call_new(ENDPOINT_GET_PROJECT);
    call->project_id = (int64_t)place + 1;
    cr_expect_eq(place, made++);
    if (place != instead_of)
        return call;
    *instead = call_result_new(call);
    error_set(&(*instead)->error, ERROR_CONFLICT, "Not sent");
    call_free(call);
    return NULL;
}

static void take(void *arg, size_t place, struct call_result *result)
{
    (void)arg;
    cr_expect_eq(result->project_id, (int64_t)place + 1);
    answered++;
}

static void show(void *arg, size_t place, struct call_result *result)
{
    (void)arg;
    size_t len = strlen(shown);
    snprintf(shown + len, sizeof shown - len, "%s%zu%s", len ? " " : "", place + 1, result->ok ? "" : "x");
    shown_count++;
}

static bool wait_for(void *arg, int fd, int64_t ms)
{
    (void)arg;
    struct pollfd mail = {.fd = fd, .events = POLLIN};
    if (ends_at && requests() >= ends_at)
        return false;
    poll(&mail, 1, ends_at ? 10 : ms < 0 ? MAIL_LIMIT_MS : (int)ms);
    return true;
}

static bool is_done(void *arg)
{
    (void)arg;
    return shown_count >= done_after;
}

static void say(void *arg, const char *notice)
{
    (void)arg;
    (void)notice;
}

/* Runs a pool over so many projects of a sandbox with these options. */
static enum pool_end run(const char *options, size_t count, size_t connections)
{
    static const struct pool_user user = {
        .make = make, .answered = take, .show = show, .wait = wait_for, .is_done = is_done, .say = say};
    char *arguments = mem_printf("--verbose --token secret --projects 60 %s", options);
    cr_assert(process_sandbox_start(home, arguments, &sandbox));
    free(arguments);
    struct api_config api = {.base_url = sandbox.url, .token = "secret", .proxy = "", .backoff_ms = 1};
    size_t last;
    config.api = &api;
    config.count = count;
    config.connections = connections;
    enum pool_end how = pool_run(&config, &user, &last, &err);
    cr_expect_eq(last, shown_count);
    return how;
}

Test(pool, shows_results_in_the_order_of_their_places)
{
    cr_expect_eq(run("--fault get-project/1:delay=300 --fault get-project/3:delay=100", 6, 3), POOL_ALL);
    cr_expect_str_eq(shown, "1 2 3 4 5 6");
    cr_expect_eq(answered, 6);
}

Test(pool, over_nothing_is_over)
{
    cr_expect_eq(run("", 0, 4), POOL_ALL);
    cr_expect_eq(made, 0);
}

Test(pool, with_one_connection_does_all_of_it)
{
    cr_expect_eq(run("", 20, 1), POOL_ALL);
    cr_expect_eq(shown_count, 20);
}

Test(pool, has_as_many_calls_at_once_as_connections_and_cancels_them_when_it_is_interrupted)
{
    ends_at = 5;
    cr_expect_eq(run("--fault get-project:stall", 20, 5), POOL_INTERRUPTED);
    cr_expect_eq(requests(), 5);
    cr_expect_eq(made, 5);
    cr_expect_str_eq(shown, "1x 2x 3x 4x 5x");
}

Test(pool, queues_cheap_reads_and_runs_no_more_than_the_connections)
{
    ends_at = 3;
    config.queue = 10;
    cr_expect_eq(run("--fault get-project:stall", 20, 3), POOL_INTERRUPTED);
    cr_expect_eq(requests(), 3);
    cr_expect_eq(made, 10);
}

Test(pool, without_a_login_sends_nothing_more)
{
    cr_expect_eq(run("--fault get-project/3:status=401", 40, 1), POOL_STOPPED);
    cr_expect_str_eq(shown, "1 2 3x");
    cr_expect_eq(requests(), 3);
}

Test(pool, shows_a_place_for_which_nothing_was_sent_as_any_other)
{
    instead_of = 1;
    cr_expect_eq(run("", 4, 2), POOL_ALL);
    cr_expect_str_eq(shown, "1 2x 3 4");
    cr_expect_eq(answered, 3);
}

Test(pool, ends_when_nobody_takes_its_results)
{
    done_after = 2;
    cr_expect_eq(run("", 40, 1), POOL_STOPPED);
    cr_expect_lt(shown_count, 5);
}

Test(pool, goes_on_after_a_failure_that_is_one_projects_own)
{
    cr_expect_eq(run("--fault get-project/2:status=404", 4, 2), POOL_ALL);
    cr_expect_str_eq(shown, "1 2x 3 4");
}
