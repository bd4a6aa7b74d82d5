/* The drawn screens of a day with sixty projects, cell by cell. */
/* SPDX-License-Identifier: MIT */
#include "screen/sixty.h"
#include "support/asserts.h"
#include "support/screen.h"

static struct bench bench;

static void sixty_stop(void)
{
    bench_free(&bench);
}

TestSuite(sixty, .fini = sixty_stop);

/* The None ones alone, all of them marked, the order of the list as it is. */
static void mark_new(void)
{
    bench_keys(&bench, "f");
    bench_type(&bench, "state:none");
    bench_keys(&bench, "Enter M");
    bench_wait(&bench, 400);
    sixty_answer_reads(&bench);
}

/* The form of the marked ones, in the language of the profile. */
static void open_short(int cols, int rows)
{
    struct error err;
    sixty_morning(&bench, cols, rows, &(struct sixty){.credit = 307});
    mark_new();
    cr_assert(settings_put_param(&bench.settings, "Lang", SOURCE_PROFILE, "config:1", "en-US", &err));
    mock_show(&bench);
    screen_bytes();
    bench_keys(&bench, "e");
    mock_show(&bench);
}

Test(sixty, short80)
{
    open_short(80, 24);
    size_t bytes = screen_bytes();
    cr_expect_leq(bytes, 650, "%zu bytes", bytes);
    mock_expect(&bench, "sixty/short80");
}

Test(sixty, short40)
{
    open_short(40, 10);
    size_t bytes = screen_bytes();
    cr_expect_leq(bytes, 341, "%zu bytes", bytes);
    mock_expect(&bench, "sixty/short40");
}

Test(sixty, the_afternoon_has_its_states)
{
    sixty_afternoon(&bench, 80, 24, &(struct sixty){.credit = 37});
    mock_show(&bench);
    cr_expect_str_eq(screen_row(0),
                     "steno  demo@example.org  127.0.0.1:8321           60 projects  *3 +44 !4  37 min");
}

Test(sixty, ask40)
{
    struct error err;
    sixty_morning(&bench, 40, 10, &(struct sixty){.credit = 307});
    cr_assert(settings_put_param(&bench.settings, "Lang", SOURCE_PROFILE, "config:1", "en-US", &err));
    mark_new();
    bench_keys(&bench, "e X");
    mock_expect(&bench, "sixty/ask40");
}

Test(sixty, mark40)
{
    sixty_morning(&bench, 40, 10, &(struct sixty){.credit = 307});
    mark_new();
    mock_expect(&bench, "sixty/mark40");
}

Test(sixty, mark80)
{
    sixty_morning(&bench, 80, 24, &(struct sixty){.credit = 307});
    mark_new();
    mock_expect(&bench, "sixty/mark80");
}

Test(sixty, first132)
{
    sixty_afternoon(&bench, 132, 43, &(struct sixty){.credit = 37});
    bench_keys(&bench, "s x g");
    bench_wait(&bench, 400);
    sixty_answer_reads(&bench);
    bench_keys(&bench, "Esc");
    mock_expect(&bench, "sixty/first132");
}

Test(sixty, sort80)
{
    sixty_afternoon(&bench, 80, 24, &(struct sixty){.credit = 37});
    bench_keys(&bench, "s x g");
    bench_wait(&bench, 400);
    sixty_answer_reads(&bench);
    bench_keys(&bench, "Esc s");
    mock_expect(&bench, "sixty/sort80");
}

/* What stands in the folder: three files that are old, one that was edited. */
static void answer_look(void)
{
    static const int64_t old[] = {2, 7, 14};
    struct store_op *op = bench_store(&bench, STORE_EXPORTS_LOOK);
    cr_assert_not_null(op);
    struct store_result *result = store_result_new(op);
    result->ok = true;
    result->look = op->look;
    op->look = NULL;
    for (size_t i = 0; i < result->look->count; i++) {
        struct export_item *item = &result->look->items[i];
        for (size_t k = 0; k < sizeof old / sizeof old[0]; k++)
            item->file = item->id == old[k] ? EXPORT_OLD : item->file;
        if (item->id == 9)
            *item = (struct export_item){.id = 9,
                                         .version = item->version,
                                         .path = item->path,
                                         .file = EXPORT_EDITED,
                                         .edited_ms = SIXTY_WALL_MS - INT64_C(172800000)};
        item->bytes = item->file == EXPORT_NEW ? 0 : 48000;
    }
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

/* Seven projects, of which six can be exported without a doubt: the question is open. */
static void ask_export(int cols, int rows)
{
    static const int64_t due[] = {12, 21, 25, 2, 7, 14, 9};
    sixty_afternoon(&bench, cols, rows, &(struct sixty){.order = "12 21 25 2 7 14 9", .credit = 37});
    for (size_t i = 0; i < bench.app->project_count; i++) {
        struct app_project *project = &bench.app->projects[i];
        project->exported = (struct exported){.when_ms = 1, .version = project->version};
        for (size_t k = 0; k < sizeof due / sizeof due[0]; k++) {
            if (project->id == due[k])
                project->exported.version = 0;
        }
    }
    bench_keys(&bench, "4 g M x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    form_put(app_form_top(bench.app)->form, "Folder", "/srv/subs");
    bench.looked = UINT64_MAX;
    bench_keys(&bench, "X");
    answer_look();
}

Test(sixty, exp80)
{
    ask_export(80, 24);
    mock_expect(&bench, "sixty/exp80");
}

/* In 40 columns the words get shorter; the numbers, the ids and the answers stay. */
Test(sixty, the_question_of_an_export_is_whole_at_40_columns)
{
    ask_export(40, 10);
    mock_show(&bench);
    static const char *const rows[] = {
        "Export 7 as srt to /srv/subs",    " y  6 files: 3 new; 3 replaced: 2, 7, 14",
        " a  all 7; overwrites #9",        "! 9-Anniversary_speech.srt was edited",
        " on 11-20; y leaves it as it is", "y Export 6  a Export 7  other: no"};
    for (int i = 0; i < 5; i++)
        cr_expect_str_eq(screen_row(i + 3), rows[i]);
    cr_expect_str_eq(screen_row(9), rows[5]);
}

Test(sixty, ask80)
{
    struct error err;
    sixty_morning(&bench, 80, 24, &(struct sixty){.credit = 307});
    cr_assert(settings_put_param(&bench.settings, "Lang", SOURCE_PROFILE, "config:1", "en-US", &err));
    mark_new();
    bench_keys(&bench, "e X");
    mock_expect(&bench, "sixty/ask80");
}
