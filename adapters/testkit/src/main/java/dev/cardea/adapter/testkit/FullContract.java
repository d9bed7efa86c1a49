package dev.cardea.adapter.testkit;

/** Every capability there is, for adapters that have them all. */
public interface FullContract
        extends UserContract,
                SessionContract,
                TokenContract,
                AuthenticatorContract,
                AccountUpdatesContract,
                AccountIndexContract,
                UnitOfWorkContract,
                SessionIndexContract,
                SpentTokensContract,
                PasskeyRecordsContract {}
