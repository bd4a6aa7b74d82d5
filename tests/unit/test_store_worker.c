/* work/store_worker: operations in order, nothing lost at the end, other sessions' changes noticed. */
#include "folder.h"
#include "mail_wait.h"

#include <ftw.h>
#include <poll.h>
#include <sys/wait.h>

#include <jansson.h>

#include "steno/work/store_worker.h"

static struct mailbox *box;
static struct store_config config;
static struct error err;

static void begin(void)
{
    folder_make();
    box = mailbox_new(&err);
    config = (struct store_config){.path = mem_copy(folder_path("state/state.db")),
                                   .credentials_path = "/nonexistent",
                                   .url = "https://h",
                                   .api_path = "/API"};
}

static void end(void)
{
    mailbox_free(box);
    free((char *)(uintptr_t)config.path);
    folder_remove();
}

TestSuite(store_worker, .init = begin, .fini = end);

static struct store_worker *start(struct mailbox *to)
{
    struct store_worker *worker = store_worker_new(to, &config, &err);
    cr_assert_not_null(worker, "%s", err.text);
    return worker;
}

static uint64_t submit(struct store_worker *worker, enum store_op_kind kind, int64_t id, const char *name,
                       json_t *json)
{
    struct store_op *op = store_op_new(kind);
    uint64_t serial = op->serial;
    op->id = id;
    op->name = mem_copy_or_null(name);
    op->json = json;
    store_worker_submit(worker, op);
    return serial;
}

/* Lists the watchlist through a worker and counts its rows. */
static size_t count_watched(struct store_worker *worker, struct mailbox *from)
{
    submit(worker, STORE_LOAD, 0, NULL, NULL);
    struct mail mail;
    do {
        mail = mail_next_of(from, MAIL_STORE);
        if (mail.store->kind == STORE_LOAD)
            break;
        mail_clear(&mail);
    } while (true);
    cr_assert(mail.store->ok, "%s", mail.store->error.text);
    size_t count = mail.store->row_count;
    mail_clear(&mail);
    return count;
}

Test(store_worker, every_operation_is_answered_in_order)
{
    struct store_worker *worker = start(box);
    uint64_t serials[50];
    for (int i = 0; i < 50; i++)
        serials[i] = submit(worker, STORE_WATCH_ADD, i + 1, NULL, NULL);
    for (int i = 0; i < 50; i++) {
        struct mail mail = mail_next_of(box, MAIL_STORE);
        cr_expect_eq(mail.store->serial, serials[i]);
        cr_expect(mail.store->ok, "%s", mail.store->error.text);
        mail_clear(&mail);
    }
    cr_expect_eq(count_watched(worker, box), 50);
    cr_expect(store_worker_stop(worker, MAIL_LIMIT_MS));
}

Test(store_worker, what_was_submitted_before_the_end_is_saved)
{
    struct store_worker *worker = start(box);
    for (int i = 1; i <= 20; i++)
        submit(worker, STORE_DRAFT_SAVE, i, "enqueue", json_pack("{s:s}", "Lang", "en-US"));
    cr_assert(store_worker_stop(worker, MAIL_LIMIT_MS));
    struct store *store = store_open(&config, &err);
    cr_assert_not_null(store, "%s", err.text);
    struct store_op *op = store_op_new(STORE_DRAFT_LOAD);
    op->id = 20;
    op->name = mem_copy("enqueue");
    struct store_result *result = store_result_new(op);
    cr_expect(store_execute(store, op, result));
    cr_expect_not_null(result->json);
    store_result_free(result);
    store_op_free(op);
    store_close(store);
}

Test(store_worker, what_will_be_lost_with_the_session_is_marked_with_the_reason)
{
    folder_file("file", "x");
    free((char *)(uintptr_t)config.path);
    config.path = mem_copy(folder_path("file/state/state.db"));
    struct store_worker *worker = start(box);
    submit(worker, STORE_DRAFT_SAVE, 1, "enqueue", json_pack("{s:s}", "Lang", "en-US"));
    submit(worker, STORE_LOAD, 0, NULL, NULL);
    struct mail mail = mail_next_of(box, MAIL_STORE);
    cr_expect(mail.store->ok && mail.store->session_only);
    cr_expect_not_null(strstr(mail.store->error.text, "Cannot create the folder"), "%s",
                       mail.store->error.text);
    mail_clear(&mail);
    mail = mail_next_of(box, MAIL_STORE);
    cr_expect(mail.store->ok && !mail.store->session_only, "reading loses nothing");
    mail_clear(&mail);
    cr_expect(store_worker_stop(worker, MAIL_LIMIT_MS));
}

