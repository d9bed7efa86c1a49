package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * In EVE Online, a character signs in rather than an account.
 *
 * <p>Create an application at https://developers.eveonline.com/applications.
 *
 * <p>Redirect URI: {@code /auth/callback/eveonline}. Variables: {@code AUTH_EVEONLINE_ID},
 * {@code AUTH_EVEONLINE_SECRET}.
 */
public final class EveOnline {
    static final Brand BRAND = Brand.of(EveOnline::provider)
            .note("The character comes from the access token, a JWT that Cardea receives directly from the "
                    + "token endpoint. If the token isn't a JWT, Cardea calls the old verification endpoint "
                    + "instead. The profile doesn't contain an email address.");

    private EveOnline() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("eveonline", "EVE Online")
                .authorization("https://login.eveonline.com/v2/oauth/authorize")
                .scope("publicData")
                .checks(Check.STATE)
                .token("https://login.eveonline.com/v2/oauth/token")
                .userinfo("https://login.eveonline.com/oauth/verify")
                .userinfoRequest(EveOnline::character)
                .profile(Mapping.id("CharacterID, else the number in sub", EveOnline::id)
                        .name("CharacterName", "name")
                        .image("the portrait at images.evetech.net", EveOnline::portrait))
                .style(Style.of("#1c1c1c"));
    }

    private static Claims character(TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        var parts = ApiCall.accessToken(tokens).split("\\.");
        if (parts.length != 3)
            return ApiCall.get(ApiCall.userinfo(provider)).bearer(tokens).object(http);
        var claims = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
        return Json.parseObject(claims, Json.TRUSTED_DEPTH);
    }

    /** Reads the id in {@code CHARACTER:EVE:273042051} of a token. */
    private static @Nullable Object id(Claims profile) {
        var id = profile.value("CharacterID");
        if (id != null) return id;
        var sub = profile.text("sub");
        return sub == null ? null : sub.substring(sub.lastIndexOf(':') + 1);
    }

    private static String portrait(Claims profile) {
        return "https://images.evetech.net/characters/" + id(profile) + "/portrait?size=128";
    }
}
