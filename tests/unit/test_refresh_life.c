/* Lives of the refresh machine in simulated time: a server that answers late, fails, refuses and goes down,
 * an operator who scrolls, asks and enqueues. Beside the machine stands a book of what each project was told
 * and when, and each read is held against it:
 * - in any second no more reads than the cap, and no more out than allowed
 * - nothing is read before its time by state, sight and errors, unless the operator asked or a pause probes
 * - after an error at least half the backoff, and what the server asked for
 * - who is due waits for at most twice as many reads as there are projects; the sweep comes round
 * - a deadline that has come has something to hand out: the caller never spins
 * - no pause is for ever
 * There is no clock, no network and no thread. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/core/refresh.h"
#include "support/asserts.h"

#define SECOND   INT64_C(1000)
#define MINUTE   (60 * SECOND)
#define BEGIN_MS (100000 * SECOND)
#define LONGEST  (5 * MINUTE)
#define TICK     (10 * SECOND)
#define OUT_MAX  8
#define IN_SIGHT 20

enum seen { NONE, ACTIVE, SETTLED };
static const char *const words[] = {"None", "InProgress", "Completed"};

/* What the book has of a project. */
struct page {
    int64_t read_ms, earliest_ms, due_ms; /* not read before the one; late after the other */
    int64_t ends_ms;                      /* of a job at the server; 0: none */
    int64_t due_reads;                    /* reads of all, when it was seen to be due; 0: it is not */
    int errors;
    enum seen seen, is; /* here, and at the server */
    bool wanted, out;
};

/* A life, and what came of it. */
struct life {
    int projects, hours, cap, out_allowed;
    uint32_t one_refusal_in, asked_s; /* answers, of which each asks for less than so much */
    int64_t reads, failures, pauses;
};

static struct life *life;
static struct refresh *machine;
static struct page *pages; /* by id - 1 */
static struct {
    int64_t id, at_ms;
} out[OUT_MAX];
static int out_count;
static int64_t now_ms, settled, sent_ms[16]; /* the last `cap` reads, in a ring */
static uint32_t seed = 4711;

static uint32_t dice(uint32_t below)
{
    seed = seed * 1664525 + 1013904223;
    return (uint32_t)(((uint64_t)seed * below) >> 32);
}

static int64_t some_id(void)
{
    return 1 + dice((uint32_t)life->projects);
}

/* --- the server --- */

/* After a good answer: when it may be read again, and when it has to be. */
static void plan(struct page *page, bool is_new)
{
    page->errors = 0;
    page->read_ms = now_ms;
    if (page->seen == ACTIVE) {
        page->earliest_ms = now_ms + (is_new ? 3 : 10) * SECOND;
        page->due_ms = now_ms + (is_new ? 3 : 30) * SECOND;
    } else if (page->seen == NONE) {
        page->earliest_ms = now_ms + 30 * SECOND;
        page->due_ms = now_ms + LONGEST;
    } else { /* the sweep takes one every 2 s: of many, none twice within five minutes */
        page->earliest_ms = now_ms + (settled > 400 ? LONGEST : 2 * SECOND);
        page->due_ms = REFRESH_NEVER;
    }
}

/* After an error: half of what is doubled from 5 s on, up to 5 min, or what the server asked for. */
static void back_off(struct page *page, int64_t asked_ms)
{
    int64_t delay_ms = 5 * SECOND;
    for (int i = 0; i < page->errors && delay_ms < LONGEST; i++)
        delay_ms *= 2;
    delay_ms = delay_ms < LONGEST ? delay_ms : LONGEST;
    asked_ms = asked_ms < LONGEST ? asked_ms : LONGEST;
    page->errors++;
    page->earliest_ms = now_ms + (delay_ms / 2 > asked_ms ? delay_ms / 2 : asked_ms);
    page->due_ms = now_ms + (delay_ms > asked_ms ? delay_ms : asked_ms);
}

