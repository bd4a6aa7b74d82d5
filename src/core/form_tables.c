/* The tables of the forms that cannot be sent as they open, and what they cannot do without. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/form_tables.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

static const struct param_def login_rows[] = {
    [LOGIN_URL] = {.name = "URL",
                   .type = PARAM_TEXT,
                   .group = "Server",
                   .help = "Address of the server, such as https://example.org",
                   .required = true},
    [LOGIN_EMAIL] = {.name = "Email",
                     .type = PARAM_TEXT,
                     .group = "With a password",
                     .help = "The address you log in with"},
    [LOGIN_PASSWORD] = {.name = "Password",
                        .type = PARAM_TEXT,
                        .group = "With a password",
                        .help = "Sent once; not saved",
                        .secret = true},
    [LOGIN_TOKEN] = {.name = "Token",
                     .type = PARAM_TEXT,
                     .group = "Or with a token",
                     .help = "API token, instead of email and password",
                     .secret = true},
    [LOGIN_CONSENT] = {.name = "DataProtectionConsent",
                       .type = PARAM_BOOL,
                       .def = "false",
                       .group = "Consent",
                       .help = "The server asks: do you consent to its data protection terms?"},
};

/* Is the row filled with something? */
static bool is_given(const struct param_set *set, int index)
{
    const char *text = param_set_get(set, index);
    return text && text[0];
}

/* A token stands for email and password. */
static bool form_tables_needs_login(const struct param_set *set, int index)
{
    bool token = is_given(set, LOGIN_TOKEN);
    if (index == LOGIN_TOKEN)
        return !token && !is_given(set, LOGIN_PASSWORD);
    return index != LOGIN_CONSENT && !is_given(set, index) && (index == LOGIN_URL || !token);
}

const struct param_table params_login = {
    .name = "login",
    .rows = login_rows,
    .count = COUNT(login_rows),
    .first = "URL",
    .needs = form_tables_needs_login,
};

static const struct param_def metadata_rows[] = {
    [METADATA_KEY] = {.name = "Key",
                      .type = PARAM_TEXT,
                      .group = "Metadata",
                      .help = "Name of the key; an existing value is replaced",
                      .required = true},
    [METADATA_VALUE] = {.name = "Value",
                        .type = PARAM_TEXT,
                        .group = "Metadata",
                        .help = "Any text; can be empty"},
};

/* An empty value is one, once it was entered. */
static bool form_tables_needs_metadata(const struct param_set *set, int index)
{
    return index == METADATA_KEY ? !is_given(set, index) : !param_set_get(set, index);
}

const struct param_table params_metadata = {
    .name = "metadata",
    .rows = metadata_rows,
    .count = COUNT(metadata_rows),
    .first = "Key",
    .needs = form_tables_needs_metadata,
};

bool form_tables_check_login(const struct param_set *set, int *index, struct error *err)
{
    bool email = is_given(set, LOGIN_EMAIL), password = is_given(set, LOGIN_PASSWORD);
    bool token = is_given(set, LOGIN_TOKEN);
    if (!is_given(set, LOGIN_URL)) {
        *index = LOGIN_URL;
        return error_set(err, ERROR_USAGE, "URL: the address of the server is required");
    }
    if (token && password) {
        *index = LOGIN_TOKEN;
        return error_set(err, ERROR_USAGE, "Token: give a token or a password, not both");
    }
    if (token)
        return true;
    if (!email) {
        *index = LOGIN_EMAIL;
        return error_set(err, ERROR_USAGE, "Email: required, or paste a token below");
    }
    if (!password) {
        *index = LOGIN_PASSWORD;
        return error_set(err, ERROR_USAGE, "Password: required, or paste a token below");
    }
    return true;
}
