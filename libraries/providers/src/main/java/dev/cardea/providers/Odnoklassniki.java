package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.QueryUrl;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.OAuthException;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Odnoklassniki (OK.ru) is a social network.
 *
 * <p>Create an application at https://ok.ru/vitrine/myuploaded, and set the option {@code publicKey} to its public
 * key.
 *
 * <p>Redirect URI: {@code /auth/callback/odnoklassniki}. Variables: {@code AUTH_ODNOKLASSNIKI_ID},
 * {@code AUTH_ODNOKLASSNIKI_SECRET}.
 */
public final class Odnoklassniki {
    static final Brand BRAND = Brand.of(
                    options -> provider(options.get("publicKey")),
                    Option.needed("publicKey", "the application's public key"))
            .scopeSeparator(ScopeSeparator.SEMICOLON)
            .note("Cardea signs its calls with MD5, because OK.ru requires that. Scopes are separated by "
                    + "semicolons. The profile only contains an email address if your application may request "
                    + "`GET_EMAIL`. OK.ru doesn't support PKCE.");

    private static final String METHOD = "users.getCurrentUser";

    private Odnoklassniki() {}

    public static OAuthProvider provider(String publicKey) {
        return OAuthProvider.oauth("odnoklassniki", "Odnoklassniki")
                .authorization("https://connect.ok.ru/oauth/authorize")
                .scope("VALUABLE_ACCESS;GET_EMAIL")
                .checks(Check.STATE)
                .token("https://api.ok.ru/oauth/token.do")
                .conform(TokenResponseFix.tokens(TokenResponseFix::bearer))
                .userinfo("https://api.ok.ru/fb.do")
                .userinfoRequest((tokens, provider, http) -> person(tokens, provider, http, publicKey))
                .client("token_endpoint_auth_method", "client_secret_post")
                .profile(Mapping.id("uid").name("name").email("email").image("pic_2", "pic_1"))
                .style(Style.of("#ee8208"));
    }

    private static Claims person(TokenSet tokens, ClientRegistration provider, HttpHandler http, String publicKey) {
        var secret = Objects.requireNonNull(provider.clientSecret(), "clientSecret is not set");
        var key = md5(ApiCall.accessToken(tokens) + secret);
        var signature = md5("application_key=" + publicKey + "format=jsonmethod=" + METHOD + key);
        var url = QueryUrl.of(ApiCall.userinfo(provider))
                .set("application_key", publicKey)
                .set("format", "json")
                .set("method", METHOD)
                .set("access_token", ApiCall.accessToken(tokens))
                .set("sig", signature);
        var person = ApiCall.get(url.toString()).object(http);
        // Errors come with status 200.
        if (person.has("error_code"))
            throw new OAuthException("OK.ru responded with the error " + person.value("error_code"));
        return person;
    }

    private static String md5(String text) {
        try {
            var hash = MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has MD5", e);
        }
    }
}
