/* Owns which of several projects are sent without a doubt, and the words of the question about them. Knows no
 * screen but its cells, and no project. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cost.h"
#include "plan_line.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/settings.h"

#define NARROW_CELLS 60

enum cost_bar cost_bar_of(bool has_no_media, bool is_read_only)
{
    return has_no_media ? COST_NO_MEDIA : is_read_only ? COST_READ_ONLY : COST_POSSIBLE;
}

enum cost_doubt cost_doubt_of(const struct settings *settings, const char *state, bool is_lost)
{
    char mark = settings_state_mark(settings, state);
    return is_lost ? COST_LOST : mark == '*' ? COST_IN_PROGRESS : mark == '+' ? COST_COMPLETED : COST_CERTAIN;
}

bool cost_got_worse(const struct cost_item *asked, const struct cost_item *now)
{
    if (now->bar != COST_POSSIBLE)
        return asked->bar == COST_POSSIBLE;
    if (now->doubt != asked->doubt)
        return now->doubt != COST_CERTAIN;
    return now->doubt == COST_COMPLETED && now->version != asked->version; /* it was transcribed once more */
}

struct cost_plan cost_plan_make(struct cost_item *items, size_t count, struct credit credit)
{
    struct cost_plan plan = {.items = items, .count = count};
    for (size_t i = 0; i < count; i++) {
        plan.hidden += items[i].is_hidden;
        if (items[i].bar != COST_POSSIBLE)
            continue;
        plan.can++;
        plan.again += items[i].doubt != COST_CERTAIN;
        cost_add(&plan.all, cost_of(items[i].part_ms, true));
    }
    plan.fits = cost_fits(plan.all, credit);
    for (size_t i = 0; i < count; i++) {
        struct cost sum = plan.certain;
        cost_add(&sum, cost_of(items[i].part_ms, true));
        bool is_wanted = items[i].doubt == COST_CERTAIN || plan.again == plan.can;
        items[i].is_by_y = items[i].bar == COST_POSSIBLE && is_wanted && cost_fits(sum, credit);
        if (!items[i].is_by_y)
            continue;
        plan.by_y++;
        plan.certain = sum;
    }
    return plan;
}

/* "990 minutes do not fit in 307", "takes 340 of 597 minutes". */
static void cost_plan_minutes(struct buffer *out, const struct cost_plan *plan, struct credit credit)
{
    char all[COST_TEXT_SIZE], left[COST_TEXT_SIZE];
    cost_amount(all, sizeof all, plan->all);
    cost_left(left, sizeof left, credit);
    if (!*left)
        buffer_printf(out, "takes %s minutes; the credit is not known", all);
    else if (plan->fits)
        buffer_printf(out, "takes %s of %s minutes", all, left);
    else
        buffer_printf(out, "%s minutes do not fit in %s", all, left);
}

char *cost_plan_heading(const struct cost_plan *plan, struct credit credit, const char *options,
                        bool is_narrow)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    buffer_printf(&out, "Enqueue %zu", plan->can);
    if (plan->can < plan->count)
        buffer_printf(&out, " of %zu", plan->count);
    buffer_printf(&out, "%s%s",
                  is_narrow          ? ""
                  : plan->count == 1 ? " project"
                                     : " projects",
                  plan->again == plan->can ? " again" : "");
    if (*options)
        buffer_printf(&out, "%s%s", is_narrow ? ": " : ", ", options);
    if (is_narrow)
        return buffer_take(&out);
    buffer_append_text(&out, ": ");
    cost_plan_minutes(&out, plan, credit);
    return buffer_take(&out);
}

static const char *const bars[] = {
    [COST_NO_MEDIA] = "no media", [COST_READ_ONLY] = "read-only", [COST_NOT_FOUND] = "not found"};
static const char *const doubts[] = {
    [COST_COMPLETED] = "Completed", [COST_IN_PROGRESS] = "In progress", [COST_LOST] = "No response yet"};

const char *cost_left_out(const struct cost_item *item, bool all)
{
    static const char *const left_out[] = {[COST_CERTAIN] = "does not fit",
                                           [COST_COMPLETED] = "Completed",
                                           [COST_IN_PROGRESS] = "in progress",
                                           [COST_LOST] = "no response yet"};
    if (item->bar != COST_POSSIBLE)
        return bars[item->bar];
    return all || item->is_by_y ? NULL : left_out[item->doubt];
}

/* Is an item one of those that a line names? */
typedef bool cost_plan_test(const struct cost_item *item, int which);

static bool cost_plan_is_barred(const struct cost_item *item, int which)
{
    (void)which;
    return item->bar != COST_POSSIBLE;
}

static bool cost_plan_is_doubted(const struct cost_item *item, int which)
{
    return item->bar == COST_POSSIBLE && (int)item->doubt == which;
}

static bool cost_plan_is_by_y(const struct cost_item *item, int which)
{
    (void)which;
    return item->is_by_y;
}

static bool cost_plan_is_hidden(const struct cost_item *item, int which)
{
    (void)which;
    return item->is_hidden;
}

static bool cost_plan_is_unknown(const struct cost_item *item, int which)
{
    (void)which;
    return item->bar == COST_POSSIBLE && item->part_ms < 0;
}

/* What a line is about. */
struct cost_plan_about {
    const struct cost_plan *plan;
    cost_plan_test *test;
    int which;
};

