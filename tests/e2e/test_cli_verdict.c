/* What `lint` says of a whole file: each fault once, what was not checked, and what was assumed. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "support/process.h"

/* Runs lint on the practice server, which finds something, and expects these words in what it writes or says.
 */
static void expect_words(struct bench *bench, const char *arguments, const char *words)
{
    struct process_result result;
    bench_steno(bench, arguments, NULL, 9, &result);
    const char *out = buffer_text(&result.out), *err = buffer_text(&result.err);
    size_t tail = strlen(out) > 400 ? strlen(out) - 400 : 0;
    cr_expect(strstr(out, words) || strstr(err, words), "steno %s: no “%s” in …%s\n%s", arguments, words,
              out + tail, err);
    process_result_free(&result);
}

Test(cli_verdict, a_fault_counts_once_where_the_style_and_the_options_have_one_limit)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    expect_words(&bench, "lint 5 --style ard", " 125 warnings,");
    expect_words(&bench, "lint 5 --style ard --json", "\"warnings\":125,");
    expect_words(&bench, "lint 5 --style ard --fail-on warning --format junit",
                 "name=\"cps\">\n      <failure message=\"125 found\">");
    bench_stop(&bench);
}
