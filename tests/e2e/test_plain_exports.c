/* Plain mode: exports, the file's mode and what is said of it; standing orders; views and the order of the
 * list. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "e2e/control.h"
#include "e2e/plain_run.h"
#include "support/asserts.h"

Test(plain_exports, follow_the_umask)
{
    struct bench bench;
    struct stat facts;
    umask(027);
    plain_start(&bench, "");
    char *written = plain_script(&bench, "2", "export\nsrt\n.\ny\n");
    plain_expect(written, "2: exported to ");
    char *path = home_path(bench.home, "2-Interview_dam_keeper.srt");
    cr_assert_eq(stat(path, &facts), 0, "%s", written);
    cr_expect_eq(facts.st_mode & 07777, 0640);
    free(path);
    free(written);
    bench_stop(&bench);
}

Test(plain_exports, that_are_empty_are_said_to_be_and_a_204_is_no_file)
{
    struct bench bench;
    struct stat facts;
    plain_start(&bench, "--fault export:empty*1 --fault export:status=204");
    char *written = plain_script(&bench, "2", "export\nsrt\n.\ny\n");
    plain_expect(written, "2: exported to 2-Interview_dam_keeper.srt: an empty file (0 bytes)");
    free(written);
    char *path = home_path(bench.home, "2-Interview_dam_keeper.srt");
    cr_assert_eq(stat(path, &facts), 0);
    cr_expect_eq(facts.st_size, 0);
    cr_assert_eq(remove(path), 0);
    written = plain_script(&bench, "2", "export\nsrt\n.\ny\n");
    plain_expect(written, "the server answered 204, which means no file; nothing was saved");
    cr_expect_neq(stat(path, &facts), 0);
    free(path);
    free(written);
    bench_stop(&bench);
}

Test(plain, views_and_the_order_are_words_and_a_number_stays_an_id)
{
    struct bench bench;
    plain_start(&bench, "");
    char *written = plain_script(&bench, "2 3 10", "view 3\n10\nview 1\nfilter is:\nsort length-\nsort\n");
    plain_expect(written, "Only those that match \"is:failed\":\n10  Failed");
    plain_expect(written, "No project here is None and has media\n");
    plain_expect(written,
                 "Error: “is:” is unknown: use is:todo, is:busy, is:failed, is:export or is:today\n");
    plain_expect(written, "Sorted by length, reversed\n");
    plain_expect(written,
                 "Error: sort: one of id state since length name tags expires exported changed own\n");
    free(written);
    bench_stop(&bench);
}

/* What the server says of these until it is healed: 2 and 7 are completed, 10 has failed. */
static void hold_states(const struct bench *bench)
{
    control_fault(&bench->sandbox, "get-project/2:set=ProcessingState:\"InProgress\"");
    control_fault(&bench->sandbox, "get-project/7:set=ProcessingState:\"InProgress\"");
    control_fault(&bench->sandbox, "get-project/10:set=ProcessingState:\"InProgress\"");
}

/* A script over these three; ends the test where the text is not in what was written. */
static void script_orders(struct bench *bench, const char *script, const char *text)
{
    char *written = plain_script(bench, "2 7 10", script);
    plain_expect(written, text);
    free(written);
}

/* A program that carries out what is due. */
static void run_orders(struct bench *bench, int code)
{
    struct process_result result;
    bench_steno(bench, "orders run --wait", NULL, code, &result);
    process_result_free(&result);
}

Test(plain_orders, are_given_listed_tried_again_overwritten_and_removed_by_words)
{
    struct bench bench;
    plain_start(&bench, "");
    home_write(bench.home, "config/steno/config", "name_pattern = {id}.{ext}\n");
    home_write(bench.home, "out/.keep", "");
    hold_states(&bench);
    script_orders(&bench, "mark-all\nexport\nsrt\nout\ny\nw\norders\n",
                  "1  w  waits, and exports when they are done: 2, 7, 10\n");
    script_orders(&bench, "orders\norder-again\norder-overwrite\n", "Export of 3 when done: 3 waiting\n");
    control_heal(&bench.sandbox);
    home_write(bench.home, "out/7.srt", "mine\n");
    run_orders(&bench, 8);
    script_orders(&bench, "orders\n", "Export of 3 when done: 1 done, 2 failed\n");
    script_orders(&bench, "orders\n", "failed 7 srt: already exists: 7.srt\n");
    script_orders(&bench, "orders\n", "failed 10 srt: project 10 is Failed\n");
    script_orders(&bench, "orders\n2\norder-overwrite\n", "Overwritten when it is exported\n");
    run_orders(&bench, 0);
    char *text = home_read(bench.home, "out/7.srt");
    cr_assert_not_null(text);
    cr_expect_str_neq(text, "mine\n");
    free(text);
    hold_states(&bench); /* plain mode itself does not come to its end */
    script_orders(&bench, "orders\n2\norder-again\n", "Tried again\n");
    control_heal(&bench.sandbox);
    run_orders(&bench, 1);
    script_orders(&bench, "orders\n2\norder-remove\ny\norders\n", "Order removed\n");
    script_orders(&bench, "orders\n", "No order waits, and none has failed\n");
    bench_stop(&bench);
}
