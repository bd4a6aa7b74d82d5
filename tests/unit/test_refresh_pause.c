/* The refresh machine while a 429 pauses all projects: what is read all the same, probes, and how it ends. */
/* SPDX-License-Identifier: MIT */
#include "unit/refresh_help.h"

/* A machine with projects 1 to `count`, never read. */
static struct refresh *machine_of(int64_t count)
{
    struct refresh *refresh = machine();
    for (int64_t id = 1; id <= count; id++)
        refresh_add(refresh, id, NULL, 0, START);
    return refresh;
}

/* The read of a project is answered with 429, or with an error, and a Retry-After. */
static void refuse(struct refresh *refresh, enum refresh_event_kind kind, int64_t id, int64_t seconds,
                   int64_t now)
{
    struct refresh_event event = {.kind = kind, .id = id, .retry_after_ms = seconds * SECOND};
    refresh_event(refresh, &event, now);
}

/* The operator wants one at once. */
static void press(struct refresh *refresh, int64_t id, int64_t now)
{
    refresh_event(refresh, &(struct refresh_event){.kind = REFRESH_USER, .id = id, .at_once = true}, now);
}

/* Nothing may be taken until `at`; then one. Returns it. */
static int64_t take_only_at(struct refresh *refresh, int64_t before, int64_t at)
{
    int64_t ids[8];
    cr_expect_eq(refresh_next_deadline(refresh), at, "%lld ms too late",
                 (long long)(refresh_next_deadline(refresh) - at));
    cr_expect_eq(refresh_take_due(refresh, before, ids, 8), 0);
    cr_expect_eq(refresh_take_due(refresh, at - 1, ids, 8), 0, "not a moment earlier");
    cr_assert_eq(refresh_take_due(refresh, at, ids, 8), 1, "one probe, and not more");
    return ids[0];
}

Test(refresh_pause, a_429_pauses_all_as_long_as_it_asked_then_another_project_probes)
{
    int64_t ids[8];
    struct refresh *refresh = machine_of(3);
    cr_expect_eq(take(refresh, START), 1);
    refuse(refresh, REFRESH_RATE_LIMITED, 1, 60, START);
    cr_expect_eq(refresh_paused_until(refresh), START + 60 * SECOND);
    cr_expect_eq(take_only_at(refresh, START, START + 60 * SECOND), 2);
    cr_expect_eq(refresh_next_deadline(refresh), REFRESH_NEVER, "the probe's answer comes first");
    cr_expect_eq(refresh_take_due(refresh, START + 5 * MINUTE, ids, 8), 0);
    refresh_reply(refresh, 2, "InProgress", START + 61 * SECOND);
    cr_expect_eq(refresh_paused_until(refresh), 0);
    cr_expect_eq(refresh_take_due(refresh, START + 61 * SECOND, ids, 8), 2, "the rest");
    refresh_free(refresh);
}

Test(refresh_pause, no_hold_is_longer_than_5_min)
{
    static const struct {
        int64_t asked_s, paused_ms;
    } cases[] = {{299, 299 * SECOND},
                 {300, 300 * SECOND},
                 {301, 300 * SECOND},
                 {3600, 300 * SECOND},
                 {INT64_MAX / 1000, 300 * SECOND}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct refresh *refresh = machine_of(2);
        take(refresh, START);
        refuse(refresh, REFRESH_RATE_LIMITED, 1, cases[i].asked_s, START);
        cr_expect_eq(take_only_at(refresh, START, START + cases[i].paused_ms), 2);
        refresh_free(refresh);
    }
}

Test(refresh_pause, a_429_without_a_time_or_with_none_to_come_pauses_only_a_moment)
{
    static const int64_t asked_s[] = {0, -1, INT64_MIN / 1000};
    for (size_t i = 0; i < sizeof asked_s / sizeof asked_s[0]; i++) {
        struct refresh *refresh = machine_of(2);
        take(refresh, START);
        refuse(refresh, REFRESH_RATE_LIMITED, 1, asked_s[i], START);
        cr_expect_eq(take_only_at(refresh, START, START + SECOND), 2);
        refresh_free(refresh);
    }
}

