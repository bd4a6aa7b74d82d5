/* Names of keys, and key presses that count as the same key. Must not know terminals or key bindings. */
/* SPDX-License-Identifier: MIT */
#include "steno/widget/key.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "steno/base/text.h"

/* If a key has several names, key_format writes the first. */
static const struct key_word {
    const char *name;
    enum key_kind kind;
    uint32_t code;
} key_words[] = {
    {"Space", K_CHAR, ' '},
    {"Comma", K_CHAR, ','},
    {"Enter", K_ENTER, 0},
    {"Return", K_ENTER, 0},
    {"Tab", K_TAB, 0},
    {"Esc", K_ESC, 0},
    {"Escape", K_ESC, 0},
    {"Backspace", K_BACKSPACE, 0},
    {"Delete", K_DELETE, 0},
    {"Del", K_DELETE, 0},
    {"Insert", K_INSERT, 0},
    {"Up", K_UP, 0},
    {"Down", K_DOWN, 0},
    {"Left", K_LEFT, 0},
    {"Right", K_RIGHT, 0},
    {"Home", K_HOME, 0},
    {"End", K_END, 0},
    {"PgUp", K_PAGE_UP, 0},
    {"PageUp", K_PAGE_UP, 0},
    {"PgDn", K_PAGE_DOWN, 0},
    {"PageDown", K_PAGE_DOWN, 0},
};
#define KEY_WORDS (sizeof key_words / sizeof key_words[0])

static const struct {
    const char *name;
    unsigned mod;
} key_mods[] = {{"Ctrl-", MOD_CTRL}, {"Alt-", MOD_ALT}, {"Shift-", MOD_SHIFT}};

struct key key_plain(enum key_kind kind)
{
    return (struct key){.kind = kind};
}

struct key key_ctrl(char letter)
{
    if (letter >= 'A' && letter <= 'Z')
        letter = (char)(letter - 'A' + 'a');
    switch (letter) {
    case 'i':
        return key_plain(K_TAB);
    case 'j':
    case 'm':
        return key_plain(K_ENTER);
    case 'h':
    case '?':
        return key_plain(K_BACKSPACE);
    case '[':
        return key_plain(K_ESC);
    default:
        return (struct key){.kind = K_CHAR, .code = (unsigned char)letter, .mods = MOD_CTRL};
    }
}

struct key key_char(uint32_t code)
{
    if (code == 0x7F)
        return key_plain(K_BACKSPACE);
    if (code < 0x20)
        return key_ctrl((char)(code + '@'));
    return (struct key){.kind = K_CHAR, .code = code};
}

bool key_is_text(struct key key)
{
    bool control = key.code < 0x20 || (key.code >= 0x7F && key.code <= 0x9F);
    return key.kind == K_CHAR && !(key.mods & (MOD_CTRL | MOD_ALT)) && !control;
}

/* Reads the name of a key without modifiers: one character, a word, or F and a number. */
static bool key_parse_plain(const char *name, struct key *key)
{
    size_t len = strlen(name);
    uint32_t code;
    int64_t number;
    if (len == 0 || !text_is_valid(name, len))
        return false;
    if (text_decode(name, len, &code) == len && !text_code_is_hostile(code)) {
        *key = key_char(code);
        return true;
    }
    for (size_t i = 0; i < KEY_WORDS; i++) {
        if (text_equal_nocase(name, key_words[i].name)) {
            *key = (struct key){.kind = key_words[i].kind, .code = key_words[i].code};
            return true;
        }
    }
    if ((name[0] != 'F' && name[0] != 'f') || name[1] == '0' || !text_parse_int(name + 1, &number) ||
        number < 1 || number > 63)
        return false;
    *key = (struct key){.kind = K_F, .code = (uint32_t)number};
    return true;
}

