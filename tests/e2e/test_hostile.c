/* A server puts every kind of hostile byte into every text: none of them reaches the terminal unescaped. */
/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "tui_run.h"
#include "support/asserts.h"

#define SHORT_MS 10000
#define MARKS    "␛]0;title␇"
#define HOSTILE_NAME                                                                                         \
    "{\"Name\": \"Interview: dam "                                                                           \
    "keeper\\u001b]0;title\\u0007\\u001b[2J\\u0001\\b\\n\\u009b31m\\u202e\\u2028\"}"

/* --- bytes that the program may write: every byte is checked --- */

/* A list of its own, not the table of the program. */
static bool is_forbidden(uint32_t code)
{
    return code == 0x7F || (code >= 0x80 && code <= 0x9F) || code == 0x061C || code == 0x200E ||
           code == 0x200F || (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) ||
           code == 0x2028 || code == 0x2029 || code == 0x00AD || code == 0x200B || code == 0x2060 ||
           code == 0x3164 || code == 0xFEFF || (code >= 0xE0000 && code <= 0xE007F);
}

/* Is c one of the set? NUL never is. */
static bool is_in(const char *set, unsigned c)
{
    return c && c < 0x80 && strchr(set, (int)c);
}

/* The length of the sequence at s, which begins with ESC; 0: curses does not send such a sequence. */
static size_t sequence_len(const char *s, size_t len)
{
    if (len < 2)
        return 0;
    if (is_in("78=>M", (unsigned char)s[1]))
        return 2;
    if (s[1] == '(')
        return len > 2 && is_in("B0", (unsigned char)s[2]) ? 3 : 0;
    if (s[1] != '[')
        return 0;
    size_t at = 2;
    while (at < len && is_in("0123456789;?", (unsigned char)s[at]))
        at++;
    return at < len && is_in("HABCDGdfJKmhlrPLMSTX@bt", (unsigned char)s[at]) ? at + 1 : 0;
}

/* True if the sequence sets a colour: a number from 30 to 49. */
static bool is_color(const char *s, size_t len)
{
    return s[len - 1] == 'm' &&
           (memmem(s, len, "[3", 2) || memmem(s, len, ";3", 2) || memmem(s, len, "[4", 2));
}

/* Does the sequence clear the screen without going home first? curses always goes home first. */
static bool is_stray_clear(const char *all, const char *s, size_t len)
{
    return len == 4 && memcmp(s, "\033[2J", 4) == 0 && (s - all < 3 || memcmp(s - 3, "\033[H", 3) != 0);
}

/* The bytes around an offset, printable ones only. */
static void around(char out[80], const char *s, size_t len, size_t at)
{
    size_t n = 0;
    for (size_t i = at > 30 ? at - 30 : 0; i < len && i < at + 30; i++)
        out[n++] = s[i] >= 32 && s[i] < 127 ? s[i] : '.';
    out[n] = '\0';
}

/* Checks every byte of a text. Output without a terminal must have no ESC, CR or BS at all. */
static void hold(const char *s, size_t len, bool terminal, const char *where)
{
    char near[80];
    for (size_t at = 0; at < len;) {
        uint32_t code;
        size_t taken = text_decode(s + at, len - at, &code);
        around(near, s, len, at);
        if (terminal && code == 0x1B) {
            taken = sequence_len(s + at, len - at);
            cr_assert_gt(taken, 0, "%s: a sequence that curses does not send, in “%s”", where, near);
            cr_assert_not(is_color(s + at, taken), "%s: a colour in “%s”", where, near);
            cr_assert_not(is_stray_clear(s, s + at, taken), "%s: a stray clear in “%s”", where, near);
        } else {
            bool control = code < 0x20 && !is_in(terminal ? "\r\n\b\t" : "\n\t", code);
            bool bad = code == TEXT_BAD_CODE && taken == 1;
            cr_assert_not(control || bad || is_forbidden(code), "%s: U+%04X raw in “%s”", where,
                          (unsigned)code, near);
        }
        at += taken;
    }
}

