/* Owns the choice of the locale. Never refuses one: the worst case is ASCII on the terminal. */
/* SPDX-License-Identifier: MIT */
#include "steno/base/locale.h"

#include <langinfo.h>
#include <locale.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

bool locale_start(void)
{
    const char *asked = setlocale(LC_CTYPE, "");
    bool utf8 = true;
    if (!asked) {
        asked = setlocale(LC_CTYPE, "C.UTF-8");
        utf8 = asked != NULL;
    } else {
        utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    }
    if (utf8 && strcasecmp("I", "i") != 0) /* Turkish: names of headers and of members would not match */
        setlocale(LC_CTYPE, "C.UTF-8");
    if (!utf8 && !setlocale(LC_CTYPE, "C.UTF-8")) /* only to measure: nothing but ASCII is sent */
        setlocale(LC_CTYPE, "C");
    setlocale(LC_COLLATE, "");
    setlocale(LC_MESSAGES, ""); /* the reasons of the system; no other category: each is a file to be read */
    return utf8;
}
