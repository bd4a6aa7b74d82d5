/* Building requests: values that cannot be sent are refused with a reason; previews contain no secrets. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "steno/api/request.h"
#include "steno/api/json.h"
#include "support/asserts.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

Test(request, a_base_url_that_cannot_be_called_is_refused_with_its_reason)
{
    static const struct {
        const char *url, *words;
    } rows[] = {
        {"", "No server is set"},
        {NULL, "No server is set"},
        {"host.example", "does not begin with http"},
        {"ftp://host", "does not begin with http"},
        {"https://", "contains no host"},
        {"http:///path", "contains no host"},
        {"https://user:pass@host", "must not contain a user name"},
        {"https://ho st", "contains a space"},
        {"https://host\r\nX: y", "control character"},
        {"https://host/?x=y", "must not contain ? or #"},
        {"https://host/#f", "must not contain ? or #"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct error err;
        cr_assert_not(request_check_base_url(rows[i].url, &err));
        cr_assert_eq(err.kind, ERROR_USAGE);
        cr_assert_str_has(err.text, rows[i].words);
    }
    struct error err;
    cr_assert(request_check_base_url("HTTPS://[::1]:8443/x/", &err));
    cr_assert(request_check_base_url("http://127.0.0.1:8321", &err));
}

Test(request, arguments_that_cannot_be_sent_are_refused_with_their_reason)
{
    struct login_request login = {.email = "a", .password = ""};
    struct param_set *set = param_set_new(&params_enqueue);
    param_set_put_raw(set, param_find(&params_enqueue, "StartTranscriptionAt"), "1e5");
    static const struct {
        enum endpoint_id id;
        int64_t project_id, version;
        const char *key, *value, *token, *token_header, *words; /* words of the refusal; NULL: valid */
    } rows[] = {
        {ENDPOINT_GET_PROJECT, 1, 0, NULL, NULL, "t", NULL, NULL},
        {ENDPOINT_GET_PROJECT, 0, 0, NULL, NULL, "t", NULL, "id is 1"},
        {ENDPOINT_ADD_METADATA, 1, 0, "k", "", "t", NULL, NULL},
        {ENDPOINT_ADD_METADATA, 1, 0, "", "v", "t", NULL, "Key: a value is required"},
        {ENDPOINT_ADD_METADATA, 1, 0, "\xff", "v", "t", NULL, "Key: the text is not valid UTF-8"},
        {ENDPOINT_DELETE_TAG, 1, 0, NULL, "", "t", NULL, "Tag: a value is required"},
        {ENDPOINT_DELETE_TAG, 1, -1, NULL, "t", "t", NULL, "version number is unknown"},
        {ENDPOINT_LOGIN, 0, 0, NULL, NULL, "t", NULL, "Password: a value"},
        {ENDPOINT_ENQUEUE, 1, 0, NULL, NULL, "t", NULL, "StartTranscriptionAt: “1e5” is not a number"},
        {ENDPOINT_GET_PROJECT, 1, 0, NULL, NULL, "a\r\nX: y", NULL, "must be visible ASCII"},
        {ENDPOINT_GET_PROJECT, 1, 0, NULL, NULL, "t", "X:Y", "token_header"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct request request;
        struct error err;
        struct api_config config = {
            .base_url = "http://[::1]:80", .token = rows[i].token, .token_header = rows[i].token_header};
        struct request_args args = {.project_id = rows[i].project_id,
                                    .version = rows[i].version,
                                    .key = rows[i].key,
                                    .value = rows[i].value,
                                    .login = &login,
                                    .params = rows[i].id == ENDPOINT_ENQUEUE ? set : NULL};
        bool built = request_build(&request, &config, rows[i].id, &args, &err);
        cr_expect_eq(built, !rows[i].words, "row %zu: %s", i, err.text);
        if (built)
            cr_expect_str_starts(request.url, "http://[::1]:80/API");
        if (rows[i].words) {
            cr_expect_eq(err.kind, ERROR_USAGE, "row %zu", i);
            cr_expect_str_has(err.text, rows[i].words);
        }
        request_free(&request);
    }
    param_set_free(set);
}

