/* What a key ends of the message line. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_FOOT_PRIVATE_H
#define STENO_APP_FOOT_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/app/foot.h"
#include "steno/widget/key.h"

/* How things were before a key, and what of the messages ends with it. */
struct message_mark {
    int focus, forms;
    uint64_t said;
    bool is_move;
};
struct message_mark app_message_before_key(const struct app *app, struct key key);
void app_message_after_key(struct app *app, const struct message_mark *before, struct key key);

#endif
