/* Owns the finding of a script by its name. The rows are made of src/sandbox/scripts/. */
/* SPDX-License-Identifier: MIT */
#include "script.h"

#include <string.h>

#include "steno/base/mem.h"

const struct script *script_find(const char *name)
{
    for (size_t i = 0; i < script_count; i++) {
        if (strcmp(script_rows[i].name, name) == 0)
            return &script_rows[i];
    }
    mem_die("a recording has a script that does not exist");
}
