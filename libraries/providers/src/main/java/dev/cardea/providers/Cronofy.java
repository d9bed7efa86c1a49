package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.EmailProof;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import org.jspecify.annotations.Nullable;

/**
 * Cronofy.
 *
 * <p>Create an application at https://app.cronofy.com/oauth/applications. If your account isn't in the US data center,
 * set the option {@code sdkIdentifier}, for example to {@code de}, {@code uk}, {@code au}, {@code ca} or {@code sg}.
 *
 * <p>Redirect URI: {@code /auth/callback/cronofy}. Variables: {@code AUTH_CRONOFY_ID}, {@code AUTH_CRONOFY_SECRET}.
 */
public final class Cronofy {
    static final Brand BRAND = Brand.of(
                    options -> at(options.get("sdkIdentifier")),
                    Option.of("sdkIdentifier", "", "the data center, for example de or uk"))
            .note("The profile is part of the token response. Its name is the name of the calendar account, "
                    + "which is usually an email address. Cardea uses it as the user's email address and never "
                    + "treats it as verified. Cronofy doesn't support PKCE.");

    private Cronofy() {}

    /** Makes the provider for the United States. */
    public static OAuthProvider provider() {
        return at("");
    }

    /** Makes the provider for another data centre, such as {@code de}. */
    public static OAuthProvider at(String dataCentre) {
        var site = "https://app" + (dataCentre.isEmpty() ? "" : "-" + dataCentre) + ".cronofy.com";
        return OAuthProvider.oauth("cronofy", "Cronofy")
                .authorization(site + "/oauth/authorize")
                .scope("read_free_busy")
                .checks(Check.STATE)
                .token(site + "/oauth/token")
                .tokenRequest(Cronofy::redeem)
                .userinfoRequest((tokens, provider, http) -> person(tokens))
                .client("token_endpoint_auth_method", "client_secret_post")
                .emailProof(EmailProof.NEVER)
                .profile(Mapping.id("sub")
                        .name("linking_profile?.profile_name")
                        .email("linking_profile.profile_name, if it is an address", Cronofy::address))
                .style(Style.of("#2f9c62"));
    }

    private static Claims redeem(Claims params, Claims checks, ClientRegistration provider, HttpHandler http) {
        var form = CodeGrant.withClient(provider, CodeGrant.form(params, checks));
        return CodeGrant.tokens(
                ApiCall.post(ApiCall.token(provider), Claims.of(form)).send(http));
    }

    /** Removes the tokens, which are not part of the profile. */
    private static Claims person(TokenSet tokens) {
        return tokens.claims().without("access_token").without("refresh_token");
    }

    private static @Nullable Object address(Claims profile) {
        return profile.get(Claim.object("linking_profile"))
                .map(linked -> linked.text("profile_name"))
                .filter(name -> name.contains("@"))
                .orElse(null);
    }
}
