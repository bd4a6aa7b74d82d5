/* The refresh machine: the times of one project, and errors. */
/* SPDX-License-Identifier: MIT */
#include "unit/refresh_help.h"

/* --- times of one project --- */

/* A machine with project 1, read once at START with this state. */
static struct refresh *machine_with(const char *state, bool shown)
{
    struct refresh *refresh = machine();
    refresh_add(refresh, 1, NULL, 0, START);
    if (shown)
        show(refresh, 1, START);
    take(refresh, START);
    refresh_reply(refresh, 1, state, START);
    return refresh;
}

/* The project is due so long after `now`; reads it then with the state, and returns that time. */
static int64_t next_read(struct refresh *refresh, int64_t now, int64_t wait, const char *state)
{
    int64_t id;
    cr_expect_eq(refresh_next_deadline(refresh) - now, wait, "%lld ms",
                 (long long)(refresh_next_deadline(refresh) - now));
    cr_expect_eq(refresh_take_due(refresh, now + wait - 1, &id, 1), 0, "not a moment earlier");
    cr_expect_eq(take(refresh, now + wait), 1);
    refresh_reply(refresh, 1, state, now + wait);
    return now + wait;
}

Test(refresh, a_project_never_read_is_due_at_once)
{
    struct refresh *refresh = machine();
    refresh_add(refresh, 1, NULL, 0, START);
    cr_expect_leq(refresh_next_deadline(refresh), START);
    cr_expect_eq(take(refresh, START), 1);
    refresh_free(refresh);
}

Test(refresh, in_progress_is_read_after_3_s_then_every_10_s_then_every_30_s)
{
    struct refresh *refresh = machine_with("InProgress", false);
    int64_t now = next_read(refresh, START, 3 * SECOND, "InProgress");
    while (now - START < 5 * MINUTE)
        now = next_read(refresh, now, 10 * SECOND, "InProgress");
    now = next_read(refresh, now, 30 * SECOND, "InProgress");
    now = next_read(refresh, now, 30 * SECOND, "None");
    now = next_read(refresh, now, 30 * SECOND, "InProgress");
    next_read(refresh, now, 3 * SECOND, "InProgress");
    refresh_free(refresh);
}

Test(refresh, a_fast_interval_of_2_s_holds_from_the_first_read_and_is_the_floor)
{
    static const int64_t wanted[] = {2000, 1};
    for (size_t i = 0; i < 2; i++) {
        struct refresh_config config = machine_config();
        config.fast_ms = wanted[i];
        struct refresh *refresh = refresh_new(&config);
        refresh_add(refresh, 1, NULL, 0, START);
        take(refresh, START);
        refresh_reply(refresh, 1, "InProgress", START);
        int64_t now = next_read(refresh, START, 2 * SECOND, "InProgress");
        next_read(refresh, now, 2 * SECOND, "InProgress");
        refresh_free(refresh);
    }
}

Test(refresh, an_interval_that_was_asked_for_holds_whatever_the_state)
{
    struct refresh_config config = machine_config();
    config.interval_ms = 7000;
    struct refresh *refresh = refresh_new(&config);
    refresh_add(refresh, 1, NULL, 0, START);
    show(refresh, 1, START);
    take(refresh, START);
    refresh_reply(refresh, 1, "InProgress", START);
    int64_t now = next_read(refresh, START, 7 * SECOND, "InProgress");
    now = next_read(refresh, now, 7 * SECOND, "None");
    now = next_read(refresh, now, 7 * SECOND, "Completed");
    next_read(refresh, now, 7 * SECOND, "Completed");
    refresh_free(refresh);
}

Test(refresh, none_and_unknown_states_are_read_every_30_s_on_the_screen)
{
    static const char *const states[] = {"None", "Reticulating", ""};
    for (size_t i = 0; i < 3; i++) {
        struct refresh *refresh = machine_with(states[i], true);
        int64_t now = START;
        for (int k = 0; k < 6; k++)
            now = next_read(refresh, now, 30 * SECOND, states[i]);
        refresh_free(refresh);
    }
}

