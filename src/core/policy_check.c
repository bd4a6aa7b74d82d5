/* Owns the judgement of a candidate password by the server's settings, rule by rule. The contract names the
 * settings and not their exact meaning: what could be read in two ways is unsure. Nothing of the candidate is
 * kept. */
#include "steno/core/policy_check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "policy_check_private.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

/* What the rules ask about a candidate. */
struct password {
    const char *text;
    const json_t *settings;
    int64_t characters;               /* code points */
    int64_t units;                    /* as UTF-16 counts them */
    int64_t different;                /* code points */
    bool lower, upper, digit, symbol; /* ASCII */
    bool beyond;                      /* anything beyond ASCII */
};

static int compare_codes(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, two = *(const uint32_t *)b;
    return (one > two) - (one < two);
}

/* Counts different characters in the codes, which it sorts. */
static int64_t count_different(uint32_t *codes, size_t count)
{
    int64_t different = 0;
    qsort(codes, count, sizeof *codes, compare_codes);
    for (size_t i = 0; i < count; i++)
        different += i == 0 || codes[i] != codes[i - 1];
    return different;
}

/* Notes what kind of character it is. */
static void password_note(struct password *password, uint32_t code)
{
    password->characters++;
    password->units += code > 0xFFFF ? 2 : 1;
    if (code >= 'a' && code <= 'z')
        password->lower = true;
    else if (code >= 'A' && code <= 'Z')
        password->upper = true;
    else if (code >= '0' && code <= '9')
        password->digit = true;
    else if (code < 0x80)
        password->symbol = true;
    else
        password->beyond = true;
}

/* Looks the candidate through once. */
static struct password password_read(const char *text, const json_t *settings)
{
    struct password password = {.text = text, .settings = settings};
    size_t len = strlen(text), count = 0;
    uint32_t *codes = mem_zero(len, sizeof *codes);
    for (size_t at = 0; at < len;) {
        at += text_decode(text + at, len - at, &codes[count]);
        password_note(&password, codes[count++]);
    }
    password.different = count_different(codes, count);
    explicit_bzero(codes, len * sizeof *codes);
    free(codes);
    return password;
}

/* Fills a finding. */
__attribute__((format(printf, 3, 4))) static bool find(struct policy_finding *finding,
                                                       enum policy_verdict verdict, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    finding->verdict = verdict;
    vsnprintf(finding->reason, sizeof finding->reason, format, args);
    va_end(args);
    return true;
}

/* At least so many characters, counted in the two ways that servers do. */
static bool judge_length_min(const struct password *password, const json_t *value,
                             struct policy_finding *finding)
{
    int64_t least = json_integer_value(value);
    if (password->characters >= least)
        return find(finding, POLICY_PASSED, "%" PRId64 " characters, %" PRId64 " required",
                    password->characters, least);
    if (password->units >= least)
        return find(finding, POLICY_UNSURE, "it depends on how the server counts rare characters");
    return find(finding, POLICY_FAILED, "%" PRId64 " characters, %" PRId64 " required", password->characters,
                least);
}

/* At most so many. */
static bool judge_length_max(const struct password *password, const json_t *value,
                             struct policy_finding *finding)
{
    int64_t most = json_integer_value(value);
    if (most <= 0)
        return find(finding, POLICY_UNSURE, "%" PRId64 " may mean that there is no limit", most);
    if (password->units <= most)
        return find(finding, POLICY_PASSED, "%" PRId64 " characters, %" PRId64 " allowed",
                    password->characters, most);
    if (password->characters <= most)
        return find(finding, POLICY_UNSURE, "it depends on how the server counts rare characters");
    return find(finding, POLICY_FAILED, "%" PRId64 " characters, %" PRId64 " allowed", password->characters,
                most);
}

static bool judge_unique(const struct password *password, const json_t *value, struct policy_finding *finding)
{
    int64_t least = json_integer_value(value);
    bool good = password->different >= least;
    return find(finding, good ? POLICY_PASSED : POLICY_FAILED,
                "%" PRId64 " different characters, %" PRId64 " required", password->different, least);
}

/* One kind of character that may be needed; letters beyond ASCII may or may not count. */
static bool judge_kind(const struct password *password, const json_t *value, bool present, const char *what,
                       struct policy_finding *finding)
{
    if (!json_is_true(value))
        return find(finding, POLICY_PASSED, "not required");
    if (present)
        return find(finding, POLICY_PASSED, "present");
    if (password->beyond)
        return find(finding, POLICY_UNSURE, "the server decides whether non-ASCII characters count as %s",
                    what);
    return find(finding, POLICY_FAILED, "missing");
}

static bool judge_digit(const struct password *password, const json_t *value, struct policy_finding *finding)
{
    return judge_kind(password, value, password->digit, "a digit", finding);
}

static bool judge_lower(const struct password *password, const json_t *value, struct policy_finding *finding)
{
    return judge_kind(password, value, password->lower, "a lowercase letter", finding);
}

static bool judge_upper(const struct password *password, const json_t *value, struct policy_finding *finding)
{
    return judge_kind(password, value, password->upper, "an uppercase letter", finding);
}

static bool judge_symbol(const struct password *password, const json_t *value, struct policy_finding *finding)
{
    return judge_kind(password, value, password->symbol, "a symbol", finding);
}

/* How many kinds there are: small letters, capitals, digits, symbols; what is beyond ASCII may be
 * one more. */
static bool judge_categories(const struct password *password, const json_t *value,
                             struct policy_finding *finding)
{
    int64_t least = json_integer_value(value);
    int64_t kinds = password->lower + password->upper + password->digit + password->symbol;
    if (kinds >= least)
        return find(finding, POLICY_PASSED, "%" PRId64 " character classes, %" PRId64 " required", kinds,
                    least);
    if (password->beyond && kinds + 1 >= least)
        return find(finding, POLICY_UNSURE,
                    "it depends on whether non-ASCII characters are a class of their own");
    return find(finding, POLICY_FAILED, "%" PRId64 " character classes, %" PRId64 " required", kinds, least);
}

