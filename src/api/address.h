/* What only this layer calls of steno/api/address.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_ADDRESS_PRIVATE_H
#define STENO_API_ADDRESS_PRIVATE_H

#include "steno/api/address.h"

/* A host without brackets, cut where it is longer than anybody's, and a port, by the scheme where none is
 * named. */
struct address_place {
    char host[256];
    char port[8];
};

void address_place(struct address_place *place, const char *url);

#endif
