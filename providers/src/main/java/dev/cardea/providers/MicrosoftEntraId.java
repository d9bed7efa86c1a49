package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Microsoft Entra ID, which was Azure Active Directory; private Microsoft accounts; Entra External ID.
 *
 * <p>Register an application at https://entra.microsoft.com under App registrations, of the platform Web, and make a
 * client secret. Callback address: {@code /auth/callback/microsoft-entra-id}. Variables:
 * {@code AUTH_MICROSOFT_ENTRA_ID_ID}, {@code AUTH_MICROSOFT_ENTRA_ID_SECRET}, {@code AUTH_MICROSOFT_ENTRA_ID_ISSUER}:
 * {@code https://login.microsoftonline.com/{tenantId}/v2.0} for one organisation. By default, every user with a
 * Microsoft account can sign in ({@code common}); {@code organizations} and {@code consumers} admit all accounts of one
 * kind.
 */
public final class MicrosoftEntraId {
    static final Option PHOTO_SIZE = Option.of("profilePhotoSize", "48", "of the picture, in pixels")
            .as(Option.Kind.NUMBER)
            .among("48", "64", "96", "120", "240", "360", "432", "504", "648");
    /** The call for the picture. */
    static final ExtraCall PICTURE = ExtraCall.bearer(
            "always, for the picture",
            "https://graph.microsoft.com/v1.0/me/photos/{profilePhotoSize}x{profilePhotoSize}/$value",
            "2xx: the picture, as a data address; otherwise no picture");

    static final Brand BRAND = Brand.of(options -> provider(options.number("profilePhotoSize")), PHOTO_SIZE)
            .extraCall(PICTURE)
            .worksWithCare(
                    "with an issuer for several tenants an address is verified only if the claim xms_edov says so")
            .note("The administrators of an organisation can write any address into their accounts. With an issuer "
                    + "for several organisations, an address therefore counts as verified only if the token contains "
                    + "`xms_edov`. Switch this optional claim on at the registration. Guests and some work accounts "
                    + "lack it.")
            .note("The picture is fetched from Microsoft Graph at each sign-in and becomes part of the session: "
                    + "the option `profilePhotoSize` is 48, 64, 96, 120, 240, 360, 432, 504 or 648. If the call fails, "
                    + "the user has no picture.");

    private MicrosoftEntraId() {}

    public static OAuthProvider provider() {
        return provider(48);
    }

    /** @param photoSize in pixels, one of the sizes of Microsoft Graph */
    public static OAuthProvider provider(int photoSize) {
        return OAuthProvider.oidc("microsoft-entra-id", "Microsoft Entra ID")
                .idToken(true)
                .defaultIssuer("https://login.microsoftonline.com/common/v2.0")
                .scope("openid", "profile", "email", "User.Read")
                .http(EntraTenants::withDiscovery)
                .idTokenIssuer(EntraTenants::issuer)
                .emailProof(EntraTenants::emailProof)
                .profile(Mapping.id("sub")
                        .name("name")
                        .email("email")
                        .image(
                                "the photo in Microsoft Graph",
                                (profile, tokens, provider, http) -> photo(tokens, http, photoSize)))
                .style(Style.of("#0072c6"));
    }

    private static @Nullable String photo(TokenSet tokens, HttpHandler http, int size) {
        if (tokens.accessToken() == null) return null;
        var url = "https://graph.microsoft.com/v1.0/me/photos/" + size + "x" + size + "/$value";
        try {
            var answer = ApiCall.get(url).bearer(tokens).send(http);
            if (answer.status() / 100 != 2) return null;
            return "data:image/jpeg;base64, " + Base64.getEncoder().encodeToString(answer.body());
        } catch (RuntimeException e) {
            // A missing picture must not prevent a sign-in.
            return null;
        }
    }
}
