/* A key press as a value, and the names of keys in hints, help and config.
 *
 * A text key is K_CHAR with a code point. Ctrl with a letter is K_CHAR with the lowercase letter and
 * MOD_CTRL. Shift with a letter is the capital letter without MOD_SHIFT. Keys that send the same byte are one
 * key: ^I is Tab, ^M and ^J are Enter, ^[ is Esc, ^H is Backspace.
 *
 * Names: "j", "G", "#", "Space", "Comma", "Enter", "Shift-Tab", "^G", "Alt-b", "PgUp", "Ctrl-Left", "F5".
 * Case does not matter in names longer than one character. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WIDGET_KEY_H
#define STENO_WIDGET_KEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/error.h"

/* Names begin with K_, because curses has names that begin with KEY_. */
enum key_kind {
    K_NONE,
    K_CHAR, /* code is the code point */
    K_ENTER,
    K_TAB,
    K_ESC,
    K_BACKSPACE,
    K_DELETE,
    K_INSERT,
    K_UP,
    K_DOWN,
    K_LEFT,
    K_RIGHT,
    K_HOME,
    K_END,
    K_PAGE_UP,
    K_PAGE_DOWN,
    K_F, /* code is the number: 1 is F1 */
    K_KIND_COUNT
};

enum { MOD_SHIFT = 1, MOD_CTRL = 2, MOD_ALT = 4 };

struct key {
    enum key_kind kind;
    uint32_t code;
    unsigned mods;
};

#define KEY_NAME_SIZE 32

/* Returns the key that types a code point; for a control code (1..31, 127), the key that sends this code. */
struct key key_char(uint32_t code);
struct key key_ctrl(char letter);
/* Returns a key without code or modifiers, such as K_ENTER. */
struct key key_plain(enum key_kind kind);

static inline bool key_equal(struct key a, struct key b)
{
    return a.kind == b.kind && a.code == b.code && a.mods == b.mods;
}

/* True if the key types a character. Control codes, and keys with Ctrl or Alt, type none. */
bool key_is_text(struct key key);

bool key_parse(const char *name, struct key *key);

/* Writes the name of a key as key_parse reads it. Needs KEY_NAME_SIZE bytes. (key_name belongs to curses.) */
void key_format(char *out, size_t size, struct key key);

/* Parses key names, separated by blanks or commas, into keys[0..max). *count is the number of keys. The comma
 * key is written "Comma". ERROR_USAGE: a bad name, more than `max` names, or no name. */
bool key_parse_list(const char *text, struct key *keys, size_t max, size_t *count, struct error *err);

/* Returns why no action can have this key: "terminals do not send it". NULL: an action can have this key. */
const char *key_unreachable(struct key key);

#endif
