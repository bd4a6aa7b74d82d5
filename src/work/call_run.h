/* One call, from its plain values to its result. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_CALL_RUN_H
#define STENO_WORK_CALL_RUN_H

#include "steno/api/connection.h"
#include "steno/core/call.h"

/* Who hears of progress. The serial is filled in by the hearer. */
struct call_watch {
    void (*tell)(void *arg, const struct call_progress *progress);
    void *arg;
};

/* Carries the call out with the connection; fills the result. */
void call_run(struct connection *connection, const struct call *call, struct call_result *result,
              const struct call_watch *watch);

/* A config with texts of its own, and its end. */
void call_config_copy(struct api_config *copy, const struct api_config *config);
void call_config_clear(struct api_config *config);

/* Puts the address and token that a call brings itself into the borrowed config; false when it takes the
 * session's. A token of the session never goes to an address that the call brings. */
bool call_config_for(struct api_config *config, const struct call *call);

/* A connection by the config; ERROR_USAGE where it names no server. */
struct connection *call_connection(const struct api_config *config, struct error *err);

#endif
