/* SPDX-License-Identifier: MIT */
#include "steno/core/forms.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/names.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

/* clang-format off */
static const struct param_def login_rows[] = {
    [LOGIN_URL] = {.name = "URL", .type = PARAM_TEXT, .group = "Server", .required = true,
     .help = "Address of the server, such as https://example.org"},
    [LOGIN_EMAIL] = {.name = "Email", .type = PARAM_TEXT, .group = "With a password",
     .help = "The email address you log in with"},
    [LOGIN_PASSWORD] = {.name = "Password", .type = PARAM_TEXT, .group = "With a password", .secret = true,
     .help = "Sent once; not saved"},
    [LOGIN_TOKEN] = {.name = "Token", .type = PARAM_TEXT, .group = "Or with a token", .secret = true,
     .help = "API token, instead of email and password"},
    [LOGIN_CONSENT] = {.name = "DataProtectionConsent", .type = PARAM_BOOL, .def = "false", .group = "Consent",
     .help = "The server asks: do you consent to its data protection terms?"},
};

static const struct param_def metadata_rows[] = {
    [METADATA_KEY] = {.name = "Key", .type = PARAM_TEXT, .group = "Metadata", .required = true,
     .help = "Name of the key; an existing value is replaced"},
    [METADATA_VALUE] = {.name = "Value", .type = PARAM_TEXT, .group = "Metadata",
     .help = "Any text; can be empty"},
};
/* clang-format on */

static bool is_given(const struct param_set *set, int index)
{
    const char *text = param_set_get(set, index);
    return text && text[0];
}

/* True if this row must still be filled in. With a token, email and password are not needed. */
static bool form_tables_needs_login(const struct param_set *set, int index)
{
    bool token = is_given(set, LOGIN_TOKEN);
    if (index == LOGIN_TOKEN)
        return !token && !is_given(set, LOGIN_PASSWORD);
    return index != LOGIN_CONSENT && !is_given(set, index) && (index == LOGIN_URL || !token);
}

/* True if this row must still be set. An empty value counts as set, an empty key does not. */
static bool form_tables_needs_metadata(const struct param_set *set, int index)
{
    return index == METADATA_KEY ? !is_given(set, index) : !param_set_get(set, index);
}

const struct param_table params_login = {
    .name = "login",
    .rows = login_rows,
    .count = COUNT(login_rows),
    .first = "URL",
    .needs = form_tables_needs_login,
};

const struct param_table params_metadata = {
    .name = "metadata",
    .rows = metadata_rows,
    .count = COUNT(metadata_rows),
    .first = "Key",
    .needs = form_tables_needs_metadata,
};

bool form_tables_check_login(const struct param_set *set, int *index, struct error *err)
{
    static const char *const reasons[] = {
        [LOGIN_URL] = "URL: the address of the server is required",
        [LOGIN_EMAIL] = "Email: required, or paste a token below",
        [LOGIN_PASSWORD] = "Password: required, or paste a token below",
        [LOGIN_TOKEN] = "Token: give a token or a password, not both",
    };
    bool password = is_given(set, LOGIN_PASSWORD), token = is_given(set, LOGIN_TOKEN);
    if (!is_given(set, LOGIN_URL))
        *index = LOGIN_URL;
    else if (token && password)
        *index = LOGIN_TOKEN;
    else if (!token && !is_given(set, LOGIN_EMAIL))
        *index = LOGIN_EMAIL;
    else if (!token && !password)
        *index = LOGIN_PASSWORD;
    else
        return true;
    return error_set(err, ERROR_USAGE, "%s", reasons[*index]);
}

/* --- warnings --- */

#define HEADER_GROUP "EBU STL header"

void form_warnings_add(struct form_warnings *list, const char *text)
{
    list->texts = mem_grow(list->texts, list->count + 1, sizeof *list->texts);
    list->texts[list->count++] = mem_copy(text);
}

void form_warnings_clear(struct form_warnings *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->texts[i]);
    free(list->texts);
    *list = (struct form_warnings){0};
}

__attribute__((format(printf, 2, 3))) static void warn(struct form_warnings *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = mem_vprintf(format, args);
    va_end(args);
    form_warnings_add(out, text);
    free(text);
}

static const char *given(const struct param_set *set, const char *name)
{
    return param_set_get(set, param_find(set->table, name));
}

static const char *effective(const struct param_set *set, const char *name, bool with_defaults)
{
    const char *value = given(set, name);
    return value || !with_defaults ? value : set->table->rows[param_find(set->table, name)].def;
}

