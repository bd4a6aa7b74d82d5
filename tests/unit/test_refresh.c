/* The refresh machine: the times of one project, errors, many projects, rules for every state and event, and
 * the pause after a 429. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/core/refresh.h"
#include "support/asserts.h"

#define SECOND    INT64_C(1000)
#define MINUTE    (60 * SECOND)
#define START     (1000 * SECOND)
#define COUNT(of) (sizeof(of) / sizeof *(of))

static const struct refresh_config usual = {.active_states = "InProgress",
                                            .settled_states = "Completed Failed Canceled",
                                            .fast_ms = 10 * SECOND,
                                            .slow_ms = 30 * SECOND,
                                            .rate_cap = 10,
                                            .max_in_flight = 4};
static struct refresh *machine; /* of the scene */

static void begin_with(struct refresh_config config, int64_t count)
{
    refresh_free(machine);
    machine = refresh_new(&config);
    for (int64_t id = 1; id <= count; id++)
        refresh_add(machine, id, NULL, 0, START);
}

/* Starts again with projects 1 to `count`, never read. */
static void begin(int64_t count)
{
    begin_with(usual, count);
}

static void finish(void)
{
    refresh_free(machine);
}

TestSuite(refresh, .fini = finish);
TestSuite(refresh_states, .fini = finish);
TestSuite(refresh_pause, .fini = finish);

static void show(int64_t id, int64_t now)
{
    refresh_set_shown(machine, &id, 1, now);
}

static void hide(int64_t now)
{
    refresh_set_shown(machine, NULL, 0, now);
}

/* Further events of a project, which have functions of their own. */
#define ADDED  REFRESH_EVENT_COUNT
#define SHOWN  ((enum refresh_event_kind)(REFRESH_EVENT_COUNT + 1))
#define HIDDEN ((enum refresh_event_kind)(REFRESH_EVENT_COUNT + 2))

static void send(enum refresh_event_kind kind, int64_t id, int64_t now)
{
    struct refresh_event event = {.kind = kind, .id = id, .state = "InProgress", .retry_after_ms = -1};
    if (kind == ADDED)
        refresh_add(machine, id, NULL, 0, now);
    else if (kind == SHOWN)
        show(id, now);
    else if (kind == HIDDEN)
        hide(now);
    else
        refresh_event(machine, &event, now);
}

static void reply(int64_t id, const char *state, int64_t now)
{
    refresh_reply(machine, id, state, now);
}

/* Takes the one id that is due. */
static int64_t take(int64_t now)
{
    int64_t id = -1;
    cr_assert_eq(refresh_take_due(machine, now, &id, 1), 1, "nothing to take at %lld", (long long)now);
    return id;
}

/* The ids that are due now: "3 1". */
static const char *taken(int64_t now)
{
    static char text[200];
    int64_t ids[16];
    size_t len = 0, count = refresh_take_due(machine, now, ids, COUNT(ids));
    text[0] = '\0';
    for (size_t i = 0; i < count; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, i ? " %lld" : "%lld", (long long)ids[i]);
    return text;
}

static int64_t deadline(void)
{
    return refresh_next_deadline(machine);
}

static int64_t due(int64_t id)
{
    return refresh_due(machine, id);
}

/* --- the times of one project, and errors --- */

