package dev.cardea.testing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates the client at the token endpoint (RFC 6749 §2.3, RFC 7521, RFC 7523): with a single method, the
 * registered one.
 */
final class OpClientAuth {
    private static final String ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
    private static final Duration MAX_ASSERTION_AGE = Duration.ofHours(1);

    private final Clock clock;
    private final Map<String, Client> clients;
    private final Map<String, Instant> spentAssertions = new HashMap<>();

    OpClientAuth(Clock clock, Map<String, Client> clients) {
        this.clock = clock;
        this.clients = clients;
    }

    /** @param audiences of which a client assertion must name one */
    Client authenticate(Request request, Map<String, String> form, List<String> audiences) {
        String basic = request.headers().first("authorization").orElse(null);
        String secret = form.get("client_secret");
        String assertion = form.get("client_assertion");
        int ways = (basic == null ? 0 : 1) + (secret == null ? 0 : 1) + (assertion == null ? 0 : 1);
        if (ways > 1) throw OpError.invalidRequest("more than one method of client authentication");
        if (basic != null) return byBasic(basic);
        if (assertion != null) return byAssertion(assertion, form, audiences);
        var client = requireClient(form.get("client_id"));
        if (secret != null) return bySecret(client, secret, "client_secret_post");
        if (!client.takes("none")) throw OpError.invalidClient("the client did not authenticate");
        return client;
    }

    private Client byBasic(String header) {
        if (!header.toLowerCase(Locale.ROOT).startsWith("basic ")) throw OpError.invalidClient("not Basic");
        String pair;
        try {
            pair = new String(Base64.getDecoder().decode(header.substring(6).strip()), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw OpError.invalidClient("Basic without Base64");
        }
        int colon = pair.indexOf(':');
        if (colon < 0) throw OpError.invalidClient("Basic without a colon");
        return bySecret(
                requireClient(decoded(pair.substring(0, colon))),
                decoded(pair.substring(colon + 1)),
                "client_secret_basic");
    }

    private static Client bySecret(Client client, String secret, String method) {
        if (!client.takes(method)) throw OpError.invalidClient(method + " was not agreed");
        byte[] given = secret.getBytes(StandardCharsets.UTF_8);
        byte[] known = String.valueOf(client.secret()).getBytes(StandardCharsets.UTF_8);
        if (!MessageDigest.isEqual(given, known)) throw OpError.invalidClient("wrong secret");
        return client;
    }

    private Client byAssertion(String assertion, Map<String, String> form, List<String> audiences) {
        if (!ASSERTION_TYPE.equals(form.get("client_assertion_type")))
            throw OpError.invalidClient("wrong assertion type");
        try {
            var jwt = SignedJWT.parse(assertion);
            var claims = jwt.getJWTClaimsSet();
            var client = requireClient(claims.getSubject());
            String id = form.get("client_id");
            if (id != null && !id.equals(client.id()))
                throw OpError.invalidClient("client_id differs from the assertion's");
            requireSignature(jwt, client);
            requireClaims(claims, client, audiences);
            return client;
        } catch (ParseException | JOSEException | GeneralSecurityException e) {
            throw OpError.invalidClient("the assertion cannot be read: " + e.getMessage());
        }
    }

    private static void requireSignature(SignedJWT jwt, Client client) throws JOSEException, GeneralSecurityException {
        var header = jwt.getHeader();
        boolean symmetric = JWSAlgorithm.Family.HMAC_SHA.contains(header.getAlgorithm());
        if (!client.takes(symmetric ? "client_secret_jwt" : "private_key_jwt")) {
            throw OpError.invalidClient("this kind of assertion is not registered");
        }
        Key key = symmetric ? macKey(client) : client.key();
        boolean good = header.getAlgorithm().equals(JWSAlgorithm.EdDSA)
                ? verifiesEd25519(jwt, client.key())
                : jwt.verify(new DefaultJWSVerifierFactory().createJWSVerifier(header, key));
        if (!good) throw OpError.invalidClient("the assertion's signature is wrong");
    }

    private static Key macKey(Client client) {
        return new SecretKeySpec(String.valueOf(client.secret()).getBytes(StandardCharsets.UTF_8), "HMAC");
    }

    private static boolean verifiesEd25519(SignedJWT jwt, @Nullable PublicKey key) throws GeneralSecurityException {
        var signature = Signature.getInstance("Ed25519");
        signature.initVerify(key);
        signature.update(jwt.getSigningInput());
        return signature.verify(jwt.getSignature().decode());
    }

    private void requireClaims(JWTClaimsSet claims, Client client, List<String> audiences) {
        var now = clock.instant();
        if (!client.id().equals(claims.getIssuer()))
            throw OpError.invalidClient("the assertion's iss is not the client");
        if (claims.getAudience().stream().noneMatch(audiences::contains)) {
            throw OpError.invalidClient("the assertion has another audience");
        }
        if (claims.getExpirationTime() == null) throw OpError.invalidClient("the assertion has no exp");
        var expires = claims.getExpirationTime().toInstant();
        if (!expires.isAfter(now)) throw OpError.invalidClient("the assertion has expired");
        if (expires.isAfter(now.plus(MAX_ASSERTION_AGE)))
            throw OpError.invalidClient("the assertion is valid for too long");
        if (claims.getJWTID() == null) throw OpError.invalidClient("the assertion has no jti");
        synchronized (spentAssertions) {
            spentAssertions.values().removeIf(old -> old.isBefore(now));
            if (spentAssertions.putIfAbsent(client.id() + " " + claims.getJWTID(), expires) != null) {
                throw OpError.invalidClient("the assertion was used before");
            }
        }
    }

    private Client requireClient(@Nullable String id) {
        var client = id == null ? null : clients.get(id);
        if (client == null) throw OpError.invalidClient("no such client");
        return client;
    }

    private static String decoded(String part) {
        return Form.decodeComponent(part.replace('+', ' '))
                .orElseThrow(() -> OpError.invalidClient("Basic is not form-encoded"));
    }
}
