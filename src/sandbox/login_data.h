/* Accounts: who may log in, their tokens, and what the account calls answer. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_LOGIN_DATA_H
#define STENO_SANDBOX_LOGIN_DATA_H

#include <stdbool.h>
#include <stdint.h>
#include <jansson.h>

#define ACCOUNT_COUNT 3

struct account {
    const char *email;
    const char *password;
    bool consent;
    char token[80]; /* raw value of Authorization */
    int64_t id;
    int64_t team;      /* its members may read and change each other's projects */
    int64_t credit_ms; /* what may be transcribed */
    int64_t spent_ms;  /* what was transcribed of it here */
};

struct login_data {
    struct account rows[ACCOUNT_COUNT];
};

/* Fills the accounts; the first has `token` when it is not NULL (at most 79 bytes), all others random
 * ones. */
void login_data_init(struct login_data *accounts, const char *token);

/* Consents and credit as at the first start; tokens stay. */
void login_data_reset(struct login_data *accounts);

/* Gives the first account this token, unless it is NULL. */
void login_data_set_token(struct login_data *accounts, const char *token);

/* The account with this email and password, or NULL. The email is matched without regard to case. */
struct account *login_data_log_in(struct login_data *accounts, const char *email, const char *password);

/* The account that the header's value belongs to, or NULL. */
struct account *login_data_by_token(struct login_data *accounts, const char *authorization);

/* Gives an account a new random token: its old one is not known any more. */
void login_data_renew_token(struct account *account);

/* The login result; caller owns the reference. */
json_t *login_data_json(const struct account *account);

/* The password settings; caller owns the reference. */
json_t *login_data_policy_json(void);

#endif
