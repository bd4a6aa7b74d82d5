/* The drawn screens of finding and of the panes of no project, cell by cell. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "screen/mock.h"
#include "support/screen.h"

static struct bench bench;

static void mocks_stop(void)
{
    bench_free(&bench);
}

TestSuite(mock_find, .fini = mocks_stop);

Test(mock_find, menu40)
{
    mock_world(&bench, 40, 10);
    bench_keys(&bench, ":");
    bench_type(&bench, "re");
    bench_keys(&bench, "Tab");
    mock_expect(&bench, "menu40");
}

Test(mock_find, empty40)
{
    mock_start(&bench, 40, 10, 0);
    bench_keys(&bench, "Esc");
    mock_expect(&bench, "empty40");
}

Test(mock_find, empty80)
{
    mock_start(&bench, 80, 24, 0);
    bench_keys(&bench, "Esc");
    mock_expect(&bench, "empty80");
}

/* What happened, newest first; `ago`: seconds. */
static const struct {
    int64_t ago, id;
    enum activity_kind kind;
    const char *text;
} happened[] = {
    {0, 9, ACTIVITY_ERROR, "Export not done: /srv/subs/9-Anniversary_speech.srt exists"},
    {1, 7, ACTIVITY_DONE, "Exported /srv/subs/7-Evening_news.srt, 462 kB, 611 captions"},
    {2, 2, ACTIVITY_DONE, "Exported /srv/subs/2-Interview_dam_keeper.srt, 44.7 kB"},
    {111, 0, ACTIVITY_NOTE, "Back after 42 s; 11 reads were late"},
    {153, 0, ACTIVITY_ERROR, "Offline: connection refused by 127.0.0.1:8321"},
    {452, 1, ACTIVITY_NOTE, "Version 88 → 89: Tags + archive (not from here)"},
    {549, 1, ACTIVITY_STATE, "None → InProgress"},
    {551, 1, ACTIVITY_DONE, "Enqueued: Lang en-US, WithSpeakerId true"},
    {982, 12, ACTIVITY_UNKNOWN, "Enqueue sent, answer lost; read again: InProgress, so it went through"},
    {995, 12, ACTIVITY_REQUEST, "Enqueue: Lang cs-CZ"},
    {1242, 0, ACTIVITY_NOTE, "Logged in as demo@example.org, token from credentials"},
    {61054, 10, ACTIVITY_STATE, "InProgress → Failed"},
    {81702, 3, ACTIVITY_ERROR, "Enqueue refused: 412, the project has no media"},
    {82302, 11, ACTIVITY_STATE, "InProgress → Canceled"},
    {82902, 5, ACTIVITY_STATE, "InProgress → Completed, took 31 min"},
    {172000, 2, ACTIVITY_DONE, "Tag \"draft\" deleted"},
    {172100, 2, ACTIVITY_DONE, "Metadata Episode set: 118"},
    {172200, 2, ACTIVITY_ERROR, "Metadata Episode not set: conflict (409), dropped"},
    {175000, 2, ACTIVITY_DONE, "Exported /srv/subs/2-Interview_dam_keeper.vtt, 45.1 kB"},
    {176000, 0, ACTIVITY_NOTE, "Logged in as demo@example.org, by password"},
};

/* Takes that as what happened, after 123 older entries. */
static void let_it_happen(void)
{
    struct app *app = bench.app;
    for (size_t i = 0; i < app->activity_count; i++) {
        free(app->activity[i].text);
        free(app->activity[i].request);
        free(app->activity[i].status);
    }
    app->activity_count = 0;
    for (int i = 0; i < 123; i++) {
        app->wall_ms = MOCK_WALL_MS - INT64_C(200000000);
        app_log_activity(app, ACTIVITY_NOTE, 1, "Long ago");
    }
    for (size_t i = sizeof happened / sizeof happened[0]; i-- > 0;) {
        app->wall_ms = MOCK_WALL_MS - happened[i].ago * 1000;
        app_log_activity(app, happened[i].kind, happened[i].id, "%s", happened[i].text);
    }
    app->wall_ms = MOCK_WALL_MS;
}

Test(mock_find, activity80)
{
    mock_world(&bench, 80, 24);
    let_it_happen();
    bench_keys(&bench, "L");
    mock_expect(&bench, "activity80");
}

/* The account of the drawing, as the server gives it. */
static const char account_json[] =
    "{\"User\":{\"Id\":1,\"TeamId\":10,\"Email\":\"demo@example.org\",\"UserRole\":\"EnterpriseUser\","
    "\"Language\":\"cs-CZ\",\"Created\":\"2024-02-29T11:00:00Z\",\"Updated\":\"2026-05-14T09:00:00Z\","
    "\"CreditMinutes\":600,\"TranscribedMinutes\":1234.5,\"UserTranscribedMinutes\":420.25,"
    "\"DataProtectionConsent\":true,\"CommercialCommunicationConsent\":false,\"DidPay\":true,"
    "\"IsTeamOwner\":false,\"Settings\":{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6}},"
    "\"Claims\":[\"projects:read\",\"projects:write\"],\"Token\":\"x\"}";

struct drawn_row {
    int row;
    const char *text;
};

static void expect_rows(const struct drawn_row *rows, size_t count)
{
    mock_show(&bench);
    for (size_t i = 0; i < count; i++)
        cr_expect_str_eq(screen_row(rows[i].row), rows[i].text, "%s", screen_row(rows[i].row));
}

