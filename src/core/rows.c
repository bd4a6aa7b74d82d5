/* SPDX-License-Identifier: MIT */
#include "steno/core/rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "steno/api/field.h"
#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/forms.h"

#define SOON_DAYS       14    /* yellow from this many days before the expiry */
#define URGENT_DAYS     2     /* red from this many days before the expiry */
#define COUNTED_DAYS    9     /* from this many days before the expiry, the column shows the days left */
#define CLOCKS_APART_MS 60000 /* the server's clock may be this much behind ours */

#define NAME_LEAST       26
#define NAME_LEAST_SMALL 16 /* minimum width of the name if the window is narrower than COLUMNS_WIDE */
#define COLUMNS_WIDE     80
#define COLUMNS_NAME     54 /* narrower windows show only id, state and name */
#define ID_CELLS         2  /* minimum; longer ids make the column wider */
#define WORD_SIZE        16
#define UNKNOWN          INT64_MIN /* sorted last */

static const char *text_of(const json_t *resource, const char *member)
{
    const char *text = json_string_value(json_object_get(resource, member));
    return text ? text : "";
}

/* Returns when the project was last changed, by the server's clock; 0: not known. */
static int64_t updated_of(const json_t *resource)
{
    struct date updated;
    return date_parse(text_of(resource, "Updated"), &updated) ? updated.ms : 0;
}

int64_t since_next(int64_t before, bool is_same, bool is_seen, int64_t now_ms, const json_t *resource)
{
    if (is_same && before != 0)
        return before;
    if (!is_same && is_seen)
        return now_ms;
    int64_t updated_ms = updated_of(resource);
    return updated_ms > 0 ? -updated_ms : 0;
}

int64_t since_time(int64_t since)
{
    return since < 0 ? -since : since;
}

struct expiry expiry_read(const char *delete_at, const char *expiration_date)
{
    const char *const texts[] = {delete_at, expiration_date};
    struct expiry expiry = {0};
    for (int i = 0; i < 2; i++) {
        struct date date;
        if (texts[i] && date_parse(texts[i], &date) && (!expiry.is_known || date.ms < expiry.ms))
            expiry = (struct expiry){
                .is_known = true, .is_deletion = i == 0, .has_zone = date.has_zone, .ms = date.ms};
    }
    return expiry;
}

struct expiry expiry_of(const json_t *resource)
{
    return expiry_read(text_of(resource, "DeleteAt"), text_of(resource, "ExpirationDate"));
}

/* Returns the zone for display. A date without a zone is shown unchanged, as UTC. */
static enum date_zone expiry_zone(const struct expiry *expiry, enum date_zone zone)
{
    return expiry->has_zone ? zone : DATE_UTC;
}

enum expiry_level expiry_level(const struct expiry *expiry, int64_t now_ms, enum date_zone zone)
{
    if (!expiry->is_known)
        return EXPIRY_NONE;
    if (expiry->ms <= now_ms)
        return EXPIRY_GONE;
    int64_t days = date_days_from(now_ms, expiry->ms, expiry_zone(expiry, zone));
    return days <= URGENT_DAYS ? EXPIRY_URGENT : days <= SOON_DAYS ? EXPIRY_SOON : EXPIRY_NONE;
}

/* Returns the days until the expiry. Sets `left` to "today", "1 day", "9 days", or afterwards "gone". */
static int64_t expiry_left(char left[32], const struct expiry *expiry, int64_t now_ms, enum date_zone zone)
{
    int64_t days = date_days_from(now_ms, expiry->ms, expiry_zone(expiry, zone));
    if (expiry->ms > now_ms && days > 0)
        snprintf(left, 32, "%" PRId64 " day%s", days, days == 1 ? "" : "s");
    else
        snprintf(left, 32, expiry->ms > now_ms ? "today" : "gone");
    return expiry->ms > now_ms ? days : 0;
}

