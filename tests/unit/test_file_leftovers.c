/* base/file: what killed runs left in a folder is removed by a later one, and nothing else is. */
/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "folder.h"
#include "poor_system.h"
#include "support/asserts.h"

TestSuite(file_leftovers, .init = folder_make, .fini = folder_remove);

static bool is_there(const char *name)
{
    struct stat facts;
    return lstat(folder_path(name), &facts) == 0;
}

/* Makes a file without the code under test. */
static void put(const char *name, mode_t mode)
{
    int fd = open(folder_path(name), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    cr_assert(fd >= 0 && write(fd, "half", 4) == 4 && fchmod(fd, mode) == 0);
    close(fd);
}

/* Makes a file look as if it was last written so many seconds ago. */
static void age(const char *name, long seconds)
{
    struct timespec times[2] = {{.tv_sec = time(NULL) - seconds}, {.tv_sec = time(NULL) - seconds}};
    cr_assert_eq(utimensat(AT_FDCWD, folder_path(name), times, AT_SYMLINK_NOFOLLOW), 0, "%s", name);
}

Test(file_leftovers, leftovers_are_removed_after_an_hour)
{
    put(".steno-abcde1", 0600);
    put(".steno-ABCDE2", 0644);
    put(".steno-abcde3", 0400);
    put(".steno-fresh1", 0600);
    put(".steno-future", 0600);
    age(".steno-abcde1", 3600); /* an hour, and what passes until it is looked at */
    age(".steno-ABCDE2", 100 * 24 * 3600);
    age(".steno-abcde3", 3601);
    age(".steno-fresh1", 3600 - 100);
    age(".steno-future", -3600);
    file_remove_leftovers(folder_path("a.srt"));
    cr_expect_not(is_there(".steno-abcde1"));
    cr_expect_not(is_there(".steno-ABCDE2"));
    cr_expect_not(is_there(".steno-abcde3"));
    cr_expect(is_there(".steno-fresh1"));
    cr_expect(is_there(".steno-future"));
}

Test(file_leftovers, a_leftover_that_is_in_use_stays)
{
    struct file_draft draft;
    struct error err;
    cr_assert(file_begin(&draft, folder_path("a"), FILE_SHARED, true, &err), "%s", err.text);
    cr_assert_eq(write(draft.fd, "half", 4), 4);
    const char *name = strrchr(draft.temp_path, '/') + 1;
    age(name, 7200);
    file_remove_leftovers(folder_path("a.srt"));
    cr_expect(is_there(name), "a slow export of another run");
    file_abandon(&draft);
    put(".steno-abcdef", 0600);
    age(".steno-abcdef", 7200);
    int fd = open(folder_path(".steno-abcdef"), O_RDONLY);
    cr_assert_eq(flock(fd, LOCK_SH), 0);
    file_remove_leftovers(folder_path("a.srt"));
    cr_expect(is_there(".steno-abcdef"), "locked");
    close(fd);
    file_remove_leftovers(folder_path("a.srt"));
    cr_expect_not(is_there(".steno-abcdef"));
}

Test(file_leftovers, what_another_user_left_stays)
{
    put(".steno-abcdef", 0666);
    age(".steno-abcdef", 7200);
    poor.another_user = true;
    file_remove_leftovers(folder_path("a.srt"));
    poor.another_user = false;
    cr_expect(is_there(".steno-abcdef"));
}

Test(file_leftovers, nothing_but_leftovers_is_removed)
{
    static const char *const names[] = {".steno-abcde",  ".steno-abcdefg", "steno-abcdef", ".steno-abc-ef",
                                        ".Steno-abcdef", ".steno-abc.ef",  ".steno-",      "a.srt"};
    size_t count = sizeof names / sizeof names[0];
    for (size_t i = 0; i < count; i++) {
        put(names[i], 0600);
        age(names[i], 7200);
    }
    cr_assert_eq(mkdir(folder_path(".steno-folder"), 0700), 0);
    age(".steno-folder", 7200);
    cr_assert_eq(symlink("a.srt", folder_path(".steno-tolink")), 0);
    age(".steno-tolink", 7200);
    cr_assert_eq(mkfifo(folder_path(".steno-a1pipe"), 0600), 0);
    age(".steno-a1pipe", 7200);
    file_remove_leftovers(folder_path("a.srt"));
    for (size_t i = 0; i < count; i++)
        cr_expect(is_there(names[i]), "%s", names[i]);
    cr_expect(is_there(".steno-folder"));
    cr_expect(is_there(".steno-tolink"));
    cr_expect(is_there(".steno-a1pipe"));
    file_remove_leftovers(folder_path("none/a.srt"));
}

Test(file_leftovers, a_private_file_that_is_written_takes_leftovers_with_it)
{
    struct error err;
    put(".steno-abcdef", 0600);
    age(".steno-abcdef", 7200);
    cr_assert(file_write(folder_path("credentials"), "new", 3, &err), "%s", err.text);
    cr_expect_not(is_there(".steno-abcdef"));
}
