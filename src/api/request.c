/* Owns the exact bytes of a request: URL, headers, body. Pure: no I/O, no libcurl. */
/* SPDX-License-Identifier: MIT */
#include "request.h"

#include <stdlib.h>
#include <string.h>

#include "steno/api/address.h"
#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define MASK "***"

bool request_check_base_url(const char *url, struct error *err)
{
    size_t scheme = address_scheme_len(url ? url : "");
    if (!url || !url[0])
        return error_set(err, ERROR_USAGE, "No server is set: set its URL, such as https://host");
    const char *rest = url + scheme;
    size_t host = strcspn(rest, "/");
    if (memchr(rest, '@', host))
        return error_set(err, ERROR_USAGE,
                         "The URL must not contain a user name or password: log in instead");
    for (const char *c = url; *c; c++) {
        if ((unsigned char)*c <= ' ' || *c == 0x7f || *c == '\\')
            return error_set(err, ERROR_USAGE,
                             "The URL contains a space, a backslash or a control character");
    }
    char *clean = text_clean_copy(url);
    if (scheme == 0)
        error_set(err, ERROR_USAGE, "The URL “%s” does not begin with http:// or https://", clean);
    else if (host == 0)
        error_set(err, ERROR_USAGE, "The URL “%s” contains no host", clean);
    else if (strpbrk(rest, "?#"))
        error_set(err, ERROR_USAGE, "The URL “%s” must not contain ? or #: use the server's base address",
                  clean);
    bool ok = scheme > 0 && host > 0 && !strpbrk(rest, "?#");
    free(clean);
    return ok;
}

/* Appends base and API path with single slashes between them, none at the end. */
static void request_put_base(struct buffer *url, const struct api_config *config)
{
    const char *path = config->api_path ? config->api_path : API_PATH_DEFAULT;
    size_t len = strlen(config->base_url);
    while (len > 0 && config->base_url[len - 1] == '/')
        len--;
    buffer_append(url, config->base_url, len);
    path += strspn(path, "/");
    len = strlen(path);
    while (len > 0 && path[len - 1] == '/')
        len--;
    if (len > 0)
        buffer_append_char(url, '/');
    buffer_append(url, path, len);
}

/* Appends the endpoint's path with the project's number in its place. */
static void request_put_path(struct buffer *url, const struct endpoint *endpoint, int64_t id)
{
    static const char slot[] = "{ProjectId}";
    const char *at = strstr(endpoint->path, slot);
    if (!at) {
        buffer_append_text(url, endpoint->path);
        return;
    }
    buffer_append(url, endpoint->path, (size_t)(at - endpoint->path));
    buffer_printf(url, "%lld%s", (long long)id, at + sizeof slot - 1);
}

/* Appends "?" or "&", then name= and the value encoded. */
static void request_put_query(struct buffer *url, bool *first, const char *name, const char *value)
{
    buffer_append_char(url, *first ? '?' : '&');
    *first = false;
    buffer_append_text(url, name);
    buffer_append_char(url, '=');
    param_encode(url, value);
}

/* Appends the login data as Name=value pairs, for a form body or a query. */
static void request_put_login(struct buffer *out, const struct login_request *login, const char *password)
{
    buffer_append_text(out, "Email=");
    param_encode(out, login->email);
    buffer_append_text(out, "&Password=");
    if (strcmp(password, MASK) == 0)
        buffer_append_text(out, MASK);
    else
        param_encode(out, password);
    if (login->consent)
        buffer_append_text(out, "&DataProtectionConsent=true");
}

/* The URL; `password` is what stands in for it in a query login. Caller frees. */
static char *request_url(const struct api_config *config, const struct endpoint *endpoint,
                         const struct request_args *args, const char *password)
{
    struct buffer url;
    bool first = true;
    buffer_init(&url, BUFFER_MAX_DEFAULT);
    request_put_base(&url, config);
    request_put_path(&url, endpoint, args->project_id);
    if (endpoint->takes_key)
        request_put_query(&url, &first, "Key", args->key);
    if (endpoint->takes_version) {
        char number[24];
        snprintf(number, sizeof number, "%lld", (long long)args->version);
        request_put_query(&url, &first, "AccessToken", number);
    }
    if (endpoint->params && args->params && param_set_count(args->params) > 0) {
        buffer_append_char(&url, first ? '?' : '&');
        param_set_query(args->params, &url);
    }
    if (endpoint->body == BODY_LOGIN && args->login->form == LOGIN_QUERY) {
        buffer_append_char(&url, '?');
        request_put_login(&url, args->login, password);
    }
    return buffer_take(&url);
}

/* The text of a JSON value that this takes over. Caller frees. */
static char *request_json_text(json_t *value)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    json_write(&out, value);
    json_decref(value);
    return buffer_take(&out);
}

/* The body of a login. */
static char *request_login_body(const struct login_request *login, const char *password)
{
    if (login->form == LOGIN_QUERY)
        return mem_copy("");
    if (login->form == LOGIN_FORM) {
        struct buffer out;
        buffer_init(&out, BUFFER_MAX_DEFAULT);
        request_put_login(&out, login, password);
        return buffer_take(&out);
    }
    json_t *object = json_pack("{s:s, s:s}", "Email", login->email, "Password", password);
    if (login->consent)
        json_object_set_new(object, "DataProtectionConsent", json_true());
    return request_json_text(object);
}

