/* base: buffers with a hard cap, errors with a closed set of kinds, the log without secrets. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "steno/base/error.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "steno/base/text.h"
#include "support/asserts.h"

Test(buffer, an_append_past_the_cap_is_refused_whole)
{
    struct buffer buf;
    buffer_init(&buf, 4);
    cr_assert(buffer_append_text(&buf, "abc"));
    cr_assert_not(buffer_append_text(&buf, "de"));
    cr_assert(buf.full);
    cr_assert_str_eq(buffer_text(&buf), "abc");
    cr_assert(buffer_append_char(&buf, 'd'));
    cr_assert_str_eq(buffer_text(&buf), "abcd");
    buffer_free(&buf);
}

Test(error, kinds_have_the_documented_names_and_exit_codes)
{
    static const struct {
        enum error_kind kind;
        const char *name;
        int code;
    } cases[] = {
        {ERROR_USAGE, "usage", 2},
        {ERROR_NOT_LOGGED_IN, "not_logged_in", 3},
        {ERROR_FORBIDDEN, "forbidden", 3},
        {ERROR_NOT_FOUND, "not_found", 4},
        {ERROR_CONFLICT, "conflict", 5},
        {ERROR_DNS, "dns", 6},
        {ERROR_CONNECT, "connect", 6},
        {ERROR_TLS, "tls", 6},
        {ERROR_TIMEOUT, "timeout", 6},
        {ERROR_NETWORK, "network", 6},
        {ERROR_REJECTED, "rejected", 1},
        {ERROR_UNKNOWN_OUTCOME, "unknown_outcome", 6},
        {ERROR_SERVER, "server", 1},
        {ERROR_RATE_LIMITED, "rate_limited", 1},
        {ERROR_BAD_REPLY, "bad_reply", 1},
        {ERROR_EXISTS, "exists", 1},
        {ERROR_IO, "io", 1},
        {ERROR_CANCELLED, "cancelled", 130},
    };
    cr_assert_eq(sizeof cases / sizeof cases[0], ERROR_KIND_COUNT - 1);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cr_assert_str_eq(error_kind_name(cases[i].kind), cases[i].name);
        cr_assert_eq(error_kind_exit_code(cases[i].kind), cases[i].code);
    }
}

Test(error, a_sentence_too_long_ends_in_an_ellipsis_and_stays_valid)
{
    struct error err;
    char longer[4000];
    memset(longer, 0, sizeof longer);
    for (int i = 0; i < 1300; i++)
        memcpy(longer + (size_t)i * 3, "日", 3);
    error_set(&err, ERROR_IO, "%s", longer);
    cr_assert(text_is_valid(err.text, strlen(err.text)));
    cr_assert_str_eq(err.text + strlen(err.text) - strlen("…"), "…");
    error_prefix(&err, "Read project %d", 7);
    cr_assert_str_starts(err.text, "Read project 7: 日");
}

Test(error, its_parts_stand_in_one_text_and_the_advice_can_be_left_out)
{
    struct error err;
    char *without;
    cr_expect_not(error_set_parts(&err, ERROR_SERVER, "Read project 7", "Try again later", "%s (%d): %s",
                                  "server error", 500, "It is late. Try again..."));
    cr_expect_eq(err.kind, ERROR_SERVER);
    cr_expect_str_eq(err.text, "Read project 7: server error (500): It is late. Try again. Try again later.");
    error_prefix(&err, "Nothing was sent");
    without = error_without_advice(&err);
    cr_expect_str_eq(without, "Nothing was sent: Read project 7: server error (500): It is late. Try again");
    free(without);
    error_set_parts(&err, ERROR_CANCELLED, "Log in", NULL, "cancelled");
    cr_expect_str_eq(err.text, "Log in: cancelled.");
    without = error_without_advice(&err);
    cr_expect_str_eq(without, "Log in: cancelled");
    free(without);
    error_set_parts(&err, ERROR_IO, "Log in", "Advice", "%0*d", 1100, 0);
    error_prefix(&err, "Second");
    without = error_without_advice(&err);
    cr_expect_str_eq(without, err.text, "what was cut off had no advice left");
    free(without);
}

Test(log, a_line_never_holds_a_secret_or_a_control_character_and_the_file_is_private)
{
    char path[] = "/tmp/steno-log-XXXXXX";
    struct error err;
    struct stat info;
    struct buffer text;
    close(mkstemp(path));
    cr_assert_eq(chmod(path, 0644), 0); /* as another program may have left it */
    cr_assert(log_open(path, &err), "%s", err.text);
    log_hide_secret("s3cret");
    log_line("token %s and again %s, \x1b[2J", "s3cret", "s3cret");
    log_close();
    buffer_init(&text, 1000);
    cr_assert(file_read(path, &text, &err));
    cr_assert_str_lacks(buffer_text(&text), "s3cret");
    cr_assert_null(strchr(buffer_text(&text), 0x1b));
    cr_assert_str_has(buffer_text(&text), "token *** and again ***, ␛[2J\n");
    cr_assert_eq(stat(path, &info), 0);
    cr_assert_eq(info.st_mode & 07777, 0600);
    unlink(path);
    buffer_free(&text);
}

