/* The map from ids to numbers: what was put in is found, and nothing else. */
/* SPDX-License-Identifier: MIT */
#include "steno/base/mem.h"
#include "support/asserts.h"

static struct id_map map;

static void clear(void)
{
    id_map_clear(&map);
}

TestSuite(id_map, .fini = clear);

/* Ids that differ in their highest bits alone begin at one slot: each of them is searched for across others.
 */
static int64_t colliding(int64_t i)
{
    return (int64_t)((uint64_t)i << 56);
}

/* Is the id there with this number? */
static bool has(int64_t id, size_t want)
{
    size_t number = want + 1;
    return id_map_find(&map, id, &number) && number == want;
}

/* Is it not there, and the caller's number left alone? */
static bool lacks(int64_t id)
{
    size_t number = 4711;
    return !id_map_find(&map, id, &number) && number == 4711;
}

Test(id_map, what_was_put_in_is_found_with_its_newest_number_and_counts_once)
{
    static const int64_t ids[] = {0, -1, 1, INT64_MIN, INT64_MAX};
    cr_expect(lacks(0));
    cr_expect(lacks(1));
    id_map_remove(&map, 1);
    cr_expect_eq(map.count, 0);
    id_map_put(&map, 12, 0);
    cr_expect(has(12, 0));
    cr_expect(lacks(0), "a free slot is no id 0");
    cr_expect(lacks(13));
    cr_expect_eq(map.count, 1);
    id_map_clear(&map);
    cr_expect(lacks(12));
    for (size_t i = 0; i < 5; i++)
        id_map_put(&map, ids[i], SIZE_MAX - i);
    for (size_t i = 0; i < 5; i++)
        cr_expect(has(ids[i], SIZE_MAX - i), "id %lld", (long long)ids[i]);
    cr_expect_eq(map.count, 5);
    id_map_put(&map, 1, 7);
    cr_expect(has(1, 7));
    cr_expect_eq(map.count, 5);
    id_map_remove(&map, 1);
    cr_expect(lacks(1), "no older entry comes to light");
}

Test(id_map, all_are_found_while_it_grows)
{
    enum { COUNT = 5000 };
    for (size_t i = 0; i < COUNT; i++) {
        id_map_put(&map, (int64_t)i * 3 - 999, i);
        cr_expect_eq(map.count, i + 1);
        cr_expect(has((int64_t)(i / 2) * 3 - 999, i / 2));
    }
    for (size_t i = 0; i < COUNT; i++) {
        cr_expect(has((int64_t)i * 3 - 999, i));
        cr_expect(lacks((int64_t)i * 3 - 998));
    }
}

Test(id_map, ids_that_collide_are_kept_apart_and_removing_one_leaves_the_others)
{
    for (int64_t i = 0; i < 200; i++)
        id_map_put(&map, colliding(i), (size_t)i);
    for (int64_t i = 0; i < 200; i++)
        cr_expect(has(colliding(i), (size_t)i));
    cr_expect(lacks(colliding(200)));
    for (int64_t gone = 0; gone < 12; gone++) {
        id_map_clear(&map);
        for (int64_t i = 0; i < 12; i++)
            id_map_put(&map, colliding(i), (size_t)i);
        id_map_remove(&map, colliding(gone));
        id_map_remove(&map, colliding(gone));
        cr_expect_eq(map.count, 11);
        for (int64_t i = 0; i < 12; i++)
            cr_expect(i == gone ? lacks(colliding(i)) : has(colliding(i), (size_t)i),
                      "%lld after %lld was removed", (long long)i, (long long)gone);
    }
}

Test(id_map, a_long_random_life_agrees_with_a_plain_array)
{
    enum { IDS = 300, TURNS = 20000 };
    bool in[IDS] = {false};
    size_t numbers[IDS], count = 0;
    uint32_t seed = 42;
    for (size_t turn = 0; turn < TURNS; turn++) {
        seed = seed * 1664525 + 1013904223;
        size_t i = (seed >> 8) % IDS;
        int64_t id = i % 2 ? colliding((int64_t)i / 2 + 1) : (int64_t)i; /* chains that run into each other */
        bool add = seed >> 31;
        if (add)
            id_map_put(&map, id, numbers[i] = turn);
        else
            id_map_remove(&map, id);
        count = count + (add && !in[i]) - (!add && in[i]);
        in[i] = add;
        cr_assert_eq(map.count, count);
        size_t k = (seed >> 16) % IDS;
        int64_t other = k % 2 ? colliding((int64_t)k / 2 + 1) : (int64_t)k;
        cr_assert(in[k] ? has(other, numbers[k]) : lacks(other), "turn %zu", turn);
    }
}
