/* Owns the simulation of refresh_life.h: the server, the operator and the book. It knows the machine by its
 * header alone, so that it cannot repeat its mistakes. */
/* SPDX-License-Identifier: MIT */
#include "support/refresh_life.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "steno/base/mem.h"

#define SECOND    INT64_C(1000)
#define MINUTE    (60 * SECOND)
#define BEGIN_MS  (100000 * SECOND)
#define OUT_MAX   64
#define IN_SIGHT  20
#define JOB_MS    (10 * MINUTE) /* a transcription, give or take a half */
#define FIRST_MS  (3 * SECOND)
#define LONGEST   (5 * MINUTE)
#define SPINS_MAX 3

/* How often what happens: once in so many answers, or every so many ms. */
#define ONE_ERROR_IN   200
#define ONE_REFUSAL_IN 20000
#define SCROLL_MS      (30 * SECOND)
#define ASK_MS         (10 * MINUTE)
#define OUTAGE_AT_MS   (20 * MINUTE)
#define OUTAGE_MS      (5 * MINUTE)

enum life_state { LIFE_NONE, LIFE_ACTIVE, LIFE_SETTLED };
static const char *const words[] = {"None", "InProgress", "Completed"};

/* What the book has of a project. */
struct life_page {
    int64_t answered_ms, earliest_ms, due_ms; /* not before the one; late after the other */
    int64_t ends_ms;                          /* of a job at the server; 0: none */
    int32_t errors, same;
    uint8_t seen, is; /* enum life_state: here, and at the server */
    bool shown, wanted, out;
};

struct life_out {
    int64_t id, at_ms;
};

struct life {
    struct refresh_life *told;
    struct refresh *machine;
    struct life_page *pages; /* by id - 1 */
    struct life_out out[OUT_MAX];
    int out_count, spins;
    int64_t now_ms, end_ms, scroll_ms, ask_ms, job_ms, sight;
    int64_t *sent_ms, *reads_by_s; /* the last `rate_cap` reads, in a ring; all reads up to each second */
    int64_t settled;
    size_t memory_before;
    uint32_t seed;
};

static uint32_t life_random(struct life *life, uint32_t below)
{
    life->seed = life->seed * 1664525 + 1013904223;
    return (uint32_t)(((uint64_t)life->seed * below) >> 32);
}

/* Half to one and a half of it. */
static int64_t life_about(struct life *life, int64_t ms)
{
    return ms / 2 + life_random(life, (uint32_t)ms + 1);
}

__attribute__((format(printf, 2, 3))) static void life_break(struct life *life, const char *format, ...)
{
    va_list arguments;
    if (life->told->broken[0])
        return;
    va_start(arguments, format);
    vsnprintf(life->told->broken, sizeof life->told->broken, format, arguments);
    va_end(arguments);
}

static struct life_page *life_page(struct life *life, int64_t id)
{
    return &life->pages[id - 1];
}

static double life_cpu_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

/* --- the book --- */

/* After a good answer: when it may be read again, and when it has to be. */
static void life_plan(struct life *life, struct life_page *page, bool changed)
{
    const struct refresh_config *config = &life->told->config;
    int64_t fast = config->fast_ms, first = fast < FIRST_MS ? fast : FIRST_MS;
    int64_t longest = fast < 30 * SECOND ? 30 * SECOND : fast;
    page->same = changed ? 0 : page->same + 1;
    page->earliest_ms = page->due_ms = life->now_ms;
    if (page->seen == LIFE_ACTIVE) {
        page->earliest_ms += changed ? first : fast;
        page->due_ms += changed ? first : longest;
    } else if (page->seen == LIFE_NONE) {
        page->earliest_ms += config->slow_ms;
        page->due_ms += config->slow_ms > LONGEST ? config->slow_ms : LONGEST;
    } else {
        /* the sweep takes one every 2 s: with many of them, none is read twice within five minutes */
        page->earliest_ms += life->settled > 400 ? LONGEST : 2 * SECOND;
        page->due_ms = REFRESH_NEVER;
    }
}

