/* base/file: folders, whole files, private from the open on. Files in the making: test_file_draft.c. */
/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

static char folder[64];

static void make_folder(void)
{
    snprintf(folder, sizeof folder, "/tmp/steno-file-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
}

/* Removes the test's folder with the files in it. */
static void remove_folder(void)
{
    DIR *dir = opendir(folder);
    for (struct dirent *entry; (entry = readdir(dir));) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        remove(path);
    }
    closedir(dir);
    rmdir(folder);
}

TestSuite(file, .init = make_folder, .fini = remove_folder);

/* The path of a file in the test's folder; caller frees. */
static char *in_folder(const char *name)
{
    return mem_printf("%s/%s", folder, name);
}

Test(file, a_written_file_is_private_and_reads_back_whole)
{
    char *path = in_folder("a");
    struct error err;
    struct stat info;
    struct buffer read;
    cr_assert(file_write(path, "x\0y", 3, &err));
    cr_assert_eq(stat(path, &info), 0);
    cr_assert_eq(info.st_mode & 07777, 0600);
    buffer_init(&read, 100);
    cr_assert(file_read(path, &read, &err));
    cr_assert_eq(read.len, 3);
    cr_assert_arr_eq(read.data, "x\0y", 3);
    buffer_free(&read);
    free(path);
}

Test(file, a_path_at_home_is_found_where_home_is)
{
    static const char *const paths[][2] = {{"~/subs/a.srt", "/home/jana/subs/a.srt"},
                                           {"~", "/home/jana"},
                                           {"~jan/a", "~jan/a"},
                                           {"a/~/b", "a/~/b"},
                                           {"", ""}};
    setenv("HOME", "/home/jana", 1);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        char *path = file_expand_home(paths[i][0]);
        cr_expect_str_eq(path, paths[i][1]);
        free(path);
    }
    unsetenv("HOME");
    char *path = file_expand_home("~/a");
    cr_expect_str_eq(path, "~/a", "it is not known");
    free(path);
}

Test(file, a_symbolic_link_stays_and_the_file_behind_it_is_replaced)
{
    struct error err;
    struct stat facts;
    char *target = in_folder("target"), *link_path = in_folder("link");
    cr_assert(file_write(target, "old", 3, &err));
    cr_assert_eq(symlink("target", link_path), 0);
    cr_assert(file_write(link_path, "newer", 5, &err), "%s", err.text);
    cr_assert_eq(lstat(link_path, &facts), 0);
    cr_expect(S_ISLNK(facts.st_mode));
    cr_assert_eq(stat(target, &facts), 0);
    cr_expect_eq(facts.st_size, 5);
    free(target);
    free(link_path);
}

Test(file, a_pipe_is_written_to_and_not_replaced)
{
    struct error err;
    struct stat facts;
    char *path = in_folder("pipe"), got[8] = "";
    cr_assert_eq(mkfifo(path, 0600), 0);
    int reader = open(path, O_RDWR | O_NONBLOCK);
    cr_assert(file_write(path, "bytes", 5, &err), "%s", err.text);
    cr_expect_eq(read(reader, got, sizeof got), 5);
    cr_expect_str_eq(got, "bytes");
    cr_assert_eq(lstat(path, &facts), 0);
    cr_expect(S_ISFIFO(facts.st_mode));
    close(reader);
    free(path);
}

Test(file, a_pipe_that_nobody_reads_is_not_waited_for)
{
    struct error err;
    struct file_draft draft;
    char *path = in_folder("pipe");
    cr_assert_eq(mkfifo(path, 0600), 0);
    alarm(20); /* the test ends even where it would wait */
    cr_assert_not(file_begin(&draft, path, FILE_SHARED, false, &err));
    cr_expect(draft.unread);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    cr_assert(file_begin(&draft, path, FILE_SHARED, false, &err), "%s", err.text);
    cr_expect_not(draft.unread);
    cr_expect_eq(fcntl(draft.fd, F_GETFL) & O_NONBLOCK, 0, "its writes wait for the reader");
    file_abandon(&draft);
    close(reader);
    free(path);
}

Test(file, a_pipe_or_a_device_is_not_read_as_a_file)
{
    struct error err;
    struct buffer read;
    char *path = in_folder("pipe");
    cr_assert_eq(mkfifo(path, 0600), 0);
    buffer_init(&read, 100);
    alarm(20);
    cr_assert_not(file_read(path, &read, &err));
    cr_expect_eq(err.kind, ERROR_IO);
    cr_expect_str_has(err.text, "it is a pipe, not a file");
    cr_assert_not(file_read("/dev/zero", &read, &err));
    cr_expect_str_eq(err.text, "Cannot read /dev/zero: it is a device, not a file");
    buffer_free(&read);
    free(path);
}

Test(file, a_file_larger_than_the_cap_is_refused_not_cut)
{
    char *path = in_folder("a");
    struct error err;
    struct buffer read;
    cr_assert(file_write(path, "12345", 5, &err));
    buffer_init(&read, 4);
    cr_assert_not(file_read(path, &read, &err));
    cr_assert_eq(err.kind, ERROR_IO);
    buffer_free(&read);
    free(path);
}

Test(file, a_missing_file_and_an_impossible_folder_are_told_apart)
{
    char *path = in_folder("none"), *below = in_folder("none/x");
    struct error err;
    struct buffer read;
    buffer_init(&read, 4);
    cr_assert_not(file_read(path, &read, &err));
    cr_assert_eq(err.kind, ERROR_NOT_FOUND);
    cr_assert(file_write(path, "", 0, &err));
    cr_assert_not(file_make_dirs(below, &err));
    cr_assert_eq(err.kind, ERROR_IO);
    free(path);
    free(below);
}

Test(file, relative_xdg_folders_are_ignored)
{
    setenv("HOME", "/home/someone", 1);
    setenv("XDG_STATE_HOME", "relative", 1);
    char *dir = file_state_dir();
    cr_assert_str_eq(dir, "/home/someone/.local/state/steno");
    free(dir);
    setenv("XDG_STATE_HOME", "/abs", 1);
    dir = file_state_dir();
    cr_assert_str_eq(dir, "/abs/steno");
    free(dir);
    unsetenv("XDG_STATE_HOME");
    unsetenv("HOME");
    cr_assert_null(file_state_dir());
}
