/* base/file: a file is in its place whole or not at all, with the mode it should have. What a kill left:
 * test_file_leftovers.c. */
/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "folder.h"
#include "poor_system.h"
#include "support/asserts.h"

#define NOBODY 65534

static void make_folder(void)
{
    folder_make();
    umask(022);
}

TestSuite(file_draft, .init = make_folder, .fini = folder_remove);

/* Entries of the test's folder; the last one's name that is hidden goes to `hidden`, if it is given. */
static int count_files(char hidden[64])
{
    int count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; (entry = readdir(dir));) {
        bool own = strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
        count += own;
        if (own && hidden && entry->d_name[0] == '.')
            snprintf(hidden, 64, "%.63s", entry->d_name);
    }
    closedir(dir);
    return count;
}

static bool is_there(const char *name)
{
    struct stat facts;
    return lstat(folder_path(name), &facts) == 0;
}

static unsigned mode_of(const char *name)
{
    struct stat facts;
    cr_assert_eq(stat(folder_path(name), &facts), 0, "%s", name);
    return facts.st_mode & 07777;
}

/* Writes a file without the code under test. */
static void put(const char *name, const char *text, mode_t mode)
{
    int fd = open(folder_path(name), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    cr_assert(fd >= 0 && file_write_all(fd, text, strlen(text)) && fchmod(fd, mode) == 0);
    close(fd);
}

static void expect_text(const char *name, const char *expected)
{
    struct buffer read;
    struct error err;
    buffer_init(&read, 1 << 20);
    cr_assert(file_read(folder_path(name), &read, &err), "%s", err.text);
    cr_expect_str_eq(buffer_text(&read), expected);
    buffer_free(&read);
}

static struct file_draft begin(const char *name, enum file_access access, bool replace)
{
    struct file_draft draft;
    struct error err;
    cr_assert(file_begin(&draft, folder_path(name), access, replace, &err), "%s", err.text);
    return draft;
}

/* Writes a whole file by a draft. */
static void save(const char *name, const char *text, enum file_access access, bool replace)
{
    struct error err;
    struct file_draft draft = begin(name, access, replace);
    cr_assert(file_write_all(draft.fd, text, strlen(text)));
    cr_assert(file_commit(&draft, &err), "%s", err.text);
}

/* --- whole or not at all --- */

/* Is the one hidden file there under a lock? */
static void expect_locked(void)
{
    char name[64] = "";
    cr_assert_eq(count_files(name), 1);
    cr_expect_str_starts(name, ".steno-");
    cr_expect_eq(strlen(name), 13);
    int fd = open(folder_path(name), O_RDONLY);
    cr_expect_eq(flock(fd, LOCK_SH | LOCK_NB), -1);
    cr_expect_eq(errno, EWOULDBLOCK);
    close(fd);
}

Test(file_draft, one_is_a_locked_temporary_file_until_it_is_whole)
{
    for (int replace = 0; replace < 2; replace++) {
        struct error err;
        struct file_draft draft = begin("a", FILE_SHARED, replace);
        cr_assert(file_write_all(draft.fd, "words", 5));
        expect_locked();
        cr_assert(file_commit(&draft, &err), "%s", err.text);
        cr_expect_eq(count_files(NULL), 1);
        expect_text("a", "words");
        remove(folder_path("a"));
    }
}

Test(file_draft, a_kill_leaves_the_old_file_and_a_private_half)
{
    put("a", "old", 0600);
    pid_t child = fork();
    if (child == 0) {
        struct file_draft draft = begin("a", FILE_SHARED, true);
        file_write_all(draft.fd, "half", 4);
        kill(getpid(), SIGKILL);
    }
    int status;
    char left[64] = "";
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    expect_text("a", "old");
    cr_expect_eq(count_files(left), 2);
    cr_expect_eq(mode_of(left), 0600, "%s: %o", left, mode_of(left));
}

Test(file_draft, an_abandoned_one_leaves_no_file)
{
    for (int replace = 0; replace < 2; replace++) {
        struct file_draft draft = begin("a", FILE_SHARED, replace);
        cr_assert(file_write_all(draft.fd, "half", 4));
        file_abandon(&draft);
        cr_expect_eq(count_files(NULL), 0);
        cr_expect_eq(draft.fd, -1);
    }
}

Test(file_draft, an_existing_file_is_not_replaced_unasked_and_nothing_is_left_behind)
{
    for (int way = 0; way < 2; way++) {
        struct error err;
        poor.no_links = way == 1;
        put("a", "old", 0600);
        struct file_draft draft = begin("a", FILE_SHARED, false);
        cr_assert(file_write_all(draft.fd, "new", 3));
        cr_assert_not(file_commit(&draft, &err));
        cr_expect_eq(err.kind, ERROR_EXISTS, "%s", err.text);
        cr_expect_eq(count_files(NULL), 1, "way %d", way);
        expect_text("a", "old");
    }
}

Test(file_draft, a_name_that_leads_nowhere_is_taken_too)
{
    struct error err;
    cr_assert_eq(symlink("nowhere", folder_path("a")), 0);
    struct file_draft draft = begin("a", FILE_SHARED, false);
    cr_assert_not(file_commit(&draft, &err));
    cr_expect_eq(err.kind, ERROR_EXISTS, "%s", err.text);
    cr_expect_not(is_there("nowhere"));
}

Test(file_draft, a_new_file_is_put_in_place_where_there_are_no_links)
{
    poor.no_links = true;
    save("a", "first", FILE_SHARED, false);
    expect_text("a", "first");
    cr_expect_eq(count_files(NULL), 1);
}

Test(file_draft, a_folder_that_is_missing_is_named_with_the_file)
{
    struct error err;
    struct file_draft draft;
    cr_assert_not(file_begin(&draft, folder_path("none/a"), FILE_SHARED, false, &err));
    cr_expect_eq(err.kind, ERROR_IO);
    cr_expect_str_has(err.text, "none/a: the folder ");
    cr_expect_str_has(err.text, "none/ is missing");
}

Test(file_draft, a_folder_that_is_there_is_not_called_missing_where_it_takes_no_file)
{
    struct error err;
    struct file_draft draft;
    cr_assert_not(file_begin(&draft, "/proc/x.srt", FILE_SHARED, false, &err));
    cr_expect_str_eq(err.text, "Cannot write /proc/x.srt: No such file or directory");
}

/* --- modes --- */

Test(file_draft, a_shared_file_follows_the_umask)
{
    static const mode_t rows[][2] = {{022, 0644}, {077, 0600}, {0, 0666}, {002, 0664}, {0777, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int replace = 0; replace < 2; replace++) {
            umask(rows[i][0]);
            save("a", "words", FILE_SHARED, replace);
            cr_expect_eq(mode_of("a"), rows[i][1], "umask %o: %o", rows[i][0], mode_of("a"));
            cr_assert_eq(remove(folder_path("a")), 0);
        }
    }
}

Test(file_draft, a_private_file_is_private_whatever_the_umask_and_the_old_mode)
{
    umask(0);
    save("a", "words", FILE_PRIVATE, false);
    cr_expect_eq(mode_of("a"), 0600);
    save("b", "words", FILE_PRIVATE, false);
    cr_expect_eq(mode_of("b"), 0600);
    put("c", "old", 0666);
    save("c", "words", FILE_PRIVATE, true);
    cr_expect_eq(mode_of("c"), 0600);
}

Test(file_draft, a_replaced_file_keeps_its_mode)
{
    static const mode_t modes[] = {0600, 0640, 0604, 0666, 0400, 0755, 0};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        put("a", "old", modes[i]);
        save("a", "new", FILE_SHARED, true);
        cr_expect_eq(mode_of("a"), modes[i], "%o", mode_of("a"));
        cr_assert_eq(chmod(folder_path("a"), 0600), 0);
        expect_text("a", "new");
        remove(folder_path("a"));
    }
}