/* After an error: half of what is doubled from 5 s on, up to 5 min, or what the server asked for. */
static void life_back_off(struct life *life, struct life_page *page, int64_t asked_ms)
{
    int64_t delay = 5 * SECOND;
    for (int i = 0; i < page->errors && delay < LONGEST; i++)
        delay *= 2;
    delay = delay < LONGEST ? delay : LONGEST;
    page->errors++;
    page->earliest_ms = life->now_ms + (delay / 2 > asked_ms ? delay / 2 : asked_ms);
    page->due_ms = life->now_ms + (delay > asked_ms ? delay : asked_ms);
}

/* The wait of one that was due: reads that went by, and time. One that is settled has no time of its own once
 * it is out of sight: the sweep takes it. */
static void life_note_wait(struct life *life, const struct life_page *page)
{
    struct refresh_life *told = life->told;
    int64_t late = life->now_ms - page->due_ms;
    if (page->due_ms >= life->now_ms || page->wanted ||
        (page->seen == LIFE_SETTLED && page->is == LIFE_SETTLED))
        return;
    int64_t by = told->reads - life->reads_by_s[(page->due_ms - BEGIN_MS) / SECOND + 1];
    if (by > 2 * (int64_t)told->projects + OUT_MAX)
        life_break(life, "one was due and %lld reads went by", (long long)by);
    int64_t *worst = page->seen == LIFE_ACTIVE ? &told->late_active_ms : &told->late_other_ms;
    *worst = late > *worst ? late : *worst;
}

/* Holds a read against the book. */
static void life_check_read(struct life *life, int64_t id, bool paused)
{
    struct refresh_life *told = life->told;
    struct life_page *page = life_page(life, id);
    if (page->out)
        life_break(life, "%lld is read twice at once", (long long)id);
    if (life->now_ms < page->earliest_ms && !page->wanted && !paused)
        life_break(life, "%lld (%s, %d errors) is read %lld ms too early", (long long)id, words[page->seen],
                   page->errors, (long long)(page->earliest_ms - life->now_ms));
    life_note_wait(life, page);
    int cap = told->config.rate_cap;
    if (cap > 0) {
        int64_t *before = &life->sent_ms[told->reads % cap];
        if (told->reads >= cap && life->now_ms - *before < SECOND)
            life_break(life, "more than %d reads in a second", cap);
        *before = life->now_ms;
    }
    page->out = true;
    page->wanted = false;
}

/* --- the server --- */

/* Answers one read. */
static void life_answer(struct life *life, int64_t id)
{
    struct refresh_life *told = life->told;
    struct life_page *page = life_page(life, id);
    int64_t since = life->now_ms - BEGIN_MS;
    struct refresh_event event = {
        .kind = REFRESH_ERROR, .id = id, .random = life->seed, .retry_after_ms = -1};
    bool is_down = since >= OUTAGE_AT_MS && since < OUTAGE_AT_MS + OUTAGE_MS;
    page->out = false;
    if (life_random(life, ONE_REFUSAL_IN) == 0) {
        event.kind = REFRESH_RATE_LIMITED;
        event.retry_after_ms = (int64_t)life_random(life, 10) * SECOND;
        told->refusals++;
    } else if (is_down || life_random(life, ONE_ERROR_IN) == 0) {
        event.retry_after_ms = life_random(life, 4) ? -1 : 30 * SECOND;
        told->failures++;
    } else {
        if (page->ends_ms && page->ends_ms <= life->now_ms) {
            page->is = LIFE_SETTLED;
            page->ends_ms = 0;
        }
        life->settled += (page->is == LIFE_SETTLED) - (page->seen == LIFE_SETTLED);
        bool changed = page->seen != page->is;
        page->seen = page->is;
        page->errors = 0;
        page->answered_ms = life->now_ms;
        life_plan(life, page, changed);
        refresh_reply(life->machine, id, words[page->is], life->now_ms);
        return;
    }
    life_back_off(life, page, event.retry_after_ms > 0 ? event.retry_after_ms : 0);
    refresh_event(life->machine, &event, life->now_ms);
}

/* Answers all whose time has come. */
static void life_answer_all(struct life *life)
{
    for (int i = 0; i < life->out_count;) {
        struct life_out out = life->out[i];
        if (out.at_ms > life->now_ms) {
            i++;
            continue;
        }
        life->out[i] = life->out[--life->out_count];
        life_answer(life, out.id);
    }
}

/* --- the operator --- */

