/* base/file: folders and files. New files are private from the start, appear complete or not at all, and get
 * the right mode. A later run removes the leftovers of killed runs. */
/* SPDX-License-Identifier: MIT */
#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#define NOBODY      65534
#define COUNT(list) (sizeof(list) / sizeof(list)[0])

/* Simulates systems and file systems without some calls: these calls fail. */
static struct {
    bool no_links; /* link(), and renameat2() without replacing */
} poor;

int renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
    if (!poor.no_links)
        return (int)syscall(SYS_renameat2, from_dir, from, to_dir, to, flags);
    errno = EINVAL;
    return -1;
}

int link(const char *from, const char *to)
{
    if (!poor.no_links)
        return (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
    errno = EPERM;
    return -1;
}

static struct error err;
static char *path; /* of the file "a" */

static void begin(void)
{
    folder_make();
    umask(022);
    path = mem_copy(folder_path("a"));
}

static void end(void)
{
    free(path);
    folder_remove();
}

TestSuite(file, .init = begin, .fini = end);

/* The number of entries in the test's folder. `hidden`, unless NULL, gets the name of the last hidden entry.
 */
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

/* Writes a file without the tested code. */
static void put(const char *name, const char *text, mode_t mode)
{
    int fd = open(folder_path(name), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    cr_assert(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text) && fchmod(fd, mode) == 0);
    close(fd);
}

static struct file_draft draft_of(const char *name, enum file_access access, bool replace)
{
    struct file_draft draft;
    cr_assert(file_begin(&draft, folder_path(name), access, replace, &err), "%s", err.text);
    return draft;
}

/* Writes a whole file through a draft file. */
static void save(const char *name, const char *text, enum file_access access, bool replace)
{
    struct file_draft draft = draft_of(name, access, replace);
    cr_assert(file_write_all(draft.fd, text, strlen(text)));
    cr_assert(file_commit(&draft, &err), "%s", err.text);
}

/* --- whole files --- */

Test(file, a_written_file_is_private_and_reads_back_whole_up_to_the_cap)
{
    struct buffer read;
    buffer_init(&read, 3);
    cr_assert_not(file_read(path, &read, &err));
    cr_expect_eq(err.kind, ERROR_NOT_FOUND);
    cr_assert(file_write(path, "x\0y", 3, &err));
    cr_expect_eq(mode_of(path), 0600);
    cr_assert(file_read(path, &read, &err), "%s", err.text);
    cr_assert_eq(read.len, 3);
    cr_expect_arr_eq(read.data, "x\0y", 3);
    buffer_free(&read);
    cr_assert(file_write(path, "1234", 4, &err));
    buffer_init(&read, 3);
    cr_assert_not(file_read(path, &read, &err), "a larger one is refused, not cut");
    cr_expect_eq(err.kind, ERROR_IO);
    cr_assert_not(file_make_dirs(folder_path("a/x"), &err));
    cr_expect_eq(err.kind, ERROR_IO);
    buffer_free(&read);
}

Test(file, a_symbolic_link_stays_and_the_file_behind_it_is_replaced)
{
    struct stat facts;
    put("target", "old", 0600);
    cr_assert_eq(symlink("target", path), 0);
    cr_assert(file_write(path, "newer", 5, &err), "%s", err.text);
    cr_assert_eq(lstat(path, &facts), 0);
    cr_expect(S_ISLNK(facts.st_mode));
    expect_text(folder_path("target"), "newer");
}

Test(file, a_pipe_is_written_to_and_not_replaced_waited_for_or_read)
{
    struct stat facts;
    struct file_draft draft;
    struct buffer read_back;
    char got[8] = "";
    cr_assert_eq(mkfifo(path, 0600), 0);
    alarm(20); /* ends the test if an open waits */
    cr_assert_not(file_begin(&draft, path, FILE_SHARED, false, &err));
    cr_expect(draft.unread);
    int reader = open(path, O_RDWR | O_NONBLOCK);
    cr_assert(file_begin(&draft, path, FILE_SHARED, false, &err), "%s", err.text);
    cr_expect_not(draft.unread);
    cr_expect_eq(fcntl(draft.fd, F_GETFL) & O_NONBLOCK, 0, "its writes wait for the reader");
    file_abandon(&draft);
    cr_assert(file_write(path, "bytes", 5, &err), "%s", err.text);
    cr_expect_eq(read(reader, got, sizeof got), 5);
    cr_expect_str_eq(got, "bytes");
    close(reader);
    cr_assert_eq(lstat(path, &facts), 0);
    cr_expect(S_ISFIFO(facts.st_mode));
    buffer_init(&read_back, 100);
    cr_assert_not(file_read(path, &read_back, &err));
    cr_expect_eq(err.kind, ERROR_IO);
    cr_expect_str_has(err.text, "it is a pipe, not a file");
    buffer_free(&read_back);
}

Test(file, a_path_at_home_is_found_where_home_is)
{
    static const struct {
        const char *home, *path, *found;
    } paths[] = {{"/home/jana", "~/subs/a.srt", "/home/jana/subs/a.srt"},
                 {"/home/jana", "~", "/home/jana"},
                 {"/home/jana", "~jan/a", "~jan/a"},
                 {"/home/jana", "a/~/b", "a/~/b"},
                 {"/home/jana", "", ""},
                 {NULL, "~/a", "~/a"}};
    for (size_t i = 0; i < COUNT(paths); i++) {
        unsetenv("HOME");
        if (paths[i].home)
            setenv("HOME", paths[i].home, 1);
        char *found = file_expand_home(paths[i].path);
        cr_expect_str_eq(found, paths[i].found);
        free(found);
    }
}

/* --- complete or not at all --- */

Test(file, one_in_the_making_is_a_locked_temporary_file_until_it_is_whole_or_abandoned)
{
    for (int replace = 0; replace < 2; replace++) {
        char name[64] = "";
        struct file_draft draft = draft_of("a", FILE_SHARED, replace);
        cr_assert(file_write_all(draft.fd, "words", 5));
        cr_assert_eq(count_files(name), 1);
        cr_expect_str_starts(name, ".steno-");
        cr_expect_eq(strlen(name), 13);
        int fd = open(folder_path(name), O_RDONLY);
        cr_expect_eq(flock(fd, LOCK_SH | LOCK_NB), -1);
        cr_expect_eq(errno, EWOULDBLOCK);
        close(fd);
        cr_assert(file_commit(&draft, &err), "%s", err.text);
        cr_expect_eq(count_files(NULL), 1);
        expect_text(path, "words");
        remove(path);
        draft = draft_of("a", FILE_SHARED, replace);
        cr_assert(file_write_all(draft.fd, "half", 4));
        file_abandon(&draft);
        cr_expect_eq(count_files(NULL), 0);
        cr_expect_eq(draft.fd, -1);
    }
}

Test(file, a_kill_leaves_the_old_file_and_a_private_half)
{
    int status;
    char left[64] = "";
    put("a", "old", 0600);
    pid_t child = fork();
    if (child == 0) {
        struct file_draft draft = draft_of("a", FILE_SHARED, true);
        file_write_all(draft.fd, "half", 4);
        kill(getpid(), SIGKILL);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    expect_text(path, "old");
    cr_expect_eq(count_files(left), 2);
    cr_expect_eq(mode_of(folder_path(left)), 0600);
}

Test(file, an_existing_name_is_not_replaced_unasked_also_where_there_are_no_links)
{
    for (int way = 0; way < 2; way++) {
        poor.no_links = way == 1;
        save("a", "first", FILE_SHARED, false);
        expect_text(path, "first");
        struct file_draft draft = draft_of("a", FILE_SHARED, false);
        cr_assert(file_write_all(draft.fd, "new", 3));
        cr_assert_not(file_commit(&draft, &err));
        cr_expect_eq(err.kind, ERROR_EXISTS, "%s", err.text);
        cr_expect_eq(count_files(NULL), 1, "way %d", way);
        expect_text(path, "first");
        remove(path);
    }
    poor.no_links = false;
    cr_assert_eq(symlink("nowhere", path), 0);
    struct file_draft draft = draft_of("a", FILE_SHARED, false);
    cr_assert_not(file_commit(&draft, &err), "what leads nowhere is taken, too");
    cr_expect_eq(err.kind, ERROR_EXISTS, "%s", err.text);
    cr_expect_not(is_there("nowhere"));
}

Test(file, what_cannot_be_written_is_told_with_its_reason)
{
    struct file_draft draft;
    cr_assert_not(file_begin(&draft, folder_path("none/a"), FILE_SHARED, false, &err));
    cr_expect_eq(err.kind, ERROR_IO);
    cr_expect_str_has(err.text, "none/a: the folder ");
    cr_expect_str_has(err.text, "none/ is missing");
    cr_assert_not(file_begin(&draft, "/proc/x.srt", FILE_SHARED, false, &err));
    cr_expect_str_eq(err.text, "Cannot write /proc/x.srt: No such file or directory", "that folder is there");
}

/* --- modes --- */

Test(file, a_new_file_follows_the_umask_or_is_private_and_a_replaced_one_keeps_its_mode)
{
    static const mode_t masks[][2] = {{022, 0644}, {077, 0600}, {0, 0666}};
    static const mode_t modes[] = {0600, 0640, 0666, 0400};
    for (size_t i = 0; i < COUNT(masks) * 2; i++) {
        umask(masks[i / 2][0]);
        save("a", "words", FILE_SHARED, i % 2);
        cr_expect_eq(mode_of(path), masks[i / 2][1], "umask %o: %o", masks[i / 2][0], mode_of(path));
        cr_assert_eq(remove(path), 0);
    }
    umask(0);
    for (size_t i = 0; i < COUNT(modes); i++) {
        put("a", "old", modes[i]);
        cr_assert_eq(link(path, folder_path("other")), 0);
        save("a", "new", FILE_SHARED, true);
        cr_expect_eq(mode_of(path), modes[i], "%o", modes[i]);
        cr_assert_eq(chmod(path, 0600) + chmod(folder_path("other"), 0600), 0);
        expect_text(path, "new");
        expect_text(folder_path("other"), "old"); /* another hard link */
        cr_assert_eq(remove(path) + remove(folder_path("other")), 0);
    }
    save("a", "words", FILE_PRIVATE, false);
    cr_expect_eq(mode_of(path), 0600);
    put("a", "old", 0666);
    save("a", "words", FILE_PRIVATE, true);
    cr_expect_eq(mode_of(path), 0600);
}

static unsigned mode_of_draft(const struct file_draft *draft)
{
    struct stat facts;
    cr_assert_eq(fstat(draft->fd, &facts), 0);
    return facts.st_mode & 0777;
}

Test(file, what_replaces_a_file_is_private_while_it_is_written)
{
    put("a", "old", 0600);
    struct file_draft draft = draft_of("a", FILE_SHARED, true);
    cr_expect_eq(mode_of_draft(&draft), 0600);
    file_abandon(&draft);
    draft = draft_of("new", FILE_SHARED, true);
    cr_expect_eq(mode_of_draft(&draft), 0644);
    file_retarget(&draft, path); /* sets the final name */
    cr_expect_eq(mode_of_draft(&draft), 0600);
    file_retarget(&draft, folder_path("other"));
    cr_expect_eq(mode_of_draft(&draft), 0644);
    file_abandon(&draft);
}

Test(file, root_keeps_owner_and_group_and_who_cannot_gives_the_own_group_no_more_than_everybody_had)
{
    struct stat facts;
    int status;
    if (syscall(SYS_geteuid) != 0)
        cr_skip_test("only root can make a file of another user");
    put("a", "old", 0664);
    cr_assert_eq(chown(path, 1234, 2345), 0);
    save("a", "new", FILE_SHARED, true);
    cr_assert_eq(stat(path, &facts), 0);
    cr_expect_eq(facts.st_uid, 1234);
    cr_expect_eq(facts.st_gid, 2345);
    cr_expect_eq(mode_of(path), 0664);
    cr_assert_eq(chown(folder, NOBODY, NOBODY), 0);
    pid_t child = fork();
    if (child == 0) {
        if (setresgid(NOBODY, NOBODY, NOBODY) != 0 || setresuid(NOBODY, NOBODY, NOBODY) != 0)
            _exit(99);
        save("a", "newer", FILE_SHARED, true);
        _exit(0);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_expect_eq(status, 0);
    cr_assert_eq(stat(path, &facts), 0);
    cr_expect_eq(facts.st_uid, NOBODY);
    cr_expect_eq(mode_of(path), 0644);
}

/* --- leftovers of killed runs --- */

/* Sets the time of the last write to this number of seconds ago. */
static void age(const char *name, long seconds)
{
    struct timespec times[2] = {{.tv_sec = time(NULL) - seconds}, {.tv_sec = time(NULL) - seconds}};
    cr_assert_eq(utimensat(AT_FDCWD, folder_path(name), times, AT_SYMLINK_NOFOLLOW), 0, "%s", name);
}

Test(file, leftovers_are_removed_after_an_hour_and_nothing_else_is)
{
    static const struct {
        const char *name;
        mode_t mode;
        long age;
        bool stays;
    } rows[] = {{".steno-abcde1", 0600, 3600, false}, /* an hour plus the time until the check */
                {".steno-ABCDE2", 0644, 100 * 24 * 3600, false},
                {".steno-fresh1", 0600, 3600 - 100, true},
                {".steno-abcde", 0600, 7200, true},
                {".steno-abcdefg", 0600, 7200, true},
                {".steno-abc-ef", 0600, 7200, true},
                {".steno-abc.ef", 0600, 7200, true},
                {"a.srt", 0600, 7200, true}};
    static const char *const others[] = {".steno-folder", ".steno-tolink", ".steno-a1pipe"};
    for (size_t i = 0; i < COUNT(rows); i++) {
        put(rows[i].name, "half", rows[i].mode);
        age(rows[i].name, rows[i].age);
    }
    cr_assert_eq(mkdir(folder_path(others[0]), 0700), 0);
    cr_assert_eq(symlink("a.srt", folder_path(others[1])), 0);
    cr_assert_eq(mkfifo(folder_path(others[2]), 0600), 0);
    for (size_t i = 0; i < COUNT(others); i++)
        age(others[i], 7200);
    file_remove_leftovers(folder_path("none/a.srt"));
    file_remove_leftovers(folder_path("a.srt"));
    for (size_t i = 0; i < COUNT(rows); i++)
        cr_expect_eq(is_there(rows[i].name), rows[i].stays, "%s", rows[i].name);
    for (size_t i = 0; i < COUNT(others); i++)
        cr_expect(is_there(others[i]), "%s", others[i]);
}

Test(file, a_leftover_that_is_in_use_stays)
{
    struct file_draft draft = draft_of("a", FILE_SHARED, true);
    cr_assert_eq(write(draft.fd, "half", 4), 4);
    const char *name = strrchr(draft.temp_path, '/') + 1;
    age(name, 7200);
    file_remove_leftovers(folder_path("a.srt"));
    cr_expect(is_there(name), "a slow export of another run");
    file_abandon(&draft);
    name = ".steno-abcdef";
    put(name, "half", 0666);
    age(name, 7200);
    int fd = open(folder_path(name), O_RDONLY);
    cr_assert_eq(flock(fd, LOCK_SH), 0);
    file_remove_leftovers(folder_path("a.srt"));
    cr_expect(is_there(name), "locked");
    close(fd);
    cr_assert(file_write(folder_path("credentials"), "new", 3, &err), "%s", err.text);
    cr_expect_not(is_there(name), "a private file that is written takes it away");
}
