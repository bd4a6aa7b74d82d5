/* Between the files of the batch. */
#ifndef STENO_APP_MARKED_PRIVATE_H
#define STENO_APP_MARKED_PRIVATE_H

#include "steno/app/marked.h"

/* Prepares a batch over these ids, copied; false, and said, while another one is under way. */
bool marked_prepare(struct app *app, const struct marked_ops *ops, const int64_t *ids, size_t count);
/* The answers to the question before a batch. */
void marked_go(struct app *app, int64_t id);
void marked_refused(struct app *app, int64_t id);
/* "Export 3 projects (9 Anniversary speech, 2, 7)?": asked about the prepared batch, after so many cells.
 * Caller frees. */
char *marked_words(const struct app *app, int before, const char *verb);

/* One of them has ended. */
void marked_row_end(struct app *app, size_t place, enum marked_outcome outcome);
/* The end of a batch: its receipt, and what is said of it. */
void marked_close(struct app *app);
/* Takes what the running line says anew, where that is due. */
void marked_tell(struct app *app);
/* Sees which of the projects were read by now. */
void marked_refresh_step(struct app *app);
void marked_refresh_start(struct app *app, int64_t id);
void marked_receipt_free(struct marked_receipt *receipt); /* NULL is fine */
void marked_rows_free(struct marked_row *rows, size_t count);

#endif
