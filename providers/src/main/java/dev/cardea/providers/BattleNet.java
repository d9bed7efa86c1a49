package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Battle.net of Blizzard.
 *
 * <p>Create a client at https://develop.battle.net/access/clients. Callback address: {@code /auth/callback/battlenet}.
 * Variables: {@code AUTH_BATTLENET_ID}, {@code AUTH_BATTLENET_SECRET}, {@code AUTH_BATTLENET_ISSUER}:
 * {@code https://oauth.battle.net}, or {@code https://oauth.battlenet.com.cn} in China; the older regional hosts are
 * being retired.
 */
public final class BattleNet {
    static final Brand BRAND = Brand.of(BattleNet::provider)
            .worksWithCare("the regional hosts are legacy; oauth.battle.net is current")
            .note("The profile contains the BattleTag, but no e-mail address or picture.");

    private BattleNet() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("battlenet", "Battle.net")
                .idToken(true)
                .profile(Mapping.id("sub").name("battle_tag"))
                .style(Style.of("#148eff"));
    }
}