void expiry_column(char *out, size_t size, const struct expiry *expiry, int64_t now_ms, enum date_zone zone)
{
    char day[16], left[32];
    int64_t days = expiry_left(left, expiry, now_ms, zone);
    date_format_short(day, sizeof day, expiry->ms, now_ms, expiry_zone(expiry, zone), DATE_DAY);
    /* the column has 7 cells: a date in another year is cut to "2027-01" */
    snprintf(out, size, "%.7s", !expiry->is_known ? "" : days > COUNTED_DAYS ? day : left);
}

void expiry_text(char *out, size_t size, const struct expiry *expiry, int64_t now_ms, enum date_zone zone)
{
    char day[16], left[32];
    int64_t days = expiry_left(left, expiry, now_ms, zone);
    date_format_short(day, sizeof day, expiry->ms, now_ms, expiry_zone(expiry, zone), DATE_DAY);
    *out = '\0';
    if (expiry->is_known)
        snprintf(out, size, "%s%s, %s%s", day, expiry->has_zone ? "" : " (UTC?)", days > 0 ? "in " : "",
                 left);
}

void expiry_sentence(char *out, size_t size, const struct expiry *expiry, int64_t now_ms, enum date_zone zone)
{
    static const char *const verbs[2][2] = {{"will expire", "expired"}, {"will be deleted", "was deleted"}};
    const struct date date = {.ms = expiry->ms, .has_zone = true};
    char day[DATE_TEXT_SIZE], left[32];
    int64_t days = expiry_left(left, expiry, now_ms, zone);
    bool is_over = expiry->ms <= now_ms;
    date_format(day, sizeof day, &date, expiry_zone(expiry, zone));
    *out = '\0';
    if (expiry->is_known)
        snprintf(out, size, "%s on %.10s%s%s%s", verbs[expiry->is_deletion][is_over], day,
                 is_over ? "" : ", ", days > 0 ? "in " : "", is_over ? "" : left);
}

enum ledger_age ledger_age(const struct exported *exported, int64_t version, int64_t updated_ms)
{
    if (exported->when_ms == 0)
        return LEDGER_NONE;
    bool is_current = exported->version >= 0
                          ? exported->version == version
                          : updated_ms > 0 && updated_ms + CLOCKS_APART_MS <= exported->when_ms;
    return is_current ? LEDGER_CURRENT : LEDGER_OLD;
}

void ledger_add(struct ledger *ledger, const struct ledger_file *file)
{
    if ((ledger->count & (ledger->count - 1)) == 0)
        ledger->files = mem_grow(ledger->files, ledger->count ? ledger->count * 2 : 1, sizeof *ledger->files);
    ledger->files[ledger->count++] = *file;
}

void ledger_add_of(struct ledger *ledger, const struct ledger *from, int64_t id)
{
    for (size_t i = 0; i < from->count; i++) {
        struct ledger_file file = from->files[i];
        if (file.id != id)
            continue;
        file.path = mem_copy(file.path);
        file.format = mem_copy(file.format);
        ledger_add(ledger, &file);
    }
}

const struct ledger_file *ledger_find(const struct ledger *ledger, int64_t id, const char *path)
{
    for (size_t i = 0; i < ledger->count; i++) {
        if (ledger->files[i].id == id && strcmp(ledger->files[i].path, path) == 0)
            return &ledger->files[i];
    }
    return NULL;
}

const struct ledger_file *ledger_last(const struct ledger *ledger, int64_t id)
{
    const struct ledger_file *last = NULL;
    for (size_t i = 0; i < ledger->count; i++) {
        if (ledger->files[i].id == id && (!last || ledger->files[i].when_ms > last->when_ms))
            last = &ledger->files[i];
    }
    return last;
}

void ledger_clear(struct ledger *ledger)
{
    for (size_t i = 0; i < ledger->count; i++) {
        free(ledger->files[i].path);
        free(ledger->files[i].format);
    }
    free(ledger->files);
    *ledger = (struct ledger){0};
}

