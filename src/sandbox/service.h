/* The service: carries out the nine operations on the projects of a world, and fills the replies. Also has
 * the accounts that can log in. No sockets, no clock. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_SERVICE_H
#define STENO_SANDBOX_SERVICE_H

#include "message.h"
#include "steno/api/request.h"
#include "world.h"

#define ACCOUNT_COUNT 3

struct account {
    const char *email;
    bool consent;
    char token[80]; /* the whole value of the header Authorization */
    int64_t id;
    int64_t team;      /* id of the team; its members can read and change each other's projects */
    int64_t credit_ms; /* credit at the start, as ms of recordings */
    int64_t spent_ms;  /* credit that was used since the start */
};

/* Gives an account a new random token; the old one becomes invalid. */
void account_renew_token(struct account *account);

struct service {
    const char *api_path;                   /* the only path of the API, borrowed; NULL: /API and /XAPI */
    struct account accounts[ACCOUNT_COUNT]; /* ids 1 to 3 */
    struct world *world;                    /* owned */
    bool show_metadata;   /* projects have the member Metadata, which the specification lacks */
    int64_t export_bytes; /* > 0: every export is a generated file of this size */
};

/* Makes a service that owns `world`. `token` (at most 79 bytes) is the token of the first account; NULL: a
 * random token. The other accounts get random tokens. */
void service_init(struct service *service, struct world *world, const char *api_path, const char *token);
void service_free(struct service *service);

/* Carries out a request for this endpoint and the project `id` (0: none). Fills `reply`, which reply_init()
 * has prepared. */
void service_run(struct service *service, const struct service_request *request,
                 const struct endpoint *endpoint, int64_t id, int64_t now_ms, struct reply *reply);

/* Updates a project to `now_ms` and returns it, or NULL if no project has this id. If a transcription of the
 * project has completed, charges the account that pays for this transcription. */
struct world_project *service_find(struct service *service, int64_t id, int64_t now_ms);

/* Resets projects, consents and credit to their values at the start. Tokens do not change. */
void service_reset(struct service *service);

#endif
