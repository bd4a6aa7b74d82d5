/* What a subcommand takes from its words and from standard input: values, ids, and what is refused before
 * anything is sent. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/pty.h"

#define LIMIT_MS  20000
#define VALUE_MAX 1048576

static struct bench bench;

static void begin(void)
{
    struct process_result result;
    bench_start_logged_in(&bench, "--show-metadata");
    bench_steno(&bench, "add 2", NULL, 0, &result);
    process_result_free(&result);
}

static void end(void)
{
    bench_stop(&bench);
}

TestSuite(values, .init = begin, .fini = end);

/* Runs a command of bash, in which $STENO is the program, and expects a part of what it writes. */
static void expect_script(const char *script, int code, const char *part)
{
    struct process_result result;
    char *program = process_program("steno");
    char *whole = mem_printf("STENO='%s'; %s", program, script);
    process_run(bench.home, (char *const[]){(char[]){"bash"}, (char[]){"-c"}, whole, NULL}, NULL,
                PROCESS_LIMIT_MS, &result);
    cr_expect_eq(result.code, code, "%s: ended with %d:\n%s%s", script, result.code, buffer_text(&result.out),
                 buffer_text(&result.err));
    cr_expect(strstr(buffer_text(&result.out), part) || strstr(buffer_text(&result.err), part),
              "%s wrote:\n%s%s\nwithout: %s", script, buffer_text(&result.out), buffer_text(&result.err),
              part);
    process_result_free(&result);
    free(whole);
    free(program);
}

/* --- a value on standard input --- */

Test(values, a_dash_is_the_metadata_value_on_standard_input)
{
    static const struct {
        const char *input, *value;
    } rows[] = {{"one", "\"k\":\"one\"}"},
                {"one\n", "\"k\":\"one\"}"},
                {"one\ntwo\n", "\"k\":\"one\\u000Atwo\"}"},
                {"one\n\n", "\"k\":\"one\\u000A\"}"},
                {"\n", "\"k\":\"\"}"},
                {"", "\"k\":\"\"}"},
                {" one \r\n", "\"k\":\" one \\u000D\"}"},
                {"-\n", "\"k\":\"-\"}"},
                {"žluť\n", "\"k\":\"žluť\"}"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        bench_expect_parts(&bench, "metadata set 1 k - --json", rows[i].input, 0, rows[i].value, "");
    bench_expect_parts(&bench, "metadata set 1 --json -- k -", "five\n", 0, "\"k\":\"five\"}", "");
    bench_expect_parts(&bench, "metadata set 1 - value --json", "not read", 0, "\"-\":\"value\"}", "");
}

Test(values, a_dash_is_the_note_on_standard_input)
{
    bench_expect_parts(&bench, "note 2 -", "call Anna\nat noon\n", 0, "", "");
    bench_expect_parts(&bench, "list", NULL, 0, "# call Anna␊at noon\n", "");
    bench_expect_parts(&bench, "note 2 -", "\n", 0, "", "");
    bench_expect_parts(&bench, "list", NULL, 0, "    2  -           -         -\n", "");
}

Test(values, a_value_that_is_no_text_is_refused_with_its_reason_and_nothing_is_sent)
{
    static const char *const reasons[][2] = {
        {"printf 'a\\xffb'", "is not valid UTF-8 text: convert it first"},
        {"printf 'a\\0b'", "contains a zero byte: give text"},
        {"printf '\\0'", "contains a zero byte: give text"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        char *metadata = mem_printf("%s | $STENO metadata set 1 k -", reasons[i][0]);
        char *note = mem_printf("%s | $STENO note 2 -", reasons[i][0]);
        char *value_part = mem_printf("steno: the value on standard input %s\n", reasons[i][1]);
        char *note_part = mem_printf("steno: the note on standard input %s\n", reasons[i][1]);
        expect_script(metadata, 2, value_part);
        expect_script(note, 2, note_part);
        free(metadata);
        free(note);
        free(value_part);
        free(note_part);
    }
    expect_script("$STENO metadata set 1 k - <&-", 1,
                  "steno: standard input cannot be read: Bad file descriptor\n");
    expect_script("$STENO metadata set 1 k - </", 1,
                  "steno: standard input cannot be read: Is a directory\n");
    cr_expect_not(bench_saw_request(&bench, "metadata"));
}

Test(values, a_value_may_be_so_long_and_not_a_byte_longer)
{
    char *text = mem_alloc(VALUE_MAX + 3);
    const char *refused = "longer than 1048576 bytes: give a shorter one\n";
    memset(text, 'x', VALUE_MAX + 2);
    text[VALUE_MAX - 1] = '\0';
    bench_expect_parts(&bench, "note 2 -", text, 0, "", "");
    text[VALUE_MAX - 1] = 'x';
    text[VALUE_MAX] = '\n';
    text[VALUE_MAX + 1] = '\0';
    bench_expect_parts(&bench, "note 2 -", text, 0, "", "");
    text[VALUE_MAX + 1] = '\n';
    text[VALUE_MAX + 2] = '\0';
    bench_expect_parts(&bench, "note 2 -", text, 2, "", refused);
    text[VALUE_MAX] = 'x';
    text[VALUE_MAX + 1] = '\0';
    bench_expect_parts(&bench, "note 2 -", text, 2, "", refused);
    bench_expect_parts(&bench, "metadata set 1 k -", text, 2, "", refused);
    cr_expect_not(bench_saw_request(&bench, "metadata"));
    free(text);
}

Test(values, standard_input_is_not_read_for_a_command_that_is_refused_anyway)
{
    expect_script("(echo kept | ($STENO metadata set 0 k -; $STENO metadata set 1 k - --access-token x; "
                  "$STENO metadata set 1 k - --read-only; cat)) 2>/dev/null",
                  0, "kept\n");
}

/* Starts steno in a terminal where it waits for a value. */
static struct pty *await_value(const char *arguments)
{
    struct pty *pty = pty_steno(bench.home, arguments, 24, 100);
    cr_assert(pty_wait_text(pty, ", then ^D at the start of a line", LIMIT_MS));
    return pty;
}

Test(values, a_terminal_says_what_it_waits_for)
{
    struct pty *pty = await_value("metadata set 1 k - --json");
    cr_expect_str_has(pty_text(pty), "steno: type the value, then ^D");
    pty_type(pty, "by hand");
    pty_key(pty, "Enter");
    pty_key(pty, "^D");
    cr_expect(pty_wait_text(pty, "\"k\":\"by hand\"}", LIMIT_MS));
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 0);
    pty_free(pty);
    pty = await_value("show -");
    cr_expect_str_has(pty_text(pty), "steno: type the ids, then ^D");
    pty_type(pty, "3");
    pty_key(pty, "Enter");
    pty_key(pty, "^D");
    cr_expect(pty_wait_text(pty, "Lecture 7", LIMIT_MS));
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 0);
    pty_free(pty);
}

Test(values, an_interrupt_while_a_value_is_typed_sends_nothing)
{
    struct pty *pty = await_value("metadata set 1 k -");
    pty_type(pty, "half a val");
    pty_key(pty, "^C");
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 130);
    pty_free(pty);
    cr_expect_not(bench_saw_request(&bench, "metadata"));
}

