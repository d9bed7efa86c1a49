package dev.cardea.adapter.redis;

import dev.cardea.adapter.testkit.AccountIndexContract;
import dev.cardea.adapter.testkit.AccountUpdatesContract;
import dev.cardea.adapter.testkit.AuthenticatorContract;
import dev.cardea.adapter.testkit.PasskeyRecordsContract;
import dev.cardea.adapter.testkit.SessionContract;
import dev.cardea.adapter.testkit.SessionIndexContract;
import dev.cardea.adapter.testkit.SpentTokensContract;
import dev.cardea.adapter.testkit.TokenContract;
import dev.cardea.adapter.testkit.UserContract;

/** All that Redis can do: everything but units of work. */
interface RedisContract
        extends UserContract,
                SessionContract,
                TokenContract,
                AuthenticatorContract,
                AccountUpdatesContract,
                AccountIndexContract,
                SessionIndexContract,
                SpentTokensContract,
                PasskeyRecordsContract {
    @Override
    default boolean keepsOwnFields() {
        return true;
    }
}
