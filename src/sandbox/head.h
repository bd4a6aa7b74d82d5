/* What is wrong with the head of a request although the HTTP library lets it through. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_HEAD_H
#define STENO_SANDBOX_HEAD_H

#include "query.h"

struct head_verdict {
    int status;          /* 0: nothing is wrong with it */
    const char *message; /* why it is refused */
};

/* 400 for a Host or Content-Length that is given twice; 421 for a Host that is no name of this computer, as
 * when a name of somebody's points here; 403 for the request of a web page whose address is not that of Host.
 */
struct head_verdict head_check(const struct query *headers);

/* The path of a target without its query, in which the address may stand first: http://127.0.0.1/API. */
const char *head_path(const char *target);

#endif
