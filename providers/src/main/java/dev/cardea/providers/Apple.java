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
 * Sign in with Apple.
 *
 * <p>At https://developer.apple.com/account/resources make an App ID with "Sign In with Apple", a Services ID (the
 * client id) with the return URL {@code /auth/callback/apple}, and a key. Apple accepts https addresses only, not
 * localhost. Variables: {@code AUTH_APPLE_ID}, and {@code AUTH_APPLE_SECRET} if you sign the secret yourself.
 */
public final class Apple {
    static final Brand BRAND = Brand.of(
                    options -> {
                        var key = options.text("privateKey");
                        return key == null ? provider() : provider(options.get("teamId"), options.get("keyId"), key);
                    },
                    Option.of("teamId", null, "the team that owns the key"),
                    Option.of("keyId", null, "the key's id"),
                    Option.of("privateKey", null, "the content of Apple's .p8 file: signs the client secret")
                            .as(Option.Kind.SECRET))
            .note("The secret is a token that the team's key signs, for half a year at most. `provider` signs a "
                    + "new one for each request that needs it.")
            .note("Apple posts its response from its own site, so state and nonce are in SameSite=None cookies, "
                    + "and a redirect proxy cannot be used. The response is transferred to a request with the "
                    + "visitor's own cookies. The name comes with the first response only, through the browser; the "
                    + "address always comes from the ID token. Users can hide it behind a relay address of Apple.");

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
