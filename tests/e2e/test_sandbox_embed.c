/* The generator of scripts refuses what it cannot read, with the file and the line, and makes rows of the
 * rest. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "support/asserts.h"
#include "support/home.h"
#include "support/process.h"

#define HEAD  "language en-US\nbreath breath\nmusic music\ndraft and\nspeaker A Ann\nspeaker B Bob\n"
#define EMBED FIXTURES "/../../src/sandbox/scripts/embed.awk"

/* Runs the generator on a script; its result is the caller's to free. */
static void embed(const char *text, struct process_result *result)
{
    struct home *home = home_create();
    home_write(home, "text.txt", text);
    char *argv[] = {"awk", "-f", EMBED, "text.txt", NULL};
    process_run(home, argv, NULL, PROCESS_LIMIT_MS, result);
    home_remove(home);
}

Test(embed, a_fault_in_a_script_is_named_by_its_file_and_line)
{
    static const char *const bad[][2] = {
        {HEAD "scene\nA: Fine.\nC: Who?\n", "text.txt:9: no speaker is named C\n"},
        {HEAD "scene\nA (loud): Now!\n", "text.txt:8: no pace is named loud\n"},
        {HEAD "scene\nA: It is {4|four\n", "text.txt:8: markup that does not close"},
        {HEAD "scene\nA: It is <loud\n", "text.txt:8: markup that does not close"},
        {HEAD "scene\nA: It is @x(four).\n", "text.txt:8: no keyword is named x\n"},
        {HEAD "keyword x 0 - - timed Topic\nscene\nA: Four.\n", "a keyword is never said"},
        {HEAD "keyword x 0 Topic\nscene\nA: @x(Four).\n", "text.txt:7: keyword LABEL LIST"},
        {HEAD "A: Too early.\n", "text.txt:7: a line before the first scene\n"},
        {HEAD "scene end\nA: Words.\n", "text.txt:7: neither a word of the form nor a speech: scene end\n"},
        {HEAD "scene\nmumble\n", "text.txt:8: neither a word of the form nor a speech: mumble\n"},
        {"speaker A Ann\nscene\nA: Words.\n", "no line language\n"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct process_result result;
        embed(bad[i][0], &result);
        cr_expect_neq(result.code, 0, "%s", bad[i][0]);
        cr_expect_str_has(buffer_text(&result.err), bad[i][1], "%s: %s", bad[i][1], buffer_text(&result.err));
        process_result_free(&result);
    }
}

Test(embed, a_script_becomes_rows_its_quotes_escaped_and_its_long_lines_joined)
{
    struct process_result result;
    embed("# words\n" HEAD "\nscene\nA: She said \"no\"\n  and left.\nB (slow): I see –\n", &result);
    cr_expect_eq(result.code, 0, "%s", buffer_text(&result.err));
    cr_expect_str_has(buffer_text(&result.out), ".text = \"She said \\\"no\\\" and left.\"}");
    cr_expect_str_has(buffer_text(&result.out), ".kind = SCRIPT_SAY, .speaker = 1, .pace = 190");
    cr_expect_str_has(buffer_text(&result.out), ".kind = SCRIPT_SCENE");
    process_result_free(&result);
}
