package dev.cardea.provider;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What this site and an OpenID provider tell each other when a user logs out, and whether a sign-in may begin there.
 * Immutable; each setter returns a changed copy.
 *
 * <pre>{@code
 * Keycloak.provider().logout(ProviderLogout.OFF.rpInitiated(RpInitiated.ALWAYS).backChannel(true))
 * }</pre>
 *
 * @param rpInitiated whether a sign-out continues at the provider (OpenID Connect RP-Initiated Logout 1.0)
 * @param backChannel whether the provider ends sessions of this site, by a request to
 *     {@code /auth/backchannel-logout/PROVIDER} (OpenID Connect Back-Channel Logout 1.0). Requires revocable or database
 *     sessions, and a store that remembers used tokens
 * @param frontChannel whether a page of the provider ends sessions of this site, by a frame with
 *     {@code /auth/frontchannel-logout/PROVIDER} (OpenID Connect Front-Channel Logout 1.0). Requires revocable or
 *     database sessions. Set it only for a provider without a back channel
 * @param initiateLogin whether the provider may send a browser to {@code /auth/initiate}, where a sign-in with it begins
 *     (OpenID Connect Core 1.0, section 4). Requires the provider's {@code issuer}
 * @param tokenAge how long a logout token without {@code exp} is accepted; older providers send such tokens. {@code null}
 *     rejects them
 */
public record ProviderLogout(
        RpInitiated rpInitiated,
        boolean backChannel,
        boolean frontChannel,
        boolean initiateLogin,
        @Nullable Duration tokenAge) {
    /** A logout at one isn't reported to the other, and no sign-in begins at the provider. */
    public static final ProviderLogout OFF = new ProviderLogout(RpInitiated.NEVER, false, false, false, null);

    /** Whether a sign-out continues at the provider. The browser goes there and returns. */
    public enum RpInitiated {
        /** A sign-out only ends the session of this site. */
        NEVER("never"),
        /** Only a sign-out that asks for it does: {@code federated=true}, or {@code SignOut.DEFAULT.federated()}. */
        ON_REQUEST("onRequest"),
        /** Every sign-out continues at the provider. */
        ALWAYS("always");

        private final String wire;

        RpInitiated(String wire) {
            this.wire = wire;
        }

        /** Returns the name in files. */
        public String wire() {
            return wire;
        }
    }

    /** Sets whether a sign-out continues at the provider. */
    public ProviderLogout rpInitiated(RpInitiated value) {
        return new ProviderLogout(value, backChannel, frontChannel, initiateLogin, tokenAge);
    }

    /** Sets whether the provider ends sessions of this site. */
    public ProviderLogout backChannel(boolean value) {
        return new ProviderLogout(rpInitiated, value, frontChannel, initiateLogin, tokenAge);
    }

    /** Sets whether a page of the provider ends sessions of this site. */
    public ProviderLogout frontChannel(boolean value) {
        return new ProviderLogout(rpInitiated, backChannel, value, initiateLogin, tokenAge);
    }

    /** Sets whether a sign-in may begin at the provider. */
    public ProviderLogout initiateLogin(boolean value) {
        return new ProviderLogout(rpInitiated, backChannel, frontChannel, value, tokenAge);
    }

    /** Sets how long a logout token without {@code exp} is accepted: more than nothing, and at most ten minutes. */
    public ProviderLogout tokenAge(@Nullable Duration value) {
        return new ProviderLogout(rpInitiated, backChannel, frontChannel, initiateLogin, value);
    }
}