Test(store_worker, without_a_usable_home_one_notice_is_given_and_the_session_works)
{
    folder_file("file", "x");
    free((char *)(uintptr_t)config.path);
    config.path = mem_copy(folder_path("file/state/state.db"));
    struct store_worker *worker = start(box);
    submit(worker, STORE_WATCH_ADD, 1, NULL, NULL);
    struct mail mail = mail_next(box);
    cr_assert_eq(mail.kind, MAIL_NOTICE);
    const char *start_text =
        "Watchlist, history and drafts will be lost when you quit: Cannot create the folder ";
    cr_expect(strncmp(mail.text, start_text, strlen(start_text)) == 0, "%s", mail.text);
    mail_clear(&mail);
    mail = mail_next(box);
    cr_assert_eq(mail.kind, MAIL_STORE);
    cr_expect(mail.store->ok);
    mail_clear(&mail);
    cr_expect_eq(count_watched(worker, box), 1);
    cr_expect_not(mail_waits(box));
    store_worker_stop(worker, MAIL_LIMIT_MS);
}

Test(store_worker, a_damaged_file_is_told_of_once)
{
    char garbage[4096];
    memset(garbage, 'x', sizeof garbage);
    cr_assert(file_make_dirs(folder_path("state"), &err));
    cr_assert(file_write(config.path, garbage, sizeof garbage, &err));
    struct store_worker *worker = start(box);
    struct mail mail = mail_next(box);
    cr_assert_eq(mail.kind, MAIL_NOTICE);
    cr_expect(strstr(mail.text, "was damaged"), "%s", mail.text);
    mail_clear(&mail);
    cr_expect_eq(count_watched(worker, box), 0);
    cr_expect_eq(count_watched(worker, box), 0);
    cr_expect_not(mail_waits(box));
    store_worker_stop(worker, MAIL_LIMIT_MS);
}

Test(store_worker, one_session_hears_of_another_ones_changes_but_not_of_its_own)
{
    struct mailbox *other_box = mailbox_new(&err);
    struct store_worker *worker = start(box), *other = start(other_box);
    count_watched(worker, box);
    count_watched(other, other_box); /* both are open and watch */
    submit(worker, STORE_WATCH_ADD, 7, NULL, NULL);
    struct mail mail = mail_next(other_box);
    cr_expect_eq(mail.kind, MAIL_STORE_CHANGED);
    mail_clear(&mail);
    cr_expect_eq(count_watched(other, other_box), 1);
    mail = mail_next(box);
    cr_expect_eq(mail.kind, MAIL_STORE);
    mail_clear(&mail);
    submit(worker, STORE_LOAD, 0, NULL, NULL);
    mail = mail_next(box);
    cr_expect_eq(mail.kind, MAIL_STORE);
    mail_clear(&mail);
    cr_expect_not(mail_waits(box));
    store_worker_stop(worker, MAIL_LIMIT_MS);
    store_worker_stop(other, MAIL_LIMIT_MS);
    mailbox_free(other_box);
}

/* Waits until a file is there. */
static void wait_for_file(const char *path)
{
    for (int64_t end = clock_mono_ms() + MAIL_LIMIT_MS; access(path, F_OK) != 0;) {
        cr_assert(clock_mono_ms() < end, "%s did not come", path);
        poll(NULL, 0, 5);
    }
}

/* A store with one watched project, elsewhere: a backup. */
static const char *make_backup(int64_t id)
{
    struct store_config elsewhere = config;
    elsewhere.path = folder_path("backup.db");
    struct store *store = store_open(&elsewhere, &err);
    cr_assert_not_null(store, "%s", err.text);
    struct store_op *op = store_op_new(STORE_WATCH_ADD);
    op->id = id;
    struct store_result *result = store_result_new(op);
    cr_assert(store_execute(store, op, result), "%s", result->error.text);
    store_result_free(result);
    store_op_free(op);
    store_close(store);
    return elsewhere.path;
}