static bool judge_unicode(const struct password *password, const json_t *value,
                          struct policy_finding *finding)
{
    if (json_is_true(value) || !password->beyond)
        return find(finding, POLICY_PASSED, password->beyond ? "allowed" : "contains none");
    return find(finding, POLICY_FAILED, "contains non-ASCII characters");
}

/* Every ASCII symbol must be among the allowed ones. */
static bool judge_symbols(const struct password *password, const json_t *value,
                          struct policy_finding *finding)
{
    const char *allowed = json_string_value(value);
    if (!password->symbol)
        return find(finding, POLICY_PASSED, "contains no symbol");
    if (!allowed[0])
        return find(finding, POLICY_UNSURE, "the list is empty: that may mean any symbol, or none");
    for (const char *at = password->text; *at; at++) {
        unsigned char c = (unsigned char)*at;
        bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (c < 0x80 && !plain && !strchr(allowed, c))
            return find(finding, POLICY_FAILED, "contains a symbol that is not allowed");
    }
    return find(finding, POLICY_PASSED, "all its symbols are allowed");
}

/* Does the server look banned passwords up at all? */
static bool is_ban_on(const struct password *password)
{
    return json_is_true(json_object_get(password->settings, policy_ban_switch));
}

static bool judge_ban_switch(const struct password *password, const json_t *value,
                             struct policy_finding *finding)
{
    (void)password;
    if (!json_is_true(value))
        return find(finding, POLICY_PASSED, "the server does not check");
    return find(finding, POLICY_UNSURE, "the server's list is not available here");
}

/* Is the candidate one of the words, whatever parts them? */
static bool is_word_of(const char *list, const char *candidate)
{
    static const char parts[] = " \t\r\n,;|";
    size_t want = strlen(candidate);
    for (const char *at = list; *at;) {
        at += strspn(at, parts);
        size_t len = strcspn(at, parts);
        char *word = mem_copy_n(at, len);
        bool same = len == want && len > 0 && text_equal_nocase(word, candidate);
        free(word);
        if (same)
            return true;
        at += len;
    }
    return false;
}

static bool judge_banned(const struct password *password, const json_t *value, struct policy_finding *finding)
{
    const char *list = json_string_value(value);
    if (!is_ban_on(password))
        return find(finding, POLICY_PASSED, "the server does not check");
    if (!list[0])
        return find(finding, POLICY_PASSED, "the list is empty");
    if (is_word_of(list, password->text))
        return find(finding, POLICY_FAILED, "it is on the list");
    if (password->text[0] && text_contains_nocase(list, password->text))
        return find(finding, POLICY_UNSURE, "it is part of the list, whose format is undocumented");
    return find(finding, POLICY_PASSED, "not on the list");
}

static bool judge_history(const struct password *password, const json_t *value,
                          struct policy_finding *finding)
{
    int64_t kept = json_integer_value(value);
    (void)password;
    if (kept <= 0)
        return find(finding, POLICY_PASSED, "no old passwords are remembered");
    return find(finding, POLICY_UNSURE, "only the server knows the last %" PRId64, kept);
}

const char *const policy_ban_switch = "BannedPasswordCheckEnabled";

const struct policy_rule policy_rules[POLICY_FINDINGS_MAX] = {
    {"ActionTokenValidityHours", NULL},       {"AllowUnicode", judge_unicode},
    {"AllowedSymbols", judge_symbols},        {"BannedPasswordCheckEnabled", judge_ban_switch},
    {"BannedPasswordFilePath", NULL},         {"BannedPasswords", judge_banned},
    {"MaxLength", judge_length_max},          {"PasswordComplexityCategories", judge_categories},
    {"PasswordHistoryLength", judge_history}, {"RequireDigit", judge_digit},
    {"RequireLowercase", judge_lower},        {"RequireNonAlphanumeric", judge_symbol},
    {"RequireUppercase", judge_upper},        {"RequiredLength", judge_length_min},
    {"RequiredUniqueChars", judge_unique},
};

/* Is the value of the type that its row promises? */
static bool has_type(const struct field_def *def, const json_t *value)
{
    switch (def->type) {
    case FIELD_INT:
        return json_is_integer(value);
    case FIELD_BOOL:
        return json_is_boolean(value);
    default:
        return json_is_string(value);
    }
}

size_t policy_check(const struct policy *policy, const char *candidate,
                    struct policy_finding findings[POLICY_FINDINGS_MAX])
{
    const json_t *settings = policy->record.raw;
    struct password password = password_read(candidate, settings);
    size_t count = 0;
    for (size_t i = 0; i < POLICY_FINDINGS_MAX; i++) {
        const struct field_def *def = field_find(&fields_policy, policy_rules[i].path);
        if (!policy_rules[i].judge || !def)
            continue;
        const json_t *value = field_get(&fields_policy, def, settings);
        struct policy_finding *finding = &findings[count++];
        *finding = (struct policy_finding){.field = def};
        if (value && has_type(def, value))
            policy_rules[i].judge(&password, value, finding);
        else
            find(finding, POLICY_UNSURE, "not reported by the server");
    }
    explicit_bzero(&password, sizeof password);
    return count;
}

const char *policy_verdict_mark(enum policy_verdict verdict, bool ascii)
{
    static const char *const marks[] = {"✓", "✗", "?"};
    static const char *const plain[] = {"+", "-", "?"};
    return ascii ? plain[verdict] : marks[verdict];
}