Test(refresh_pause, a_shorter_wait_does_not_end_a_longer_one)
{
    struct refresh *refresh = machine_of(3);
    take(refresh, START);
    take(refresh, START);
    refuse(refresh, REFRESH_RATE_LIMITED, 1, 60, START);
    refuse(refresh, REFRESH_RATE_LIMITED, 2, 1, START);
    cr_expect_eq(refresh_paused_until(refresh), START + 60 * SECOND);
    refuse(refresh, REFRESH_RATE_LIMITED, 99, 90, START);
    cr_expect_eq(refresh_paused_until(refresh), START + 90 * SECOND,
                 "nor is it lost when the project is gone");
    cr_expect_eq(take_only_at(refresh, START, START + 90 * SECOND), 3, "of those that asked none");
    refresh_free(refresh);
}

Test(refresh_pause, a_503_delays_that_project_alone_and_5_min_at_most)
{
    static const int64_t asked_s[] = {60, 300, 301, INT64_MAX / 1000};
    static const int64_t delay_s[] = {60, 300, 300, 300};
    for (size_t i = 0; i < sizeof asked_s / sizeof asked_s[0]; i++) {
        struct refresh *refresh = machine_of(2);
        take(refresh, START);
        refuse(refresh, REFRESH_ERROR, 1, asked_s[i], START);
        cr_expect_eq(refresh_paused_until(refresh), 0);
        cr_expect_eq(refresh_due(refresh, 1), START + delay_s[i] * SECOND);
        cr_expect_eq(take(refresh, START), 2);
        refresh_free(refresh);
    }
}

Test(refresh_pause, what_the_operator_wants_at_once_is_sent_all_the_same_and_ends_the_hold_when_it_goes_well)
{
    int64_t ids[8];
    struct refresh *refresh = machine_of(4);
    take(refresh, START);
    refuse(refresh, REFRESH_RATE_LIMITED, 1, 3600, START);
    press(refresh, 1, START + SECOND);
    cr_expect_leq(refresh_next_deadline(refresh), START + SECOND);
    cr_assert_eq(refresh_take_due(refresh, START + SECOND, ids, 8), 1);
    cr_expect_eq(ids[0], 1, "even the one that asked");
    refuse(refresh, REFRESH_RATE_LIMITED, 1, 3600, START + 2 * SECOND);
    cr_expect_eq(refresh_paused_until(refresh), START + 302 * SECOND);
    press(refresh, 3, START + 3 * SECOND);
    refresh_set_shown(refresh, NULL, 0, START + 3 * SECOND);
    cr_expect_eq(take(refresh, START + 3 * SECOND), 3);
    cr_expect_eq(refresh_take_due(refresh, START + 3 * SECOND, ids, 8), 0, "it alone");
    refresh_reply(refresh, 3, "None", START + 4 * SECOND);
    cr_expect_eq(refresh_paused_until(refresh), 0);
    cr_expect_eq(refresh_take_due(refresh, START + 4 * SECOND, ids, 8), 2, "but for the one that asked");
    refresh_free(refresh);
}

Test(refresh_pause, a_wish_for_one_that_is_being_read_is_answered_by_that_read)
{
    static const enum refresh_event_kind answers[] = {REFRESH_RATE_LIMITED, REFRESH_ERROR, REFRESH_SAME,
                                                      REFRESH_CHANGED, REFRESH_CANCELLED};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        struct refresh *refresh = machine_of(2);
        int64_t ids[8];
        take(refresh, START);
        press(refresh, 1, START);
        send(refresh, answers[i], 1, START);
        take(refresh, START + SECOND);
        refuse(refresh, REFRESH_RATE_LIMITED, 2, 3600, START + SECOND);
        cr_expect_eq(refresh_take_due(refresh, START + 4 * MINUTE, ids, 8), 0,
                     "it came through the pause after answer %zu", i);
        refresh_free(refresh);
    }
}

Test(refresh_pause, all_that_the_operator_wants_is_one_probe_and_the_rest_when_it_goes_well)
{
    int64_t ids[8];
    struct refresh *refresh = machine_of(4);
    take(refresh, START);
    refuse(refresh, REFRESH_RATE_LIMITED, 1, 3600, START);
    refresh_ask_all(refresh, START + SECOND);
    cr_assert_eq(refresh_take_due(refresh, START + SECOND, ids, 8), 1);
    cr_expect_eq(ids[0], 2, "not of the one that asked");
    refresh_ask_all(refresh, START + SECOND);
    cr_expect_eq(refresh_take_due(refresh, START + SECOND, ids, 8), 0, "it is under way");
    refuse(refresh, REFRESH_RATE_LIMITED, 2, 60, START + 2 * SECOND);
    cr_expect_eq(take_only_at(refresh, START + 2 * SECOND, START + 62 * SECOND), 3);
    refresh_reply(refresh, 3, "None", START + 63 * SECOND);
    cr_expect_eq(refresh_take_due(refresh, START + 63 * SECOND, ids, 8), 3, "what was wanted is not lost");
    refresh_free(refresh);
}

