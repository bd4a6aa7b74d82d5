/* The refresh machine: what holds in every state and after every event. */
/* SPDX-License-Identifier: MIT */
#include "unit/refresh_help.h"

/* The project is added again. */
#define ADDED REFRESH_EVENT_COUNT

static void tell(struct refresh *refresh, enum refresh_event_kind kind, int64_t now)
{
    if (kind == ADDED)
        refresh_add(refresh, 1, NULL, 0, now);
    else
        send(refresh, kind, 1, now);
}

/* Brings project 1 into a state by events alone. */
static struct refresh *machine_in(enum state state)
{
    struct refresh *refresh = machine();
    refresh_add(refresh, 1, state == IDLE ? "Completed" : NULL, START, START);
    switch (state) {
    case IDLE:
        break;
    case WAITING:
        send(refresh, REFRESH_LEARNED, 1, START);
        break;
    case READY:
        break;
    case STOPPED:
        send(refresh, REFRESH_UNAUTHORIZED, 0, START);
        break;
    default:
        take(refresh, START);
        if (state == AGAIN)
            send(refresh, REFRESH_ENQUEUED, 1, START);
        else if (state == BACKING_OFF)
            send(refresh, REFRESH_ERROR, 1, START);
        else if (state == DRAINING)
            send(refresh, REFRESH_UNAUTHORIZED, 0, START);
        else if (state == GONE)
            send(refresh, REFRESH_REMOVED, 1, START);
        break;
    }
    cr_assert_eq(state_of(refresh, 1, START), state, "state %d was not reached", (int)state);
    return refresh;
}

/* Does a read end with this event? */
static bool is_answer(enum refresh_event_kind kind)
{
    return kind == REFRESH_SAME || kind == REFRESH_CHANGED || kind == REFRESH_ERROR ||
           kind == REFRESH_RATE_LIMITED || kind == REFRESH_CANCELLED || kind == REFRESH_UNAUTHORIZED;
}

/* Answers the read of project 1, if one is under way. */
static void answer(struct refresh *refresh, enum refresh_event_kind kind, int64_t now)
{
    if (refresh->in_flight)
        tell(refresh, kind, now);
}

/* A check of one state and one event. */
typedef void pair_check(struct refresh *refresh, enum state state, enum refresh_event_kind kind);

/* Checks every event in every state, each with a machine of its own. */
static void check_every_pair(pair_check *check)
{
    for (int state = 0; state < STATE_COUNT; state++) {
        for (int kind = 0; kind <= (int)REFRESH_HIDDEN; kind++) {
            struct refresh *refresh = machine_in((enum state)state);
            check(refresh, (enum state)state, (enum refresh_event_kind)kind);
            refresh_free(refresh);
        }
    }
}

static void check_reads(struct refresh *refresh, enum state state, enum refresh_event_kind kind)
{
    int before = refresh->in_flight;
    tell(refresh, kind, START + 1);
    int want = is_answer(kind) ? 0 : before;
    cr_expect_eq(refresh->in_flight, want, "event %d in state %d", (int)kind, (int)state);
}

Test(refresh_states, a_read_ends_with_its_answer_and_with_nothing_else)
{
    check_every_pair(check_reads);
}

/* Was project 1 removed, and not added again? */
static bool is_removed(enum state state, enum refresh_event_kind kind)
{
    return kind == REFRESH_REMOVED || (state == GONE && kind != ADDED);
}

static void check_alive(struct refresh *refresh, enum state state, enum refresh_event_kind kind)
{
    int64_t now = START + 1, id = 0;
    tell(refresh, kind, now);
    if (refresh->stopped)
        send(refresh, REFRESH_LOGGED_IN, 0, now);
    answer(refresh, REFRESH_SAME, now);
    size_t taken = 0;
    for (int i = 0; i < 3 && !taken && refresh_next_deadline(refresh) < now + 5 * MINUTE; i++) {
        now = refresh_next_deadline(refresh) > now ? refresh_next_deadline(refresh) : now;
        taken = refresh_take_due(refresh, now, &id, 1);
    }
    bool removed = is_removed(state, kind);
    cr_expect_eq(taken, removed ? 0 : 1, "event %d in state %d", (int)kind, (int)state);
    cr_expect_eq(refresh->count, removed ? 0 : 1, "event %d in state %d", (int)kind, (int)state);
}

