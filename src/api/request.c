/* SPDX-License-Identifier: MIT */
#include "steno/api/request.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "steno/api/json.h"
#include "steno/base/text.h"

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

static const char *const address_paths[] = {API_PATH_DEFAULT, "/XAPI"};

size_t address_scheme_len(const char *url)
{
    size_t https = strlen("https://"), http = strlen("http://");
    return strncasecmp(url, "https://", https) == 0 ? https
           : strncasecmp(url, "http://", http) == 0 ? http
                                                    : 0;
}

/* Returns the length of an address or path without the slashes at its end. */
static size_t address_len(const char *url)
{
    size_t len = strlen(url);
    while (len > 0 && url[len - 1] == '/')
        len--;
    return len;
}

const char *address_api_path(const char *url)
{
    size_t len = address_len(url);
    for (size_t i = 0; i < 2; i++) {
        size_t path = strlen(address_paths[i]);
        if (len > address_scheme_len(url) + path && strncmp(url + len - path, address_paths[i], path) == 0)
            return address_paths[i];
    }
    return NULL;
}

char *address_normalise(const char *url)
{
    const char *path = address_api_path(url);
    char *copy = mem_copy_n(url, path ? address_len(url) - strlen(path) : strlen(url));
    for (size_t i = 0; i < address_scheme_len(url); i++)
        copy[i] = (char)tolower((unsigned char)copy[i]);
    return copy;
}

const char *address_other_path(const char *api_path)
{
    for (size_t i = 0; i < 2; i++) {
        if (strcmp(api_path, address_paths[i]) == 0)
            return address_paths[1 - i];
    }
    return NULL;
}

bool address_is_exposed(const char *url)
{
    struct in_addr four;
    struct in6_addr six;
    if (address_scheme_len(url) != strlen("http://"))
        return false;
    const char *at = url + strlen("http://");
    bool bracket = *at == '[';
    char *host = mem_copy_n(at + bracket, strcspn(at + bracket, bracket ? "]/" : ":/?#"));
    bool is_here; /* names are not resolved: only `localhost` means this machine */
    if (inet_pton(AF_INET, host, &four) == 1)
        is_here = ntohl(four.s_addr) >> 24 == 127;
    else if (inet_pton(AF_INET6, host, &six) == 1)
        is_here = IN6_IS_ADDR_LOOPBACK(&six);
    else
        is_here = strcasecmp(host, "localhost") == 0 || strcasecmp(host, "localhost.") == 0;
    free(host);
    return !is_here;
}

bool request_check_base_url(const char *url, struct error *err)
{
    if (!url || !url[0])
        return error_set(err, ERROR_USAGE, "No server is set: set its URL, such as https://host");
    if (!text_is_valid(url, strlen(url)))
        return error_set(err, ERROR_USAGE, "The URL is not valid UTF-8");
    size_t scheme = address_scheme_len(url), host = strcspn(url + scheme, "/");
    if (memchr(url + scheme, '@', host))
        return error_set(err, ERROR_USAGE,
                         "The URL must not contain a user name or password: log in instead");
    for (const char *c = url; *c; c++) {
        if ((unsigned char)*c <= ' ' || *c == 0x7f || *c == '\\')
            return error_set(err, ERROR_USAGE,
                             "The URL contains a space, a backslash or a control character");
    }
    const char *why = scheme == 0          ? "does not begin with http:// or https://"
                      : host == 0          ? "contains no host"
                      : strpbrk(url, "?#") ? "must not contain ? or #: use the server's base address"
                                           : NULL;
    if (!why)
        return true;
    char *clean = text_clean_copy(url);
    error_set(err, ERROR_USAGE, "The URL “%s” %s", clean, why);
    free(clean);
    return false;
}

/* Appends "Email=…&Password=…", and the consent if it is given. */
static void request_put_login(struct buffer *out, const struct login_request *login)
{
    buffer_append_text(out, "Email=");
    param_encode(out, login->email);
    buffer_append_text(out, "&Password=");
    param_encode(out, login->password);
    buffer_append_text(out, login->consent ? "&DataProtectionConsent=true" : "");
}

static char *request_url(const struct api_config *config, const struct endpoint *endpoint,
                         const struct request_args *args)
{
    static const char slot[] = "{ProjectId}";
    const char *path = config->api_path ? config->api_path : API_PATH_DEFAULT;
    const char *at = strstr(endpoint->path, slot);
    struct buffer url;
    buffer_init(&url, BUFFER_MAX_DEFAULT);
    path += strspn(path, "/"); /* put one slash between two parts, and none at the end */
    buffer_append(&url, config->base_url, address_len(config->base_url));
    buffer_append_text(&url, *path ? "/" : "");
    buffer_append(&url, path, address_len(path));
    if (at)
        buffer_printf(&url, "%.*s%lld%s", (int)(at - endpoint->path), endpoint->path,
                      (long long)args->project_id, at + strlen(slot));
    else
        buffer_append_text(&url, endpoint->path);
    if (endpoint->takes_key) {
        buffer_append_text(&url, "?Key=");
        param_encode(&url, args->key);
    }
    if (endpoint->takes_version)
        buffer_printf(&url, "%cAccessToken=%lld", endpoint->takes_key ? '&' : '?', (long long)args->version);
    if (endpoint->params && args->params && param_set_count(args->params) > 0) {
        buffer_append_char(&url, '?');
        param_set_query(args->params, &url);
    }
    if (endpoint->body == BODY_LOGIN && args->login->form == LOGIN_QUERY) {
        buffer_append_char(&url, '?');
        request_put_login(&url, args->login);
    }
    return buffer_take(&url);
}