bool key_parse(const char *name, struct key *key)
{
    unsigned mods = 0;
    struct key found;
    for (size_t i = 0; i < sizeof key_mods / sizeof key_mods[0]; i++) {
        size_t len = strlen(key_mods[i].name);
        if (strncasecmp(name, key_mods[i].name, len) == 0 && name[len]) {
            mods |= key_mods[i].mod;
            name += len;
        }
    }
    if (name[0] == '^' && name[1] && !name[2]) {
        mods |= MOD_CTRL;
        name++;
    }
    if (!key_parse_plain(name, &found))
        return false;
    if (found.kind == K_CHAR && (mods & MOD_SHIFT)) { /* terminals send a capital letter in place of Shift */
        if (found.code < 'a' || found.code > 'z')
            return false;
        found.code -= 'a' - 'A';
        mods &= ~(unsigned)MOD_SHIFT;
    }
    if (found.kind == K_CHAR && (mods & MOD_CTRL)) {
        if (found.code < ' ' || found.code >= 0x7F)
            return false;
        found = key_ctrl(found.code == ' ' ? '@' : (char)found.code);
        mods &= ~(unsigned)MOD_CTRL;
    }
    found.mods |= mods;
    *key = found;
    return true;
}

void key_format(char *out, size_t size, struct key key)
{
    char base[16] = "?";
    bool caret = key.kind == K_CHAR && (key.mods & MOD_CTRL);
    if (key.kind == K_F)
        snprintf(base, sizeof base, "F%u", (unsigned)key.code);
    else if (key.kind == K_CHAR)
        base[text_encode(key.code, base)] = '\0';
    for (size_t i = KEY_WORDS; i-- > 0;) { /* backwards, so that the first name of a key is kept */
        if (key_words[i].kind == key.kind && key_words[i].code == key.code)
            snprintf(base, sizeof base, "%s", key_words[i].name);
    }
    if (caret && key.code >= 'a' && key.code <= 'z')
        base[0] = (char)(base[0] - 'a' + 'A');
    snprintf(out, size, "%s%s%s%s%s", (key.mods & MOD_CTRL) && !caret ? "Ctrl-" : "",
             key.mods & MOD_ALT ? "Alt-" : "", key.mods & MOD_SHIFT ? "Shift-" : "", caret ? "^" : "", base);
}

bool key_parse_list(const char *text, struct key *keys, size_t max, size_t *count, struct error *err)
{
    size_t found = 0;
    for (const char *at = text; *at;) {
        size_t skip = strspn(at, " \t,");
        size_t len = strcspn(at + skip, " \t,");
        at += skip;
        if (len == 0)
            break;
        char word[KEY_NAME_SIZE] = "";
        memcpy(word, at, len < sizeof word ? len : sizeof word - 1);
        if (len >= sizeof word || !text_is_valid(word, strlen(word)))
            return error_set(err, ERROR_USAGE,
                             "this is not the name of a key; use names such as j, Space, ^G, PgUp or F5");
        if (found == max)
            return error_set(err, ERROR_USAGE, "“%s” is one key too many: an action has at most %zu keys",
                             word, max);
        if (!key_parse(word, &keys[found]))
            return error_set(err, ERROR_USAGE,
                             "“%s” is not a key; use names such as j, Space, ^G, PgUp or F5", word);
        found++;
        at += len;
    }
    if (found == 0)
        return error_set(err, ERROR_USAGE, "a key is required, such as j, Space, ^G, PgUp or F5");
    *count = found;
    return true;
}

const char *key_unreachable(struct key key)
{
    bool ctrl = key.kind == K_CHAR && (key.mods & MOD_CTRL);
    if (ctrl && (key.code == 's' || key.code == 'q'))
        return "terminals use it to stop and start their output";
    if (ctrl && key.code == 'z')
        return "it always suspends the program";
    if (ctrl && key.code == '\\')
        return "it always ends the program";
    if (ctrl && !(key.code >= 'a' && key.code <= 'z') && !strchr("@]^_", (int)key.code))
        return "terminals do not send it";
    if ((key.mods & MOD_SHIFT) && key.kind != K_TAB && (key.kind < K_DELETE || key.kind == K_F))
        return "terminals send the same bytes with and without Shift";
    if ((key.mods & MOD_CTRL) &&
        (key.kind == K_ENTER || key.kind == K_TAB || key.kind == K_ESC || key.kind == K_F))
        return "terminals send the same bytes with and without Ctrl";
    return NULL;
}
