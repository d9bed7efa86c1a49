package dev.cardea.adapter.testkit;

/** Every capability but units of work, for adapters of stores in which several writes cannot be one. */
public interface WithoutUnitsContract
        extends UserContract,
                SessionContract,
                TokenContract,
                AuthenticatorContract,
                AccountUpdatesContract,
                AccountIndexContract,
                SessionIndexContract,
                SpentTokensContract,
                PasskeyRecordsContract,
                SignInContract {}
