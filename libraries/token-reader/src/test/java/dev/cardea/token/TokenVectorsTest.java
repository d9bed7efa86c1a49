package dev.cardea.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.crypto.DirectDecrypter;
import dev.cardea.jose.ContentEncryption;
import dev.cardea.jose.Hkdf;
import dev.cardea.jose.JoseException;
import dev.cardea.jose.Jwe;
import dev.cardea.jose.SealingKey;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Compares with recorded tokens, chunks and readings of Auth.js. */
class TokenVectorsTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T00:00:00Z"), ZoneOffset.UTC);
    private static final EncryptedJwt CODEC = new EncryptedJwt(CLOCK, Randomness.secure());

    /**
     * Differs on purpose: compressed tokens and tokens without expiry are rejected; a token without kid is tried with
     * all keys.
     */
    private static final Set<String> REFUSED_HERE = Set.of("no exp claim", "zip DEF");

    private static final String TRIED_HERE = "no kid, two secrets, second right";

    @Test
    void no_recorded_case_is_missing() {
        assertThat(Vectors.list("jwe", "cases")).hasSize(70);
        assertThat(Vectors.list("jwe", "fixedIv")).hasSize(4);
        assertThat(Vectors.list("jwe", "multiSecret")).hasSize(5);
        assertThat(Vectors.list("jwe", "negative"))
                .hasSize(22)
                .extracting(c -> c.text("name"))
                .containsAll(REFUSED_HERE)
                .contains(TRIED_HERE);
        assertThat(Vectors.list("chunks", "sweep")).hasSize(11);
        assertThat(Vectors.list("chunks", "transitions")).hasSize(4);
        assertThat(Vectors.list("chunks", "fullTokens")).hasSize(2);
        assertThat(Vectors.list("get-token", "cases")).hasSize(21);
    }

    @TestFactory
    Stream<DynamicTest> keys_are_derived_and_tokens_opened_as_recorded() {
        return Vectors.list("jwe", "cases")
                .map(c -> dynamicTest(c.text("enc") + " " + c.text("salt"), () -> {
                    var enc = enc(c);
                    byte[] key = derive(c.text("secret"), c.text("salt"), enc);
                    assertThat(HexFormat.of().formatHex(key)).isEqualTo(c.text("derivedKeyHex"));
                    assertThat(new SealingKey(enc, key).kid()).isEqualTo(c.text("kid"));
                    var opened = CODEC.decode(
                            new DecodeParams(c.text("token"), Secrets.of(c.text("secret")), c.text("salt")));
                    assertThat(opened).contains(c.get(Claim.object("payload")).orElseThrow());
                }));
    }

    @TestFactory
    Stream<DynamicTest> a_fixed_vector_gives_the_recorded_bytes() {
        return Vectors.list("jwe", "fixedIv")
                .map(c -> dynamicTest(c.text("enc") + " " + c.text("salt"), () -> {
                    var enc = enc(c);
                    var key = new SealingKey(enc, derive(c.text("secret"), c.text("salt"), enc));
                    var iv = HexFormat.of().parseHex(c.text("ivHex"));
                    assertThat(Jwe.seal(key, iv, c.text("plaintextUtf8"))).isEqualTo(c.text("token"));
                }));
    }

    @TestFactory
    Stream<DynamicTest> each_of_several_secrets_opens_what_it_sealed() {
        return Vectors.list("jwe", "multiSecret").map(c -> dynamicTest(c.text("name"), () -> verdict(c)));
    }

    @TestFactory
    Stream<DynamicTest> bad_tokens_are_refused_as_recorded_or_more_strictly() {
        return Vectors.list("jwe", "negative").map(c -> dynamicTest(c.text("name"), () -> verdict(c)));
    }

    private static void verdict(Claims c) {
        var name = c.text("name");
        var params = new DecodeParams(c.text("token"), secrets(c), c.text("salt"));
        boolean ok = (Boolean.TRUE.equals(c.value("ok")) || TRIED_HERE.equals(name)) && !REFUSED_HERE.contains(name);
        if (!ok) {
            assertThatThrownBy(() -> CODEC.decode(params)).isInstanceOf(JoseException.class);
            return;
        }
        var expected = c.get(Claim.object("payload")).or(() -> c.get(Claim.object("result")));
        var opened = CODEC.decode(params);
        if (expected.isPresent()) assertThat(opened).isEqualTo(expected);
        else assertThat(opened.isPresent()).isEqualTo(TRIED_HERE.equals(name));
    }

    @TestFactory
    Stream<DynamicTest> time_is_judged_with_fifteen_seconds_to_spare() {
        var clock = Vectors.read("jwe").get(Claim.object("clock")).orElseThrow();
        var secrets = Secrets.of(clock.text("secret"));
        return Vectors.objects(clock, "checks")
                .map(check -> dynamicTest(String.valueOf(check.value("nowEpochSec")), () -> {
                    var now = Instant.ofEpochSecond(
                            check.get(Claim.number("nowEpochSec")).orElseThrow());
                    var codec = new EncryptedJwt(Clock.fixed(now, ZoneOffset.UTC), Randomness.secure());
                    var params = new DecodeParams(clock.text("token"), secrets, clock.text("salt"));
                    if (Boolean.TRUE.equals(check.value("ok")))
                        assertThat(codec.decode(params)).isPresent();
                    else assertThatThrownBy(() -> codec.decode(params)).isInstanceOf(JoseException.class);
                }));
    }

    @TestFactory
    Stream<DynamicTest> chunks_change_as_recorded() {
        return Vectors.list("chunks", "transitions")
                .map(c -> dynamicTest(c.text("name"), () -> {
                    var incoming = new LinkedHashMap<String, String>();
                    Vectors.objects(c, "incoming")
                            .forEach(i -> incoming.put(
                                    i.text("name"),
                                    "x"
                                            .repeat(i.get(Claim.number("valueLength"))
                                                    .orElseThrow()
                                                    .intValue())));
                    var expected = Vectors.objects(c, "setCookies")
                            .map(s -> s.text("name") + ":" + s.value("valueLength"))
                            .toList();
                    int length = Vectors.objects(c, "setCookies")
                            .mapToInt(s -> s.get(Claim.number("valueLength"))
                                    .orElseThrow()
                                    .intValue())
                            .sum();
                    var read = SessionChunks.read(incoming, "authjs.session-token");
                    var changes = length == 0
                            ? SessionChunks.clean(read)
                            : SessionChunks.write(read, "authjs.session-token", "y".repeat(length));
                    assertThat(changes)
                            .extracting(change -> change.name() + ":"
                                    + (change.value() == null
                                            ? 0
                                            : change.value().length()))
                            .isEqualTo(expected);
                }));
    }

    @TestFactory
    Stream<DynamicTest> tokens_of_any_length_are_cut_as_recorded() {
        return Vectors.list("chunks", "sweep")
                .map(c -> dynamicTest(String.valueOf(c.value("tokenLength")), () -> {
                    var name = "authjs.session-token";
                    var token = "t"
                            .repeat(c.get(Claim.number("tokenLength"))
                                    .orElseThrow()
                                    .intValue());
                    var first = SessionChunks.write(SessionChunks.read(Map.of(name, "old"), name), name, token);
                    assertThat(lengths(first)).isEqualTo(recorded(c, "setCookies"));
                    var kept = new LinkedHashMap<String, String>();
                    for (var change : first) if (change.value() != null) kept.put(change.name(), change.value());
                    var read = SessionChunks.read(kept, name);
                    assertThat(read.token()).isEqualTo(token);
                    assertThat(lengths(SessionChunks.write(read, name, token)))
                            .isEqualTo(recorded(c, "secondResponseSetCookies"));
                }));
    }

    private static List<String> lengths(List<SessionChunks.Change> changes) {
        return changes.stream()
                .map(change -> change.name() + ":"
                        + (change.value() == null ? 0 : change.value().length()))
                .toList();
    }

    private static List<String> recorded(Claims c, String name) {
        return Vectors.objects(c, name)
                .map(s -> s.text("name") + ":" + s.value("valueLength"))
                .toList();
    }

    @TestFactory
    Stream<DynamicTest> long_tokens_are_split_and_joined_as_recorded() {
        return Vectors.list("chunks", "fullTokens")
                .map(c -> dynamicTest(c.text("label"), () -> {
                    var cookies = new LinkedHashMap<String, String>();
                    Vectors.objects(c, "chunks").forEach(chunk -> cookies.put(chunk.text("name"), chunk.text("value")));
                    var read = SessionChunks.read(cookies, c.text("salt"));
                    assertThat(CODEC.decode(new DecodeParams(read.token(), secrets(c), c.text("salt"))))
                            .isPresent();
                    var again =
                            SessionChunks.write(new SessionChunks.Read(null, List.of()), c.text("salt"), read.token());
                    assertThat(again)
                            .extracting(SessionChunks.Change::value)
                            .containsExactlyElementsOf(cookies.values());
                }));
    }

    @TestFactory
    Stream<DynamicTest> requests_are_read_as_recorded() {
        return Vectors.list("get-token", "cases")
                .map(c -> dynamicTest(c.text("name"), () -> {
                    var params = c.get(Claim.object("params")).orElse(Claims.NONE);
                    var headers = new LinkedHashMap<String, String>();
                    c.get(Claim.object("headers"))
                            .orElse(Claims.NONE)
                            .asMap()
                            .forEach((name, value) -> headers.put(name, String.valueOf(value)));
                    var reader = params.has("secret") ? TokenReader.with(secrets(params)) : TokenReader.withoutSecret();
                    reader = reader.clock(CLOCK).secureCookie(Boolean.TRUE.equals(params.value("secureCookie")));
                    if (params.text("cookieName") != null) reader = reader.cookieName(params.text("cookieName"));
                    if (params.text("salt") != null) reader = reader.salt(params.text("salt"));
                    compare(c, params, reader, headers);
                }));
    }

    private static void compare(Claims c, Claims params, TokenReader reader, Map<String, String> headers) {
        if (Boolean.TRUE.equals(params.value("raw"))) {
            var expected = c.text("result");
            assertThat(reader.readRaw(headers).orElse(null)).isEqualTo("undefined".equals(expected) ? null : expected);
        } else if (c.has("error")) {
            assertThatThrownBy(() -> reader.read(headers)).isInstanceOf(MissingSecretException.class);
        } else {
            assertThat(reader.read(headers)).isEqualTo(c.get(Claim.object("result")));
        }
    }

    @Test
    void a_token_of_the_previous_major_version_is_rejected() {
        var legacy = Vectors.read("v4-legacy");
        var token = legacy.text("token");
        assertThat(token).isNotNull();
        assertThatThrownBy(() -> CODEC.decode(new DecodeParams(
                        token, Secrets.of(String.valueOf(legacy.text("secret"))), "authjs.session-token")))
                .isInstanceOf(JoseException.class);
    }

    @Test
    void another_implementation_opens_tokens_of_this_codec() throws Exception {
        var salt = "authjs.session-token";
        var token = CODEC.encode(
                new EncodeParams(Claims.of("sub", "1").with("name", "Žofie 🔐"), Secrets.of("secret"), salt));
        var jwe = JWEObject.parse(token);
        jwe.decrypt(new DirectDecrypter(derive("secret", salt, ContentEncryption.A256CBC_HS512)));
        var claims = Json.parseObject(jwe.getPayload().toString(), 10);
        assertThat(claims.text("name")).isEqualTo("Žofie 🔐");
        assertThat(claims.value("exp")).isEqualTo(CLOCK.instant().getEpochSecond() + 2_592_000);
    }

    @Test
    void a_change_of_any_character_is_rejected() {
        var salt = "authjs.session-token";
        var secrets = Secrets.of("secret");
        var token = CODEC.encode(new EncodeParams(Claims.of("sub", "1"), secrets, salt));
        for (int i = 0; i < token.length(); i++) {
            char other = token.charAt(i) == 'A' ? 'B' : 'A';
            var changed = token.substring(0, i) + other + token.substring(i + 1);
            if (changed.equals(token)) continue;
            int at = i;
            assertThatThrownBy(() -> CODEC.decode(new DecodeParams(changed, secrets, salt)))
                    .as("character " + at)
                    .isInstanceOf(JoseException.class);
        }
    }

    @Test
    void the_derivation_is_that_of_RFC_5869() {
        var hex = HexFormat.of();
        assertThat(hex.formatHex(Hkdf.sha256(
                        hex.parseHex("0b".repeat(22)),
                        hex.parseHex("000102030405060708090a0b0c"),
                        hex.parseHex("f0f1f2f3f4f5f6f7f8f9"),
                        42)))
                .isEqualTo("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865");
    }

    @Test
    void nothing_secret_prints() {
        assertThat(Secrets.of("topsecret").toString()).doesNotContain("topsecret");
        assertThat(new DecodeParams("token", Secrets.of("topsecret"), "salt").toString())
                .doesNotContain("topsecret", "token");
    }

    private static byte[] derive(String secret, String salt, ContentEncryption enc) {
        return Hkdf.sha256(
                secret.getBytes(StandardCharsets.UTF_8),
                salt.getBytes(StandardCharsets.UTF_8),
                ("Auth.js Generated Encryption Key (" + salt + ")").getBytes(StandardCharsets.UTF_8),
                enc.keyLength());
    }

    private static ContentEncryption enc(Claims c) {
        return c.text("enc").equals("A256GCM") ? ContentEncryption.A256GCM : ContentEncryption.A256CBC_HS512;
    }

    private static Secrets secrets(Claims c) {
        return c.value("secret") instanceof List<?> list
                ? Secrets.of(
                        new ArrayList<>(list.stream().map(String.class::cast).toList()))
                : Secrets.of(c.text("secret"));
    }
}
