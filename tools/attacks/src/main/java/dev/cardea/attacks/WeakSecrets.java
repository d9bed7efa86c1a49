package dev.cardea.attacks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Secrets that attackers try first: those of guides and samples, common passwords, and what people make of them. */
final class WeakSecrets {
    private static final int COUNT = 1_000;

    /** Values that documentation, samples and starter projects print. */
    private static final List<String> PUBLISHED = List.of(
            "your-secret-key-at-least-32-characters-long",
            "your-super-secret-key-change-in-production",
            "a secret of at least 32 characters!!",
            "changemechangemechangemechangeme",
            "thisisasecretthisisasecretthisisasecret",
            "your-secret-key",
            "your-nextauth-secret",
            "your_nextauth_secret",
            "your-auth-secret",
            "your_auth_secret_here",
            "YOUR_SECRET_HERE",
            "my-super-secret",
            "mysupersecretkey",
            "supersecretkey",
            "super-secret-key",
            "nextauth-secret",
            "nextauth_secret",
            "nextauthsecret",
            "NEXTAUTH_SECRET",
            "AUTH_SECRET",
            "auth-secret",
            "auth_secret",
            "jwt-secret",
            "jwt_secret",
            "JWT_SECRET",
            "secret-key",
            "secret_key",
            "SECRET_KEY",
            "complex_password_at_least_32_characters_long",
            "this-is-a-secret-value-with-at-least-32-characters",
            "openssl rand -base64 32",
            "`openssl rand -base64 32`",
            "generate-a-secret",
            "replace-me",
            "replace_me",
            "keyboard cat",
            "shhhhh",
            "LlKq6ZtYbr+hTC073mAmAh9/h2HwMfsFo4hrfCx5mLg=",
            "0123456789abcdef0123456789abcdef",
            "00000000000000000000000000000000",
            "replace-me-with-cardea-secret",
            "test-secret-test-secret-test-secret",
            // Of the tests of Cardea, from which readers copy.
            "5f0c2e9b71d84a36b8e1f7c09d2a4e63",
            "5f0c2e9b71d84a36b8e1f7c09d2a4e63XY",
            "c41d7e0a93b65f288e1fd07a24b9c635");

    private static final List<String> WORDS = List.of(
            "secret",
            "changeme",
            "change-me",
            "password",
            "passw0rd",
            "admin",
            "test",
            "testing",
            "dev",
            "development",
            "local",
            "example",
            "sample",
            "default",
            "demo",
            "app",
            "auth",
            "session",
            "cookie",
            "token",
            "key",
            "jwt",
            "nextauth",
            "authjs",
            "cardea",
            "letmein",
            "qwerty",
            "123456",
            "12345678",
            "123456789",
            "1234567890",
            "abc123",
            "foobar",
            "foo",
            "bar",
            "hello",
            "welcome",
            "master",
            "root",
            "guest",
            "user",
            "login",
            "private",
            "public",
            "production",
            "staging",
            "todo",
            "fixme",
            "xxx",
            "none",
            "null",
            "undefined",
            "true",
            "false",
            "dragon",
            "monkey",
            "football",
            "iloveyou",
            "sunshine",
            "princess",
            "shadow",
            "superman",
            "trustno1",
            "a",
            "x",
            "0");

    private WeakSecrets() {}

    /** Returns the secrets, the likeliest first; none is empty. */
    static List<String> all() {
        Set<String> all = new LinkedHashSet<>(PUBLISHED);
        all.addAll(WORDS);
        for (var word : WORDS) {
            all.add(word.toUpperCase(Locale.ROOT));
            all.add(fill(word, 32));
            all.add(fill(word + "-", 32));
            all.add(String.join("-", Collections.nCopies(4, word)));
            all.add(word.repeat(2));
            all.add(word.repeat(4));
        }
        for (var end : List.of(
                "!", "1", "123", "1234", "2024", "2025", "2026", "-key", "_key", "-secret", "_secret", "secret")) {
            for (var word : WORDS) all.add(word + end);
        }
        for (var word : WORDS) all.add(fill(word, 64));
        for (var word : WORDS) all.add("my-" + word);
        return new ArrayList<>(all).subList(0, COUNT);
    }

    /** Repeats a word up to a length: what reaches the 32 characters that are asked for. */
    private static String fill(String word, int length) {
        return word.repeat(length / word.length() + 1).substring(0, length);
    }
}
