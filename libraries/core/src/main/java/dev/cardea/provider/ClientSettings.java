package dev.cardea.provider;

import dev.cardea.json.Claims;
import org.jspecify.annotations.Nullable;

/**
 * How this site presents itself to a provider: its credentials, its metadata and the address it is called back at.
 *
 * @param secretMaker makes a secret for each token request, in place of the stored one
 * @param privateKey signs client assertions
 * @param metadata by the names of RFC 7591 §2
 * @param redirectProxyUrl the proxy between this site and the provider
 * @param logout what this site and the provider tell each other when a user logs out
 */
record ClientSettings(
        @Nullable String id,
        @Nullable String secret,
        @Nullable SecretMaker secretMaker,
        @Nullable SigningKey privateKey,
        AssertionAudience assertionAudience,
        Claims metadata,
        @Nullable String redirectProxyUrl,
        ProviderLogout logout) {
    static final ClientSettings NONE =
            new ClientSettings(null, null, null, null, AssertionAudience.ISSUER, Claims.NONE, null, ProviderLogout.OFF);

    ClientSettings id(@Nullable String value) {
        return new ClientSettings(
                value, secret, secretMaker, privateKey, assertionAudience, metadata, redirectProxyUrl, logout);
    }

    ClientSettings secret(@Nullable String value) {
        return new ClientSettings(
                id, value, secretMaker, privateKey, assertionAudience, metadata, redirectProxyUrl, logout);
    }

    ClientSettings secretMaker(@Nullable SecretMaker value) {
        return new ClientSettings(id, secret, value, privateKey, assertionAudience, metadata, redirectProxyUrl, logout);
    }

    ClientSettings privateKey(@Nullable SigningKey value) {
        return new ClientSettings(
                id, secret, secretMaker, value, assertionAudience, metadata, redirectProxyUrl, logout);
    }

    ClientSettings assertionAudience(AssertionAudience value) {
        return new ClientSettings(id, secret, secretMaker, privateKey, value, metadata, redirectProxyUrl, logout);
    }

    ClientSettings metadata(Claims value) {
        return new ClientSettings(
                id, secret, secretMaker, privateKey, assertionAudience, value, redirectProxyUrl, logout);
    }

    ClientSettings redirectProxyUrl(@Nullable String value) {
        return new ClientSettings(id, secret, secretMaker, privateKey, assertionAudience, metadata, value, logout);
    }

    ClientSettings logout(ProviderLogout value) {
        return new ClientSettings(
                id, secret, secretMaker, privateKey, assertionAudience, metadata, redirectProxyUrl, value);
    }
}
