package dev.cardea.providers;

import dev.cardea.json.Claims;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Discord.
 *
 * <p>Create an application at https://discord.com/developers/applications. Add the redirect URI on its OAuth2 page,
 * where you also find the client ID and secret.
 *
 * <p>Redirect URI: {@code /auth/callback/discord}. Variables: {@code AUTH_DISCORD_ID}, {@code AUTH_DISCORD_SECRET}.
 */
public final class Discord {
    static final Brand BRAND = Brand.of(Discord::provider)
            .note("Users without a picture get Discord's default avatar. The email address is verified if "
                    + "Discord says so.");

    private static final Pattern DISCRIMINATOR = Pattern.compile("[1-9]|[0-9]{2,9}");

    private static final String CDN = "https://cdn.discordapp.com";

    private Discord() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("discord", "Discord")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://discord.com/api/oauth2/authorize")
                .scope("identify", "email")
                .token("https://discord.com/api/oauth2/token")
                .userinfo("https://discord.com/api/users/@me")
                .emailProof(EmailVerifiedClaim.at("verified"))
                .profile(Mapping.id("id")
                        .name("global_name", "username")
                        .email("email")
                        .image("avatar at Discord's CDN, else the default picture", Discord::picture))
                .style(Style.of("#5865F2").mark(Marks.of("discord")));
    }

    private static String picture(Claims profile) {
        var id = String.valueOf(profile.value("id"));
        var avatar = profile.text("avatar");
        if (avatar != null) return CDN + "/avatars/" + id + "/" + avatar + (avatar.startsWith("a_") ? ".gif" : ".png");
        if (!profile.has("avatar")) throw new IllegalArgumentException("the profile has no avatar");
        return CDN + "/embed/avatars/" + defaultPicture(id, profile.value("discriminator")) + ".png";
    }

    /** Users with a new name have the discriminator 0; their default picture depends on the time in their id. */
    private static long defaultPicture(String id, @Nullable Object discriminator) {
        var old = discriminator == null ? "" : Mapping.text(discriminator);
        return DISCRIMINATOR.matcher(old).matches()
                ? Integer.parseInt(old) % 5
                : (Long.parseUnsignedLong(id) >>> 22) % 6;
    }
}
