/* The traffic with the store: operations out, answers back to who asked. */
#ifndef STENO_APP_STORE_H
#define STENO_APP_STORE_H

#include <stddef.h>
#include <stdint.h>

#include "steno/core/store_op.h"

struct app;

/* Takes the answer of the store, good or not: that it failed has been said (but for app_store_insist). */
typedef void app_store_reply(struct app *app, const struct store_result *result);

/* Appends a store effect, for whose answer nobody waits, and returns its op to be filled. */
struct store_op *app_store(struct app *app, enum store_op_kind kind, int64_t id);
/* The same with the function that takes the answer; none comes once the program ends. */
struct store_op *app_store_ask(struct app *app, enum store_op_kind kind, int64_t id, app_store_reply *done);
/* The same for what must be kept: the answer is handed on while the program ends, too, and that it is no good
 * is for `done` to say. */
struct store_op *app_store_insist(struct app *app, enum store_op_kind kind, int64_t id,
                                  app_store_reply *done);
/* The same with an operation that is filled already; taken. */
void app_store_hand_over(struct app *app, struct store_op *op, app_store_reply *done);
/* Says that the store could not, on the status line and among the activities. */
void app_store_say_failed(struct app *app, const struct store_result *result);
void app_store_done(struct app *app, struct store_result *result);

#endif
