/* Which process wrote a thing down, so that another one can see whether it still lives.
 *
 * A number of a process is given again to others: the time it started, with the machine's own number of its
 * start, tells them apart. A process on another machine, or in a container of its own, cannot be looked for.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_OWNER_H
#define STENO_BASE_OWNER_H

#include <stdint.h>

struct owner {
    char host[160]; /* the machine, and where its numbers of processes count */
    int64_t pid;
    char start[80]; /* when it started; "" where the system does not say */
};

enum owner_life {
    OWNER_SELF,
    OWNER_LIVES, /* another process of this machine */
    OWNER_ENDED,
    OWNER_ELSEWHERE /* nobody here can tell */
};

/* Fills in this process. */
void owner_self(struct owner *owner);

enum owner_life owner_look(const struct owner *owner);

#endif
