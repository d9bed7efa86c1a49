package dev.cardea.server.file;

import dev.cardea.provider.ProviderLogout;
import dev.cardea.provider.ProviderLogout.RpInitiated;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The group {@code logout} of an OpenID provider. */
final class ProviderLogoutKeys {
    private static final Map<String, RpInitiated> WHEN = new LinkedHashMap<>();

    static {
        for (var when : RpInitiated.values()) WHEN.put(when.wire(), when);
    }

    private static final Key RP_INITIATED = Key.choice(
            "rpInitiated",
            "never",
            "Whether a sign-out continues at the provider (OpenID Connect RP-Initiated Logout). onRequest: if it has"
                    + " federated=true. Register /auth/logout with the provider.",
            WHEN);
    private static final Key BACK_CHANNEL = Key.flag(
            "backChannel",
            "false",
            "Whether the provider ends sessions of this site (OpenID Connect Back-Channel Logout). Needs session.strategy"
                    + " revocable or database. Register /auth/backchannel-logout/ID with the provider.");
    private static final Key FRONT_CHANNEL = Key.flag(
            "frontChannel",
            "false",
            "Whether a page of the provider ends sessions of this site in a frame (OpenID Connect Front-Channel Logout),"
                    + " such as that of Microsoft Entra ID. Register /auth/frontchannel-logout/ID with the provider.");
    private static final Key INITIATE_LOGIN = Key.flag(
            "initiateLogin",
            "false",
            "Whether a sign-in may begin at the provider or its portal (OpenID Connect Core, section 4). Needs issuer."
                    + " Register /auth/initiate with the provider.");
    private static final Key TOKEN_AGE = Key.number(
            "tokenAge",
            null,
            "How many seconds a logout token without exp is accepted. Older providers send such tokens.",
            1,
            600);

    static final Key KEY = Key.group(
            "logout",
            "What this site and an OpenID provider tell each other when a user logs out, and whether a sign-in may begin"
                    + " there.",
            RP_INITIATED,
            BACK_CHANNEL,
            FRONT_CHANNEL,
            INITIATE_LOGIN,
            TOKEN_AGE);

    private ProviderLogoutKeys() {}

    static ProviderLogout read(Section section) {
        var logout = ProviderLogout.OFF
                .rpInitiated(section.choice(RP_INITIATED.name(), WHEN).orElse(RpInitiated.NEVER))
                .backChannel(section.flag(BACK_CHANNEL.name()).orElse(false))
                .frontChannel(section.flag(FRONT_CHANNEL.name()).orElse(false))
                .initiateLogin(section.flag(INITIATE_LOGIN.name()).orElse(false));
        return section.number(TOKEN_AGE)
                .map(Duration::ofSeconds)
                .map(logout::tokenAge)
                .orElse(logout);
    }
}
