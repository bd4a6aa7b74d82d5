/* base: buffers with a limit, errors and their kinds, the log without secrets; text: widths, cleaning, strict
 * numbers; child programs: without a shell and without our descriptors. */
/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <locale.h>
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
        {ERROR_CREDIT, "credit", 5},
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

/* Expects this text of an error without its advice. */
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
    expect_without(&err, err.text); /* the text was cut before its advice */
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
    cr_assert_eq(chmod(path, 0644), 0); /* as another program may have made it */
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

Test(base, bytes_are_written_in_the_unit_in_which_they_are_read_best_and_a_part_in_that_of_the_whole)
{
    static const struct {
        int64_t bytes;
        const char *text;
    } rows[] = {{0, "0 bytes"},     {1, "1 byte"},         {999, "999 bytes"}, {1000, "1.0 kB"},
                {99949, "99.9 kB"}, {99951, "100 kB"},     {462000, "462 kB"}, {999499, "999 kB"},
                {999500, "1.0 MB"}, {999600000, "1.0 GB"}, {-5, "0 bytes"}};
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
        limit.rlim_max < 1 ? 0 : 1; /* core(5): 0 prevents only files; 1 also stops core handlers */
    mem_forbid_core();
    cr_assert_eq(getrlimit(RLIMIT_CORE, &limit), 0);
    cr_expect_eq(limit.rlim_cur, wanted);
}

/* --- text --- */

static void use_utf8(void)
{
    setlocale(LC_ALL, "C.UTF-8");
}

TestSuite(text, .init = use_utf8);

Test(text, a_clipped_text_ends_in_an_ellipsis_and_never_splits_a_wide_character)
{
    char out[64];
    cr_assert_eq(text_clip(out, sizeof out, "日本語", 4), 3);
    cr_assert_str_eq(out, "日…");
    cr_assert_eq(text_clip(out, sizeof out, "abc", 3), 3);
    cr_assert_str_eq(out, "abc");
    text_clip(out, 6, "日本語", 80);
    cr_assert_str_eq(out, "日");
}

Test(text, hostile_and_invisible_codes_become_visible_marks_and_what_scripts_are_written_with_stays)
{
    static const char *const rows[][2] = {
        {"a\x1b[2J\x7f\xc2\x9b\xe2\x80\xae\xff\n", "a␛[2J␡<U+009B><U+202E>\xef\xbf\xbd␊"},
        {"ad\xc2\xadmin\xe2\x80\x8b\xe2\x81\xa0\xef\xbb\xbf\xe3\x85\xa4\xf3\xa0\x81\xa1",
         "ad<U+00AD>min<U+200B><U+2060><U+FEFF><U+3164><U+E0061>"}};
    static const char *const kept[] = {
        "\xd9\x85\xdb\x8c\xe2\x80\x8c\xd8\xae\xd9\x88\xd8\xa7\xd9\x87\xd9\x85", /* Persian: a non-joiner */
        "\xe0\xa4\x95\xe0\xa5\x8d\xe2\x80\x8d\xe0\xa4\xb7",                     /* Hindi: a joiner */
        "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb\xe2\x9d\xa4\xef\xb8\x8f", /* emoji, joined, selected */
        "\xe8\x91\x9b\xf3\xa0\x84\x80",                                         /* an ideograph's variant */
        "e\xcc\x81",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *clean = text_clean_copy(rows[i][0]);
        cr_expect_str_eq(clean, rows[i][1]);
        free(clean);
    }
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        char *clean = text_clean_copy(kept[i]);
        cr_expect_str_eq(clean, kept[i]);
        free(clean);
    }
}

Test(text, a_text_is_clean_when_cleaning_changes_nothing)
{
    static const char *const clean[] = {"", "plain ~ text", "příliš žluťoučký", "日本語 é", "\xef\xbf\xbd"};
    static const char *const dirty[] = {
        "tab\there",    "bell\a",   "a\x7f", "\xc2\x9b[2J", "left \xe2\x80\xae right",
        "\xe2\x80\xa8", "cut \xc3", "\xff",  "\xed\xa0\x80"};
    for (size_t i = 0; i < sizeof clean / sizeof clean[0]; i++)
        cr_expect(text_is_clean(clean[i], strlen(clean[i])), "%s", clean[i]);
    for (size_t i = 0; i < sizeof dirty / sizeof dirty[0]; i++)
        cr_expect_not(text_is_clean(dirty[i], strlen(dirty[i])), "row %zu", i);
}