/* "15", "#3 no media", "2 (First pass)": with what the line is about. */
static bool cost_plan_name(struct buffer *out, const void *arg, size_t at)
{
    const struct cost_plan_about *about = arg;
    const struct cost_item *item = &about->plan->items[at];
    bool is_barred = about->test == cost_plan_is_barred;
    if (!about->test(item, about->which))
        return false;
    buffer_printf(out, is_barred ? "#%" PRId64 " %s" : "%" PRId64 "%s", item->id,
                  is_barred ? bars[item->bar] : "");
    if (about->test == cost_plan_is_doubted && *item->label)
        buffer_printf(out, " (%s)", item->label);
    return true;
}

/* Appends a line with the ids of some, where there are any. */
static void cost_plan_line(struct buffer *out, const struct cost_plan *plan, const char *words,
                           const char *end, cost_plan_test *test, int which, int cells)
{
    const struct cost_plan_about about = {plan, test, which};
    plan_line_add(out, &(struct plan_line){words, end, cost_plan_name, &about, plan->count, cells});
}

/* Why y sends some. */
static const char *cost_plan_why(const struct cost_plan *plan, bool is_narrow)
{
    bool is_some = plan->again > 0 && plan->again < plan->can;
    if (is_narrow)
        return !plan->fits ? "that fit" : "that are new";
    if (!plan->fits && !is_some)
        return "that fit, in this order";
    return plan->fits ? "that were never transcribed" : "that fit and were never transcribed";
}

/* What y sends. */
static void cost_plan_y(struct buffer *out, const struct cost_plan *plan, int cells)
{
    bool is_narrow = cells < NARROW_CELLS;
    bool is_some = plan->again > 0 && plan->again < plan->can;
    char *end = mem_printf("; %" PRId64 " minutes", plan->certain.minutes);
    char *words = mem_printf("y  the %s%zu %s%s", plan->fits || is_some ? "" : "first ", plan->by_y,
                             cost_plan_why(plan, is_narrow), is_narrow ? end : ": ");
    if (is_narrow)
        buffer_printf(out, "%s%s", out->len ? "\n" : "", words);
    else
        cost_plan_line(out, plan, words, end, cost_plan_is_by_y, 0, cells);
    free(end);
    free(words);
}

/* What there is to choose from, where that is not all of it. */
static void cost_plan_choices(struct buffer *out, const struct cost_plan *plan, int cells)
{
    const char *refuse = cells < NARROW_CELLS ? "some may be refused" : "the server may refuse some";
    if (plan->by_y == plan->can)
        return;
    if (plan->by_y > 0)
        cost_plan_y(out, plan, cells);
    buffer_printf(out, "%sa  all %zu", out->len ? "\n" : "", plan->can);
    if (plan->again > 0 && plan->again < plan->can)
        buffer_printf(out, ", %zu of them again", plan->again);
    if (!plan->fits)
        buffer_printf(out, "; %s", refuse);
}

/* What speaks against some, a line each. */
static void cost_plan_warnings(struct buffer *out, const struct cost_plan *plan, int cells)
{
    const char *only = plan->again == plan->can ? "" : ", only by a";
    for (int which = COST_COMPLETED; which <= COST_LOST; which++) {
        char *words = mem_printf("! %s%s: ", doubts[which], only);
        cost_plan_line(out, plan, words, "", cost_plan_is_doubted, which, cells);
        free(words);
    }
    cost_plan_line(out, plan, "! Length not known: ", "", cost_plan_is_unknown, 0, cells);
    cost_plan_line(out, plan, cells < NARROW_CELLS ? "! Not: " : "! Not sent, stay marked: ", "",
                   cost_plan_is_barred, 0, cells);
}

char *cost_plan_note(const struct cost_plan *plan, struct credit credit, const char *as_of, int cells)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    if (cells < NARROW_CELLS)
        cost_plan_minutes(&out, plan, credit);
    char *hidden = mem_printf("%zu %s not shown: ", plan->hidden, plan->hidden == 1 ? "is" : "are");
    cost_plan_line(&out, plan, hidden, "", cost_plan_is_hidden, 0, cells);
    free(hidden);
    cost_plan_choices(&out, plan, cells);
    cost_plan_warnings(&out, plan, cells);
    if (credit.left < 0 || cells < NARROW_CELLS)
        return buffer_take(&out);
    buffer_printf(&out, "%sCredit as of %s.", out.len ? "\n" : "", as_of);
    return buffer_take(&out);
}

char *cost_plan_bars(const struct cost_plan *plan, const char *words, int cells)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    cost_plan_line(&out, plan, words, "", cost_plan_is_barred, 0, cells);
    return out.len ? buffer_take(&out) : (buffer_free(&out), NULL);
}

char *cost_plan_sum(const struct cost_plan *plan, struct credit credit, bool is_narrow)
{
    const char *of = is_narrow ? " of " : ", the credit is ";
    char all[COST_TEXT_SIZE], left[COST_TEXT_SIZE];
    cost_amount(all, sizeof all, plan->all);
    cost_left(left, sizeof left, credit);
    return mem_printf("%zu can be sent: %s %s%s%s", plan->can, all, is_narrow ? "min" : "minutes",
                      *left ? of : "", left);
}