void listed_read(struct listed *listed, const json_t *shown)
{
    const char *language = last_run_language(shown);
    listed->label = text_of(shown, "ActiveTrsxLabel");
    listed->lang = language ? language : "";
    listed->author = text_of(json_object_get(shown, "Description"), "Author");
    listed->has_no_media = json_is_false(json_object_get(shown, "HasRecording"));
    listed->is_read_only = json_is_true(json_object_get(shown, "IsReadOnly"));
    listed->expiry = expiry_of(shown);
    listed->updated_ms = updated_of(shown);
}

char *listed_tags(const json_t *shown)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    field_show(&text, &fields_project, field_find(&fields_project, "Data.Tags[]"), shown, DATE_LOCAL);
    return buffer_take(&text);
}

bool listed_is_today(int64_t state_since_ms, int64_t now_ms, enum date_zone zone)
{
    return state_since_ms != 0 && date_days_from(now_ms, since_time(state_since_ms), zone) == 0;
}

/* --- columns and order --- */

const struct column_def column_defs[COLUMN_COUNT] = {
    [COLUMN_ADDED] = {.name = "", .head = ""},
    [COLUMN_ID] = {.name = "id", .head = "ID", .cells = ID_CELLS, .key = 'i'},
    [COLUMN_STATE] = {.name = "state", .head = " State", .cells = 11, .key = 's'},
    [COLUMN_SINCE] = {.name = "since", .head = "Since", .cells = 5, .key = 'c', .is_down = true},
    [COLUMN_LENGTH] = {.name = "length", .head = "Length", .cells = 8, .is_right = true, .key = 'l'},
    [COLUMN_NOTE] = {.name = "note", .head = "N", .cells = 1},
    [COLUMN_NAME] = {.name = "name", .head = "Name", .key = 'n'},
    [COLUMN_TAGS] = {.name = "tags", .head = "Tags", .cells = 11, .key = 't'},
    [COLUMN_EXPIRES] = {.name = "expires", .head = "Expires", .cells = 7, .key = 'x'},
    [COLUMN_LANGUAGE] = {.name = "language", .head = "Language", .cells = 8},
    [COLUMN_EXPORTED] = {.name = "exported", .head = "Exported", .cells = 8, .key = 'e'},
    [COLUMN_LABEL] = {.name = "label", .head = "Label", .cells = 12},
    [COLUMN_CHANGED] = {.name = "changed", .head = "Changed", .cells = 11, .key = 'u', .is_down = true},
    [COLUMN_AUTHOR] = {.name = "author", .head = "Author", .cells = 16},
};

const char column_sort_names[] = "id state since length name tags expires exported changed";

enum column column_find(const char *name)
{
    for (int i = COLUMN_ID; i < COLUMN_COUNT; i++) {
        if (text_equal_nocase(column_defs[i].name, name))
            return (enum column)i;
    }
    return COLUMN_COUNT;
}

bool column_sort_parse(const char *text, enum column *column, bool *is_down)
{
    size_t len = strlen(text);
    bool is_reversed = len > 0 && text[len - 1] == '-';
    char *name = mem_copy_n(text, len - is_reversed);
    *column = column_find(name);
    free(name);
    if (*column == COLUMN_COUNT || !column_defs[*column].key)
        return false;
    *is_down = column_defs[*column].is_down != is_reversed;
    return true;
}

/* Copies the next word of the setting, and moves *columns behind the word. Cuts a word that is too long for a
 * column name. Returns false at the end of the setting. */
static bool column_next(const char **columns, char word[WORD_SIZE])
{
    const char *from = *columns + strspn(*columns, " \t,");
    size_t len = strcspn(from, " \t,");
    snprintf(word, WORD_SIZE, "%.*s", (int)len, from);
    *columns = from + len;
    return len > 0;
}

bool column_check(const char *columns, struct error *err)
{
    char word[WORD_SIZE];
    bool is_there[COLUMN_COUNT] = {false};
    while (column_next(&columns, word)) {
        enum column column = column_find(word);
        if (column <= COLUMN_STATE || column == COLUMN_COUNT)
            return error_set(
                err, ERROR_USAGE,
                "there is no column “%s”; use since, length, note, name, tags, expires, language, "
                "exported, label, changed, author",
                word);
        if (is_there[column])
            return error_set(err, ERROR_USAGE, "the column “%s” is given twice", word);
        is_there[column] = true;
    }
    return true;
}

