/* The members of the password settings, in the contract's order; all are required. Rows only. */
#include "steno/api/field.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

/* clang-format off */
static const struct field_def rows[] = {
    {.path = "ActionTokenValidityHours", .type = FIELD_INT, .required = true, .group = "Other",
     .label = "Action links, hours", .help = "How long mailed action links are valid"},
    {.path = "AllowUnicode", .type = FIELD_BOOL, .required = true, .group = "Characters",
     .label = "Unicode allowed", .help = "May a password hold characters beyond ASCII?"},
    {.path = "AllowedSymbols", .type = FIELD_TEXT, .required = true, .group = "Characters",
     .label = "Allowed symbols", .help = "Symbols that a password may hold"},
    {.path = "BannedPasswordCheckEnabled", .type = FIELD_BOOL, .required = true, .group = "Banned",
     .label = "Banned list in use", .help = "Are banned passwords looked up?"},
    {.path = "BannedPasswordFilePath", .type = FIELD_TEXT, .required = true, .group = "Banned",
     .label = "Banned list file", .help = "Where the server keeps its list"},
    {.path = "BannedPasswords", .type = FIELD_TEXT, .required = true, .group = "Banned",
     .label = "Banned passwords", .help = "Passwords that are refused"},
    {.path = "MaxLength", .type = FIELD_INT, .required = true, .group = "Length", .label = "Longest",
     .help = "Most characters"},
    {.path = "PasswordComplexityCategories", .type = FIELD_INT, .required = true, .group = "Characters",
     .label = "Kinds needed", .help = "How many kinds of characters are needed"},
    {.path = "PasswordHistoryLength", .type = FIELD_INT, .required = true, .group = "Other",
     .label = "History", .help = "How many old passwords may not come back"},
    {.path = "RequireDigit", .type = FIELD_BOOL, .required = true, .group = "Characters",
     .label = "Digit needed", .help = "Must there be a digit?"},
    {.path = "RequireLowercase", .type = FIELD_BOOL, .required = true, .group = "Characters",
     .label = "Small letter needed", .help = "Must there be a small letter?"},
    {.path = "RequireNonAlphanumeric", .type = FIELD_BOOL, .required = true, .group = "Characters",
     .label = "Symbol needed", .help = "Must there be a symbol?"},
    {.path = "RequireUppercase", .type = FIELD_BOOL, .required = true, .group = "Characters",
     .label = "Capital needed", .help = "Must there be a capital?"},
    {.path = "RequiredLength", .type = FIELD_INT, .required = true, .group = "Length", .label = "Shortest",
     .help = "Fewest characters"},
    {.path = "RequiredUniqueChars", .type = FIELD_INT, .required = true, .group = "Length",
     .label = "Different characters", .help = "Fewest different characters"},
};
/* clang-format on */

const struct field_table fields_policy = {
    .name = "policy",
    .root = "",
    .rows = rows,
    .count = COUNT(rows),
};
