/* The refresh machine with many projects: order, cap, sweep, a long life. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "unit/refresh_help.h"

Test(refresh_many, order_is_enqueued_then_on_screen_then_active_then_the_rest)
{
    static const int64_t shown[] = {2};
    int64_t ids[8];
    struct refresh *refresh = machine();
    refresh_add(refresh, 4, "None", START - 10 * MINUTE, START);
    refresh_add(refresh, 3, "InProgress", START - 5 * MINUTE, START);
    refresh_add(refresh, 2, "None", START - MINUTE, START);
    refresh_add(refresh, 1, "None", START, START);
    refresh_set_shown(refresh, shown, 1, START);
    send(refresh, REFRESH_ENQUEUED, 1, START - 3 * SECOND);
    cr_assert_eq(refresh_take_due(refresh, START, ids, 8), 4);
    for (int64_t i = 0; i < 4; i++)
        cr_expect_eq(ids[i], i + 1);
    refresh_free(refresh);
}

Test(refresh_many, no_more_are_in_flight_than_allowed)
{
    int64_t ids[8];
    struct refresh *refresh = machine();
    for (int64_t id = 1; id <= 6; id++)
        refresh_add(refresh, id, NULL, 0, START);
    cr_expect_eq(refresh_take_due(refresh, START, ids, 8), 4);
    cr_expect_eq(refresh_next_deadline(refresh), REFRESH_NEVER, "an answer comes first");
    refresh_reply(refresh, ids[0], "None", START + 1);
    cr_expect_leq(refresh_next_deadline(refresh), START + 1);
    cr_expect_eq(refresh_take_due(refresh, START + 1, ids, 8), 1);
    refresh_free(refresh);
}

Test(refresh_many, in_any_second_no_more_reads_than_the_cap)
{
    int64_t times[200];
    size_t taken = 0;
    struct refresh *refresh = machine();
    for (int64_t id = 1; id <= 200; id++)
        refresh_add(refresh, id, "InProgress", START - MINUTE, START);
    for (int64_t now = START; taken < 100; now += 7) {
        int64_t id;
        while (taken < 100 && refresh_take_due(refresh, now, &id, 1)) {
            times[taken++] = now;
            refresh_reply(refresh, id, "InProgress", now);
        }
        cr_assert_lt(now, START + 60 * SECOND);
    }
    for (size_t i = 10; i < taken; i++)
        cr_expect_geq(times[i] - times[i - 10], SECOND);
    cr_expect_leq(times[99] - times[0], 9 * SECOND + 200, "and the cap is made use of");
    refresh_free(refresh);
}

Test(refresh_many, requests_of_others_count_in_the_cap)
{
    int64_t id;
    struct refresh *refresh = machine();
    refresh_add(refresh, 1, NULL, 0, START);
    for (int i = 0; i < 10; i++)
        refresh_count_request(refresh, START);
    cr_expect_eq(refresh_take_due(refresh, START + 999, &id, 1), 0);
    cr_expect_eq(refresh_next_deadline(refresh), START + SECOND);
    cr_expect_eq(take(refresh, START + SECOND), 1);
    refresh_free(refresh);
}

Test(refresh_many, settled_projects_off_the_screen_share_a_read_every_2_s_longest_unread_first)
{
    static const int64_t want[] = {3, 1, 4, 2};
    int64_t now = START;
    struct refresh *refresh = machine();
    refresh_add(refresh, 1, "Completed", START - 30 * MINUTE, START);
    refresh_add(refresh, 2, "Failed", START - 10 * MINUTE, START);
    refresh_add(refresh, 3, "Canceled", START - 60 * MINUTE, START);
    refresh_add(refresh, 4, "Completed", START - 20 * MINUTE, START);
    for (size_t i = 0; i < 8; i++) {
        int64_t ids[4];
        cr_assert_eq(refresh_take_due(refresh, now, ids, 4), 1, "one at a time");
        cr_expect_eq(ids[0], want[i % 4]);
        refresh_reply(refresh, ids[0], "Completed", now);
        cr_expect_eq(refresh_next_deadline(refresh), now + 2 * SECOND);
        now += 2 * SECOND;
    }
    refresh_free(refresh);
}

Test(refresh_many, the_sweep_leaves_alone_who_was_read_a_moment_ago)
{
    int64_t id;
    struct refresh *refresh = machine();
    refresh_add(refresh, 1, "InProgress", START - MINUTE, START);
    take(refresh, START);
    refresh_reply(refresh, 1, "Completed", START + 1);
    cr_expect_eq(state_of(refresh, 1, START + 1), IDLE);
    cr_expect_eq(refresh_take_due(refresh, START + 2, &id, 1), 0);
    cr_expect_eq(refresh_next_deadline(refresh), START + 1 + 2 * SECOND);
    cr_expect_eq(take(refresh, START + 1 + 2 * SECOND), 1);
    refresh_free(refresh);
}

Test(refresh_many, a_long_sleep_is_not_made_up_for_by_a_burst_of_the_sweep)
{
    int64_t ids[4];
    struct refresh *refresh = machine();
    for (int64_t id = 1; id <= 4; id++)
        refresh_add(refresh, id, "Completed", START - MINUTE, START);
    take(refresh, START);
    cr_expect_eq(refresh_take_due(refresh, START + 60 * MINUTE, ids, 4), 1);
    refresh_free(refresh);
}

Test(refresh_many, a_crowd_of_active_projects_does_not_starve_the_rest)
{
    enum { ACTIVE = 300, ALL = 320 };
    struct refresh *refresh = machine();
    int64_t last[ALL + 1], worst = 0;
    for (int64_t id = 1; id <= ALL; id++) {
        refresh_add(refresh, id, id <= ACTIVE ? "InProgress" : "None", START - MINUTE, START);
        last[id] = START;
    }
    for (int64_t now = START; now < START + 10 * MINUTE; now += 100) {
        int64_t id;
        while (refresh_take_due(refresh, now, &id, 1)) {
            if (id > ACTIVE && now - last[id] > worst)
                worst = now - last[id];
            last[id] = now;
            refresh_reply(refresh, id, id <= ACTIVE ? "InProgress" : "None", now);
        }
    }
    for (int64_t id = ACTIVE + 1; id <= ALL; id++)
        cr_expect_gt(last[id], START, "%lld was never read", (long long)id);
    /* own interval of at most 5 min, then at most about as many reads as there are projects at 10 a second */
    cr_expect_leq(worst, 5 * MINUTE + 2 * ALL * SECOND / 10);
    refresh_free(refresh);
}