/* Writes bytes over the state file, as cp does: the file stays, what is in it goes. */
static void write_over(const void *bytes, size_t len)
{
    FILE *file = fopen(config.path, "w");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(bytes, 1, len, file), len);
    cr_assert_eq(fclose(file), 0);
}

Test(store_worker, a_deleted_file_is_written_again_before_anything_is_done)
{
    struct store_worker *worker = start(box);
    submit(worker, STORE_WATCH_ADD, 7, NULL, NULL);
    submit(worker, STORE_DRAFT_SAVE, 7, "enqueue", json_pack("{s:s}", "Lang", "en-US"));
    cr_expect_eq(count_watched(worker, box), 1);
    cr_assert_eq(unlink(config.path), 0);
    struct mail mail = mail_next_of(box, MAIL_NOTICE);
    cr_expect(strstr(mail.text, "was deleted or moved; everything was written to a new one"), "%s", mail.text);
    mail_clear(&mail);
    store_worker_stop(worker, MAIL_LIMIT_MS);
    worker = start(box);
    cr_expect_eq(count_watched(worker, box), 1);
    uint64_t serial = submit(worker, STORE_DRAFT_LOAD, 7, "enqueue", NULL);
    mail = mail_next_of(box, MAIL_STORE);
    cr_expect(mail.store->serial == serial && mail.store->json);
    mail_clear(&mail);
    store_worker_stop(worker, MAIL_LIMIT_MS);
}

Test(store_worker, a_folder_that_was_deleted_with_the_file_is_made_again)
{
    struct store_worker *worker = start(box);
    submit(worker, STORE_WATCH_ADD, 7, NULL, NULL);
    cr_expect_eq(count_watched(worker, box), 1);
    for (int turn = 0; turn < 2; turn++) { /* the new folder is watched too */
        nftw(folder_path("state"), folder_remove_entry, 8, FTW_DEPTH | FTW_PHYS);
        wait_for_file(config.path);
        struct mail mail = mail_next_of(box, MAIL_NOTICE);
        mail_clear(&mail);
    }
    cr_expect_eq(count_watched(worker, box), 1);
    store_worker_stop(worker, MAIL_LIMIT_MS);
}

Test(store_worker, a_backup_that_is_moved_to_the_files_place_is_read)
{
    struct store_worker *worker = start(box);
    submit(worker, STORE_WATCH_ADD, 1, NULL, NULL);
    submit(worker, STORE_WATCH_ADD, 2, NULL, NULL);
    cr_expect_eq(count_watched(worker, box), 2);
    cr_assert_eq(rename(make_backup(9), config.path), 0);
    struct mail mail = mail_next_of(box, MAIL_STORE_CHANGED);
    mail_clear(&mail);
    cr_expect_eq(count_watched(worker, box), 1);
    store_worker_stop(worker, MAIL_LIMIT_MS);
}

Test(store_worker, a_backup_that_is_copied_over_the_file_is_read)
{
    struct store_worker *worker = start(box);
    submit(worker, STORE_WATCH_ADD, 1, NULL, NULL);
    submit(worker, STORE_WATCH_ADD, 2, NULL, NULL);
    cr_expect_eq(count_watched(worker, box), 2);
    struct buffer backup;
    buffer_init(&backup, BUFFER_MAX_DEFAULT);
    cr_assert(file_read(make_backup(9), &backup, &err), "%s", err.text);
    write_over(backup.data, backup.len);
    struct mail mail = mail_next_of(box, MAIL_STORE_CHANGED);
    mail_clear(&mail);
    cr_expect_eq(count_watched(worker, box), 1);
    store_worker_stop(worker, MAIL_LIMIT_MS);
    worker = start(box);
    cr_expect_eq(count_watched(worker, box), 1, "what was in the log was written over the backup");
    store_worker_stop(worker, MAIL_LIMIT_MS);
    buffer_free(&backup);
}

