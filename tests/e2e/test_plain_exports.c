/* Plain mode: exports, the file's mode and what is said of it; views and the order of the list. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
