/* Owns a line of text that is being typed: cursor, cap, values used before. Drawing it is lineedit_view.c;
 * knows no field, no form and no terminal. */
/* SPDX-License-Identifier: MIT */
#include "lineedit.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

/* A copy that is valid UTF-8, so that the cursor always stands between characters. */
static char *lineedit_repaired(const char *text)
{
    struct buffer out;
    size_t len = text ? strlen(text) : 0;
    if (text_is_valid(text, len))
        return mem_copy(text);
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    text_repair(&out, text, len);
    return buffer_take(&out);
}

/* Puts a text into the editor, its cursor at the end. A secret's old memory is wiped. */
static void lineedit_store(struct lineedit *edit, const char *text)
{
    char *copy = lineedit_repaired(text);
    if (edit->secret)
        mem_wipe_free(edit->text);
    else
        free(edit->text);
    edit->text = copy;
    edit->len = strlen(copy);
    edit->cursor = edit->len;
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

/* Frees the values used before. */
static void lineedit_drop_history(struct lineedit *edit)
{
    for (size_t i = 0; i < edit->history_count; i++)
        free(edit->history[i]);
    free(edit->history);
    free(edit->typed);
    edit->history = NULL;
    edit->typed = NULL;
    edit->history_count = 0;
    edit->history_at = HISTORY_OUT;
}

void lineedit_free(struct lineedit *edit)
{
    if (!edit)
        return;
    lineedit_drop_history(edit);
    if (edit->secret)
        mem_wipe_free(edit->text);
    else
        free(edit->text);
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

void lineedit_set_history(struct lineedit *edit, const char *const *values, size_t count)
{
    lineedit_drop_history(edit);
    if (edit->secret || count == 0)
        return;
    edit->history = mem_zero(count, sizeof *edit->history);
    for (size_t i = 0; i < count; i++)
        edit->history[i] = mem_copy(values[i]);
    edit->history_count = count;
}

/* Does the code point belong to the character before it? What is shown as a mark stands alone. */
static bool lineedit_code_joins(uint32_t code)
{
    return !text_code_is_hostile(code) && text_code_width(code) == 0;
}

size_t lineedit_next(const char *text, size_t len, size_t at)
{
    uint32_t code;
    if (at >= len)
        return len;
    at += text_decode(text + at, len - at, &code);
    while (at < len) {
        size_t used = text_decode(text + at, len - at, &code);
        if (!lineedit_code_joins(code))
            break;
        at += used;
    }
    return at;
}

/* The start of the character that ends at `at`. */
static size_t lineedit_previous(const char *text, size_t len, size_t at)
{
    size_t start = at;
    while (start > 0) {
        uint32_t code;
        do
            start--;
        while (start > 0 && ((unsigned char)text[start] & 0xC0) == 0x80);
        text_decode(text + start, len - start, &code);
        if (!lineedit_code_joins(code))
            break;
    }
    return start;
}

/* Is there a blank at this place? Words are what stands between blanks. */
static bool lineedit_is_blank(const struct lineedit *edit, size_t at)
{
    return edit->text[at] == ' ';
}

/* The start of the word before the cursor. */
static size_t lineedit_word_start(const struct lineedit *edit)
{
    size_t at = edit->cursor;
    while (at > 0 && lineedit_is_blank(edit, at - 1))
        at--;
    while (at > 0 && !lineedit_is_blank(edit, at - 1))
        at--;
    return at;
}

/* The end of the word behind the cursor. */
static size_t lineedit_word_end(const struct lineedit *edit)
{
    size_t at = edit->cursor;
    while (at < edit->len && lineedit_is_blank(edit, at))
        at++;
    while (at < edit->len && !lineedit_is_blank(edit, at))
        at++;
    return at;
}

/* Moves the cursor. */
static enum lineedit_result lineedit_go(struct lineedit *edit, size_t at)
{
    edit->cursor = at;
    return LINEEDIT_MOVED;
}

/* Puts bytes in place of text[from..to), refused whole when the cap forbids it. */
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
    if (edit->secret)
        mem_wipe_free(edit->text);
    else
        free(edit->text);
    edit->text = text;
    edit->len = kept + count;
    edit->cursor = from + count;
    edit->touched = true;
    edit->history_at = HISTORY_OUT;
    return LINEEDIT_CHANGED;
}

/* Takes text[from..to) away. */
static enum lineedit_result lineedit_cut(struct lineedit *edit, size_t from, size_t to)
{
    return lineedit_replace(edit, from, to, "", 0);
}

/* Brings an older (+1) or newer (-1) value; the text typed first comes back behind the newest. */
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
        at = 0;
    } else if (step > 0)
        at++;
    else
        at = at == 0 ? HISTORY_OUT : at - 1;
    lineedit_store(edit, at == HISTORY_OUT ? edit->typed : edit->history[at]);
    edit->history_at = at;
    edit->touched = true;
    return LINEEDIT_CHANGED;
}

