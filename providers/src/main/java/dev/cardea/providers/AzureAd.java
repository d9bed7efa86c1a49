package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;

/**
 * Azure Active Directory, the old name of {@link MicrosoftEntraId}: the same provider under its old id.
 *
 * <p>Register the application as for {@link MicrosoftEntraId}. Callback address: {@code /auth/callback/azure-ad}.
 * Variables: {@code AUTH_AZURE_AD_ID}, {@code AUTH_AZURE_AD_SECRET}, {@code AUTH_AZURE_AD_ISSUER}; if one is missing,
 * that of {@code AUTH_MICROSOFT_ENTRA_ID_…} applies.
 */
public final class AzureAd {
    static final Brand BRAND = Brand.of(
                    options -> renamed(MicrosoftEntraId.provider(options.number("profilePhotoSize"))),
                    MicrosoftEntraId.PHOTO_SIZE)
            .extraCall(MicrosoftEntraId.PICTURE)
            .status(ServiceStatus.State.DEPRECATED_ALIAS, "the old name of microsoft-entra-id");

    private AzureAd() {}

    public static OAuthProvider provider() {
        return renamed(MicrosoftEntraId.provider());
    }

    private static OAuthProvider renamed(OAuthProvider entra) {
        return entra.id("azure-ad").name("Azure Active Directory");
    }
}
