/* What stands on the disk where files of an export are to be, and which of them an export may replace, for
 * every way of it: unasked, only a file that is as steno left it, by its size and the time of its last
 * change, and whose project has another version by now. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_EXPORT_LOOK_H
#define STENO_WORK_EXPORT_LOOK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "steno/base/error.h"
#include "steno/core/export_plan.h"

/* A project as it was read last. */
struct export_seen {
    int64_t id, version; /* version -1: not known */
    int64_t updated_ms;  /* by the server's clock; 0: not known */
};
/* What stands at a path: `is_old` is whether its project was changed since it was exported, and left as it is
 * where nothing is known. */
enum export_found export_look_at(const struct ledger *ledger, const struct export_seen *seen,
                                 const char *path, bool *is_old);
/* Looks at all files of a question. May wait for a disk. */
void export_look_run(struct export_plan *plan);

/* Makes the folder where its parent is there; one that exists is fine. */
bool export_folder_make(const char *folder, struct error *err);

/* When a file was last changed: as in struct ledger_file. */
int64_t export_look_ns(const struct stat *facts);

#endif
