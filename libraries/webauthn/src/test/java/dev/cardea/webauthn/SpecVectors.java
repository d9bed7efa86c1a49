package dev.cardea.webauthn;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The test vectors of Web Authentication Level 3 §16. */
final class SpecVectors {
    static final String RP_ID = "example.org";
    static final String ORIGIN = "https://example.org";
    static final String TOP_ORIGIN = "https://example.com";

    private SpecVectors() {}

    /** One credential: its registration and its sign-in. */
    record Vector(String name, String format, long algorithm, byte[] id, Claims registration, Claims authentication) {
        byte[] made(String field) {
            return hex(registration, field);
        }

        byte[] signed(String field) {
            return hex(authentication, field);
        }

        boolean isFramed() {
            return name.endsWith("crossOrigin");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Vector> all() {
        return read().get(Claim.list("vectors")).orElseThrow().stream()
                .map(one -> vector(Claims.of((Map<?, ?>) one)))
                .toList();
    }

    static Vector named(String name) {
        return all().stream().filter(one -> one.name.equals(name)).findFirst().orElseThrow();
    }

    /** Returns the root of the certificates in the statements. */
    static byte[] attestationCa() {
        return hex(read(), "attestationCa");
    }

    private static Vector vector(Claims json) {
        return new Vector(
                text(json, "name"),
                text(json, "format"),
                ((Number) Objects.requireNonNull(json.value("algorithm"))).longValue(),
                hex(json, "credentialId"),
                json.get(Claim.object("registration")).orElseThrow(),
                json.get(Claim.object("authentication")).orElseThrow());
    }

    private static Claims read() {
        try (var in = Objects.requireNonNull(SpecVectors.class.getResourceAsStream("/vectors/webauthn-level-3.json"))) {
            return Json.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8), 10);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] hex(Claims json, String name) {
        return HexFormat.of().parseHex(text(json, name));
    }

    private static String text(Claims json, String name) {
        return Objects.requireNonNull(json.text(name), name);
    }
}
