/* store/credentials: private from the first byte, refused when others can read, other profiles kept. */
/* SPDX-License-Identifier: MIT */
#include "folder.h"

#include "steno/store/credentials.h"
#include "steno/store/config.h"

static struct error err;
static struct credentials saved;

static void begin(void)
{
    folder_make();
    error_clear(&err);
}

TestSuite(credentials, .init = begin, .fini = folder_remove);

Test(credentials, a_missing_file_or_profile_is_empty_and_no_error)
{
    cr_assert(credentials_load(&saved, folder_path("none"), "default", &err));
    cr_expect_str_eq(saved.token, "");
    cr_expect_eq(saved.line, 0);
    credentials_free(&saved);
    cr_assert(credentials_load(&saved, folder_file("c", "[profile other]\ntoken = x\n"), "default", &err));
    cr_expect_str_eq(saved.token, "");
    credentials_free(&saved);
}

Test(credentials, a_login_is_kept_in_a_private_file)
{
    struct stat info;
    umask(0);
    cr_assert(
        credentials_save(folder_path("new/steno/c"), "default", "https://h", "/API", "a@b.c", "t", &err),
        "%s", err.text);
    cr_assert_eq(stat(folder_path("new/steno/c"), &info), 0);
    cr_expect_eq(info.st_mode & 0777, 0600);
    cr_assert_eq(stat(folder_path("new/steno"), &info), 0);
    cr_expect_eq(info.st_mode & 0777, 0700);
    cr_assert(credentials_load(&saved, folder_path("new/steno/c"), "default", &err));
    cr_expect_str_eq(saved.url, "https://h");
    cr_expect_str_eq(saved.api_path, "/API");
    cr_expect_str_eq(saved.email, "a@b.c");
    cr_expect_str_eq(saved.token, "t");
    credentials_free(&saved);
}

Test(credentials, a_file_that_others_can_change_is_refused_with_the_remedy)
{
    const char *path = folder_file("c", "[profile default]\ntoken = x\n");
    const mode_t bad[] = {0620, 0602, 0666};
    char *reason = mem_printf(
        "%s can be changed by others, so the token in it is not used; run: chmod 600 %s", path, path);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_assert_eq(chmod(path, bad[i]), 0);
        cr_assert_not(credentials_load(&saved, path, "default", &err));
        cr_expect_str_eq(err.text, reason);
        cr_assert_not(credentials_save(path, "default", NULL, NULL, NULL, "y", &err));
        cr_expect_str_eq(err.text, reason);
    }
    char *text = folder_read(path);
    cr_expect_str_eq(text, "[profile default]\ntoken = x\n");
    free(text);
    free(reason);
}

Test(credentials, of_a_file_that_others_can_read_all_is_taken_but_the_token)
{
    const char *path = folder_file("c", "[profile default]\nurl = https://h\ntoken = x\n");
    const mode_t bad[] = {0640, 0604, 0644};
    char *reason =
        mem_printf("%s can be read by others, so the token in it is not used; run: chmod 600 %s", path, path);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_assert_eq(chmod(path, bad[i]), 0);
        cr_assert(credentials_load(&saved, path, "default", &err), "%s", err.text);
        cr_expect_str_eq(saved.url, "https://h");
        cr_expect_str_eq(saved.token, "");
        cr_expect_str_eq(saved.exposed.text, reason);
        credentials_free(&saved);
    }
    free(reason);
}

Test(credentials, a_logout_deletes_a_token_that_others_can_read_and_the_file_is_private_again)
{
    struct stat info;
    bool was_there = false;
    const char *path = folder_file("c", "[profile default]\nurl = https://h\ntoken = x\n");
    cr_assert_eq(chmod(path, 0644), 0);
    cr_assert(credentials_forget(path, "default", false, &was_there, &err), "%s", err.text);
    cr_expect(was_there);
    char *text = folder_read(path);
    cr_expect_str_eq(text, "[profile default]\nurl = https://h\n");
    cr_assert_eq(stat(path, &info), 0);
    cr_expect_eq(info.st_mode & 0777, 0600);
    free(text);
}

Test(credentials, saving_one_profile_keeps_the_others_and_what_is_not_known_here)
{
    const char *path =
        folder_file("c", "[profile work]\nurl = https://w\ntoken = w\nextra = kept\n"
                         "[profile default]\nurl = https://old\ntoken = old\n[profile x]\ntoken = x\n");
    cr_assert(credentials_save(path, "default", "https://new", NULL, "n@e.w", "new", &err), "%s", err.text);
    char *text = folder_read(path);
    cr_expect_str_eq(text,
                     "[profile work]\nurl = https://w\ntoken = w\nextra = kept\n[profile x]\ntoken = x\n"
                     "[profile default]\nurl = https://new\nemail = n@e.w\ntoken = new\n");
    free(text);
}

