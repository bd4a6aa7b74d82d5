/* What the command line makes of replies without one of their required members, operation by operation. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "support/asserts.h"

/* The required members of each reply, as the API specification lists them. */
static const char *const project_members[] = {
    "Data.AccessToken",
    "Data.HasRecording",
    "Data.Id",
    "Data.IsReadOnly",
    "Data.KeywordsHighlight.TextList[0][0].Category",
    "Data.KeywordsHighlight.TextList[0][0].Text",
    "Data.Length",
    "Data.MediaInfo.HasVideo",
    "Data.MediaInfo.IsPackaged",
    "Data.ProcessingState",
    "Data.ShareCount",
    NULL,
};
static const char *const login_members[] = {
    "Token",
    "User.CommercialCommunicationConsent",
    "User.CreditMinutes",
    "User.DataProtectionConsent",
    "User.DidPay",
    "User.Id",
    "User.IsTeamOwner",
    "User.TeamId",
    "User.TranscribedMinutes",
    "User.UserRole",
    "User.UserTranscribedMinutes",
    NULL,
};
static const char *const policy_members[] = {
    "ActionTokenValidityHours", "AllowUnicode",    "AllowedSymbols",      "BannedPasswordCheckEnabled",
    "BannedPasswordFilePath",   "BannedPasswords", "MaxLength",           "PasswordComplexityCategories",
    "PasswordHistoryLength",    "RequireDigit",    "RequireLowercase",    "RequireNonAlphanumeric",
    "RequireUppercase",         "RequiredLength",  "RequiredUniqueChars", NULL,
};

/* The nine operations, each by the command that uses it. */
static const struct {
    const char *command, *input;
    const char *const *members; /* those that the replies lack, one after the other */
    const char *fatal;          /* the one without which nothing can be done */
    int second;                 /* how it ends once more, after what the first run has done and saved */
    bool silent;                /* nothing that it shows comes from the reply */
} operations[] = {
    {"login --email demo@example.org --password-stdin", "demo\n", login_members, "Token", 0, true},
    {"whoami", NULL, login_members, NULL, 0, false},
    {"password-policy", NULL, policy_members, NULL, 0, false},
    {"show 7", NULL, project_members, NULL, 0, false},
    {"metadata set 7 k v", NULL, project_members, "Data.AccessToken", 0, false},
    {"metadata rm 7 k", NULL, project_members, "Data.AccessToken", 4, false},
    {"tag rm 7 news", NULL, project_members, "Data.AccessToken", 4, false},
    {"enqueue 7", NULL, project_members, NULL, 5, false},
    {"export 7 -o - --file-format-id srt", NULL, project_members, NULL, 0, true},
};

/* Runs one command twice against replies without a member. */
static void expect_member_is_named(struct bench *bench, size_t operation, const char *member)
{
    struct process_result result;
    char fault[100], words[120];
    const char *command = operations[operation].command, *fatal = operations[operation].fatal;
    bool ends = fatal && strcmp(fatal, member) == 0;
    snprintf(fault, sizeof fault, "*:missing=%s", strrchr(member, '.') ? strrchr(member, '.') + 1 : member);
    snprintf(words, sizeof words, "%s is missing", member);
    control_heal(&bench->sandbox);
    control_reset(&bench->sandbox);
    control_change(&bench->sandbox, 7, "{\"Metadata\": {\"k\": \"v\"}}");
    control_fault(&bench->sandbox, fault);
    process_steno(bench->home, command, operations[operation].input, &result);
    cr_expect_eq(result.code, ends ? 1 : 0, "%s without %s: %d: %s", command, member, result.code,
                 buffer_text(&result.err));
    if (!operations[operation].silent && !ends)
        cr_expect_str_has(buffer_text(&result.err), words, "%s without %s: %s", command, member,
                          buffer_text(&result.err));
    process_result_free(&result);
    process_steno(bench->home, command, operations[operation].input, &result);
    cr_expect_eq(result.code, ends ? 1 : operations[operation].second, "%s again without %s: %d: %s", command,
                 member, result.code, buffer_text(&result.err));
    process_result_free(&result);
}

Test(members, a_reply_without_a_required_member_is_never_a_mistake_of_the_command_line)
{
    struct bench bench;
    bench_start_logged_in(&bench, "--transcribe-seconds 60");
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        for (const char *const *member = operations[i].members; *member; member++)
            expect_member_is_named(&bench, i, *member);
    }
    bench_stop(&bench);
}
