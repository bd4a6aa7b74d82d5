/* Amounts of bytes for people, in units of a thousand. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_AMOUNT_H
#define STENO_BASE_AMOUNT_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that hold either. */
#define AMOUNT_TEXT_SIZE 48

/* "7 bytes", "44.7 kB", "462 kB", "1.2 MB". */
void amount_bytes(char *out, size_t size, int64_t bytes);
/* "310 of 462 kB", both in the unit of the whole; "310 kB" where that is not known (negative). */
void amount_bytes_of(char *out, size_t size, int64_t bytes, int64_t whole);

#endif
