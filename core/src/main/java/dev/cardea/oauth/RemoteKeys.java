package dev.cardea.oauth;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSetUnavailableException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.text.ParseException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A provider's keys (RFC 7517 §5): fetched once for many callers, again when a token names an unknown key but not for
 * every one that does, and kept over an outage.
 */
final class RemoteKeys {
    private static final long OUTAGE = Duration.ofDays(1).toMillis();

    private static final int MOST_KEYS = 100;

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
                return usable(JsonAnswer.object(answer, "the key set"));
            } catch (RuntimeException e) {
                throw new JWKSetUnavailableException("the key set could not be fetched", e);
            }
        }

        /** Without what is no key that we know: one odd entry does not take the others away. */
        private static JWKSet usable(Claims set) {
            var keys = new ArrayList<JWK>();
            for (var entry : set.get(Claim.list("keys")).orElse(List.of())) {
                if (keys.size() == MOST_KEYS) break;
                try {
                    if (entry instanceof Map<?, ?> key)
                        keys.add(JWK.parse(Claims.of(key).toJson()));
                } catch (ParseException e) {
                    continue;
                }
            }
            return new JWKSet(keys);
        }

        @Override
        public void close() {}
    }
}
