/* Owns how an amount of bytes is written. */
/* SPDX-License-Identifier: MIT */
#include "steno/base/amount.h"

#include <inttypes.h>
#include <stdio.h>

#define KILO INT64_C(1000)
#define MEGA (KILO * KILO)
#define GIGA (MEGA * KILO)

/* A unit, from how many bytes on it is used: where its number, rounded, would not be 1000 of the smaller. */
static const struct {
    int64_t from, unit;
    const char *name;
} units[] = {
    {GIGA - MEGA / 2, GIGA, "GB"}, {MEGA - KILO / 2, MEGA, "MB"}, {KILO, KILO, "kB"}, {0, 1, "bytes"}};

/* The row of the unit for so many bytes. */
static int amount_unit(int64_t bytes)
{
    int at = 0;
    while (bytes < units[at].from)
        at++;
    return at;
}

/* The number alone: with one digit after the point below a hundred. */
static void amount_number(char *out, size_t size, int64_t bytes, int64_t unit)
{
    int64_t tenths = unit == 1 ? bytes * 10 : (bytes + unit / 20) / (unit / 10);
    if (unit == 1 || tenths >= 1000)
        snprintf(out, size, "%" PRId64, unit == 1 ? bytes : (bytes + unit / 2) / unit);
    else
        snprintf(out, size, "%" PRId64 ".%" PRId64, tenths / 10, tenths % 10);
}

void amount_bytes(char *out, size_t size, int64_t bytes)
{
    char number[24];
    int at = amount_unit(bytes > 0 ? bytes : 0);
    amount_number(number, sizeof number, bytes > 0 ? bytes : 0, units[at].unit);
    snprintf(out, size, "%s %s", number, bytes == 1 ? "byte" : units[at].name);
}

void amount_bytes_of(char *out, size_t size, int64_t bytes, int64_t whole)
{
    char part[24], all[AMOUNT_TEXT_SIZE];
    if (whole < 0) {
        amount_bytes(out, size, bytes);
        return;
    }
    amount_number(part, sizeof part, bytes, units[amount_unit(whole)].unit);
    amount_bytes(all, sizeof all, whole);
    snprintf(out, size, "%s of %s", part, all);
}