/* --- ids on standard input --- */

/* Ids of 19 digits, a line each. Caller frees. */
static char *long_ids(size_t count)
{
    struct buffer text;
    buffer_init(&text, (size_t)32 << 20);
    for (size_t i = 0; i < count; i++)
        buffer_printf(&text, "%lld\n", (long long)(9000000000000000000 + (long long)i));
    return buffer_take(&text);
}

Test(values, a_hundred_thousand_ids_of_19_digits_come_on_standard_input)
{
    static const struct {
        size_t count;
        int code;
        const char *sentence;
    } rows[] = {
        {100000, 3, "steno: not logged in"},
        {100001, 2, "steno: “9000000000000100000”: too many ids (limit 100000)\n"},
    };
    home_set(bench.home, "XDG_CONFIG_HOME", "/nonexistent"); /* no token: nothing is sent */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct process_result result;
        char *ids = long_ids(rows[i].count);
        size_t lines = 0;
        bench_steno(&bench, "show - --json", ids, rows[i].code, &result);
        for (size_t at = 0; at < result.out.len; at++)
            lines += result.out.data[at] == '\n';
        cr_expect_eq(lines, rows[i].code == 3 ? rows[i].count : 1, "%zu lines", lines);
        cr_expect_str_starts(buffer_text(&result.err), rows[i].sentence);
        process_result_free(&result);
        free(ids);
    }
}

Test(values, ids_on_standard_input_stay_whole_however_they_arrive)
{
    expect_script("(printf 1; printf '2 '; printf '3\\0\\0004,') | $STENO show - | grep -c '^  Name '", 0,
                  "3\n");
    expect_script("(head -c 4095 /dev/zero | tr '\\0' ' '; printf '12 77') | $STENO show -", 4,
                  "Read project 77");
    expect_script("head -c 200000 /dev/zero | tr '\\0' 7 | $STENO show -", 2,
                  "7777777777…” is not an id: write numbers such as 12 15 20-30");
    expect_script("printf '1 x' | $STENO show -", 2, "“x” is not an id");
}

/* --- what is refused --- */

Test(values, a_boolean_with_a_word_beside_it_is_refused_by_its_name)
{
    bench_expect_said(&bench, "enqueue 7 --with-ppc maybe", 2,
                      "steno: --with-ppc: “maybe” is invalid; write --with-ppc, --with-ppc=true or "
                      "--with-ppc=false\n");
    cr_expect_not(bench_saw_request(&bench, "enqueue"));
}

Test(values, a_metadata_key_that_is_not_there_is_named)
{
    bench_expect_said(
        &bench, "metadata rm 1 nokey", 4,
        "steno: Delete metadata of project 1: the server did not find the key “nokey” or the project "
        "(404): The project has no metadata with this key. Check the key, letter by letter, and the "
        "id.\n");
}

