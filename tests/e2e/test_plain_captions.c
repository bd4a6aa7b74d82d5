/* Captions of the export form in plain mode: the same in lines. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "e2e/plain_run.h"
#include "support/asserts.h"

Test(plain_captions, are_numbered_with_what_is_wrong_the_summary_and_the_way_back)
{
    struct bench bench;
    plain_start(&bench, "");
    char *written = plain_script(&bench, "2", "export\n.\ncaptions\ni\n..\nnext-finding\n3\n..\nq\nn\n");
    plain_expect(written, "Captions 2  Interview: dam keeper\n");
    plain_expect(written,
                 "1, 00:00.80 for 4.52 s: - Good evening, and thank you for / coming on such a wet night.\n");
    plain_expect(written, "1 to 20 of 51; Enter goes on\n");
    plain_expect(written, "  cps: 4 warnings; caption 26: 25.8 characters/s; limit 16\n");
    plain_expect(
        written,
        "captions> next-finding\n21, 01:34.31 for 1.74 s, warning min-duration: - That was the kettle.\n");
    plain_expect(written, "captions> 3\nCaption 3  00:13.18 to 00:17.44  51 characters  10 words  141 wpm\n");
    plain_expect(written, "Send? y/N n\n");
    free(written);
    bench_stop(&bench);
}

Test(plain_captions, one_that_is_shown_whole_is_followed_by_all_of_the_next_and_back_tells_where_one_is)
{
    struct bench bench;
    plain_start(&bench, "");
    char *written =
        plain_script(&bench, "2", "export\n.\ncaptions\n12\nnext-finding\ndown\nback\nsummary\nback\nq\nn\n");
    plain_expect(written,
                 "captions> next-finding\nCaption 21  01:34.31 to 01:36.05  22 characters  4 words  138 wpm\n"
                 "    22 - That was the kettle.\n"
                 "  warning: shown for 1745 ms; wanted at least 2000  [min-duration]\n"
                 "captions> down\nCaption 22  01:36.13 to 01:40.38  ");
    plain_expect(written,
                 "captions> back\n22, 01:36.13 for 4.25 s: Rosa Bell has come in, who measures / the levels"
                 " with you.\ncaptions> summary\n");
    plain_expect(written, "spelling, place on the picture.\ncaptions> back\n22, 01:36.13 for 4.25 s: ");
    free(written);
    bench_stop(&bench);
}

Test(plain_captions, are_saved_as_they_were_shown_from_one_fetch)
{
    struct bench bench;
    struct stat facts;
    plain_start(&bench, "");
    char *written = plain_script(&bench, "2", "export\n.\ncaptions\nX\nq\nn\n");
    plain_expect(written, "2: exported to 2-Interview_dam_keeper.srt, 4016 bytes");
    char *path = home_path(bench.home, "2-Interview_dam_keeper.srt");
    cr_assert_eq(stat(path, &facts), 0);
    cr_assert_eq(facts.st_size, 4016);
    free(path);
    free(written);
    bench_stop(&bench);
}

Test(plain_captions, say_why_there_are_none_and_come_when_they_are_asked_for_again)
{
    struct bench bench;
    plain_start(&bench, "--fault export:status=400*1");
    char *written = plain_script(&bench, "2", "export\n.\ncaptions\nq\nn\nexport\n.\ncaptions\nq\nn\n");
    plain_expect(written, "Error: ");
    plain_expect(written, "1, 00:00.80 for 4.52 s");
    free(written);
    bench_stop(&bench);
}