Test(credentials, a_logout_forgets_the_token_alone)
{
    const char *path = folder_path("c");
    cr_assert(credentials_save(path, "default", "https://h", NULL, "a@b.c", "t", &err));
    cr_assert(credentials_forget(path, "default", false, NULL, &err));
    cr_assert(credentials_load(&saved, path, "default", &err));
    cr_expect_str_eq(saved.token, "");
    cr_expect_str_eq(saved.url, "https://h");
    cr_expect_str_eq(saved.email, "a@b.c");
    credentials_free(&saved);
    cr_expect(credentials_forget(path, "default", false, NULL, &err));
    cr_expect(credentials_forget(folder_path("none"), "default", false, NULL, &err));
    cr_expect_neq(access(folder_path("none"), F_OK), 0);
}

Test(credentials, a_profile_that_is_forgotten_leaves_no_address_and_no_email)
{
    bool was_there = true;
    const char *path = folder_file("c", "[profile work]\nurl = https://w\ntoken = w\n"
                                        "[profile default]\nurl = https://h\nemail = a@b.c\n");
    cr_assert(credentials_forget(path, "default", true, &was_there, &err), "%s", err.text);
    cr_expect_not(was_there);
    char *text = folder_read(path);
    cr_expect_str_eq(text, "[profile work]\nurl = https://w\ntoken = w\n");
    free(text);
    cr_expect(credentials_forget(folder_path("none"), "default", true, NULL, &err));
    cr_expect_neq(access(folder_path("none"), F_OK), 0);
}

Test(credentials, a_value_that_would_break_the_file_is_refused)
{
    const char *path = folder_path("c");
    cr_assert_not(
        credentials_save(path, "default", "https://h", NULL, NULL, "a\n[profile work]\ntoken = b", &err));
    cr_expect_str_eq(err.text, "token: the value contains a control or invisible character");
    cr_assert_not(credentials_save(path, "a]b", "https://h", NULL, NULL, "t", &err));
    cr_expect_neq(access(path, F_OK), 0);
}

Test(credentials, a_link_is_followed_and_stays_a_link)
{
    struct stat info;
    const char *real = folder_file("real", "[profile work]\ntoken = w\n"), *path = folder_path("c");
    cr_assert_eq(symlink(real, path), 0);
    cr_assert(credentials_save(path, "default", "https://h", NULL, NULL, "t", &err), "%s", err.text);
    cr_assert_eq(lstat(path, &info), 0);
    cr_expect(S_ISLNK(info.st_mode));
    char *text = folder_read(real);
    cr_expect_str_eq(text, "[profile work]\ntoken = w\n[profile default]\nurl = https://h\ntoken = t\n");
    free(text);
}

Test(credentials, an_unwritable_place_is_named)
{
    folder_file("file", "x");
    cr_assert_not(
        credentials_save(folder_path("file/steno/c"), "default", "https://h", NULL, NULL, "t", &err));
    char *start = mem_printf("Cannot create the folder %s", folder_path("file"));
    cr_expect_str_starts(err.text, start);
    free(start);
}

Test(credentials, the_token_is_read_again_from_its_source)
{
    const char *path = folder_path("c");
    char *token;
    cr_assert(credentials_save(path, "default", "https://h", NULL, NULL, "saved", &err));
    cr_assert(config_read_token(path, "default", "https://h/", "", "", &token, &err));
    cr_expect_str_eq(token, "saved");
    mem_wipe_free(token);
    cr_assert(config_read_token(path, "default", "https://h", "", "echo fresh", &token, &err));
    cr_expect_str_eq(token, "fresh");
    mem_wipe_free(token);
    cr_assert(config_read_token(path, "other", "https://h", "", "", &token, &err));
    cr_expect_str_eq(token, "");
    mem_wipe_free(token);
}

Test(credentials, a_token_that_was_saved_for_another_server_meanwhile_is_not_handed_out)
{
    const char *path = folder_path("c");
    char *token;
    cr_assert(credentials_save(path, "default", "https://other", NULL, NULL, "theirs", &err));
    cr_assert(config_read_token(path, "default", "https://h", "", "", &token, &err));
    cr_expect_str_eq(token, "");
    mem_wipe_free(token);
}

Test(credentials, a_token_that_was_saved_for_another_account_meanwhile_is_not_handed_out)
{
    static const struct {
        const char *email, *token;
    } rows[] = {{"me@h", "mine"}, {"ME@h", "mine"}, {"", "mine"}, {"you@h", ""}};
    const char *path = folder_path("c");
    char *token;
    cr_assert(credentials_save(path, "default", "https://h", NULL, "me@h", "mine", &err));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_assert(config_read_token(path, "default", "https://h", rows[i].email, "", &token, &err));
        cr_expect_str_eq(token, rows[i].token, "%s", rows[i].email);
        mem_wipe_free(token);
    }
}
