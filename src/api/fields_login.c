/* The members of a login result, in the contract's order. Rows only. */
#include "steno/api/field.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

/* clang-format off */
static const struct field_def rows[] = {
    {.path = "Claims[]", .type = FIELD_TEXT_LIST, .group = "Rights", .label = "Claims",
     .help = "Rights listed by the server"},
    {.path = "Token", .type = FIELD_TEXT, .required = true, .group = "Rights", .label = "Token",
     .help = "The API token; never shown", .secret = true},
    {.path = "User.CommercialCommunicationConsent", .type = FIELD_BOOL, .required = true, .group = "Consents",
     .label = "Commercial messages", .help = "Agreed to commercial messages"},
    {.path = "User.Created", .type = FIELD_TEXT, .format = FORMAT_DATE, .group = "Account", .label = "Created",
     .help = "When the account was created"},
    {.path = "User.CreditMinutes", .type = FIELD_INT, .required = true, .format = FORMAT_MINUTES,
     .group = "Credit", .label = "Credit", .help = "Remaining minutes"},
    {.path = "User.DataProtectionConsent", .type = FIELD_BOOL, .required = true, .group = "Consents",
     .label = "Data protection", .help = "Agreed to the data protection terms"},
    {.path = "User.DidPay", .type = FIELD_BOOL, .required = true, .group = "Credit", .label = "Has paid",
     .help = "Paid account"},
    {.path = "User.Email", .type = FIELD_TEXT, .group = "Account", .label = "Email",
     .help = "Email of the account"},
    {.path = "User.Id", .type = FIELD_INT, .required = true, .group = "Account", .label = "Id",
     .help = "Number of the user"},
    {.path = "User.IsTeamOwner", .type = FIELD_BOOL, .required = true, .group = "Rights",
     .label = "Team owner", .help = "The user owns the team"},
    {.path = "User.Language", .type = FIELD_TEXT, .group = "Account", .label = "Language",
     .help = "Language of the account"},
    {.path = "User.Settings", .type = FIELD_OBJECT, .format = FORMAT_JSON, .group = "Settings",
     .label = "Settings", .help = "Settings of the service's web editor"},
    {.path = "User.TeamId", .type = FIELD_INT, .required = true, .group = "Account", .label = "Team",
     .help = "Number of the team"},
    {.path = "User.TranscribedMinutes", .type = FIELD_NUMBER, .required = true, .format = FORMAT_MINUTES,
     .group = "Credit", .label = "Transcribed", .help = "Minutes transcribed by the team"},
    {.path = "User.Updated", .type = FIELD_TEXT, .format = FORMAT_DATE, .group = "Account", .label = "Updated",
     .help = "When the account was last changed"},
    {.path = "User.UserRole", .type = FIELD_TEXT, .required = true, .group = "Rights", .label = "Role",
     .help = "Role of the user, as the server reports it"},
    {.path = "User.UserTranscribedMinutes", .type = FIELD_NUMBER, .required = true, .format = FORMAT_MINUTES,
     .group = "Credit", .label = "By this user", .help = "Minutes transcribed by this user"},
};
/* clang-format on */

const struct field_table fields_login = {
    .name = "login",
    .root = "",
    .rows = rows,
    .count = COUNT(rows),
};