Test(refresh_states, a_project_is_read_again_whatever_happens_until_it_is_removed)
{
    check_every_pair(check_alive);
}

static void check_stopped(struct refresh *refresh, enum state state, enum refresh_event_kind kind)
{
    int64_t id;
    send(refresh, REFRESH_UNAUTHORIZED, 0, START + 1);
    if (kind == REFRESH_LOGGED_IN)
        return;
    tell(refresh, kind, START + 1);
    answer(refresh, REFRESH_SAME, START + 2);
    cr_expect_eq(refresh_next_deadline(refresh), REFRESH_NEVER, "event %d in state %d", (int)kind,
                 (int)state);
    cr_expect_eq(refresh_take_due(refresh, START + 60 * MINUTE, &id, 1), 0, "event %d in state %d", (int)kind,
                 (int)state);
}

Test(refresh_states, after_a_401_nothing_but_a_login_lets_a_project_be_read)
{
    check_every_pair(check_stopped);
}

static void check_removed(struct refresh *refresh, enum state state, enum refresh_event_kind kind)
{
    int under_way = refresh->in_flight;
    send(refresh, REFRESH_REMOVED, 1, START + 1);
    cr_expect_eq(refresh->in_flight, under_way, "its request still counts");
    if (kind != ADDED)
        tell(refresh, kind, START + 2);
    answer(refresh, REFRESH_CHANGED, START + 3);
    cr_expect_eq(refresh->count, 0, "event %d in state %d", (int)kind, (int)state);
    cr_expect_eq(refresh_next_deadline(refresh), REFRESH_NEVER);
}

Test(refresh_states, a_removed_project_is_forgotten_with_its_answer_whatever_happens_before)
{
    check_every_pair(check_removed);
}

Test(refresh_states, a_project_removed_while_it_is_read_and_added_again_is_kept)
{
    static const enum refresh_event_kind answers[] = {REFRESH_SAME, REFRESH_CHANGED, REFRESH_ERROR,
                                                      REFRESH_RATE_LIMITED, REFRESH_CANCELLED};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        struct refresh *refresh = machine_in(GONE);
        refresh_add(refresh, 1, NULL, 0, START + 1);
        send(refresh, answers[i], 1, START + 2);
        cr_expect_eq(refresh->count, 1);
        cr_expect_eq(refresh->in_flight, 0);
        cr_expect_lt(refresh_next_deadline(refresh), START + MINUTE);
        refresh_free(refresh);
    }
}

Test(refresh_states, a_project_added_twice_keeps_its_state_and_its_due_time)
{
    for (int state = 0; state < GONE; state++) {
        struct refresh *refresh = machine_in((enum state)state);
        int64_t due = refresh_due(refresh, 1);
        refresh_add(refresh, 1, "None", START + 1, START + 1);
        cr_expect_eq(state_of(refresh, 1, START + 1), (enum state)state);
        cr_expect_eq(refresh_due(refresh, 1), due, "state %d", state);
        cr_expect_eq(refresh->count, 1);
        refresh_free(refresh);
    }
}

Test(refresh_states, a_wish_is_granted_at_once_where_no_read_is_under_way_and_no_second_one_is_begun)
{
    for (int state = 0; state < STOPPED; state++) {
        int64_t id;
        struct refresh *refresh = machine_in((enum state)state);
        int under_way = refresh->in_flight;
        send(refresh, REFRESH_USER, 1, START + 1);
        cr_expect_eq(refresh_take_due(refresh, START + 1, &id, 1), under_way ? 0 : 1, "state %d", state);
        cr_expect_eq(refresh->in_flight, 1);
        refresh_free(refresh);
    }
}

Test(refresh_states, a_wish_for_a_settled_project_does_not_wait_for_the_sweep)
{
    struct refresh *refresh = machine_in(IDLE);
    refresh_add(refresh, 2, "Completed", START - MINUTE, START);
    cr_expect_eq(take(refresh, START), 2, "the sweep's turn");
    send(refresh, REFRESH_USER, 1, START + 1);
    cr_expect_eq(take(refresh, START + 1), 1);
    refresh_free(refresh);
}