Test(refresh, off_the_screen_none_backs_off_to_5_min)
{
    static const int64_t waits[] = {30, 60, 120, 240, 300, 300};
    struct refresh *refresh = machine_with("None", false);
    int64_t now = START;
    for (size_t i = 0; i < 6; i++)
        now = next_read(refresh, now, waits[i] * SECOND, "None");
    show(refresh, 1, now);
    next_read(refresh, now, 30 * SECOND, "None");
    refresh_free(refresh);
}

Test(refresh, a_settled_project_on_the_screen_is_read_every_5_min)
{
    struct refresh *refresh = machine_with("Completed", true);
    int64_t now = next_read(refresh, START, 5 * MINUTE, "Completed");
    next_read(refresh, now, 5 * MINUTE, "Completed");
    refresh_free(refresh);
}

Test(refresh, what_counts_as_active_or_settled_is_a_setting)
{
    struct refresh_config config = machine_config();
    config.active_states = "Queued, Busy";
    config.settled_states = "Done";
    struct refresh *refresh = refresh_new(&config);
    static const char *const words[] = {"Busy", "Queued", "Bus", "", "InProgress"};
    for (int64_t i = 0; i < 5; i++) {
        refresh_add(refresh, i, words[i], START, START);
        cr_expect_eq(refresh_find(refresh, i)->is_active, i < 2, "%s", words[i]);
    }
    cr_expect(refresh_is_settled(refresh, "Done"));
    cr_expect_not(refresh_is_settled(refresh, "done"));
    refresh_free(refresh);
}

Test(refresh, an_enqueue_is_looked_at_after_3_s_whatever_the_state_was)
{
    static const char *const states[] = {"None", "Completed", "InProgress"};
    for (size_t i = 0; i < 3; i++) {
        struct refresh *refresh = machine_with(states[i], false);
        send(refresh, REFRESH_ENQUEUED, 1, START + SECOND);
        int64_t now = next_read(refresh, START + SECOND, 3 * SECOND, "InProgress");
        next_read(refresh, now, i == 2 ? 10 * SECOND : 3 * SECOND, "InProgress");
        refresh_free(refresh);
    }
}

Test(refresh, a_read_under_way_when_it_was_enqueued_does_not_count)
{
    struct refresh *refresh = machine_with("None", true);
    send(refresh, REFRESH_USER, 1, START);
    take(refresh, START);
    send(refresh, REFRESH_ENQUEUED, 1, START + 1);
    refresh_reply(refresh, 1, "None", START + 2);
    cr_expect_not(refresh_find(refresh, 1)->out);
    cr_expect_leq(refresh_next_deadline(refresh), START + 1 + 3 * SECOND);
    refresh_free(refresh);
}

Test(refresh, the_answer_of_a_write_counts_as_read_but_ends_no_read)
{
    struct refresh *refresh = machine_with("None", true);
    refresh_learn(refresh, 1, "InProgress", START + SECOND);
    cr_expect_eq(refresh_next_deadline(refresh), START + 4 * SECOND);
    take(refresh, START + 4 * SECOND);
    refresh_learn(refresh, 1, "InProgress", START + 5 * SECOND);
    cr_expect_eq(refresh->in_flight, 1);
    refresh_free(refresh);
}

Test(refresh, the_operator_s_wish_is_due_at_once_in_any_state_that_may_send)
{
    static const char *const states[] = {"None", "Completed", "InProgress"};
    for (size_t i = 0; i < 3; i++) {
        struct refresh *refresh = machine_with(states[i], false);
        send(refresh, REFRESH_USER, 1, START + 1);
        cr_expect_leq(refresh_next_deadline(refresh), START + 1);
        cr_expect_eq(take(refresh, START + 1), 1);
        refresh_free(refresh);
    }
}

Test(refresh, the_operator_s_wish_outlives_scrolling_away)
{
    struct refresh *refresh = machine_with("Completed", true);
    send(refresh, REFRESH_USER, 1, START + 1);
    refresh_set_shown(refresh, NULL, 0, START + 2);
    cr_expect_eq(take(refresh, START + 2), 1);
    refresh_free(refresh);
}