/* Answers one read: good, or refused, or failed, as all are for five minutes. */
static void answer(int64_t id)
{
    struct page *page = &pages[id - 1];
    bool is_down = now_ms >= BEGIN_MS + 20 * MINUTE && now_ms < BEGIN_MS + 25 * MINUTE;
    struct refresh_event event = {.kind = REFRESH_ERROR, .id = id, .random = seed, .retry_after_ms = -1};
    page->out = false;
    if (dice(life->one_refusal_in) == 0) {
        event.kind = REFRESH_RATE_LIMITED;
        event.retry_after_ms = dice(life->asked_s) * SECOND;
    } else if (is_down || dice(200) == 0) {
        event.retry_after_ms = dice(4) ? -1 : 30 * SECOND;
    } else {
        if (page->ends_ms && page->ends_ms <= now_ms) {
            page->is = SETTLED;
            page->ends_ms = 0;
        }
        bool is_new = page->seen != page->is;
        settled += (page->is == SETTLED) - (page->seen == SETTLED);
        page->seen = page->is;
        plan(page, is_new);
        refresh_reply(machine, id, words[page->is], now_ms);
        return;
    }
    life->failures++;
    back_off(page, event.retry_after_ms);
    refresh_event(machine, &event, now_ms);
}

/* Answers all whose time has come. Did it? */
static bool answer_all(void)
{
    int before = out_count;
    for (int i = 0; i < out_count;) {
        if (out[i].at_ms > now_ms) {
            i++;
            continue;
        }
        int64_t id = out[i].id;
        out[i] = out[--out_count];
        answer(id);
    }
    return out_count != before;
}

/* --- the operator --- */

/* Looks at other rows, wants a project at once, has one transcribed as another one ends. */
static void operate(int64_t tick)
{
    int64_t ids[IN_SIGHT], first = 1 + dice((uint32_t)(life->projects - IN_SIGHT)), id = some_id();
    struct page *page = &pages[id - 1];
    for (int64_t i = 0; i < IN_SIGHT; i++)
        ids[i] = first + i;
    if (tick % 3 == 0)
        refresh_set_shown(machine, ids, IN_SIGHT, now_ms);
    if (tick % 60 == 0) {
        struct refresh_event wish = {.kind = REFRESH_USER, .id = some_id(), .at_once = true};
        pages[wish.id - 1].wanted = true;
        refresh_event(machine, &wish, now_ms);
    }
    if (dice(6000) >= (uint32_t)life->projects || page->is == ACTIVE || page->out)
        return;
    page->is = ACTIVE;
    page->ends_ms = now_ms + 5 * MINUTE + dice(10 * 60) * SECOND;
    page->earliest_ms = now_ms + (page->wanted ? 0 : 2 * SECOND);
    page->due_ms = now_ms + 3 * SECOND;
    page->errors = 0;
    refresh_event(machine, &(struct refresh_event){.kind = REFRESH_ENQUEUED, .id = id}, now_ms);
}

/* --- the book --- */

/* Looks for those that wait: reads of others that went by, and the round of the sweep. */
static void look_for_late_ones(void)
{
    int64_t round_ms = 3 * SECOND * life->projects + 65 * MINUTE;
    for (int i = 0; i < life->projects; i++) {
        struct page *page = &pages[i];
        if (page->out || page->due_ms > now_ms)
            page->due_reads = 0;
        else if (!page->due_reads)
            page->due_reads = life->reads + 1;
        else
            cr_assert_leq(life->reads - page->due_reads, 2 * life->projects + 64, "%d is due and waits",
                          i + 1);
        if (page->seen == SETTLED && now_ms > BEGIN_MS + round_ms && life->one_refusal_in > 1000)
            cr_assert_leq(now_ms - page->read_ms, round_ms, "%d is settled and not read", i + 1);
    }
}

/* Takes what is due and holds it against the book. Was there something? */
static bool take(void)
{
    int64_t ids[16];
    bool is_paused = refresh_paused_until(machine) != 0;
    size_t count = refresh_take_due(machine, now_ms, ids, 16);
    for (size_t i = 0; i < count; i++) {
        struct page *page = &pages[ids[i] - 1];
        int64_t *before = &sent_ms[life->reads % life->cap];
        cr_assert_not(page->out, "%lld is read twice at once", (long long)ids[i]);
        if (!page->wanted && !is_paused)
            cr_assert_geq(now_ms, page->earliest_ms, "%lld (%s, %d errors)", (long long)ids[i],
                          words[page->seen], page->errors);
        cr_assert_geq(now_ms - *before, SECOND, "more than %d reads in a second", life->cap);
        cr_assert_lt(out_count, life->out_allowed);
        *before = now_ms;
        page->out = true;
        page->wanted = false;
        out[out_count].id = ids[i];
        out[out_count++].at_ms = now_ms + 15 + dice(31);
        life->reads++;
    }
    cr_assert_eq(machine->in_flight, out_count);
    return count > 0;
}

