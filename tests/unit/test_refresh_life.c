/* Small lives of the refresh machine; what each of them holds is told in support/refresh_life.h. ./dev bench
 * has two hours over 10,000 projects and an hour over 20,000. */
/* SPDX-License-Identifier: MIT */
#include "support/refresh_life.h"
#include "unit/refresh_help.h"

/* A life of so many, with 1 % in progress and 4 % in None. */
static void live(int projects, int64_t length_ms, struct refresh_config config)
{
    struct refresh_life life = {.config = config,
                                .projects = projects,
                                .active_per_mille = 10,
                                .other_per_mille = 40,
                                .length_ms = length_ms,
                                .latency_ms = 30};
    cr_expect(refresh_life_run(&life), "%d projects: %s", projects, life.broken);
    cr_expect_gt(life.reads, length_ms / SECOND / 4, "the sweep alone reads every 2 s");
    cr_expect_gt(life.failures, 0);
}

Test(refresh_life, a_hundred_projects_for_six_hours)
{
    live(100, 360 * MINUTE, machine_config());
}

Test(refresh_life, three_thousand_projects_for_an_hour)
{
    live(3000, 60 * MINUTE, machine_config());
}

Test(refresh_life, more_projects_than_the_cap_can_serve)
{
    struct refresh_config config = machine_config();
    config.rate_cap = 1;
    config.max_in_flight = 2;
    live(3000, 180 * MINUTE, config);
}