Test(refresh_many, a_settled_project_scrolled_into_sight_is_read_if_its_data_is_old_and_only_then)
{
    int64_t id;
    struct refresh *refresh = machine();
    refresh_add(refresh, 1, "Completed", START - 6 * MINUTE, START);
    refresh_add(refresh, 2, "Completed", START - MINUTE, START);
    take(refresh, START); /* the sweep's turn */
    refresh_reply(refresh, 1, "Completed", START - 6 * MINUTE);
    static const int64_t both[] = {1, 2, 2};
    refresh_set_shown(refresh, both, 3, START + 1);
    cr_expect_eq(take(refresh, START + 1), 1);
    cr_expect_eq(refresh_take_due(refresh, START + 1, &id, 1), 0);
    cr_expect_eq(refresh_due(refresh, 2), START + 4 * MINUTE);
    refresh_set_shown(refresh, NULL, 0, START + 2);
    cr_expect_eq(state_of(refresh, 2, START + 2), IDLE);
    refresh_free(refresh);
}

Test(refresh_many, a_removed_project_is_forgotten_and_its_late_answer_ignored)
{
    struct refresh *refresh = machine();
    refresh_add(refresh, 1, NULL, 0, START);
    take(refresh, START);
    send(refresh, REFRESH_REMOVED, 1, START);
    cr_expect_eq(refresh->in_flight, 1, "the request is still out");
    refresh_reply(refresh, 1, "None", START);
    cr_expect_eq(refresh->in_flight, 0);
    cr_expect_eq(refresh->count, 0);
    cr_expect_eq(refresh_next_deadline(refresh), REFRESH_NEVER);
    refresh_free(refresh);
}

Test(refresh_many, added_twice_is_added_once_and_added_again_after_removal_is_read)
{
    struct refresh *refresh = machine();
    refresh_add(refresh, 1, NULL, 0, START);
    refresh_add(refresh, 1, NULL, 0, START);
    cr_expect_eq(refresh->count, 1);
    take(refresh, START);
    send(refresh, REFRESH_REMOVED, 1, START);
    refresh_add(refresh, 1, NULL, 0, START);
    refresh_reply(refresh, 1, "InProgress", START);
    cr_expect_eq(state_of(refresh, 1, START), WAITING);
    refresh_free(refresh);
}

/* A long random life with 20,000 projects: deadlines are kept, nothing is lost, and it is quick. */
Test(refresh_many, twenty_thousand_projects_live_a_long_random_life)
{
    enum { COUNT = 20000, TURNS = 60000 };
    static const char *const words[] = {"None", "InProgress", "Completed", "Failed", "Odd"};
    struct refresh_config config = machine_config();
    config.rate_cap = 0;
    config.max_in_flight = 64;
    struct refresh *refresh = refresh_new(&config);
    int64_t *out = malloc(sizeof *out * 64), now = START;
    size_t out_count = 0;
    uint32_t seed = 4711;
    for (int64_t id = 1; id <= COUNT; id++)
        refresh_add(refresh, id, words[id % 5], START - id * 100, START);
    for (int turn = 0; turn < TURNS; turn++) {
        seed = seed * 1664525 + 1013904223;
        uint32_t dice = seed >> 16;
        struct refresh_event event = {
            .kind = REFRESH_ERROR, .id = 1 + (int64_t)(seed % COUNT), .random = seed, .retry_after_ms = -1};
        if (out_count > 0 && dice % 3) {
            int64_t id = out[--out_count];
            event.id = id;
            if (dice % 17 == 0)
                refresh_event(refresh, &event, now);
            else
                refresh_reply(refresh, id, words[dice % 5], now);
        } else if (dice % 5 == 0) {
            int64_t shown[40];
            for (int64_t i = 0; i < 40; i++)
                shown[i] = 1 + (event.id + i) % COUNT;
            refresh_set_shown(refresh, shown, 40, now);
        } else if (dice % 5 == 1) {
            event.kind = dice % 2 ? REFRESH_USER : REFRESH_ENQUEUED;
            refresh_event(refresh, &event, now);
        }
        int64_t deadline = refresh_next_deadline(refresh);
        size_t before = out_count;
        out_count += refresh_take_due(refresh, now, out + out_count, 64 - out_count);
        cr_assert(out_count == before || deadline <= now, "something was due before its deadline");
        cr_assert_eq(refresh->in_flight, out_count);
        now += dice % 50;
    }
    cr_expect_eq(refresh->count, COUNT);
    refresh_free(refresh);
    free(out);
}
