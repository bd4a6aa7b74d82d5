/* Owns the accounts: who may log in, in the four forms of a login, and what the account calls answer. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "service.h"
#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define MINUTE_MS INT64_C(60000)

static const struct account accounts_at_start[ACCOUNT_COUNT] = {
    {"demo@example.org", "demo", .consent = true, .id = 1, .team = 10, .credit_ms = 600 * MINUTE_MS},
    {"new@example.org", "demo", .consent = false, .id = 2, .team = 10, .credit_ms = 30 * MINUTE_MS},
    {"other@example.org", "demo", .consent = true, .id = 3, .team = 20, .credit_ms = 60 * MINUTE_MS},
};

void account_renew_token(struct account *account) /* in the form of a GUID */
{
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        mem_die("no random bytes for a token");
    size_t at = 0;
    for (size_t i = 0; i < sizeof bytes; i++) {
        bool dash = i == 4 || i == 6 || i == 8 || i == 10;
        at += (size_t)snprintf(account->token + at, sizeof account->token - at, "%s%02x", dash ? "-" : "",
                               bytes[i]);
    }
}

void accounts_init(struct accounts *accounts, const char *token)
{
    memcpy(accounts->rows, accounts_at_start, sizeof accounts->rows);
    for (size_t i = 0; i < ACCOUNT_COUNT; i++)
        account_renew_token(&accounts->rows[i]);
    if (token)
        snprintf(accounts->rows[0].token, sizeof accounts->rows[0].token, "%s", token);
}

void service_reset(struct service *service)
{
    world_reset(service->world);
    for (size_t i = 0; i < ACCOUNT_COUNT; i++) {
        service->accounts.rows[i].consent = accounts_at_start[i].consent;
        service->accounts.rows[i].spent_ms = 0;
    }
}

struct account *accounts_by_token(struct accounts *accounts, const char *authorization)
{
    for (size_t i = 0; authorization && i < ACCOUNT_COUNT; i++) {
        if (strcmp(accounts->rows[i].token, authorization) == 0)
            return &accounts->rows[i];
    }
    return NULL;
}

/* Answers with the account as it is now: what has been transcribed by now is taken from its credit. */
static void account_answer(struct service_call *call, const struct account *account)
{
    service_settle(call->service, call->now_ms);
    bool first = account->id == 1;
    double spent = (double)account->spent_ms / MINUTE_MS;
    json_int_t credit = (account->credit_ms - account->spent_ms) / MINUTE_MS;
    json_t *settings = json_pack("{s:b, s:b, s:f, s:i, s:i}", "spellCheck", 1, "syncCaret", 0, "caretDelay",
                                 0.25, "lastProjId", 1, "pageSize", 40);
    json_t *user = json_pack(
        "{s:b, s:s, s:I, s:b, s:b, s:s, s:I, s:b, s:s, s:o, s:i, s:f, s:s, s:s, s:f}",
        "CommercialCommunicationConsent", 0, "Created", "2024-02-29T12:00:00.1234567+01:00", "CreditMinutes",
        credit, "DataProtectionConsent", account->consent, "DidPay", first, "Email", account->email, "Id",
        (json_int_t)account->id, "IsTeamOwner", first, "Language", "cs-CZ", "Settings", settings, "TeamId",
        (int)account->team, "TranscribedMinutes", (first ? 1234.5 : 0.0) + spent, "Updated",
        "2026-05-14T09:00:00Z", "UserRole", "User", "UserTranscribedMinutes", (first ? 420.25 : 0.0) + spent);
    json_t *login = json_pack("{s:[s,s], s:s, s:o}", "Claims", "projects:read", "projects:write", "Token",
                              account->token, "User", user);
    if (!first) /* null in one account, nothing at all in the other */
        reply_blank(login, &fields_login, account->id == 3);
    reply_json(call->reply, login);
}

/* Appends the members of a JSON login body as named values; false when it is no object. */
static bool login_read_json(struct query *values, const struct service_request *request)
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

/* Collects what was sent: the query, then over it a body that its Content-Type calls a form, or of JSON. */
static bool login_read(struct query *values, const struct service_request *request)
{
    const char *type = query_get(request->headers, "Content-Type");
    for (size_t i = 0; i < request->query->count; i++)
        query_add(values, request->query->pairs[i].name, request->query->pairs[i].value);
    if (request->body_len == 0)
        return true;
    if (memchr(request->body, '\0', request->body_len))
        return false;
    if (type && text_contains_nocase(type, "multipart/form-data"))
        return query_parse_multipart(values, type, request->body, request->body_len);
    if (!type || !text_contains_nocase(type, "x-www-form-urlencoded"))
        return login_read_json(values, request);
    query_parse(values, request->body, request->body_len);
    return true;
}

void service_login(struct service_call *call)
{
    struct query values = {0};
    struct account *account = NULL;
    bool ok = login_read(&values, call->request);
    const char *email = query_get(&values, "Email"), *password = query_get(&values, "Password");
    const char *consent = query_get(&values, "DataProtectionConsent");
    bool complete = email && email[0] && password && password[0];
    for (size_t i = 0; complete && i < ACCOUNT_COUNT; i++) {
        struct account *row = &call->service->accounts.rows[i];
        if (text_equal_nocase(row->email, email) && strcmp(row->password, password) == 0)
            account = row;
    }
    if (ok && account)
        account->consent = account->consent || (consent && text_equal_nocase(consent, "true"));
    if (!ok)
        reply_error(call->reply, 400, "The body is neither a JSON object nor a form of its Content-Type");
    else if (!complete)
        service_refuse(call, !email || !email[0] ? "Email" : "Password", "Required");
    else if (!account)
        reply_error(call->reply, 401, "Email or password is not right");
    else if (!account->consent)
        reply_error(call->reply, 422, "DataProtectionConsent:Required");
    else
        account_answer(call, account);
    query_free(&values);
}

void service_current_user(struct service_call *call)
{
    account_answer(call, call->account);
}

void service_password_settings(struct service_call *call)
{
    reply_json(call->reply,
               json_pack("{s:i, s:b, s:s, s:b, s:s, s:s, s:i, s:i, s:i, s:b, s:b, s:b, s:b, s:i, s:i}",
                         "ActionTokenValidityHours", 24, "AllowUnicode", 1, "AllowedSymbols",
                         "!@#$%^&*()-_=+[]{};:,.?/ ", "BannedPasswordCheckEnabled", 1,
                         "BannedPasswordFilePath", "banned-passwords.txt", "BannedPasswords",
                         "password,12345678,qwertyui", "MaxLength", 128, "PasswordComplexityCategories", 3,
                         "PasswordHistoryLength", 5, "RequireDigit", 1, "RequireLowercase", 1,
                         "RequireNonAlphanumeric", 0, "RequireUppercase", 1, "RequiredLength", 10,
                         "RequiredUniqueChars", 4));
}
