/* base: buffers with a hard cap, errors with a closed set of kinds, the log without secrets. */
/* SPDX-License-Identifier: MIT */
#include <strings.h>
#include <sys/resource.h>

#include "folder.h"

#include "steno/base/error.h"
#include "steno/base/process.h"
#include "steno/base/text.h"

TestSuite(base, .init = folder_make, .fini = folder_remove);

Test(base, an_append_past_the_cap_of_a_buffer_is_refused_whole)
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

Test(base, kinds_of_errors_have_the_documented_names_and_exit_codes)
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
        cr_assert_eq(error_kind_exit_code(cases[i].kind), cases[i].code, "%s", cases[i].name);
    }
}

/* The text of an error but for its advice. */
static void expect_without(const struct error *err, const char *expected)
{
    char *without = error_without_advice(err);
    cr_expect_str_eq(without, expected);
    free(without);
}

Test(base, the_parts_of_an_error_stand_in_one_text_that_is_cut_where_it_is_too_long)
{
    struct error err;
    cr_expect_not(error_set_parts(&err, ERROR_SERVER, "Read project 7", "Try again later", "%s (%d): %s",
                                  "server error", 500, "It is late. Try again..."));
    cr_expect_eq(err.kind, ERROR_SERVER);
    cr_expect_str_eq(err.text, "Read project 7: server error (500): It is late. Try again. Try again later.");
    error_prefix(&err, "Nothing was sent");
    expect_without(&err, "Nothing was sent: Read project 7: server error (500): It is late. Try again");
    error_set_parts(&err, ERROR_CANCELLED, "Log in", NULL, "cancelled");
    cr_expect_str_eq(err.text, "Log in: cancelled.");
    expect_without(&err, "Log in: cancelled");
    error_set_parts(&err, ERROR_IO, "Log in", "Advice", "%0*d", 1100, 0);
    error_prefix(&err, "Second");
    expect_without(&err, err.text); /* what was cut off had no advice left */
    char longer[4000] = "";
    for (size_t i = 0; i < 1300; i++)
        memcpy(longer + i * 3, "日", 3);
    error_set(&err, ERROR_IO, "%s", longer);
    cr_expect(text_is_valid(err.text, strlen(err.text)));
    cr_expect_str_eq(err.text + strlen(err.text) - strlen("…"), "…");
    error_prefix(&err, "Read project %d", 7);
    cr_expect_str_starts(err.text, "Read project 7: 日");
}

Test(base, a_line_of_the_log_never_holds_a_secret_or_a_control_character_and_the_file_is_private)
{
    struct error err;
    const char *path = folder_file("log", "");
    cr_assert_eq(chmod(path, 0644), 0); /* as another program may have left it */
    cr_assert(log_open(path, &err), "%s", err.text);
    log_hide_secret("s3cret");
    log_line("token %s and again %s, \x1b[2J", "s3cret", "s3cret");
    log_close();
    char *text = folder_read(path);
    cr_expect_str_has(text, "token *** and again ***, ␛[2J\n");
    cr_expect_str_lacks(text, "s3cret");
    cr_expect_str_lacks(text, "\x1b");
    cr_expect_eq(mode_of(path), 0600);
    free(text);
}

Test(base, names_of_protocols_are_the_same_where_i_has_another_capital)
{
    struct error err;
    char *place = (char *)(uintptr_t)folder_path("tr_TR.UTF-8");
    char *const make[] = {(char[]){"localedef"},
                          (char[]){"-i"},
                          (char[]){"tr_TR"},
                          (char[]){"-f"},
                          (char[]){"UTF-8"},
                          place,
                          NULL};
    if (!spawn_run(&(struct spawn_request){.argv = make, .timeout_ms = 60000}, &err))
        cr_skip_test("the system has no sources of locales");
    setenv("LOCPATH", folder, 1);
    setenv("LC_ALL", "tr_TR.UTF-8", 1);
    cr_expect(locale_start());
    cr_expect_eq(strncasecmp("FILENAME", "filename", 8), 0);
}

Test(base, bytes_are_written_in_the_unit_in_which_they_are_read_best_and_a_part_in_that_of_the_whole)
{
    static const struct {
        int64_t bytes;
        const char *text;
    } rows[] = {{0, "0 bytes"},     {1, "1 byte"},      {999, "999 bytes"},  {1000, "1.0 kB"},
                {44700, "44.7 kB"}, {99949, "99.9 kB"}, {99951, "100 kB"},   {462000, "462 kB"},
                {999499, "999 kB"}, {999500, "1.0 MB"}, {1234567, "1.2 MB"}, {999600000, "1.0 GB"},
                {-5, "0 bytes"}};
    static const struct {
        int64_t total;
        const char *text;
    } parts[] = {{462000, "310 of 462 kB"}, {1200000, "0.3 of 1.2 MB"}, {-1, "310 kB"}};
    char text[AMOUNT_TEXT_SIZE];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        amount_bytes(text, sizeof text, rows[i].bytes);
        cr_expect_str_eq(text, rows[i].text);
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        amount_bytes_of(text, sizeof text, 310400, parts[i].total);
        cr_expect_str_eq(text, parts[i].text);
    }
}

Test(base, secrets_leave_no_core_where_a_program_collects_them_either)
{
    struct rlimit limit;
    cr_assert_eq(getrlimit(RLIMIT_CORE, &limit), 0);
    rlim_t wanted =
        limit.rlim_max < 1 ? 0 : 1; /* core(5): 0 stops files alone; the kernel takes 1 for no core at all */
    mem_forbid_core();
    cr_assert_eq(getrlimit(RLIMIT_CORE, &limit), 0);
    cr_expect_eq(limit.rlim_cur, wanted);
}
