/* The loop's one wait: keys, mail, signals, or the next deadline. Nothing else wakes the program. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_LOOP_H
#define STENO_WORK_LOOP_H

#include <stdint.h>

#define LOOP_INPUT    (1u << 0) /* the terminal may have something to read */
#define LOOP_MAIL     (1u << 1)
#define LOOP_SIGNAL   (1u << 2)
#define LOOP_DEADLINE (1u << 3)
#define LOOP_HANGUP   (1u << 4) /* the terminal is gone */

/* Waits until one of them is there; deadline_ms is monotonic and absolute, INT64_MAX for none. A wait that
 * was interrupted counts as LOOP_INPUT: looking costs nothing. */
unsigned loop_wait(int tty_fd, int mail_fd, int signal_fd, int64_t deadline_ms);

#endif
