/* The service: the nine operations over a world, as a function from a request to a reply. No sockets, no
 * clock. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_SERVICE_H
#define STENO_SANDBOX_SERVICE_H

#include "login_data.h"
#include "reply.h"
#include "route.h"
#include "steno/api/endpoint.h"
#include "world.h"

struct service {
    const char *api_path; /* NULL: /API and /XAPI; borrowed */
    struct login_data accounts;
    struct world *world;  /* owned */
    bool show_metadata;   /* projects have a member Metadata, which the contract does not list */
    int64_t export_bytes; /* > 0: every export is a generated file of this size */
};

/* What is done for one request. */
struct service_call {
    struct service *service;
    const struct service_request *request;
    int64_t now_ms;
    struct reply *reply;
    const struct endpoint *endpoint;
    struct account *account;       /* who is logged in, or NULL */
    struct world_project *project; /* when the path names one */
    int64_t project_id;
};

/* Takes the world. */
void service_init(struct service *service, struct world *world, const char *api_path, const char *token);
void service_free(struct service *service);

/* Finds the endpoint of a request; false, with the refusal in the reply, when there is none. */
bool service_route(const struct service *service, const struct service_request *request, struct route *route,
                   struct reply *reply);

/* Does what the request asks for and fills an initialised reply. */
void service_run(struct service *service, const struct service_request *request, const struct route *route,
                 int64_t now_ms, struct reply *reply);

/* The project as it is now, or NULL; a transcription that has ended well is taken from the account that pays.
 */
struct world_project *service_find(struct service *service, int64_t id, int64_t now_ms);

/* Makes projects and accounts what they were at the start, but for the tokens. */
void service_reset(struct service *service);

/* Ends the transcriptions that are over by now, and takes them from the accounts that pay for them. */
void service_settle(struct service *service, int64_t now_ms);

/* --- between the files of the service --- */

/* The handlers of the operations; the call has passed the checks that all share. */
void service_login(struct service_call *call);
void service_current_user(struct service_call *call);
void service_password_settings(struct service_call *call);
void service_add_metadata(struct service_call *call);
void service_delete_metadata(struct service_call *call);
void service_delete_tag(struct service_call *call);
void service_enqueue(struct service_call *call);
void service_export(struct service_call *call);

/* Answers 422 with "field:Problem", the field's first letter small. */
void service_refuse(struct service_call *call, const char *field, const char *problem);

/* Is the project of the call somebody else's? */
bool service_is_foreign(const struct service_call *call);

/* Answers with the project. */
void service_answer_project(struct service_call *call);

/* Names the text values that the sandbox does not know in the note for the log of an answer that is made. */
void service_note_unknown(struct service_call *call, const struct value_unknown *unknown);

/* Reads the query by a table; NULL, with the 422 in the reply, when a value is bad. Caller frees. */
struct param_set *service_params(struct service_call *call, const struct param_table *table);

#endif
