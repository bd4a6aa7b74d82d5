/* What only the client calls of steno/client/notices.h. */
#ifndef STENO_CLIENT_NOTICES_PRIVATE_H
#define STENO_CLIENT_NOTICES_PRIVATE_H

#include "steno/client/notices.h"

void notices_begin(struct client *client);
void notices_end(struct client *client);

#endif