Test(refresh, a_project_is_read_when_its_state_its_sight_and_the_settings_say)
{
    static const struct {
        const char *name, *first; /* first: the state at START */
        const char *reads; /* seconds between reads: "3 10x30 30:None" is 3, 30 times 10, then 30 and the
                              state is None */
        int64_t fast_ms, interval_ms; /* settings; 0: default */
        bool is_shown, is_enqueued;   /* a second after START */
    } lives[] = {
        {"active: after 3 s, then every 10 s, then every 30 s", "InProgress",
         "3 10x30 30 30:None 30:InProgress 3", .is_shown = false},
        {"quiet at five minutes sharp", "InProgress", "3 27x11 30", .fast_ms = 27 * SECOND},
        {"fast holds from the first read", "InProgress", "2x2", .fast_ms = 2000},
        {"fast has a floor", "InProgress", "2x2", .fast_ms = 1},
        {"an interval holds whatever the state", "InProgress", "7 7:None 7:Completed 7", .interval_ms = 7000,
         .is_shown = true},
        {"unknown on the screen", "Odd", "30x6", .is_shown = true},
        {"None off the screen", "None", "30 60 120 240 300x2", .is_shown = false},
        {"settled on the screen", "Completed", "300x2", .is_shown = true},
        {"None enqueued", "None", "3:InProgress 3", .is_enqueued = true},
        {"active enqueued", "InProgress", "3 10", .is_enqueued = true},
    };
    for (size_t i = 0; i < COUNT(lives); i++) {
        const char *name = lives[i].name;
        struct refresh_config config = usual;
        char state[20];
        int64_t now = START, id;
        config.fast_ms = lives[i].fast_ms ? lives[i].fast_ms : config.fast_ms;
        config.interval_ms = lives[i].interval_ms;
        begin_with(config, 1);
        if (lives[i].is_shown)
            show(1, START);
        take(START);
        reply(1, lives[i].first, START);
        if (lives[i].is_enqueued)
            send(REFRESH_ENQUEUED, 1, now += SECOND);
        snprintf(state, sizeof state, "%s", lives[i].first);
        for (char *at = (char *)lives[i].reads; *at; at += *at == ' ') {
            int64_t wait_ms = strtol(at, &at, 10) * SECOND, times = *at == 'x' ? strtol(at + 1, &at, 10) : 1;
            if (*at == ':') {
                snprintf(state, sizeof state, "%.*s", (int)strcspn(at + 1, " "), at + 1);
                at += 1 + strlen(state);
            }
            for (; times > 0; times--, now += wait_ms) {
                cr_expect_eq(deadline() - now, wait_ms, "%s, before “%s”", name, at);
                cr_expect_eq(refresh_take_due(machine, now + wait_ms - 1, &id, 1), 0, "%s: a moment earlier",
                             name);
                cr_expect_eq(take(now + wait_ms), 1);
                reply(1, state, now + wait_ms);
            }
        }
    }
}

Test(refresh, what_counts_as_active_or_settled_is_a_setting)
{
    static const char *const words[] = {"Busy", "Queued", "Bus", "", "InProgress"};
    struct refresh_config config = usual;
    config.active_states = "Queued, Busy";
    config.settled_states = "Done";
    begin_with(config, 0);
    for (int64_t i = 0; i < 5; i++) {
        refresh_add(machine, i, words[i], START, START);
        cr_expect_eq(refresh_find(machine, i)->is_active, i < 2, "%s", words[i]);
    }
    cr_expect(refresh_is_settled(machine, "Done"));
    cr_expect_not(refresh_is_settled(machine, "done"));
}

Test(refresh, the_answer_of_a_write_counts_as_read)
{
    begin(1);
    take(START);
    reply(1, "None", START);
    refresh_learn(machine, 1, "InProgress", START + SECOND);
    cr_expect_eq(deadline(), START + 4 * SECOND);
}

Test(refresh, errors_back_off_to_5_min_each_by_half_to_all_of_its_time)
{
    static const int64_t longest_s[] = {5, 10, 20, 40, 80, 160, 300, 300};
    for (int is_whole = 0; is_whole < 2; is_whole++) {
        begin(1);
        int64_t now = START;
        take(now);
        reply(1, "InProgress", now);
        now += 3 * SECOND;
        for (size_t i = 0; i < COUNT(longest_s); i++) {
            int64_t half = longest_s[i] * SECOND / 2, wait = is_whole ? 2 * half : half;
            take(now);
            struct refresh_event event = {.kind = REFRESH_ERROR, .id = 1};
            event.random = (uint32_t)(is_whole ? half : half + 1);
            refresh_event(machine, &event, now);
            cr_expect_eq(deadline() - now, wait, "error %zu", i + 1);
            now += wait;
        }
        take(now);
        reply(1, "InProgress", now);
        cr_expect_eq(deadline() - now, 30 * SECOND, "a good answer ends the backing off");
    }
}

