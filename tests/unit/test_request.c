/* Requests are built purely; what cannot be sent is refused with its reason; previews hold no secret. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "steno/api/request.h"
#include "steno/api/json.h"
#include "support/asserts.h"

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
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct error err;
        cr_assert_not(request_check_base_url(rows[i].url, &err));
        cr_assert_eq(err.kind, ERROR_USAGE);
        cr_assert_str_has(err.text, rows[i].words);
    }
    struct error err;
    cr_assert(request_check_base_url("HTTPS://[::1]:8443/x/", &err));
    cr_assert(request_check_base_url("http://127.0.0.1:8321", &err));
}

/* Builds a request and gives its error's sentence, "" when there is none. */
static const char *refusal(enum endpoint_id id, struct request_args args, struct api_config config)
{
    static struct error err;
    struct request request;
    error_clear(&err);
    config.base_url = "http://[::1]:80";
    if (request_build(&request, &config, id, &args, &err))
        cr_assert_str_starts(request.url, "http://[::1]:80/API");
    else
        cr_assert_eq(err.kind, ERROR_USAGE);
    request_free(&request);
    return err.text;
}

Test(request, arguments_that_cannot_be_sent_are_refused_with_their_reason)
{
    struct api_config plain = {.token = "t"};
    struct login_request login = {.email = "a", .password = ""};
    struct param_set *set = param_set_new(&params_enqueue);
    param_set_put_raw(set, param_find(&params_enqueue, "StartTranscriptionAt"), "1e5");
    cr_assert_str_eq(refusal(ENDPOINT_GET_PROJECT, (struct request_args){.project_id = 1}, plain), "");
    cr_assert_str_has(refusal(ENDPOINT_GET_PROJECT, (struct request_args){.project_id = 0}, plain), "from 1");
    cr_assert_str_has(refusal(ENDPOINT_ADD_METADATA,
                              (struct request_args){.project_id = 1, .key = "", .value = "v"}, plain),
                      "Key: a value is required");
    cr_assert_str_has(refusal(ENDPOINT_ADD_METADATA,
                              (struct request_args){.project_id = 1, .key = "\xff", .value = "v"}, plain),
                      "Key: the text is not valid UTF-8");
    cr_assert_str_eq(refusal(ENDPOINT_ADD_METADATA,
                             (struct request_args){.project_id = 1, .key = "k", .value = ""}, plain),
                     "");
    cr_assert_str_has(
        refusal(ENDPOINT_DELETE_TAG, (struct request_args){.project_id = 1, .value = ""}, plain),
        "Tag: a value is required");
    cr_assert_str_has(refusal(ENDPOINT_DELETE_TAG,
                              (struct request_args){.project_id = 1, .version = -1, .value = "t"}, plain),
                      "version is unknown");
    cr_assert_str_has(refusal(ENDPOINT_LOGIN, (struct request_args){.login = &login}, plain),
                      "Password: a value");
    cr_assert_str_has(refusal(ENDPOINT_ENQUEUE, (struct request_args){.project_id = 1, .params = set}, plain),
                      "StartTranscriptionAt: “1e5” is not a number");
    cr_assert_str_has(refusal(ENDPOINT_GET_PROJECT, (struct request_args){.project_id = 1},
                              (struct api_config){.token = "a\r\nX: y"}),
                      "must be visible ASCII");
    cr_assert_str_has(refusal(ENDPOINT_GET_PROJECT, (struct request_args){.project_id = 1},
                              (struct api_config){.token = "t", .token_header = "X:Y"}),
                      "token_header");
    param_set_free(set);
}

/* The preview of a request as text. */
static void preview(struct buffer *out, enum endpoint_id id, struct request_args args,
                    struct api_config config)
{
    struct request request;
    struct error err;
    config.base_url = "http://h";
    cr_assert(request_build(&request, &config, id, &args, &err), "%s", err.text);
    json_t *shown = request_to_json(&request);
    buffer_init(out, BUFFER_MAX_DEFAULT);
    json_write(out, shown);
    json_decref(shown);
    request_free(&request);
}

Test(request, a_preview_masks_token_and_password_in_every_form)
{
    static const char json[] =
        "{\"method\":\"POST\",\"url\":\"http://h/API/Login\",\"headers\":{\"Accept\":\"application/json\","
        "\"Content-Type\":\"application/"
        "json\"},\"body\":\"***\"}";
    static const char form_body[] =
        "{\"method\":\"POST\",\"url\":\"http://h/API/Login\",\"headers\":{\"Accept\":\"application/json\","
        "\"Content-Type\":\"application/x-www-form-urlencoded\"},\"body\":\"***\"}";
    static const char query[] = "{\"method\":\"POST\",\"url\":\"http://h/API/Login\",\"headers\":{"
                                "\"Accept\":\"application/json\"},\"body\":\"***\"}";
    static const char *const expected[] = {
        [LOGIN_JSON] = json, [LOGIN_FORM] = form_body, [LOGIN_QUERY] = query};
    for (int form = LOGIN_JSON; form <= LOGIN_QUERY; form++) {
        struct buffer out;
        struct login_request login = {.email = "a", .password = "p w", .form = (enum login_form)form};
        preview(&out, ENDPOINT_LOGIN, (struct request_args){.login = &login},
                (struct api_config){.token = "tok"});
        cr_assert_str_eq(out.data, expected[form]);
        buffer_free(&out);
    }
    struct buffer out;
    preview(&out, ENDPOINT_GET_PROJECT, (struct request_args){.project_id = 3},
            (struct api_config){.token = "tok", .token_header = "X-Key", .token_scheme = "Bearer"});
    cr_assert_str_eq(out.data,
                     "{\"method\":\"GET\",\"url\":\"http://h/API/v2/Projects/3\",\"headers\":{\"Accept\":"
                     "\"application/json\",\"X-Key\":\"***\"},\"body\":null}");
    buffer_free(&out);
}

Test(address, https_in_any_case_is_https)
{
    char *url = address_normalise("HTTPS://Host.Example:8443/Path");
    cr_expect_str_eq(url, "https://Host.Example:8443/Path");
    free(url);
    url = address_normalise("hTTp://h");
    cr_expect_str_eq(url, "http://h");
    free(url);
    url = address_normalise("FTP://h");
    cr_expect_str_eq(url, "FTP://h");
    free(url);
}

/* An address that was given, without its API path. */
static void expect_normal(const char *given, const char *wanted, const char *path)
{
    char *url = address_normalise(given);
    const char *found = address_api_path(given);
    cr_expect_str_eq(url, wanted, "%s became %s", given, url);
    cr_expect_str_eq(found ? found : "none", path, "%s: %s", given, found);
    free(url);
}

Test(address, as_documentation_gives_it_ends_in_the_api_path)
{
    expect_normal("https://h/XAPI", "https://h", "/XAPI");
    expect_normal("https://h:8443/transcribe/API/", "https://h:8443/transcribe", "/API");
    expect_normal("https://h/", "https://h/", "none");
    expect_normal("https://h/xapi", "https://h/xapi", "none");
    expect_normal("https://h/XAPI/v2", "https://h/XAPI/v2", "none");
    expect_normal("https://API", "https://API", "none");
    expect_normal("https:///API", "https:///API", "none");
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
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect_eq(address_is_exposed(rows[i].url), rows[i].exposed, "%s", rows[i].url);
}
