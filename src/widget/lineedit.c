/* The line editor. This file must not know fields, forms or terminals. */
/* SPDX-License-Identifier: MIT */
#include "steno/widget/lineedit.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define HISTORY_OUT SIZE_MAX /* value of history_at while no suggested value is shown */

struct lineedit {
    char *text;
    size_t len;
    size_t cursor;
    size_t max;
    bool secret;
    bool offered; /* the first character that is typed replaces the whole text */
    bool touched;
    char **history;
    size_t history_count;
    size_t history_at;
    char *typed; /* what the user typed, kept while a suggested value is shown */
};

/* Replaces the text, and takes ownership of the new text. Wipes the old text if it is a secret. */
static void lineedit_take(struct lineedit *edit, char *text, size_t len, size_t cursor)
{
    if (edit->secret)
        mem_wipe_free(edit->text);
    else
        free(edit->text);
    edit->text = text;
    edit->len = len;
    edit->cursor = cursor;
}

/* Replaces the text by a copy with bad UTF-8 repaired; the cursor goes to its end. */
static void lineedit_store(struct lineedit *edit, const char *text)
{
    struct buffer valid;
    buffer_init(&valid, BUFFER_MAX_DEFAULT);
    size_t len = text ? strlen(text) : 0;
    char *copy = NULL;
    if (!text_is_valid(text, len)) {
        text_repair(&valid, text, len);
        copy = buffer_take(&valid);
        len = strlen(copy);
    }
    lineedit_take(edit, copy ? copy : mem_copy(text), len, len);
}

struct lineedit *lineedit_new(const char *text, size_t max, bool secret)
{
    struct lineedit *edit = mem_zero(1, sizeof *edit);
    edit->max = max;
    edit->secret = secret;
    edit->history_at = HISTORY_OUT;
    lineedit_store(edit, text);
    return edit;
}

void lineedit_set_history(struct lineedit *edit, const char *const *values, size_t count)
{
    for (size_t i = 0; i < edit->history_count; i++)
        free(edit->history[i]);
    free(edit->history);
    free(edit->typed);
    edit->typed = NULL;
    edit->history_at = HISTORY_OUT;
    edit->history_count = edit->secret ? 0 : count;
    edit->history = count ? mem_zero(count, sizeof *edit->history) : NULL;
    for (size_t i = 0; values && i < edit->history_count; i++)
        edit->history[i] = mem_copy(values[i]);
}

void lineedit_free(struct lineedit *edit)
{
    if (!edit)
        return;
    lineedit_set_history(edit, NULL, 0);
    lineedit_take(edit, NULL, 0, 0);
    free(edit);
}

void lineedit_set(struct lineedit *edit, const char *text)
{
    lineedit_store(edit, text);
    edit->touched = true;
    edit->history_at = HISTORY_OUT;
}

void lineedit_offer(struct lineedit *edit)
{
    edit->offered = edit->len > 0;
}

const char *lineedit_text(const struct lineedit *edit)
{
    return edit->text;
}

size_t lineedit_cursor(const struct lineedit *edit)
{
    return edit->cursor;
}

bool lineedit_is_touched(const struct lineedit *edit)
{
    return edit->touched;
}

/* True if the code point is drawn in the cell of the character before it. */
static bool lineedit_code_joins(uint32_t code)
{
    return !text_code_is_hostile(code) && text_code_width(code) == 0;
}

/* Returns the end of the character at `at`, including its combining marks. */
static size_t lineedit_next(const struct lineedit *edit, size_t at)
{
    uint32_t code;
    if (at < edit->len)
        at += text_decode(edit->text + at, edit->len - at, &code);
    while (at < edit->len) {
        size_t used = text_decode(edit->text + at, edit->len - at, &code);
        if (!lineedit_code_joins(code))
            break;
        at += used;
    }
    return at;
}

static size_t lineedit_previous(const struct lineedit *edit)
{
    size_t start = edit->cursor;
    uint32_t code = 0;
    do {
        while (start > 0 && ((unsigned char)edit->text[--start] & 0xC0) == 0x80)
            ;
        text_decode(edit->text + start, edit->len - start + 1, &code);
    } while (start > 0 && lineedit_code_joins(code));
    return start;
}