Test(refresh_pause, a_probe_that_is_answered_429_prolongs_the_pause_and_the_next_one_is_of_yet_another)
{
    struct refresh *refresh = machine_of(3);
    int64_t now = START;
    take(refresh, now);
    refuse(refresh, REFRESH_RATE_LIMITED, 1, 3600, now);
    for (int64_t round = 0; round < 6; round++) {
        cr_expect_eq(take_only_at(refresh, now, now + 5 * MINUTE), (round + 1) % 3 + 1, "in turns");
        now += 5 * MINUTE;
        refuse(refresh, REFRESH_RATE_LIMITED, (round + 1) % 3 + 1, 3600, now);
        cr_expect_eq(refresh_paused_until(refresh), now + 5 * MINUTE);
    }
    refresh_free(refresh);
}

Test(refresh_pause, a_probe_that_fails_otherwise_ends_no_hold_and_the_pauses_between_probes_grow)
{
    struct refresh *refresh = machine_of(20);
    int64_t now = START + 60 * SECOND, pause = SECOND;
    take(refresh, START);
    refuse(refresh, REFRESH_RATE_LIMITED, 1, 60, START);
    take_only_at(refresh, START, now);
    for (int i = 2; i < 14; i++) {
        send(refresh, REFRESH_ERROR, i, now);
        cr_expect_eq(refresh_paused_until(refresh), now + pause, "probe of %d", i);
        cr_expect_eq(take_only_at(refresh, now, now + pause), i + 1);
        now += pause;
        pause = pause * 2 < 5 * MINUTE ? pause * 2 : 5 * MINUTE;
    }
    refresh_free(refresh);
}

Test(refresh_pause, a_good_answer_to_a_read_that_was_sent_before_ends_nothing)
{
    struct refresh *refresh = machine_of(3);
    take(refresh, START);
    take(refresh, START);
    refuse(refresh, REFRESH_RATE_LIMITED, 1, 60, START);
    refresh_reply(refresh, 2, "None", START + 1);
    cr_expect_eq(refresh_paused_until(refresh), START + 60 * SECOND);
    refresh_learn(refresh, 3, "None", START + 2);
    cr_expect_eq(refresh_paused_until(refresh), START + 60 * SECOND, "nor the answer of a write");
    refresh_free(refresh);
}

Test(refresh_pause, without_another_project_the_one_that_asked_probes)
{
    struct refresh *refresh = machine_of(1);
    take(refresh, START);
    refuse(refresh, REFRESH_RATE_LIMITED, 1, 3600, START);
    cr_expect_eq(take_only_at(refresh, START, START + 5 * MINUTE), 1);
    refresh_reply(refresh, 1, "None", START + 5 * MINUTE);
    cr_expect_eq(refresh_paused_until(refresh), 0);
    refresh_free(refresh);
}

Test(refresh_pause, a_project_that_is_not_due_probes_before_the_one_that_asked)
{
    struct refresh *refresh = machine();
    refresh_add(refresh, 1, NULL, 0, START);
    refresh_add(refresh, 2, "None", START + 20 * SECOND, START);
    take(refresh, START);
    refuse(refresh, REFRESH_RATE_LIMITED, 1, 20, START);
    cr_expect_eq(take_only_at(refresh, START, START + 20 * SECOND), 2);
    refresh_free(refresh);
}

Test(refresh_pause, a_project_held_by_its_own_503_is_no_probe)
{
    struct refresh *refresh = machine_of(2);
    take(refresh, START);
    take(refresh, START);
    refuse(refresh, REFRESH_ERROR, 2, 200, START);
    refuse(refresh, REFRESH_RATE_LIMITED, 1, 60, START);
    cr_expect_eq(take_only_at(refresh, START, START + 60 * SECOND), 1);
    refresh_free(refresh);
}

