/* What only this layer calls of steno/core/expiry.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_EXPIRY_PRIVATE_H
#define STENO_CORE_EXPIRY_PRIVATE_H

#include "steno/core/expiry.h"

/* Of the two dates as they came; NULL or a text that is no date counts as none. */
struct expiry expiry_read(const char *delete_at, const char *expiration_date);

#endif
