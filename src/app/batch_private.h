/* Between the files of the batch. */
#ifndef STENO_APP_BATCH_PRIVATE_H
#define STENO_APP_BATCH_PRIVATE_H

#include "steno/app/batch.h"

/* Prepares a batch over these ids, copied; false, and said, while another one is under way. */
bool batch_prepare(struct app *app, const struct batch_ops *ops, const int64_t *ids, size_t count);
/* The answers to the question before a batch. */
void batch_go(struct app *app, int64_t id);
void batch_refused(struct app *app, int64_t id);
/* "Export 3 projects (9 Anniversary speech, 2, 7)?": asked about the prepared batch, after so many cells.
 * Caller frees. */
char *batch_words(const struct app *app, int before, const char *verb);

/* One of them has ended. */
void batch_row_end(struct app *app, size_t place, enum batch_outcome outcome);
/* The end of a batch: its receipt, and what is said of it. */
void batch_close(struct app *app);
/* Takes what the running line says anew, where that is due. */
void batch_tell(struct app *app);
/* Sees which of the projects were read by now. */
void batch_refresh_step(struct app *app);
void batch_refresh_start(struct app *app, int64_t id);
void batch_receipt_free(struct batch_receipt *receipt); /* NULL is fine */
void batch_rows_free(struct batch_row *rows, size_t count);

#endif