/* A session in a process of its own, as SQLite shares the index of a log between the connections of one. */
struct other {
    pid_t pid;
    int orders, answers;
};

/* Obeys until the orders end: c changes the file and copies a backup over it, l looks after somebody did. */
static _Noreturn void other_live(int orders, int answers, const char *bytes, size_t len)
{
    char order = 'o';
    struct store *store = store_open(&config, NULL);
    while (store && write(answers, &order, 1) == 1 && read(orders, &order, 1) == 1) {
        struct store_op *op = store_op_new(STORE_WATCH_ADD);
        op->id = 1;
        struct store_result *result = store_result_new(op);
        FILE *file = NULL;
        if (order == 'l')
            store_look(store, true);
        else if (store_execute(store, op, result) && (file = fopen(config.path, "w")) != NULL) {
            fwrite(bytes, 1, len, file);
            fclose(file);
        }
        store_result_free(result);
        store_op_free(op);
    }
    store_close(store);
    _exit(store ? 0 : 1);
}

/* Waits until the other session has done what it was asked. */
static void other_wait(const struct other *other)
{
    char answer;
    cr_assert_eq(read(other->answers, &answer, 1), 1, "the other session has ended");
}

static void other_do(const struct other *other, char order)
{
    cr_assert_eq(write(other->orders, &order, 1), 1);
    other_wait(other);
}

/* Starts it before any thread. */
static struct other other_start(const struct buffer *backup)
{
    int orders[2], answers[2];
    cr_assert(pipe(orders) == 0 && pipe(answers) == 0);
    struct other other = {.pid = fork(), .orders = orders[1], .answers = answers[0]};
    if (other.pid == 0) {
        close(orders[1]);
        close(answers[0]);
        other_live(orders[0], answers[1], backup->data, backup->len);
    }
    close(orders[0]);
    close(answers[1]);
    other_wait(&other);
    return other;
}

static void other_end(const struct other *other)
{
    int status;
    close(other->orders);
    close(other->answers);
    cr_expect(waitpid(other->pid, &status, 0) == other->pid && status == 0);
}

/* The bytes of a backup with project 9. */
static void read_backup(struct buffer *backup)
{
    buffer_init(backup, BUFFER_MAX_DEFAULT);
    cr_assert(file_read(make_backup(9), backup, &err), "%s", err.text);
}

Test(store_worker, a_session_that_began_after_the_copy_goes_on_with_those_that_saw_it)
{
    struct buffer backup;
    cr_assert(file_make_dirs(folder_path("state"), &err));
    read_backup(&backup);
    struct other other = other_start(&backup);
    other_do(&other, 'c');
    struct store_worker *worker = start(box);
    count_watched(worker, box); /* it is open and watches */
    other_do(&other, 'l');
    struct mail mail = mail_next_of(box, MAIL_STORE_CHANGED);
    mail_clear(&mail);
    cr_expect_eq(count_watched(worker, box), 1);
    store_worker_stop(worker, MAIL_LIMIT_MS);
    other_end(&other);
    buffer_free(&backup);
}

Test(store_worker, a_copy_over_the_file_right_after_another_sessions_change_is_seen)
{
    struct buffer backup;
    cr_assert(file_make_dirs(folder_path("state"), &err));
    read_backup(&backup);
    struct other other = other_start(&backup);
    struct store_worker *worker = start(box);
    count_watched(worker, box); /* it is open and watches */
    for (int round = 0; round < 50; round++) {
        other_do(&other, 'c');
        size_t count = count_watched(worker, box);
        cr_assert_eq(count, 1, "round %d: %zu", round, count);
        other_do(&other, 'l');
    }
    store_worker_stop(worker, MAIL_LIMIT_MS);
    other_end(&other);
    buffer_free(&backup);
}

