/* What only this layer calls of steno/core/store_op.h. */
#ifndef STENO_CORE_STORE_OP_PRIVATE_H
#define STENO_CORE_STORE_OP_PRIVATE_H

#include "steno/core/store_op.h"

/* One more part of a STORE_TOGETHER; takes it over. */
void store_op_add_part(struct store_op *together, struct store_op *part);

#endif