/* Returns the start of the word before the cursor if `back` is true, else the end of the word after it. */
static size_t lineedit_word(const struct lineedit *edit, bool back)
{
    size_t at = edit->cursor, end = back ? 0 : edit->len;
    for (int word = 0; word < 2; word++) {
        while (at != end && (edit->text[back ? at - 1 : at] == ' ') == !word)
            at += back ? (size_t)-1 : 1;
    }
    return at;
}

static enum lineedit_result lineedit_go(struct lineedit *edit, size_t at)
{
    edit->cursor = at;
    return LINEEDIT_MOVED;
}

/* Replaces text[from..to) by bytes. Refuses if the text would become longer than its limit. */
static enum lineedit_result lineedit_replace(struct lineedit *edit, size_t from, size_t to, const char *bytes,
                                             size_t count)
{
    size_t kept = edit->len - (to - from);
    if (count > to - from && (count > edit->max || kept > edit->max - count))
        return LINEEDIT_REFUSED;
    if (to == from && count == 0)
        return LINEEDIT_MOVED;
    char *text = mem_alloc(kept + count + 1);
    memcpy(text, edit->text, from);
    memcpy(text + from, bytes, count);
    memcpy(text + from + count, edit->text + to, edit->len - to + 1);
    lineedit_take(edit, text, kept + count, from + count);
    edit->touched = true;
    edit->history_at = HISTORY_OUT;
    return LINEEDIT_CHANGED;
}

static enum lineedit_result lineedit_cut(struct lineedit *edit, size_t from, size_t to)
{
    return lineedit_replace(edit, from, to, "", 0);
}

/* Shows the next (+1) or previous (-1) suggested value. The typed text comes before the first value. */
static enum lineedit_result lineedit_recall(struct lineedit *edit, int step)
{
    size_t at = edit->history_at;
    if (edit->history_count == 0)
        return LINEEDIT_IGNORED;
    if (step > 0 ? at != HISTORY_OUT && at + 1 >= edit->history_count : at == HISTORY_OUT)
        return LINEEDIT_MOVED;
    if (at == HISTORY_OUT) {
        free(edit->typed);
        edit->typed = mem_copy(edit->text);
    }
    at += (size_t)step; /* SIZE_MAX + 1 is 0 */
    lineedit_store(edit, at == HISTORY_OUT ? edit->typed : edit->history[at]);
    edit->history_at = at;
    edit->touched = true;
    return LINEEDIT_CHANGED;
}

/* Inserts bytes at the cursor. If the text is a suggested value, the bytes replace all of it. */
static enum lineedit_result lineedit_insert(struct lineedit *edit, const char *bytes, size_t len)
{
    size_t from = edit->offered ? 0 : edit->cursor;
    size_t to = edit->offered ? edit->len : edit->cursor;
    edit->offered = false;
    return lineedit_replace(edit, from, to, bytes, len);
}

/* Handles a key. If by_word is true, the key moves or deletes by words in place of characters. */
static enum lineedit_result lineedit_do(struct lineedit *edit, enum key_kind kind, bool by_word)
{
    size_t before = by_word ? lineedit_word(edit, true) : lineedit_previous(edit);
    size_t after = by_word ? lineedit_word(edit, false) : lineedit_next(edit, edit->cursor);
    if (by_word && kind != K_LEFT && kind != K_RIGHT && kind != K_BACKSPACE && kind != K_DELETE)
        return LINEEDIT_IGNORED;
    switch (kind) {
    case K_LEFT:
        return lineedit_go(edit, before);
    case K_RIGHT:
        return lineedit_go(edit, after);
    case K_BACKSPACE:
        return lineedit_cut(edit, before, edit->cursor);
    case K_DELETE:
        return lineedit_cut(edit, edit->cursor, after);
    case K_ENTER:
        return LINEEDIT_ACCEPT;
    case K_ESC:
        return LINEEDIT_CANCEL;
    case K_HOME:
        return lineedit_go(edit, 0);
    case K_END:
        return lineedit_go(edit, edit->len);
    case K_UP:
        return lineedit_recall(edit, 1);
    case K_DOWN:
        return lineedit_recall(edit, -1);
    default:
        return LINEEDIT_IGNORED;
    }
}

