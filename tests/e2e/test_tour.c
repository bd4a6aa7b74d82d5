/* A tour through the whole program, in every supported size, terminal and locale: log in, open, each pane,
 * both forms, resize, quit. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "tui_run.h"
#include "support/asserts.h"

#define SHORT_MS 15000

struct tour {
    int rows, cols;
    const char *term, *locale;
};

/* True if the terminfo of this terminal is installed. */
static bool tour_can(const struct tour *tour, const struct home *home)
{
    struct process_result result;
    char *argv[] = {"infocmp", (char *)tour->term, NULL};
    process_run(home, argv, NULL, SHORT_MS, &result);
    bool known = result.code == 0;
    process_result_free(&result);
    return known;
}

/* Logs in by typing into the three fields. */
static void tour_log_in(struct tui *tui)
{
    tui_go(tui, "", "Log in");
    pty_type(tui->pty, tui->sandbox.url);
    pty_key(tui->pty, "Tab");
    pty_type(tui->pty, "demo@example.org");
    pty_key(tui->pty, "Tab");
    tui_go(tui, "demo", "****");
    pty_key(tui->pty, "Enter");
    tui_go(tui, "", "The list has no projects yet");
    tui_go(tui, "o", "Ids");
    tui_go(tui, "1-3 7\r", "Evening");
}

/* Opens each pane by its key, and closes it. */
static void tour_panes(struct tui *tui)
{
    tui_go(tui, "i", "State");
    tui_go(tui, "qt", "archive");
    tui_go(tui, "qm", "Set from this computer");
    tui_go(tui, "qJ", "\"ProcessingState\": \"None\"");
    tui_go(tui, "qL", "Activity, newest first");
    tui_go(tui, "qA", "API path");
    tui_go(tui, "qP", "Minimum length");
    tui_go(tui, "q?", "Help: the keys of the ");
    tui_go(tui, "\t", "all panes");
    tui_go(tui, "q:re\t", "refresh-all");
    pty_key(tui->pty, "^G"); /* closes the menu */
    pty_key(tui->pty, "^G");
    tui_go(tui, "fdam", "> 2");
    pty_key(tui->pty, "^G");
    tui_go(tui, "gM", "4 marked");
    tui_go(tui, "u+", "> 1");
    tui_go(tui, "+", "> 1");
}

/* Both long forms: the enqueue form is sent, so that a state changes on the screen; the export form writes a
 * file. */
static void tour_forms(struct tui *tui)
{
    tui_go(tui, "e", "> Lang");
    tui_go(tui, "\rsl-SI\r", "sl-SI");
    tui_leave(tui, "v", "> Lang"); /* the request; on a wide screen it was beside the form */
    tui_go(tui, "", "Lang=sl-SI");
    tui_go(tui, "q", "> Lang"); /* X works only after the form is shown again */
    tui_go(tui, "X", "*InProgres");
    tui_go(tui, "", "1  +Completed");
    tui_go(tui, "gx", "> Format ");
    tui_go(tui, "\rsrt\r", "srt");
    tui_go(tui, "X", "exported");
    tui_go(tui, "", "> 1");
}

/* Checks the results: a file, and a project transcribed with the form's parameters. */
static void tour_outcome(struct tui *tui)
{
    struct process_result result;
    char *file = home_read(tui->home, "1-Council_meeting,_14_May.srt");
    cr_assert_not_null(file);
    cr_expect_str_starts(file, "1\n00:00:");
    cr_expect_str_has(file, " --> ");
    free(file);
    process_steno(tui->home, "show 1 --json", NULL, &result);
    cr_expect_eq(result.code, 0, "%s", buffer_text(&result.err));
    cr_expect_str_has(buffer_text(&result.out), "\"ProcessingState\":\"Completed\"");
    cr_expect_str_has(buffer_text(&result.out), "\"Language\":\"sl-SI\"");
    process_result_free(&result);
}

/* Checks that no bytes were sent that the locale or the terminal does not support. */
static void tour_bytes(struct tui *tui, const struct tour *tour)
{
    size_t len;
    const unsigned char *sent = (const unsigned char *)pty_transcript(tui->pty, &len);
    bool ascii = strcmp(tour->locale, "C") == 0, mono = strcmp(tour->term, "vt100") == 0;
    for (size_t i = 0; i < len; i++) {
        cr_assert(sent[i] != 0x7F, "DEL was sent");
        cr_assert(!ascii || sent[i] < 0x80, "byte %02x was sent in the C locale, at %zu", sent[i], i);
        if (!mono || sent[i] != 0x1B || i + 2 >= len || sent[i + 1] != '[')
            continue;
        size_t end = i + 2;
        while (end < len && (sent[end] == ';' || (sent[end] >= '0' && sent[end] <= '9')))
            end++;
        bool two_digits =
            end - i > 3 && (memmem(sent + i, end - i, "3", 1) || memmem(sent + i, end - i, "4", 1));
        cr_assert_not(sent[end] == 'm' && two_digits, "a colour was sent to a vt100: ESC%.*s", (int)(end - i),
                      (const char *)sent + i + 1);
    }
}

/* Runs the whole tour, with a resize to another size and back. */
static void tour(const struct tour *tour)
{
    struct tui tui = {.home = home_create()};
    home_set(tui.home, "TERM", tour->term);
    home_set(tui.home, "LC_ALL", tour->locale);
    if (!tour_can(tour, tui.home)) {
        home_remove(tui.home);
        cr_skip_test("no terminal description “%s” here: ncurses-base or ncurses-term brings it", tour->term);
    }
    cr_assert(process_sandbox_start(tui.home, "--transcribe-seconds 1", &tui.sandbox));
    tui_start(&tui, "", tour->rows, tour->cols);
    tour_log_in(&tui);
    tour_panes(&tui);
    tour_forms(&tui);
    pty_look_away(tui.pty);
    pty_resize(tui.pty, 12, 60);
    tui_settle(&tui);
    pty_resize(tui.pty, tour->rows, tour->cols);
    tui_settle(&tui);
    pty_look_again(tui.pty, tour->rows, tour->cols);
    tui_go(&tui, "\x0c", "> 1");
    tour_bytes(&tui, tour);
    tui_quit(&tui, ":quit\r", 5000);
    cr_expect(pty_is_cooked(tui.pty));
    cr_expect_not(pty_on_alternate_screen(tui.pty));
    tour_outcome(&tui);
    tui_end(&tui);
}

#define TOUR(name, the_rows, the_cols, the_term, the_locale)                                                 \
    Test(tour, name, .timeout = 120)                                                                         \
    {                                                                                                        \
        tour(&(struct tour){the_rows, the_cols, the_term, the_locale});                                      \
    }
#define TOUR_LOCALES(name, rows, cols, term)                                                                 \
    TOUR(name##_in_c, rows, cols, term, "C")                                                                 \
    TOUR(name##_in_utf_8, rows, cols, term, "C.UTF-8")
#define TOUR_SIZES(name, term)                                                                               \
    TOUR_LOCALES(name##_of_80x24, 24, 80, term)                                                              \
    TOUR_LOCALES(name##_of_40x10, 10, 40, term)                                                              \
    TOUR_LOCALES(name##_of_132x43, 43, 132, term)

TOUR_SIZES(on_an_xterm, "xterm-256color")
TOUR_SIZES(in_tmux, "tmux-256color")
TOUR_SIZES(on_a_linux_console, "linux")
TOUR_SIZES(on_a_vt100, "vt100")
