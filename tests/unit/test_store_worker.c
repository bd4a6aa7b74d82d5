/* work/store_worker: operations in order, nothing lost at the end, other sessions' changes noticed. */
/* SPDX-License-Identifier: MIT */
#include "folder.h"
#include "mail_wait.h"

#include <errno.h>
#include <ftw.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jansson.h>
#include <sqlite3.h>

#include "store_worker.h"

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
    struct store_worker *worker = store_worker_new(to, &config, true, &err);
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

Test(store_worker, a_thread_left_behind_saves_what_waits_posts_no_more_and_frees_what_it_holds)
{
    sqlite3 *other;
    int before = threads_count();
    struct store_worker *worker = start(box);
    cr_assert_eq(count_watched(worker, box), 0);
    cr_assert_eq(sqlite3_open(config.path, &other), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    submit(worker, STORE_WATCH_ADD, 1, NULL, NULL);
    submit(worker, STORE_WATCH_ADD, 2, NULL, NULL);
    cr_expect_not(store_worker_stop(worker, 0));
    for (struct mail mail; mailbox_take(box, &mail);)
        mail_clear(&mail);
    cr_assert_eq(sqlite3_close(other), SQLITE_OK);
    threads_wait_gone(before);
    cr_expect_not(mail_waits(box));
    worker = start(box);
    cr_expect_eq(count_watched(worker, box), 2);
    cr_expect(store_worker_stop(worker, MAIL_LIMIT_MS));
}

/* The state file cannot be made. */
static void spoil_home(void)
{
    folder_file("file", "x");
    free((char *)(uintptr_t)config.path);
    config.path = mem_copy(folder_path("file/state/state.db"));
}

/* An operation fails for this reason, and nothing else is said. */
static void expect_failure(struct store_worker *worker, enum store_op_kind kind, const char *reason)
{
    submit(worker, kind, 70, NULL, NULL);
    struct mail mail = mail_next(box);
    cr_assert_eq(mail.kind, MAIL_STORE);
    cr_expect_not(mail.store->ok);
    cr_expect_str_has(mail.store->error.text, reason);
    mail_clear(&mail);
    cr_expect_not(mail_waits(box));
}

Test(store_worker, without_a_usable_file_each_operation_is_answered_with_the_reason)
{
    spoil_home();
    struct store_worker *worker = store_worker_new(box, &config, false, &err);
    cr_assert_not_null(worker, "%s", err.text);
    expect_failure(worker, STORE_WATCH_ADD, "Cannot create the folder");
    expect_failure(worker, STORE_LOAD, "Cannot create the folder");
    cr_expect(store_worker_stop(worker, MAIL_LIMIT_MS));
}

Test(store_worker, who_needs_a_usable_file_does_not_start_without)
{
    spoil_home();
    cr_assert_null(store_worker_new(box, &config, true, &err));
    cr_expect_str_starts(err.text, "Cannot create the folder ");
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

/* The kernel has few watches, 128 a user: this program gets none while that is set. */
static bool has_no_watch;

int inotify_init1(int flags)
{
    if (!has_no_watch)
        return (int)syscall(SYS_inotify_init1, flags);
    errno = EMFILE;
    return -1;
}

Test(store_worker, without_a_watch_other_ones_changes_and_logins_are_heard_of_all_the_same)
{
    struct mailbox *other_box = mailbox_new(&err);
    has_no_watch = true;
    config.credentials_path = folder_path("credentials");
    struct store_worker *worker = start(box), *other = start(other_box);
    count_watched(worker, box);
    count_watched(other, other_box);
    submit(worker, STORE_WATCH_ADD, 7, NULL, NULL);
    struct mail mail = mail_next_of(other_box, MAIL_STORE_CHANGED);
    mail_clear(&mail);
    cr_expect_eq(count_watched(other, other_box), 1);
    mail = mail_next_of(other_box, MAIL_LOGIN_SAVED);
    mail_clear(&mail);
    store_worker_stop(worker, MAIL_LIMIT_MS);
    store_worker_stop(other, MAIL_LIMIT_MS);
    mailbox_free(other_box);
}

Test(store_worker, without_a_watch_a_login_is_heard_of_however_many_operations_come)
{
    int64_t end_ms = clock_mono_ms() + MAIL_LIMIT_MS;
    bool is_heard = false;
    has_no_watch = true;
    config.credentials_path = folder_path("credentials");
    struct store_worker *worker = start(box);
    while (!is_heard && clock_mono_ms() < end_ms) {
        submit(worker, STORE_LOAD, 0, NULL, NULL);
        for (bool is_answer = false; !is_answer;) {
            struct mail mail = mail_next(box);
            is_answer = mail.kind == MAIL_STORE;
            is_heard |= mail.kind == MAIL_LOGIN_SAVED;
            mail_clear(&mail);
        }
    }
    cr_expect(is_heard, "each operation put it off");
    store_worker_stop(worker, MAIL_LIMIT_MS);
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

#define LEFT " was deleted or replaced. Restart steno"

Test(store_worker, a_file_that_is_deleted_is_named_by_what_would_write_to_it)
{
    struct store_worker *worker = start(box);
    submit(worker, STORE_WATCH_ADD, 1, NULL, NULL);
    cr_expect_eq(count_watched(worker, box), 1);
    cr_assert_eq(unlink(config.path), 0);
    expect_failure(worker, STORE_WATCH_ADD, LEFT);
    cr_expect_eq(count_watched(worker, box), 1);
    cr_expect_neq(access(config.path, F_OK), 0, "a new file was begun");
    store_worker_stop(worker, MAIL_LIMIT_MS);
}

Test(store_worker, a_folder_that_is_deleted_with_the_file_is_named)
{
    struct store_worker *worker = start(box);
    submit(worker, STORE_WATCH_ADD, 7, NULL, NULL);
    cr_expect_eq(count_watched(worker, box), 1);
    nftw(folder_path("state"), folder_remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    expect_failure(worker, STORE_WATCH_ADD, config.path);
    store_worker_stop(worker, MAIL_LIMIT_MS);
}

Test(store_worker, a_backup_that_is_moved_to_the_files_place_is_for_the_next_session)
{
    struct store_worker *worker = start(box);
    submit(worker, STORE_WATCH_ADD, 1, NULL, NULL);
    submit(worker, STORE_WATCH_ADD, 2, NULL, NULL);
    cr_expect_eq(count_watched(worker, box), 2);
    cr_assert_eq(rename(make_backup(9), config.path), 0);
    expect_failure(worker, STORE_WATCH_ADD, LEFT);
    store_worker_stop(worker, MAIL_LIMIT_MS);
    worker = start(box);
    cr_expect_eq(count_watched(worker, box), 1);
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

Test(store_worker, what_is_asked_for_together_waits_once_for_another_session)
{
    struct store_worker *worker = start(box);
    sqlite3 *db;
    cr_assert_eq(count_watched(worker, box), 0);
    cr_assert_eq(sqlite3_open(config.path, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    int64_t end_ms = clock_mono_ms() + MAIL_LIMIT_MS; /* four that wait one after the other */
    for (int id = 1; id <= 5; id++)
        submit(worker, STORE_WATCH_ADD, id, NULL, NULL);
    for (int id = 1; id <= 5; id++) {
        struct mail mail = mail_next_of(box, MAIL_STORE);
        cr_expect_not(mail.store->ok);
        cr_expect_str_has(mail.store->error.text, "Another session is using ");
        mail_clear(&mail);
    }
    cr_expect_lt(clock_mono_ms(), end_ms);
    submit(worker, STORE_WATCH_ADD, 6, NULL, NULL);
    sqlite3_close(db);
    cr_expect_eq(count_watched(worker, box), 1, "what is asked for after that waits again");
    store_worker_stop(worker, MAIL_LIMIT_MS);
}