/* Fails the test at the first byte or sequence that curses does not send to an xterm with NO_COLOR: C0 except
 * CR, LF, BS, TAB and ESC; DEL; C1; bidi controls, U+2028/9; invalid UTF-8; OSC, DCS and similar; a clear
 * without home; a colour. The failure message contains `where`. */
static void transcript_is_clean(struct pty *pty, const char *where)
{
    size_t len;
    const char *sent = pty_transcript(pty, &len);
    cr_assert_gt(len, 0);
    hold(sent, len, true, where);
}

/* --- on a hostile server --- */

static struct tui tui;

static void end(void)
{
    tui_end(&tui);
}

TestSuite(hostile, .fini = end);

/* Starts steno with a hostile sandbox. Colours are off, so that any colour in the transcript comes from
 * the server. */
static void hostile_start(const char *arguments)
{
    tui.home = home_create();
    home_set(tui.home, "NO_COLOR", "1");
    tui_open(&tui, "--show-metadata --transcribe-seconds 1 --fault '*:hostile'", arguments,
             "since"); /* the details were read */
}

/* Keys, and a text that they must bring; NULL: none, as for ^G. */
struct visit {
    const char *keys, *text;
};

/* Checks the whole output after each step. First waits until the screen is still, if the key sends a request:
 * steno refuses such a key if the screen has just changed. */
static void hostile_visit(const struct visit *visits)
{
    for (; visits->keys; visits++) {
        if (strpbrk(visits->keys, "Xy"))
            tui_settle(&tui);
        if (visits->text)
            tui_go(&tui, visits->keys, visits->text);
        else
            pty_type(tui.pty, visits->keys);
        transcript_is_clean(tui.pty, visits->keys);
    }
}

/* Quits, and checks the output of quitting. */
static void hostile_quit(void)
{
    tui_quit(&tui, ":quit\r", SHORT_MS);
    transcript_is_clean(tui.pty, "the end");
}

#define CLOSE                                                                                                \
    {                                                                                                        \
        "\007", NULL                                                                                         \
    }

Test(hostile, text_in_each_pane_becomes_visible_marks)
{
    static const struct visit visits[] = {
        {"", MARKS},
        {"i", "<U+0080>"},
        {"", "␀␁␈␉␊␍␎"},
        {"", "␡"},
        {"/Microphone\r", "Microphone"},
        {"t", "news" MARKS},
        {"d", "Delete the tag \"news" MARKS},
        {"n", "Nothing was deleted"},
        {"qm", "key␛]0;title"},
        {"qJ", "\\u001B]0;tit"},
        {"G", "}"},
        {"q:remove\r", "any other key"},
        {"n", "Nothing was changed"},
        {"", "demo@example.org" MARKS},
        {"A", "API path"},
        {"/cs-CZ\r", "cs-CZ␛]0;"},
        {"/protection\r", "Data protection"},
        {"G", "Settings"},
        {"qP", "Minimum length"},
        {"G", "Banned passwords"},
        {"q?", "Help: the keys of the "},
        {NULL, NULL},
    };
    hostile_start("1");
    hostile_visit(visits);
    hostile_quit();
}

Test(hostile, text_in_what_finds_and_in_forms_becomes_visible_marks)
{
    static const struct visit visits[] = {
        {"ftitle", "Filter: title"},
        CLOSE,
        {":re\t", "refresh"},
        CLOSE, /* the menu, then the line */
        CLOSE,
        {"?\t", "Keys of this pane"},
        {"q+", "q Back"},
        {"+", "since"},
        {"#1\re", "Enqueue #1  Council meeting, 14 May" MARKS},
        {"v", "GET"},
        {"qq", "since"},
        {"x", "Export #1  Council meeting, 14 May" MARKS},
        {"q", "since"},
        {"ma", "Set metadata of #1  Council meeting, 14 May" MARKS},
        CLOSE,
        {"q", "since"},
        {"l", "Password"},
        CLOSE,
        {"o", "Ids"},
        CLOSE,
        {"L\r", MARKS},
        {"q#7\ri/Highlights\rjjjj", "00:00:21"},
        {NULL, NULL},
    };
    hostile_start("7 1");
    hostile_visit(visits);
    for (int page = 0; page < 12; page++) /* shows all of the highlights */
        pty_key(tui.pty, "PgDn");
    tui_settle(&tui);
    hostile_quit();
}

