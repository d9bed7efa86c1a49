package dev.cardea.adapter.redis;

import dev.cardea.adapter.testkit.SessionRegistryContract;
import dev.cardea.adapter.testkit.WithoutUnitsContract;

/** All that Redis can do: everything but units of work. */
interface RedisContract extends WithoutUnitsContract, SessionRegistryContract {
    @Override
    default boolean keepsOwnFields() {
        return true;
    }
}
