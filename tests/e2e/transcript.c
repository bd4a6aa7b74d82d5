/* Owns the reading of transcripts, byte by byte; it knows nothing of what the program meant. */
/* SPDX-License-Identifier: MIT */
#include "transcript.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "steno/base/text.h"
#include "support/asserts.h"

/* Lists the codes on their own, apart from the table of the program. */
static bool is_forbidden(uint32_t code)
{
    return code == 0x7F || (code >= 0x80 && code <= 0x9F) || code == 0x061C || code == 0x200E ||
           code == 0x200F || (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) ||
           code == 0x2028 || code == 0x2029 || code == 0x00AD || code == 0x200B || code == 0x2060 ||
           code == 0x3164 || code == 0xFEFF || (code >= 0xE0000 && code <= 0xE007F);
}

/* Is c one of the set? NUL never is. */
static bool is_in(const char *set, unsigned c)
{
    return c && c < 0x80 && strchr(set, (int)c);
}

/* Bytes of the sequence at s, which begins with ESC; 0 when curses sends no such thing. */
static size_t sequence_len(const char *s, size_t len)
{
    if (len < 2)
        return 0;
    if (is_in("78=>M", (unsigned char)s[1]))
        return 2;
    if (s[1] == '(')
        return len > 2 && is_in("B0", (unsigned char)s[2]) ? 3 : 0;
    if (s[1] != '[')
        return 0;
    size_t at = 2;
    while (at < len && is_in("0123456789;?", (unsigned char)s[at]))
        at++;
    return at < len && is_in("HABCDGdfJKmhlrPLMSTX@bt", (unsigned char)s[at]) ? at + 1 : 0;
}

/* Is the sequence a colour? The attributes of curses are 0 to 10 and 2x. */
static bool is_color(const char *s, size_t len)
{
    return s[len - 1] == 'm' &&
           (memmem(s, len, "[3", 2) || memmem(s, len, ";3", 2) || memmem(s, len, "[4", 2));
}

/* Is the sequence a clear that does not go home first, as curses' own does? */
static bool is_stray_clear(const char *all, const char *s, size_t len)
{
    return len == 4 && memcmp(s, "\033[2J", 4) == 0 && (s - all < 3 || memcmp(s - 3, "\033[H", 3) != 0);
}

/* Bytes around a place, as far as they can be printed. */
static void around(char out[80], const char *s, size_t len, size_t at)
{
    size_t n = 0;
    for (size_t i = at > 30 ? at - 30 : 0; i < len && i < at + 30; i++)
        out[n++] = s[i] >= 32 && s[i] < 127 ? s[i] : '.';
    out[n] = '\0';
}

/* Holds a text to the laws; sequences of curses are let through when asked. */
static void hold(const char *s, size_t len, bool terminal, const char *where)
{
    char near[80];
    for (size_t at = 0; at < len;) {
        uint32_t code;
        size_t taken = text_decode(s + at, len - at, &code);
        around(near, s, len, at);
        if (terminal && code == 0x1B) {
            taken = sequence_len(s + at, len - at);
            cr_assert_gt(taken, 0, "%s: a sequence that curses does not send, in “%s”", where, near);
            cr_assert_not(is_color(s + at, taken), "%s: a colour in “%s”", where, near);
            cr_assert_not(is_stray_clear(s, s + at, taken), "%s: a stray clear in “%s”", where, near);
        } else {
            bool control = code < 0x20 && !is_in(terminal ? "\r\n\b\t" : "\n\t", code);
            bool bad = code == TEXT_BAD_CODE && taken == 1;
            cr_assert_not(control || bad || is_forbidden(code), "%s: U+%04X raw in “%s”", where,
                          (unsigned)code, near);
        }
        at += taken;
    }
}

void transcript_is_clean(struct pty *pty, const char *where)
{
    size_t len;
    const char *sent = pty_transcript(pty, &len);
    cr_assert_gt(len, 0);
    hold(sent, len, true, where);
}

void transcript_text_is_clean(const char *text, size_t len, const char *where)
{
    hold(text, len, false, where);
}