Test(refresh_states, an_enqueue_is_looked_at_after_3_s_in_every_state_and_not_earlier)
{
    static const enum refresh_event_kind answers[] = {REFRESH_SAME, REFRESH_CHANGED, REFRESH_CANCELLED};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        for (int state = 0; state < GONE; state++) {
            struct refresh *refresh = machine_in((enum state)state);
            send(refresh, REFRESH_ENQUEUED, 1, START + 1);
            if (refresh->stopped)
                send(refresh, REFRESH_LOGGED_IN, 0, START + 2);
            answer(refresh, answers[i], START + 2);
            cr_expect_eq(state_of(refresh, 1, START + 1), WAITING, "state %d", state);
            cr_expect_eq(refresh_next_deadline(refresh), START + 1 + 3 * SECOND, "state %d, answer %zu",
                         state, i);
            refresh_free(refresh);
        }
    }
}

Test(refresh_states, neither_an_enqueue_nor_a_wish_is_forgotten_for_what_is_seen_elsewhere)
{
    static const enum refresh_event_kind kinds[] = {
        REFRESH_SAME,   REFRESH_CHANGED, REFRESH_LEARNED,      ADDED,
        REFRESH_HIDDEN, REFRESH_SHOWN,   REFRESH_RATE_LIMITED, REFRESH_LOGGED_IN};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        int64_t id;
        struct refresh *enqueued = machine_in(WAITING), *wanted = machine_in(WAITING);
        send(enqueued, REFRESH_ENQUEUED, 1, START + 1);
        tell(enqueued, kinds[i], START + 2);
        cr_expect_eq(refresh_due(enqueued, 1), START + 1 + 3 * SECOND, "event %d", (int)kinds[i]);
        send(wanted, REFRESH_USER, 1, START + 1);
        tell(wanted, kinds[i], START + 2);
        size_t want = kinds[i] != REFRESH_RATE_LIMITED; /* which holds all */
        cr_expect_eq(refresh_take_due(wanted, START + 2, &id, 1), want, "event %d", (int)kinds[i]);
        refresh_free(enqueued);
        refresh_free(wanted);
    }
}

Test(refresh_states, a_settled_project_that_leaves_the_screen_before_its_turn_shares_the_sweep)
{
    struct refresh *settled = machine(), *unread = machine_in(READY);
    refresh_add(settled, 1, "Completed", START - 6 * MINUTE, START);
    show(settled, 1, START);
    cr_expect_eq(state_of(settled, 1, START + 1), READY);
    refresh_set_shown(settled, NULL, 0, START + 1);
    cr_expect_eq(state_of(settled, 1, START + 1), IDLE);
    send(unread, REFRESH_HIDDEN, 1, START + 1);
    cr_expect_eq(state_of(unread, 1, START + 1), READY, "one that was never read stays due");
    cr_expect_eq(take(unread, START + 1), 1);
    refresh_free(settled);
    refresh_free(unread);
}

/* What else happens to a project while it is read. */
static const enum refresh_event_kind asides[] = {REFRESH_LEARNED, REFRESH_USER, REFRESH_SHOWN, REFRESH_HIDDEN,
                                                 ADDED};
#define ASIDES (sizeof asides / sizeof asides[0])

Test(refresh_states, what_happens_during_a_read_neither_forgets_an_enqueue_nor_asks_for_a_second_read)
{
    for (size_t i = 0; i < ASIDES; i++) {
        struct refresh *enqueued = machine_in(AGAIN), *other = machine_in(IN_FLIGHT);
        tell(enqueued, asides[i], START + 1);
        send(enqueued, REFRESH_SAME, 1, START + 2);
        int64_t due =
            asides[i] == REFRESH_USER ? START + 1 : START + 3 * SECOND; /* it is wanted at once too */
        cr_expect_eq(refresh_next_deadline(enqueued), due, "event %d", (int)asides[i]);
        tell(other, asides[i], START + 1);
        send(other, REFRESH_SAME, 1, START + 2);
        cr_expect_geq(refresh_next_deadline(other), START + 3 * SECOND, "event %d", (int)asides[i]);
        refresh_free(enqueued);
        refresh_free(other);
    }
}

