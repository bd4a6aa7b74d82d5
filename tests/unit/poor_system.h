/* What some systems and file systems lack, for tests of base/file: while a flag is set, calls of this process
 * fail as they do there. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_UNIT_POOR_SYSTEM_H
#define STENO_TESTS_UNIT_POOR_SYSTEM_H

#include <stdbool.h>

struct poor_system {
    bool no_links;     /* links, and a rename that replaces nothing */
    bool no_rename;    /* a rename at all */
    bool another_user; /* we are not who made the files */
};

extern struct poor_system poor;

#endif
