/* store/credentials: the file is private from its creation, refused if others can read it, and other profiles
 * are kept. */
/* SPDX-License-Identifier: MIT */
#include "folder.h"

#include "steno/store/config.h"
#include "steno/store/credentials.h"

static struct error err;
static struct credentials saved;
static const char *path; /* of the credentials file */

static void begin(void)
{
    folder_make();
    error_clear(&err);
    path = mem_copy(folder_path("c"));
}

static void end(void)
{
    free((char *)(uintptr_t)path);
    folder_remove();
}

TestSuite(credentials, .init = begin, .fini = end);

static bool save(const char *profile, const char *url, const char *email, const char *token)
{
    return credentials_save(path, profile, url, NULL, email, token, &err);
}

/* Loads a profile; expects this URL, email and token. */
static void expect_login(const char *file, const char *profile, const char *url, const char *email,
                         const char *token)
{
    cr_assert(credentials_load(&saved, file, profile, &err), "%s", err.text);
    cr_expect_str_eq(saved.url, url);
    cr_expect_str_eq(saved.email, email);
    cr_expect_str_eq(saved.token, token);
    credentials_free(&saved);
}

Test(credentials, a_login_is_kept_in_a_private_file_and_a_missing_file_or_profile_is_empty)
{
    const char *new = folder_path("new/steno/c");
    umask(0);
    expect_login(new, "default", "", "", "");
    cr_assert(credentials_save(new, "default", "https://h", "/API", "a@b.c", "t", &err), "%s", err.text);
    cr_expect_eq(mode_of(new), 0600);
    cr_expect_eq(mode_of(folder_path("new/steno")), 0700);
    expect_login(new, "default", "https://h", "a@b.c", "t");
    expect_login(new, "other", "", "", "");
    cr_assert(credentials_load(&saved, new, "default", &err));
    cr_expect_str_eq(saved.api_path, "/API");
    credentials_free(&saved);
    folder_file("file", "x");
    cr_assert_not(
        credentials_save(folder_path("file/steno/c"), "default", "https://h", NULL, NULL, "t", &err));
    char *start = mem_printf("Cannot create the folder %s", folder_path("file"));
    cr_expect_str_starts(err.text, start);
    free(start);
}

Test(credentials, a_file_that_others_can_change_is_refused_and_of_one_they_can_read_the_token)
{
#define LOGIN "[profile default]\nurl = https://h\ntoken = x\n"
    static const mode_t changed[] = {0620, 0602, 0666}, read[] = {0640, 0604, 0644};
    bool was_there = false;
    folder_file("c", LOGIN);
    char *said = mem_printf("%s can be changed by others, so the token in it is not used; run: chmod 600 %s",
                            path, path);
    for (size_t i = 0; i < 3; i++) {
        cr_assert_eq(chmod(path, changed[i]), 0);
        cr_assert_not(credentials_load(&saved, path, "default", &err));
        cr_expect_str_eq(err.text, said);
        cr_assert_not(save("default", NULL, NULL, "y"));
        cr_expect_str_eq(err.text, said);
    }
    expect_text(path, LOGIN);
    free(said);
    said =
        mem_printf("%s can be read by others, so the token in it is not used; run: chmod 600 %s", path, path);
    for (size_t i = 0; i < 3; i++) {
        cr_assert_eq(chmod(path, read[i]), 0);
        cr_assert(credentials_load(&saved, path, "default", &err), "%s", err.text);
        cr_expect_str_eq(saved.url, "https://h");
        cr_expect_str_eq(saved.token, "");
        cr_expect_str_eq(saved.exposed.text, said);
        credentials_free(&saved);
    }
    free(said);
    cr_assert(credentials_forget(path, "default", false, &was_there, &err), "%s", err.text);
    cr_expect(was_there, "a logout deletes it, and the file is private again");
    expect_text(path, "[profile default]\nurl = https://h\n");
    cr_expect_eq(mode_of(path), 0600);
}

Test(credentials, saving_one_profile_keeps_the_others_what_is_not_known_here_and_a_link)
{
    struct stat info;
    const char *real =
        folder_file("real", "[profile work]\nurl = https://w\ntoken = w\nextra = kept\n"
                            "[profile default]\nurl = https://old\ntoken = old\n[profile x]\ntoken = x\n");
    cr_assert_eq(symlink(real, path), 0);
    cr_assert(save("default", "https://new", "n@e.w", "new"), "%s", err.text);
    cr_assert_eq(lstat(path, &info), 0);
    cr_expect(S_ISLNK(info.st_mode));
    expect_text(real, "[profile work]\nurl = https://w\ntoken = w\nextra = kept\n[profile x]\ntoken = x\n"
                      "[profile default]\nurl = https://new\nemail = n@e.w\ntoken = new\n");
}

Test(credentials, a_logout_forgets_the_token_alone_or_the_whole_profile)
{
    bool was_there = true;
    cr_assert(save("work", "https://w", NULL, "w"));
    cr_assert(save("default", "https://h", "a@b.c", "t"));
    cr_assert(credentials_forget(path, "default", false, NULL, &err));
    expect_login(path, "default", "https://h", "a@b.c", "");
    cr_expect(credentials_forget(path, "default", false, NULL, &err));
    cr_assert(credentials_forget(path, "default", true, &was_there, &err), "%s", err.text);
    cr_expect_not(was_there);
    expect_text(path, "[profile work]\nurl = https://w\ntoken = w\n");
}

Test(credentials, a_value_that_would_break_the_file_is_refused)
{
    cr_assert_not(save("default", "https://h", NULL, "a\n[profile work]\ntoken = b"));
    cr_expect_str_eq(err.text, "token: the value contains a control or invisible character");
    cr_assert_not(save("a]b", "https://h", NULL, "t"));
    cr_expect_neq(access(path, F_OK), 0);
}

Test(credentials, the_token_is_read_again_from_its_source_and_of_no_other_server_or_account)
{
    static const struct {
        const char *profile, *url, *email, *command, *token;
    } rows[] = {
        {"default", "https://h", "me@h", "", "mine"},  {"default", "https://h/", "ME@h", "", "mine"},
        {"default", "https://h", "", "", "mine"},      {"default", "https://h", "you@h", "", ""},
        {"default", "https://other", "me@h", "", ""},  {"other", "https://h", "", "", ""},
        {"no-email", "https://h", "me@h", "", "mine"}, {"default", "https://h", "", "echo fresh", "fresh"}};
    cr_assert(save("default", "https://h", "me@h", "mine") && save("no-email", "https://h", NULL, "mine"));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *token;
        cr_assert(config_read_token(path, rows[i].profile, rows[i].url, rows[i].email, rows[i].command,
                                    &token, &err),
                  "%s", err.text);
        cr_expect_str_eq(token, rows[i].token, "row %zu", i);
        mem_wipe_free(token);
    }
}