Test(refresh_states, a_401_stops_all_whatever_project_it_is_about)
{
    static const enum state states[] = {IDLE, WAITING, READY, BACKING_OFF, IN_FLIGHT};
    for (size_t i = 0; i < 4 + ASIDES; i++) {
        struct refresh *refresh = machine_in(states[i < 4 ? i : 4]);
        if (i >= 4)
            tell(refresh, asides[i - 4], START);
        send(refresh, REFRESH_UNAUTHORIZED, 1, START + 1);
        cr_expect(refresh->stopped, "case %zu", i);
        cr_expect_eq(refresh_next_deadline(refresh), REFRESH_NEVER, "case %zu", i);
        refresh_free(refresh);
    }
}

Test(refresh_states, what_says_nothing_of_a_project_leaves_its_next_read_as_it_is)
{
    static const struct {
        enum state state;
        enum refresh_event_kind kind;
    } pairs[] = {{IDLE, REFRESH_RATE_LIMITED},
                 {IDLE, REFRESH_HIDDEN},
                 {IDLE, REFRESH_LOGGED_IN},
                 {WAITING, REFRESH_RATE_LIMITED},
                 {WAITING, REFRESH_SHOWN},
                 {WAITING, REFRESH_HIDDEN},
                 {WAITING, REFRESH_LOGGED_IN},
                 {READY, REFRESH_RATE_LIMITED},
                 {READY, REFRESH_SHOWN},
                 {READY, REFRESH_USER},
                 {READY, REFRESH_LOGGED_IN},
                 {BACKING_OFF, REFRESH_SHOWN},
                 {BACKING_OFF, REFRESH_RATE_LIMITED},
                 {BACKING_OFF, REFRESH_HIDDEN}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct refresh *refresh = machine_in(pairs[i].state);
        int64_t due = refresh_due(refresh, 1);
        send(refresh, pairs[i].kind, 1, START + 1);
        cr_expect_eq(state_of(refresh, 1, START + 1), pairs[i].state, "case %zu", i);
        cr_expect_eq(refresh_due(refresh, 1), due, "case %zu", i);
        refresh_free(refresh);
    }
}

/* Logs in if all is stopped, then reads the project to its end until it is settled. */
static void settle(struct refresh *refresh)
{
    if (refresh->stopped)
        send(refresh, REFRESH_LOGGED_IN, 0, START + 2);
    answer(refresh, REFRESH_SAME, START + 2);
    int64_t now = refresh_next_deadline(refresh);
    refresh_reply(refresh, take(refresh, now), "Completed", now);
}

Test(refresh_states, whether_a_project_is_on_the_screen_is_known_whatever_its_state)
{
    for (int state = 0; state < GONE; state++) {
        struct refresh *seen = machine_in((enum state)state), *left = machine_in((enum state)state);
        show(seen, 1, START + 1);
        settle(seen);
        cr_expect_eq(state_of(seen, 1, START + 1), WAITING, "state %d: it is read every 5 min", state);
        show(left, 1, START + 1);
        refresh_set_shown(left, NULL, 0, START + 1);
        settle(left);
        cr_expect_eq(state_of(left, 1, START + 1), IDLE, "state %d: it shares the sweep", state);
        refresh_free(seen);
        refresh_free(left);
    }
}

Test(refresh_states, what_is_learned_and_wished_for_while_stopped_counts_after_the_login)
{
    static const enum state states[] = {STOPPED, DRAINING};
    for (size_t i = 0; i < 4; i++) {
        bool wished = i >= 2;
        struct refresh *refresh = machine_in(states[i % 2]);
        refresh_learn(refresh, 1, wished ? "None" : "Completed", START + 1);
        if (wished)
            send(refresh, REFRESH_USER, 1, START + 1);
        answer(refresh, REFRESH_CANCELLED, START + 1);
        send(refresh, REFRESH_LOGGED_IN, 0, START + 2);
        cr_expect_eq(state_of(refresh, 1, START + 1), wished ? READY : IDLE, "case %zu", i);
        if (wished)
            cr_expect_eq(take(refresh, START + 2), 1);
        refresh_free(refresh);
    }
}

Test(refresh_states, a_read_that_failed_is_not_sent_again_at_once)
{
    static const enum state states[] = {IN_FLIGHT, AGAIN};
    static const enum refresh_event_kind answers[] = {REFRESH_ERROR, REFRESH_RATE_LIMITED};
    for (size_t i = 0; i < 4; i++) {
        struct refresh *refresh = machine_in(states[i % 2]);
        send(refresh, answers[i / 2], 1, START + 2 * SECOND);
        int64_t wait = refresh_next_deadline(refresh) - START - 2 * SECOND;
        cr_expect(wait >= 5 * SECOND / 2 && wait <= 5 * SECOND, "case %zu: %lld ms", i, (long long)wait);
        cr_expect_eq(state_of(refresh, 1, START + 1), BACKING_OFF, "so that it is no probe either");
        refresh_free(refresh);
    }
}