Test(refresh, a_401_stops_all_until_a_login)
{
    begin(4);
    refresh_add(machine, 5, "Completed", START, START);
    cr_expect_eq(take(START), 1);
    cr_expect_eq(take(START), 2);
    send(REFRESH_UNAUTHORIZED, 1, START);
    reply(2, "None", START); /* this read was under way */
    refresh_add(machine, 6, NULL, 0, START);
    send(REFRESH_USER, 3, START);
    cr_expect(machine->stopped);
    cr_expect_eq(deadline(), REFRESH_NEVER);
    cr_expect_str_eq(taken(START + 60 * MINUTE), "");
    send(REFRESH_LOGGED_IN, 0, START + SECOND);
    cr_expect_not(machine->stopped);
    cr_expect_str_eq(taken(START + SECOND), "1 3 4 6");
}

/* --- many projects: order, cap, sweep --- */

Test(refresh, order_is_enqueued_then_on_the_screen_then_active_then_the_rest)
{
    begin(0);
    refresh_add(machine, 4, "None", START - 10 * MINUTE, START);
    refresh_add(machine, 3, "InProgress", START - 5 * MINUTE, START);
    refresh_add(machine, 2, "None", START - MINUTE, START);
    refresh_add(machine, 1, "None", START, START);
    show(2, START);
    send(REFRESH_ENQUEUED, 1, START - 3 * SECOND);
    cr_expect_str_eq(taken(START), "1 2 3 4");
}

Test(refresh, no_more_are_out_than_allowed_nor_sent_in_any_second_than_the_cap)
{
    struct refresh_config config = usual;
    begin(6);
    cr_expect_str_eq(taken(START), "1 2 3 4");
    cr_expect_eq(deadline(), REFRESH_NEVER, "an answer comes first");
    reply(1, "None", START + 1);
    cr_expect_leq(deadline(), START + 1);
    cr_expect_str_eq(taken(START + 1), "5");
    config.max_in_flight = 64;
    begin_with(config, 30);
    refresh_count_request(machine, START - 500); /* other requests */
    cr_expect_str_eq(taken(START), "1 2 3 4 5 6 7 8 9");
    cr_expect_eq(deadline(), START + 500);
    cr_expect_str_eq(taken(START + 499), "");
    cr_expect_str_eq(taken(START + 500), "10");
    cr_expect_str_eq(taken(START + 999), "");
    cr_expect_str_eq(taken(START + 1000), "11 12 13 14 15 16 17 18 19");
}

Test(refresh, settled_projects_off_the_screen_share_a_read_every_2_s_longest_unread_first)
{
    static const int64_t want[] = {3, 1, 4, 2};
    int64_t now = START;
    begin(0);
    refresh_add(machine, 1, "Completed", START - 30 * MINUTE, START);
    refresh_add(machine, 2, "Failed", START - 10 * MINUTE, START);
    refresh_add(machine, 3, "Canceled", START - 60 * MINUTE, START);
    refresh_add(machine, 4, "Completed", START - 20 * MINUTE, START);
    for (size_t i = 0; i < 8; i++, now += 2 * SECOND) {
        int64_t ids[4];
        cr_assert_eq(refresh_take_due(machine, now, ids, 4), 1, "one at a time");
        cr_expect_eq(ids[0], want[i % 4]);
        reply(ids[0], "Completed", now);
        cr_expect_eq(deadline(), now + 2 * SECOND);
    }
    cr_expect_str_eq(taken(now + 60 * MINUTE), "3", "nor is a long sleep made up for by a burst");
}

Test(refresh, a_settled_project_scrolled_into_sight_is_read_if_its_data_is_old_and_only_then)
{
    static const int64_t both[] = {1, 2, 2};
    begin(0);
    refresh_add(machine, 1, "Completed", START - 6 * MINUTE, START);
    refresh_add(machine, 2, "Completed", START - MINUTE, START);
    take(START); /* a read of the sweep */
    reply(1, "Completed", START - 6 * MINUTE);
    refresh_set_shown(machine, both, 3, START + 1);
    cr_expect_str_eq(taken(START + 1), "1");
    cr_expect_eq(due(2), START + 4 * MINUTE);
    hide(START + 2);
    cr_expect_eq(due(2), REFRESH_NEVER);
}

/* --- rules for every state and event --- */

/* States of a project: IDLE has no due time, WAITING is due later, READY now; IN_FLIGHT is being read, AGAIN
 * too, with another read to follow; BACKING_OFF after an error; STOPPED after a 401, DRAINING too, with a
 * read under way; GONE was removed while it is being read. */
enum state { IDLE, WAITING, READY, IN_FLIGHT, AGAIN, BACKING_OFF, STOPPED, DRAINING, GONE, STATE_COUNT };

