/* Owns the programs in a real terminal: the screen with the same keys, each step when what the one before
 * drew has come. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "e2e/control.h"
#include "e2e/parity_run.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/pty.h"

#define LIMIT_MS 20000
#define QUIET_MS 300

static bool terminal_has_drawn(struct pty *pty, void *context)
{
    (void)context;
    return pty_bytes_since_mark(pty) > 0;
}

/* Waits until something was drawn since the mark, and nothing more comes. */
static void terminal_settle(struct pty *pty)
{
    int64_t until = clock_mono_ms() + LIMIT_MS;
    cr_assert(pty_wait(pty, terminal_has_drawn, NULL, LIMIT_MS));
    while (!pty_stays_quiet(pty, QUIET_MS))
        cr_assert_lt(clock_mono_ms(), until, "the screen never came to rest");
    pty_mark(pty);
}

/* One step: keys by name, or a text. */
static void terminal_step(struct pty *pty, char *step)
{
    if (*step == '=') {
        pty_type(pty, step + 1);
        return;
    }
    for (char *key; (key = strsep(&step, " "));) {
        pty_key(pty, key);
        if (step)
            terminal_settle(pty);
    }
}

char *parity_terminal(const struct parity *parity, const struct parity_way *way)
{
    char *steps = mem_copy(way->keys), *rest = steps;
    struct pty *pty = pty_steno(parity->bench.home, way->ids, 30, 100);
    cr_assert(!*way->ids || control_wait_requests(&parity->bench.sandbox, "get-project", 1));
    for (char *step; (step = strsep(&rest, "\n"));) {
        terminal_settle(pty);
        terminal_step(pty, step);
    }
    parity_await_screen(parity);
    free(parity_hook(parity, parity->hook_len)); /* its end must not be quicker than the hook's beginning */
    char *shown = pty_screen(pty);
    pty_free(pty);
    free(steps);
    return shown;
}
