/* Owns login in its four forms, current user and the password settings. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "service.h"
#include "steno/api/json.h"
#include "steno/base/text.h"

/* Reads the members of a JSON login body as named values; false when it is no object. */
static bool service_login_read_json(struct query *values, const struct service_request *request)
{
    struct error err;
    json_t *body = json_decode(request->body, request->body_len, &err);
    const char *name;
    json_t *value;
    bool ok = json_is_object(body);
    json_object_foreach(body, name, value)
    {
        if (json_is_string(value))
            query_add(values, name, json_string_value(value));
        else if (json_is_boolean(value))
            query_add(values, name, json_is_true(value) ? "true" : "false");
    }
    json_decref(body);
    return ok;
}

/* Appends the fields of a body that its Content-Type calls a form; false when it is none, or is not whole. */
static bool service_login_read_form(struct query *values, const struct service_request *request,
                                    bool *is_form)
{
    const char *type = query_get(request->headers, "Content-Type");
    bool multipart = type && text_contains_nocase(type, "multipart/form-data");
    *is_form = multipart || (type && text_contains_nocase(type, "x-www-form-urlencoded"));
    if (multipart)
        return query_parse_multipart(values, type, request->body, request->body_len);
    if (*is_form)
        query_parse(values, request->body, request->body_len);
    return *is_form;
}

/* Collects what was sent: the query, then a form or JSON body over it. */
static bool service_login_read(struct query *values, const struct service_request *request)
{
    bool is_form;
    for (size_t i = 0; i < request->query->count; i++)
        query_add(values, request->query->pairs[i].name, request->query->pairs[i].value);
    if (request->body_len == 0)
        return true;
    if (memchr(request->body, '\0', request->body_len))
        return false;
    bool read = service_login_read_form(values, request, &is_form);
    return is_form ? read : service_login_read_json(values, request);
}

/* Answers with the account as it is now: what has been transcribed by now is taken from its credit. */
static void service_login_welcome(const struct service_call *call, const struct account *account)
{
    service_settle(call->service, call->now_ms);
    reply_json(call->reply, login_data_json(account));
}

/* Answers a login with these values. */
static void service_login_answer(struct service_call *call, const struct query *values)
{
    const char *email = query_get(values, "Email"), *password = query_get(values, "Password");
    const char *consent = query_get(values, "DataProtectionConsent");
    if (!email || !email[0] || !password || !password[0]) {
        service_refuse(call, !email || !email[0] ? "Email" : "Password", "Required");
        return;
    }
    struct account *account = login_data_log_in(&call->service->accounts, email, password);
    if (!account) {
        reply_error(call->reply, 401, "Email or password is not right");
        return;
    }
    account->consent = account->consent || (consent && text_equal_nocase(consent, "true"));
    if (account->consent)
        service_login_welcome(call, account);
    else
        reply_error(call->reply, 422, "DataProtectionConsent:Required");
}

void service_login(struct service_call *call)
{
    struct query values = {0};
    if (service_login_read(&values, call->request))
        service_login_answer(call, &values);
    else
        reply_error(call->reply, 400, "The body is neither a JSON object nor a form of its Content-Type");
    query_free(&values);
}

void service_current_user(struct service_call *call)
{
    service_login_welcome(call, call->account);
}

void service_password_settings(struct service_call *call)
{
    reply_json(call->reply, login_data_policy_json());
}
