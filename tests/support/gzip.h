/* gzip streams for tests. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_GZIP_H
#define STENO_TESTS_SUPPORT_GZIP_H

#include "steno/base/mem.h"

/* Appends one member that holds these bytes. */
void gzip_append(struct buffer *out, const void *data, size_t len);

#endif