Test(locale, names_of_protocols_are_the_same_where_i_has_another_capital)
{
    char folder[] = "/tmp/steno-locale-XXXXXX", path[64];
    struct error err;
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/tr_TR.UTF-8", folder);
    char *const make[] = {(char[]){"localedef"},
                          (char[]){"-i"},
                          (char[]){"tr_TR"},
                          (char[]){"-f"},
                          (char[]){"UTF-8"},
                          path,
                          NULL};
    char *const clear[] = {(char[]){"rm"}, (char[]){"-r"}, folder, NULL};
    bool made = spawn_run(&(struct spawn_request){.argv = make, .timeout_ms = 60000}, &err);
    setenv("LOCPATH", folder, 1);
    setenv("LC_ALL", "tr_TR.UTF-8", 1);
    bool utf8 = locale_start();
    bool same = strncasecmp("FILENAME", "filename", 8) == 0;
    spawn_run(&(struct spawn_request){.argv = clear, .timeout_ms = 60000}, &err);
    if (!made)
        cr_skip_test("the system has no sources of locales");
    cr_expect(utf8);
    cr_expect(same);
}

Test(amount, bytes_are_written_in_the_unit_in_which_they_are_read_best)
{
    static const struct {
        int64_t bytes;
        const char *text;
    } rows[] = {{0, "0 bytes"},     {1, "1 byte"},      {999, "999 bytes"},  {1000, "1.0 kB"},
                {44700, "44.7 kB"}, {99949, "99.9 kB"}, {99951, "100 kB"},   {462000, "462 kB"},
                {999499, "999 kB"}, {999500, "1.0 MB"}, {1234567, "1.2 MB"}, {999600000, "1.0 GB"},
                {-5, "0 bytes"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[AMOUNT_TEXT_SIZE];
        amount_bytes(text, sizeof text, rows[i].bytes);
        cr_expect_str_eq(text, rows[i].text);
    }
}

Test(amount, a_part_is_written_in_the_unit_of_the_whole)
{
    char text[AMOUNT_TEXT_SIZE];
    amount_bytes_of(text, sizeof text, 310400, 462000);
    cr_expect_str_eq(text, "310 of 462 kB");
    amount_bytes_of(text, sizeof text, 310400, 1200000);
    cr_expect_str_eq(text, "0.3 of 1.2 MB");
    amount_bytes_of(text, sizeof text, 310400, -1);
    cr_expect_str_eq(text, "310 kB");
}

Test(mem, secrets_leave_no_core_where_a_program_collects_them_either)
{
    struct rlimit limit;
    cr_assert_eq(getrlimit(RLIMIT_CORE, &limit), 0);
    rlim_t wanted =
        limit.rlim_max < 1 ? 0 : 1; /* core(5): 0 stops files alone; the kernel takes 1 for no core at all */
    mem_forbid_core();
    cr_assert_eq(getrlimit(RLIMIT_CORE, &limit), 0);
    cr_assert_eq(limit.rlim_cur, wanted, "%lu", (unsigned long)limit.rlim_cur);
}