Test(text, integers_are_strict_and_stop_at_int64)
{
    static const char *const bad[] = {"", "-", "+1", " 1", "1 ", "0x1", "1.0", "1e3", "9223372036854775808"};
    int64_t value = 0;
    cr_assert(text_parse_int("-9223372036854775808", &value));
    cr_assert_eq(value, INT64_MIN);
    cr_assert(text_parse_int("9223372036854775807", &value));
    cr_assert_eq(value, INT64_MAX);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        cr_assert_not(text_parse_int(bad[i], &value), "%s", bad[i]);
}

/* --- programs --- */

static struct buffer out;
static struct spawn_last_line said;
static struct error err;

/* Runs argv; its output and its error text stay valid until the next run. */
static bool run(char *const *argv, const char *input, int timeout_ms)
{
    buffer_free(&out);
    buffer_init(&out, 1 << 20);
    said = (struct spawn_last_line){0};
    return spawn_run(
        &(struct spawn_request){
            .argv = argv, .input = input, .output = &out, .last = &said, .timeout_ms = timeout_ms},
        &err);
}

static bool run_script(const char *script, int timeout_ms)
{
    return run((char *const[]){(char[]){"sh"}, (char[]){"-c"}, (char *)(uintptr_t)script, NULL}, NULL,
               timeout_ms);
}

static void end(void)
{
    buffer_free(&out);
}

TestSuite(spawn, .fini = end);

Test(spawn, quotes_keep_words_together_and_nothing_else_has_a_meaning)
{
    static const char *const words[] = {"pass", "my token", "a bc", "$HOME;ls"};
    char **argv;
    cr_assert(spawn_split(" pass 'my token'  \"a b\"c $HOME;ls ", &argv, &err));
    for (size_t i = 0; i < 4; i++)
        cr_assert_str_eq(argv[i], words[i]);
    cr_assert_null(argv[4]);
    spawn_argv_free(argv);
    cr_assert_not(spawn_split("a 'b", &argv, &err));
    cr_assert_eq(err.kind, ERROR_USAGE);
    cr_assert_not(spawn_split("  ", &argv, &err));
}

Test(spawn, input_goes_in_and_output_comes_back_and_none_of_our_descriptors_is_handed_on)
{
    char *big = calloc(1, 300001);
    memset(big, 'x', 300000);
    cr_assert(run((char *const[]){(char[]){"cat"}, NULL}, big, 10000), "%s", err.text);
    cr_expect_eq(out.len, 300000);
    free(big);
    int leaked = open("/dev/null", O_RDONLY); /* without CLOEXEC, as a library may do */
    cr_assert_geq(dup2(leaked, 77), 0);
    cr_assert(run_script("test -e /proc/self/fd/77 && echo seen || echo none", 10000), "%s", err.text);
    cr_expect_str_eq(buffer_text(&out), "none\n");
}

Test(spawn, the_last_line_of_stderr_is_kept_and_neither_its_size_nor_a_daemon_is_waited_for)
{
    static const char *const rows[][2] = {
        {"true", ""},
        {"printf 'one\r\ntwo\r\n\r\n' >&2", "two"},
        {"head -c 300000 /dev/zero | tr '\\0' '\\n' >&2; echo last >&2", "last"},
        {"exec >&-; head -c 300000 /dev/zero | tr '\\0' '\\n' >&2; echo last >&2", "last"},
        {"sleep 60 >/dev/null & echo started >&2", "started"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect(run_script(rows[i][0], 10000), "%s: %s", rows[i][0], err.text);
        cr_expect_str_eq(said.line, rows[i][1], "%s", rows[i][0]);
    }
    cr_expect(run_script("printf %0300d 7 >&2", 10000), "%s", err.text);
    cr_expect_eq(strlen(said.line), sizeof said.line - 1);
}
