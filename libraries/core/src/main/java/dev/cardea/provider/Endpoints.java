package dev.cardea.provider;

import dev.cardea.json.Claims;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Where a provider is: its issuer, its discovery document and its endpoints. Each is {@code null} if discovery finds it.
 *
 * @param issuerSet whether the site set the issuer; otherwise it is the default of the provider
 * @param idTokenIssuer the issuer that an ID token must name, of the configured issuer and the claims; {@code null}: the
 *     configured issuer
 */
record Endpoints(
        @Nullable String issuer,
        boolean issuerSet,
        @Nullable BiFunction<String, Claims, String> idTokenIssuer,
        @Nullable String wellKnown,
        @Nullable String jwks,
        @Nullable Endpoint authorization,
        @Nullable Endpoint token,
        @Nullable Endpoint userinfo) {
    static final Endpoints NONE = new Endpoints(null, false, null, null, null, null, null, null);

    /** Returns the issuer that an ID token with these claims must name. */
    String issuerOf(String configured, Claims idToken) {
        return idTokenIssuer == null ? configured : idTokenIssuer.apply(configured, idToken);
    }

    Endpoints changeAuthorization(UnaryOperator<Endpoint> change) {
        return authorization(change.apply(orDiscovered(authorization)));
    }

    Endpoints changeToken(UnaryOperator<Endpoint> change) {
        return token(change.apply(orDiscovered(token)));
    }

    Endpoints changeUserinfo(UnaryOperator<Endpoint> change) {
        return userinfo(change.apply(orDiscovered(userinfo)));
    }

    private static Endpoint orDiscovered(@Nullable Endpoint endpoint) {
        return endpoint == null ? Endpoint.DISCOVERED : endpoint;
    }

    /** Returns the addresses with the placeholders filled whose value is known. */
    Endpoints resolved(@Nullable String clientId, @Nullable String clientSecret) {
        var site = issuer == null ? null : new Placeholders(null, clientId, null).fill(issuer);
        var known = new Placeholders(site, clientId, clientSecret);
        return new Endpoints(
                site,
                issuerSet,
                idTokenIssuer,
                known.fillOrDrop(wellKnown),
                known.fillOrDrop(jwks),
                known.fill(authorization),
                known.fill(token),
                known.fill(userinfo));
    }

    /** Sets the issuer that the site names; {@code null} takes it back. */
    Endpoints issuer(@Nullable String value) {
        return new Endpoints(value, value != null, idTokenIssuer, wellKnown, jwks, authorization, token, userinfo);
    }

    /** Sets the issuer that applies unless the site names one. */
    Endpoints defaultIssuer(String value) {
        return new Endpoints(value, issuerSet, idTokenIssuer, wellKnown, jwks, authorization, token, userinfo);
    }

    Endpoints idTokenIssuer(@Nullable BiFunction<String, Claims, String> value) {
        return new Endpoints(issuer, issuerSet, value, wellKnown, jwks, authorization, token, userinfo);
    }

    Endpoints wellKnown(@Nullable String value) {
        return new Endpoints(issuer, issuerSet, idTokenIssuer, value, jwks, authorization, token, userinfo);
    }

    Endpoints jwks(@Nullable String value) {
        return new Endpoints(issuer, issuerSet, idTokenIssuer, wellKnown, value, authorization, token, userinfo);
    }

    Endpoints authorization(@Nullable Endpoint value) {
        return new Endpoints(issuer, issuerSet, idTokenIssuer, wellKnown, jwks, value, token, userinfo);
    }

    Endpoints token(@Nullable Endpoint value) {
        return new Endpoints(issuer, issuerSet, idTokenIssuer, wellKnown, jwks, authorization, value, userinfo);
    }

    Endpoints userinfo(@Nullable Endpoint value) {
        return new Endpoints(issuer, issuerSet, idTokenIssuer, wellKnown, jwks, authorization, token, value);
    }
}
