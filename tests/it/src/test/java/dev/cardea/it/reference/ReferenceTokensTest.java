package dev.cardea.it.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.it.NodeProcess;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tokens in both directions: what one side seals the other opens, to the last character and number. */
@Tag("node")
@Tag("part")
@Tag("odd")
class ReferenceTokensTest {
    private static final int EACH_WAY = Integer.getInteger("cardea.it.tokens", 2_000);
    private static final int BATCH = 250;
    private static final long SEED = Long.getLong("cardea.it.seed", 20260501L);
    private static final List<Secrets> SECRETS = List.of(
            Secrets.of("secret"),
            Secrets.of(Sites.SECRET),
            Secrets.of("pässwörd-🔐-ключ"),
            Secrets.of("x".repeat(300)),
            Secrets.of("a"),
            Secrets.of("the newer one", "the older one", "the oldest one"));
    private static final List<String> SALTS = List.of(
            "authjs.session-token",
            "__Secure-authjs.session-token",
            "authjs.state",
            "encodedState",
            "__Host-own.sitzung",
            "");
    private static NodeProcess node;

    private final EncryptedJwt codec = new EncryptedJwt(Clock.systemUTC(), Randomness.secure());

    @BeforeAll
    static void start() {
        node = NodeProcess.start("reference.mjs", "reference-tokens");
        node.ask(Claims.of("sites", Claims.NONE));
    }

    @AfterAll
    static void stop() {
        if (node != null) node.close();
    }

    @Test
    void opens_what_the_reference_sealed() {
        var made = new IssuedTokens();
        for (int i = 0; i < EACH_WAY; i += BATCH) {
            var all = made.batch();
            var tokens = ask(all.stream()
                    .map(one -> Claims.of(
                            "encode", params(one).with("token", one.claims).with("maxAge", 3_600)))
                    .toList());
            for (int j = 0; j < all.size(); j++) {
                var one = all.get(j);
                var opened = codec.decode(new DecodeParams(tokens.get(j).text("token"), one.secrets, one.salt));
                assertThat(comparable(opened.orElseThrow())).isEqualTo(comparable(one.claims));
            }
        }
    }

    @Test
    void seals_what_the_reference_opens() {
        var made = new IssuedTokens();
        for (int i = 0; i < EACH_WAY; i += BATCH) {
            var all = made.batch();
            var opened = ask(all.stream()
                    .map(one -> Claims.of(
                            "decode",
                            params(one)
                                    .with(
                                            "token",
                                            codec.encode(new EncodeParams(one.claims, one.secrets, one.salt, 3_600)))))
                    .toList());
            for (int j = 0; j < all.size(); j++) {
                var claims = opened.get(j).get(Claim.object("claims"));
                assertThat(claims).as("%s", opened.get(j).text("error")).isPresent();
                assertThat(comparable(claims.get())).isEqualTo(comparable(all.get(j).claims));
            }
        }
    }

    @Test
    void a_token_under_the_oldest_secret_is_opened_on_both_sides() {
        var old = codec.encode(new EncodeParams(Claims.of("sub", "1"), Secrets.of("the oldest one"), "s", 60));
        var all = SECRETS.get(5);
        assertThat(codec.decode(new DecodeParams(old, all, "s"))).isPresent();
        var theirs = ask(List.of(Claims.of(
                "decode", Claims.of("secret", all.all()).with("salt", "s").with("token", old))));
        assertThat(theirs.get(0).get(Claim.object("claims"))).isPresent();
    }

    private static Claims params(Token token) {
        var all = token.secrets.all();
        return Claims.of("secret", all.size() == 1 ? all.get(0) : all).with("salt", token.salt);
    }

    private static List<Claims> ask(List<Claims> tasks) {
        var answers = Json.parse(node.ask(Json.print(tasks), 60), 60);
        return ((List<?>) answers)
                .stream().map(one -> Claims.of((Map<?, ?>) one)).toList();
    }

    /** JavaScript moves keys that are numbers to the front, so order is not compared. */
    private static String comparable(Claims claims) {
        return Json.print(
                ReferenceTest.sorted(claims.without("iat").without("exp").without("jti")));
    }

    private record Token(Claims claims, Secrets secrets, String salt) {}

    /** Tokens made by chance. */
    private static final class IssuedTokens {
        private static final String[] LETTERS = {
            "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\u0000", "\u007f", "é", "Ž", "ſ", "\u2028", "漢", "🔐", "\ud800",
            "<"
        };

        private final SplittableRandom random = new SplittableRandom(SEED);

        List<Token> batch() {
            var all = new ArrayList<Token>();
            for (int i = 0; i < BATCH; i++) {
                var secrets = SECRETS.get(random.nextInt(SECRETS.size()));
                all.add(new Token(claims(3), secrets, SALTS.get(random.nextInt(SALTS.size()))));
            }
            return all;
        }

        private Claims claims(int depth) {
            var claims = Claims.NONE;
            for (int i = random.nextInt(8); i > 0; i--) claims = claims.with(key(), value(depth));
            return claims;
        }

        private String key() {
            return random.nextInt(3) == 0 ? text(8) : "k" + random.nextInt(100);
        }

        private Object value(int depth) {
            return switch (random.nextInt(depth > 0 ? 10 : 8)) {
                case 0 -> null;
                case 1 -> random.nextBoolean();
                case 2 -> random.nextLong(-(1L << 53), 1L << 53);
                case 3 -> (long) random.nextInt(100);
                case 4 -> random.nextDouble() * Math.pow(10, random.nextInt(-30, 30));
                case 5 -> "text";
                case 6, 7 -> text(random.nextInt(5) == 0 ? 4_000 : 20);
                case 8 -> claims(depth - 1);
                default -> list(depth - 1);
            };
        }

        private List<Object> list(int depth) {
            var list = new ArrayList<Object>();
            for (int i = random.nextInt(5); i > 0; i--) list.add(value(depth));
            return list;
        }

        private String text(int most) {
            var text = new StringBuilder();
            for (int i = random.nextInt(1, most + 1); i > 0; i--) text.append(LETTERS[random.nextInt(LETTERS.length)]);
            return text.toString();
        }
    }
}
