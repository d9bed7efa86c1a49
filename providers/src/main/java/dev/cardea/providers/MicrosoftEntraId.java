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
 * client secret. Callback address: {@code /auth/callback/microsoft-entra-id}. Variables: {@code
 * AUTH_MICROSOFT_ENTRA_ID_ID}, {@code AUTH_MICROSOFT_ENTRA_ID_SECRET}, {@code AUTH_MICROSOFT_ENTRA_ID_ISSUER}: {@code
 * https://login.microsoftonline.com/{tenantId}/v2.0} for one organisation. Unless you say so, everybody with a Microsoft
 * account can sign in ({@code common}); {@code organizations} and {@code consumers} stand for all of one kind.
 *
 * <p>An organisation's administrators can write any address into their accounts. With an issuer for all of them an
 * address counts as proven only where the token says so in {@code xms_edov}, an optional claim to be switched on at the
 * registration. Guests and some work accounts have none.
 *
 * <p>The picture is asked of Microsoft Graph at each sign-in, and becomes part of the session: the option {@code
 * profilePhotoSize} is 48, 64, 96, 120, 240, 360, 432, 504 or 648. Whoever has none, or cannot be asked for, has none.
 */
public final class MicrosoftEntraId {
    static final Option PHOTO_SIZE = Option.of("profilePhotoSize", "48", "of the picture, in pixels")
            .as(Option.Kind.NUMBER)
            .among("48", "64", "96", "120", "240", "360", "432", "504", "648");
    static final Brand BRAND = Brand.of(options -> provider(options.number("profilePhotoSize")), PHOTO_SIZE);

    private MicrosoftEntraId() {}

    public static OAuthProvider provider() {
        return provider(48);
    }

    /** @param photoSize in pixels, one of those that Microsoft Graph has */
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
            var answer = Call.get(url).bearer(tokens).send(http);
            if (answer.status() / 100 != 2) return null;
            return "data:image/jpeg;base64, " + Base64.getEncoder().encodeToString(answer.body());
        } catch (RuntimeException e) {
            // Nobody is kept out for the sake of a picture.
            return null;
        }
    }
}
