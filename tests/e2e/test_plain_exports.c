/* Exports in plain mode: the file's mode, and what is said of it. */
#include <criterion/criterion.h>
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