/* True if `set` is for the operation of `table`. Names are compared, because each form has its own table. */
static bool is_about(const struct param_table *table, const struct param_set *set)
{
    return strcmp(table->name, set->table->name) == 0;
}

static void warn_export(const struct param_set *set, struct form_warnings *out)
{
    static const char no_markup[] = "has no markup", no_times[] = "has no times",
                      front_name[] = "UnhighlightedColor", back_name[] = "UnhighlightedBackgroundColor";
    static const char *const unused_in_txt[][2] = {
        {"FormattingMode", no_markup},        {"HighlightingMode", no_markup},
        {"UnhighlightedColor", no_markup},    {"UnhighlightedBackgroundColor", no_markup},
        {"PauseBetweenCaptionsMs", no_times}, {"AutofillPauseBetweenCaptionsMs", no_times},
        {"MinLineDurationMs", no_times},
    };
    const char *front = effective(set, front_name, true), *back = effective(set, back_name, true);
    const char *mode = effective(set, "HighlightingMode", true);
    const char *none = set->table->rows[param_find(set->table, "HighlightingMode")].def;
    if (mode && none && !text_equal_nocase(mode, none) && front && back && text_equal_nocase(front, back))
        warn(out, "%s and %s have the same colour: the text will be invisible", front_name, back_name);

    const char *length = given(set, "SubtitleLineLength");
    int64_t number;
    if (length && *length && (length[strspn(length, "0123456789")] || !text_parse_int(length, &number)))
        warn(out, "SubtitleLineLength is usually a whole number");
    else if (length && *length && (number < 20 || number > 60))
        warn(out, "SubtitleLineLength is usually from 20 to 60");

    /* warn of parameters that have no effect in the chosen format */
    const char *asked = given(set, "FileFormatId"), *format = asked ? export_name_format(asked) : "";
    for (size_t i = 0; *format && strcmp(format, "stl") != 0 && i < set->table->count; i++) {
        const struct param_def *def = &set->table->rows[i];
        if (set->values[i] && strcmp(def->group, HEADER_GROUP) == 0)
            warn(out, "%s is only for EBU STL files; %s is a text format", def->name, asked);
    }
    for (size_t i = 0; strcmp(format, "txt") == 0 && i < COUNT(unused_in_txt); i++) {
        if (given(set, unused_in_txt[i][0]))
            warn(out, "%s has no effect: %s %s", unused_in_txt[i][0], asked, unused_in_txt[i][1]);
    }

    /* only forms have the row Name */
    const char *name = param_find(set->table, "Name") >= 0 ? given(set, "Name") : NULL;
    const char *named = name ? export_name_other_format(name, set) : NULL;
    if (named)
        warn(out, "The extension of the file name means %s, but FileFormatId is %s", named,
             asked ? asked : "not set");
}

void form_warn_params(const struct param_set *set, struct form_warnings *out)
{
    static const char *const twins[][2] = {{"StartTranscriptionAt", "StartTranscriptionAtSeconds"},
                                           {"TranscriptionDuration", "TranscriptionDurationInSeconds"}};
    for (size_t i = 0; is_about(&params_enqueue, set) && i < COUNT(twins); i++) {
        if (given(set, twins[i][0]) && given(set, twins[i][1]))
            warn(out, "%s and %s are both set: it is unknown which one applies", twins[i][0], twins[i][1]);
    }
    if (is_about(&params_export, set))
        warn_export(set, out);
    for (size_t i = 0; i < set->table->count; i++) {
        const char *name = set->table->rows[i].name;
        if (set->values[i] && !*set->values[i])
            warn(out, "%s is set to an empty text, and sent as %s=; unset the field to omit it", name, name);
    }
}

const char *form_warn_unused_group(const struct param_set *set)
{
    const char *name = is_about(&params_export, set) ? given(set, "FileFormatId") : NULL;
    bool is_used = !is_about(&params_export, set) || (name && strcmp(export_name_format(name), "stl") == 0);
    return is_used ? NULL : HEADER_GROUP;
}

/* Appends one word, in single quotes if a shell may change it. */
static void command_line_quote(struct buffer *out, const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./:=@%+,";
    if (word[0] && word[strspn(word, plain)] == '\0') {
        buffer_append_text(out, word);
        return;
    }
    char *escaped = text_replace(word, "'", "'\\''");
    buffer_printf(out, "'%s'", escaped);
    free(escaped);
}

