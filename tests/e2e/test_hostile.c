/* A server that puts every kind of hostile byte into every text: nothing of it reaches the terminal raw,
 * anywhere. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "steno/base/mem.h"
#include "transcript.h"
#include "tui_run.h"
#include "support/asserts.h"

#define SHORT_MS 10000
#define MARKS    "␛]0;title␇"
#define HOSTILE_NAME                                                                                         \
    "{\"Name\": \"Interview: dam "                                                                           \
    "keeper\\u001b]0;title\\u0007\\u001b[2J\\u0001\\b\\n\\u009b31m\\u202e\\u2028\"}"

static struct tui tui;

static void end(void)
{
    tui_end(&tui);
}

TestSuite(hostile, .fini = end);

/* A hostile sandbox and steno on it. Colours are off, so that every colour in the transcript is
 * the server's. */
static void hostile_start(const char *arguments)
{
    tui.home = home_create();
    home_set(tui.home, "NO_COLOR", "1");
    tui_open(&tui, "--show-metadata --transcribe-seconds 1 --fault '*:hostile'", arguments,
             "since"); /* the details have been read */
}

/* Keys, and a text that they must bring; ^G without one. */
struct visit {
    const char *keys, *text;
};

/* After each key all that was sent so far is looked at. One that sends is pressed once the screen has come to
 * rest: what was drawn while it came had it refused. */
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

/* Leaves, and looks at what leaving sent. */
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
        {"?\t", "This pane"},
        {"q+", "q Back"},
        {"+", "since"},
        {"#1\re", "Enqueue 1  Council meeting, 14 May" MARKS},
        {"v", "GET"},
        {"qq", "since"},
        {"x", "Export 1  Council meeting, 14 May" MARKS},
        {"q", "since"},
        {"ma", "Set metadata of 1  Council meeting, 14 May" MARKS},
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
    for (int page = 0; page < 12; page++) /* all of the highlights was on the screen once */
        pty_key(tui.pty, "PgDn");
    tui_settle(&tui);
    hostile_quit();
}

Test(hostile, text_in_an_act_its_refusal_and_its_states_becomes_visible_marks)
{
    static const struct visit visits[] = {
        {"gge", "> Lang"},
        {"X", "CreditMinutes: not enough"},
        {"", MARKS}, /* the server's own sentence is shown whole */
        {"q:activity\r", MARKS},
        {"q#1\re", "> Lang"},
        {"X", "InProgress␛"},
        {"", "now Completed␛"},
        {"L", ": Enqueue: "},
        {"qM", "4 marked"},
        {"e", "> Lang"},
        {"X", "any other key"},
        {"y", "1 not sent"},
        {"G", MARKS},
        {NULL, NULL},
    };
    hostile_start("10 7 3 1");
    cr_assert(control_wait_requests(&tui.sandbox, "get-project", 4));
    tui_settle(&tui); /* 3 is left out once it is known that it has no media */
    hostile_visit(visits);
    hostile_quit();
}

Test(hostile, file_names_in_notices_are_harmless)
{
    static const struct visit visits[] = {
        {"x", "> Format "}, {"X", "exported to 2-Interview_dam_keeper"}, {"L", ": Export: 2-"}, {NULL, NULL}};
    struct process_result listing;
    char *argv[] = {"ls", "-A", NULL};
    tui.home = home_create();
    home_set(tui.home, "NO_COLOR", "1");
    tui_sandbox(&tui, "--fault export:hostile"); /* a state that is not Completed would be left out */
    control_change(&tui.sandbox, 2, HOSTILE_NAME);
    tui_start(&tui, "2", 24, 80);
    tui_go(&tui, "", "since");
    hostile_visit(visits);
    hostile_quit();
    process_run(tui.home, argv, NULL, SHORT_MS, &listing);
    transcript_text_is_clean(buffer_text(&listing.out), listing.out.len, "the name of the file");
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
        transcript_text_is_clean(buffer_text(&result.out), result.out.len, lines[i][0]);
        transcript_text_is_clean(buffer_text(&result.err), result.err.len, lines[i][0]);
        char *both = mem_printf("%s%s", buffer_text(&result.out), buffer_text(&result.err));
        cr_expect_str_has(both, lines[i][1], "%s", lines[i][0]);
        free(both);
        process_result_free(&result);
    }
}