/* Keys with Ctrl and a letter. */
static enum lineedit_result lineedit_ctrl(struct lineedit *edit, uint32_t letter)
{
    const char *text = edit->text;
    switch (letter) {
    case 'a':
        return lineedit_go(edit, 0);
    case 'e':
        return lineedit_go(edit, edit->len);
    case 'b':
        return lineedit_go(edit, lineedit_previous(text, edit->len, edit->cursor));
    case 'f':
        return lineedit_go(edit, lineedit_next(text, edit->len, edit->cursor));
    case 'd':
        return lineedit_cut(edit, edit->cursor, lineedit_next(text, edit->len, edit->cursor));
    case 'w':
        return lineedit_cut(edit, lineedit_word_start(edit), edit->cursor);
    case 'u':
        return lineedit_cut(edit, 0, edit->cursor);
    case 'k':
        return lineedit_cut(edit, edit->cursor, edit->len);
    case 'p':
        return lineedit_recall(edit, 1);
    case 'n':
        return lineedit_recall(edit, -1);
    case 'g':
        return LINEEDIT_CANCEL;
    default:
        return LINEEDIT_IGNORED;
    }
}

/* Keys with Alt, and Ctrl with an arrow: by words. */
static enum lineedit_result lineedit_by_word(struct lineedit *edit, struct key key)
{
    bool letter = key.kind == K_CHAR && key.mods == MOD_ALT;
    if (key.kind == K_LEFT || (letter && key.code == 'b'))
        return lineedit_go(edit, lineedit_word_start(edit));
    if (key.kind == K_RIGHT || (letter && key.code == 'f'))
        return lineedit_go(edit, lineedit_word_end(edit));
    if (key.kind == K_BACKSPACE)
        return lineedit_cut(edit, lineedit_word_start(edit), edit->cursor);
    if (key.kind == K_DELETE || (letter && key.code == 'd'))
        return lineedit_cut(edit, edit->cursor, lineedit_word_end(edit));
    return LINEEDIT_IGNORED;
}

/* Keys without Ctrl and Alt that type nothing. */
static enum lineedit_result lineedit_named(struct lineedit *edit, enum key_kind kind)
{
    size_t before = lineedit_previous(edit->text, edit->len, edit->cursor);
    size_t after = lineedit_next(edit->text, edit->len, edit->cursor);
    switch (kind) {
    case K_ENTER:
        return LINEEDIT_ACCEPT;
    case K_ESC:
        return LINEEDIT_CANCEL;
    case K_LEFT:
        return lineedit_go(edit, before);
    case K_RIGHT:
        return lineedit_go(edit, after);
    case K_HOME:
        return lineedit_go(edit, 0);
    case K_END:
        return lineedit_go(edit, edit->len);
    case K_BACKSPACE:
        return lineedit_cut(edit, before, edit->cursor);
    case K_DELETE:
        return lineedit_cut(edit, edit->cursor, after);
    case K_UP:
        return lineedit_recall(edit, 1);
    case K_DOWN:
        return lineedit_recall(edit, -1);
    default:
        return LINEEDIT_IGNORED;
    }
}

/* Puts bytes at the cursor, or in the place of a text that is only an offer. */
static enum lineedit_result lineedit_insert(struct lineedit *edit, const char *bytes, size_t len)
{
    size_t from = edit->offered ? 0 : edit->cursor;
    size_t to = edit->offered ? edit->len : edit->cursor;
    edit->offered = false;
    return lineedit_replace(edit, from, to, bytes, len);
}

enum lineedit_result lineedit_key(struct lineedit *edit, struct key key)
{
    if (key_is_text(key)) {
        char bytes[4];
        return lineedit_insert(edit, bytes, text_encode(key.code, bytes));
    }
    edit->offered = false;
    if (key.kind == K_CHAR && key.mods == MOD_CTRL)
        return lineedit_ctrl(edit, key.code);
    if (key.mods & (MOD_CTRL | MOD_ALT))
        return lineedit_by_word(edit, key);
    return lineedit_named(edit, key.kind);
}

/* Is it a line break or a tab, which part words? */
static bool lineedit_is_break(uint32_t code)
{
    return code == '\n' || code == '\r' || code == '\t' || code == 0x85 || code == 0x2028 || code == 0x2029;
}

/* Writes what a paste leaves in one line: no controls, breaks within as one blank when `blanks`. */
static void lineedit_flatten(struct buffer *out, const char *text, size_t len, bool blanks)
{
    bool parted = false;
    for (size_t at = 0; at < len;) {
        uint32_t code;
        char bytes[4];
        at += text_decode(text + at, len - at, &code);
        bool control = code < 0x20 || (code >= 0x7F && code <= 0x9F);
        if (lineedit_is_break(code))
            parted = out->len > 0;
        if (lineedit_is_break(code) || control)
            continue;
        if (parted && blanks && code != ' ' && out->data[out->len - 1] != ' ')
            buffer_append_char(out, ' ');
        parted = false;
        buffer_append(out, bytes, text_encode(code, bytes));
    }
}

enum lineedit_result lineedit_paste(struct lineedit *edit, const char *text, size_t len)
{
    struct buffer flat;
    buffer_init(&flat, BUFFER_MAX_DEFAULT);
    if (len > BUFFER_MAX_DEFAULT / 8)
        return LINEEDIT_REFUSED;
    lineedit_flatten(&flat, text, len, !edit->secret);
    enum lineedit_result result = lineedit_insert(edit, buffer_text(&flat), flat.len);
    if (flat.data)
        explicit_bzero(flat.data, flat.cap);
    buffer_free(&flat);
    return result;
}