Test(store_worker, two_sessions_go_on_after_their_file_was_deleted)
{
    struct mailbox *other_box = mailbox_new(&err);
    struct store_worker *worker = start(box), *other = start(other_box);
    submit(worker, STORE_WATCH_ADD, 1, NULL, NULL);
    cr_expect_eq(count_watched(worker, box), 1);
    cr_expect_eq(count_watched(other, other_box), 1);
    cr_assert_eq(unlink(config.path), 0);
    struct mail mail = mail_next_of(box, MAIL_NOTICE);
    mail_clear(&mail);
    mail = mail_next_of(other_box, MAIL_NOTICE);
    mail_clear(&mail);
    submit(other, STORE_WATCH_ADD, 2, NULL, NULL);
    cr_expect_eq(count_watched(other, other_box), 2);
    cr_expect_eq(count_watched(worker, box), 2);
    store_worker_stop(worker, MAIL_LIMIT_MS);
    store_worker_stop(other, MAIL_LIMIT_MS);
    mailbox_free(other_box);
}

Test(store_worker, a_file_that_is_spoilt_while_it_is_used_is_told_of_as_lost)
{
    char garbage[8192];
    memset(garbage, 'x', sizeof garbage);
    struct store_worker *worker = start(box);
    static const size_t sizes[] = {sizeof garbage, 0};
    for (int i = 0; i < 2; i++) {
        submit(worker, STORE_WATCH_ADD, 1, NULL, NULL);
        cr_expect_eq(count_watched(worker, box), 1);
        write_over(garbage, sizes[i]);
        struct mail mail = mail_next_of(box, MAIL_STORE_LOST);
        mail_clear(&mail);
        mail = mail_next_of(box, MAIL_NOTICE);
        cr_expect(strstr(mail.text, i == 0 ? "was damaged and renamed to " : "was emptied"), "%s", mail.text);
        mail_clear(&mail);
        cr_expect_eq(count_watched(worker, box), 0);
    }
    store_worker_stop(worker, MAIL_LIMIT_MS);
}

Test(store_worker, the_loss_is_told_before_the_answer_that_lacks_the_rows)
{
    struct store_worker *worker = start(box);
    submit(worker, STORE_WATCH_ADD, 1, NULL, NULL);
    cr_expect_eq(count_watched(worker, box), 1);
    char garbage[8192];
    memset(garbage, 'x', sizeof garbage);
    write_over(garbage, sizeof garbage);
    submit(worker, STORE_LOAD, 0, NULL, NULL);
    struct mail mail = mail_next(box);
    cr_expect_eq(mail.kind, MAIL_STORE_LOST);
    mail_clear(&mail);
    store_worker_stop(worker, MAIL_LIMIT_MS);
}

Test(store_worker, a_scope_change_takes_its_turn_in_the_queue)
{
    struct store_worker *worker = start(box);
    submit(worker, STORE_WATCH_ADD, 1, NULL, NULL);
    struct store_op *op = store_op_new(STORE_SCOPE);
    op->text = mem_copy("https://other");
    op->text2 = mem_copy("/API");
    op->text3 = mem_copy("a@b.c");
    store_worker_submit(worker, op);
    cr_expect_eq(count_watched(worker, box), 0);
    store_worker_stop(worker, MAIL_LIMIT_MS);
}

Test(store_worker, a_token_command_that_hangs_keeps_neither_drafts_nor_the_end_waiting)
{
    struct store_worker *worker = start(box);
    struct store_op *op = store_op_new(STORE_TOKEN_READ);
    op->name = mem_copy("default");
    op->text = mem_copy("sleep 20");
    store_worker_submit(worker, op);
    submit(worker, STORE_DRAFT_SAVE, 1, "enqueue", json_pack("{s:s}", "Lang", "en-US"));
    struct mail mail = mail_next(box);
    cr_expect_eq(mail.store->kind, STORE_DRAFT_SAVE);
    mail_clear(&mail);
    cr_expect(store_worker_stop(worker, MAIL_LIMIT_MS));
    cr_expect_not(mail_waits(box));
}

Test(store_worker, a_token_is_read_from_its_command)
{
    struct store_worker *worker = start(box);
    struct store_op *op = store_op_new(STORE_TOKEN_READ);
    op->name = mem_copy("default");
    op->text = mem_copy("echo fresh");
    store_worker_submit(worker, op);
    struct mail mail = mail_next(box);
    cr_assert(mail.store->ok, "%s", mail.store->error.text);
    cr_expect_str_eq(mail.store->secret, "fresh");
    mail_clear(&mail);
    store_worker_stop(worker, MAIL_LIMIT_MS);
}
