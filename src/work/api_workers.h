/* What only this layer calls of steno/work/api_workers.h. */
#ifndef STENO_WORK_API_WORKERS_PRIVATE_H
#define STENO_WORK_API_WORKERS_PRIVATE_H

#include "steno/work/api_workers.h"

/* Ends a waiting or running call at once; false when it is neither. Calls that are writes may have
 * been done. */
bool api_workers_cancel(struct api_workers *workers, uint64_t serial);
void api_workers_cancel_all(struct api_workers *workers);

#endif