/* Starts again, and brings project 1 into a state by events. */
static void reach(enum state state)
{
    begin(0);
    refresh_add(machine, 1, state == IDLE ? "Completed" : NULL, START, START);
    if (state >= IN_FLIGHT && state != STOPPED)
        take(START);
    if (state == WAITING)
        send(REFRESH_LEARNED, 1, START);
    else if (state == AGAIN)
        send(REFRESH_ENQUEUED, 1, START);
    else if (state == BACKING_OFF)
        send(REFRESH_ERROR, 1, START);
    else if (state == STOPPED || state == DRAINING)
        send(REFRESH_UNAUTHORIZED, 0, START);
    else if (state == GONE)
        send(REFRESH_REMOVED, 1, START);
    cr_assert_eq(machine->in_flight, state >= IN_FLIGHT && state != BACKING_OFF && state != STOPPED);
}

/* True if a read ends with this event. */
static bool is_answer(enum refresh_event_kind kind)
{
    return kind == REFRESH_SAME || kind == REFRESH_CHANGED || kind == REFRESH_ERROR ||
           kind == REFRESH_RATE_LIMITED || kind == REFRESH_CANCELLED || kind == REFRESH_UNAUTHORIZED;
}

/* Answers the read of project 1, if one is under way. */
static void answer(enum refresh_event_kind kind, int64_t now)
{
    if (machine->in_flight)
        send(kind, 1, now);
}

static void login_if_stopped(int64_t now)
{
    if (machine->stopped)
        send(REFRESH_LOGGED_IN, 0, now);
}

static void check_pair(enum state state, enum refresh_event_kind kind)
{
    char where[40];
    int64_t now = START + 1;
    bool is_removed = kind == REFRESH_REMOVED || (state == GONE && kind != ADDED);
    snprintf(where, sizeof where, "event %d in state %d", (int)kind, (int)state);
    /* a read ends with its answer */
    reach(state);
    int before = machine->in_flight;
    send(kind, 1, now);
    cr_expect_eq(machine->in_flight, is_answer(kind) ? 0 : before, "%s", where);
    /* the project is read again after any event */
    const char *ids = "";
    login_if_stopped(now);
    answer(REFRESH_SAME, now);
    for (int i = 0; i < 3 && !*ids && deadline() < now + 5 * MINUTE; i++) {
        now = deadline() > now ? deadline() : now;
        ids = taken(now);
    }
    cr_expect_str_eq(ids, is_removed ? "" : "1", "%s", where);
    cr_expect_eq(machine->count, is_removed ? 0 : 1, "%s", where);
    /* after a 401 only a login starts reads again */
    reach(state);
    send(REFRESH_UNAUTHORIZED, 0, START + 1);
    if (kind != REFRESH_LOGGED_IN) {
        send(kind, 1, START + 1);
        answer(REFRESH_SAME, START + 2);
        cr_expect_eq(deadline(), REFRESH_NEVER, "%s", where);
        cr_expect_str_eq(taken(START + 60 * MINUTE), "", "%s", where);
    }
    /* a removed project is forgotten when its answer comes */
    reach(state);
    before = machine->in_flight;
    send(REFRESH_REMOVED, 1, START + 1);
    cr_expect_eq(machine->in_flight, before, "%s: its request still counts", where);
    if (kind != ADDED)
        send(kind, 1, START + 2);
    answer(REFRESH_CHANGED, START + 3);
    cr_expect_eq(machine->count, 0, "%s", where);
    cr_expect_eq(deadline(), REFRESH_NEVER, "%s", where);
}

Test(refresh_states, a_read_ends_with_its_answer_alone_and_a_project_is_read_until_a_401_or_its_removal)
{
    for (int state = 0; state < STATE_COUNT; state++) {
        for (int kind = 0; kind <= (int)HIDDEN; kind++)
            check_pair((enum state)state, (enum refresh_event_kind)kind);
    }
    begin(0);
    for (int kind = 0; kind < REFRESH_EVENT_COUNT; kind++)
        send((enum refresh_event_kind)kind, 99, START);
    cr_expect_eq(machine->count, 0, "of a project that nobody knows");
    cr_expect_eq(deadline(), REFRESH_NEVER);
}

