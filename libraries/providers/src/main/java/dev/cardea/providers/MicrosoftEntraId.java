package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Microsoft Entra ID was called Azure Active Directory. The provider also works with personal Microsoft accounts and
 * with Entra External ID.
 *
 * <p>Register an application under App registrations at https://entra.microsoft.com. Choose the platform Web, and
 * create a client secret under Certificates &amp; secrets. By default, everyone with a Microsoft account can sign in
 * ({@code common}). To admit one organization only, set {@code AUTH_MICROSOFT_ENTRA_ID_ISSUER} to
 * {@code https://login.microsoftonline.com/{tenantId}/v2.0}. With {@code organizations} or {@code consumers} instead
 * of the tenant ID you admit all work and school accounts, or all personal ones.
 *
 * <p>Redirect URI: {@code /auth/callback/microsoft-entra-id}. Variables: {@code AUTH_MICROSOFT_ENTRA_ID_ID},
 * {@code AUTH_MICROSOFT_ENTRA_ID_SECRET}.
 */
public final class MicrosoftEntraId {
    static final Option PHOTO_SIZE = Option.of("profilePhotoSize", "48", "the size of the picture in pixels")
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
            .note("An organization's administrators can give their users any email address. If your issuer "
                    + "admits several organizations, Cardea therefore only treats an address as verified if the "
                    + "token contains `xms_edov`. Turn on this optional claim in the app registration. Guests "
                    + "and some work accounts don't have it.")
            .note("Cardea fetches the picture from Microsoft Graph at every sign-in and puts it in the "
                    + "session. The option `profilePhotoSize` can be 48, 64, 96, 120, 240, 360, 432, 504 or "
                    + "648. If the call fails, the user doesn't have a picture.");

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
