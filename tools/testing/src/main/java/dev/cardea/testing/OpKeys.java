package dev.cardea.testing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The keys of an identity provider, one for each of its algorithms, and the set that it publishes. */
final class OpKeys {
    /** The keys after that many rotations. All providers of a run have the same. */
    private record KeySet(RSAKey rsa, ECKey ec, OctetKeyPair ed) {
        private static final List<KeySet> MADE = new ArrayList<>();

        static synchronized KeySet after(int rotations) {
            while (MADE.size() <= rotations)
                MADE.add(new KeySet(MultiPrimeRsa.generate(), newEc(), Ed25519.generate()));
            return MADE.get(rotations);
        }
    }

    /** A key that is in no set, made if a test wants one. */
    private static final class Stranger {
        static final RSAKey KEY = MultiPrimeRsa.generate();
    }

    static final Set<String> ALGORITHMS = Set.of("RS256", "ES256", "EdDSA");

    private static final int MANY = 10_000;

    private int rotations;
    private KeySet keys = KeySet.after(rotations);

    synchronized void rotate() {
        keys = KeySet.after(++rotations);
    }

    synchronized JWK signing(String algorithm) {
        return switch (algorithm) {
            case "ES256" -> keys.ec;
            case "EdDSA" -> keys.ed;
            default -> keys.rsa;
        };
    }

    /** Returns a key that is in no set. */
    static JWK stranger() {
        return Stranger.KEY;
    }

    /** Returns the published set (RFC 7517 §5). */
    synchronized String publish(Set<Fault> faults) {
        if (faults.contains(Fault.JWKS_EMPTY)) return set(List.of());
        if (faults.contains(Fault.JWKS_KID_ABSENT_SINGLE)) return set(List.of(nameless(keys.rsa)));
        if (faults.contains(Fault.JWKS_KID_ABSENT_MULTIPLE)) {
            return set(List.of(nameless(Stranger.KEY), nameless(keys.rsa), nameless(keys.ec)));
        }
        if (faults.contains(Fault.JWKS_PRIVATE_KEY)) {
            return set(List.of(keys.rsa.toJSONObject(), keys.ec.toJSONObject()));
        }
        var published = new ArrayList<Object>();
        if (faults.contains(Fault.JWKS_SCRAPS)) published.addAll(scraps());
        if (faults.contains(Fault.JWKS_MANY)) published.addAll(many());
        published.add(publicOf(keys.rsa));
        published.add(publicOf(keys.ec));
        published.add(publicOf(keys.ed));
        return set(published);
    }

    /** Returns a compact JWS (RFC 7515 §7.1) over the text as it is. */
    static String sign(JWK key, Claims header, String payload) {
        String input = base64(header.toJson()) + "." + base64(payload);
        return input + "." + signature(key, input);
    }

    private static Base64URL signature(JWK key, String input) {
        if (key instanceof OctetKeyPair pair) return Ed25519.sign(pair, input);
        if (key instanceof RSAKey rsa) return MultiPrimeRsa.sign(rsa, input);
        try {
            var signer = new ECDSASigner(key.toECKey());
            return signer.sign(new JWSHeader(JWSAlgorithm.ES256), input.getBytes(StandardCharsets.US_ASCII));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Signs with HS256 and the given secret; short secrets are padded as HMAC does. */
    static String mac(byte[] secret, Claims header, String payload) {
        try {
            String input = base64(header.toJson()) + "." + base64(payload);
            var filled = secret.length < 32 ? java.util.Arrays.copyOf(secret, 32) : secret;
            var jwsHeader = new JWSHeader(JWSAlgorithm.HS256);
            return input + "." + new MACSigner(filled).sign(jwsHeader, input.getBytes(StandardCharsets.US_ASCII));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the claims of a token that one of these keys has signed. */
    synchronized Optional<Claims> verified(String token) {
        try {
            var jws = JWSObject.parse(token);
            var key = signing(jws.getHeader().getAlgorithm().getName());
            boolean isSigned = key instanceof RSAKey own && jws.verify(new RSASSAVerifier(own))
                    || key instanceof ECKey curve && jws.verify(new ECDSAVerifier(curve));
            if (!isSigned) return Optional.empty();
            return Optional.of(Json.parseObject(jws.getPayload().toString(), Json.TRUSTED_DEPTH));
        } catch (ParseException | JOSEException | JsonException e) {
            return Optional.empty();
        }
    }

    static String base64(String text) {
        return Base64URL.encode(text).toString();
    }

    private static String set(List<?> keys) {
        return Json.print(Map.of("keys", keys.stream().map(OpKeys::plain).toList()));
    }

    private static Object plain(Object key) {
        return key instanceof Map<?, ?> object ? Claims.of(object) : key;
    }

    private static Map<String, Object> publicOf(JWK key) {
        return key.toPublicJWK().toJSONObject();
    }

    private static Map<String, Object> nameless(JWK key) {
        var members = publicOf(key);
        members.remove("kid");
        return members;
    }

    private static List<Object> scraps() {
        var encryption = publicOf(Stranger.KEY);
        encryption.put("use", "enc");
        return List.of(
                encryption,
                Map.of("kty", "LATTICE", "kid", "a", "x", "AAAA"),
                Map.of("kid", "b"),
                Map.of("kty", "RSA", "kid", "c", "n", "!", "e", 65537),
                Map.of("kty", "EC", "kid", "d", "crv", "P-256", "x", "AA", "y", "AA"));
    }

    private static List<Object> many() {
        var keys = new ArrayList<Object>(MANY);
        var one = publicOf(Stranger.KEY);
        for (int i = 0; i < MANY; i++) {
            var key = new HashMap<>(one);
            key.put("kid", "key-" + i);
            keys.add(key);
        }
        return keys;
    }

    private static ECKey newEc() {
        try {
            return new ECKeyGenerator(Curve.P_256)
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(JWSAlgorithm.ES256)
                    .keyIDFromThumbprint(true)
                    .generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
