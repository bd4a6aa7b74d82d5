/* store/config: who can write it, and the folders it lies in, can run programs; nobody else may. */
/* SPDX-License-Identifier: MIT */
#include "folder.h"

#include <grp.h>
#include <pwd.h>
#include <sys/xattr.h>

#include "steno/store/config.h"

static struct error err;
static char *config, *below; /* a folder of the config's own, within the test's */

static void begin(void)
{
    folder_make();
    umask(022);
    below = mem_copy(folder_path("steno"));
    cr_assert_eq(mkdir(below, 0755), 0);
    config = mem_copy(folder_file("steno/config", "bell = on\n"));
    cr_assert_eq(chmod(config, 0644), 0);
    error_clear(&err);
}

static void end(void)
{
    free(config);
    free(below);
    folder_remove();
}

TestSuite(config_access, .init = begin, .fini = end);

/* Loads the config as the programs do. */
static bool load(void)
{
    struct settings settings;
    const struct config_sources sources = {.config_path = config, .credentials_path = folder_path("none")};
    settings_init(&settings);
    error_clear(&err);
    bool ok = config_load(&settings, &sources, NULL, &err);
    settings_free(&settings);
    return ok;
}

/* It is refused as an invalid setting, with this remedy for a path. */
static void expect_refused(const char *remedy, const char *path)
{
    char *said = mem_printf("%s can be written by others, who could have it run programs; run: chmod %s %s",
                            path, remedy, path);
    cr_expect_not(load(), "%s was taken", path);
    cr_expect_eq(err.kind, ERROR_USAGE, "%d", err.kind);
    cr_expect_str_eq(err.text, said);
    free(said);
}

Test(config_access, a_private_one_and_one_that_others_can_only_read_serve)
{
    cr_expect(load(), "%s", err.text);
    cr_expect_eq(chmod(config, 0600) + chmod(below, 0700), 0);
    cr_expect(load(), "%s", err.text);
}

Test(config_access, a_file_that_all_can_write_is_refused_with_the_chmod)
{
    chmod(config, 0646);
    expect_refused("o-w", config);
}

Test(config_access, a_folder_that_all_can_write_is_refused_also_when_sticky_or_empty)
{
    chmod(below, 0757);
    expect_refused("o-w", below);
    chmod(below, 01757);
    expect_refused("o-w", below);
    remove(config);
    expect_refused("o-w", below);
}

Test(config_access, a_link_is_as_safe_as_the_file_and_the_folder_behind_it)
{
    char *real = mem_copy(folder_path("files")), *file = mem_copy(folder_path("files/config"));
    mkdir(real, 0755);
    cr_assert_eq(rename(config, file), 0);
    cr_assert_eq(symlink("../files/config", config), 0);
    cr_expect(load(), "%s", err.text);
    chmod(real, 0757);
    expect_refused("o-w", real);
    chmod(real, 0755);
    chmod(file, 0646);
    expect_refused("o-w", file);
    free(file);
    free(real);
}

/* Is the group of new files the user's own: of this name, and nobody else's? */
static bool has_private_group(void)
{
    struct passwd *user = getpwuid(getuid());
    char *name = user ? mem_copy(user->pw_name) : mem_copy("");
    struct group *group = getgrgid(getgid());
    bool own = group && strcmp(group->gr_name, name) == 0 && !group->gr_mem[0];
    free(name);
    return own;
}

Test(config_access, the_users_own_group_may_write_as_with_a_umask_of_002)
{
    cr_assert_eq(chown(config, (uid_t)-1, getgid()) + chown(below, (uid_t)-1, getgid()), 0);
    chmod(config, 0664);
    chmod(below, 0775);
    if (has_private_group())
        cr_expect(load(), "%s", err.text);
    else
        expect_refused("g-w", below);
}

Test(config_access, another_group_that_can_write_is_refused)
{
    if (chown(config, (uid_t)-1, 1) != 0) /* only root can give it to a group of others */
        return;
    chmod(config, 0664);
    expect_refused("g-w", config);
    chmod(config, 0666);
    expect_refused("go-w", config);
}

Test(config_access, the_file_of_another_user_is_refused_even_to_root)
{
    if (chown(config, 1, (gid_t)-1) != 0)
        return;
    cr_expect_not(load());
    cr_expect_eq(err.kind, ERROR_USAGE);
    char *said = mem_printf(
        "%s belongs to another user, who could have it run programs; replace it by a copy of your own",
        config);
    cr_expect_str_eq(err.text, said);
    free(said);
}

Test(config_access, the_file_of_root_serves_everybody)
{
    if (getuid() != 0)
        return;
    chmod(folder, 0755);
    cr_assert_eq(seteuid(1), 0);
    cr_expect(load(), "%s", err.text);
    cr_expect_eq(access(config, R_OK), 0);
    cr_assert_eq(seteuid(0), 0);
    cr_assert_eq(chown(config, 2, (gid_t)-1), 0);
    cr_assert_eq(seteuid(1), 0);
    cr_expect_not(load());
    cr_assert_eq(seteuid(0), 0);
}

Test(config_access, one_more_user_on_the_files_list_is_one_too_many)
{
    /* version 2; user::rw- user:1:rw- group::r-- mask::rw- other::r-- */
    static const unsigned char list[] = {2, 0, 0,   0,   1,   0,   6,  0, 255, 255, 255, 255, 2,   0,  6,
                                         0, 1, 0,   0,   0,   4,   0,  4, 0,   255, 255, 255, 255, 16, 0,
                                         6, 0, 255, 255, 255, 255, 32, 0, 4,   0,   255, 255, 255, 255};
    if (setxattr(config, "system.posix_acl_access", list, sizeof list, 0) != 0)
        return; /* the file system has no such lists */
    expect_refused("g-w", config);
    chmod(config, 0644);
    cr_expect(load(), "%s", err.text);
}

Test(config_access, nothing_is_asked_of_a_config_that_is_not_read)
{
    struct settings settings;
    const struct config_sources sources = {
        .config_path = config, .credentials_path = folder_path("none"), .sealed = true};
    chmod(config, 0666);
    settings_init(&settings);
    cr_expect(config_load(&settings, &sources, NULL, &err), "%s", err.text);
    settings_free(&settings);
}
