package dev.cardea.providers;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import org.jspecify.annotations.Nullable;

/**
 * Apple.
 *
 * <p>In your developer account at https://developer.apple.com/account/resources, create an App ID with Sign in with
 * Apple, then a Services ID and a key. The Services ID is the client ID. Its return URL must use https and can't be
 * localhost.
 *
 * <p>Apple's client secret is a token that you sign with your team's key. It's valid for at most six months.
 * {@link #provider(String, String, PrivateKey)} signs a new one whenever it needs one, so you only set
 * {@code AUTH_APPLE_SECRET} if you sign it yourself.
 *
 * <p>Redirect URI: {@code /auth/callback/apple}. Variables: {@code AUTH_APPLE_ID}, {@code AUTH_APPLE_SECRET}.
 */
public final class Apple {
    static final Brand BRAND = Brand.of(
                    options -> {
                        var key = options.text("privateKey");
                        return key == null ? provider() : provider(options.get("teamId"), options.get("keyId"), key);
                    },
                    Option.of("teamId", null, "the ID of the team that owns the key"),
                    Option.of("keyId", null, "the ID of the key"),
                    Option.of("privateKey", null, "the content of Apple's .p8 file, which signs the client secret")
                            .as(Option.Kind.SECRET))
            .note("Apple posts its response from its own site. For that reason state and nonce are in "
                    + "SameSite=None cookies, and you can't use a redirect proxy. Cardea then moves the "
                    + "response to a request that carries the visitor's own cookies.")
            .note("Apple sends the name once, with the first response, through the browser. The email "
                    + "address always comes from the ID token, and users can choose to hide it behind an Apple "
                    + "relay address.");

    private Apple() {}

    /** Makes the provider with a client secret that you sign. */
    public static OAuthProvider provider() {
        return OAuthProvider.oidc("apple", "Apple")
                .defaultIssuer("https://appleid.apple.com")
                .scope("name", "email")
                .authorizationParam("response_mode", "form_post")
                .checks(Check.NONCE, Check.STATE)
                .client("token_endpoint_auth_method", "client_secret_post")
                .answerProfile(Apple::firstVisit)
                .emailProof((profile, provider) -> Boolean.TRUE.equals(profile.emailVerified()))
                .profile(Mapping.id("sub")
                        .name("the name posted on the first visit, else email", Apple::name)
                        .email("email"))
                .style(Style.of("#000000"));
    }

    /**
     * Makes the provider with client secrets that this team's key signs.
     *
     * @param privateKey the text of the key's {@code .p8} file
     * @throws IllegalArgumentException if it is not such a key
     */
    public static OAuthProvider provider(String teamId, String keyId, String privateKey) {
        return provider().clientSecretMaker(AppleSecret.of(teamId, keyId, privateKey));
    }

    /** Returns the name only, which is unverified; the address beside it is ignored. */
    private static Claims firstVisit(Claims params) {
        var user = params.text("user");
        if (user == null) return Claims.NONE;
        try {
            return Json.parseObject(user, Json.INBOUND_DEPTH)
                    .get(Claim.object("name"))
                    .map(name -> Claims.of("user", Claims.of("name", name)))
                    .orElse(Claims.NONE);
        } catch (JsonException e) {
            return Claims.NONE;
        }
    }

    private static @Nullable Object name(Claims profile) {
        if (!Mapping.says(profile.value("user"))) return profile.value("email");
        var name = profile.get(Claim.object("user"))
                .flatMap(user -> user.get(Claim.object("name")))
                .orElseThrow(() -> new IllegalArgumentException("the profile has no user.name"));
        return Mapping.joined(name.value("firstName"), name.value("lastName"));
    }
}
