/* Records: replies, decoded leniently by a field table.
 *
 * A record keeps the resource (the object that the reply is about) twice. `raw` is what the server sent,
 * minus secrets, for JSON output and the cache. `shown` has all texts cleaned, for all other uses. Both keep
 * unknown members. `problems` lists missing required members and wrong types. These are no errors. */
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
    json_t *raw; /* never change raw or shown: they can be the same object */
    json_t *shown;
    char *problems; /* "Data.Length is missing; Data.Id is a string, not an integer", cleaned, or NULL */
};

/* A project, with copies of the members that the program works with. Texts are cleaned. */
struct project {
    struct record record;
    int64_t id;
    int64_t version;   /* Data.AccessToken; -1: missing */
    char *state;       /* ProcessingState; "": missing */
    char *name;        /* Description.Name; "": missing */
    char *length;      /* Length as text; "": missing */
    int64_t length_ms; /* -1: `length` is invalid */
};

struct login {
    struct record record; /* without the token */
    char *token;          /* secret, wiped when freed; NULL: missing */
    char *email;          /* User.Email; "": missing */
};

struct policy {
    struct record record;
};

/* Minimum length of a token that is replaced by * in replies. A reply can contain shorter texts by chance. */
#define RECORD_TOKEN_LEAST 8

/* These decode a whole reply body. Caller frees. They return NULL with ERROR_BAD_REPLY if the body is not a
 * JSON object, a token cannot be sent in a header, or a project lacks both Data and Id. */
struct project *project_decode(const char *body, size_t len, struct error *err);
struct login *login_decode(const char *body, size_t len, struct error *err);
struct policy *policy_decode(const char *body, size_t len, struct error *err);
/* True if the body is blank, or an object that lacks both a project (Data is missing or null) and an Id.
 * After such an answer to a write, api_write reads the project. False for a damaged or unexpected body, which
 * proves nothing about the write. */
bool project_is_left_out(const char *body, size_t len);

/* Makes a project from a stored resource (the object below Data). The resource can lack the Id, so `id` gives
 * the stored id. The caller keeps its reference to `resource`. */
struct project *project_from_json(const json_t *resource, int64_t id, struct error *err);
/* Like project_from_json(), but `problems` stays empty. For callers that need only the members. */
struct project *project_pick(const json_t *resource, int64_t id, struct error *err);
/* Returns a deep copy, which another thread can use. */
struct project *project_copy(const struct project *project);
/* Returns why the version is -1: "the version number of the project (the field AccessToken) is missing". */
const char *project_version_trouble(const struct project *project);
void project_free(struct project *project);

int64_t login_credit(const struct login *login); /* minutes left; -1: unknown */
void login_free(struct login *login);
void policy_free(struct policy *policy);

#endif