Test(refresh, a_read_given_up_is_not_sent_again_at_once)
{
    struct refresh *refresh = machine();
    refresh_add(refresh, 1, NULL, 0, START);
    send(refresh, REFRESH_USER, 1, START);
    take(refresh, START);
    send(refresh, REFRESH_CANCELLED, 1, START + SECOND);
    cr_expect_eq(refresh_next_deadline(refresh), START + 31 * SECOND);
    refresh_free(refresh);
}

/* --- errors --- */

Test(refresh, errors_back_off_to_5_min_with_jitter)
{
    static const uint32_t randoms[] = {0, 1, 12345, 0xFFFFFFFF};
    static const int64_t longest[] = {5, 10, 20, 40, 80, 160, 300, 300};
    for (size_t r = 0; r < 4; r++) {
        struct refresh *refresh = machine_with("InProgress", true);
        int64_t now = refresh_next_deadline(refresh);
        for (size_t i = 0; i < 8; i++) {
            take(refresh, now);
            struct refresh_event event = {.kind = REFRESH_ERROR, .id = 1, .random = randoms[r]};
            refresh_event(refresh, &event, now);
            int64_t wait = refresh_next_deadline(refresh) - now;
            cr_expect(wait >= longest[i] * SECOND / 2 && wait <= longest[i] * SECOND, "error %zu: %lld ms",
                      i + 1, (long long)wait);
            now += wait;
        }
        take(refresh, now);
        refresh_reply(refresh, 1, "InProgress", now);
        cr_expect_eq(refresh_next_deadline(refresh) - now, 30 * SECOND, "a good answer ends the backing off");
        refresh_free(refresh);
    }
}

Test(refresh, two_projects_that_fail_together_come_back_apart)
{
    struct refresh *refresh = machine();
    for (int64_t id = 1; id <= 2; id++) {
        refresh_add(refresh, id, NULL, 0, START);
        take(refresh, START);
        struct refresh_event event = {.kind = REFRESH_ERROR, .id = id, .random = (uint32_t)id * 777};
        refresh_event(refresh, &event, START);
    }
    cr_expect_neq(refresh_due(refresh, 1), refresh_due(refresh, 2));
    refresh_free(refresh);
}

Test(refresh, a_401_stops_all_until_a_login)
{
    int64_t ids[8];
    struct refresh *refresh = machine();
    for (int64_t id = 1; id <= 5; id++)
        refresh_add(refresh, id, id == 5 ? "Completed" : NULL, START, START);
    cr_expect_eq(take(refresh, START), 1);
    cr_expect_eq(take(refresh, START), 2);
    send(refresh, REFRESH_UNAUTHORIZED, 1, START);
    refresh_reply(refresh, 2, "None", START); /* was under way */
    refresh_add(refresh, 6, NULL, 0, START);
    send(refresh, REFRESH_USER, 3, START);
    cr_expect(refresh->stopped);
    cr_expect_eq(refresh_next_deadline(refresh), REFRESH_NEVER);
    cr_expect_eq(refresh_take_due(refresh, START + 60 * MINUTE, ids, 8), 0);
    send(refresh, REFRESH_LOGGED_IN, 0, START + SECOND);
    cr_expect_not(refresh->stopped);
    cr_expect_eq(refresh_take_due(refresh, START + SECOND, ids, 8), 4);
    refresh_free(refresh);
}

Test(refresh, an_old_refusal_that_arrives_after_the_login_stops_nothing)
{
    struct refresh *refresh = machine();
    refresh_add(refresh, 1, NULL, 0, START);
    take(refresh, START);
    send(refresh, REFRESH_UNAUTHORIZED, 0, START);
    send(refresh, REFRESH_LOGGED_IN, 0, START + 1);
    send(refresh, REFRESH_UNAUTHORIZED, 1, START + 2);
    cr_expect_not(refresh->stopped);
    cr_expect_eq(take(refresh, START + 2), 1, "it is sent again with the new token");
    refresh_free(refresh);
}