Test(refresh_states, a_project_added_again_keeps_its_state_and_its_time_and_while_it_is_read_is_kept)
{
    for (int state = 0; state < GONE; state++) {
        reach((enum state)state);
        int64_t was = due(1);
        refresh_add(machine, 1, "None", START + 1, START + 1);
        cr_expect_eq(due(1), was, "state %d", state);
        cr_expect_eq(refresh_find(machine, 1)->again, state == AGAIN, "state %d", state);
        cr_expect_eq(machine->count, 1);
    }
    reach(GONE);
    send(ADDED, 1, START + 1);
    send(REFRESH_ERROR, 1, START + 2);
    cr_expect(machine->count == 1 && machine->in_flight == 0);
}

Test(refresh_states, a_read_that_the_user_asks_for_is_sent_at_once_without_a_second_read_or_the_sweep)
{
    for (int state = 0; state < STOPPED; state++) {
        reach((enum state)state);
        bool is_out = machine->in_flight;
        send(REFRESH_USER, 1, START + 1);
        cr_expect_str_eq(taken(START + 1), is_out ? "" : "1", "state %d", state);
        cr_expect_eq(machine->in_flight, 1, "state %d", state);
    }
    reach(IDLE);
    refresh_add(machine, 2, "Completed", START - MINUTE, START);
    cr_expect_eq(take(START), 2, "the sweep's turn");
    send(REFRESH_USER, 1, START + 1);
    cr_expect_eq(take(START + 1), 1);
}

Test(refresh_states, an_enqueue_is_looked_at_after_3_s_in_every_state_and_not_earlier)
{
    static const enum refresh_event_kind answers[] = {REFRESH_SAME, REFRESH_CHANGED, REFRESH_CANCELLED};
    for (size_t i = 0; i < COUNT(answers); i++) {
        for (int state = 0; state < GONE; state++) {
            reach((enum state)state);
            send(REFRESH_ENQUEUED, 1, START + 1);
            login_if_stopped(START + 2);
            answer(answers[i], START + 2);
            cr_expect_eq(deadline(), START + 1 + 3 * SECOND, "state %d, answer %zu", state, i);
        }
    }
}

Test(refresh_states, reads_after_an_enqueue_or_by_the_user_stay_due_after_other_events)
{
    static const enum refresh_event_kind kinds[] = {
        REFRESH_SAME, REFRESH_CHANGED, REFRESH_LEARNED,      ADDED,
        HIDDEN,       SHOWN,           REFRESH_RATE_LIMITED, REFRESH_LOGGED_IN};
    for (size_t i = 0; i < COUNT(kinds); i++) {
        bool is_held = kinds[i] == REFRESH_RATE_LIMITED; /* a pause holds all projects */
        reach(WAITING);
        send(REFRESH_ENQUEUED, 1, START + 1);
        send(kinds[i], 1, START + 2);
        cr_expect_eq(due(1), START + 1 + 3 * SECOND, "event %d", (int)kinds[i]);
        reach(WAITING);
        send(REFRESH_USER, 1, START + 1);
        send(kinds[i], 1, START + 2);
        cr_expect_str_eq(taken(START + 2), is_held ? "" : "1", "event %d", (int)kinds[i]);
    }
}

Test(refresh_states, a_login_ends_the_backing_off_and_sends_again_what_was_refused_before_it)
{
    static const enum state states[] = {IN_FLIGHT, AGAIN, DRAINING};
    reach(BACKING_OFF);
    send(REFRESH_LOGGED_IN, 0, START + 1);
    cr_expect_eq(take(START + 1), 1, "another login may see what this one could not");
    for (size_t i = 0; i < COUNT(states); i++) {
        reach(states[i]);
        send(REFRESH_LOGGED_IN, 0, START + 1);
        refresh_learn(machine, 1, "None", START + 1);
        send(REFRESH_UNAUTHORIZED, 1, START + 2);
        cr_expect_not(machine->stopped, "state %d", (int)states[i]);
        cr_expect_eq(take(START + 2), 1, "state %d", (int)states[i]);
    }
}

/* --- while a 429 pauses all projects --- */

/* Answers the read of a project with a 429 or an error, with a Retry-After. */
static void refuse(enum refresh_event_kind kind, int64_t id, int64_t seconds, int64_t now)
{
    struct refresh_event event = {.kind = kind, .id = id, .retry_after_ms = seconds * SECOND};
    refresh_event(machine, &event, now);
}

