/* The offline check of a candidate password against the server's password settings.
 *
 * What can be judged here is passed or failed; what only the server knows (its
 * banned list, its history) is unsure.  The candidate is neither kept nor shown
 * in a reason.
 */
#ifndef STENO_CORE_POLICY_CHECK_H
#define STENO_CORE_POLICY_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/api/record.h"

enum policy_verdict { POLICY_PASSED, POLICY_FAILED, POLICY_UNSURE };

struct policy_finding {
    const struct field_def *field; /* the rule: a row of fields_policy */
    enum policy_verdict verdict;
    char reason[160];
};

#define POLICY_FINDINGS_MAX 15

/* Judges the candidate (UTF-8) by every rule, in the contract's order; returns how many findings. Rules that
 * ask nothing of a password (hours of validity, a file's path) give none. */
size_t policy_check(const struct policy *policy, const char *candidate,
                    struct policy_finding findings[POLICY_FINDINGS_MAX]);

/* "✓", "✗", "?", or in ASCII "+", "-", "?". */
const char *policy_verdict_mark(enum policy_verdict verdict, bool ascii);

#endif
