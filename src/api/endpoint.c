/* The nine operations of the contract, one row each. */
/* SPDX-License-Identifier: MIT */
#include "steno/api/endpoint.h"

#include <string.h>

/* clang-format off */
const struct endpoint endpoints[ENDPOINT_COUNT] = {
    [ENDPOINT_LOGIN] =
        {.name = "login", .title = "Log in", .method = "POST", .path = "/Login", .body = BODY_LOGIN,
         .reply = &fields_login},
    [ENDPOINT_CURRENT_USER] =
        {.name = "current-user", .title = "Read account", .method = "GET", .path = "/CurrentUser",
         .needs_token = true, .reply = &fields_login},
    [ENDPOINT_PASSWORD_SETTINGS] =
        {.name = "password-settings", .title = "Read password policy", .method = "GET",
         .path = "/PasswordSettings", .reply = &fields_policy},
    [ENDPOINT_GET_PROJECT] =
        {.name = "get-project", .title = "Read project", .method = "GET", .path = "/v2/Projects/{ProjectId}",
         .needs_token = true, .reply = &fields_project},
    [ENDPOINT_ADD_METADATA] =
        {.name = "add-metadata", .title = "Set metadata", .method = "POST",
         .path = "/v2/Projects/{ProjectId}/Metadata", .write = true, .needs_token = true, .takes_key = true,
         .takes_version = true, .body = BODY_METADATA, .reply = &fields_project},
    [ENDPOINT_DELETE_METADATA] =
        {.name = "delete-metadata", .title = "Delete metadata", .method = "DELETE",
         .path = "/v2/Projects/{ProjectId}/Metadata", .write = true, .needs_token = true, .takes_key = true,
         .takes_version = true, .body = BODY_METADATA_KEY, .reply = &fields_project},
    [ENDPOINT_DELETE_TAG] =
        {.name = "delete-tag", .title = "Delete tag", .method = "DELETE",
         .path = "/v2/Projects/{ProjectId}/Tags", .write = true, .needs_token = true, .takes_version = true,
         .body = BODY_TAG, .reply = &fields_project},
    [ENDPOINT_ENQUEUE] =
        {.name = "enqueue", .title = "Enqueue", .method = "GET", .path = "/v2/Projects/{ProjectId}/Enqueue",
         .write = true, .needs_token = true, .params = &params_enqueue, .reply = &fields_project},
    [ENDPOINT_EXPORT] =
        {.name = "export", .title = "Export subtitles", .method = "GET",
         .path = "/v2/Projects/{ProjectId}/Export/Subtitles", .needs_token = true, .params = &params_export},
};
/* clang-format on */

const struct endpoint *endpoint_find(const char *name)
{
    for (int i = 0; i < ENDPOINT_COUNT; i++) {
        if (strcmp(endpoints[i].name, name) == 0)
            return &endpoints[i];
    }
    return NULL;
}
