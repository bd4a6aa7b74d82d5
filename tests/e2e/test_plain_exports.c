/* Exports in plain mode: the file's mode, and what is said of it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "e2e/plain_run.h"

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
