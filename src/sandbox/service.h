/* The service: the nine operations over a world, as a function from a request to a reply, and the accounts
 * that may log in. No sockets, no clock. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_SERVICE_H
#define STENO_SANDBOX_SERVICE_H

#include "message.h"
#include "steno/api/request.h"
#include "world.h"

#define ACCOUNT_COUNT 3

struct account {
    const char *email;
    const char *password;
    bool consent;
    char token[80]; /* raw value of Authorization */
    int64_t id;
    int64_t team;      /* its members may read and change each other's projects */
    int64_t credit_ms; /* what may be transcribed */
    int64_t spent_ms;  /* what was transcribed of it here */
};

struct accounts {
    struct account rows[ACCOUNT_COUNT]; /* those of the ids 1 to 3 */
};

/* Fills the accounts; the first has `token` when it is not NULL (at most 79 bytes), all others random
 * ones. */
void accounts_init(struct accounts *accounts, const char *token);

/* The account that the header's value belongs to, or NULL. */
struct account *accounts_by_token(struct accounts *accounts, const char *authorization);

/* Gives an account a new random token: its old one is not known any more. */
void account_renew_token(struct account *account);

struct service {
    const char *api_path; /* NULL: /API and /XAPI; borrowed */
    struct accounts accounts;
    struct world *world;  /* owned */
    bool show_metadata;   /* projects have a member Metadata, which the contract does not list */
    int64_t export_bytes; /* > 0: every export is a generated file of this size */
};

/* Takes the world. */
void service_init(struct service *service, struct world *world, const char *api_path, const char *token);
void service_free(struct service *service);

/* Does a path fit a pattern such as /v2/Projects/{id}, whose number goes to *id? Without regard to ASCII
 * case, and with or without one slash at its end. A project id must be a decimal int64. */
bool route_fits(const char *pattern, const char *path, int64_t *id);

/* The endpoint of a request, with the number of its project in *id; NULL, with the refusal in the reply, when
 * there is none. HEAD is asked of what GET reads, never of a GET that changes something. */
const struct endpoint *service_route(const struct service *service, const struct service_request *request,
                                     int64_t *id, struct reply *reply);

/* Does what the request asks for and fills an initialised reply. */
void service_run(struct service *service, const struct service_request *request,
                 const struct endpoint *endpoint, int64_t id, int64_t now_ms, struct reply *reply);

/* The project as it is now, or NULL; a transcription that has ended well is taken from the account that pays.
 */
struct world_project *service_find(struct service *service, int64_t id, int64_t now_ms);

/* Makes projects, consents and credit what they were at the start; tokens stay. */
void service_reset(struct service *service);

/* --- between the files of the service --- */

/* What is done for one request; it has passed the checks that all operations share. */
struct service_call {
    struct service *service;
    const struct service_request *request;
    int64_t now_ms;
    struct reply *reply;
    const struct endpoint *endpoint;
    struct account *account;       /* who is logged in, or NULL */
    struct world_project *project; /* when the path names one */
};

void service_login(struct service_call *call);
void service_current_user(struct service_call *call);
void service_password_settings(struct service_call *call);

/* Ends the transcriptions that are over by now, and takes them from the accounts that pay for them. */
void service_settle(struct service *service, int64_t now_ms);

/* Answers 422 with "field:Problem", the field's first letter small. */
void service_refuse(struct service_call *call, const char *field, const char *problem);

#endif
