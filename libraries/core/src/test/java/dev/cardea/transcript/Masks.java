package dev.cardea.transcript;

import dev.cardea.http.Form;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.Randomness;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes random values comparable: tokens by what they hold, signed ones by a short name, the rest marked as random. */
final class Masks {
    private static final Pattern JWE = Pattern.compile("eyJ[\\w-]+\\.\\.[\\w-]+\\.[\\w-]+\\.[\\w-]+");
    private static final Pattern ASSERTION =
            Pattern.compile("(?<=client_assertion=)(eyJ[\\w-]+)\\.([\\w-]+)\\.[\\w-]+");
    private static final Pattern JWS = Pattern.compile("eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]*");
    private static final Pattern RANDOM =
            Pattern.compile("(?<![\\w-]|<random )(?!sha256-)(?:[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}"
                    + "-[0-9a-f]{4}-[0-9a-f]{12}|[A-Za-z0-9_-]{43})(?![\\w-])");

    private final Transcript transcript;
    private final EncryptedJwt codec;
    private final List<String> salts;

    Masks(Transcript transcript) {
        this.transcript = transcript;
        codec = new EncryptedJwt(Clock.fixed(transcript.now(), ZoneOffset.UTC), Randomness.secure());
        salts = transcript.salts();
    }

    String mask(String text) {
        var opened = replace(JWE, text, m -> open(m.group()));
        var assertions = replace(ASSERTION, opened, m -> payload(m.group(1)) + payload(m.group(2)));
        var signed = replace(JWS, assertions, m -> "<jws " + shortName(m.group()) + ">");
        return replace(RANDOM, signed, m -> "<random " + m.group() + ">");
    }

    List<String> mask(List<String> texts) {
        return texts.stream().map(this::mask).toList();
    }

    Claims mask(Claims page) {
        return Json.parseObject(mask(page.toJson()), 20);
    }

    /** A cookie line with its value decoded, so that what it holds can be compared. */
    String cookie(String line) {
        int end = line.indexOf(';');
        int equals = line.indexOf('=');
        UnaryOperator<String> decoded = value -> Form.decodeComponent(value).orElse(value);
        var value = decoded.apply(line.substring(equals + 1, end < 0 ? line.length() : end));
        return mask(line.substring(0, equals + 1) + value + (end < 0 ? "" : line.substring(end)));
    }

    /** What a token holds, but for its times; one that does not open was not made here, and is compared as it is. */
    private String open(String token) {
        for (var salt : salts) {
            try {
                var claims = codec.decode(new DecodeParams(token, transcript.secrets(), salt));
                return "<jwe " + salt + " " + mask(Wire.print(timeless(claims.orElseThrow()))) + ">";
            } catch (RuntimeException e) {
                // Not sealed with this salt; the next may fit.
            }
        }
        return "<jwe " + shortName(token) + ">";
    }

    private static String shortName(String token) {
        return Hashes.sha256Hex(token).substring(0, 8);
    }

    private static String payload(String part) {
        var json = new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8);
        return Wire.print(timeless(Json.parseObject(json, 20)));
    }

    private static Claims timeless(Claims claims) {
        return claims.without("iat").without("exp").without("jti").without("nbf");
    }

    private interface Replacement {
        String of(Matcher match);
    }

    private static String replace(Pattern pattern, String text, Replacement replacement) {
        return pattern.matcher(text).replaceAll(m -> Matcher.quoteReplacement(replacement.of((Matcher) m)));
    }
}
