/* Criterion, with asserts that print the compared values. Every test includes this header and never
 * Criterion's own headers.
 *
 * A failed assert prints its source, both values (texts are quoted and escaped, and the first difference is
 * shown), then the test's message. Arguments are evaluated once, those of the message only after a failure.
 * Numbers are compared by value, whatever their types: -1 differs from SIZE_MAX.
 *
 * Additional asserts: cr_assert_str_has(text, words), cr_assert_str_lacks(text, words) and
 * cr_assert_str_starts(text, words), and all three as cr_expect_. All three fail for a NULL text. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_ASSERTS_H
#define STENO_TESTS_SUPPORT_ASSERTS_H

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdbool.h>
#include <stddef.h>

/* One of the two values of an assert. Texts and bytes are not copied, and may be NULL. */
struct assert_value {
    enum { ASSERT_SIGNED, ASSERT_UNSIGNED, ASSERT_POINTER, ASSERT_REAL, ASSERT_TEXT, ASSERT_BYTES } kind;
    long long number; /* the number, or the address of a pointer. For texts and bytes: 1, or 0 if NULL. */
    double real;
    const char *text;
    size_t length; /* bytes of ASSERT_BYTES */
};

/* The condition that an assert tests. */
enum assert_test {
    ASSERT_SET, /* left value is neither 0 nor NULL (ASSERT_UNSET: is 0 or NULL); right value is ignored */
    ASSERT_UNSET,
    ASSERT_EQ,
    ASSERT_NEQ,
    ASSERT_LT,
    ASSERT_LEQ,
    ASSERT_GT,
    ASSERT_GEQ,
    ASSERT_HAS, /* the left text contains the right one */
    ASSERT_LACKS,
    ASSERT_STARTS /* the left text begins with the right one */
};

struct assert_value assert_signed(long long value);
struct assert_value assert_unsigned(unsigned long long value);
struct assert_value assert_pointer(const volatile void *value);
struct assert_value assert_real(double value);
struct assert_value assert_text(const char *value);
struct assert_value assert_bytes(const void *value, size_t length);

bool assert_holds(const struct assert_value *left, enum assert_test test, const struct assert_value *right);
/* Reports a failed assert to Criterion. `source` is the source text of the arguments. `format` is a line
 * feed, then the test's message if there is one. */
void assert_report(const char *file, unsigned line, const char *source, const struct assert_value *left,
                   enum assert_test test, const struct assert_value *right, const char *format, ...)
    __attribute__((format(printf, 7, 8)));

/* clang-format off */
#define ASSERT_NUMBER_OR(otherwise, value) \
    _Generic((value), \
        bool: assert_signed, char: assert_signed, signed char: assert_signed, short: assert_signed, int: assert_signed, \
        long: assert_signed, long long: assert_signed, unsigned char: assert_unsigned, \
        unsigned short: assert_unsigned, unsigned: assert_unsigned, unsigned long: assert_unsigned, \
        unsigned long long: assert_unsigned, float: assert_real, double: assert_real, otherwise, \
        default: assert_pointer)(value)
/* clang-format on */
/* Asserts with two values compare char pointers as pointers; asserts with one value show a char pointer as
 * text. */
#define ASSERT_BESIDE(value) ASSERT_NUMBER_OR(void * : assert_pointer, value)
#define ASSERT_ALONE(value)  ASSERT_NUMBER_OR(char * : assert_text, value)

/* Pick an argument of an assert, or the rest after it: the test's message with its arguments. */
#define ASSERT_1ST(...)    CR_VA_HEAD(__VA_ARGS__)
#define ASSERT_2ND(...)    CR_VA_HEAD(CR_VA_TAIL(__VA_ARGS__))
#define ASSERT_3RD(...)    CR_VA_HEAD(CR_VA_TAIL(CR_VA_TAIL(__VA_ARGS__)))
#define ASSERT_AFTER1(...) CR_VA_TAIL(__VA_ARGS__)
#define ASSERT_AFTER2(...) CR_VA_TAIL(CR_VA_TAIL(__VA_ARGS__))
#define ASSERT_AFTER3(...) CR_VA_TAIL(CR_VA_TAIL(CR_VA_TAIL(__VA_ARGS__)))

