/* Completion of a command line, for the shells: `steno __complete -- steno WORDS… CURRENT`.
 *
 * The words are those of the line, the program's name first and the one being typed last, "" where it has not
 * begun.  What can stand in its place is printed, one whole word a line, a tab and a description behind it
 * where there is one; “:files PREFIX” where the shell is to offer files, for the word behind PREFIX.
 *
 * Nothing is asked, requested, run, written or reported: what cannot be read offers nothing.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_COMPLETE_H
#define STENO_CLI_COMPLETE_H

/* argv is what follows __complete. Always 0: a shell has no use for another code. */
int complete_run(int argc, char *const *argv);

#endif
