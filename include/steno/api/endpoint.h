/* Endpoints: the nine operations of the contract, one row each. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_ENDPOINT_H
#define STENO_API_ENDPOINT_H

#include <stdbool.h>

#include "steno/api/field.h"
#include "steno/api/param.h"

enum endpoint_id {
    ENDPOINT_LOGIN,
    ENDPOINT_CURRENT_USER,
    ENDPOINT_PASSWORD_SETTINGS,
    ENDPOINT_GET_PROJECT,
    ENDPOINT_ADD_METADATA,
    ENDPOINT_DELETE_METADATA,
    ENDPOINT_DELETE_TAG,
    ENDPOINT_ENQUEUE,
    ENDPOINT_EXPORT,
    ENDPOINT_COUNT
};

enum endpoint_body { BODY_NONE, BODY_LOGIN, BODY_METADATA, BODY_METADATA_KEY, BODY_TAG };

struct endpoint {
    const char *name;  /* "get-project": tests, faults, logs */
    const char *title; /* "Read project": sentences and activity */
    const char *method;
    const char *path; /* below the API path: "/v2/Projects/{ProjectId}/Tags" */
    bool write;       /* changes a project: enqueue does although it is a GET, a login does not */
    bool needs_token;
    bool takes_key;     /* query Key */
    bool takes_version; /* query AccessToken */
    enum endpoint_body body;
    const struct param_table *params; /* query parameters, or NULL */
    const struct field_table *reply;  /* what it answers, NULL for a file */
};

extern const struct endpoint endpoints[ENDPOINT_COUNT];

/* The row with this name, or NULL. */
const struct endpoint *endpoint_find(const char *name);

#endif
