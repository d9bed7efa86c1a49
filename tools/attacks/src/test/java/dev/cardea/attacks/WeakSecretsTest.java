package dev.cardea.attacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class WeakSecretsTest {
    private static final Path ROOT = Path.of("..", "..");
    /** A text where a secret is set, or hexadecimal digits where one is only mentioned. */
    private static final Pattern SECRET = Pattern.compile(
            "(?i)secret\\w*[\"')]?\\s*(?:=|:|\\()\\s*\\[?[\"'`]?([\\w+/=.!-]{26,})|\\b([0-9a-f]{32,48})\\b");

    @Test
    void every_secret_that_a_page_or_a_sample_prints_is_tried_and_is_rejected_in_production() throws IOException {
        var secrets = new TreeSet<String>();
        for (var folder : Set.of(
                "docs", "demo", "server/deploy/compose", "server/deploy/kubernetes", "server/distribution/src/main")) {
            secrets.addAll(secretsBelow(ROOT.resolve(folder)));
        }
        assertThat(secrets).contains("test-secret-test-secret-test-secret");
        assertThat(WeakSecrets.all()).containsAll(secrets);
        for (var secret : secrets) {
            var config = AuthConfig.builder()
                    .env(Env.none())
                    .environment(Environment.PRODUCTION)
                    .secret(secret);
            assertThatThrownBy(config::build).as(secret).hasMessageContaining("secret");
        }
    }

    @Test
    void a_word_is_also_tried_with_hyphens_between_its_repetitions() {
        assertThat(WeakSecrets.all())
                .hasSize(1_000)
                .contains("changeme-changeme-changeme-changeme", "changeme-changeme-changeme-chang");
    }

    private static Set<String> secretsBelow(Path folder) throws IOException {
        var secrets = new TreeSet<String>();
        try (var files = Files.walk(folder)) {
            for (var file : files.filter(WeakSecretsTest::isText).toList()) {
                var found = SECRET.matcher(Files.readString(file));
                while (found.find()) secrets.add(found.group(1) == null ? found.group(2) : found.group(1));
            }
        }
        return secrets;
    }

    private static boolean isText(Path file) {
        var path = file.toString();
        return Files.isRegularFile(file)
                && !path.contains("node_modules")
                && !path.contains("/target/")
                && !path.contains("/.vitepress/")
                && path.matches(".*\\.(md|yml|yaml|toml|env|properties|java|js|service|conf)|.*file");
    }
}
