/* The offline check of a password: what can be judged is judged, what cannot is said to be unsure. */
#include <criterion/criterion.h>
#include <string.h>

#include "../../src/core/policy_check_private.h"
#include "steno/core/policy_check.h"

static const char strict[] =
    "{\"ActionTokenValidityHours\":24,\"AllowUnicode\":false,\"AllowedSymbols\":\"!@#\","
    "\"BannedPasswordCheckEnabled\":true,"
    "\"BannedPasswordFilePath\":\"/x\",\"BannedPasswords\":\"password, Qwerty123!;letmein\",\"MaxLength\":12,"
    "\"PasswordComplexityCategories\":3,\"PasswordHistoryLength\":5,\"RequireDigit\":true,"
    "\"RequireLowercase\":true,"
    "\"RequireNonAlphanumeric\":true,\"RequireUppercase\":true,\"RequiredLength\":8,\"RequiredUniqueChars\":"
    "4}";
static const char lax[] = "{\"ActionTokenValidityHours\":24,\"AllowUnicode\":true,\"AllowedSymbols\":\"\","
                          "\"BannedPasswordCheckEnabled\":false,"
                          "\"BannedPasswordFilePath\":\"\",\"BannedPasswords\":\"password\",\"MaxLength\":0,"
                          "\"PasswordComplexityCategories\":0,\"PasswordHistoryLength\":0,\"RequireDigit\":"
                          "false,\"RequireLowercase\":false,"
                          "\"RequireNonAlphanumeric\":false,\"RequireUppercase\":false,\"RequiredLength\":0,"
                          "\"RequiredUniqueChars\":0}";

/* The finding about one setting. */
static struct policy_finding judge(const char *settings, const char *candidate, const char *path)
{
    struct policy_finding findings[POLICY_FINDINGS_MAX], found = {0};
    struct policy policy = {.record = {.raw = json_loads(settings, 0, NULL)}};
    cr_assert_not_null(policy.record.raw);
    size_t count = policy_check(&policy, candidate, findings);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(findings[i].field->path, path) == 0)
            found = findings[i];
    }
    json_decref(policy.record.raw);
    return found;
}

static void expect(const char *settings, const char *candidate, const char *path, enum policy_verdict want)
{
    struct policy_finding finding = judge(settings, candidate, path);
    cr_assert_not_null(finding.field, "no finding about %s", path);
    cr_expect_eq(finding.verdict, want, "%s, “%s”: %s %s", path, candidate,
                 policy_verdict_mark(finding.verdict, true), finding.reason);
    cr_expect_str_neq(finding.reason, "");
}

Test(policy_check, every_setting_of_the_contract_has_a_rule_in_the_contract_s_order)
{
    cr_assert_eq(fields_policy.count, POLICY_FINDINGS_MAX);
    for (size_t i = 0; i < fields_policy.count; i++)
        cr_expect_str_eq(policy_rules[i].path, fields_policy.rows[i].path);
    cr_expect_not_null(field_find(&fields_policy, policy_ban_switch));
}

Test(policy_check, settings_that_ask_nothing_of_a_password_give_no_finding)
{
    struct policy_finding findings[POLICY_FINDINGS_MAX];
    struct policy policy = {.record = {.raw = json_loads(strict, 0, NULL)}};
    cr_expect_eq(policy_check(&policy, "x", findings), 13);
    json_decref(policy.record.raw);
}

Test(policy_check, a_good_password_fails_nowhere)
{
    struct policy_finding findings[POLICY_FINDINGS_MAX];
    struct policy policy = {.record = {.raw = json_loads(strict, 0, NULL)}};
    size_t count = policy_check(&policy, "Abcdef12!", findings);
    for (size_t i = 0; i < count; i++)
        cr_expect_neq(findings[i].verdict, POLICY_FAILED, "%s: %s", findings[i].field->path,
                      findings[i].reason);
    json_decref(policy.record.raw);
}

