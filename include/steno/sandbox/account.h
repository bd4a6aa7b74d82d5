/* Accounts: who may log in, their tokens, and what the account calls answer. */
#ifndef STENO_SANDBOX_ACCOUNT_H
#define STENO_SANDBOX_ACCOUNT_H

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
    int64_t team; /* its members may read and change each other's projects */
};

struct accounts {
    struct account rows[ACCOUNT_COUNT];
};

/* Fills the accounts; the first has `token` when it is not NULL (at most 79 bytes), all others random
 * ones. */
void accounts_init(struct accounts *accounts, const char *token);

/* The account with this email and password, or NULL. The email is matched without regard to case. */
struct account *accounts_login(struct accounts *accounts, const char *email, const char *password);

/* The account that the header's value belongs to, or NULL. */
const struct account *accounts_by_token(const struct accounts *accounts, const char *authorization);

/* The login result; caller owns the reference. */
json_t *account_json(const struct account *account);

/* The password settings; caller owns the reference. */
json_t *account_policy_json(void);

#endif