#define ASSERT_THAT(then, source, left, test, right, ...)                                                    \
    do {                                                                                                     \
        const struct assert_value assert_left_ = left;                                                       \
        const struct assert_value assert_right_ = right;                                                     \
        if (assert_holds(&assert_left_, ASSERT_##test, &assert_right_)) {                                    \
            cri_asserts_passed_incr();                                                                       \
        } else {                                                                                             \
            assert_report(__FILE__, __LINE__, source, &assert_left_, ASSERT_##test, &assert_right_,          \
                          "\n" __VA_ARGS__);                                                                 \
            criterion_##then##_test();                                                                       \
        }                                                                                                    \
    } while (0)
#define ASSERT_ONE(then, test, source, ...)                                                                  \
    ASSERT_THAT(then, source, ASSERT_ALONE(ASSERT_1ST(__VA_ARGS__)), test, assert_signed(1),                 \
                ASSERT_AFTER1(__VA_ARGS__))
#define ASSERT_TWO(then, test, source, ...)                                                                  \
    ASSERT_THAT(then, source, ASSERT_BESIDE(ASSERT_1ST(__VA_ARGS__)), test,                                  \
                ASSERT_BESIDE(ASSERT_2ND(__VA_ARGS__)), ASSERT_AFTER2(__VA_ARGS__))
#define ASSERT_TEXTS(then, test, source, ...)                                                                \
    ASSERT_THAT(then, source, assert_text(ASSERT_1ST(__VA_ARGS__)), test,                                    \
                assert_text(ASSERT_2ND(__VA_ARGS__)), ASSERT_AFTER2(__VA_ARGS__))
/* The third argument is the size of both arrays. It is evaluated twice. */
#define ASSERT_ARRAYS(then, test, source, ...)                                                               \
    ASSERT_THAT(then, source, assert_bytes(ASSERT_1ST(__VA_ARGS__), ASSERT_3RD(__VA_ARGS__)), test,          \
                assert_bytes(ASSERT_2ND(__VA_ARGS__), ASSERT_3RD(__VA_ARGS__)), ASSERT_AFTER3(__VA_ARGS__))

#undef cr_assert
#undef cr_assert_not
#undef cr_assert_null
#undef cr_assert_not_null
#undef cr_assert_eq
#undef cr_assert_neq
#undef cr_assert_lt
#undef cr_assert_leq
#undef cr_assert_gt
#undef cr_assert_geq
#undef cr_assert_str_eq
#undef cr_assert_str_neq
#undef cr_assert_arr_eq
#undef cr_expect
#undef cr_expect_not
#undef cr_expect_null
#undef cr_expect_not_null
#undef cr_expect_eq
#undef cr_expect_neq
#undef cr_expect_lt
#undef cr_expect_leq
#undef cr_expect_gt
#undef cr_expect_geq
#undef cr_expect_str_eq
#undef cr_expect_str_neq
#undef cr_expect_arr_eq

#define cr_assert(...)            ASSERT_ONE(abort, SET, #__VA_ARGS__, __VA_ARGS__)
#define cr_assert_not(...)        ASSERT_ONE(abort, UNSET, #__VA_ARGS__, __VA_ARGS__)
#define cr_assert_null(...)       ASSERT_ONE(abort, UNSET, #__VA_ARGS__, __VA_ARGS__)
#define cr_assert_not_null(...)   ASSERT_ONE(abort, SET, #__VA_ARGS__, __VA_ARGS__)
#define cr_assert_eq(...)         ASSERT_TWO(abort, EQ, #__VA_ARGS__, __VA_ARGS__)
#define cr_assert_neq(...)        ASSERT_TWO(abort, NEQ, #__VA_ARGS__, __VA_ARGS__)
#define cr_assert_lt(...)         ASSERT_TWO(abort, LT, #__VA_ARGS__, __VA_ARGS__)
#define cr_assert_leq(...)        ASSERT_TWO(abort, LEQ, #__VA_ARGS__, __VA_ARGS__)
#define cr_assert_gt(...)         ASSERT_TWO(abort, GT, #__VA_ARGS__, __VA_ARGS__)
#define cr_assert_geq(...)        ASSERT_TWO(abort, GEQ, #__VA_ARGS__, __VA_ARGS__)
#define cr_assert_str_eq(...)     ASSERT_TEXTS(abort, EQ, #__VA_ARGS__, __VA_ARGS__)
#define cr_assert_str_neq(...)    ASSERT_TEXTS(abort, NEQ, #__VA_ARGS__, __VA_ARGS__)
#define cr_assert_str_has(...)    ASSERT_TEXTS(abort, HAS, #__VA_ARGS__, __VA_ARGS__)
#define cr_assert_str_lacks(...)  ASSERT_TEXTS(abort, LACKS, #__VA_ARGS__, __VA_ARGS__)
#define cr_assert_str_starts(...) ASSERT_TEXTS(abort, STARTS, #__VA_ARGS__, __VA_ARGS__)
#define cr_assert_arr_eq(...)     ASSERT_ARRAYS(abort, EQ, #__VA_ARGS__, __VA_ARGS__)
#define cr_expect(...)            ASSERT_ONE(continue, SET, #__VA_ARGS__, __VA_ARGS__)
#define cr_expect_not(...)        ASSERT_ONE(continue, UNSET, #__VA_ARGS__, __VA_ARGS__)
#define cr_expect_null(...)       ASSERT_ONE(continue, UNSET, #__VA_ARGS__, __VA_ARGS__)
#define cr_expect_not_null(...)   ASSERT_ONE(continue, SET, #__VA_ARGS__, __VA_ARGS__)
#define cr_expect_eq(...)         ASSERT_TWO(continue, EQ, #__VA_ARGS__, __VA_ARGS__)
#define cr_expect_neq(...)        ASSERT_TWO(continue, NEQ, #__VA_ARGS__, __VA_ARGS__)
#define cr_expect_lt(...)         ASSERT_TWO(continue, LT, #__VA_ARGS__, __VA_ARGS__)
#define cr_expect_leq(...)        ASSERT_TWO(continue, LEQ, #__VA_ARGS__, __VA_ARGS__)
#define cr_expect_gt(...)         ASSERT_TWO(continue, GT, #__VA_ARGS__, __VA_ARGS__)
#define cr_expect_geq(...)        ASSERT_TWO(continue, GEQ, #__VA_ARGS__, __VA_ARGS__)
#define cr_expect_str_eq(...)     ASSERT_TEXTS(continue, EQ, #__VA_ARGS__, __VA_ARGS__)
#define cr_expect_str_neq(...)    ASSERT_TEXTS(continue, NEQ, #__VA_ARGS__, __VA_ARGS__)
#define cr_expect_str_has(...)    ASSERT_TEXTS(continue, HAS, #__VA_ARGS__, __VA_ARGS__)
#define cr_expect_str_lacks(...)  ASSERT_TEXTS(continue, LACKS, #__VA_ARGS__, __VA_ARGS__)
#define cr_expect_str_starts(...) ASSERT_TEXTS(continue, STARTS, #__VA_ARGS__, __VA_ARGS__)
#define cr_expect_arr_eq(...)     ASSERT_ARRAYS(continue, EQ, #__VA_ARGS__, __VA_ARGS__)

#endif