Test(request, address_path_and_form_of_the_token_are_settings)
{
    static const struct {
        const char *base_url, *api_path, *token_header, *token_scheme;
        const char *url, *line; /* the resulting URL and command line */
    } rows[] = {
        {"http://h/", NULL, NULL, NULL, "http://h/API/v2/Projects/7", "Authorization: tok"},
        {"http://h/base/x//", NULL, NULL, NULL, "http://h/base/x/API/v2/Projects/7", "Authorization: tok"},
        {"http://h", "XAPI/", NULL, NULL, "http://h/XAPI/v2/Projects/7", "Authorization: tok"},
        {"http://h", "/", NULL, NULL, "http://h/v2/Projects/7", "Authorization: tok"},
        {"http://h", NULL, NULL, "Bearer", "http://h/API/v2/Projects/7", "Authorization: Bearer tok"},
        {"http://h", NULL, "X-Api-Key", NULL, "http://h/API/v2/Projects/7", "X-Api-Key: tok"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct request_args args = {.project_id = 7};
        struct api_config config = {.base_url = rows[i].base_url,
                                    .api_path = rows[i].api_path,
                                    .token = "tok",
                                    .token_header = rows[i].token_header,
                                    .token_scheme = rows[i].token_scheme};
        struct request request;
        struct error err;
        cr_assert(request_build(&request, &config, ENDPOINT_GET_PROJECT, &args, &err), "%s", err.text);
        cr_expect_str_eq(request.url, rows[i].url);
        cr_expect_str_eq(request.auth_header, rows[i].line);
        request_free(&request);
    }
}

Test(request, a_preview_masks_token_and_password_in_every_form)
{
#define LOGIN_PREVIEW(type)                                                                                  \
    "{\"method\":\"POST\",\"url\":\"http://h/API/Login\",\"headers\":{\"Accept\":\"application/json\"" type  \
    "},\"body\":\"***\"}"
    static const struct {
        enum endpoint_id id;
        enum login_form form;
        const char *token_header, *shown;
    } rows[] = {
        {ENDPOINT_LOGIN, LOGIN_JSON, NULL, LOGIN_PREVIEW(",\"Content-Type\":\"application/json\"")},
        {ENDPOINT_LOGIN, LOGIN_FORM, NULL,
         LOGIN_PREVIEW(",\"Content-Type\":\"application/x-www-form-urlencoded\"")},
        {ENDPOINT_LOGIN, LOGIN_QUERY, NULL, LOGIN_PREVIEW("")},
        {ENDPOINT_GET_PROJECT, LOGIN_JSON, "X-Key",
         "{\"method\":\"GET\",\"url\":\"http://h/API/v2/Projects/3\",\"headers\":{\"Accept\":"
         "\"application/json\",\"X-Key\":\"***\"},\"body\":null}"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct login_request login = {.email = "a", .password = "p w", .form = rows[i].form};
        struct request_args args = {.project_id = 3, .login = &login};
        struct api_config config = {.base_url = "http://h",
                                    .token = "tok",
                                    .token_header = rows[i].token_header,
                                    .token_scheme = rows[i].token_header ? "Bearer" : NULL};
        struct request request;
        struct error err;
        struct buffer out;
        cr_assert(request_build(&request, &config, rows[i].id, &args, &err), "%s", err.text);
        json_t *shown = request_to_json(&request);
        buffer_init(&out, BUFFER_MAX_DEFAULT);
        json_write(&out, shown);
        cr_expect_str_eq(buffer_text(&out), rows[i].shown);
        buffer_free(&out);
        json_decref(shown);
        request_free(&request);
    }
}

Test(address, an_address_is_saved_without_its_api_path_and_with_a_lower_case_scheme)
{
    static const char *const rows[][3] = {
        {"HTTPS://Host.Example:8443/Path", "https://Host.Example:8443/Path", "none"},
        {"hTTp://h", "http://h", "none"},
        {"FTP://h", "FTP://h", "none"},
        {"https://h/XAPI", "https://h", "/XAPI"},
        {"https://h:8443/transcribe/API/", "https://h:8443/transcribe", "/API"},
        {"https://h/", "https://h/", "none"},
        {"https://h/xapi", "https://h/xapi", "none"},
        {"https://h/XAPI/v2", "https://h/XAPI/v2", "none"},
        {"https://API", "https://API", "none"},
        {"https:///API", "https:///API", "none"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char *url = address_normalise(rows[i][0]);
        const char *found = address_api_path(rows[i][0]);
        cr_expect_str_eq(url, rows[i][1]);
        cr_expect_str_eq(found ? found : "none", rows[i][2], "%s", rows[i][0]);
        free(url);
    }
}

Test(address, plain_http_is_exposed_but_not_on_this_machine)
{
    static const struct {
        const char *url;
        bool exposed;
    } rows[] = {
        {"http://example.org", true},
        {"HTTP://example.org/path", true},
        {"https://example.org", false},
        {"HTTPS://example.org", false},
        {"http://127.0.0.1:8321", false},
        {"http://127.255.255.255", false},
        {"http://126.255.255.255", true},
        {"http://128.0.0.1", true},
        {"http://127.0.0.1.example.org", true},
        {"http://localhost", false},
        {"http://LocalHost:80/API", false},
        {"http://localhost./", false},
        {"http://localhost.example.org", true},
        {"http://notlocalhost", true},
        {"http://[::1]:8321/x", false},
        {"http://[0:0:0:0:0:0:0:1]", false},
        {"http://[::2]", true},
        {"http://[fe80::1]", true},
        {"http://0.0.0.0", true},
        {"http://192.168.1.1", true},
        {"", false},
        {"example.org", false},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        cr_expect_eq(address_is_exposed(rows[i].url), rows[i].exposed, "%s", rows[i].url);
}
