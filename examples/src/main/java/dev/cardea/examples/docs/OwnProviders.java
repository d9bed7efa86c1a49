package dev.cardea.examples.docs;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.providers.GitHub;
import dev.cardea.providers.Mapping;
import java.util.List;

/** Providers that are not built in, and built-in ones that are changed. */
public final class OwnProviders {
    private OwnProviders() {}

    public static OAuthProvider openid() {
        // sample
        return OAuthProvider.oidc("acme", "Acme", "https://id.acme.example");
        // end
    }

    // sample
    public static OAuthProvider forgejo(String site) {
        return OAuthProvider.oauth("forgejo", "Forgejo")
                .authorization(site + "/login/oauth/authorize")
                .token(site + "/login/oauth/access_token")
                .userinfo(site + "/api/v1/user")
                .checks(Check.PKCE, Check.STATE)
                .profile(Mapping.id("id").name("login").email("email").image("avatar_url"));
    }
    // end

    public static List<OAuthProvider> copies() {
        // sample
        var work = GitHub.enterprise("https://git.acme.example").id("work").name("GitHub at work");
        var wider = GitHub.provider().scope("read:user", "user:email", "read:org");
        // end
        return List.of(work, wider);
    }
}
