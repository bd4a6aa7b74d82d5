/* The screen without a terminal of a test process. */
/* SPDX-License-Identifier: MIT */
#include "support/screen.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "term.h"

static FILE *sink;
static off_t seen;

void screen_open(const char *type, int rows, int cols, bool utf8, bool colors)
{
    struct term_options options = {.utf8 = utf8, .color = colors ? "always" : "never"};
    unsetenv("NO_COLOR");
    setlocale(LC_ALL, "C.UTF-8");
    sink = tmpfile();
    seen = 0;
    FILE *keys = fopen("/dev/null", "r");
    use_env(FALSE);
    if (!sink || !keys || !term_open(type ? type : "xterm-256color", sink, keys, &options) ||
        resizeterm(rows, cols) == ERR) {
        fputs("screen_open: curses did not start\n", stderr);
        _exit(1);
    }
}

const char *screen_row(int row)
{
    static char line[4096];
    size_t len = 0;
    for (int col = 0; col < COLS; col++) {
        cchar_t cell;
        wchar_t wide[CCHARW_MAX + 1] = L"";
        attr_t attributes;
        short pair;
        mvin_wch(row, col, &cell);
        getcchar(&cell, wide, &attributes, &pair, NULL);
        for (int i = 0; wide[i] && len + 5 < sizeof line; i++)
            len += text_encode((uint32_t)wide[i], line + len);
        if (wide[0] && text_code_width((uint32_t)wide[0]) == 2)
            col++;
    }
    while (len > 0 && line[len - 1] == ' ')
        len--;
    line[len] = '\0';
    return line;
}

const char *screen_text(void)
{
    static char *text;
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (int row = 0; row < LINES; row++)
        buffer_printf(&out, "%s\n", screen_row(row));
    free(text);
    text = buffer_take(&out);
    return text;
}

struct screen_cell screen_cell(int row, int col)
{
    cchar_t cell;
    wchar_t wide[CCHARW_MAX + 1] = L"";
    attr_t attributes = 0;
    short pair = 0;
    mvin_wch(row, col, &cell);
    getcchar(&cell, wide, &attributes, &pair, NULL);
    return (struct screen_cell){
        .bold = attributes & A_BOLD,
        .dim = attributes & A_DIM,
        .underline = attributes & A_UNDERLINE,
        .reverse = attributes & A_REVERSE,
        .color = pair,
    };
}

size_t screen_bytes(void)
{
    struct stat info;
    fflush(sink);
    fstat(fileno(sink), &info);
    size_t bytes = (size_t)(info.st_size - seen);
    seen = info.st_size;
    return bytes;
}

const char *screen_sent(void)
{
    static char bytes[65536];
    struct stat info;
    fflush(sink);
    fstat(fileno(sink), &info);
    size_t len = (size_t)(info.st_size - seen);
    if (len >= sizeof bytes)
        len = sizeof bytes - 1;
    ssize_t got = pread(fileno(sink), bytes, len, seen);
    bytes[got > 0 ? got : 0] = '\0';
    seen = info.st_size;
    return bytes;
}