Test(file_draft, what_replaces_a_file_is_private_while_it_is_written)
{
    struct stat facts;
    put("a", "old", 0600);
    struct file_draft draft = begin("a", FILE_SHARED, true);
    cr_assert_eq(fstat(draft.fd, &facts), 0);
    cr_expect_eq(facts.st_mode & 0777, 0600);
    file_abandon(&draft);
    draft = begin("new", FILE_SHARED, true);
    cr_assert_eq(fstat(draft.fd, &facts), 0);
    cr_expect_eq(facts.st_mode & 0777, 0644);
    file_retarget(&draft, folder_path("a")); /* its name is known now */
    cr_assert_eq(fstat(draft.fd, &facts), 0);
    cr_expect_eq(facts.st_mode & 0777, 0600);
    file_retarget(&draft, folder_path("other"));
    cr_assert_eq(fstat(draft.fd, &facts), 0);
    cr_expect_eq(facts.st_mode & 0777, 0644);
    file_abandon(&draft);
}

Test(file_draft, other_hard_links_to_a_replaced_file_keep_the_old_text)
{
    put("a", "old", 0640);
    cr_assert_eq(link(folder_path("a"), folder_path("other")), 0);
    save("a", "new", FILE_SHARED, true);
    expect_text("a", "new");
    expect_text("other", "old");
}

