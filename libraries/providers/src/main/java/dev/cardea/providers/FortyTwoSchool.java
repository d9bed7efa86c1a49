package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Students and staff sign in with their account on the 42 intranet.
 *
 * <p>Create an application at https://profile.intra.42.fr/oauth/applications/new.
 *
 * <p>Redirect URI: {@code /auth/callback/42-school}. Variables: {@code AUTH_42_SCHOOL_ID},
 * {@code AUTH_42_SCHOOL_SECRET}.
 */
public final class FortyTwoSchool {
    static final Brand BRAND = Brand.of(FortyTwoSchool::provider)
            .note("The name is the user's usual full name. It's empty for users who haven't set one.");

    private FortyTwoSchool() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("42-school", "42 School")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://api.intra.42.fr/oauth/authorize")
                .scope("public")
                .token("https://api.intra.42.fr/oauth/token")
                .userinfo("https://api.intra.42.fr/v2/me")
                .profile(Mapping.id("id").name("usual_full_name").email("email").image("image.link"))
                .style(Style.of("#00babc").mark(Marks.of("42-school")));
    }
}
