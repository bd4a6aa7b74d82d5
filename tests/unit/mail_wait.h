/* Waiting for mail with a limit. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_MAIL_WAIT_H
#define STENO_TESTS_MAIL_WAIT_H

#include <poll.h>
#include <unistd.h>

#include "steno/work/workers.h"
#include "steno/base/when.h"
#include "support/asserts.h"

#define MAIL_LIMIT_MS 20000

/* Is there mail now? */
__attribute__((unused)) static bool mail_waits(const struct workers *workers)
{
    struct pollfd fd = {.fd = workers_fd(workers), .events = POLLIN};
    return poll(&fd, 1, 0) == 1;
}

/* The next mail; the test fails when none comes. */
__attribute__((unused)) static struct mail mail_next(struct workers *workers)
{
    struct mail mail;
    struct pollfd fd = {.fd = workers_fd(workers), .events = POLLIN};
    cr_assert_eq(poll(&fd, 1, MAIL_LIMIT_MS), 1, "no mail came");
    cr_assert(workers_take(workers, &mail));
    return mail;
}

/* The next mail of a kind; others before it are dropped. */
__attribute__((unused)) static struct mail mail_next_of(struct workers *workers, enum mail_kind kind)
{
    for (;;) {
        struct mail mail = mail_next(workers);
        if (mail.kind == kind)
            return mail;
        mail_clear(&mail);
    }
}

#endif
