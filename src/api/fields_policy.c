/* The members of the password settings, in the contract's order; all are required. Rows only. */
#include "steno/api/field.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

/* clang-format off */
static const struct field_def rows[] = {
    {.path = "ActionTokenValidityHours", .type = FIELD_INT, .required = true, .group = "Other",
     .label = "Action links, hours", .help = "How long action links in emails are valid, in hours"},
    {.path = "AllowUnicode", .type = FIELD_BOOL, .required = true, .group = "Characters",
     .label = "Unicode allowed", .help = "Non-ASCII characters are allowed in a password"},
    {.path = "AllowedSymbols", .type = FIELD_TEXT, .required = true, .group = "Characters",
     .label = "Allowed symbols", .help = "Symbols allowed in a password"},
    {.path = "BannedPasswordCheckEnabled", .type = FIELD_BOOL, .required = true, .group = "Banned",
     .label = "Banned list in use", .help = "Checks against banned passwords"},
    {.path = "BannedPasswordFilePath", .type = FIELD_TEXT, .required = true, .group = "Banned",
     .label = "Banned list file", .help = "Where the server keeps the list"},
    {.path = "BannedPasswords", .type = FIELD_TEXT, .required = true, .group = "Banned",
     .label = "Banned passwords", .help = "Passwords that are not accepted"},
    {.path = "MaxLength", .type = FIELD_INT, .required = true, .group = "Length", .label = "Maximum length",
     .help = "Maximum number of characters"},
    {.path = "PasswordComplexityCategories", .type = FIELD_INT, .required = true, .group = "Characters",
     .label = "Character classes required", .help = "Number of character classes required"},
    {.path = "PasswordHistoryLength", .type = FIELD_INT, .required = true, .group = "Other",
     .label = "History", .help = "Number of old passwords that cannot be used again"},
    {.path = "RequireDigit", .type = FIELD_BOOL, .required = true, .group = "Characters",
     .label = "Digit required", .help = "At least one digit is required"},
    {.path = "RequireLowercase", .type = FIELD_BOOL, .required = true, .group = "Characters",
     .label = "Lowercase required", .help = "At least one lowercase letter is required"},
    {.path = "RequireNonAlphanumeric", .type = FIELD_BOOL, .required = true, .group = "Characters",
     .label = "Symbol required", .help = "At least one symbol is required"},
    {.path = "RequireUppercase", .type = FIELD_BOOL, .required = true, .group = "Characters",
     .label = "Uppercase required", .help = "At least one uppercase letter is required"},
    {.path = "RequiredLength", .type = FIELD_INT, .required = true, .group = "Length", .label = "Minimum length",
     .help = "Minimum number of characters"},
    {.path = "RequiredUniqueChars", .type = FIELD_INT, .required = true, .group = "Length",
     .label = "Different characters", .help = "Minimum number of different characters"},
};
/* clang-format on */

const struct field_table fields_policy = {
    .name = "policy",
    .root = "",
    .rows = rows,
    .count = COUNT(rows),
};
