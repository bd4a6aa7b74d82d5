/* SPDX-License-Identifier: MIT */
#include "steno/api/field.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

/* clang-format off */
static const struct field_def project_rows[] = {
    {.path = "Data.AccessToken", .type = FIELD_INT, .required = true, .group = "Record", .label = "Version",
     .help = "Version of the project (field AccessToken); new after every change"},
    {.path = "Data.ActiveTrsxLabel", .type = FIELD_TEXT, .group = "Transcription", .label = "Active label",
     .help = "Label of the project's current transcript"},
    {.path = "Data.Created", .type = FIELD_TEXT, .format = FORMAT_DATE, .group = "Dates", .label = "Created",
     .help = "When the project was created"},
    {.path = "Data.CreatorId", .type = FIELD_INT, .group = "Sharing", .label = "Creator",
     .help = "Id of the user who created the project"},
    {.path = "Data.DeleteAt", .type = FIELD_TEXT, .format = FORMAT_DATE, .group = "Dates", .label = "Deletion",
     .help = "When the project will be deleted"},
    {.path = "Data.Description.Author", .type = FIELD_TEXT, .group = "Description", .label = "Author",
     .help = "Author of the recording"},
    {.path = "Data.Description.Name", .type = FIELD_TEXT, .group = "Description", .label = "Name",
     .help = "Name of the project"},
    {.path = "Data.Description.Notes", .type = FIELD_TEXT, .group = "Description", .label = "Notes",
     .help = "Notes on the recording"},
    {.path = "Data.Description.Start", .type = FIELD_TEXT, .format = FORMAT_DATE, .group = "Description",
     .label = "Start", .help = "When the recording began"},
    {.path = "Data.ExpirationDate", .type = FIELD_TEXT, .format = FORMAT_DATE, .group = "Dates",
     .label = "Expires", .help = "When the project expires; the API does not say what happens then"},
    {.path = "Data.HasRecording", .type = FIELD_BOOL, .required = true, .group = "Media", .label = "Recording",
     .help = "The project has a recording"},
    {.path = "Data.Id", .type = FIELD_INT, .required = true, .group = "Record", .label = "Id",
     .help = "Id of the project"},
    {.path = "Data.IsReadOnly", .type = FIELD_BOOL, .required = true, .group = "Sharing", .label = "Read-only",
     .help = "The project cannot be changed"},
    {.path = "Data.IsTeamProject", .type = FIELD_BOOL, .group = "Sharing", .label = "Team project",
     .help = "The project belongs to the team"},
    {.path = "Data.KeywordsHighlight.TextList[][].Category", .type = FIELD_TEXT, .required = true,
     .group = "Keywords", .label = "Category", .help = "Category of a keyword"},
    {.path = "Data.KeywordsHighlight.TextList[][].Highlight", .type = FIELD_TEXT, .group = "Keywords",
     .label = "Highlight", .help = "How a keyword is highlighted"},
    {.path = "Data.KeywordsHighlight.TextList[][].Text", .type = FIELD_TEXT, .required = true,
     .group = "Keywords", .label = "Text", .help = "Text of a keyword"},
    {.path = "Data.KeywordsHighlight.TextList[][].TimestampMs", .type = FIELD_INT,
     .format = FORMAT_TIMESTAMP_MS, .group = "Keywords", .label = "Time",
     .help = "Position of the keyword in the recording"},
    {.path = "Data.KeywordsHighlight.TextList[][].Type", .type = FIELD_TEXT, .group = "Keywords",
     .label = "Type", .help = "Type of a keyword"},
    {.path = "Data.Length", .type = FIELD_TEXT, .required = true, .format = FORMAT_LENGTH, .group = "Media",
     .label = "Length", .help = "Length of the recording"},
    {.path = "Data.MediaInfo.HasVideo", .type = FIELD_BOOL, .required = true, .group = "Media",
     .label = "Video", .help = "The recording contains video"},
    {.path = "Data.MediaInfo.IsPackaged", .type = FIELD_BOOL, .required = true, .group = "Media",
     .label = "IsPackaged", .help = "The server has prepared the recording for playback"},
    {.path = "Data.ProcessingState", .type = FIELD_TEXT, .required = true, .group = "Transcription",
     .label = "State", .help = "ProcessingState, as the server reports it"},
    {.path = "Data.ShareCount", .type = FIELD_INT, .required = true, .group = "Sharing", .label = "Number of shares",
     .help = "Number of users who share the project"},
    {.path = "Data.Tags[]", .type = FIELD_TEXT_LIST, .group = "Description", .label = "Tags",
     .help = "Tags of the project"},
    {.path = "Data.TranscriptionConfig", .type = FIELD_ANY, .group = "Transcription",
     .label = "Configuration", .help = "Options of the last transcription, as the server reports them"},
    {.path = "Data.Updated", .type = FIELD_TEXT, .format = FORMAT_DATE, .group = "Dates", .label = "Updated",
     .help = "When the project was last changed"},
};