Test(policy_check, lengths)
{
    expect(strict, "1234567", "RequiredLength", POLICY_FAILED);
    expect(strict, "12345678", "RequiredLength", POLICY_PASSED);
    expect(strict, "1234567ž", "RequiredLength", POLICY_PASSED);
    expect(strict, "123456😀", "RequiredLength", POLICY_UNSURE);
    expect(strict, "123456789012", "MaxLength", POLICY_PASSED);
    expect(strict, "1234567890123", "MaxLength", POLICY_FAILED);
    expect(strict, "12345678901😀", "MaxLength", POLICY_UNSURE);
    expect(lax, "1234567890123", "MaxLength", POLICY_UNSURE);
}

Test(policy_check, kinds_of_characters)
{
    static const char *const paths[] = {"RequireDigit", "RequireLowercase", "RequireNonAlphanumeric",
                                        "RequireUppercase"};
    static const char *const good[] = {"1", "a", "!", "A"}, *const bad[] = {"a", "1", "1", "1"};
    for (size_t i = 0; i < 4; i++) {
        expect(strict, good[i], paths[i], POLICY_PASSED);
        expect(strict, bad[i], paths[i], POLICY_FAILED);
        expect(strict, "", paths[i], POLICY_FAILED);
        expect(strict, "ž", paths[i], POLICY_UNSURE);
        expect(lax, "", paths[i], POLICY_PASSED);
    }
    expect(strict, "aA1", "PasswordComplexityCategories", POLICY_PASSED);
    expect(strict, "aA", "PasswordComplexityCategories", POLICY_FAILED);
    expect(strict, "aAž", "PasswordComplexityCategories", POLICY_UNSURE);
    expect(strict, "aaaaaaab", "RequiredUniqueChars", POLICY_FAILED);
    expect(strict, "abca\xC5\xBE", "RequiredUniqueChars", POLICY_PASSED);
}

Test(policy_check, symbols_and_unicode)
{
    expect(strict, "a!@#1", "AllowedSymbols", POLICY_PASSED);
    expect(strict, "a!?", "AllowedSymbols", POLICY_FAILED);
    expect(strict, "a b", "AllowedSymbols", POLICY_FAILED);
    expect(strict, "abcž", "AllowedSymbols", POLICY_PASSED);
    expect(lax, "a?", "AllowedSymbols", POLICY_UNSURE);
    expect(strict, "abcž", "AllowUnicode", POLICY_FAILED);
    expect(strict, "abc", "AllowUnicode", POLICY_PASSED);
    expect(lax, "abcž", "AllowUnicode", POLICY_PASSED);
}

Test(policy_check, banned_passwords_and_history_are_mostly_the_server_s_to_judge)
{
    expect(strict, "PASSWORD", "BannedPasswords", POLICY_FAILED);
    expect(strict, "qwerty123!", "BannedPasswords", POLICY_FAILED);
    expect(strict, "pass", "BannedPasswords", POLICY_UNSURE);
    expect(strict, "Abcdef12!", "BannedPasswords", POLICY_PASSED);
    expect(strict, "Abcdef12!", "BannedPasswordCheckEnabled", POLICY_UNSURE);
    expect(lax, "password", "BannedPasswords", POLICY_PASSED);
    expect(lax, "password", "BannedPasswordCheckEnabled", POLICY_PASSED);
    expect(strict, "x", "PasswordHistoryLength", POLICY_UNSURE);
    expect(lax, "x", "PasswordHistoryLength", POLICY_PASSED);
}

Test(policy_check, what_the_server_left_out_or_sent_as_another_type_is_unsure)
{
    expect("{}", "Abcdef12!", "RequiredLength", POLICY_UNSURE);
    expect("{\"RequiredLength\":\"8\",\"AllowedSymbols\":null}", "Abcdef12!", "RequiredLength",
           POLICY_UNSURE);
    expect("{\"RequiredLength\":\"8\",\"AllowedSymbols\":null}", "Abcdef12!", "AllowedSymbols",
           POLICY_UNSURE);
}

Test(policy_check, no_reason_tells_the_candidate)
{
    struct policy_finding findings[POLICY_FINDINGS_MAX];
    struct policy policy = {.record = {.raw = json_loads(strict, 0, NULL)}};
    size_t count = policy_check(&policy, "letmein", findings);
    for (size_t i = 0; i < count; i++)
        cr_expect_null(strstr(findings[i].reason, "letmein"));
    json_decref(policy.record.raw);
}
