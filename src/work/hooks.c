/* Owns the queue of hooks and their claims. Runs nothing itself, and knows no store. */
/* SPDX-License-Identifier: MIT */
#include "hooks.h"

#include <inttypes.h>
#include <stdlib.h>

#include "notify.h"
#include "programs.h"
#include "steno/base/mem.h"
#include "steno/base/spawn.h"

struct hook {
    struct hook *next;
    struct store_op *claim; /* NULL once it was handed out */
    char *name;             /* "12 (Completed)" */
    struct program program;
};

struct hooks {
    struct programs *programs;
    void (*claim)(void *arg, struct store_op *op);
    void *arg;
    struct hook *first, **last;
    size_t count; /* of those that did not begin */
    bool busy;    /* one runs */
    bool stopped; /* none is to begin any more */
};

struct hooks *hooks_new(struct programs *programs, void (*claim)(void *arg, struct store_op *op), void *arg)
{
    struct hooks *hooks = mem_zero(1, sizeof *hooks);
    *hooks = (struct hooks){.programs = programs, .claim = claim, .arg = arg};
    hooks->last = &hooks->first;
    return hooks;
}

/* Frees one hook with what it holds. */
static void hook_free(struct hook *hook)
{
    store_op_free(hook->claim);
    spawn_argv_free(hook->program.argv);
    spawn_argv_free(hook->program.env);
    free(hook->name);
    free(hook);
}

/* Takes the first out of the queue. */
static struct hook *hooks_shift(struct hooks *hooks)
{
    struct hook *hook = hooks->first;
    hooks->first = hook->next;
    if (!hooks->first)
        hooks->last = &hooks->first;
    hooks->count--;
    return hook;
}

void hooks_free(struct hooks *hooks)
{
    while (hooks && hooks->first)
        hook_free(hooks_shift(hooks));
    free(hooks);
}

/* Has the first claimed when none runs and none is asked about. */
static void hooks_go(struct hooks *hooks)
{
    struct store_op *claim = hooks->first ? hooks->first->claim : NULL;
    if (hooks->busy || hooks->stopped || !hooks->first)
        return;
    if (claim) {
        hooks->first->claim = NULL;
        hooks->claim(hooks->arg, claim);
    }
}

bool hooks_add(struct hooks *hooks, const struct settings *settings, const struct notify_change *change,
               struct error *err)
{
    struct program program = {.limit_ms = NOTIFY_HOOK_LIMIT_MS, .failed = "hook", .tells_end = true};
    if (!notify_hook(settings, change, &program.argv, &program.env, err))
        return false;
    if (!program.argv)
        return true;
    struct hook *hook = mem_zero(1, sizeof *hook);
    hook->claim = notify_claim(change);
    hook->name = mem_printf("%" PRId64 " (%s)", change->id, change->to);
    hook->program = program;
    *hooks->last = hook;
    hooks->last = &hook->next;
    hooks->count++;
    hooks_go(hooks);
    return true;
}

void hooks_claimed(struct hooks *hooks, const struct store_result *result)
{
    struct hook *hook = hooks_shift(hooks);
    hooks->busy = notify_is_ours(result);
    if (hooks->busy)
        programs_submit(hooks->programs, &hook->program);
    hook_free(hook);
    hooks_go(hooks);
}

void hooks_ended(struct hooks *hooks)
{
    hooks->busy = false;
    hooks_go(hooks);
}

void hooks_stop(struct hooks *hooks)
{
    hooks->stopped = true;
}

size_t hooks_count(const struct hooks *hooks)
{
    return hooks ? hooks->count + hooks->busy : 0;
}

char *hooks_waiting(const struct hooks *hooks)
{
    struct buffer names;
    if (!hooks || !hooks->first)
        return NULL;
    buffer_init(&names, BUFFER_MAX_DEFAULT);
    for (const struct hook *hook = hooks->first; hook; hook = hook->next)
        buffer_printf(&names, "%s%s", names.len ? ", " : "", hook->name);
    return buffer_take(&names);
}
