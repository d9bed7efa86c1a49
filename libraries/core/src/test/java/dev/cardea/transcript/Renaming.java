package dev.cardea.transcript;

import dev.cardea.jose.Hashes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers random values by their first appearance in the lines that are compared. A value that follows from another is
 * called by that: the hash of a token with the secret, the challenge of a verifier.
 */
final class Renaming {
    private static final Pattern RANDOM = Pattern.compile("<random ([^<>]*)>");

    private final Map<String, String> derived = new HashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();

    private Renaming(Set<String> values, Set<String> secrets) {
        for (var value : values) {
            for (var secret : secrets) derive(values, Hashes.sha256Hex(value + secret), "<hash of " + random(value));
            derive(values, challenge(value), "<challenge of " + random(value));
        }
    }

    /** @param secrets with which tokens may have been hashed */
    static List<String> of(List<String> lines, Set<String> secrets) {
        var values = new LinkedHashSet<String>();
        for (var line : lines) RANDOM.matcher(line).results().forEach(m -> values.add(m.group(1)));
        var renaming = new Renaming(values, secrets);
        return lines.stream()
                .map(line -> replaced(line, renaming.derived::get))
                .map(line -> replaced(line, renaming::numbered))
                .toList();
    }

    private void derive(Set<String> values, String result, String name) {
        if (values.contains(result)) derived.put(result, name + ">");
    }

    private String numbered(String value) {
        return random(numbers.computeIfAbsent(value, v -> numbers.size()).toString());
    }

    private static String random(String value) {
        return "<random " + value + ">";
    }

    private static String replaced(String line, Function<String, String> names) {
        return RANDOM.matcher(line).replaceAll(m -> {
            var name = names.apply(m.group(1));
            return Matcher.quoteReplacement(name == null ? m.group() : name);
        });
    }

    private static String challenge(String verifier) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
