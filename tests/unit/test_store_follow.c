/* store/store: sessions that share a file which somebody writes over while they run. Each is a process, as
 * SQLite shares the index of the log between the connections of one process. */
#include "store_fixture.h"

#include <signal.h>
#include <sys/wait.h>

#define ROUNDS 100

static struct buffer backup;
static pid_t other;
static int to_other = -1, from_other = -1;

/* One operation of the other session, which makes no assertion: it is not the test's process. */
static struct store_result *other_run(struct store *on, enum store_op_kind kind, int64_t id)
{
    struct store_op *op = store_op_new(kind);
    op->id = id;
    struct store_result *result = store_result_new(op);
    if (!store_execute(on, op, result))
        fprintf(stderr, "other session: %s\n", result->error.text);
    store_op_free(op);
    return result;
}

/* What the other session answers to one order: l and f look, w lists, n tells, a digit is added. */
static void other_obey(struct store *on, char order, char answer[static 256])
{
    size_t len = 0;
    answer[0] = '\0';
    if (order == 'l' || order == 'f')
        store_look(on, order == 'l');
    else if (order == 'n')
        snprintf(answer, 256, "%s", store_notice(on) ? store_notice(on) : "");
    else {
        struct store_result *result = other_run(on, order == 'w' ? STORE_LOAD : STORE_WATCH_ADD, order - '0');
        for (size_t i = 0; i < result->row_count; i++)
            len += (size_t)snprintf(answer + len, 256 - len, "%s%" PRId64, i ? " " : "", result->rows[i].id);
        store_result_free(result);
    }
}

/* The other session, until its orders end. */
static _Noreturn void other_live(int orders, int answers)
{
    char order, answer[256];
    struct store *on = store_open(&config, NULL);
    bool ok = on && write(answers, "", 1) == 1;
    while (ok && read(orders, &order, 1) == 1) {
        other_obey(on, order, answer);
        ok = write(answers, answer, strlen(answer) + 1) > 0;
    }
    store_close(on);
    _exit(ok ? 0 : 1);
}

/* What the other session has answered. */
static const char *answered(void)
{
    static char answer[256];
    size_t len = 0;
    do
        cr_assert_eq(read(from_other, answer + len, 1), 1, "the other session has ended");
    while (answer[len++] && len < sizeof answer);
    return answer;
}

static void order(char what)
{
    cr_assert_eq(write(to_other, &what, 1), 1);
}

/* Gives the other session an order and waits for its answer. */
static const char *ask(char what)
{
    order(what);
    return answered();
}

static void start_other(void)
{
    int orders[2], answers[2];
    cr_assert(pipe(orders) == 0 && pipe(answers) == 0);
    signal(SIGPIPE, SIG_IGN);
    other = fork();
    cr_assert_geq(other, 0);
    if (other == 0) {
        close(orders[1]);
        close(answers[0]);
        other_live(orders[0], answers[1]);
    }
    close(orders[0]);
    close(answers[1]);
    to_other = orders[1];
    from_other = answers[0];
    answered();
}

/* Ends the other session in order. */
static void end_other(void)
{
    int status;
    close(to_other);
    close(from_other);
    cr_expect(waitpid(other, &status, 0) == other && status == 0);
    other = 0;
}

/* A backup that has project 9, and two sessions on the file, which has more. */
static void begin_two(void)
{
    store_begin();
    buffer_init(&backup, BUFFER_MAX_DEFAULT);
    open_store();
    watch(9, 9);
    store_close(store);
    store = NULL;
    cr_assert(file_read(config.path, &backup, &err), "%s", err.text);
    start_other();
    open_store();
    watch(1, 3);
    cr_assert_str_eq(ask('w'), "9 1 2 3");
}

static void end_two(void)
{
    if (other > 0)
        end_other();
    buffer_free(&backup);
    store_end();
}

TestSuite(store_follow, .init = begin_two, .fini = end_two);

/* Writes bytes over the file, as cp does: the file stays, what is in it goes. */
static void write_bytes(const void *bytes, size_t len)
{
    FILE *file = fopen(config.path, "w");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(bytes, 1, len, file), len);
    cr_assert_eq(fclose(file), 0);
}

static void write_over(void)
{
    write_bytes(backup.data, backup.len);
}

/* Both read these rows, and what one of the two writes is read by the other. */
static void expect_shared_after(const char *rows, int round)
{
    char with_one[32], with_two[32];
    const char *blank = *rows ? " " : "";
    snprintf(with_one, sizeof with_one, "%s%s4", rows, blank);
    snprintf(with_two, sizeof with_two, "%s%s4 5", rows, blank);
    cr_assert_str_eq(watched(store), rows, "round %d", round);
    cr_assert_str_eq(ask('w'), rows, "round %d", round);
    cr_assert(run_on(store, STORE_WATCH_ADD, 4, 0, 0, NULL, NULL, NULL), "%s", last->error.text);
    cr_assert_str_eq(ask('w'), with_one, "round %d", round);
    ask('5');
    cr_assert_str_eq(watched(store), with_two, "round %d", round);
}

static void expect_shared(int round)
{
    expect_shared_after("9", round);
}

/* The file has all that was written, and is sound, when both have ended. */
static void expect_kept(const char *rows)
{
    end_other();
    open_store();
    cr_expect_str_eq(watched(store), rows);
    cr_expect_null(store_notice(store));
}

Test(store_follow, a_session_that_did_not_see_the_copy_goes_on_with_one_that_did)
{
    write_over();
    store_look(store, true);
    expect_shared(0);
    cr_expect(strstr(ask('n'), "was overwritten by another one"));
    expect_kept("9 4 5");
}

Test(store_follow, a_session_that_did_not_see_the_copy_finds_it_without_an_operation)
{
    ask('f');
    cr_expect_str_eq(ask('n'), "");
    write_over();
    store_look(store, true);
    ask('f');
    cr_expect(strstr(ask('n'), "was overwritten by another one"));
    expect_shared(0);
}

Test(store_follow, sessions_that_see_the_copy_at_once_read_what_the_other_one_writes)
{
    for (int round = 0; round < ROUNDS; round++) {
        write_over();
        order('l');
        store_look(store, true);
        answered();
        expect_shared(round);
    }
    expect_kept("9 4 5");
}

Test(store_follow, sessions_that_see_damage_at_once_share_the_new_file)
{
    char garbage[8192];
    memset(garbage, 'x', sizeof garbage);
    for (int round = 0; round < ROUNDS; round++) {
        write_bytes(garbage, sizeof garbage);
        order('l');
        store_look(store, true);
        answered();
        expect_shared_after("", round);
    }
    expect_kept("4 5");
}

Test(store_follow, sessions_that_see_the_file_deleted_at_once_keep_all_of_it)
{
    for (int round = 0; round < ROUNDS; round++) {
        cr_assert_eq(unlink(config.path), 0);
        order('f');
        store_look(store, false);
        answered();
        cr_assert_str_eq(watched(store), "9 1 2 3", "round %d", round);
        cr_assert_str_eq(ask('w'), "9 1 2 3", "round %d", round);
    }
    expect_kept("9 1 2 3");
}

Test(store_follow, a_log_that_is_deleted_by_hand_is_no_other_file)
{
    unsigned generation = store_generation(store);
    char *log = mem_printf("%s-wal", config.path);
    cr_assert_eq(unlink(log), 0);
    store_look(store, false);
    cr_expect_eq(store_generation(store), generation);
    cr_expect_str_eq(watched(store), "9 1 2 3");
    expect_kept("9 1 2 3");
    free(log);
}
