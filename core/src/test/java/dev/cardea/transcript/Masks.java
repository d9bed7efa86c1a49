package dev.cardea.transcript;

import dev.cardea.http.Form;
import dev.cardea.json.Claims;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes random values comparable: tokens by what they hold, the rest by the order of their first appearance. */
final class Masks {
    private static final Pattern JWE = Pattern.compile("eyJ[\\w-]+\\.\\.[\\w-]+\\.[\\w-]+\\.[\\w-]+");
    private static final Pattern JWS = Pattern.compile("client_assertion=(eyJ[\\w-]+)\\.([\\w-]+)\\.[\\w-]+");
    private static final Pattern RANDOM =
            Pattern.compile("(?<![\\w-])(?:[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}"
                    + "-[0-9a-f]{4}-[0-9a-f]{12}|[A-Za-z0-9_-]{43})(?![\\w-])");
    private static final List<String> SALTS = List.of(
            "authjs.session-token",
            "authjs.state",
            "authjs.nonce",
            "authjs.pkce.code_verifier",
            "__Secure-authjs.session-token",
            "__Secure-authjs.state",
            "__Secure-authjs.nonce",
            "__Secure-authjs.pkce.code_verifier",
            "encodedState");

    private final Map<String, String> names = new LinkedHashMap<>();
    private final Secrets secrets;
    private final EncryptedJwt codec;

    Masks(Secrets secrets, Clock clock) {
        this.secrets = secrets;
        codec = new EncryptedJwt(clock, Randomness.secure());
    }

    String mask(String text) {
        var opened = replace(JWE, text, m -> open(m.group()));
        var assertions = replace(JWS, opened, m -> "client_assertion=" + payload(m.group(1)) + payload(m.group(2)));
        return replace(RANDOM, assertions, m -> names.computeIfAbsent(m.group(), g -> "<random " + names.size() + ">"));
    }

    private String open(String token) {
        for (var salt : SALTS) {
            try {
                var claims =
                        codec.decode(new DecodeParams(token, secrets, salt)).orElseThrow();
                return "<jwe " + salt + " " + mask(Wire.print(timeless(claims))) + ">";
            } catch (RuntimeException e) {
                // Not sealed with this salt; the next may fit.
            }
        }
        return "<jwe>";
    }

    private static String payload(String part) {
        return Wire.print(timeless(dev.cardea.json.Json.parseObject(
                new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8), 20)));
    }

    private static Claims timeless(Claims claims) {
        return claims.without("iat").without("exp").without("jti").without("nbf");
    }

    /** A cookie line with its value decoded, so that what it holds can be compared. */
    String cookie(String line) {
        int end = line.indexOf(';');
        int equals = line.indexOf('=');
        var value = line.substring(equals + 1, end < 0 ? line.length() : end);
        return mask(line.substring(0, equals + 1)
                + Form.decodeComponent(value).orElse(value)
                + (end < 0 ? "" : line.substring(end)));
    }

    private interface Replacement {
        String of(Matcher match);
    }

    private static String replace(Pattern pattern, String text, Replacement replacement) {
        return pattern.matcher(text).replaceAll(m -> Matcher.quoteReplacement(replacement.of((Matcher) m)));
    }
}
