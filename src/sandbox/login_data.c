/* Owns the accounts and the password settings. */
/* SPDX-License-Identifier: MIT */
#include "login_data.h"

#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "reply.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define MINUTE_MS INT64_C(60000)

void login_data_renew_token(struct account *account) /* in the form of a GUID */
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

void login_data_init(struct login_data *accounts, const char *token)
{
    *accounts = (struct login_data){
        .rows = {{.email = "demo@example.org",
                  .password = "demo",
                  .consent = true,
                  .id = 1,
                  .team = 10,
                  .credit_ms = 600 * MINUTE_MS},
                 {.email = "new@example.org",
                  .password = "demo",
                  .id = 2,
                  .team = 10,
                  .credit_ms = 30 * MINUTE_MS},
                 {.email = "other@example.org",
                  .password = "demo",
                  .consent = true,
                  .id = 3,
                  .team = 20,
                  .credit_ms = 60 * MINUTE_MS}},
    };
    for (size_t i = 0; i < ACCOUNT_COUNT; i++)
        login_data_renew_token(&accounts->rows[i]);
    login_data_set_token(accounts, token);
}

void login_data_reset(struct login_data *accounts)
{
    struct login_data fresh;
    login_data_init(&fresh, NULL);
    for (size_t i = 0; i < ACCOUNT_COUNT; i++) {
        accounts->rows[i].consent = fresh.rows[i].consent;
        accounts->rows[i].spent_ms = 0;
    }
}

void login_data_set_token(struct login_data *accounts, const char *token)
{
    if (token)
        snprintf(accounts->rows[0].token, sizeof accounts->rows[0].token, "%s", token);
}

struct account *login_data_log_in(struct login_data *accounts, const char *email, const char *password)
{
    for (size_t i = 0; i < ACCOUNT_COUNT; i++) {
        struct account *account = &accounts->rows[i];
        if (text_equal_nocase(account->email, email) && strcmp(account->password, password) == 0)
            return account;
    }
    return NULL;
}

struct account *login_data_by_token(struct login_data *accounts, const char *authorization)
{
    for (size_t i = 0; authorization && i < ACCOUNT_COUNT; i++) {
        if (strcmp(accounts->rows[i].token, authorization) == 0)
            return &accounts->rows[i];
    }
    return NULL;
}

json_t *login_data_json(const struct account *account)
{
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
    return login;
}

json_t *login_data_policy_json(void)
{
    return json_pack("{s:i, s:b, s:s, s:b, s:s, s:s, s:i, s:i, s:i, s:b, s:b, s:b, s:b, s:i, s:i}",
                     "ActionTokenValidityHours", 24, "AllowUnicode", 1, "AllowedSymbols",
                     "!@#$%^&*()-_=+[]{};:,.?/ ", "BannedPasswordCheckEnabled", 1, "BannedPasswordFilePath",
                     "banned-passwords.txt", "BannedPasswords", "password,12345678,qwertyui", "MaxLength",
                     128, "PasswordComplexityCategories", 3, "PasswordHistoryLength", 5, "RequireDigit", 1,
                     "RequireLowercase", 1, "RequireNonAlphanumeric", 0, "RequireUppercase", 1,
                     "RequiredLength", 10, "RequiredUniqueChars", 4);
}
