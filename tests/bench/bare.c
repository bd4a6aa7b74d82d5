/* A minimal curses program: one screen of text, a mark that j and k move, q quits. Benches print the costs of
 * steno as multiples of its costs. */
/* SPDX-License-Identifier: MIT */
#include <curses.h>
#include <locale.h>

#define ROWS 20

/* Draws a list like steno's first screen. */
static void bare_draw(void)
{
    mvaddstr(0, 0, "bare  nobody@example.org  127.0.0.1");
    for (int i = 0; i < ROWS; i++)
        mvprintw(i + 1, 0, "  %3d   Completed   00:42:10  Project number %d, a name of usual length", i + 1,
                 i + 1);
    mvaddstr(22, 0, "ready");
}

int main(void)
{
    int at = 0, key = 0;
    setlocale(LC_ALL, "");
    initscr();
    cbreak();
    noecho();
    bare_draw();
    do {
        mvaddch(at + 1, 0, ' ');
        at += key == 'j' && at + 1 < ROWS ? 1 : key == 'k' && at > 0 ? -1 : 0;
        mvaddch(at + 1, 0, '>');
        move(at + 1, 0);
        refresh();
        key = getch();
    } while (key != 'q' && key != ERR);
    endwin();
    return 0;
}
