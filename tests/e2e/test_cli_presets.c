/* `preset` by the real program: names, values, and what uses them. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "support/asserts.h"
#include "support/home.h"

Test(preset, a_name_that_cannot_be_one_is_refused_with_the_reason)
{
    struct bench bench;
    bench_start(&bench, "");
    bench_expect(&bench, "preset save ' ' enqueue --lang en-US", NULL, 2, "",
                 "steno: a preset's name has 1 to 64 printable characters; this one is empty\n");
    bench_expect(&bench,
                 "preset save 12345678901234567890123456789012345678901234567890123456789012345 enqueue"
                 " --lang en-US",
                 NULL, 2, "", "steno: a preset's name has 1 to 64 printable characters; this one has 65\n");
    bench_expect(&bench, "preset save ' tv ' enqueue --lang en-US", NULL, 0, "", "");
    bench_expect(&bench, "preset list", NULL, 0, "enqueue   tv\n", "");
    bench_stop(&bench);
}

Test(preset, is_found_by_the_name_that_it_was_saved_with_blanks_and_all)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "preset save ' tv ' enqueue --lang en-US", NULL, 0, "", "");
    bench_expect(&bench, "preset show ' tv ' --json", NULL, 0,
                 "{\"ok\":true,\"name\":\"tv\",\"for\":\"enqueue\",\"params\":{\"Lang\":\"en-US\"}}\n", "");
    bench_expect(
        &bench, "enqueue 1 --preset ' tv' --dry-run", NULL, 0,
        "GET $URL/API/v2/Projects/1/Enqueue?Lang=en-US\nAccept: application/json\nAuthorization: ***\n", "");
    bench_expect(&bench, "preset rm 'tv '", NULL, 0, "", "");
    bench_expect(&bench, "preset list", NULL, 0, "", "");
    bench_expect(&bench, "preset rm ' '", NULL, 4, "",
                 "steno: there is no preset “ ”; steno preset list shows them\n");
    bench_stop(&bench);
}

Test(preset, is_replaced_by_one_of_its_form_with_a_word_and_by_no_other)
{
    struct bench bench;
    bench_start(&bench, "");
    bench_expect(&bench, "preset save air export --file-format-id vtt", NULL, 0, "", "");
    bench_expect(&bench, "preset save air enqueue --lang en-US", NULL, 2, "",
                 "steno: “air” is a preset of export: use another name\n");
    bench_expect(&bench, "preset list", NULL, 0, "export    air\n", "");
    bench_expect(&bench, "preset save air export --file-format-id srt", NULL, 0, "",
                 "steno: the preset “air” was replaced\n");
    bench_expect(&bench, "preset show air --json", NULL, 0,
                 "{\"ok\":true,\"name\":\"air\",\"for\":\"export\",\"params\":{\"FileFormatId\":\"srt\"}}\n",
                 "");
    bench_stop(&bench);
}

Test(preset, is_saved_shown_used_overridden_and_forgotten)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "preset save tv enqueue --lang en-US --with-vad=false", NULL, 0, "", "");
    bench_expect(&bench, "preset list", NULL, 0, "enqueue   tv\n", "");
    bench_expect(&bench, "preset show tv --json", NULL, 0,
                 "{\"ok\":true,\"name\":\"tv\",\"for\":\"enqueue\",\"params\":{\"Lang\":\"en-US\","
                 "\"WithVAD\":\"false\"}}\n",
                 "");
    bench_expect(
        &bench, "enqueue 1 --preset tv --lang cs-CZ --unset WithVAD --dry-run", NULL, 0,
        "GET $URL/API/v2/Projects/1/Enqueue?Lang=cs-CZ\nAccept: application/json\nAuthorization: ***\n", "");
    bench_expect(&bench, "export 1 --preset tv --dry-run", NULL, 2, "",
                 "steno: the preset “tv” is for enqueue, not for export\n");
    bench_expect(&bench, "preset rm tv", NULL, 0, "", "");
    bench_expect(&bench, "preset rm tv", NULL, 4, "",
                 "steno: there is no preset “tv”; steno preset list shows them\n");
    bench_stop(&bench);
}