char *command_line_make(const struct param_set *set, const int64_t *ids, size_t id_count)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    buffer_printf(&out, "steno %s", set->table->name);
    for (size_t i = 0; i < id_count; i++)
        buffer_printf(&out, " %" PRId64, ids[i]);
    for (size_t i = 0; i < set->table->count; i++) {
        const struct param_def *def = &set->table->rows[i];
        const char *value = set->values[i];
        char flag[80];
        if (!value || def->secret || def->local)
            continue;
        param_flag(flag, sizeof flag, def);
        buffer_printf(&out, " --%s", flag);
        if (def->type == PARAM_BOOL && strcmp(value, "true") == 0)
            continue;
        /* --option=value for a Boolean, an empty value, and a value that begins with a dash */
        bool joined = def->type == PARAM_BOOL || value[0] == '-' || value[0] == '\0';
        buffer_append_char(&out, joined ? '=' : ' ');
        if (value[0])
            command_line_quote(&out, value);
    }
    return buffer_take(&out);
}

char *command_line_add(char *command, const char *option, const char *word)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    buffer_printf(&out, "%s%s%s ", command, option ? " " : "", option ? option : "");
    bool at_home = option && strncmp(word, "~/", 2) == 0;
    if (at_home) /* the shell would not expand ~/ in quotes */
        buffer_append_text(&out, "~/");
    if (!at_home || word[2])
        command_line_quote(&out, word + (at_home ? 2 : 0));
    free(command);
    return buffer_take(&out);
}

#define MINUTE_MS INT64_C(60000)
#define MAX_MS    INT64_C(1000000000000000) /* longer than any recording; a double stores it exactly */

/* Converts a parameter from seconds to ms; -1: not set. Rounds, because no double is exactly 60.001. */
static int64_t cost_limit(const struct param_set *params, const char *name)
{
    const char *text = params ? param_set_get(params, param_find(params->table, name)) : NULL;
    double ms = text && text_is_number(text) ? strtod(text, NULL) * 1000 : -1;
    return ms < 0 ? -1 : ms < (double)MAX_MS ? (int64_t)(ms + 0.5) : MAX_MS;
}

int64_t cost_part(int64_t length_ms, const struct param_set *params)
{
    int64_t start_ms = cost_limit(params, "StartTranscriptionAtSeconds"),
            at_most_ms = cost_limit(params, "TranscriptionDurationInSeconds");
    if (length_ms < 0)
        return -1;
    int64_t part = start_ms > 0 ? (start_ms < length_ms ? length_ms - start_ms : 0) : length_ms;
    return at_most_ms >= 0 && at_most_ms < part ? at_most_ms : part;
}

struct cost cost_of(int64_t part_ms)
{
    if (part_ms < 0)
        return (struct cost){.unknown = 1};
    return (struct cost){.minutes = part_ms / MINUTE_MS + (part_ms % MINUTE_MS > 0)};
}

bool cost_fits(struct cost cost, struct credit credit)
{
    return credit.left < 0 || cost.minutes <= credit.left;
}

bool cost_explains(struct error *refusal, struct cost cost, struct credit credit)
{
    if (refusal->status != 403 || cost.unknown || cost_fits(cost, credit))
        return false;
    snprintf(refusal->server, sizeof refusal->server,
             "not enough credit: %" PRId64 " minutes needed, %" PRId64 " left", cost.minutes, credit.left);
    error_retell(refusal, "N%s", refusal->server + 1);
    return true;
}

void cost_takes(char *out, size_t size, struct cost cost, struct credit credit)
{
    *out = '\0';
    if (credit.left >= 0 && !(cost.unknown && cost.minutes == 0))
        snprintf(out, size, "Needs %s%" PRId64 " min of credit; you have %" PRId64,
                 cost.unknown ? "at least " : "", cost.minutes, credit.left);
}

const char *cost_left_out(enum cost_state state)
{
    static const char *const words[] = {
        [COST_IN_PROGRESS] = "in progress", [COST_LOST] = "no answer yet",  [COST_UNREAD] = "not read yet",
        [COST_NO_MEDIA] = "no media",       [COST_READ_ONLY] = "read-only", [COST_NOT_FOUND] = "not found"};
    return words[state];
}

size_t cost_count(const struct cost_item *items, size_t count, struct cost *sum)
{
    size_t sent = 0;
    *sum = (struct cost){0};
    for (size_t i = 0; i < count; i++) {
        if (cost_left_out(items[i].state))
            continue;
        struct cost one = cost_of(items[i].part_ms);
        sum->minutes += one.minutes;
        sum->unknown += one.unknown;
        sent++;
    }
    return sent;
}

bool cost_changed(const struct cost_item *asked, const struct cost_item *now, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool was_done_again = now[i].state == COST_COMPLETED && now[i].version != asked[i].version;
        if (now[i].state != asked[i].state || now[i].part_ms != asked[i].part_ms || was_done_again)
            return true;
    }
    return false;
}