Test(values, a_dash_is_no_id_of_a_command_that_takes_one)
{
    const char *const lines[] = {"note - text", "activity -"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        bench_expect(&bench, lines[i], "1\n", 2, "",
                     "steno: “-” is not a single id: use a number such as 12\n");
    bench_expect(&bench, "note 1-2 text", NULL, 2, "",
                 "steno: “1-2” is not a single id: use a number such as 12\n");
}

/* --- changes of several projects --- */

Test(values, changes_take_several_ids_and_report_each)
{
    struct process_result result;
    bench_steno(&bench, "metadata set 2 1 Episode 118", NULL, 0, &result);
    cr_expect_str_eq(buffer_text(&result.out), "    2  Completed   00:03:55  Interview: dam keeper\n"
                                               "    1  None        00:42:10  Council meeting, 14 May\n");
    const char *note = strstr(buffer_text(&result.err), "note: First metadata change");
    cr_assert_not_null(note);
    cr_expect_str_lacks(note + 1, "note: First", "said once: %s", buffer_text(&result.err));
    process_result_free(&result);
    bench_expect_parts(&bench, "metadata rm - Episode", "1 2\n", 0, "    2  Completed", "");
    bench_expect_parts(&bench, "tag rm 1 2 999 interview", NULL, 4, "    2  Completed", "");
    bench_expect_parts(&bench, "activity", NULL, 0, "Set metadata \"Episode\" of 2: 2 done", "");
    char *requests = bench_requests(&bench);
    cr_expect_str_has(requests, "POST add-metadata 200\nPOST add-metadata 200\nDELETE delete-metadata 200\n"
                                "DELETE delete-metadata 200\nGET get-project 404\nDELETE delete-tag 200\n");
    free(requests);
}

Test(values, changes_of_several_projects_have_no_version_and_one_standard_input)
{
    bench_expect(&bench, "tag rm 1 2 news --access-token 3", NULL, 2, "",
                 "steno: --access-token is the version of one project: give one id\n");
    bench_expect(&bench, "metadata set - k -", "1\n", 2, "",
                 "steno: ids and value cannot both come from standard input\n");
    bench_expect_said(&bench, "metadata set 1 words k v", 2, "words");
    cr_expect_not(bench_saw_request(&bench, "POST add-metadata"));
}

Test(values, a_change_can_be_shown_with_the_version_last_fetched)
{
    bench_expect(
        &bench, "tag rm 2 news --dry-run", NULL, 4, "",
        "steno: project 2 has not been fetched yet: its version is unknown; steno show 2 fetches it\n");
    bench_run(&bench, "show 2", 0);
    bench_expect_parts(&bench, "tag rm 2 news --dry-run --read-only", NULL, 0, "Tags?AccessToken=88", "");
    bench_expect_parts(&bench, "tag rm 2 --dry-run news --json", NULL, 0, "\"method\":\"DELETE\"", "");
    bench_expect_parts(&bench, "metadata rm 2 k --dry-run", NULL, 0, "Metadata?Key=k&AccessToken=88", "");
    bench_expect_parts(&bench, "metadata set 2 9 k - --dry-run --access-token 5", "v", 2, "", "give one id");
    bench_expect_parts(&bench, "metadata set 9 k - --dry-run --access-token 5", "v", 0,
                       "?Key=k&AccessToken=5", "");
    cr_expect_not(bench_saw_request(&bench, "DELETE"));
    cr_expect_not(bench_saw_request(&bench, "POST add-metadata"));
}

/* --- values of the config --- */

Test(values, the_config_sends_what_nothing_overrides_and_it_is_named)
{
    bench_config(&bench, "url = $URL\nLang = cs-CZ\nFileFormatId = srt\n[profile default]\nLang = en-US\n");
    bench_expect_parts(&bench, "enqueue 2 --dry-run", NULL, 0, "Lang=en-US", "");
    bench_expect_said(&bench, "enqueue 2 --dry-run", 0, "note: Lang en-US (profile default)");
    bench_expect_parts(&bench, "enqueue 2 --dry-run --lang de-DE", NULL, 0, "?Lang=de-DE\n", "");
    bench_expect_parts(&bench, "enqueue 2 --dry-run --unset Lang", NULL, 0, "/Enqueue\n", "");
    bench_run(&bench, "preset save mine enqueue --with-ppc", 0);
    bench_expect_parts(&bench, "preset show mine", NULL, 0, "enqueue --with-ppc\n", "");
    bench_expect_parts(&bench, "enqueue 2 --dry-run --preset mine", NULL, 0, "?Lang=en-US&WithPPC=true\n",
                       "");
    bench_expect_parts(&bench, "export 2 --dry-run", NULL, 0, "?FileFormatId=srt\n", "");
    bench_expect_parts(&bench, "export 2 --dry-run -o 2.vtt", NULL, 0, "?FileFormatId=vtt\n", "");
    bench_expect_parts(&bench, "doctor", NULL, 0, "en-US, from ", "");
    bench_config(&bench, "url = $URL\nWithPPC = maybe\n");
    bench_expect_said(&bench, "list", 2, "config:2: WithPPC: ");
}
