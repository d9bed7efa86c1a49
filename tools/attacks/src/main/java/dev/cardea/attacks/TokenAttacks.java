package dev.cardea.attacks;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cardea.json.Claims;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.Jwt;
import dev.cardea.token.Secrets;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Session cookies that an attacker made, changed or moved. */
final class TokenAttacks {
    private static final String NO_SESSION = "no session";

    static final List<AttackCase> ALL = List.of(
            AttackCase.anonymous(
                    "A22",
                    "session tokens without a signature, or with another algorithm",
                    NO_SESSION,
                    "Leave jwt.codec out, or let your codec accept one algorithm and one key only.",
                    TokenAttacks::forged),
            CookiePairs.CASE,
            AttackCase.anonymous(
                    "A24",
                    "session tokens made with 1,000 published or weak secrets",
                    NO_SESSION,
                    "Replace the secret with 32 random bytes (cardea secret), and do not keep the old one.",
                    TokenAttacks::guessed));

    /** A user by all the names that a session may be read from. */
    private static final Claims USER = Claims.of("sub", "cardea-attack")
            .with("id", "cardea-attack")
            .with("name", "Cardea Attack")
            .with("email", "cardea-attack@example.com");

    private TokenAttacks() {}

    private static void forged(Trial trial) throws IOException {
        for (var token : tokens()) check(trial, token, "a session for a token that the attacker made");
    }

    private static List<String> tokens() {
        List<String> tokens = new ArrayList<>();
        for (var header : List.of(
                "{\"alg\":\"none\"}",
                "{\"alg\":\"none\",\"typ\":\"JWT\"}",
                "{\"alg\":\"None\"}",
                "{\"alg\":\"NONE\"}",
                "{\"alg\":\"HS256\"}",
                "{\"alg\":\"HS512\"}",
                "{}")) {
            tokens.add(base64(header) + "." + base64(payload()) + ".");
            tokens.add(base64(header) + "." + base64(payload()) + ".AAAA");
        }
        for (var header : List.of(
                "{\"alg\":\"none\",\"enc\":\"A256CBC-HS512\"}",
                "{\"alg\":\"dir\",\"enc\":\"none\"}",
                "{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\",\"zip\":\"DEF\"}",
                "{\"alg\":\"dir\",\"enc\":\"A128GCM\"}",
                "{\"alg\":\"RSA-OAEP\",\"enc\":\"A256GCM\"}",
                "{\"alg\":\"PBES2-HS256+A128KW\",\"enc\":\"A128GCM\",\"p2c\":2000000000}")) {
            tokens.add(base64(header) + ".." + base64("0123456789abcdef") + "." + base64(payload()) + "."
                    + base64("0".repeat(32)));
            tokens.add(base64(header) + "...." + base64(payload()));
        }
        tokens.add(payload());
        tokens.add(base64(payload()));
        tokens.add("null");
        tokens.add("true");
        tokens.add("1");
        return tokens;
    }

    private static String payload() {
        return claims().toJson();
    }

    private static Claims claims() {
        long now = System.currentTimeMillis() / 1000;
        return USER.with("iat", now).with("exp", now + 3600);
    }

    private static void guessed(Trial trial) throws IOException {
        var name = trial.site().sessionCookie();
        for (var secret : trial.sample(WeakSecrets.all())) {
            var token = Jwt.encode(new EncodeParams(claims(), Secrets.of(secret), name));
            check(trial, token, "a session for a token that was made with a secret anyone can guess");
        }
    }

    private static void check(Trial trial, String token, String seen) throws IOException {
        trial.site().masks().add(token);
        var answer = trial.send(trial.site().sessionCall(token));
        if (trial.site().session(answer).isPresent()) trial.found(answer, seen);
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
    }
}
