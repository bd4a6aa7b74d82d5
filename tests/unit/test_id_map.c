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

/* Every third differs from others in its highest bits alone: those begin at one slot, in chains that run into
 * each other. */
static int64_t id_of(size_t i)
{
    return i % 3 || i > 700 ? (int64_t)i : (int64_t)((uint64_t)i << 56);
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

Test(id_map, a_long_random_life_agrees_with_a_plain_array)
{
    enum { IDS = 3000, TURNS = 60000 };
    static bool in[IDS];
    static size_t numbers[IDS];
    size_t count = 0;
    uint32_t seed = 42;
    for (size_t turn = 0; turn < TURNS; turn++) {
        seed = seed * 1664525 + 1013904223;
        size_t i = (seed >> 8) % IDS, k = (seed >> 16) % IDS;
        bool add = seed >> 31;
        if (add)
            id_map_put(&map, id_of(i), numbers[i] = turn);
        else
            id_map_remove(&map, id_of(i));
        count = count + (add && !in[i]) - (!add && in[i]);
        in[i] = add;
        cr_assert_eq(map.count, count);
        cr_assert(in[k] ? has(id_of(k), numbers[k]) : lacks(id_of(k)), "turn %zu", turn);
    }
    for (size_t i = 0; i < IDS; i++)
        cr_expect(in[i] ? has(id_of(i), numbers[i]) : lacks(id_of(i)), "id %zu", i);
}
