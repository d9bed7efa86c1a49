package dev.cardea.oauth;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSetUnavailableException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import java.text.ParseException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A provider's keys (RFC 7517 §5): fetched once for many callers, again when a token names an unknown key but not for
 * every one that does, and kept over an outage.
 */
final class RemoteKeys {
    private static final long OUTAGE = Duration.ofDays(1).toMillis();

    private RemoteKeys() {}

    static JWKSource<SecurityContext> at(String address, HttpHandler http) {
        return JWKSourceBuilder.create(new Fetch(address, http))
                .outageTolerant(OUTAGE)
                .build();
    }

    private record Fetch(String address, HttpHandler http) implements JWKSetSource<SecurityContext> {
        @Override
        public JWKSet getJWKSet(
                JWKSetCacheRefreshEvaluator refresh, long currentTime, @Nullable SecurityContext context)
                throws KeySourceException {
            try {
                var answer = http.handle(
                        Request.get(address).header("accept", "application/json, application/jwk-set+json"));
                if (answer.status() != 200) {
                    throw new JWKSetUnavailableException("the key set's address answered " + answer.status());
                }
                return JWKSet.parse(answer.text());
            } catch (ParseException | RuntimeException e) {
                throw new JWKSetUnavailableException("the key set could not be fetched", e);
            }
        }

        @Override
        public void close() {}
    }
}