void column_place(struct column_grid *grid, const char *columns, int width, int id_cells)
{
    enum column order[COLUMN_COUNT] = {COLUMN_ID, COLUMN_STATE};
    int count = 2, least = width < COLUMNS_WIDE ? NAME_LEAST_SMALL : NAME_LEAST;
    int left = width - COLUMN_GUTTER - ID_CELLS - column_defs[COLUMN_STATE].cells - 2;
    bool is_full = width < COLUMNS_NAME, is_named = false;
    char word[WORD_SIZE];
    while (column_next(&columns, word)) { /* takes columns from the left while the name keeps enough cells */
        enum column column = column_find(word);
        int cells = column == COLUMN_NAME ? 0 : column_defs[column].cells + 1;
        is_named = is_named || column == COLUMN_NAME;
        is_full = is_full || left - cells < least;
        if (is_full && column != COLUMN_NAME)
            continue;
        order[count++] = column;
        left -= cells;
    }
    if (!is_named)
        order[count++] = COLUMN_NAME;
    left -= id_cells - ID_CELLS;
    *grid = (struct column_grid){0};
    for (int i = 0, x = COLUMN_GUTTER; i < count; i++) {
        int cells = column_defs[order[i]].cells;
        if (order[i] == COLUMN_ID)
            cells = id_cells;
        if (order[i] == COLUMN_NAME)
            cells = left > NAME_LEAST_SMALL ? left : NAME_LEAST_SMALL;
        grid->at[order[i]].x = x;
        grid->at[order[i]].cells = cells;
        x += cells + 1;
    }
}

/* Returns the number to sort by; 0 in a column of texts, UNKNOWN for a missing value. */
static int64_t listed_key(const struct listed *listed, enum column column)
{
    static const char states[] = "!?* +";
    switch (column) {
    case COLUMN_ID:
        return listed->id;
    case COLUMN_STATE:
        return strchr(states, listed->is_lost ? '?' : listed->mark) - states;
    case COLUMN_SINCE:
        return listed->since_ms ? listed->since_ms : UNKNOWN;
    case COLUMN_LENGTH:
        return listed->length_ms >= 0 ? listed->length_ms : UNKNOWN;
    case COLUMN_NAME:
        return *listed->name ? 0 : UNKNOWN;
    case COLUMN_TAGS:
        return *listed->tags ? 0 : UNKNOWN;
    case COLUMN_EXPIRES:
        return listed->expiry.is_known ? listed->expiry.ms : UNKNOWN;
    case COLUMN_EXPORTED:
        return listed->mark == '+' || listed->exported != LEDGER_NONE ? (int64_t)listed->exported : UNKNOWN;
    case COLUMN_CHANGED:
        return listed->updated_ms ? listed->updated_ms : UNKNOWN;
    default:
        return (int64_t)listed->place;
    }
}

int listed_compare(const struct listed *a, const struct listed *b, enum column column, bool is_down)
{
    int64_t one = listed_key(a, column), other = listed_key(b, column);
    int order = (one > other) - (one < other);
    if ((one == UNKNOWN) != (other == UNKNOWN))
        return one == UNKNOWN ? 1 : -1;
    if (column == COLUMN_NAME)
        order = strcoll(a->name, b->name);
    else if (column == COLUMN_TAGS)
        order = strcoll(a->tags, b->tags);
    if (order == 0 || one == UNKNOWN)
        return (a->place > b->place) - (a->place < b->place);
    return is_down ? -order : order;
}

