/* A libFuzzer program of the target that FUZZ_TARGET names; tests/fuzz/run.sh builds one for each. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "fuzz/targets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct fuzz_target *target;
    for (const struct fuzz_target *row = fuzz_targets; !target && row->name; row++)
        if (strcmp(row->name, FUZZ_TARGET) == 0)
            target = row;
    if (!target)
        abort();
    target->run(data, size);
    return 0;
}
