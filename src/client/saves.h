/* What only the client calls of steno/client/saves.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_SAVES_PRIVATE_H
#define STENO_CLIENT_SAVES_PRIVATE_H

#include "steno/client/saves.h"

void saves_begin(struct client *client);
void saves_end(struct client *client);

#endif