/* clang-format off */
const struct filter_term filter_terms[FILTER_TERMS] = {
    {.word = "is:todo", .help = "state None, with media, not read-only, no enqueue under way",
     .none = "No project in this list has media and the state None"},
    {.word = "is:busy", .help = "in progress, or an enqueue under way", .none = "No project here is in progress"},
    {.word = "is:failed", .help = "failed, canceled, or cannot be read",
     .none = "No project here has failed"},
    {.word = "is:export", .help = "Completed; not exported, or changed since the export",
     .none = "No project here waits for an export"},
    {.word = "is:today", .help = "the state changed today", .none = "No project here changed its state today"},
    {.word = "state:", .help = "text to find in the state, e.g. state:none", .at = offsetof(struct listed, state)},
    {.word = "tag:", .help = "text to find in a tag, e.g. tag:news", .at = offsetof(struct listed, tags)},
    {.word = "label:", .help = "text to find in the transcript's label", .at = offsetof(struct listed, label)},
    {.word = "lang:", .help = "text to find in the language, e.g. lang:en", .at = offsetof(struct listed, lang)},
    {.word = "note:", .help = "text to find in your note", .at = offsetof(struct listed, note)},
};
/* clang-format on */

struct filter_word {
    const struct filter_term *term; /* NULL: search all fields */
    char *text;                     /* never NULL */
    bool is_not;
};

struct filter {
    struct filter_word *words;
    size_t count;
};

/* Returns the term that equals the word (is:todo), or that begins the word (tag:); NULL for none. */
static const struct filter_term *filter_term_of(const char *word)
{
    for (size_t i = 0; i < FILTER_TERMS; i++) {
        const struct filter_term *term = &filter_terms[i];
        size_t len = strlen(term->word);
        if (strncasecmp(word, term->word, len) == 0 && (!term->none || !word[len]))
            return term;
    }
    return NULL;
}

/* Makes a filter of the valid words. A field name (letters and a colon) must be known, and text must follow
 * it. If a word is invalid, *is_whole is false, and err names the first invalid word. */
static struct filter *filter_read(const char *text, bool *is_whole, struct error *err)
{
    struct filter *filter = mem_zero(1, sizeof *filter);
    *is_whole = true;
    for (size_t len; *(text += strspn(text, " ")); text += len) {
        len = strcspn(text, " ");
        char *word = mem_copy_n(text, len), *rest = word + (*word == '-');
        const struct filter_term *term = filter_term_of(rest);
        size_t letters = strspn(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
        bool is_cut = !*rest || (term && !term->none && !rest[strlen(term->word)]);
        bool is_unknown = !term && letters > 0 && rest[letters] == ':';
        if (is_cut && *is_whole)
            error_set(err, ERROR_USAGE, "“%s” is incomplete: write text after it", word);
        else if (is_unknown && *is_whole)
            error_set(err, ERROR_USAGE, "“%s” is unknown: use %s", word,
                      strncasecmp(rest, "is:", 3) == 0
                          ? "is:todo, is:busy, is:failed, is:export, is:today or state:"
                          : "is:, state:, tag:, label:, lang: or note:");
        if (!is_cut && !is_unknown) {
            filter->words = mem_grow(filter->words, filter->count + 1, sizeof *filter->words);
            filter->words[filter->count++] =
                (struct filter_word){.term = term,
                                     .text = mem_copy(rest + (term ? strlen(term->word) : 0)),
                                     .is_not = rest > word};
        }
        *is_whole = *is_whole && !is_cut && !is_unknown;
        free(word);
    }
    return filter;
}

struct filter *filter_new(const char *text)
{
    struct error ignored;
    return filter_read(text, &(bool){false}, &ignored);
}

bool filter_check(const char *text, struct error *err)
{
    bool is_whole;
    filter_free(filter_read(text, &is_whole, err));
    return is_whole;
}

void filter_free(struct filter *filter)
{
    for (size_t i = 0; filter && i < filter->count; i++)
        free(filter->words[i].text);
    if (filter)
        free(filter->words);
    free(filter);
}

/* True if a project matches the word. Ignores a dash before the word: the caller checks is_not. */
static bool filter_finds(const struct filter_word *word, const struct listed *listed)
{
    const struct filter_term *term = word->term;
    if (term && !term->none)
        return text_contains_nocase(*(const char *const *)((const char *)listed + term->at), word->text);
    switch (term ? term - filter_terms : FILTER_VIEWS) {
    case 0:
        return strcmp(listed->state, "None") == 0 && !listed->has_no_media && !listed->is_read_only &&
               !listed->is_sent;
    case 1:
        return listed->mark == '*' || listed->is_sent;
    case 2:
        return listed->mark == '!' || listed->is_unreadable;
    case 3:
        return listed->mark == '+' && listed->exported != LEDGER_CURRENT;
    case 4:
        return listed->is_today;
    }
    char id[24] = "";
    if (listed->id)
        snprintf(id, sizeof id, "%" PRId64, listed->id);
    const char *const anywhere[] = {id,           listed->name,  listed->state,
                                    listed->tags, listed->label, listed->note};
    for (size_t i = 0; i < sizeof anywhere / sizeof anywhere[0]; i++) {
        if (text_contains_nocase(anywhere[i], word->text))
            return true;
    }
    return false;
}

bool filter_takes(const struct filter *filter, const struct listed *listed)
{
    for (size_t i = 0; i < filter->count; i++) {
        if (filter_finds(&filter->words[i], listed) == filter->words[i].is_not)
            return false;
    }
    return true;
}

const char *filter_none(const char *text)
{
    const struct filter_term *term = filter_term_of(text);
    return term && term->none ? term->none : "No project matches the filter";
}

/* --- options and metadata in a reply --- */

int last_run_row(const struct param_table *table, const char *field)
{
    if (strcmp(field, "Language") == 0)
        field = "Lang";
    else if (strcmp(field, "Profile") == 0)
        field = "TranscriptionProfile";
    return param_find(table, field);
}

char *last_run_text(const json_t *value)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    if (json_is_string(value))
        buffer_append_text(&text, json_string_value(value));
    else if (value && !json_is_null(value))
        json_write(&text, value);
    return buffer_take(&text);
}

