package dev.cardea.provider;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What this site and an OpenID provider tell each other when a user logs out. Immutable; each setter returns a changed copy.
 *
 * <pre>{@code
 * Keycloak.provider().logout(ProviderLogout.OFF.backChannel(true))
 * }</pre>
 *
 * @param backChannel whether the provider ends sessions of this site, by a request to
 *     {@code /auth/backchannel-logout/PROVIDER} (OpenID Connect Back-Channel Logout 1.0). Requires sessions that have a
 *     record, and a store that remembers used tokens
 * @param tokenAge how long a logout token without {@code exp} is accepted, which older providers send; {@code null}: such
 *     a token is rejected
 */
public record ProviderLogout(boolean backChannel, @Nullable Duration tokenAge) {
    /** Neither tells the other. */
    public static final ProviderLogout OFF = new ProviderLogout(false, null);

    /** Sets whether the provider ends sessions of this site. */
    public ProviderLogout backChannel(boolean value) {
        return new ProviderLogout(value, tokenAge);
    }

    /** Sets how long a logout token without {@code exp} is accepted: more than nothing, and at most ten minutes. */
    public ProviderLogout tokenAge(@Nullable Duration value) {
        return new ProviderLogout(backChannel, value);
    }
}