/* Starts again with this number of projects; the first read gets a 429 with this Retry-After. */
static void begin_paused(int64_t count, int64_t seconds)
{
    begin(count);
    cr_expect_eq(take(START), 1);
    refuse(REFRESH_RATE_LIMITED, 1, seconds, START);
}

/* The user asks for a read at once. */
static void press(int64_t id, int64_t now)
{
    refresh_event(machine, &(struct refresh_event){.kind = REFRESH_USER, .id = id, .at_once = true}, now);
}

static int64_t paused_until(void)
{
    return refresh_paused_until(machine);
}

/* Expects that nothing is due until `at`, and then exactly one probe; returns its id. */
static int64_t probe_at(int64_t before, int64_t at)
{
    int64_t ids[8];
    cr_expect_eq(deadline(), at);
    cr_expect_eq(refresh_take_due(machine, before, ids, 8), 0);
    cr_expect_eq(refresh_take_due(machine, at - 1, ids, 8), 0, "not a moment earlier");
    cr_assert_eq(refresh_take_due(machine, at, ids, 8), 1, "one probe, and not more");
    return ids[0];
}

Test(refresh_pause, a_429_pauses_all_as_long_as_it_asked_then_another_project_probes)
{
    begin_paused(3, 60);
    cr_expect_eq(paused_until(), START + 60 * SECOND);
    cr_expect_eq(probe_at(START, START + 60 * SECOND), 2);
    cr_expect_eq(deadline(), REFRESH_NEVER, "the probe's answer comes first");
    cr_expect_str_eq(taken(START + 5 * MINUTE), "");
    reply(2, "InProgress", START + 61 * SECOND);
    cr_expect_eq(paused_until(), 0);
    cr_expect_str_eq(taken(START + 61 * SECOND), "3 1", "the rest");
    begin_paused(1, 3600);
    cr_expect_eq(probe_at(START, START + 5 * MINUTE), 1, "the one that asked, where there is no other");
    reply(1, "None", START + 5 * MINUTE);
    cr_expect_eq(paused_until(), 0);
    begin(2);
    take(START);
    take(START);
    refuse(REFRESH_ERROR, 2, 200, START);
    refuse(REFRESH_RATE_LIMITED, 1, 60, START);
    cr_expect_eq(probe_at(START, START + 60 * SECOND), 1, "none that its own 503 holds");
}

Test(refresh_pause, no_hold_is_longer_than_5_min_and_one_without_a_time_only_a_moment)
{
    static const struct {
        int64_t asked_s, paused_s;
    } rows[] = {{299, 299}, {300, 300}, {301, 300},           {3600, 300}, {INT64_MAX / 1000, 300},
                {0, 1},     {-1, 1},    {INT64_MIN / 1000, 1}};
    static const int64_t delays_s[][2] = {{60, 60}, {300, 300}, {301, 300}, {INT64_MAX / 1000, 300}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        begin_paused(2, rows[i].asked_s);
        cr_expect_eq(probe_at(START, START + rows[i].paused_s * SECOND), 2, "row %zu", i);
    }
    for (size_t i = 0; i < COUNT(delays_s); i++) { /* a 503 delays only its project */
        begin(2);
        take(START);
        refuse(REFRESH_ERROR, 1, delays_s[i][0], START);
        cr_expect_eq(paused_until(), 0);
        cr_expect_eq(due(1), START + delays_s[i][1] * SECOND, "503 %zu", i);
        cr_expect_eq(take(START), 2);
    }
}

Test(refresh_pause, neither_a_shorter_wait_nor_an_answer_to_what_was_sent_before_ends_it)
{
    begin(3);
    take(START);
    take(START);
    refuse(REFRESH_RATE_LIMITED, 1, 60, START);
    refuse(REFRESH_RATE_LIMITED, 2, 1, START);
    cr_expect_eq(paused_until(), START + 60 * SECOND);
    refuse(REFRESH_RATE_LIMITED, 99, 90, START);
    cr_expect_eq(paused_until(), START + 90 * SECOND, "nor is it lost when the project is gone");
    cr_expect_eq(probe_at(START, START + 90 * SECOND), 3, "of those that asked none");
    begin(3);
    take(START);
    take(START);
    refuse(REFRESH_RATE_LIMITED, 1, 60, START);
    reply(2, "None", START + 1);
    cr_expect_eq(paused_until(), START + 60 * SECOND);
    refresh_learn(machine, 3, "None", START + 2);
    cr_expect_eq(paused_until(), START + 60 * SECOND, "nor the answer of a write");
    refresh_take_write(machine, START + 60 * SECOND - 1);
    cr_expect_eq(paused_until(), START + 60 * SECOND, "that left before its time was over");
    refresh_take_write(machine, START + 60 * SECOND);
    cr_expect_eq(paused_until(), 0, "it has probed");
}

