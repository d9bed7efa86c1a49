package dev.cardea.adapter.testkit;

/** All capabilities except units of work, for adapters of stores that cannot combine several writes. */
public interface WithoutUnitsContract
        extends UserContract,
                SessionContract,
                TokenContract,
                AuthenticatorContract,
                AccountUpdatesContract,
                AccountIndexContract,
                UnverifiedEmailsContract,
                SessionIndexContract,
                UsedTokensContract,
                PasskeyRecordsContract,
                PasskeySignInsContract,
                SessionRegistryContract,
                ModuleRecordsContract,
                SignInContract,
                FirstVerificationContract {}
