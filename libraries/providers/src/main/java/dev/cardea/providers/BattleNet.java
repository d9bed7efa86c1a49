package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Players sign in with their Blizzard account.
 *
 * <p>Create a client at https://develop.battle.net/access/clients. The issuer is {@code https://oauth.battle.net}, or
 * {@code https://oauth.battlenet.com.cn} in China. Blizzard is retiring the older regional hosts.
 *
 * <p>Redirect URI: {@code /auth/callback/battlenet}. Variables: {@code AUTH_BATTLENET_ID},
 * {@code AUTH_BATTLENET_SECRET}, {@code AUTH_BATTLENET_ISSUER}.
 */
public final class BattleNet {
    static final Brand BRAND = Brand.of(BattleNet::provider)
            .worksWithCare("the regional hosts are legacy; oauth.battle.net is current")
            .note("The profile contains the BattleTag, but no email address or picture.");

    private BattleNet() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("battlenet", "Battle.net")
                .idToken(true)
                .profile(Mapping.id("sub").name("battle_tag"))
                .style(Style.of("#148eff").mark(Marks.of("battlenet")));
    }
}