Test(refresh_states, an_answer_seen_elsewhere_puts_the_next_read_off)
{
    static const enum state states[] = {IDLE, WAITING, READY, BACKING_OFF};
    static const enum refresh_event_kind kinds[] = {REFRESH_SAME, REFRESH_LEARNED, REFRESH_CHANGED};
    for (size_t i = 0; i < 12; i++) {
        struct refresh *refresh = machine_in(states[i % 4]);
        int64_t now = START + 2 * SECOND, wait = kinds[i / 4] == REFRESH_CHANGED ? 3 * SECOND : 10 * SECOND;
        send(refresh, kinds[i / 4], 1, now);
        cr_expect_eq(refresh_next_deadline(refresh), now + wait, "case %zu", i);
        cr_expect_eq(state_of(refresh, 1, START + 1), WAITING);
        refresh_free(refresh);
        refresh = machine_in(states[i % 4]);
        refresh_event(refresh, &(struct refresh_event){.kind = kinds[i / 4], .id = 1, .state = "Completed"},
                      now);
        cr_expect_eq(state_of(refresh, 1, START + 1), IDLE, "case %zu: a settled one shares the sweep", i);
        refresh_free(refresh);
    }
}

Test(refresh_states, a_settled_project_whose_read_was_given_up_goes_back_to_the_sweep)
{
    struct refresh *refresh = machine_in(IDLE);
    take(refresh, START + REFRESH_FLOOR_MS);
    send(refresh, REFRESH_CANCELLED, 1, START + REFRESH_FLOOR_MS + 1);
    cr_expect_eq(state_of(refresh, 1, START + 1), IDLE);
    refresh_free(refresh);
}

Test(refresh_states, a_login_ends_the_backing_off)
{
    struct refresh *refresh = machine_in(WAITING);
    send(refresh, REFRESH_USER, 1, START);
    take(refresh, START);
    send(refresh, REFRESH_ERROR, 1, START);
    send(refresh, REFRESH_LOGGED_IN, 0, START + 1);
    cr_expect_eq(take(refresh, START + 1), 1, "another login may see what this one could not");
    refresh_free(refresh);
}

Test(refresh_states, a_read_sent_before_a_login_is_sent_again_when_it_is_refused)
{
    static const enum state states[] = {IN_FLIGHT, AGAIN, DRAINING};
    for (size_t i = 0; i < 3; i++) {
        struct refresh *refresh = machine_in(states[i]);
        send(refresh, REFRESH_LOGGED_IN, 0, START + 1);
        refresh_learn(refresh, 1, "None", START + 1);
        send(refresh, REFRESH_UNAUTHORIZED, 1, START + 2);
        cr_expect_not(refresh->stopped);
        cr_expect_eq(take(refresh, START + 2), 1, "case %zu", i);
        refresh_free(refresh);
    }
}

Test(refresh_states, an_answer_to_no_read_changes_no_due_time)
{
    static const enum refresh_event_kind answers[] = {REFRESH_ERROR, REFRESH_CANCELLED};
    static const enum state states[] = {IDLE, WAITING, READY, BACKING_OFF, STOPPED};
    for (size_t i = 0; i < 10; i++) {
        struct refresh *refresh = machine_in(states[i / 2]);
        int64_t due = refresh_due(refresh, 1);
        send(refresh, answers[i % 2], 1, START + 1);
        cr_expect_eq(refresh_due(refresh, 1), due, "case %zu", i);
        cr_expect_eq(refresh->in_flight, 0, "case %zu", i);
        refresh_free(refresh);
    }
}

Test(refresh_states, events_for_unknown_projects_are_ignored)
{
    struct refresh *refresh = machine();
    for (int kind = 0; kind < REFRESH_EVENT_COUNT; kind++)
        send(refresh, (enum refresh_event_kind)kind, 99, START);
    cr_expect_eq(refresh->count, 0);
    cr_expect_eq(refresh_next_deadline(refresh), REFRESH_NEVER);
    refresh_free(refresh);
}