Test(refresh_pause, one_that_asks_again_though_others_are_answered_is_held_alone)
{
    int64_t ids[8];
    struct refresh *refresh = machine_of(3);
    take(refresh, START);
    refuse(refresh, REFRESH_RATE_LIMITED, 1, 3600, START);
    int64_t now = START + 5 * MINUTE;
    cr_expect_eq(take_only_at(refresh, START, now), 2);
    refresh_reply(refresh, 2, "None", now);
    cr_expect_eq(refresh_take_due(refresh, now, ids, 8), 2, "1 and 3");
    refuse(refresh, REFRESH_RATE_LIMITED, 1, 3600, now);
    cr_expect_eq(refresh_paused_until(refresh), 0);
    cr_expect_eq(refresh_due(refresh, 1), now + 5 * MINUTE);
    refuse(refresh, REFRESH_RATE_LIMITED, 3, 3600, now);
    cr_expect_eq(refresh_paused_until(refresh), now + 5 * MINUTE, "another one pauses all");
    refresh_free(refresh);
}

Test(refresh_pause, a_hold_outlives_the_removal_of_who_asked_and_of_its_probe)
{
    int64_t ids[8];
    struct refresh *refresh = machine_of(3);
    take(refresh, START);
    refuse(refresh, REFRESH_RATE_LIMITED, 1, 60, START);
    send(refresh, REFRESH_REMOVED, 1, START);
    cr_expect_eq(take_only_at(refresh, START, START + 60 * SECOND), 2);
    send(refresh, REFRESH_REMOVED, 2, START + 60 * SECOND);
    cr_expect_eq(refresh_take_due(refresh, START + 61 * SECOND, ids, 8), 0);
    send(refresh, REFRESH_CANCELLED, 2, START + 62 * SECOND);
    cr_expect_eq(take(refresh, START + 62 * SECOND), 3, "another probe");
    send(refresh, REFRESH_REMOVED, 3, START + 63 * SECOND);
    refresh_reply(refresh, 3, "None", START + 64 * SECOND);
    cr_expect_eq(refresh_paused_until(refresh), 0, "its answer was a good one");
    cr_expect_eq(refresh_next_deadline(refresh), REFRESH_NEVER);
    refresh_free(refresh);
}

Test(refresh_pause, a_login_that_ends_while_all_is_held_leaves_a_probe_for_the_next_one)
{
    int64_t ids[8];
    struct refresh *refresh = machine_of(3);
    take(refresh, START);
    refuse(refresh, REFRESH_RATE_LIMITED, 1, 60, START);
    int64_t probe = take_only_at(refresh, START, START + 60 * SECOND);
    send(refresh, REFRESH_UNAUTHORIZED, probe, START + 61 * SECOND);
    cr_expect_eq(refresh_next_deadline(refresh), REFRESH_NEVER);
    send(refresh, REFRESH_LOGGED_IN, 0, START + 62 * SECOND);
    cr_expect_eq(refresh_take_due(refresh, START + 62 * SECOND, ids, 8), 1);
    refresh_free(refresh);
}

/* A long random life with a server that often refuses: deadlines are kept, and no pause is for ever. */
Test(refresh_pause, under_a_long_random_life_every_hold_ends)
{
    enum { COUNT = 50, TURNS = 40000 };
    struct refresh *refresh = machine_of(COUNT);
    int64_t out[8], now = START, paused_since = 0;
    size_t out_count = 0, pauses = 0;
    uint32_t seed = 99;
    for (int turn = 0; turn < TURNS; turn++) {
        seed = seed * 1664525 + 1013904223;
        uint32_t dice = seed >> 16;
        if (out_count > 0 && dice % 3) {
            int64_t id = out[--out_count];
            if (dice % 16 < 4)
                refuse(refresh, dice % 2 ? REFRESH_RATE_LIMITED : REFRESH_ERROR, id, dice % 400, now);
            else
                refresh_reply(refresh, id, "InProgress", now);
        } else if (dice % 40 == 0) {
            press(refresh, 1 + (int64_t)(dice % COUNT), now);
        } else if (dice % 400 == 1) {
            refresh_ask_all(refresh, now);
        }
        bool paused = refresh_paused_until(refresh) != 0;
        pauses += paused && !paused_since;
        paused_since = !paused ? 0 : paused_since ? paused_since : now;
        cr_assert(!paused || now - paused_since < 60 * MINUTE);
        int64_t deadline = refresh_next_deadline(refresh);
        size_t before = out_count;
        out_count += refresh_take_due(refresh, now, out + out_count, 4 - out_count);
        cr_assert(out_count == before || deadline <= now, "something was due before its deadline");
        cr_assert(out_count > before || deadline > now || out_count == 4, "nothing was due at its deadline");
        cr_assert_eq(refresh->in_flight, out_count);
        now += dice % 2000;
    }
    cr_expect_gt(pauses, 20);
    refresh_free(refresh);
}
