package dev.cardea.testing;

import dev.cardea.http.WebUrl;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.token.Randomness;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A software authenticator (WebAuthn Level 3 §6): it responds to the options of a site as a browser with a passkey
 * does. Its passkeys are bound to one device, so each counts its uses, and a site recognizes a copy. They exist as long
 * as this object. Safe for concurrent use.
 *
 * <pre>{@code
 * var authenticator = VirtualAuthenticator.of(Randomness.secure());
 * var credential = authenticator.create(options, "https://app.example");
 * }</pre>
 *
 * <p>{@code options} are those of {@code webauthn-options/<provider>}. For {@link #create}, {@code user.id} is in
 * base64url, as the script of the built-in pages sends it to the browser.
 */
public final class VirtualAuthenticator {
    private static final int USER_PRESENT = 0x01;
    private static final int USER_VERIFIED = 0x04;
    private static final int ATTESTED = 0x40;
    private static final long ES256 = -7;

    /**
     * One passkey.
     *
     * @param number distinguishes it from its copies
     * @param rpId the site that it belongs to
     * @param userHandle in base64url
     * @param userName as the site sent it
     * @param isCopy whether it is a copy of another one, with the same id and key
     */
    public record Passkey(
            int number,
            String id,
            KeyPair key,
            String rpId,
            String userHandle,
            String userName,
            long counter,
            boolean isCopy) {
        private Passkey withNextCounter() {
            return new Passkey(number, id, key, rpId, userHandle, userName, counter + 1, isCopy);
        }

        /** Prints no key. */
        @Override
        public String toString() {
            return "Passkey[" + number + "]";
        }
    }

    /** Thrown if the authenticator refuses, with the name of the exception in the browser. */
    public static final class Refusal extends Exception {
        private static final long serialVersionUID = 1L;

        private final String type;

        Refusal(String type, String message) {
            super(message);
            this.type = type;
        }

        /** Returns the name of the exception in the browser, such as {@code NotAllowedError}. */
        public String type() {
            return type;
        }
    }

    private final Randomness randomness;

    // What follows is read and changed under the lock of this object. The last passkey is used first.
    private final List<Passkey> passkeys = new ArrayList<>();
    private int count;
    private boolean verifiesUser = true;

    private VirtualAuthenticator(Randomness randomness) {
        this.randomness = randomness;
    }

    /** Returns an authenticator without passkeys, which verifies its user. */
    public static VirtualAuthenticator of(Randomness randomness) {
        return new VirtualAuthenticator(randomness);
    }

    /** Returns whether it reports that it verified its user. */
    public synchronized boolean verifiesUser() {
        return verifiesUser;
    }

    /** @param on whether it reports that it verified its user, such as by a fingerprint */
    public synchronized void verifyUser(boolean on) {
        verifiesUser = on;
    }

    /** Returns all passkeys, the next one first. */
    public synchronized List<Passkey> all() {
        var newestFirst = new ArrayList<>(passkeys);
        Collections.reverse(newestFirst);
        return List.copyOf(newestFirst);
    }

    /** Deletes a passkey; its copies stay. Another number changes nothing. */
    public synchronized void delete(int number) {
        passkeys.removeIf(each -> each.number() == number);
    }

    /** Copies a passkey with its counter, as a thief of an authenticator's memory would. The copy is used next. */
    public synchronized void copy(int number) {
        find(number).ifPresent(each -> {
            count++;
            passkeys.add(new Passkey(
                    count,
                    each.id(),
                    each.key(),
                    each.rpId(),
                    each.userHandle(),
                    each.userName(),
                    each.counter(),
                    true));
        });
    }

    /** Makes a passkey the one that signs in next. */
    public synchronized void prefer(int number) {
        find(number).ifPresent(each -> {
            passkeys.remove(each);
            passkeys.add(each);
        });
    }

    private Optional<Passkey> find(int number) {
        return passkeys.stream().filter(each -> each.number() == number).findFirst();
    }

    /**
     * Makes a passkey (WebAuthn Level 3 §6.3.2).
     *
     * @param options {@code PublicKeyCredentialCreationOptionsJSON}
     * @param origin of the page
     * @return the credential, as {@code toJSON()} of the browser has it
     * @throws Refusal where a browser would reject the options
     */
    public synchronized Claims create(Claims options, String origin) throws Refusal {
        var rpId = rpId(options.get(Claim.object("rp")).orElse(Claims.NONE).text("id"), origin);
        boolean acceptsKey = options.get(Claim.list("pubKeyCredParams")).orElse(List.of()).stream()
                .anyMatch(each -> each instanceof Map<?, ?> one
                        && one.get("alg") instanceof Number algorithm
                        && algorithm.longValue() == ES256);
        if (!acceptsKey) throw new Refusal("NotSupportedError", "the site does not accept keys of type ES256");
        var excluded = ids(options, "excludeCredentials");
        if (passkeys.stream().anyMatch(each -> each.rpId().equals(rpId) && excluded.contains(each.id()))) {
            throw new Refusal("InvalidStateError", "this authenticator has a passkey of this user already");
        }
        var user = options.get(Claim.object("user")).orElse(Claims.NONE);
        count++;
        var made = new Passkey(
                count,
                randomness.base64Url(32),
                newKey(),
                rpId,
                Objects.requireNonNullElse(user.text("id"), ""),
                Objects.requireNonNullElse(user.text("name"), ""),
                0,
                false);
        passkeys.add(made);
        var attested = concat(data(made, ATTESTED), attested(made));
        return credential(
                made,
                Claims.of("clientDataJSON", encoded(clientData("webauthn.create", options, origin)))
                        .with("attestationObject", encoded(attestationObject(attested)))
                        .with("transports", List.of("internal")));
    }

    /**
     * Signs in with a passkey (WebAuthn Level 3 §6.3.3): the one that is next, of those that the site accepts.
     *
     * @param options {@code PublicKeyCredentialRequestOptionsJSON}
     * @param origin of the page
     * @return the credential, as {@code toJSON()} of the browser has it
     * @throws Refusal where a browser would reject the options, or no passkey fits
     */
    public synchronized Claims get(Claims options, String origin) throws Refusal {
        var rpId = rpId(options.text("rpId"), origin);
        var allowed = ids(options, "allowCredentials");
        var found = all().stream()
                .filter(each -> each.rpId().equals(rpId))
                .filter(each -> allowed.isEmpty() || allowed.contains(each.id()))
                .findFirst()
                .orElseThrow(() -> new Refusal("NotAllowedError", "this authenticator has no passkey for the sign-in"));
        var used = found.withNextCounter();
        passkeys.set(passkeys.indexOf(found), used);
        var clientData = clientData("webauthn.get", options, origin);
        var data = data(used, 0);
        return credential(
                used,
                Claims.of("clientDataJSON", encoded(clientData))
                        .with("authenticatorData", encoded(data))
                        .with("signature", encoded(sign(used.key(), concat(data, Hashes.sha256(clientData)))))
                        .with("userHandle", used.userHandle()));
    }

    private static Claims credential(Passkey passkey, Claims response) {
        return Claims.of("id", passkey.id())
                .with("rawId", passkey.id())
                .with("type", "public-key")
                .with("authenticatorAttachment", "platform")
                .with("response", response.asMap())
                .with("clientExtensionResults", Map.of());
    }

    /** A page uses the passkeys of its host, or of a domain above it (WebAuthn Level 3 §5.1.3). */
    private static String rpId(@Nullable String wanted, String origin) throws Refusal {
        var host = WebUrl.parse(origin).map(WebUrl::host).orElse("");
        var id = wanted == null ? host : wanted;
        if (!host.isEmpty() && (host.equals(id) || host.endsWith("." + id))) return id;
        throw new Refusal("SecurityError", "the site " + id + " is not that of the page");
    }

    private static List<String> ids(Claims options, String list) {
        return options.get(Claim.list(list)).orElse(List.of()).stream()
                .filter(each -> each instanceof Map<?, ?>)
                .map(each -> String.valueOf(((Map<?, ?>) each).get("id")))
                .toList();
    }

    private static byte[] clientData(String type, Claims options, String origin) {
        return Claims.of("type", type)
                .with("challenge", String.valueOf(options.text("challenge")))
                .with("origin", origin)
                .with("crossOrigin", false)
                .toJson()
                .getBytes(StandardCharsets.UTF_8);
    }

    private byte[] data(Passkey passkey, int more) {
        int flags = USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0) | more;
        return ByteBuffer.allocate(37)
                .put(Hashes.sha256(passkey.rpId().getBytes(StandardCharsets.UTF_8)))
                .put((byte) flags)
                .putInt((int) passkey.counter())
                .array();
    }

    /** The key in the form of COSE (RFC 9052 §7), after the id. The model of the authenticator is not named. */
    private static byte[] attested(Passkey passkey) {
        var id = Base64.getUrlDecoder().decode(passkey.id());
        var point = ((ECPublicKey) passkey.key().getPublic()).getW();
        return ByteBuffer.allocate(16 + 2 + id.length + 77)
                .put(new byte[16])
                .putShort((short) id.length)
                .put(id)
                .put(bytes(0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20))
                .put(unsigned(point.getAffineX()))
                .put(bytes(0x22, 0x58, 0x20))
                .put(unsigned(point.getAffineY()))
                .array();
    }

    /** CBOR of a map with {@code fmt} none, an empty {@code attStmt}, and {@code authData} of less than 256 bytes. */
    private static byte[] attestationObject(byte[] authData) {
        return concat(
                bytes(0xA3, 0x63),
                ascii("fmt"),
                bytes(0x64),
                ascii("none"),
                bytes(0x67),
                ascii("attStmt"),
                bytes(0xA0, 0x68),
                ascii("authData"),
                bytes(0x58, authData.length),
                authData);
    }

    private static KeyPair newKey() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no keys of type ES256", e);
        }
    }

    private static byte[] sign(KeyPair key, byte[] bytes) {
        try {
            var signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(key.getPrivate());
            signature.update(bytes);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM does not sign with ES256", e);
        }
    }

    private static byte[] unsigned(BigInteger number) {
        byte[] all = number.toByteArray();
        byte[] result = new byte[32];
        int used = Math.min(32, all.length);
        System.arraycopy(all, all.length - used, result, 32 - used, used);
        return result;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] bytes(int... values) {
        var result = new byte[values.length];
        for (int i = 0; i < values.length; i++) result[i] = (byte) values[i];
        return result;
    }

    private static byte[] concat(byte[]... parts) {
        int length = 0;
        for (var part : parts) length += part.length;
        var all = ByteBuffer.allocate(length);
        for (var part : parts) all.put(part);
        return all.array();
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
