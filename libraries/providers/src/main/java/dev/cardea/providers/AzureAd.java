package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;

/**
 * Azure Active Directory is now {@link MicrosoftEntraId}. This is the same provider under its old ID.
 *
 * <p>Register your application the same way as for {@link MicrosoftEntraId}. If one of the variables isn't set, the
 * matching {@code AUTH_MICROSOFT_ENTRA_ID_…} variable is used.
 *
 * <p>Redirect URI: {@code /auth/callback/azure-ad}. Variables: {@code AUTH_AZURE_AD_ID}, {@code AUTH_AZURE_AD_SECRET}.
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