/* The body of a metadata call in the shape that the settings want; NULL for none. */
static char *request_metadata_body(enum metadata_body shape, const char *key, const char *value)
{
    if (shape == METADATA_TEXT)
        return mem_copy_or_null(value);
    if (shape == METADATA_JSON)
        return request_json_text(json_string(value ? value : key));
    return request_json_text(value ? json_pack("{s:s, s:s}", "Key", key, "Value", value)
                                   : json_pack("{s:s}", "Key", key));
}

/* The body, or NULL; `password` is what stands in for it in a login. Caller frees. */
static char *request_body(const struct api_config *config, const struct endpoint *endpoint,
                          const struct request_args *args, const char *password)
{
    switch (endpoint->body) {
    case BODY_LOGIN:
        return request_login_body(args->login, password);
    case BODY_METADATA:
        return request_metadata_body(config->metadata_body, args->key, args->value);
    case BODY_METADATA_KEY:
        return request_metadata_body(config->metadata_body, args->key, NULL);
    case BODY_TAG:
        return request_json_text(json_pack("{s:s}", "Tag", args->value));
    case BODY_NONE:
        break;
    }
    return NULL;
}

/* May the text be sent? Named in the refusal; an empty one is refused when it must hold something. */
static bool request_check_text(const char *name, const char *text, bool may_be_empty, struct error *err)
{
    if (!text || (!text[0] && !may_be_empty))
        return error_set(err, ERROR_USAGE, "%s: a value is required", name);
    if (!text_is_valid(text, strlen(text)))
        return error_set(err, ERROR_USAGE, "%s: the text is not valid UTF-8", name);
    return true;
}

/* Can everything be sent as it is? */
static bool request_check_args(const struct endpoint *endpoint, const struct request_args *args,
                               struct error *err)
{
    if (strstr(endpoint->path, "{ProjectId}") && args->project_id <= 0)
        return error_set(err, ERROR_USAGE, "%s: a project id is a whole number from 1", endpoint->title);
    if (endpoint->takes_key && !request_check_text("Key", args->key, false, err))
        return false;
    if (endpoint->body == BODY_METADATA && !request_check_text("Value", args->value, true, err))
        return false;
    if (endpoint->body == BODY_TAG && !request_check_text("Tag", args->value, false, err))
        return false;
    if (endpoint->body == BODY_LOGIN && (!request_check_text("Email", args->login->email, false, err) ||
                                         !request_check_text("Password", args->login->password, false, err)))
        return false;
    if (endpoint->takes_version && args->version < 0)
        return error_set(err, ERROR_USAGE,
                         "%s of project %lld: its version is unknown: refresh the project first",
                         endpoint->title, (long long)args->project_id);
    return !endpoint->params || !args->params || param_set_check(args->params, NULL, err);
}

/* May the text stand in a header: visible ASCII, with inner blanks? */
static bool request_is_header_text(const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text < ' ' || (unsigned char)*text > '~')
            return false;
    }
    return true;
}

/* Builds the header that carries the token, when there is one. */
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
        return error_set(err, ERROR_USAGE, "token_header is not a valid header name");
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
    const char *password = endpoint->body == BODY_LOGIN ? args->login->password : NULL;
    request->url = request_url(config, endpoint, args, password);
    request->shown_url = password ? request_url(config, endpoint, args, MASK) : mem_copy(request->url);
    request->body = request_body(config, endpoint, args, password);
    request->shown_body = request_body(config, endpoint, args, MASK);
    bool is_form = endpoint->body == BODY_LOGIN && args->login->form == LOGIN_FORM;
    bool is_query = endpoint->body == BODY_LOGIN && args->login->form == LOGIN_QUERY;
    if (request->body && !is_query)
        request->content_type = is_form ? "application/x-www-form-urlencoded" : "application/json";
    return true;
}

void request_free(struct request *request)
{
    mem_wipe_free(request->url);
    mem_wipe_free(request->body);
    mem_wipe_free(request->auth_header);
    free(request->shown_url);
    free(request->shown_body);
    *request = (struct request){.endpoint = request->endpoint};
}

json_t *request_to_json(const struct request *request)
{
    json_t *headers = json_object();
    json_object_set_new(headers, "Accept", json_string(request_accept(request)));
    if (request->content_type)
        json_object_set_new(headers, "Content-Type", json_string(request->content_type));
    if (request->auth_header) {
        char *name = mem_copy_n(request->auth_header, strcspn(request->auth_header, ":"));
        json_object_set_new(headers, name, json_string(MASK));
        free(name);
    }
    json_t *object = json_object();
    json_object_set_new(object, "method", json_string(request->endpoint->method));
    json_object_set_new(object, "url", json_string(request->shown_url));
    json_object_set_new(object, "headers", headers);
    json_object_set_new(object, "body", request->shown_body ? json_string(request->shown_body) : json_null());
    return object;
}

const char *request_accept(const struct request *request)
{
    return request->endpoint->reply ? "application/json" : "*/*";
}

const char *request_accept_encoding(const struct request *request)
{
    return request->endpoint->reply ? "gzip" : "identity";
}
