/* What only this layer calls of steno/core/free_credit.h. */
#ifndef STENO_CORE_FREE_CREDIT_PRIVATE_H
#define STENO_CORE_FREE_CREDIT_PRIVATE_H

#include "steno/core/free_credit.h"

/* Never below 0; negative where the credit is not known. */
int64_t free_credit_minutes(const struct free_credit *credit);

#endif
