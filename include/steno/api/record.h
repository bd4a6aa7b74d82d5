/* Records: replies, decoded leniently by a field table.
 *
 * A record keeps the resource (the object that the reply is about) twice: `raw` as the server sent it but
 * without secrets, for JSON output and the cache; `shown` with every text cleaned, for all other uses. Both
 * keep unknown members. `problems` names required members that are missing, and members of a wrong type;
 * neither is an error. */
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
    json_t *raw; /* never change raw or shown: they may be the same object */
    json_t *shown;
    char *problems; /* "Data.Length is missing; Data.Id is a string, not an integer", cleaned, or NULL */
};

/* A project, with copies of the members that the program works with. Texts are cleaned. */
struct project {
    struct record record;
    int64_t id;
    int64_t version;   /* Data.AccessToken; -1 when the reply had none */
    char *state;       /* ProcessingState, "" when missing */
    char *name;        /* Description.Name, "" when missing */
    char *length;      /* Length as text, "" when missing */
    int64_t length_ms; /* -1 when `length` is not valid */
};

struct login {
    struct record record; /* without the token */
    char *token;          /* secret; NULL when the reply had none; wiped when freed */
    char *email;          /* User.Email, "" when missing */
};

struct policy {
    struct record record;
};

/* A token of fewer bytes is not replaced by * in replies: they may contain so short a text by chance. */
#define RECORD_TOKEN_LEAST 8

/* Decode a whole reply body. Return NULL with ERROR_BAD_REPLY if the body is not a JSON object, if a login's
 * token cannot be sent in a header, or if a project has neither Data nor Id. Caller frees. */
struct project *project_decode(const char *body, size_t len, struct error *err);
struct login *login_decode(const char *body, size_t len, struct error *err);
struct policy *policy_decode(const char *body, size_t len, struct error *err);
/* True if the body is blank, or a valid object without a project: Data is missing or null, and there is no
 * Id. After such an answer to a write, api_write reads the project. A damaged or unexpected body gives false:
 * it proves nothing about the write. */
bool project_is_left_out(const char *body, size_t len);

/* Makes a project from a stored resource (the object below Data). `id`: the stored id, because the resource
 * has no Id if the reply had none. The caller keeps its reference to `resource`. */
struct project *project_from_json(const json_t *resource, int64_t id, struct error *err);
/* Like project_from_json(), but leaves `problems` empty, for callers that need only the members. */
struct project *project_pick(const json_t *resource, int64_t id, struct error *err);
/* Returns a copy that shares nothing with the original, so that another thread may use the copy. */
struct project *project_copy(const struct project *project);
/* Returns why the version is -1: "the version number of the project (the field AccessToken) is missing". */
const char *project_version_trouble(const struct project *project);
void project_free(struct project *project);

int64_t login_credit(const struct login *login); /* minutes left; -1 when not known */
void login_free(struct login *login);
void policy_free(struct policy *policy);

#endif
