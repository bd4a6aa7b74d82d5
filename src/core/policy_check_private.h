/* The rules of the password check, for policy_check.c and for the test that holds them against the field
 * table. */
#ifndef STENO_CORE_POLICY_CHECK_PRIVATE_H
#define STENO_CORE_POLICY_CHECK_PRIVATE_H

#include "steno/core/policy_check.h"

struct password;

struct policy_rule {
    const char *path; /* row of fields_policy */
    /* Judges; the value has the row's type. NULL: the setting asks nothing of a password. */
    bool (*judge)(const struct password *password, const json_t *value, struct policy_finding *finding);
};
extern const struct policy_rule policy_rules[POLICY_FINDINGS_MAX];

/* The setting that turns the look-up of banned passwords on. */
extern const char *const policy_ban_switch;

#endif