enum last_run_kind last_run_compare(const struct param_def *def, const json_t *value)
{
    if (!def)
        return LAST_RUN_OTHER;
    char *text = last_run_text(value);
    bool is_number = def->type == PARAM_INT || def->type == PARAM_NUMBER;
    bool is_default = !*text || (def->def && (is_number ? strtod(def->def, NULL) == strtod(text, NULL)
                                                        : strcmp(def->def, text) == 0));
    free(text);
    return is_default ? LAST_RUN_DEFAULT : LAST_RUN_DIFFERS;
}

const char *last_run_language(const json_t *resource)
{
    const char *field;
    json_t *value;
    int lang = param_find(&params_enqueue, "Lang");
    json_object_foreach(json_object_get(resource, "TranscriptionConfig"), field, value)
    {
        const char *text = json_string_value(value);
        if (text && *text && last_run_row(&params_enqueue, field) == lang)
            return text;
    }
    return NULL;
}

json_t *metadata_reply_pairs(const json_t *resource)
{
    json_t *field = json_object_get(resource, "Metadata"), *value;
    const char *key;
    size_t i;
    if (!json_is_object(field) && !json_is_array(field))
        return NULL;
    json_t *pairs = json_array();
    json_object_foreach(field, key, value)
        json_array_append_new(pairs, json_pack("{s:s,s:O}", "Key", key, "Value", value));
    json_array_foreach(field, i, value)
    {
        json_t *own = json_object_get(value, "Value");
        key = json_string_value(json_object_get(value, "Key"));
        json_array_append_new(
            pairs, json_pack("{s:s,s:O}", "Key", key ? key : "-", "Value", key && own ? own : value));
    }
    return pairs;
}

const json_t *metadata_reply_value(const json_t *pairs, const char *key)
{
    for (size_t i = 0; i < json_array_size(pairs); i++) {
        const json_t *pair = json_array_get(pairs, i);
        if (strcmp(json_string_value(json_object_get(pair, "Key")), key) == 0)
            return json_object_get(pair, "Value");
    }
    return NULL;
}