/* All projects as a start finds them: 1 % in progress, 4 % in None, read at some time of the last day. */
static void begin(void)
{
    const struct refresh_config config = {.active_states = "InProgress",
                                          .settled_states = "Completed Failed Canceled",
                                          .fast_ms = 10 * SECOND,
                                          .slow_ms = 30 * SECOND,
                                          .rate_cap = life->cap,
                                          .max_in_flight = life->out_allowed};
    machine = refresh_new(&config);
    pages = mem_zero((size_t)life->projects, sizeof *pages);
    memset(sent_ms, 0, sizeof sent_ms);
    out_count = 0;
    settled = 0;
    now_ms = BEGIN_MS;
    for (int64_t id = 1; id <= life->projects; id++) {
        struct page *page = &pages[id - 1];
        uint32_t draw = dice(100);
        page->is = page->seen = draw < 1 ? ACTIVE : draw < 5 ? NONE : SETTLED;
        page->ends_ms = draw < 1 ? BEGIN_MS + 5 * MINUTE : 0;
        page->read_ms = BEGIN_MS - (int64_t)dice(86400) * SECOND;
        page->due_ms = page->is == SETTLED ? REFRESH_NEVER : BEGIN_MS + LONGEST;
        settled += page->is == SETTLED;
        refresh_add(machine, id, words[page->is], page->read_ms, BEGIN_MS);
    }
}

static void live(struct life *lived)
{
    int64_t tick = 0, paused_ms = 0;
    int spins = 0;
    life = lived;
    begin();
    while (now_ms < BEGIN_MS + life->hours * 60 * MINUTE) {
        for (; BEGIN_MS + tick * TICK <= now_ms; tick++) {
            operate(tick);
            look_for_late_ones();
        }
        bool answered = answer_all(), is_idle = !take() && !answered;
        bool is_paused = refresh_paused_until(machine) != 0;
        life->pauses += is_paused && !paused_ms;
        paused_ms = !is_paused ? 0 : paused_ms ? paused_ms : now_ms;
        cr_assert(!is_paused || now_ms - paused_ms < 60 * MINUTE, "it pauses for ever");
        int64_t next_ms = refresh_next_deadline(machine);
        next_ms = next_ms < now_ms ? now_ms : next_ms;
        spins = is_idle && next_ms == now_ms ? spins + 1 : 0;
        cr_assert_leq(spins, 3, "a deadline has come and nothing is handed out");
        next_ms = next_ms < BEGIN_MS + tick * TICK ? next_ms : BEGIN_MS + tick * TICK;
        for (int i = 0; i < out_count; i++)
            next_ms = out[i].at_ms < next_ms ? out[i].at_ms : next_ms;
        now_ms = next_ms;
    }
    cr_expect_gt(life->failures, 0);
    refresh_free(machine);
    free(pages);
}

Test(refresh_life, of_a_hundred_and_of_three_thousand_projects)
{
    struct life few = {.projects = 100, .hours = 6, .cap = 10, .out_allowed = 4, 20000, 10};
    struct life many = {.projects = 3000, .hours = 1, .cap = 10, .out_allowed = 4, 20000, 10};
    live(&few);
    cr_expect_gt(few.reads, 6 * 3600 / 4, "the sweep alone reads every 2 s");
    live(&many);
    cr_expect_gt(many.reads, 3600 / 4);
}

Test(refresh_life, of_more_projects_than_the_cap_can_serve)
{
    struct life crowd = {.projects = 3000, .hours = 3, .cap = 1, .out_allowed = 2, 20000, 10};
    live(&crowd);
    cr_expect_gt(crowd.reads, 3 * 3600 / 4);
}

Test(refresh_life, under_a_server_that_refuses_one_read_in_eight)
{
    struct life refused = {.projects = 50, .hours = 24, .cap = 10, .out_allowed = 4, 8, 400};
    live(&refused);
    cr_expect_gt(refused.pauses, 20);
}
