package dev.cardea.providers;

import dev.cardea.json.Claims;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import org.jspecify.annotations.Nullable;

/**
 * Azure DevOps closed its own OAuth service.
 *
 * <p>Registering applications hasn't been possible since April 2025. {@link MicrosoftEntraId} signs in the same
 * accounts, with the scopes of the resource Azure DevOps.
 */
public final class AzureDevOps {
    static final Brand BRAND = Brand.of(
            options -> provider().scope(options.get("scope")),
            Option.of("scope", "vso.profile", "the requested scopes"));

    private AzureDevOps() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("azure-devops", "Azure DevOps")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://app.vssps.visualstudio.com/oauth2/authorize")
                .authorizationParam("response_type", "Assertion")
                .scope("vso.profile")
                .token("https://app.vssps.visualstudio.com/oauth2/authorize")
                .userinfo("https://app.vssps.visualstudio.com/_apis/profile/profiles/me")
                .userinfoParam("details", "true")
                .userinfoParam("coreAttributes", "Avatar")
                .userinfoParam("api-version", "6.0")
                .profile(Mapping.id("id")
                        .name("displayName")
                        .email("emailAddress")
                        .image("coreAttributes.Avatar.value.value, inline", AzureDevOps::avatar))
                .retired("Azure DevOps closed its own OAuth; use the provider microsoft-entra-id with the scopes of the"
                        + " resource Azure DevOps")
                .style(Style.of("#0078d4"));
    }

    private static @Nullable String avatar(Claims profile) {
        var base64 = JsonPath.parse("coreAttributes.Avatar.value.value").follow(profile.asMap());
        return base64 instanceof String text ? "data:image/jpeg;base64," + text : null;
    }
}
