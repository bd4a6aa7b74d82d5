/* The map from ids to numbers: what was put in is found, and nothing else. */
/* SPDX-License-Identifier: MIT */
#include "steno/base/mem.h"
#include "support/asserts.h"

/* Ids that differ in their highest bits alone begin at one slot: each of them is searched for across others.
 */
static int64_t colliding(int64_t i)
{
    return (int64_t)((uint64_t)i << 56);
}

/* Is the id there with this number? */
static bool has(const struct id_map *map, int64_t id, size_t want)
{
    size_t number = want + 1;
    return id_map_find(map, id, &number) && number == want;
}

/* Is it not there, and the caller's number left alone? */
static bool lacks(const struct id_map *map, int64_t id)
{
    size_t number = 4711;
    return !id_map_find(map, id, &number) && number == 4711;
}

Test(id_map, an_empty_one_has_nothing)
{
    struct id_map map = {0};
    cr_expect(lacks(&map, 0));
    cr_expect(lacks(&map, 1));
    id_map_remove(&map, 1);
    id_map_clear(&map);
    cr_expect_eq(map.count, 0);
}

Test(id_map, one_id_is_found_and_no_other)
{
    struct id_map map = {0};
    id_map_put(&map, 12, 0);
    cr_expect(has(&map, 12, 0));
    cr_expect(lacks(&map, 0), "a free slot is no id 0");
    cr_expect(lacks(&map, 13));
    cr_expect_eq(map.count, 1);
    id_map_clear(&map);
    cr_expect(lacks(&map, 12));
}

Test(id_map, any_id_and_any_number_can_be_in_it)
{
    static const int64_t ids[] = {0, -1, 1, INT64_MIN, INT64_MAX};
    struct id_map map = {0};
    for (size_t i = 0; i < 5; i++)
        id_map_put(&map, ids[i], SIZE_MAX - i);
    for (size_t i = 0; i < 5; i++)
        cr_expect(has(&map, ids[i], SIZE_MAX - i), "id %lld", (long long)ids[i]);
    id_map_clear(&map);
}

Test(id_map, an_id_that_is_put_again_has_the_new_number_and_counts_once)
{
    struct id_map map = {0};
    id_map_put(&map, 5, 1);
    id_map_put(&map, 5, 2);
    cr_expect(has(&map, 5, 2));
    cr_expect_eq(map.count, 1);
    id_map_remove(&map, 5);
    cr_expect(lacks(&map, 5), "no older entry comes to light");
    id_map_clear(&map);
}

Test(id_map, all_are_found_while_it_grows)
{
    enum { COUNT = 5000 };
    struct id_map map = {0};
    for (size_t i = 0; i < COUNT; i++) {
        id_map_put(&map, (int64_t)i * 3 - 999, i);
        cr_expect_eq(map.count, i + 1);
        cr_expect(has(&map, (int64_t)(i / 2) * 3 - 999, i / 2));
    }
    for (size_t i = 0; i < COUNT; i++) {
        cr_expect(has(&map, (int64_t)i * 3 - 999, i));
        cr_expect(lacks(&map, (int64_t)i * 3 - 998));
    }
    id_map_clear(&map);
}

Test(id_map, ids_that_collide_are_kept_apart)
{
    struct id_map map = {0};
    for (int64_t i = 0; i < 200; i++)
        id_map_put(&map, colliding(i), (size_t)i);
    for (int64_t i = 0; i < 200; i++)
        cr_expect(has(&map, colliding(i), (size_t)i));
    cr_expect(lacks(&map, colliding(200)));
    id_map_clear(&map);
}

Test(id_map, removing_one_of_ids_that_collide_leaves_the_others)
{
    for (int64_t gone = 0; gone < 12; gone++) {
        struct id_map map = {0};
        for (int64_t i = 0; i < 12; i++)
            id_map_put(&map, colliding(i), (size_t)i);
        id_map_remove(&map, colliding(gone));
        id_map_remove(&map, colliding(gone));
        cr_expect_eq(map.count, 11);
        for (int64_t i = 0; i < 12; i++)
            cr_expect(i == gone ? lacks(&map, colliding(i)) : has(&map, colliding(i), (size_t)i),
                      "%lld after %lld was removed", (long long)i, (long long)gone);
        id_map_clear(&map);
    }
}

Test(id_map, a_long_random_life_agrees_with_a_plain_array)
{
    enum { IDS = 300, TURNS = 20000 };
    bool in[IDS] = {false};
    size_t numbers[IDS], count = 0;
    struct id_map map = {0};
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
        cr_assert(in[k] ? has(&map, other, numbers[k]) : lacks(&map, other), "turn %zu", turn);
    }
    id_map_clear(&map);
}