/* Looks at other rows. What is settled and in sight is due five minutes after its last read. */
static void life_scroll(struct life *life)
{
    int64_t ids[IN_SIGHT];
    for (int64_t i = 0; life->sight && i < IN_SIGHT; i++)
        life_page(life, life->sight + i)->shown = false;
    life->sight = 1 + life_random(life, (uint32_t)(life->told->projects - IN_SIGHT));
    for (int64_t i = 0; i < IN_SIGHT; i++) {
        struct life_page *page = life_page(life, ids[i] = life->sight + i);
        page->shown = true;
    }
    refresh_set_shown(life->machine, ids, IN_SIGHT, life->now_ms);
}

/* Wants one project at once. */
static void life_ask(struct life *life)
{
    int64_t id = 1 + life_random(life, (uint32_t)life->told->projects);
    life_page(life, id)->wanted = true;
    refresh_event(life->machine, &(struct refresh_event){.kind = REFRESH_USER, .id = id, .at_once = true},
                  life->now_ms);
}

/* Has one project transcribed: its first read comes after 3 s. */
static void life_enqueue(struct life *life)
{
    int64_t id = 1 + life_random(life, (uint32_t)life->told->projects);
    struct life_page *page = life_page(life, id);
    if (page->is == LIFE_ACTIVE || page->out)
        return;
    page->is = LIFE_ACTIVE;
    page->ends_ms = life->now_ms + life_about(life, JOB_MS);
    page->earliest_ms = life->now_ms + (page->wanted ? 0 : 2 * SECOND);
    page->due_ms = life->now_ms + FIRST_MS;
    page->errors = 0;
    refresh_event(life->machine, &(struct refresh_event){.kind = REFRESH_ENQUEUED, .id = id}, life->now_ms);
}

/* What the operator does now. Jobs are begun as fast as they end. */
static void life_operate(struct life *life)
{
    const struct refresh_life *told = life->told;
    int64_t active = (int64_t)told->projects * told->active_per_mille / 1000;
    for (; life->scroll_ms <= life->now_ms; life->scroll_ms += SCROLL_MS)
        life_scroll(life);
    for (; life->ask_ms <= life->now_ms; life->ask_ms += ASK_MS)
        life_ask(life);
    for (; active && life->job_ms <= life->now_ms; life->job_ms += JOB_MS / active ? JOB_MS / active : 1)
        life_enqueue(life);
}

/* --- one turn after the other --- */

/* Takes what is due. Returns how many. */
static size_t life_take(struct life *life)
{
    int64_t ids[16];
    struct refresh_life *told = life->told;
    bool paused = refresh_paused_until(life->machine) != 0;
    double began = life_cpu_us();
    size_t count = refresh_take_due(life->machine, life->now_ms, ids, sizeof ids / sizeof *ids);
    double took = life_cpu_us() - began;
    if (told->turns > 1) /* in the first, all that fell due meanwhile is put into order */
        told->worst_turn_us = took > told->worst_turn_us ? took : told->worst_turn_us;
    for (size_t i = 0; i < count; i++) {
        life_check_read(life, ids[i], paused);
        if (life->out_count == OUT_MAX) {
            life_break(life, "more than %d are out", OUT_MAX);
            return 0;
        }
        life->out[life->out_count++] =
            (struct life_out){ids[i], life->now_ms + life_about(life, told->latency_ms)};
        told->reads++;
        told->reads_in_the_second_half += life->now_ms - BEGIN_MS > told->length_ms / 2;
    }
    told->most_in_flight = life->out_count > told->most_in_flight ? life->out_count : told->most_in_flight;
    if (life->out_count > told->config.max_in_flight)
        life_break(life, "%d are out, %d are allowed", life->out_count, told->config.max_in_flight);
    return count;
}

/* Goes on to when something happens next. */
static void life_go_on(struct life *life, bool did_something)
{
    int64_t next = refresh_next_deadline(life->machine);
    next = next < life->now_ms ? life->now_ms : next;
    if (next == life->now_ms && !did_something && ++life->spins > SPINS_MAX)
        life_break(life, "a deadline has come and nothing is handed out");
    if (next > life->now_ms)
        life->spins = 0;
    next = life->scroll_ms < next ? life->scroll_ms : next;
    next = life->job_ms < next ? life->job_ms : next;
    for (int i = 0; i < life->out_count; i++)
        next = life->out[i].at_ms < next ? life->out[i].at_ms : next;
    next = next < life->end_ms ? next : life->end_ms;
    for (int64_t s = (life->now_ms - BEGIN_MS) / SECOND + 1; s <= (next - BEGIN_MS) / SECOND + 1; s++)
        life->reads_by_s[s] = life->told->reads;
    life->now_ms = next;
}