Test(hostile, text_in_an_act_its_refusal_and_its_states_becomes_visible_marks)
{
    static const struct visit visits[] = {
        {"gge", "> Lang"},
        {"X", "CreditMinutes: not enough"},
        {"", MARKS}, /* the server's sentence is shown in full */
        {"q:activity\r", MARKS},
        {"q#1\re", "> Lang"},
        {"X", "InProgress␛"},
        {"", "#1 is now"},
        {"L", ": Enqueue: "},
        {"qM", "4 marked"},
        {"e", "> Lang"},
        {"X", "any other key"},
        {"y", "L Activity"},
        {"G", MARKS},
        {NULL, NULL},
    };
    hostile_start("10 7 3 1");
    cr_assert(control_wait_requests(&tui.sandbox, "get-project", 4));
    tui_settle(&tui); /* until steno knows that 3 has no media, and leaves it out */
    hostile_visit(visits);
    hostile_quit();
}

Test(hostile, file_names_in_notices_are_harmless)
{
    static const struct visit visits[] = {
        {"x", "> Format "}, {"X", "2: exported to"}, {"L", ": Export: 2-"}, {NULL, NULL}};
    struct process_result listing;
    char *argv[] = {"ls", "-A", NULL};
    tui.home = home_create();
    home_set(tui.home, "NO_COLOR", "1");
    tui_sandbox(&tui,
                "--fault export:hostile"); /* only exports: with a hostile state no project is exported */
    control_change(&tui.sandbox, 2, HOSTILE_NAME);
    tui_start(&tui, "2", 24, 80);
    tui_go(&tui, "", "since");
    hostile_visit(visits);
    hostile_quit();
    process_run(tui.home, argv, NULL, SHORT_MS, &listing);
    hold(buffer_text(&listing.out), listing.out.len, false, "the name of the file");
    cr_expect_str_has(buffer_text(&listing.out), "2-Interview_dam_keeper",
                      "the file is not where the program started");
    process_result_free(&listing);
}

Test(hostile, text_in_lines_and_json_of_subcommands_is_clean)
{
    static const char *const lines[][2] = {
        {"show 1", MARKS},
        {"show 1", "<U+FEFF><U+E0041><U+00AD><U+200B><U+2060><U+3164>"},
        {"show 1 --json", "\\u202E"},
        {"show 1 --json", "\\uFEFF\\uDB40\\uDC41\\u00AD\\u200B\\u2060\\u3164"},
        {"add 1 7", ""},
        {"list --refresh", MARKS},
        {"list --json", "\\u009B"},
        {"whoami", MARKS},
        {"password-policy", MARKS},
        {"enqueue 3", MARKS},
        {"tag rm 1 nothing", MARKS},
        {"export 2 -o .", "2-Interview_dam_keeper"},
    };
    tui_sandbox(&tui, "--fault '*:hostile'");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct process_result result;
        process_steno(tui.home, lines[i][0], NULL, &result);
        hold(buffer_text(&result.out), result.out.len, false, lines[i][0]);
        hold(buffer_text(&result.err), result.err.len, false, lines[i][0]);
        char *both = mem_printf("%s%s", buffer_text(&result.out), buffer_text(&result.err));
        cr_expect_str_has(both, lines[i][1], "%s", lines[i][0]);
        free(both);
        process_result_free(&result);
    }
}