static const struct field_def login_rows[] = {
    {.path = "Claims[]", .type = FIELD_TEXT_LIST, .group = "Rights", .label = "Claims",
     .help = "Rights of the user, as the server lists them"},
    {.path = "Token", .type = FIELD_TEXT, .required = true, .group = "Rights", .label = "Token",
     .help = "The API token; never shown", .secret = true},
    {.path = "User.CommercialCommunicationConsent", .type = FIELD_BOOL, .required = true, .group = "Consents",
     .label = "Commercial messages", .help = "The user agreed to commercial messages"},
    {.path = "User.Created", .type = FIELD_TEXT, .format = FORMAT_DATE, .group = "User", .label = "Created",
     .help = "When the account was created"},
    {.path = "User.CreditMinutes", .type = FIELD_INT, .required = true, .format = FORMAT_MINUTES,
     .group = "Credit", .label = "Minutes left", .help = "Minutes that can still be transcribed"},
    {.path = "User.DataProtectionConsent", .type = FIELD_BOOL, .required = true, .group = "Consents",
     .label = "Data protection", .help = "The user agreed to the data protection terms"},
    {.path = "User.DidPay", .type = FIELD_BOOL, .required = true, .group = "Credit", .label = "Has paid",
     .help = "Paid account"},
    {.path = "User.Email", .type = FIELD_TEXT, .group = "User", .label = "Email",
     .help = "Email of the account"},
    {.path = "User.Id", .type = FIELD_INT, .required = true, .group = "User", .label = "Id",
     .help = "Id of the user"},
    {.path = "User.IsTeamOwner", .type = FIELD_BOOL, .required = true, .group = "Rights",
     .label = "Team owner", .help = "The user owns the team"},
    {.path = "User.Language", .type = FIELD_TEXT, .group = "User", .label = "Language",
     .help = "Language of the account"},
    {.path = "User.Settings", .type = FIELD_OBJECT, .group = "Settings",
     .label = "Settings", .help = "Settings of the service's web editor"},
    {.path = "User.TeamId", .type = FIELD_INT, .required = true, .group = "User", .label = "Team",
     .help = "Id of the team"},
    {.path = "User.TranscribedMinutes", .type = FIELD_NUMBER, .required = true, .format = FORMAT_MINUTES,
     .group = "Credit", .label = "Transcribed by team", .help = "Minutes transcribed by the team"},
    {.path = "User.Updated", .type = FIELD_TEXT, .format = FORMAT_DATE, .group = "User", .label = "Updated",
     .help = "When the account was last changed"},
    {.path = "User.UserRole", .type = FIELD_TEXT, .required = true, .group = "Rights", .label = "Role",
     .help = "Role of the user, as the server reports it"},
    {.path = "User.UserTranscribedMinutes", .type = FIELD_NUMBER, .required = true, .format = FORMAT_MINUTES,
     .group = "Credit", .label = "Transcribed by you", .help = "Minutes transcribed by this user"},
};

/* Password settings. All are `required`, because the contract promises all of them. */
static const struct field_def policy_rows[] = {
    {.path = "ActionTokenValidityHours", .type = FIELD_INT, .required = true, .group = "Other",
     .label = "Email links valid, hours", .help = "How many hours the links in the server's emails are valid"},
    {.path = "AllowUnicode", .type = FIELD_BOOL, .required = true, .group = "Characters",
     .label = "Unicode allowed", .help = "Non-ASCII characters are allowed in a password"},
    {.path = "AllowedSymbols", .type = FIELD_TEXT, .required = true, .group = "Characters",
     .label = "Allowed symbols", .help = "Symbols allowed in a password"},
    {.path = "BannedPasswordCheckEnabled", .type = FIELD_BOOL, .required = true, .group = "Banned",
     .label = "Banned passwords checked", .help = "New passwords are checked against the banned ones"},
    {.path = "BannedPasswordFilePath", .type = FIELD_TEXT, .required = true, .group = "Banned",
     .label = "Banned list file", .help = "Path (on the server) of the file of banned passwords"},
    {.path = "BannedPasswords", .type = FIELD_TEXT, .required = true, .group = "Banned",
     .label = "Banned passwords", .help = "Passwords that the server does not accept"},
    {.path = "MaxLength", .type = FIELD_INT, .required = true, .group = "Length", .label = "Maximum length",
     .help = "Maximum number of characters in a password"},
    {.path = "PasswordComplexityCategories", .type = FIELD_INT, .required = true, .group = "Characters",
     .label = "Character classes required",
     .help = "How many kinds of characters, such as digits, a password needs"},
    {.path = "PasswordHistoryLength", .type = FIELD_INT, .required = true, .group = "Other",
     .label = "History", .help = "Number of old passwords that cannot be used again"},
    {.path = "RequireDigit", .type = FIELD_BOOL, .required = true, .group = "Characters",
     .label = "Digit required", .help = "A password needs at least one digit"},
    {.path = "RequireLowercase", .type = FIELD_BOOL, .required = true, .group = "Characters",
     .label = "Lowercase required", .help = "A password needs at least one lowercase letter"},
    {.path = "RequireNonAlphanumeric", .type = FIELD_BOOL, .required = true, .group = "Characters",
     .label = "Symbol required", .help = "A password needs at least one symbol"},
    {.path = "RequireUppercase", .type = FIELD_BOOL, .required = true, .group = "Characters",
     .label = "Uppercase required", .help = "A password needs at least one uppercase letter"},
    {.path = "RequiredLength", .type = FIELD_INT, .required = true, .group = "Length", .label = "Minimum length",
     .help = "Minimum number of characters in a password"},
    {.path = "RequiredUniqueChars", .type = FIELD_INT, .required = true, .group = "Length",
     .label = "Different characters", .help = "Minimum number of different characters in a password"},
};
/* clang-format on */

