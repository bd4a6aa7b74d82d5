/* The service: the nine operations over a world, as a function from a request to a reply, and the accounts
 * that may log in. No sockets, no clock. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_SERVICE_H
#define STENO_SANDBOX_SERVICE_H

#include "message.h"
#include "steno/api/endpoint.h"
#include "world.h"

#define ACCOUNT_COUNT 3

struct account {
    const char *email;
    bool consent;
    char token[80]; /* raw value of Authorization */
    int64_t id;
    int64_t team;      /* its members may read and change each other's projects */
    int64_t credit_ms; /* what may be transcribed */
    int64_t spent_ms;  /* what was transcribed of it here */
};

/* Gives an account a new random token: its old one is not known any more. */
void account_renew_token(struct account *account);

struct service {
    const char *api_path;                   /* NULL: /API and /XAPI; borrowed */
    struct account accounts[ACCOUNT_COUNT]; /* those of the ids 1 to 3 */
    struct world *world;                    /* owned */
    bool show_metadata;   /* projects have a member Metadata, which the contract does not list */
    int64_t export_bytes; /* > 0: every export is a generated file of this size */
};

/* Takes the world. The first account gets `token` when it is not NULL (at most 79 bytes), all others random
 * ones. */
void service_init(struct service *service, struct world *world, const char *api_path, const char *token);
void service_free(struct service *service);

/* Does what a request for this endpoint and project (0: none) asks for and fills an initialised reply. */
void service_run(struct service *service, const struct service_request *request,
                 const struct endpoint *endpoint, int64_t id, int64_t now_ms, struct reply *reply);

/* The project as it is now, or NULL; a transcription that has ended well is taken from the account that pays.
 */
struct world_project *service_find(struct service *service, int64_t id, int64_t now_ms);

/* Makes projects, consents and credit what they were at the start; tokens stay. */
void service_reset(struct service *service);

#endif
