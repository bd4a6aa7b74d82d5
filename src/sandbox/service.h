/* The service: the nine operations on a world, as a function from a request to a reply, and the accounts that
 * can log in. No sockets, no clock. */
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
    char token[80]; /* raw value of Authorization */
    int64_t id;
    int64_t team;      /* members can read and change each other's projects */
    int64_t credit_ms; /* credit at the start */
    int64_t spent_ms;  /* used since then */
};

/* Gives an account a new random token; the old one becomes invalid. */
void account_renew_token(struct account *account);

struct service {
    const char *api_path;                   /* NULL: /API and /XAPI; borrowed */
    struct account accounts[ACCOUNT_COUNT]; /* ids 1 to 3 */
    struct world *world;                    /* owned */
    bool show_metadata;                     /* projects have a member Metadata, which the API does not list */
    int64_t export_bytes;                   /* > 0: every export is a generated file of this size */
};

/* Takes the world. The first account gets `token` (at most 79 bytes) unless it is NULL; the others get random
 * tokens. */
void service_init(struct service *service, struct world *world, const char *api_path, const char *token);
void service_free(struct service *service);

/* Carries out a request for this endpoint and project (0: none) and fills an initialised reply. */
void service_run(struct service *service, const struct service_request *request,
                 const struct endpoint *endpoint, int64_t id, int64_t now_ms, struct reply *reply);

/* The project at `now_ms`, or NULL. Charges the paying account for a transcription that has completed. */
struct world_project *service_find(struct service *service, int64_t id, int64_t now_ms);

/* Restores projects, consents and credit to the start. Tokens stay. */
void service_reset(struct service *service);

#endif