static char *request_body(const struct api_config *config, const struct endpoint *endpoint,
                          const struct request_args *args)
{
    const char *value = endpoint->body == BODY_METADATA ? args->value : NULL;
    const struct login_request *login = args->login;
    struct buffer out;
    json_t *json;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    switch (endpoint->body) {
    case BODY_LOGIN:
        if (login->form != LOGIN_JSON) {
            if (login->form == LOGIN_FORM)
                request_put_login(&out, login);
            return buffer_take(&out);
        }
        json = json_pack("{s:s, s:s}", "Email", login->email, "Password", login->password);
        if (login->consent)
            json_object_set_new(json, "DataProtectionConsent", json_true());
        break;
    case BODY_METADATA:
    case BODY_METADATA_KEY:
        if (config->metadata_body == METADATA_TEXT)
            return mem_copy_or_null(value);
        if (config->metadata_body == METADATA_JSON)
            json = json_string(value ? value : args->key);
        else
            json = json_pack("{s:s, s:s*}", "Key", args->key, "Value", value);
        break;
    case BODY_TAG:
        json = json_pack("{s:s}", "Tag", args->value);
        break;
    default:
        return NULL;
    }
    json_write(&out, json);
    json_decref(json);
    return buffer_take(&out);
}

/* True if the text can be sent. Else err has the reason, which calls the text `name`. */
static bool request_check_text(const char *name, const char *text, bool may_be_empty, struct error *err)
{
    if (!text || (!text[0] && !may_be_empty))
        return error_set(err, ERROR_USAGE, "%s: a value is required", name);
    return text_is_valid(text, strlen(text)) ||
           error_set(err, ERROR_USAGE, "%s: the text is not valid UTF-8", name);
}

static bool request_check_args(const struct endpoint *endpoint, const struct request_args *args,
                               struct error *err)
{
    if (strstr(endpoint->path, "{ProjectId}") && args->project_id <= 0)
        return error_set(err, ERROR_USAGE, "%s: the smallest project id is 1", endpoint->title);
    if ((endpoint->takes_key && !request_check_text("Key", args->key, false, err)) ||
        (endpoint->body == BODY_METADATA && !request_check_text("Value", args->value, true, err)) ||
        (endpoint->body == BODY_TAG && !request_check_text("Tag", args->value, false, err)) ||
        (endpoint->body == BODY_LOGIN &&
         (!request_check_text("Email", args->login->email, false, err) ||
          !request_check_text("Password", args->login->password, false, err))))
        return false;
    if (endpoint->takes_version && args->version < 0)
        return error_set(err, ERROR_USAGE,
                         "%s of project %lld: its version number is unknown; refresh the project first",
                         endpoint->title, (long long)args->project_id);
    return !endpoint->params || !args->params || param_set_check(args->params, NULL, err);
}

/* True if a header can carry the text: only visible ASCII and blanks. */
static bool request_is_header_text(const char *text)
{
    while (*text >= ' ' && *text <= '~')
        text++;
    return *text == '\0';
}

/* Builds the header with the token, if there is a token. Returns false with err if it is invalid. */
static bool request_set_auth(struct request *request, const struct api_config *config, struct error *err)
{
    if (!config->token || !config->token[0] || request->endpoint->body == BODY_LOGIN)
        return true;
    const char *name =
        config->token_header && config->token_header[0] ? config->token_header : "Authorization";
    const char *scheme = config->token_scheme ? config->token_scheme : "";
    if (!request_is_header_text(config->token) || !request_is_header_text(scheme))
        return error_set(err, ERROR_USAGE,
                         "The token contains characters that cannot be sent: it must be visible ASCII");
    if (!request_is_header_text(name) || strpbrk(name, " :\""))
        return error_set(err, ERROR_USAGE, "the value of token_header is not a valid header name");
    request->auth_header = mem_printf("%s: %s%s%s", name, scheme, scheme[0] ? " " : "", config->token);
    return true;
}

bool request_build(struct request *request, const struct api_config *config, enum endpoint_id id,
                   const struct request_args *args, struct error *err)
{
    const struct endpoint *endpoint = &endpoints[id];
    *request = (struct request){.endpoint = endpoint};
    if (!request_check_base_url(config->base_url, err) || !request_check_args(endpoint, args, err) ||
        !request_set_auth(request, config, err))
        return false;
    const struct login_request *login = endpoint->body == BODY_LOGIN ? args->login : NULL;
    request->url = request_url(config, endpoint, args);
    request->body = request_body(config, endpoint, args);
    if (request->body && !(login && login->form == LOGIN_QUERY))
        request->content_type =
            login && login->form == LOGIN_FORM ? "application/x-www-form-urlencoded" : "application/json";
    return true;
}

void request_free(struct request *request)
{
    mem_wipe_free(request->url);
    mem_wipe_free(request->body);
    mem_wipe_free(request->auth_header);
    *request = (struct request){.endpoint = request->endpoint};
}

const char *request_accept(const struct request *request)
{
    return request->endpoint->reply ? "application/json" : "*/*";
}

json_t *request_to_json(const struct request *request)
{
    bool is_login = request->endpoint->body == BODY_LOGIN;
    char *url = mem_copy_n(request->url, strcspn(request->url, is_login ? "?" : ""));
    json_t *headers =
        json_pack("{s:s, s:s*}", "Accept", request_accept(request), "Content-Type", request->content_type);
    if (request->auth_header) {
        char *name = mem_copy_n(request->auth_header, strcspn(request->auth_header, ":"));
        json_object_set_new(headers, name, json_string("***"));
        free(name);
    }
    json_t *shown = json_pack("{s:s, s:s, s:o, s:s?}", "method", request->endpoint->method, "url", url,
                              "headers", headers, "body", is_login ? "***" : request->body);
    free(url);
    return shown;
}