/* The drawing, but for the pane of what happened while nobody looked, which `W` opens once there is one. */
static const struct drawn_row help_rows[] = {
    {1, "Help: the keys of the list                                        all panes: Tab"},
    {2, "Project                                   Move"},
    {3, "> e        Enqueue for transcription        j k        Down, up; arrows too"},
    {4, "  x        Export subtitles                 PgDn PgUp  A page"},
    {5, "  o        Open by id: 12 15 20-30          g G        First, last"},
    {6, "  r R      Refresh this one, all            #          To an id"},
    {7, "  b        A note of your own               / n N      Find, next, previous"},
    {8, "  D        Remove from watchlist            h H        Next, previous highlight"},
    {9, ""},
    {10, "Marks                                     List"},
    {11, "  Space    Mark this, and down              f          Filter as you type"},
    {12, "  v        From the last mark to here       s S        Sort by next column; turn"},
    {13, "  M I      All shown; the other ones"},
    {14, "  u        No marks                       Program"},
    {15, "                                            :          Run a command by name"},
    {16, "Panes                                       y          Copy"},
    {17, "  Tab      The next one                     z          Times in UTC, or local"},
    {18, "  +        This one alone, and back         l          Log in"},
    {19, "  i t m J  Details, tags, metadata, raw     ^C         Stop the call; leave"},
    {20, "  L        Activity                         ? q        Help; back, or quit"},
    {21, "  A P      Account; password policy"},
    {22, "* working  + completed  ! failed, canceled  ? answer lost  > here  - shown below"},
    {23, "Enter Run it  / Narrow  Tab All panes  q Close"},
};

Test(mock_find, help80)
{
    mock_world(&bench, 80, 24);
    bench_keys(&bench, "?");
    expect_rows(help_rows, sizeof help_rows / sizeof help_rows[0]);
    bench_keys(&bench, "G");
    mock_show(&bench);
    cr_expect_str_eq(screen_row(20) + 40, "  > ? q        Help; back, or quit",
                     "the cursor goes on in the second column");
    cr_expect_str_eq(screen_row(3),
                     "  e        Enqueue for transcription        j k        Down, up; arrows too");
}

/* The drawing, but for when the token was saved and how long the last answer took, which are not known. */
static const struct drawn_row account_rows[] = {
    {1, "Account"},
    {2, ">Email       demo@example.org           Server       http://127.0.0.1:8321"},
    {3, " User        1, in team 10              API path     /API"},
    {4, " Role        EnterpriseUser             Token        test (command line)"},
    {5, " Language    cs-CZ                      Last answer  19:11:42, 0 ms"},
    {6, " Created     2024-02-29 11:00           Refreshing   12 watched"},
    {7, " Changed     2026-05-14 09:00"},
    {8, ""},
    {9, "Credit"},
    {10, " Left        600 min                    Waiting      29 min in 4 projects"},
    {11, " Transcribed 1234.5 min by the team, 420.25 by you"},
    {12, ""},
    {13, "Rights"},
    {14, " Claims      projects:read, projects:write"},
    {15, " Consents    data protection yes, commercial no"},
    {16, " Has paid    yes                        Owns the team no"},
    {17, " + Settings of the web editor, 6 fields"},
    {18, ""},
    {23, "l Log in  P Password policy  r Refresh  y Copy  / Find  ? Help  q Close"},
};

Test(mock_find, account80)
{
    mock_world(&bench, 80, 24);
    bench_keys(&bench, "A r");
    bench_answer_login(&bench, bench_call(&bench, ENDPOINT_CURRENT_USER), account_json);
    expect_rows(account_rows, sizeof account_rows / sizeof account_rows[0]);
    bench_resize(&bench, 60, 24);
    mock_show(&bench);
    cr_expect_str_eq(screen_row(8), " Server      http://127.0.0.1:8321", "%s", screen_row(8));
}

/* Bytes of what these keys bring on the screen, read together and drawn once. */
static size_t bytes_of(const char *keys, const char *text)
{
    mock_show(&bench);
    screen_bytes();
    if (*keys)
        bench_keys(&bench, keys);
    bench_type(&bench, text);
    mock_show(&bench);
    return screen_bytes();
}

Test(mock_find, a_filter_that_leaves_two_of_twelve_takes_at_most_251_bytes)
{
    mock_world(&bench, 80, 24);
    bench_keys(&bench, "f");
    size_t bytes = bytes_of("", "new -court");
    cr_expect_eq(bench.app->list.count, 2);
    cr_expect_leq(bytes, 251, "%zu bytes", bytes);
}

Test(mock_find, the_menu_of_commands_takes_at_most_405_bytes)
{
    mock_world(&bench, 40, 10);
    bench_keys(&bench, ":");
    bench_type(&bench, "re");
    size_t bytes = bytes_of("Tab", "");
    cr_expect_leq(bytes, 405, "%zu bytes", bytes);
}

Test(mock_find, the_activity_and_the_help_take_at_most_2100_bytes_each)
{
    mock_world(&bench, 80, 24);
    let_it_happen();
    size_t bytes = bytes_of("L", "");
    cr_expect_leq(bytes, 2100, "activity: %zu bytes", bytes);
    bench_keys(&bench, "q");
    bytes = bytes_of("?", "");
    cr_expect_leq(bytes, 2100, "help: %zu bytes", bytes);
}
