package dev.cardea.provider;

import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Replaces placeholders in addresses whose values are known only after the environment was read: {@code {issuer}},
 * {@code {clientId}}, {@code {clientSecret}}. An unknown one stays as it is.
 */
record Placeholders(
        @Nullable String issuer,
        @Nullable String clientId,
        @Nullable String clientSecret) {
    private static final String ISSUER = "{issuer}";

    /** Puts one slash between an issuer and a path, whether or not the issuer ends in one. */
    String fill(String text) {
        var filled = text;
        if (issuer != null) {
            var base = issuer.endsWith("/") ? issuer : issuer + "/";
            filled = filled.replace(ISSUER + "/", base).replace(ISSUER, issuer);
        }
        if (clientId != null) filled = filled.replace("{clientId}", clientId);
        return clientSecret == null ? filled : filled.replace("{clientSecret}", clientSecret);
    }

    @Nullable Endpoint fill(@Nullable Endpoint endpoint) {
        if (endpoint == null) return null;
        var params = new LinkedHashMap<String, String>();
        endpoint.params().forEach((name, value) -> params.put(name, fill(value)));
        return new Endpoint(endpoint.url() == null ? null : fill(endpoint.url()), params);
    }

    /** An address below an unknown issuer is dropped as a whole. */
    @Nullable String fillOrDrop(@Nullable String address) {
        return address == null || (issuer == null && address.contains(ISSUER)) ? null : fill(address);
    }

    /** Prints names only, because one of the values is a secret. */
    @Override
    public String toString() {
        return "Placeholders";
    }
}
