/* The API client: nine operations, each one blocking call. Exports: export.h; writes: versioned.h.
 *
 * A client belongs to one thread at a time; only api_cancel may be called from
 * another.  No globals, no terminal; it knows nothing of screens.  Call
 * api_global_init once before the first thread starts.
 *
 * Reads reuse connections; writes (endpoint.write) always open a fresh one and
 * are never repeated once bytes may have left: a lost answer, a broken one and a 5xx are
 * ERROR_UNKNOWN_OUTCOME (of a login, which leaves nothing behind, the plain kind
 * such as ERROR_TIMEOUT).  Reads are tried three times.  Replies are returned as new objects that the caller
 * frees.  `err` may not be NULL.  No text in it ever holds a token or password.
 */
#ifndef STENO_API_CLIENT_H
#define STENO_API_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/api/config.h"
#include "steno/api/record.h"
#include "steno/api/reply_message.h"
#include "steno/api/request.h"
#include "steno/base/error.h"

struct api_client;

bool api_global_init(struct error *err);
void api_global_cleanup(void);

struct api_client *api_client_new(const struct api_config *config, struct error *err);
void api_client_free(struct api_client *client);

/* Replaces the token for the calls to come. NULL forgets it. */
void api_client_set_token(struct api_client *client, const char *token);

/* Who times the reads waits for all of them: from now on a 429, and a 503 that names a time, is handed back
 * at once. Without that a read waits by itself where its time allows. */
void api_client_hand_back_waits(struct api_client *client, bool hand_back);
/* The time of each operation to come; 0 for that of the configuration. */
void api_client_limit_time(struct api_client *client, int64_t ms);

/* Ends the running call, or the next one, at once with ERROR_CANCELLED. Any thread. api_cancel_reset before
 * reuse. */
void api_cancel(struct api_client *client);
void api_cancel_reset(struct api_client *client);

/* The token of the answer is used for the calls to come; the caller keeps it where it came from. A login
 * without one is ERROR_BAD_REPLY. */
struct login *api_login(struct api_client *client, const struct login_request *request, struct error *err);
struct login *api_current_user(struct api_client *client, struct error *err);
struct policy *api_password_settings(struct api_client *client, struct error *err);

struct project *api_project_get(struct api_client *client, int64_t id, struct error *err);

/* What to say at the first metadata change on a server: how the body is sent is a guess there. */
extern const char api_metadata_notice[];

#endif
