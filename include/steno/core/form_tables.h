/* The tables of the forms that cannot be sent as they open: login, metadata. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_FORM_TABLES_H
#define STENO_CORE_FORM_TABLES_H

#include <stdbool.h>

#include "steno/api/param.h"

extern const struct param_table
    params_login; /* URL, Email, Password, Token, Consent (hide it until wanted) */
extern const struct param_table
    params_metadata; /* Key, Value (an empty value is one, which has to be entered) */

/* Rows of the tables, in their order: param_set_get(set, LOGIN_URL). */
enum { LOGIN_URL, LOGIN_EMAIL, LOGIN_PASSWORD, LOGIN_TOKEN, LOGIN_CONSENT };
enum { METADATA_KEY, METADATA_VALUE };

/* Is it enough for a login: a URL, and either a token or email and password, not both? If not, *index gets
 * the row to look at and err the reason. */
bool form_tables_check_login(const struct param_set *set, int *index, struct error *err);

#endif
