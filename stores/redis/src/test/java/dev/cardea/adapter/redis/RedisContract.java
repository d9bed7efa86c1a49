package dev.cardea.adapter.redis;

import dev.cardea.adapter.testkit.WithoutUnitsContract;

/** All that Redis can do: everything but units of work. */
interface RedisContract extends WithoutUnitsContract {
    @Override
    default boolean keepsOwnFields() {
        return true;
    }
}
