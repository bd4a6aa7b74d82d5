/* The drawn screens of the details, cell by cell, and what following the selection costs. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "screen/mock.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/budget.h"
#include "support/screen.h"

static struct bench bench;

static void details_stop(void)
{
    bench_free(&bench);
}

TestSuite(mock_details, .fini = details_stop);

/* Project 2 with all that the drawn screens show of it. */
#define INTERVIEW                                                                                            \
    "{\"Data\":{\"Id\":2,\"AccessToken\":88,\"ProcessingState\":\"Completed\",\"Length\":\"00:03:55\","      \
    "\"HasRecording\":true,\"IsReadOnly\":false,\"IsTeamProject\":true,\"ShareCount\":1,"                    \
    "\"MediaInfo\":{\"HasVideo\":false,\"IsPackaged\":true},\"ActiveTrsxLabel\":\"First pass\","             \
    "\"Description\":{\"Author\":\"Martha Hill\",\"Name\":\"Interview: dam keeper\","                        \
    "\"Start\":\"2026-05-15T07:30:00Z\"},\"Created\":\"2026-05-15T08:01:00Z\","                              \
    "\"Updated\":\"2026-05-15T08:14:00Z\",\"Tags\":[\"interview\",\"radio\"],"                               \
    "\"TranscriptionConfig\":{\"Language\":\"en-US\",\"WithSpeakerId\":true,\"WithVAD\":false,"              \
    "\"WithPPC\":true,\"WithPunctuation\":true,\"SaveTrsx\":true,\"WithDiarization\":true,"                  \
    "\"WithUserLex\":true,\"AllowEmptyTranscription\":false,\"CustomLabel\":\"\",\"WithDraft\":null,"        \
    "\"Profile\":\"\"},\"Metadata\":{\"Programme\":\"Morning magazine\",\"Episode\":\"118\"},"               \
    "\"KeywordsHighlight\":{\"TextList\":[[{\"Category\":\"Topic\",\"Text\":\"flood\",\"TimestampMs\":"      \
    "12000},"                                                                                                \
    "{\"Category\":\"Topic\",\"Text\":\"mayor\",\"TimestampMs\":280000},{\"Category\":\"Topic\",\"Text\":"   \
    "\"budget\",\"TimestampMs\":1023000},"                                                                   \
    "{\"Category\":\"Topic\",\"Text\":\"flood\",\"TimestampMs\":2395000}]]}}}"

/* The details of project 2, all of the body where that is not so anyway. */
static void open_interview(int cols, int rows)
{
    mock_world(&bench, cols, rows);
    bench_keys(&bench, "j i r");
    for (size_t i = 0; i < bench.app->call_count; i++) {
        if (bench.app->calls[i].op != ENDPOINT_GET_PROJECT || bench.app->calls[i].project_id != 2)
            continue;
        struct call call = {
            .op = ENDPOINT_GET_PROJECT, .serial = bench.app->calls[i].serial, .project_id = 2};
        bench_answer_project(&bench, &call, INTERVIEW);
        break;
    }
    bench_keys(&bench, "Esc i");
}

Test(mock_details, details80)
{
    open_interview(80, 24);
    bench_happened(&bench, MOCK_WALL_MS, 2, "metadata", "Metadata \"Episode\" set");
    bench_happened(&bench, MOCK_WALL_MS, 2, "tag", "Tag \"draft\" deleted");
    bench_keys(&bench, "+ ]");
    mock_expect(&bench, "details80");
}

Test(mock_details, details40)
{
    open_interview(40, 10);
    mock_expect(&bench, "details40");
}

Test(mock_details, those_that_follow_the_selection_are_within_their_budget)
{
    mock_world(&bench, 80, 24);
    for (int i = 0; i < 8; i++) {
        mock_show(&bench);
        screen_bytes();
        bench_keys(&bench, "j");
        bench_wait(&bench, 200);
        mock_answer_reads(&bench);
        mock_show(&bench);
        size_t bytes = screen_bytes();
        cr_expect_leq(bytes, BUDGET_FOLLOW + BUDGET_BAR + BUDGET_MOVE, "%zu bytes", bytes);
    }
}

Test(mock_details, where_room_is_short_the_bar_names_what_comes_first_in_its_table)
{
    mock_world(&bench, 40, 10);
    bench_keys(&bench, "i /");
    bench_type(&bench, "tags");
    bench_keys(&bench, "Enter");
    mock_show(&bench);
    cr_expect_str_eq(screen_row(9), "Enter Tags  e Enqueue  ? Help  q Back");
}
