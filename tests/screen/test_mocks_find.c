/* The drawn screens of finding and of the panes of no project, cell by cell. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "screen/mock.h"
#include "support/asserts.h"
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
    const char *kind;
    const char *text;
} happened[] = {
    {0, 9, "error", "Export not done: /srv/subs/9-Anniversary_speech.srt exists"},
    {1, 7, "enqueue", "Exported /srv/subs/7-Evening_news.srt, 462 kB, 611 captions"},
    {2, 2, "enqueue", "Exported /srv/subs/2-Interview_dam_keeper.srt, 44.7 kB"},
    {111, 0, "note", "Back after 42 s; 11 reads were late"},
    {153, 0, "error", "Offline: connection refused by 127.0.0.1:8321"},
    {452, 1, "note", "Version 88 → 89: Tags + archive (not from here)"},
    {549, 1, "state", "None → InProgress"},
    {551, 1, "enqueue", "Enqueued: Lang en-US, WithSpeakerId true"},
    {982, 12, "unknown", "Enqueue sent, answer lost; read again: InProgress, so it went through"},
    {1242, 0, "note", "Logged in as demo@example.org, token from credentials"},
    {61054, 10, "state", "InProgress → Failed"},
    {81702, 3, "error", "Enqueue refused: 412, the project has no media"},
    {82302, 11, "state", "InProgress → Canceled"},
    {82902, 5, "state", "InProgress → Completed"},
    {172000, 2, "enqueue", "Tag \"draft\" deleted"},
    {172100, 2, "enqueue", "Metadata Episode set: 118"},
    {172200, 2, "error", "Metadata Episode not set: conflict (409), dropped"},
    {175000, 2, "enqueue", "Exported /srv/subs/2-Interview_dam_keeper.vtt, 45.1 kB"},
    {176000, 0, "note", "Logged in as demo@example.org, by password"},
};

/* Takes that as what happened, after 123 older entries. */
static void let_it_happen(void)
{
    for (int i = 0; i < 123; i++)
        bench_happened(&bench, MOCK_WALL_MS - INT64_C(200000000), 1, "note", "Long ago");
    for (size_t i = sizeof happened / sizeof happened[0]; i-- > 0;)
        bench_happened(&bench, MOCK_WALL_MS - happened[i].ago * 1000, happened[i].id, happened[i].kind,
                       happened[i].text);
}

Test(mock_find, activity80)
{
    mock_world(&bench, 80, 24);
    let_it_happen();
    bench_keys(&bench, "L +");
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

Test(mock_find, help80)
{
    mock_world(&bench, 80, 24);
    bench_keys(&bench, "?");
    mock_expect(&bench, "help80");
    bench_keys(&bench, "G");
    mock_show(&bench);
    cr_expect_str_eq(screen_row(21), ">:quit       Quit", "one column");
}

Test(mock_find, account80)
{
    mock_world(&bench, 80, 24);
    bench_keys(&bench, "A + r");
    bench_answer_login(&bench, bench_call(&bench, ENDPOINT_CURRENT_USER), account_json);
    mock_expect(&bench, "account80");
    bench_resize(&bench, 60, 24);
    mock_show(&bench);
    cr_expect_str_eq(screen_row(3), " Server                 http://127.0.0.1:8321");
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