const struct field_table fields_project = {
    .name = "project",
    .root = "Data",
    .rows = project_rows,
    .count = COUNT(project_rows),
};

const struct field_table fields_login = {
    .name = "login",
    .root = "",
    .rows = login_rows,
    .count = COUNT(login_rows),
};

const struct field_table fields_policy = {
    .name = "policy",
    .root = "",
    .rows = policy_rows,
    .count = COUNT(policy_rows),
};

bool field_is_nested(const struct field_def *def)
{
    return strstr(def->path, "[][]") != NULL;
}

const struct field_def *field_find(const struct field_table *table, const char *path)
{
    for (size_t i = 0; i < table->count; i++) {
        if (strcmp(table->rows[i].path, path) == 0)
            return &table->rows[i];
    }
    return NULL;
}

/* Returns the row's path, without the table's root. */
static const char *field_inner_path(const struct field_table *table, const struct field_def *def)
{
    size_t root = strlen(table->root);
    return root ? def->path + root + 1 : def->path;
}

const json_t *field_get(const struct field_table *table, const struct field_def *def, const json_t *resource)
{
    const char *path = field_inner_path(table, def);
    const json_t *value = resource;
    while (value && *path && *path != '[') {
        char member[64];
        size_t len = strcspn(path, ".[");
        if (len >= sizeof member)
            return NULL;
        memcpy(member, path, len);
        member[len] = '\0';
        value = json_object_get(value, member);
        path += len + (path[len] == '.');
    }
    return json_is_null(value) ? NULL : value;
}

/* Appends a text. A valid date or length is first written for people. */
static void field_show_text(struct buffer *out, const struct field_def *def, const char *text,
                            enum date_zone zone)
{
    char shown[DATE_TEXT_SIZE];
    struct date date;
    int64_t ms;
    if (def->format == FORMAT_DATE && date_parse(text, &date)) {
        date_format(shown, sizeof shown, &date, zone);
        text = shown;
    } else if (def->format == FORMAT_LENGTH && length_parse(text, &ms)) {
        length_format(shown, sizeof shown, ms);
        text = shown;
    }
    buffer_append_text(out, text);
}

void field_show(struct buffer *out, const struct field_table *table, const struct field_def *def,
                const json_t *resource, enum date_zone zone)
{
    const json_t *value = field_get(table, def, resource);
    if (!value)
        return;
    if (json_is_string(value)) {
        field_show_text(out, def, json_string_value(value), zone);
    } else if (json_is_boolean(value)) {
        buffer_append_text(out, json_is_true(value) ? "yes" : "no");
    } else if (json_is_number(value)) {
        double number = json_number_value(value);
        bool minutes = def->format == FORMAT_MINUTES;
        if (minutes && number >= 0 &&
            number <= 1e12) /* round: some services count seconds and send 1267.91666666667 minutes */
            number = (double)(int64_t)(number * 100 + 0.5) / 100;
        if (json_is_integer(value))
            buffer_printf(out, "%lld", (long long)json_integer_value(value));
        else
            buffer_printf(out, "%.15g", number);
        buffer_append_text(out, minutes ? " min" : "");
    } else if (json_is_array(value) && def->type == FIELD_TEXT_LIST) {
        for (size_t i = 0; i < json_array_size(value); i++) {
            const json_t *item = json_array_get(value, i);
            buffer_append_text(out, i > 0 ? ", " : "");
            if (json_is_string(item))
                field_show_text(out, def, json_string_value(item), zone);
            else
                json_write(out, item);
        }
    } else {
        json_write(out, value);
    }
}

enum field_known field_know(const struct field_table *table, const char *path)
{
    size_t len = strlen(path);
    enum field_known known = FIELD_UNKNOWN;
    for (size_t i = 0; i < table->count; i++) {
        const char *own = field_inner_path(table, &table->rows[i]);
        if (strncmp(own, path, len) != 0)
            continue;
        if (own[len] == '\0' || own[len] == '[')
            return FIELD_KNOWN;
        if (own[len] == '.')
            known = FIELD_ABOVE;
    }
    return known;
}
