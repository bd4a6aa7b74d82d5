/* What stands on the disk where files of an export are to be: files are read only to be compared. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_EXPORT_LOOK_H
#define STENO_WORK_EXPORT_LOOK_H

#include <stdint.h>

#include "steno/core/export_plan.h"

/* Fills in what was looked for. May wait for a disk. */
void export_look_run(struct export_look *look);
/* What stands at a path, for a project of this version: when a file there was changed, and whether the
 * project did since it was exported. */
enum export_found export_look_at(const struct ledger *ledger, int64_t id, int64_t version, const char *path,
                                 int64_t *edited_ms, bool *is_old);

#endif