char *cost_sentence(const struct cost_item *items, size_t count, struct credit credit, bool is_short)
{
    struct buffer out;
    struct cost sum;
    size_t sent = cost_count(items, count, &sum);
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    buffer_printf(&out, "%zu", sent);
    if (sent < count)
        buffer_printf(&out, " of %zu", count);
    if (!is_short)
        buffer_append_text(&out, " projects?");
    if (sum.unknown && sum.minutes == 0)
        buffer_append_text(&out, is_short ? ": length not known; " : " Their length is not known; ");
    else
        buffer_printf(&out, is_short ? " %s %s%" PRId64 " min; " : " %s %s%" PRId64 " min of credit; ",
                      !is_short   ? "Needs"
                      : sent == 1 ? "needs"
                                  : "need",
                      sum.unknown ? "at least " : "", sum.minutes);
    if (credit.left >= 0)
        buffer_printf(&out, "you have %" PRId64, credit.left);
    else
        buffer_append_text(&out, "the credit is not known");
    return buffer_take(&out);
}

char *cost_not_sent(const struct cost_item *items, size_t count, const char *words, int cells)
{
    struct id_word *left = mem_alloc((count + 1) * sizeof *left);
    size_t left_count = 0;
    for (size_t i = 0; i < count; i++) {
        const char *why = cost_left_out(items[i].state);
        if (why)
            left[left_count++] = (struct id_word){items[i].id, why};
    }
    return id_list_words(words, left, left_count, cells);
}

char *cost_note(const struct cost_item *items, size_t count, const char *as_of, int cells)
{
    struct cost sum;
    size_t again = 0, sent = cost_count(items, count, &sum);
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < count; i++)
        again += items[i].state == COST_COMPLETED;
    if (again > 0 && sent == 1)
        buffer_append_text(&out, "It is Completed.");
    else if (again > 0)
        buffer_printf(&out, "%zu of these %zu %s Completed.", again, sent, again == 1 ? "is" : "are");
    char *left = cost_not_sent(items, count, "! Left out: ", cells);
    if (left)
        buffer_printf(&out, "%s%s", out.len ? "\n" : "", left);
    free(left);
    if (as_of)
        buffer_printf(&out, "%sCredit as of %s.", out.len ? "\n" : "", as_of);
    return buffer_take(&out);
}

struct param_set *captions_params(const struct param_set *params)
{
    static const char *const others[] = {"VariantId",           "CodePageNumber", "DiskFormatCode",
                                         "DisplayStandardCode", "LanguageCode",   "UseBoxAroundText",
                                         "HighlightingMode"};
    struct param_set *set = param_set_sent(params);
    for (size_t i = 0; i < COUNT(others); i++)
        param_set_unset(set, param_find(set->table, others[i]));
    param_set_put_raw(set, param_find(set->table, "FileFormatId"), "srt");
    return set;
}

void captions_limits(const struct param_set *params, bool with_defaults, struct caption_limits *limits)
{
    static const struct {
        const char *name;
        enum caption_rule rule;
        int unit; /* the limit is the parameter times `unit`: RULE_CPS counts in tenths */
    } rows[] = {{"SubtitleLineLength", RULE_LINE_LENGTH, 1},
                {"CharsPerSecond", RULE_CPS, 10},
                {"MinLineDurationMs", RULE_MIN_DURATION, 1},
                {"PauseBetweenCaptionsMs", RULE_GAP, 1}};
    *limits = (struct caption_limits){.source = "asked"};
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *text = effective(params, rows[i].name, with_defaults);
        char *end;
        long number = text ? strtol(text, &end, 10) : 0;
        if (number >= 1 && number <= 1000000) /* any other value sets no limit */
            limits->limit[rows[i].rule] =
                (int)number * rows[i].unit + (rows[i].unit == 10 && *end == '.' ? end[1] - '0' : 0);
    }
    const char *single = effective(params, "ForceSingleLine", with_defaults);
    limits->limit[RULE_LINES] = single && strcmp(single, "true") == 0;
}

void captions_counts(char out[CAPTIONS_COUNTS_SIZE], size_t count, const struct caption_findings *found)
{
    size_t errors = found->by_level[LEVEL_ERROR], warnings = found->by_level[LEVEL_WARNING];
    snprintf(out, CAPTIONS_COUNTS_SIZE, "%zu caption%s, %zu error%s, %zu warning%s", count,
             count == 1 ? "" : "s", errors, errors == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s");
}
