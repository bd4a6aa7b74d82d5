/* steno: parse, choose the screen or a subcommand, exit code. */
#include <stdio.h>

int main(void)
{
    fputs("steno: no command yet\n", stderr);
    return 2;
}
