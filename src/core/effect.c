/* Owns the list of effects. It must not know what any of them does. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/effect.h"

#include <stdint.h>
#include <stdlib.h>

#include "steno/base/mem.h"
#include "steno/core/call.h"

void effects_init(struct effects *effects)
{
    *effects = (struct effects){.deadline_ms = INT64_MAX};
}

struct effect *effects_add(struct effects *effects, enum effect_kind kind)
{
    if (effects->count == effects->capacity) {
        effects->capacity = effects->capacity ? effects->capacity * 2 : 8;
        effects->items = mem_grow(effects->items, effects->capacity, sizeof *effects->items);
    }
    struct effect *effect = &effects->items[effects->count++];
    *effect = (struct effect){.kind = kind};
    return effect;
}

void effects_free(struct effects *effects)
{
    for (size_t i = 0; i < effects->count; i++) {
        struct effect *effect = &effects->items[i];
        if (effect->call)
            call_free(effect->call);
        free(effect->text);
        free(effect->text2);
        free(effect->text3);
        mem_wipe_free(effect->secret);
    }
    free(effects->items);
    effects_init(effects);
}