/* What is allocated now, in small pieces and in large ones. */
static size_t life_memory(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/* Memory of the machine, by project. */
static void life_weigh(struct life *life)
{
    struct refresh_life *told = life->told;
    double each = ((double)life_memory() - (double)life->memory_before) / told->projects;
    told->bytes_each = each > told->bytes_each ? each : told->bytes_each;
    if (told->bytes_each > REFRESH_LIFE_BYTES)
        life_break(life, "%.0f bytes of memory for a project", told->bytes_each);
}

/* All projects as a start finds them in the state: read at some time of the last day. */
static void life_begin(struct life *life)
{
    struct refresh_life *told = life->told;
    life->memory_before = life_memory();
    life->machine = refresh_new(&told->config);
    for (int64_t id = 1; id <= told->projects; id++) {
        struct life_page *page = life_page(life, id);
        uint32_t dice = life_random(life, 1000);
        page->is = page->seen = dice < (uint32_t)told->active_per_mille ? LIFE_ACTIVE
                                : dice < (uint32_t)(told->active_per_mille + told->other_per_mille)
                                    ? LIFE_NONE
                                    : LIFE_SETTLED;
        if (page->is == LIFE_ACTIVE)
            page->ends_ms = BEGIN_MS + life_about(life, JOB_MS);
        life->settled += page->is == LIFE_SETTLED;
        page->answered_ms = BEGIN_MS - (int64_t)life_random(life, 86400) * SECOND;
        page->due_ms = page->is == LIFE_SETTLED ? REFRESH_NEVER : BEGIN_MS + LONGEST;
        refresh_add(life->machine, id, words[page->is], page->answered_ms, BEGIN_MS);
    }
    life_weigh(life);
}

/* The sweep reads one of the settled every 2 s: how long ago was the last of them read? */
static void life_end(struct life *life)
{
    struct refresh_life *told = life->told;
    int64_t round = 2 * SECOND * told->projects * 3 / 2 + OUTAGE_MS + 60 * MINUTE;
    for (int i = 0; i < told->projects; i++) {
        const struct life_page *page = &life->pages[i];
        if (page->seen == LIFE_SETTLED && life->now_ms - page->answered_ms > told->oldest_settled_ms)
            told->oldest_settled_ms = life->now_ms - page->answered_ms;
        if (page->due_ms != REFRESH_NEVER && !page->out)
            life_note_wait(life, page);
    }
    if (told->length_ms > round && told->oldest_settled_ms > round)
        life_break(life, "a settled one was not read for %lld s",
                   (long long)(told->oldest_settled_ms / SECOND));
    life_weigh(life);
}

bool refresh_life_run(struct refresh_life *told)
{
    struct life *life = mem_zero(1, sizeof *life);
    *life =
        (struct life){.told = told, .now_ms = BEGIN_MS, .end_ms = BEGIN_MS + told->length_ms, .seed = 4711};
    life->scroll_ms = life->ask_ms = life->job_ms = BEGIN_MS;
    life->pages = mem_zero((size_t)told->projects, sizeof *life->pages);
    life->sent_ms = mem_zero((size_t)told->config.rate_cap + 1, sizeof *life->sent_ms);
    life->reads_by_s = mem_zero((size_t)(told->length_ms / SECOND) + 3, sizeof *life->reads_by_s);
    double began = life_cpu_us();
    life_begin(life);
    while (life->now_ms < life->end_ms && !told->broken[0]) {
        life_operate(life);
        int before = life->out_count;
        life_answer_all(life);
        bool answered = life->out_count != before;
        told->turns++;
        life_go_on(life, life_take(life) > 0 || answered);
    }
    life_end(life);
    told->cpu_us = life_cpu_us() - began;
    refresh_free(life->machine);
    free(life->pages);
    free(life->sent_ms);
    free(life->reads_by_s);
    free(life);
    return !told->broken[0];
}
