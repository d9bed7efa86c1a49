package dev.cardea.it.reference;

import dev.cardea.http.Form;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes what differs by chance equal: sealed values by what they hold, times by their distance from now, random values
 * by the order in which they appear.
 */
final class Masks {
    /** Auth.js has no such cookie: it remembers who requested a link (docs/differences.md). */
    private static final Pattern EMAIL_CODE = Pattern.compile("(?:__Secure-)?authjs\\.email-code=");

    /** Beyond the claims of Auth.js, these name the user who began the sign-in (docs/differences.md). */
    private static final Set<String> CHECKS = Set.of("authjs.state", "authjs.pkce.code_verifier", "authjs.nonce");

    private static final Pattern JWE = Pattern.compile("eyJ[\\w-]+\\.\\.[\\w-]+\\.[\\w-]+\\.[\\w-]+");
    private static final Pattern JWS = Pattern.compile("(eyJ[\\w-]+)\\.(eyJ[\\w-]+)\\.[\\w-]+");
    private static final Pattern RANDOM =
            Pattern.compile("(?<![\\w-])(?:[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}"
                    + "-[0-9a-f]{4}-[0-9a-f]{12}|[A-Za-z0-9_-]{43})(?![\\w-])");
    private static final Pattern ISO = Pattern.compile("20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z");
    private static final Pattern EXPIRES = Pattern.compile("Expires=([^;]+)");
    private static final Pattern ACCESS_TOKEN = Pattern.compile("\\bat-[0-9a-f]{64}\\b");
    private static final Pattern EPOCH = Pattern.compile("(\"(?:expires_at|iat|exp|auth_time)\":)(\\d{10})\\b");
    private static final Pattern CHUNK = Pattern.compile("([^=;]*session-token\\.\\d+)=([^;]+)(;.*)");
    private static final List<String> PLAIN = List.of(
            "authjs.session-token", "authjs.state", "authjs.nonce", "authjs.pkce.code_verifier", "encodedState");

    private final Secrets secrets;
    private final EncryptedJwt codec = new EncryptedJwt(Clock.systemUTC(), Randomness.secure());
    private final Map<String, String> names = new HashMap<>();
    private int randoms;
    private boolean subIsChance;

    Masks(Secrets secrets) {
        this.secrets = secrets;
    }

    /** Without a store the reference makes a new sub each time and we make the same one. */
    Masks subIsChance() {
        subIsChance = true;
        return this;
    }

    /** A random value that was given to both sides keeps its own name. */
    Masks known(String value, String name) {
        names.put(value, name);
        return this;
    }

    String mask(String text) {
        var plain = text.replace("ž", "%C5%BE").replace("%25C5%25BE", "%C5%BE");
        var opened = replace(JWE, plain, m -> open(m.group()));
        var read = replace(JWS, opened, m -> "<jws " + mask(payload(m.group(2))) + ">");
        read = replace(ACCESS_TOKEN, read, m -> "<access token>");
        var timed = replace(ISO, read, m -> in(Instant.parse(m.group())));
        timed = replace(EPOCH, timed, m -> m.group(1) + in(Instant.ofEpochSecond(Long.parseLong(m.group(2)))));
        return replace(RANDOM, timed, m -> names.computeIfAbsent(m.group(), g -> "<random " + ++randoms + ">"));
    }

    /** Cookie lines with their values decoded, and a value that is spread over several put together again. */
    List<String> cookies(List<String> lines) {
        var whole = new StringBuilder();
        for (var line : lines) {
            var chunk = CHUNK.matcher(line);
            if (chunk.matches()) whole.append(chunk.group(2));
        }
        var opened = whole.isEmpty() ? "" : mask(whole.toString());
        return lines.stream()
                .filter(line -> !EMAIL_CODE.matcher(line).lookingAt())
                .map(line -> {
                    var chunk = CHUNK.matcher(line);
                    if (!chunk.matches()) return cookie(line);
                    return cookie(chunk.group(1) + "=" + chunk.group(3))
                            .replaceFirst("=", "=part of " + Matcher.quoteReplacement(opened));
                })
                .toList();
    }

    /** A cookie line with its value decoded, so that what it holds can be compared. */
    String cookie(String line) {
        int end = line.indexOf(';');
        int equals = line.indexOf('=');
        var value = line.substring(equals + 1, end < 0 ? line.length() : end);
        var rest = replace(EXPIRES, end < 0 ? "" : line.substring(end), m -> "Expires=" + in(date(m.group(1))));
        return line.substring(0, equals + 1)
                + value(line.substring(0, equals), Form.decodeComponent(value).orElse(value))
                + rest;
    }

    private String value(String name, String value) {
        int bar = value.indexOf('|');
        if (!name.endsWith("authjs.csrf-token") || bar < 0) return mask(value);
        var token = value.substring(0, bar);
        if (!value.substring(bar + 1).equals(Hashes.sha256Hex(token + secrets.joined()))) return mask(value);
        names.put(token, "<csrf token>");
        return "<csrf token>|<its hash>";
    }

    private static Instant date(String text) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
    }

    /** In steps of a minute, so that a slow machine changes nothing. */
    private static String in(Instant time) {
        return "<in " + Math.round((time.toEpochMilli() - System.currentTimeMillis()) / 60_000.0) + " min>";
    }

    private String open(String token) {
        for (var plain : PLAIN) {
            for (var salt : List.of(plain, "__Secure-" + plain)) {
                try {
                    var claims =
                            codec.decode(new DecodeParams(token, secrets, salt)).orElseThrow();
                    if (CHECKS.contains(plain)) claims = claims.without("user");
                    return "<jwe " + salt + " " + mask(sorted(claims)) + ">";
                } catch (RuntimeException e) {
                    // Not sealed with this salt; the next may fit.
                }
            }
        }
        return "<jwe>";
    }

    private String payload(String part) {
        return sorted(Json.parseObject(new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8), 20));
    }

    /** How long a token lasts is compared, when it was made is not. */
    private String sorted(Claims claims) {
        var copy = new TreeMap<String, Object>(claims.asMap());
        if (subIsChance && copy.get("sub") instanceof String sub && sub.length() == 36) copy.put("sub", "<sub>");
        copy.remove("jti");
        copy.remove("at_hash");
        if (copy.remove("iat") instanceof Number iat && copy.remove("exp") instanceof Number exp) {
            copy.put("lasts", exp.longValue() - iat.longValue());
        }
        return Json.print(copy);
    }

    private static String replace(Pattern pattern, String text, Function<MatchResult, String> replacement) {
        return pattern.matcher(text).replaceAll(m -> Matcher.quoteReplacement(replacement.apply(m)));
    }
}
