/* Records: replies decoded by a field table, leniently.
 *
 * A record keeps the resource twice: `raw` as the server sent it (secrets taken out), for JSON output and the
 * cache; `shown` with every text cleaned, for all else.  Unknown members are kept in both.  A required member
 * that is missing or of another type is named in `problems` and is not fatal. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_RECORD_H
#define STENO_API_RECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <jansson.h>

#include "steno/api/field.h"
#include "steno/base/error.h"

struct record {
    const struct field_table *table;
    json_t *raw; /* both are never changed: they may be one and the same */
    json_t *shown;
    char *problems; /* "Data.Length is missing; Data.Id is a string, not an integer", cleaned, or NULL */
};

/* A project with the members that the program itself works with picked out. Texts are cleaned. */
struct project {
    struct record record;
    int64_t id;
    int64_t version;   /* Data.AccessToken; -1 when the reply had none */
    char *state;       /* ProcessingState, "" when missing */
    char *name;        /* Description.Name, "" when missing */
    char *length;      /* as it came, cleaned */
    int64_t length_ms; /* -1 when it does not parse */
};

struct login {
    struct record record; /* without the token */
    char *token;          /* secret; NULL when the reply had none; wiped when freed */
    char *email;          /* User.Email, "" when missing */
};

struct policy {
    struct record record;
};

/* A token shorter than this is not searched for in other texts: it would hit innocent ones. */
#define RECORD_TOKEN_LEAST 8

/* Decode a whole reply body. NULL with ERROR_BAD_REPLY for a body that is no object, a login whose token no
 * header can carry, a project without Data that has no Id of its own. Caller frees. */
struct project *project_decode(const char *body, size_t len, struct error *err);
struct login *login_decode(const char *body, size_t len, struct error *err);
struct policy *policy_decode(const char *body, size_t len, struct error *err);
/* Is the body blank, or a whole object that names no project: its Data is missing or null? Such an answer to
 * a write is judged by a reading; one that is damaged or of another form says nothing. */
bool project_is_left_out(const char *body, size_t len);

/* A project out of a stored resource (the object below Data), by the id that it is stored under: a reply that
 * lacked its Id is stored as it came. Takes no reference. */
struct project *project_from_json(const json_t *resource, int64_t id, struct error *err);
/* Without problems, for one who only wants its members. */
struct project *project_pick(const json_t *resource, int64_t id, struct error *err);
/* Shares nothing with the original, so that it may go to another thread. */
struct project *project_copy(const struct project *project);
/* Why a project without a version (-1) has none, to stand in a sentence: "it came without its version". */
const char *project_version_trouble(const struct project *project);
void project_free(struct project *project);

int64_t login_credit(const struct login *login); /* minutes left; -1 where the reply does not tell */
void login_free(struct login *login);
void policy_free(struct policy *policy);

#endif