/* Runs a part of a test as a user without rights, as root only; returns its exit code, or -1. */
static int as_nobody(int (*part)(void))
{
    if (syscall(SYS_geteuid) != 0)
        return -1;
    pid_t child = fork();
    if (child == 0) {
        if (setresgid(NOBODY, NOBODY, NOBODY) != 0 || setresuid(NOBODY, NOBODY, NOBODY) != 0)
            _exit(99);
        _exit(part());
    }
    int status;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : 98;
}

Test(file_draft, root_keeps_owner_and_group_of_a_replaced_file)
{
    struct stat facts;
    if (syscall(SYS_geteuid) != 0)
        cr_skip_test("only root may");
    put("a", "old", 0640);
    cr_assert_eq(chown(folder_path("a"), 1234, 2345), 0);
    save("a", "new", FILE_SHARED, true);
    cr_assert_eq(stat(folder_path("a"), &facts), 0);
    cr_expect_eq(facts.st_uid, 1234);
    cr_expect_eq(facts.st_gid, 2345);
    cr_expect_eq(facts.st_mode & 07777, 0640);
}

static int replace_a(void)
{
    struct file_draft draft;
    struct error err;
    bool ok = file_begin(&draft, folder_path("a"), FILE_SHARED, true, &err) &&
              file_write_all(draft.fd, "new", 3) && file_commit(&draft, &err);
    return ok ? 0 : 3;
}

Test(file_draft, a_group_that_cannot_be_kept_gives_the_own_one_no_more_than_everybody_had)
{
    struct stat facts;
    if (syscall(SYS_geteuid) != 0)
        cr_skip_test("only root can make a file of another user");
    put("a", "old", 0664);
    cr_assert_eq(chown(folder_path("a"), 1234, 2345), 0);
    cr_assert_eq(chown(folder, NOBODY, NOBODY), 0);
    cr_expect_eq(as_nobody(replace_a), 0);
    cr_assert_eq(stat(folder_path("a"), &facts), 0);
    cr_expect_eq(facts.st_uid, NOBODY);
    cr_expect_eq(facts.st_mode & 07777, 0644, "%o", facts.st_mode & 07777);
}

Test(file_draft, a_rename_that_fails_is_told_with_its_reason)
{
    struct error err;
    put("a", "old", 0666);
    struct file_draft draft = begin("a", FILE_SHARED, true);
    poor.no_rename = true;
    cr_assert_not(file_commit(&draft, &err));
    poor.no_rename = false;
    cr_expect_str_has(err.text, "Cannot write");
    cr_expect_str_has(err.text, "Operation not permitted");
}
