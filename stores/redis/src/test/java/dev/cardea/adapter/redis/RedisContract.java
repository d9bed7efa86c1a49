package dev.cardea.adapter.redis;

import dev.cardea.adapter.testkit.ModuleRecordsContract;
import dev.cardea.adapter.testkit.WithoutUnitsContract;

/** All that Redis can do: everything but units of work. */
interface RedisContract extends WithoutUnitsContract, ModuleRecordsContract {
    @Override
    default boolean keepsOwnFields() {
        return true;
    }
}