Test(refresh_pause, a_read_that_the_user_asks_for_is_sent_in_a_pause_and_ends_it_on_success)
{
    begin_paused(4, 3600);
    press(1, START + SECOND);
    cr_expect_leq(deadline(), START + SECOND);
    cr_expect_str_eq(taken(START + SECOND), "1", "even the one that asked");
    refuse(REFRESH_RATE_LIMITED, 1, 3600, START + 2 * SECOND);
    cr_expect_eq(paused_until(), START + 302 * SECOND);
    press(3, START + 3 * SECOND);
    hide(START + 3 * SECOND);
    cr_expect_str_eq(taken(START + 3 * SECOND), "3", "it alone");
    reply(3, "None", START + 4 * SECOND);
    cr_expect_eq(paused_until(), 0);
    cr_expect_str_eq(taken(START + 4 * SECOND), "2 4", "but for the one that asked");
}

Test(refresh_pause, of_all_reads_that_the_user_asks_for_one_is_the_probe_and_the_others_follow_its_success)
{
    begin_paused(4, 3600);
    refresh_ask_all(machine, START + SECOND);
    cr_expect_str_eq(taken(START + SECOND), "2", "not of the one that asked");
    refresh_ask_all(machine, START + SECOND);
    cr_expect_str_eq(taken(START + SECOND), "", "it is under way");
    refuse(REFRESH_RATE_LIMITED, 2, 60, START + 2 * SECOND);
    cr_expect_eq(probe_at(START + 2 * SECOND, START + 62 * SECOND), 3);
    reply(3, "None", START + 63 * SECOND);
    cr_expect_str_eq(taken(START + 63 * SECOND), "1 4 2", "what was wanted is not lost");
}

Test(refresh_pause, a_probe_with_429_prolongs_the_pause_and_the_next_probe_is_another_project)
{
    int64_t now = START;
    begin_paused(3, 3600);
    for (int64_t round = 0; round < 6; round++) {
        cr_expect_eq(probe_at(now, now + 5 * MINUTE), (round + 1) % 3 + 1, "in turns");
        now += 5 * MINUTE;
        refuse(REFRESH_RATE_LIMITED, (round + 1) % 3 + 1, 3600, now);
        cr_expect_eq(paused_until(), now + 5 * MINUTE);
    }
}

Test(refresh_pause, a_probe_that_fails_otherwise_ends_no_hold_and_the_pauses_between_probes_grow)
{
    int64_t now = START + 60 * SECOND, pause = SECOND;
    begin_paused(20, 60);
    probe_at(START, now);
    for (int i = 2; i < 14; i++) {
        send(REFRESH_ERROR, i, now);
        cr_expect_eq(paused_until(), now + pause, "probe of %d", i);
        cr_expect_eq(probe_at(now, now + pause), i + 1);
        now += pause;
        pause = pause * 2 < 5 * MINUTE ? pause * 2 : 5 * MINUTE;
    }
}

Test(refresh_pause, a_project_with_further_429s_is_held_alone_if_others_are_answered)
{
    int64_t now = START + 5 * MINUTE;
    begin_paused(3, 3600);
    cr_expect_eq(probe_at(START, now), 2);
    reply(2, "None", now);
    cr_expect_str_eq(taken(now), "3 1");
    refuse(REFRESH_RATE_LIMITED, 1, 3600, now);
    cr_expect_eq(paused_until(), 0);
    cr_expect_eq(due(1), now + 5 * MINUTE);
    refuse(REFRESH_RATE_LIMITED, 3, 3600, now);
    cr_expect_eq(paused_until(), now + 5 * MINUTE, "another one pauses all");
}
