/* What the application makes of what its client tells. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_APP_CLIENT_H
#define STENO_APP_APP_CLIENT_H

#include "steno/client/client_state.h"

extern const struct client_user app_client_user;

#endif
