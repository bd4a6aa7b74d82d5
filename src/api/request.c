/* The exact bytes of a request: URL, headers, body. Pure. */
/* SPDX-License-Identifier: MIT */
#include "steno/api/request.h"

#include <stdlib.h>
#include <string.h>

#include "steno/api/address.h"
#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define MASK "***"

bool request_check_base_url(const char *url, struct error *err)
{
    if (!url || !url[0])
        return error_set(err, ERROR_USAGE, "No server is set: set its URL, such as https://host");
    if (!text_is_valid(url, strlen(url)))
        return error_set(err, ERROR_USAGE, "The URL is not valid UTF-8");
    size_t scheme = address_scheme_len(url);
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
    const char *why = scheme == 0           ? "does not begin with http:// or https://"
                      : host == 0           ? "contains no host"
                      : strpbrk(rest, "?#") ? "must not contain ? or #: use the server's base address"
                                            : NULL;
    if (!why)
        return true;
    char *clean = text_clean_copy(url);
    error_set(err, ERROR_USAGE, "The URL “%s” %s", clean, why);
    free(clean);
    return false;
}

/* Appends "Email=…&Password=…" of a login; the mask stands as it is. */
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
    static const char slot[] = "{ProjectId}";
    const char *path = config->api_path ? config->api_path : API_PATH_DEFAULT;
    const char *const parts[] = {config->base_url, path + strspn(path, "/")};
    struct buffer url;
    buffer_init(&url, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < 2; i++) { /* single slashes between them, none at the end */
        size_t len = strlen(parts[i]);
        while (len > 0 && parts[i][len - 1] == '/')
            len--;
        if (i > 0 && len > 0)
            buffer_append_char(&url, '/');
        buffer_append(&url, parts[i], len);
    }
    const char *at = strstr(endpoint->path, slot);
    if (at)
        buffer_printf(&url, "%.*s%lld%s", (int)(at - endpoint->path), endpoint->path,
                      (long long)args->project_id, at + strlen(slot));
    else
        buffer_append_text(&url, endpoint->path);
    char mark = '?';
    if (endpoint->takes_key) {
        buffer_append_text(&url, "?Key=");
        param_encode(&url, args->key);
        mark = '&';
    }
    if (endpoint->takes_version)
        buffer_printf(&url, "%cAccessToken=%lld", mark, (long long)args->version);
    if (endpoint->params && args->params && param_set_count(args->params) > 0) {
        buffer_append_char(&url, '?');
        param_set_query(args->params, &url);
    }
    if (endpoint->body == BODY_LOGIN && args->login->form == LOGIN_QUERY) {
        buffer_append_char(&url, '?');
        request_put_login(&url, args->login, password);
    }
    return buffer_take(&url);
}

/* The body, or NULL; `password` is what stands in for it in a login. Caller frees. */
static char *request_body(const struct api_config *config, const struct endpoint *endpoint,
                          const struct request_args *args, const char *password)
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
                request_put_login(&out, login, password);
            return buffer_take(&out);
        }
        json = json_pack("{s:s, s:s}", "Email", login->email, "Password", password);
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
    while (*text >= ' ' && *text <= '~')
        text++;
    return *text == '\0';
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
    bool is_login = endpoint->body == BODY_LOGIN;
    const char *password = is_login ? args->login->password : NULL;
    request->url = request_url(config, endpoint, args, password);
    request->shown_url = request_url(config, endpoint, args, MASK);
    request->body = request_body(config, endpoint, args, password);
    request->shown_body = request_body(config, endpoint, args, MASK);
    if (request->body && !(is_login && args->login->form == LOGIN_QUERY))
        request->content_type = is_login && args->login->form == LOGIN_FORM
                                    ? "application/x-www-form-urlencoded"
                                    : "application/json";
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

const char *request_accept(const struct request *request)
{
    return request->endpoint->reply ? "application/json" : "*/*";
}

json_t *request_to_json(const struct request *request)
{
    json_t *headers =
        json_pack("{s:s, s:s*}", "Accept", request_accept(request), "Content-Type", request->content_type);
    if (request->auth_header) {
        char *name = mem_copy_n(request->auth_header, strcspn(request->auth_header, ":"));
        json_object_set_new(headers, name, json_string(MASK));
        free(name);
    }
    return json_pack("{s:s, s:s, s:o, s:s?}", "method", request->endpoint->method, "url", request->shown_url,
                     "headers", headers, "body", request->shown_body);
}