enum lineedit_result lineedit_key(struct lineedit *edit, struct key key)
{
    static const struct {
        char letter;
        unsigned mods;
        enum key_kind kind;
        bool by_word;
    } letters[] = {
        {'a', MOD_CTRL, K_HOME, false},  {'e', MOD_CTRL, K_END, false},    {'b', MOD_CTRL, K_LEFT, false},
        {'f', MOD_CTRL, K_RIGHT, false}, {'d', MOD_CTRL, K_DELETE, false}, {'w', MOD_CTRL, K_BACKSPACE, true},
        {'p', MOD_CTRL, K_UP, false},    {'n', MOD_CTRL, K_DOWN, false},   {'g', MOD_CTRL, K_ESC, false},
        {'b', MOD_ALT, K_LEFT, true},    {'f', MOD_ALT, K_RIGHT, true},    {'d', MOD_ALT, K_DELETE, true},
    };
    if (key_is_text(key)) {
        char bytes[4];
        return lineedit_insert(edit, bytes, text_encode(key.code, bytes));
    }
    edit->offered = false;
    if (key_equal(key, key_ctrl('u')))
        return lineedit_cut(edit, 0, edit->cursor);
    if (key_equal(key, key_ctrl('k')))
        return lineedit_cut(edit, edit->cursor, edit->len);
    for (size_t i = 0; key.kind == K_CHAR && i < sizeof letters / sizeof letters[0]; i++) {
        if (key.code == (unsigned char)letters[i].letter && key.mods == letters[i].mods)
            return lineedit_do(edit, letters[i].kind, letters[i].by_word);
    }
    return lineedit_do(edit, key.kind, key.mods & (MOD_CTRL | MOD_ALT));
}

enum lineedit_result lineedit_paste(struct lineedit *edit, const char *text, size_t len)
{
    struct buffer flat;
    bool parted = false; /* a line break or tab follows the last kept character */
    buffer_init(&flat, BUFFER_MAX_DEFAULT);
    if (len > BUFFER_MAX_DEFAULT / 8)
        return LINEEDIT_REFUSED;
    for (size_t at = 0; at < len;) {
        uint32_t code;
        char bytes[4];
        at += text_decode(text + at, len - at, &code);
        bool is_break =
            code == '\n' || code == '\r' || code == '\t' || code == 0x85 || code == 0x2028 || code == 0x2029;
        if (is_break)
            parted = flat.len > 0;
        if (is_break || code < 0x20 || (code >= 0x7F && code <= 0x9F))
            continue;
        if (parted && !edit->secret && code != ' ' && flat.data[flat.len - 1] != ' ')
            buffer_append_char(&flat, ' ');
        parted = false;
        buffer_append(&flat, bytes, text_encode(code, bytes));
    }
    enum lineedit_result result = lineedit_insert(edit, buffer_text(&flat), flat.len);
    if (flat.data)
        explicit_bzero(flat.data, flat.cap);
    buffer_free(&flat);
    return result;
}

/* Writes the character text[from..to) to `shown` as it is drawn: cleaned, or as a star. Returns its width. */
static int lineedit_cells(const struct lineedit *edit, size_t from, size_t to, struct buffer *shown)
{
    buffer_clear(shown);
    if (edit->secret)
        buffer_append_char(shown, '*');
    else
        text_clean(shown, edit->text + from, to - from);
    return text_width(buffer_text(shown));
}

int lineedit_view(const struct lineedit *edit, int width, char *out, size_t size)
{
    struct buffer shown;
    int before = 0, all = 0; /* cells before the cursor, and of the whole text */
    int start = 0, first = -1, cell = 0;
    size_t used = 0;
    out[0] = '\0';
    if (width < 1)
        return 0;
    buffer_init(&shown, BUFFER_MAX_DEFAULT);
    for (size_t at = 0, next; at < edit->len; at = next) {
        next = lineedit_next(edit, at);
        int cells = lineedit_cells(edit, at, next, &shown);
        before += at < edit->cursor ? cells : 0;
        all += cells;
    }
    while (all >= width && before - start >= width) /* scroll by half a width, to scroll seldom */
        start += width > 1 ? width / 2 : 1;
    for (size_t at = 0, next; at < edit->len; at = next) {
        next = lineedit_next(edit, at);
        int cells = lineedit_cells(edit, at, next, &shown);
        cell += cells;
        if (cell - cells < start)
            continue;
        if (first < 0)
            first = cell - cells;
        if (cell - first > width || used + shown.len + 1 > size)
            break;
        memcpy(out + used, shown.data, shown.len + 1);
        used += shown.len;
    }
    buffer_free(&shown);
    return before - (first < 0 ? start : first);
}
