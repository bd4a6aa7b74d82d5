/* Between the files of the batch. */
#ifndef STENO_APP_BATCH_PRIVATE_H
#define STENO_APP_BATCH_PRIVATE_H

#include "steno/app/batch.h"

/* Prepares a batch over these ids, copied; false, and said, while another one is under way. */
bool batch_prepare(struct app *app, const struct batch_ops *ops, const int64_t *ids, size_t count);
/* The answers to the question before a batch. */
void batch_go(struct app *app, int64_t id, const char *arg);
void batch_refused(struct app *app, int64_t id, const char *arg);

#endif
