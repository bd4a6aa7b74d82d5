/* Time: one monotonic clock for deadlines, one wall clock for what people read.
 *
 * Units stand in the names.  Only programs and workers read clocks; core gets
 * `now` as an argument.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_CLOCK_H
#define STENO_BASE_CLOCK_H

#include <stdint.h>

int64_t clock_mono_ms(void); /* never jumps, not comparable between machines */
int64_t clock_wall_ms(void); /* since 1970-01-01T00:00:00Z */

#endif
